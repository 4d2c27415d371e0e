"""Proofs: what was tampered with is found and named, and what is no proof is refused with all its problems."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pitbook.cards import DECK
from pitbook.fairness import Cut, Proof, commit, cut_depth, prove, shuffle, verify
from pitbook.problems import MalformedError

SEED = bytes(range(32))
PROOF = prove(SEED, "TABLE-1", ["lucky", "seven"], fewest_of_cuts=[10, 10], shuffles=2)


def _messages(proof: Proof) -> list[str]:
    return [problem.message for problem in verify(proof)]


def _exchanged(deck: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    cards = list(deck)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def test_a_proof_has_what_the_functions_give_and_holds() -> None:
    players = ("lucky", "seven")
    assert PROOF.commitment == commit(SEED, "TABLE-1")
    assert PROOF.decks == (shuffle(SEED, "TABLE-1", players), shuffle(SEED, "TABLE-1", players, "deck-2"))
    first = cut_depth(SEED, "TABLE-1", players, 10)
    second = cut_depth(SEED, "TABLE-1", players, 10, label="cut-2")
    assert PROOF.cuts == (Cut(10, first), Cut(10, second))
    assert verify(PROOF) == []
    assert verify(replace(PROOF, commitment=PROOF.commitment.upper())) == []
    assert verify(prove(SEED, "TABLE-1", ())) == []


def test_another_seed_is_found() -> None:
    messages = _messages(replace(PROOF, seed=bytes([1]) + SEED[1:]))
    assert messages[0] == "the seed and the round id TABLE-1 do not give the published commitment"
    assert [message.split(" is not")[0] for message in messages[1:]] == ["deck 1", "deck 2", "cut 1", "cut 2"]


def test_another_round_id_is_found() -> None:
    messages = _messages(replace(PROOF, round_id="TABLE-2"))
    assert messages[0] == "the seed and the round id TABLE-2 do not give the published commitment"
    assert len(messages) == 5


def test_another_commitment_is_found() -> None:
    assert _messages(replace(PROOF, commitment="00" * 32)) == [
        "the seed and the round id TABLE-1 do not give the published commitment"
    ]


@pytest.mark.parametrize("players", [("lucky", "eight"), ("lucky",), (), ("seven", "lucky"), ("lucky", "seven", "x")])
def test_other_player_seeds_are_found(players: tuple[str, ...]) -> None:
    messages = _messages(replace(PROOF, player_seeds=players))
    said = ", ".join(players) or "none"
    assert messages[0].startswith(f"no deck and no cut follows from the player seeds ({said})")
    assert len(messages) == 5


@pytest.mark.parametrize("number", [1, 2])
def test_two_exchanged_cards_are_found(number: int) -> None:
    decks = list(PROOF.decks)
    right = decks[number - 1]
    decks[number - 1] = _exchanged(right, 30, 51)
    assert _messages(replace(PROOF, decks=tuple(decks))) == [
        f"deck {number} is not what the seeds give: "
        f"card 31 from the top is {DECK[right[51]]} and should be {DECK[right[30]]}"
    ]


def test_another_cut_is_found() -> None:
    first, second = PROOF.cuts
    assert _messages(replace(PROOF, cuts=(first, replace(second, depth=second.depth + 1)))) == [
        f"cut 2 is not what the seeds give: {second.depth + 1} cards deep and should be {second.depth}"
    ]


def test_a_favourable_later_shuffle_is_found() -> None:
    """A server that shows its second shuffle as the first."""
    assert _messages(replace(PROOF, decks=PROOF.decks[1:]))[0].startswith("deck 1 is not what the seeds give")


def test_a_proof_survives_json() -> None:
    document = json.loads(json.dumps(PROOF.as_json()))
    assert Proof.from_json(document) == PROOF
    assert document["decks"][0].split()[0] == str(DECK[PROOF.decks[0][0]])


CHANGES: list[tuple[str, Any, str]] = [
    ("algorithm", "pitbook-0", '"pitbook-0" is not known'),
    ("round", 7, "round must be a text"),
    ("round", "", "not a round's id"),
    ("commitment", "12", "not a commitment"),
    ("commitment", None, "commitment must be a text"),
    ("seed", "12", "not a seed"),
    ("seed", ["00" * 32], "seed must be a text"),
    ("player_seeds", "lucky", "player_seeds must be a list of texts"),
    ("player_seeds", [1], "player_seeds must be a list of texts"),
    ("player_seeds", [""], "not a player's seed"),
    ("decks", ["2c 2d"], "deck 1 does not have each of the 52 cards once"),
    ("decks", ["xx"], '"xx" is not a card'),
    ("decks", [[0, 1]], "decks must be a list of texts of cards"),
    ("cuts", [{"fewest": 10}], "a cut has two whole numbers"),
    ("cuts", [{"fewest": 10, "depth": 20.0}], "a cut has two whole numbers"),
    ("cuts", [{"fewest": True, "depth": 20}], "a cut has two whole numbers"),
    ("cuts", [{"fewest": 0, "depth": 20}], "cut 1: 0 cards on each side are not possible"),
    ("cuts", [[10, 20]], "cuts must be a list of cuts"),
]


@pytest.mark.parametrize(("key", "value", "message"), CHANGES)
def test_what_is_no_proof_is_malformed(key: str, value: object, message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        Proof.from_json(PROOF.as_json() | {key: value})


def test_all_problems_of_a_document_are_told_together() -> None:
    document = PROOF.as_json() | {"algorithm": "x", "seed": "12", "round": None, "decks": ["xx yy"], "cuts": [{}]}
    with pytest.raises(MalformedError) as error:
        Proof.from_json(document)
    assert len(error.value.problems) == 6
    with pytest.raises(MalformedError) as error:
        Proof("", "x", b"", ("",), ((),), (Cut(0, 0),))
    assert len(error.value.problems) == 6


@pytest.mark.parametrize("document", [None, [], "x", {}, PROOF.as_json() | {"more": 1}])
def test_other_documents_are_malformed(document: object) -> None:
    with pytest.raises(MalformedError, match="exactly these keys"):
        Proof.from_json(document)
