"""The books that the suite is run on: ours, those of the tests and the examples, or a folder of one's own."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from odds.slow.decks import Short, short
from pitbook.odds.deck import Deck
from pitbook.odds.deck import deck_of as deck_of_book
from pitbook.odds.families.counted import flow_problem, stakes_problem
from pitbook.rulebooks import book_ids
from pitbook.rulebooks.known_books import book_folder
from pitbook.submission import HouseRules, load_target

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("tests/books", "examples/books")
SMALLEST = {
    (2, 2, 5): (short("QKA", 3),),
    (5, 6, 0): (short("JQA", 4),),
    (3, 3, 0): (short("8TJQ", 2), short("TQKA", 2)),
    (3, 0, 2): (short("TJA", 3),),
    (2, 0, 3): (short("TJ", 3),),
}
"""By own cards, cards of the dealer's and the board: decks on which everything is tried by default.

The first of them is taken whose cards the book has. Three cards from the first deck may be below queen high.
"""
SHORT = {
    (2, 2, 5): (short("TJQKA", 2), short("23456A", 2), short("6KA", 4)),
    (5, 6, 0): (short("89TJKA", 2), short("89TJQKA", 2), short("234579A", 2), short("9TQA", 4)),
    (3, 3, 0): (short("89TJKA", 2), short("JQA", 4), short("234579A", 2), short("23TJQKA", 2)),
    (3, 0, 2): (short("23456789TJQKA", 1), short("2345TJQKA", 2), short("6TJQKA", 4)),
    (2, 0, 3): (short("6JA", 3), short("TJQKA", 2)),
}
"""Longer ones, for the proofs."""
TABLE = SMALLEST | {(5, 6, 0): (short("23456789TJQ", 1),)}
"""As small as can be: every deal and every way to play it are dealt at a table."""
CHEAP = {(3, 3, 0), (3, 0, 2), (2, 0, 3)}
"""Solved in a second with all cards."""


def targets(own: str | None = None) -> tuple[str, ...]:
    """What to load: ids of embedded books and folders; with a folder of one's own, that book or its books alone."""
    if own is not None:
        return tuple(str(folder) for folder in _folders(Path(own).absolute()))
    return (*book_ids(), *(str(folder.relative_to(ROOT)) for name in FOLDERS for folder in _folders(ROOT / name)))


def _folders(folder: Path) -> Iterator[Path]:
    """The folder of one book, or those of a folder of books."""
    found = (
        [folder] if any(folder.glob("*.toml")) else sorted(one for one in folder.iterdir() if any(one.glob("*.toml")))
    )
    assert found, f"{folder} holds no book"
    yield from found


def folder_of(target: str) -> Path:
    """Where a book is written."""
    return book_folder(target) or ROOT / target


def whole_targets(own: str | None = None) -> tuple[str, ...]:
    """Those that say everything themselves, and are not based on another book."""
    return tuple(target for target in targets(own) if not rules_of(target).book.changes)


def cheap_targets(own: str | None = None) -> tuple[str, ...]:
    """Those whose whole game is solved in a second and simulated."""
    return tuple(target for target in simulated_targets(own) if shape(rules_of(target)) in CHEAP)


def solved_targets(own: str | None = None) -> tuple[str, ...]:
    """Those whose flow a family can count; the others are refused with a sentence."""
    return tuple(target for target in targets(own) if flow_problem(rules_of(target)) is None)


def simulated_targets(own: str | None = None) -> tuple[str, ...]:
    """Those in which the cards alone decide what to do."""
    return tuple(target for target in solved_targets(own) if stakes_problem(rules_of(target)) is None)


@cache
def rules_of(target: str) -> HouseRules:
    """The stock house of a book."""
    return load_target(target if target in book_ids() else str(ROOT / target))


@cache
def main_game(target: str) -> HouseRules:
    """The same without its optional wagers."""
    return without_options(rules_of(target))


def without_options(rules: HouseRules) -> HouseRules:
    """A house that offers no optional wager."""
    return replace(rules, wagers=tuple(wager for wager in rules.wagers if not wager.optional))


def shape(rules: HouseRules) -> tuple[int, int, int]:
    """How many cards go where."""
    return rules.book.player.cards, rules.book.dealer.cards, rules.book.board


def smallest(rules: HouseRules, decks: Mapping[tuple[int, int, int], tuple[Short, ...]] = SMALLEST) -> Deck:
    """The deck on which a game is tried by default: the first whose cards the book has."""
    has = set(deck_of_book(rules.book).ranks)
    return next(deck_of(one) for one in decks[shape(rules)] if has.issuperset(one.ranks))


def deck_of(cards: Short) -> Deck:
    """A short deck as the solver takes it."""
    return Deck(cards.ranks, cards.suits)
