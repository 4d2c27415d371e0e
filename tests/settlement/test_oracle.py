"""Settlement agrees with an independent, naive implementation of each book on random rounds."""

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle.rounds import random_choices, random_hand
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement import read_round, settle
from settlement.choices import rules_of

ORACLE = Path(oracle.__file__).parent


def _without_clauses(answer: dict[str, Any]) -> dict[str, Any]:
    """The oracle knows the money and the reasons, and cites nothing."""
    for line in answer["lines"]:
        line.pop("clauses")
        line.pop("readings", None)
    return answer


def _agree(book_id: str, seed: int, submissions: int, rounds: int = 1) -> None:
    """So many random submissions, and under each so many random rounds."""
    rng = random.Random(f"{book_id} {seed}")
    for _ in range(submissions):
        choices = random_choices(book_id, rng)
        if load_book(book_id).payout_limit is None:
            choices["payout_limit"] = None
        rules = rules_of(book_id, choices)
        for _ in range(rounds):
            hand = random_hand(book_id, choices, rng)
            given = json.dumps(hand)
            expected = _without_clauses(oracle.settle(book_id, choices, hand))
            answer = _without_clauses(dict(settle(rules, read_round(rules, json.loads(given))).as_json()))
            assert answer == expected, f"{choices} {given}"


@pytest.mark.parametrize("book_id", book_ids())
def test_oracle_agrees(book_id: str) -> None:
    _agree(book_id, seed=1, submissions=20, rounds=3)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("book_id", book_ids())
def test_oracle_agrees_on_many(book_id: str, seed: int) -> None:
    _agree(book_id, seed=100 + seed, submissions=6_250, rounds=4)


def test_oracle_imports_nothing_of_pitbook() -> None:
    files = sorted(ORACLE.glob("*.py"))
    assert len(files) > 3
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not any(name.split(".")[0] == "pitbook" for name in names), path
