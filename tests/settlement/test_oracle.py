"""Settlement agrees with an independent, naive implementation of each book on random rounds."""

import ast
import copy
import random
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle.rounds import random_round
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement import read_round, settle
from settlement.choices import rules_of

ORACLE = Path(oracle.__file__).parent


def _without_clauses(answer: dict[str, Any]) -> dict[str, Any]:
    lines = [{key: value for key, value in line.items() if key != "clauses"} for line in answer["lines"]]
    return answer | {"lines": lines}


def _agree(book_id: str, seed: int, rounds: int) -> None:
    rng = random.Random(f"{book_id} {seed}")
    for number in range(rounds):
        choices, hand = random_round(book_id, rng)
        if load_book(book_id).payout_limit is None:
            choices["payout_limit"] = None
        given = copy.deepcopy(hand)
        expected = _without_clauses(oracle.settle(book_id, choices, hand))
        rules = rules_of(book_id, choices)
        answer = _without_clauses(settle(rules, read_round(rules, given)).as_json())
        assert answer == expected, f"round {number}: {choices} {given}"


@pytest.mark.parametrize("book_id", book_ids())
def test_oracle_agrees(book_id: str) -> None:
    _agree(book_id, seed=1, rounds=2_000)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("book_id", book_ids())
def test_oracle_agrees_on_many(book_id: str, seed: int) -> None:
    _agree(book_id, seed=100 + seed, rounds=25_000)


def test_oracle_imports_nothing_of_pitbook() -> None:
    files = sorted(ORACLE.glob("*.py"))
    assert len(files) > 3
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not any(name.split(".")[0] == "pitbook" for name in names), path
