"""docs/reference/settle.md names everything that a described hand and its answer may have."""

import json
import re
from pathlib import Path

import pytest

from pitbook.rulebooks import book_ids
from pitbook.settlement import Reason, Result, SettlementLine
from pitbook.settlement.hand_file import EXTRA_KEYS
from pitbook.settlement.void import voids
from pitbook.submission import load_target

ROOT = Path(__file__).parents[2]
NAMED = set(re.findall(r"`([a-z0-9_]+)`", (ROOT / "docs" / "reference" / "settle.md").read_text(encoding="utf-8")))


def test_every_key_of_a_hand_and_of_a_line() -> None:
    assert {"board", "dealer", "seats", "meters", "void", *EXTRA_KEYS} <= NAMED
    assert {"seat", "folded", "wagers", "player", *(load_target(book).book.own_cards for book in book_ids())} <= NAMED
    assert set(SettlementLine._fields) <= NAMED


@pytest.mark.parametrize("book", book_ids())
def test_every_wager_meter_and_cause_of_a_void_round(book: str) -> None:
    rules = load_target(book)
    assert {wager.name for wager in rules.wagers} <= NAMED
    assert set(voids(rules)) <= NAMED
    progressives = [kind.tables for kind in rules.book.paytables if kind.name == "progressive"]
    for table in progressives[0] if progressives else ():
        assert set(load_target(book, [("progressive", table.id)]).meters) <= NAMED


def test_every_result_and_every_reason() -> None:
    assert {*Result, *Reason} <= NAMED


def test_every_example_is_shown_somewhere() -> None:
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/reference/settle.md"))
    examples = sorted((ROOT / "examples").glob("*.json"))
    assert examples
    for example in examples:
        assert json.loads(example.read_text(encoding="utf-8"))["seats"]
        assert f"examples/{example.name}" in pages
