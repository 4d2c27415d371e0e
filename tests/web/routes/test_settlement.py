"""A described hand over HTTP: the command's own document, with the case behind each line."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitbook.settlement import read_round, settle
from pitbook.settlement.explain import explained_document
from pitbook.submission import load_target
from web.running import BOOKS, served

MD = BOOKS[0]
Answers = dict[str, tuple[int, Any]]
ROYAL = json.loads((Path(__file__).parents[3] / "examples" / "royal.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    asked = {
        "good": {"target": MD, "hand": ROYAL, "why_not": True},
        "plain": {"target": MD, "hand": ROYAL},
        "no cards": {"target": MD, "hand": {"seats": []}},
        "no book": {"target": "../books", "hand": ROYAL},
    }
    with served(tmp_path_factory.mktemp("settling") / "record.db") as server:
        http = server.client().http
        found = {name: http.post("/api/settle", json=body) for name, body in asked.items()}
        return {name: (answer.status_code, answer.json()) for name, answer in found.items()}


def test_a_hand_is_settled_as_by_the_command(answers: Answers) -> None:
    rules = load_target(MD)
    settled = settle(rules, read_round(rules, ROYAL))
    assert answers["good"] == (200, explained_document(settled, why_not=True))
    assert answers["plain"] == (200, explained_document(settled, why_not=False))


@pytest.mark.parametrize("name", ["no cards", "no book"])
def test_what_cannot_be_settled_gets_a_sentence(answers: Answers, name: str) -> None:
    status, document = answers[name]
    assert status == 422
    assert all(problem["message"] for problem in document["error"]["problems"])
