"""Described hands of Four Card Poker, and houses that file something else than the stock submission."""

from typing import Any

import pytest

from clauses.hands import Answer, Hand, refused
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks import load_book
from pitbook.settlement import read_round, settle
from pitbook.submission import HouseRules, check, stock_submission
from pitbook.submission.stock import choose_table

BOOK = "md-four-card-poker"
Seat = dict[str, Any]

KING_HIGH = "Kc Jd 9h 6s 3c 2d"
"""A dealer's hand with nothing: king, jack, nine, six."""
THREE_JACKS = "Js Jh Jd 9c 5h 2s"
METER = {"progressive": "7777.70"}
FOUR_SEVENS = "7s 7h 7d 7c 2c"
CLUBS_JACK_HIGH_RUN = "Jc Tc 9c 8c Kd"
"""A straight flush of four cards."""
NOTHING = "Kh Js Td 4h 3s"


def cite(clause: str) -> str:
    """A clause of this book in full."""
    return f"{BOOK} {clause}"


def seat(number: int, cards: str | None, **wagers: str) -> Seat:
    """One seat with its wagers."""
    return {"seat": number, "wagers": wagers} | ({} if cards is None else {"cards": cards})


def fold(number: int, cards: str, **wagers: str) -> Seat:
    """One seat whose player makes no play wager."""
    return seat(number, cards, **wagers) | {"folded": True}


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
    return dict(settle(rules, read_round(rules, hand)).as_json())


def refused_in(rules: HouseRules, hand: Hand) -> tuple[Problem, ...]:
    """The problems for which a house with its own rules refuses a hand."""
    with pytest.raises(RefusedError) as caught:
        read_round(rules, hand)
    return caught.value.problems


def citations(hand: Hand) -> set[str | None]:
    """The clauses for which a hand is refused."""
    return {problem.clause for problem in refused(BOOK, hand)}


def order_of(answer: Answer) -> list[tuple[int, str]]:
    """Seats and wagers in the order in which they are settled."""
    return [(line["seat"], line["wager"]) for line in answer["lines"]]


def net(answer: Answer) -> dict[str, str]:
    """What each seat wins or loses in all."""
    return {number: total["net"] for number, total in answer["totals"].items()}
