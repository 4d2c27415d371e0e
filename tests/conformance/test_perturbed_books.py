"""Small changes of a book: refused with a sentence, or played as the changed book says, by the slow solver's word."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.test_numbers import DECKS, conforms, main_game
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks import book_ids
from pitbook.rulebooks.folder import book_of
from pitbook.submission import HouseRules

Document = dict[str, Any]
ODDS = ("1 to 1", "2 to 1", "3 to 2", "5 to 1", "push", "lose")


def _cases(document: Document, chance: random.Random) -> list[Document]:
    wagers = [wager for wager in document["wagers"] if not wager["optional"]]
    cases: list[Document] = chance.choice(wagers)["cases"]
    return cases


def _other_odds(document: Document, chance: random.Random) -> None:
    chance.choice(_cases(document, chance))["pays"] = chance.choice(ODDS)


def _case_gone(document: Document, chance: random.Random) -> None:
    cases = _cases(document, chance)
    cases.pop(chance.randrange(len(cases)))


def _cases_swapped(document: Document, chance: random.Random) -> None:
    cases = _cases(document, chance)
    chance.shuffle(cases)


def _condition_gone(document: Document, chance: random.Random) -> None:
    chance.choice(_cases(document, chance))[chance.choice(["folded", "qualifies", "result", "table"])] = None


def _other_row(document: Document, chance: random.Random) -> None:
    table = chance.choice(chance.choice(document["paytables"])["tables"])
    chance.choice(table["rows"])["pays"] = chance.choice(ODDS[:4])


def _row_gone(document: Document, chance: random.Random) -> None:
    table = chance.choice(chance.choice(document["paytables"])["tables"])
    table["rows"].pop(chance.randrange(len(table["rows"])))


def _other_multiples(document: Document, chance: random.Random) -> None:
    offers = [offer for step in document["flow"]["steps"] for offer in step.get("actions", ()) if offer["do"] == "bet"]
    if offers:
        chance.choice(offers)["multiples"] = sorted(chance.sample(range(1, 6), chance.randrange(1, 3)))


def _other_qualifier(document: Document, chance: random.Random) -> None:
    if dealer := document["hands"].get("dealer"):
        dealer["qualifies"] = chance.choice(
            ["pair", "pair of kings", "ace high", "king high", "two pairs", "a heap", None]
        )


CHANGES: tuple[Callable[[Document, random.Random], None], ...] = (
    _other_odds,
    _case_gone,
    _cases_swapped,
    _condition_gone,
    _other_row,
    _row_gone,
    _other_multiples,
    _other_qualifier,
)


def _changed(rules: HouseRules, chance: random.Random) -> HouseRules:
    """The same house with one to three small changes of its book."""
    document: Document = rules.book.model_dump(mode="json")
    for _ in range(chance.randrange(1, 4)):
        chance.choice(CHANGES)(document, chance)
    book = book_of(document, "a changed book")
    tables = {
        kind: found
        for kind, table in rules.tables.items()
        if (tables := book.kind_of_table(kind)) and (found := tables.table(table.id))
    }
    return replace(rules, book=book, wagers=tuple(book.wager(wager.name) for wager in rules.wagers), tables=tables)


def _tried(book_id: str, seed: int, number: int) -> tuple[int, int]:
    """How many changed books were refused, and how many were played as they say."""
    chance, refused, played = random.Random(f"{book_id} {seed}"), 0, 0
    rules = main_game(book_id)
    deck = DECKS[rules.book.family][-1]
    for _ in range(number):
        try:
            changed = _changed(rules, chance)
            conforms(changed, deck)
            played += 1
        except (MalformedError, RefusedError):
            refused += 1
    return refused, played


def test_a_changed_book_is_refused_or_obeyed() -> None:
    refused, played = _tried("md-four-card-poker", 1, 12)
    assert refused
    assert played


@pytest.mark.prove
@pytest.mark.parametrize("book_id", book_ids())
def test_many_changed_books_are_refused_or_obeyed(book_id: str) -> None:
    refused, played = _tried(book_id, 2, 60)
    assert refused > 5
    assert played > 5
