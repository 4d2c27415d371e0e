"""What the command prints, and how it ends: documents, tables and problems, and the contract's exit codes."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from pitbook.problems import PitbookError, Problem

DOES_NOT_HOLD = 1
MALFORMED_OR_REFUSED = 2
INTERRUPTED = 130

PIPE_WIDTH = 120
"""How wide tables are when the output is no terminal."""
NARROW = 80
"""In a window narrower than this even the names in the first column of a table are wrapped."""

if sys.stdout is None:  # started with standard output closed
    sys.stdout = StringIO()


def discard_output() -> None:
    """Nobody reads on, as in `pitbook ... | head`: finish quietly, with the exit code that the work deserves."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        discard_output()

    def print(self, *objects: Any, crop: bool = False, **options: Any) -> None:
        """Print without cutting off what is wider than the window."""
        super().print(*objects, crop=crop, **options)


console = _Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def print_text(text: str) -> None:
    """Text on standard output as it is."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()


def print_json(document: Any) -> None:
    """One JSON document on standard output, and nothing else there."""
    text = json.dumps(document, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    print_text(text + "\n")


def problem_json(problem: Problem) -> dict[str, str | None]:
    """A problem as the contract has it."""
    return {"message": problem.message, "value": problem.value, "clause": problem.clause}


def print_problems(problems: Iterable[Problem]) -> None:
    """One sentence for each problem, on standard error."""
    for problem in problems:
        sentence = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(problem))
        errors.print(f"- {sentence}", markup=False)


def fail(error: PitbookError, *, as_json: bool) -> NoReturn:
    """End with everything that was wrong: sentences for people, a document for programs."""
    if as_json:
        print_json({"error": {"kind": error.kind, "problems": [problem_json(problem) for problem in error.problems]}})
    errors.print(f"{error.kind}:", markup=False)
    print_problems(error.problems)
    raise SystemExit(MALFORMED_OR_REFUSED)


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    right: Sequence[int] = (),
    tight: bool = False,
) -> Group:
    """A plain table under its title; `right` names the columns whose content is aligned to the right.

    In a narrow window words are wrapped, but what is aligned to the right never is, so that no digit is lost. A `tight`
    table has less space between its columns, and its first one may be wrapped too, as in a very narrow window.
    """
    whole_names = not tight and console.width >= NARROW
    result = Table(header_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0) if tight else (0, 1))
    cells = [[str(cell) for cell in row] for row in rows]
    for number, column in enumerate(columns):
        if number in right:
            widest = max((len(row[number]) for row in cells), default=0)
            result.add_column(column, justify="right", no_wrap=True, min_width=widest)
        else:
            result.add_column(column, no_wrap=number == 0 and whole_names, overflow="fold")
    for row in cells:
        result.add_row(*row)
    return Group(Text(title, style="bold"), result)
