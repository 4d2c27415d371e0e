"""A progress bar on standard error for work that takes over a second, and nothing where nobody is watching."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pitbook.cli.output import errors


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """Yields a function that is told how much is done, from 0 to 1."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda done: bar.update(task, completed=done)
