"""Nested letterings of legal text: `A.`, then `(1)`, `(a)`, `(i)`, in whatever order a book nests them.

A marker such as `(i)` may be the letter after `(h)` or the first roman numeral below it. The text is read
as a whole: of all readings, the one with the fewest breaks of sequence is taken. Gaps and repetitions that
are really there cost little and are kept; a repeated marker gets the suffix `-2`.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

_CHAPTER = re.compile(r"^[#*\s]*Chapter (\d+) - [^\t\n]*\.[*\s]*$", re.MULTILINE)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN = re.compile(r"(?=.)c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")

_MARKER = r"(?:[A-Z]\.(?=\s)|\((?:\d{1,2}|[a-z]{1,5})\))"
_LINE_START = r"^[ \t]*(?:[-*+•][ \t]+)?[*_]*"
_SENTENCE_END = r"[.;:][*_]*\s+(?:(?:or|and)\s+)?"
_AT_LINE_START = re.compile(rf"(?:{_LINE_START})({_MARKER}(?:\s*{_MARKER})*)", re.MULTILINE)
_ANYWHERE = re.compile(rf"(?:{_LINE_START}|{_SENTENCE_END})({_MARKER}(?:\s*{_MARKER})*)", re.MULTILINE)


class Style(Enum):
    """How the clauses of one level are marked."""

    UPPER = "A."
    ARABIC = "(1)"
    LOWER = "(a)"
    ROMAN = "(i)"

    def ordinal(self, marker: str) -> int | None:
        """The place of a marker in this style's sequence, from 1; None where it is of another style."""
        label = marker.strip("().")
        if self is Style.UPPER:
            return ord(label) - ord("A") + 1 if marker.endswith(".") else None
        if marker.endswith("."):
            return None
        if self is Style.ARABIC:
            return int(label) if label.isdigit() else None
        if self is Style.LOWER:
            return ord(label) - ord("a") + 1 if len(label) == 1 and label.isalpha() else None
        return _roman(label)


def _roman(label: str) -> int | None:
    if not _ROMAN.fullmatch(label):
        return None
    values = [_ROMAN_DIGITS[letter] for letter in label]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


class Step(NamedTuple):
    """One marker as read: its level (0 is the outermost), its place there, and how it is written."""

    level: int
    ordinal: int
    marker: str


Path = tuple[Step, ...]


class _Reading(NamedTuple):
    """One way to read the markers so far: its breaks, and the last path with the reading before it."""

    breaks: int
    last: tuple["_Reading", Path] | None

    def history(self) -> list[Path]:
        found: list[Path] = []
        link = self.last
        while link is not None:
            before, path = link
            found.append(path)
            link = before.last
        return found[::-1]


def chapters(text: str) -> Iterator[tuple[int, str]]:
    """The chapters of a Maryland book with their text; lines of its table of contents are no headings."""
    headings = list(_CHAPTER.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        yield int(heading[1]), text[heading.end() : end]


def markers(text: str, *, anywhere: bool = False) -> list[str]:
    """Every marker at the start of a line; with `anywhere`, also one that follows the end of a sentence.

    References such as `§B(8)` or `(a) through (c)` inside a sentence are never markers.
    """
    runs = (_ANYWHERE if anywhere else _AT_LINE_START).finditer(text)
    return [marker for run in runs for marker in re.findall(_MARKER, run[1] + " ")]


def outline(found: Sequence[str], styles: Sequence[Style]) -> list[str]:
    """The clause of each marker, as `B`, `B(9)`, `B(9)(a)`, with `-2` where a marker comes again."""
    names: list[str] = []
    named: dict[Path, str] = {}
    taken: set[str] = set()
    for path in _read(found, styles):
        parent = named.get(path[:-1], "")
        marker = path[-1].marker.rstrip(".")
        name, times = parent + marker, 1
        while name in taken:
            times += 1
            name = f"{parent}{marker}-{times}"
        taken.add(name)
        named[path] = name
        names.append(name)
    return names


def _read(found: Sequence[str], styles: Sequence[Style]) -> list[Path]:
    """The reading of all markers with the fewest breaks; of equal ones, the one with the outer levels."""
    best: dict[Path, _Reading] = {(): _Reading(0, None)}
    for marker in found:
        after: dict[Path, _Reading] = {}
        for path, reading in best.items():
            for level, style in enumerate(styles):
                ordinal = style.ordinal(marker)
                if ordinal is None:
                    continue
                step = Step(level, ordinal, marker)
                longer = (*(outer for outer in path if outer.level < level), step)
                breaks = reading.breaks + _breaks(path, step)
                if longer not in after or breaks < after[longer].breaks:
                    after[longer] = _Reading(breaks, (reading, longer))
        if not after:
            raise ValueError(f"{marker} fits none of the styles {', '.join(style.value for style in styles)}")
        best = after
    return min(best.items(), key=lambda item: (item[1].breaks, len(item[0])))[1].history()


def _breaks(path: Path, step: Step) -> int:
    """How much a step breaks the sequence: 0 for the next clause, 1 for a gap, more for what is rarer."""
    deepest = path[-1].level if path else -1
    for outer in path:
        if outer.level == step.level:
            return 0 if step.ordinal == outer.ordinal + 1 else 1 if step.ordinal > outer.ordinal else 3
    skipped = max(step.level - deepest - 1, 0)
    return 3 * skipped + (0 if step.ordinal == 1 else 2)
