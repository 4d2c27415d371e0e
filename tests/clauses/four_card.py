"""Described hands of Four Card Poker, and houses that file something else than the stock submission."""

from typing import Any

import pytest

from clauses.hands import Answer, Hand
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks import load_book
from pitbook.settlement import read_round, settle
from pitbook.submission import HouseRules, check, stock_submission
from pitbook.submission.stock import choose_table

BOOK = "md-four-card-poker"
Seat = dict[str, Any]


def cite(clause: str) -> str:
    """A clause of this book in full."""
    return f"{BOOK} {clause}"


def seat(
    number: int, cards: str | None, *, folded: bool = False, player: str | None = None, **wagers: str
) -> Seat:
    """One seat with its wagers."""
    described: Seat = {"seat": number, "wagers": wagers}
    if cards is not None:
        described["cards"] = cards
    if folded:
        described["folded"] = True
    if player is not None:
        described["player"] = player
    return described


def dealt(dealer: str | None, *seats: Seat, **more: Any) -> Hand:
    """A round: the dealer's six cards, the seats, and the bonus card, the meters or the cause of its voiding."""
    return {"dealer": dealer, "seats": list(seats)} | more


def filed(paytables: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """The stock submission with these tables chosen and these parts filed otherwise."""
    book = load_book(BOOK)
    data = stock_submission(book)
    for kind, table in (paytables or {}).items():
        choose_table(book, data, kind, table)
    return data | changes


def objections(data: dict[str, Any]) -> list[Problem]:
    """Everything for which a submission is refused."""
    return list(check(data)[1])


def settled_in(rules: HouseRules, hand: Hand) -> Answer:
    """The answer of a house with its own rules."""
    return settle(rules, read_round(rules, hand)).as_json()


def refused_in(rules: HouseRules, hand: Hand) -> tuple[Problem, ...]:
    """The problems for which a house with its own rules refuses a hand."""
    with pytest.raises(RefusedError) as caught:
        read_round(rules, hand)
    return caught.value.problems

