"""The vectors of the documentation: made by the product, and the same by other hands in two languages."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairness.make_vectors import DIGESTS, OPENED, REJECTING, vectors
from fairness.redone import Stream, redo, shuffled
from pitbook.fairness import Beacon, Proof, ProofTerms, SeedContribution, commit_player, prove, read_proof, verify
from pitbook.fairness.vectors import VECTORS

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "fairness.md"
STORED: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
RESULTS = ("commitment", "decks", "cuts")


def _results(proof: Mapping[str, Any]) -> dict[str, Any]:
    revealed = [one["commitment"] for one in proof["players"] if one["seed"] is not None]
    return {key: proof[key] for key in RESULTS} | {"players": revealed}


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


def _proof(vector: dict[str, Any]) -> Proof:
    return read_proof({key: value for key, value in vector.items() if key not in ("note", "context", "block")})


def test_there_are_at_least_twenty_and_the_product_still_makes_them() -> None:
    assert len(STORED) >= 20
    assert vectors() == STORED


@pytest.mark.parametrize("vector", STORED, ids=lambda vector: str(vector["note"]))
def test_each_is_a_proof_that_holds(vector: dict[str, Any]) -> None:
    proof = _proof(vector)
    assert verify(proof) == []
    assert read_proof(json.loads(json.dumps(proof.as_json()))) == proof


@pytest.mark.parametrize("vector", STORED, ids=lambda vector: str(vector["note"]))
def test_a_second_implementation_agrees(vector: dict[str, Any]) -> None:
    assert redo(vector) == _results(vector)


@pytest.mark.parametrize("seed", REJECTING)
def test_some_vectors_throw_a_word_away(seed: str) -> None:
    stream = Stream(bytes.fromhex(seed), "deck", "TABLE-1", [])
    assert shuffled(stream) == next(vector["decks"][0] for vector in STORED if vector["seed"] == seed)
    assert stream.thrown_away == 1
    assert stream.taken == 52


@given(
    st.binary(min_size=32, max_size=32),
    TEXTS,
    st.dictionaries(TEXTS, TEXTS, max_size=4),
    st.none() | st.builds(Beacon, TEXTS, st.just(OPENED)),
    st.lists(st.integers(1, 26), max_size=3),
)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_second_implementation_agrees_on_any_round(
    seed: bytes, round_id: str, seeds: dict[str, str], beacon: Beacon | None, fewest: list[int]
) -> None:
    players = [SeedContribution(name, commit_player(text, round_id, name), text) for name, text in seeds.items()]
    terms = ProofTerms(round_id, *DIGESTS, OPENED)
    document = prove(seed, terms, players, beacon, fewest, shuffles=2).as_json()
    assert redo(document) == _results(document)


def test_the_javascript_of_the_page_agrees(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; the browser's tests run the same code")
    found = re.search(r"```javascript\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    program = tmp_path / "recompute.mjs"
    program.write_text(
        found[1] + 'import { readFileSync } from "node:fs";\n'
        "const vectors = JSON.parse(readFileSync(process.argv[2]));\n"
        "console.log(JSON.stringify(vectors.map(recompute)));\n",
        encoding="utf-8",
    )
    result = subprocess.run([node, program, VECTORS], capture_output=True, text=True, check=True, encoding="utf-8")
    assert json.loads(result.stdout) == [_results(vector) for vector in STORED]


def test_the_example_of_the_page_is_the_first_vector() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    first = STORED[0]
    word = int(first["block"][:8], 16)
    for shown in (
        f"{first['commitment']} -",
        f"{first['context']} -",
        f"= {first['block']}",
        f"`{first['block'][:8]}`, which is {word:,}. Its remainder after division by 52 is {word % 52}",
        f"the deck is {first['decks'][0]} and",
        f"the cut is {first['cuts'][0]['depth']} cards deep",
    ):
        assert shown in page
