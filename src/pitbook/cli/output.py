"""Prints documents, tables and problems, and ends with the contract's exit codes."""

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
"""The width of tables when the output is not a terminal."""
NARROW = 80
"""In a window narrower than this, the first column of a table is wrapped too."""
LONG_WORD = 13
"""Longer words, such as digests and paths, may be broken to fit a window."""
_TIGHT, _LOOSE = 2, 3
"""The space between two columns of a table; one more at its edge."""


def open_standard_streams() -> None:
    """Replace standard streams that were closed when the command started.

    Otherwise the first file that it opens would take the stream's place, and output would be written into it.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)
    sys.stdin = sys.stdin or os.fdopen(0, "r", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


open_standard_streams()


def discard_output() -> None:
    """The reader has closed the pipe, as in `pitbook ... | head`: finish quietly with the normal exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        discard_output()

    def print(self, *objects: Any, crop: bool = False, **options: Any) -> None:
        """Print without truncating lines that are wider than the window."""
        super().print(*objects, crop=crop, **options)


console = _Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
errors = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)


def print_text(text: str) -> None:
    """Print text on standard output, unchanged."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()


def print_json(document: object) -> None:
    """Print one JSON document on standard output, and nothing else."""
    text = json.dumps(document, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    print_text(text + "\n")


def problem_json(problem: Problem) -> dict[str, str | None]:
    """A problem in the contract's JSON form."""
    return {"message": problem.message, "value": problem.value, "clause": problem.clause}


def print_problems(problems: Sequence[Problem]) -> None:
    """Print one sentence for each problem on standard error; several form a list."""
    mark = "- " if len(problems) > 1 else ""
    for problem in problems:
        sentence = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(problem))
        errors.print(mark + sentence, markup=False)


def fail(error: PitbookError, *, as_json: bool) -> NoReturn:
    """End with all problems: sentences for people and, with --json, a document for programs."""
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

    In a narrow window text and headings are wrapped, but right-aligned columns never are, so that no digit is lost. A
    `tight` table has less space between its columns, and its first column may be wrapped, as in a very narrow window.
    If even that is too wide, every row becomes a paragraph.
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
    """The width of a table with columns of these widths."""
    return sum(columns) + between * len(columns) + 1


def _fitted(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Distribute the room over the columns: none gets less than its minimum, and small wishes are met first."""
    result, spare = list(least), room - sum(least)
    for left, number in enumerate(sorted(range(len(least)), key=lambda one: wanted[one] - least[one])):
        more = min(wanted[number] - least[number], spare // (len(least) - left))
        result[number] += more
        spare -= more
    return result


def _paragraphs(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[RenderableType]:
    """Each row as its first cell, with the others below it after the names of their columns."""
    for first, *others in rows:
        yield Text(f" {first}")
        named = (f"{column} {cell}".strip() for column, cell in zip(columns[1:], others, strict=True) if cell)
        yield Padding(Text("; ".join(named)), (0, 0, 0, 3))
    yield Text()


def _longest_line(texts: Iterable[str]) -> int:
    return max((len(line) for text in texts for line in text.split("\n")), default=0)


def _longest_word(texts: Iterable[str]) -> int:
    """The length of the longest word, at most `LONG_WORD`: longer words may be broken."""
    return min(max((len(word) for text in texts for word in text.split()), default=0), LONG_WORD)


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural unless it is 1."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
