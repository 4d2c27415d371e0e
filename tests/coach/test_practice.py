"""What somebody has practised: by the rules that the page follows for whoever is not signed in."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitbook.coach.practice import MOST_MISSED, Practice
from pitbook.pit.drills import DrillAnswered
from table.play import MD

CASES = json.loads((Path(__file__).parents[1] / "pages" / "practice.json").read_text("utf-8"))
NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)


def answered(cards: str, cost: str, street: str = "river", day: str = "2026-01-31") -> DrillAnswered:
    seen = "2c 7d 9h Js Qd"
    best = "raise_1" if cost != "0" else "fold"
    return DrillAnswered(MD, {}, {}, street, cards, seen, "", "ante=1", "fold", best, cost, day)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_it_is_counted_as_in_the_page(case: dict[str, Any]) -> None:
    cards = {"a": "Ah Kd", "b": "3c 4d"}
    names = {text: name for name, text in cards.items()}
    practice = Practice()
    for name, right, minutes in case["answers"]:
        practice.follow(answered(cards[name], "0" if right else "1/4"), NOW + timedelta(minutes=minutes))
    found = (practice.level, practice.row, practice.wrong, practice.best)
    assert found == (case["level"], case["row"], case["wrong"], case["best"])
    missed = [
        [names[one.answer.cards], one.box, (one.due - NOW) / timedelta(minutes=1)] for one in practice.missed.values()
    ]
    assert missed == case["missed"]


def test_results_are_counted_by_book_street_and_day() -> None:
    practice = Practice()
    given = [("1/3", "river", "30"), ("0", "river", "31"), ("1/6", "river", "31"), ("0", "flop", "31")]
    for cost, street, day in given:
        practice.follow(answered("Ah Kd", cost, street, f"2026-01-{day}"), NOW)
    river, flop = practice.results[MD]["river"], practice.results[MD]["flop"]
    assert (river.answered, river.right, river.cost) == (3, 1, Fraction(1, 2))
    assert (flop.answered, flop.right, flop.cost) == (1, 1, Fraction(0))
    assert practice.days == {"2026-01-30": 1, "2026-01-31": 3}


def test_a_question_under_other_rules_is_another() -> None:
    practice = Practice()
    one = answered("Ah Kd", "1/3")
    other = replace(one, paytables={"trips_plus": "B"})
    for answer in (one, other, one):
        practice.follow(answer, NOW)
    assert [missed.answer for missed in practice.missed.values()] == [other, one]


def test_no_more_than_a_hundred_missed_hands_are_kept_the_newest() -> None:
    practice = Practice()
    for number in range(MOST_MISSED + 5):
        practice.follow(answered(str(number), "1/3"), NOW)
    assert [missed.answer.cards for missed in practice.missed.values()] == [str(number) for number in range(5, 105)]
