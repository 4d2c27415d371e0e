"""Progress of long work on standard error: a bar on a terminal, lines elsewhere if the command asks for them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pitbook.cli.output import errors

SECONDS_PER_LINE = 10.0
"""The time before the first line and between two lines; short work prints none."""


@contextmanager
def progress_bar(title: str, *, lines: bool = False) -> Iterator[Callable[[float], None]]:
    """Yields a function to call with the progress, from 0 to 1; until its first call the bar pulses.

    Without a terminal nothing is shown, or with `lines` a line now and then.
    """
    if lines and not errors.is_terminal:
        yield _by_lines(title)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[share]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(title, total=None, share="")
        yield lambda done: bar.update(task, total=1.0, completed=done, share=f"{done:>4.0%}".replace("%", " %"))


def _by_lines(title: str) -> Callable[[float], None]:
    last = time.monotonic()

    def tell(done: float) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_PER_LINE:
            last = time.monotonic()
            errors.print(f"{title}: {done:.0%}", markup=False)

    return tell
