"""`pitbook advise`: the exact value of every action."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Annotated

import typer

from pitbook.cards import Card
from pitbook.cards.card import read_cards
from pitbook.cli.output import console, print_json, table
from pitbook.cli.progress import progress_bar
from pitbook.cli.target import Json, PaytableChoices, RowChoices, Target, house_rules_of
from pitbook.exact import exact
from pitbook.odds import complete_board
from pitbook.odds.advice import advise as value_actions
from pitbook.odds.advice import best_of, require_situation, situation_problems
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hands import in_words
from pitbook.submission import HouseRules


def _wanted(book: RuleBook) -> str:
    """The options that describe a situation in this book, with examples."""
    own = '--hole "Ah Kd"' if book.own_cards == "hole" else '--cards "..."'
    return own + (' [--board "..."]' if book.board else "") + (' --up "Ks"' if book.flow.up else "")


def _left(texts: Sequence[str]) -> dict[str, int]:
    """The amounts that earlier decisions left on wagers, from `WAGER=UNITS`."""
    left: dict[str, int] = {}
    for text in texts:
        name, _, units = text.partition("=")
        if not re.fullmatch("[0-9]{1,6}", units) or name in left:
            raise MalformedError(Problem(f"--left {text[:60]!r}: name a wager once, like bet=0", text[:60]))
        left[name] = int(units)
    return left


def _values(
    rules: HouseRules, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card], left: Mapping[str, int]
) -> Mapping[str, Fraction]:
    """The value of every action; kernels are loaded only if plain Python would be slow."""
    require_situation(rules, own, seen, dead, left)
    if complete_board.fits(rules, seen):
        return complete_board.advise(rules, own, seen, dead)
    import_module("pitbook.cli.compiling").announce()
    with progress_bar("Counting") as progress:
        return value_actions(rules, own, seen, dead, left, progress=progress)


def advise(
    target: Target,
    hole: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Your cards, in games with a board and a dealer's hand.")
    ] = None,
    board: Annotated[str, typer.Option(metavar="CARDS", help="The face-up community cards.")] = "",
    cards: Annotated[str | None, typer.Option(metavar="CARDS", help="Your cards, in any other game.")] = None,
    up: Annotated[str | None, typer.Option(metavar="CARD", help="The dealer's up card.")] = None,
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards known to be out of play.")] = "",
    left: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=UNITS",
            help="What an earlier decision left on a wager, in base wagers: 0 if it was withdrawn.",
        ),
    ] = None,
    paytable: PaytableChoices = None,
    row: RowChoices = None,
    as_json: Json = False,
) -> None:
    """Show the exact value of every action, in antes, and the best one."""
    rules = house_rules_of(target, paytable, row)
    book = rules.book
    given = {"hole": hole, "cards": cards, "board": board or None, "up": up}
    own = given[book.own_cards]
    known = [book.own_cards, *(["board"] if book.board else []), *(["up"] if book.flow.up else [])]
    problems = [
        Problem(f"--{option} {value!r}: {book.title} has no such cards", value)
        for option, value in given.items()
        if value is not None and option not in known
    ]
    if own is None or (up is None and book.flow.up):
        problems.append(Problem(f"{book.id} needs {_wanted(book)}"))
    if own is None or problems:
        raise MalformedError(problems)
    on_wagers = _left(left or ())
    texts = (own, f"{board} {up or ''}".strip(), dead)
    (held, shown, gone), found = zip(*(read_cards(text) for text in texts), strict=True)
    if unread := [problem for problems in found for problem in problems]:
        mine, others = (None if problems else cards for cards, problems in zip((held, shown), found[:2], strict=True))
        raise MalformedError([*unread, *situation_problems(rules, mine, others, gone, on_wagers)])
    values = _values(rules, held, shown, gone, on_wagers)
    best = best_of(values)
    if as_json:
        print_json({"actions": {action: {"value": exact(value)} for action, value in values.items()}, "best": best})
        return
    rows = [
        (
            in_words(action),
            f"{float(value):+.6f}",
            str(value),
            "best" if action == best else f"{float(values[best] - value):.6f}",
        )
        for action, value in sorted(values.items(), key=lambda item: -item[1])
    ]
    console.print(
        table(f"Value in {rules.book.flow.units}", ["action", "value", "exactly", "costs"], rows, right=[1, 3])
    )
