"""A reading is cited where it decided something, and not wherever its clause is."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitbook.rulebooks import interpretations
from pitbook.settlement import read_round, readings_behind, settle
from pitbook.settlement.readings import CASES
from pitbook.submission import load_target

HIGHEST, NOTHING = "Ac Ad Ah As Kc 2d", "2c 7d 9h Jc Ks Ah"


def cited(book: str, hand: Mapping[str, Any]) -> dict[tuple[int, str], list[int]]:
    """The numbers of the readings behind each line, by seat and wager."""
    rules = load_target(book)
    lines = settle(rules, read_round(rules, hand)).lines
    return {(line.seat, line.wager): [one.number for one in readings_behind(line, lines)] for line in lines}


@pytest.mark.parametrize(("dealer", "beaten"), [(HIGHEST, True), (NOTHING, False)])
def test_an_ante_bonus_owes_to_its_reading_when_the_ante_was_beaten(dealer: str, beaten: bool) -> None:
    """Four queens are paid 25 to 1 on the ante under four aces too; seat 2 loses or wins without any bonus."""
    hand = {
        "dealer": dealer,
        "seats": [
            {"seat": 1, "cards": "Qc Qd Qh Qs 3d", "wagers": {"ante": "10.00", "play": "20.00"}},
            {"seat": 2, "cards": "Kd Kh 4h 4s 8c", "wagers": {"ante": "10.00", "play": "10.00"}},
        ],
    }
    found = cited("md-four-card-poker", hand)
    assert (27 in found[1, "ante_bonus"]) is beaten
    assert (27 in found[1, "ante"]) is beaten
    assert 27 not in found[2, "ante"]


def test_a_meter_reading_decides_a_share_and_no_fixed_award() -> None:
    """Progressive A: ace to ten of spades flopped takes the meter, a full house is a fixed award."""
    seat = {"ante": "10.00", "odds": "10.00", "raise": "30.00", "progressive": "1.00"}
    hand = {"meters": {"progressive": "9000.00"}, "dealer": "2c 7d"}
    share = hand | {"board": "As Ks Qs 2d 3c", "seats": [{"seat": 1, "hole": "Js Ts", "wagers": seat}]}
    fixed = hand | {"board": "As Ad Ks 2d 3c", "seats": [{"seat": 1, "hole": "Ac Kd", "wagers": seat}]}
    assert 5 in cited("md-heads-up-holdem", share)[1, "progressive"]
    assert 5 not in cited("md-heads-up-holdem", fixed)[1, "progressive"]


def test_an_early_community_card_has_no_part_in_a_void_round() -> None:
    hand = {"void": "dealer_card_exposed", "seats": [{"seat": 1, "wagers": {"ante": "10.00", "odds": "10.00"}}]}
    assert cited("md-heads-up-holdem", hand)[1, "ante"] == [18]


def test_every_case_that_a_reading_names_is_known_and_the_other_way_round() -> None:
    assert {one.decides for one in interpretations() if one.decides} == set(CASES)
