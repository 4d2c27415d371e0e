"""Every golden hand comes out as it was worked out by hand from the book."""

import json
from pathlib import Path

import pytest

from pitbook.rulebooks import book_ids
from pitbook.settlement import read_round, settle
from settlement.choices import rules_of

HANDS = Path(__file__).parent.parent / "golden" / "hands"
FILES = sorted(HANDS.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_hand(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    rules = rules_of(path.parent.name, golden.get("choices", {}))
    answer = settle(rules, read_round(rules, golden["hand"])).as_json()
    expected = golden["expect"]
    for line, by_hand in zip(answer["lines"], expected["lines"], strict=False):
        by_hand.setdefault("readings", line["readings"])
    for line in (*answer["lines"], *expected["lines"]):
        line["clauses"].sort()
    assert answer["lines"] == expected["lines"]
    assert answer["totals"] == expected["totals"]
    assert answer["meters"] == expected["meters"]


def test_there_are_enough_golden_hands_of_every_book() -> None:
    assert {path.parent.name for path in FILES} == set(book_ids())
    assert len(FILES) >= 150
