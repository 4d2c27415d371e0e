"""A described hand, settled or refused: what the tests of the clauses on settlement begin with."""

from typing import Any

import pytest

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.settlement import read_round, settle
from settlement.choices import rules_of

Answer = dict[str, Any]
Hand = dict[str, Any]


def settled(book_id: str, hand: Hand, **choices: Any) -> Answer:
    """The answer to a hand under the stock submission with these choices made."""
    rules = rules_of(book_id, choices)
    return dict(settle(rules, read_round(rules, hand)).as_json())


def refused(book_id: str, hand: Hand, **choices: Any) -> tuple[Problem, ...]:
    """The problems for which a hand is refused."""
    with pytest.raises(RefusedError) as caught:
        read_round(rules_of(book_id, choices), hand)
    return caught.value.problems


def malformed(book_id: str, hand: Hand, **choices: Any) -> tuple[Problem, ...]:
    """The problems for which a hand is not understood at all."""
    with pytest.raises(MalformedError) as caught:
        read_round(rules_of(book_id, choices), hand)
    return caught.value.problems


def lines(answer: Answer, seat: int, wager: str) -> list[Answer]:
    """The lines of one wager of a seat: none or one, but for envy."""
    return [line for line in answer["lines"] if (line["seat"], line["wager"]) == (seat, wager)]


def check(answer: Answer, seat: int, wager: str, result: str, payout: str, returned: str, *citations: str) -> Answer:
    """The one line of a seat's wager has this result and money, and cites these clauses (in full)."""
    (line,) = lines(answer, seat, wager)
    assert (line["result"], line["payout"], line["returned"]) == (result, payout, returned), line
    assert set(citations) <= set(line["clauses"]), line
    return line
