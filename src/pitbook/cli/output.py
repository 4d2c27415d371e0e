"""What the command prints, and how it ends: documents, tables and problems, and the contract's exit codes."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
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
LONG_WORD = 13
"""A longer word may be broken to fit a window: a digest, a path."""
_TIGHT, _LOOSE = 2, 3
"""Columns of the window between two columns of a table; one more stands at its edge."""


def open_standard_streams() -> None:
    """A command that was started with a standard stream closed writes there to nobody.

    The first file that it opens would otherwise take the stream's place, and be written to.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)
    sys.stdin = sys.stdin or os.fdopen(0, "r", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


open_standard_streams()


def discard_output() -> None:
    """Nobody reads on, as in `pitbook ... | head`: finish quietly, with the exit code that the work deserves."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        discard_output()

    def print(self, *objects: Any, crop: bool = False, **options: Any) -> None:
        """Print without cutting off what is wider than the window."""
        super().print(*objects, crop=crop, **options)


console = _Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
errors = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)


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


def print_problems(problems: Sequence[Problem]) -> None:
    """One sentence for each problem, on standard error; several are a list."""
    mark = "- " if len(problems) > 1 else ""
    for problem in problems:
        sentence = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(problem))
        errors.print(mark + sentence, markup=False)


def fail(error: PitbookError, *, as_json: bool) -> NoReturn:
    """End with everything that was wrong: sentences for people, a document for programs."""
    if as_json:
        print_json({"error": {"kind": error.kind, "problems": [problem_json(problem) for problem in error.problems]}})
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

    In a narrow window words are wrapped, headings too, but what is aligned to the right never is, so that no digit is
    lost. A `tight` table has less space between its columns, and its first one may be wrapped too, as in a very narrow
    window. Where even that is too wide, every row becomes a paragraph.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    contents = [list(column) for column in zip(columns, *cells, strict=True)]
    widths = [_longest_line(column) for column in contents]
    least = [
        max(_longest_word(column[:1]), _longest_line(column[1:])) if number in right else _longest_word(column)
        for number, column in enumerate(contents)
    ]
    heading = Text(title, style="bold")
    if _width(least, _TIGHT) > console.width:
        return Group(heading, *_paragraphs(columns, cells))
    if console.width >= NARROW:
        whole_names = [widths[0], *least[1:]]
        tight = tight or _width(whole_names, _LOOSE) > console.width
        least = least if tight else whole_names
    else:
        tight = tight or _width(least, _LOOSE) > console.width
    between = _TIGHT if tight else _LOOSE
    result = Table(header_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0) if tight else (0, 1))
    for number, width in enumerate(_fitted(least, widths, console.width - _width([0] * len(widths), between))):
        result.add_column(columns[number], justify="right" if number in right else "left", overflow="fold", width=width)
    for row in cells:
        result.add_row(*map(Text, row))
    return Group(heading, result)


def _width(columns: Sequence[int], between: int) -> int:
    """How wide a table is whose columns are so wide."""
    return sum(columns) + between * len(columns) + 1


def _fitted(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """The widths of columns that share the room: none below its least, and who wants little more gets it first."""
    result, spare = list(least), room - sum(least)
    for left, number in enumerate(sorted(range(len(least)), key=lambda one: wanted[one] - least[one])):
        more = min(wanted[number] - least[number], spare // (len(least) - left))
        result[number] += more
        spare -= more
    return result


def _paragraphs(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[RenderableType]:
    """Each row as its first cell, and under it the others with the names of their columns."""
    for first, *others in rows:
        yield Text(f" {first}")
        named = (f"{column} {cell}".strip() for column, cell in zip(columns[1:], others, strict=True) if cell)
        yield Padding(Text("; ".join(named)), (0, 0, 0, 3))
    yield Text()


def _longest_line(texts: Iterable[str]) -> int:
    return max((len(line) for text in texts for line in text.split("\n")), default=0)


def _longest_word(texts: Iterable[str]) -> int:
    """The length of the longest word; a longer one than `LONG_WORD` may be broken."""
    return min(max((len(word) for text in texts for word in text.split()), default=0), LONG_WORD)


def counted(number: int, noun: str) -> str:
    """So many of something."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
