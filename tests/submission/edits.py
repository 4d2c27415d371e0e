"""Submission files edited by hand: the printed stock one, with some of its words replaced."""

import tomllib

from pitbook.problems import Problem
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, check, render

MD = "md-heads-up-holdem"
MA = "ma-heads-up-holdem"
GALAXY = "galaxy-heads-up-holdem"
FOUR = "md-four-card-poker"
BOOKS = (MD, MA, GALAXY, FOUR)

METERS = ("initial = ", "reset = ", "rate = ")
"""A meter's settings, which are edited together, so that their comments go."""

Edit = tuple[str, str]


def edited(book_id: str, *edits: Edit) -> str:
    """The stock file with each edit made exactly once, so that a misspelt edit does not pass for a good file."""
    text = "".join(
        line.partition(" #")[0].rstrip() + "\n" if line.startswith(METERS) else line
        for line in render(load_book(book_id)).splitlines(keepends=True)
    )
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the stock file of {book_id}"
        text = text.replace(old, new)
    return text


def without(book_id: str, *starts: str) -> str:
    """The stock file without the lines that begin so."""
    lines = render(load_book(book_id)).splitlines(keepends=True)
    for start in starts:
        assert any(line.startswith(start) for line in lines), start
    return "".join(line for line in lines if not line.startswith(starts))


def checked(text: str) -> tuple[HouseRules, list[Problem]]:
    """The house rules and the problems of a file's text."""
    return check(tomllib.loads(text))


def problems(text: str) -> list[tuple[str, str | None, str | None]]:
    """Message, value and clause of each problem."""
    return [(problem.message, problem.value, problem.clause) for problem in checked(text)[1]]
