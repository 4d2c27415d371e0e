"""Proofs: what was tampered with is found and named, and what is no proof is refused with all its problems."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pitbook.cards import DECK
from pitbook.fairness import (
    Beacon,
    Cut,
    Proof,
    ProofTerms,
    SeedContribution,
    commit,
    commit_player,
    cut_depth,
    prove,
    read_proof,
    shuffle,
    verify,
)
from pitbook.problems import MalformedError

SEED = bytes(range(32))
TERMS = ProofTerms("TABLE-1", "7" * 64, "d" * 64, "2026-01-31T12:00:00+00:00")


def _players(*seeds: tuple[str, str]) -> tuple[SeedContribution, ...]:
    return tuple(SeedContribution(name, commit_player(seed, "TABLE-1", name), seed) for name, seed in seeds)


PLAYERS = _players(("ann", "lucky"), ("bob", "seven"))
PROOF = prove(SEED, TERMS, PLAYERS, fewest_of_cuts=[10, 10], shuffles=2)


def test_the_proof_of_a_short_deck() -> None:
    proof = prove(SEED, TERMS, PLAYERS, fewest_of_cuts=[10], shuffles=2, cards=36)
    assert {len(deck) for deck in proof.decks} == {36}
    assert verify(proof) == []
    assert read_proof(proof.as_json()) == proof
    swapped = replace(proof, decks=(_exchanged(proof.decks[0], 0, 1), proof.decks[1]))
    assert "deck 1 is not what the seeds give" in _messages(swapped)[0]
    with pytest.raises(MalformedError, match="deck 2 does not have each of the 36 cards once"):
        replace(proof, decks=(proof.decks[0], PROOF.decks[1]))
    with pytest.raises(MalformedError, match="does not have each of the 52 cards once"):
        replace(proof, decks=(proof.decks[0][:35],))
    with pytest.raises(MalformedError, match="20 cards on each side"):
        replace(proof, cuts=(Cut(20, 20),))


NOT_COMMITTED = "the seed, the round id TABLE-1 and the digests do not give the published commitment"


def _messages(proof: Proof) -> list[str]:
    return [problem.message for problem in verify(proof)]


def _exchanged(deck: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    cards = list(deck)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def test_a_proof_has_what_the_functions_give_and_holds() -> None:
    mixed = ("player", "ann", "lucky", "player", "bob", "seven")
    assert PROOF.commitment == commit(SEED, "TABLE-1", TERMS.rules, TERMS.par)
    assert PROOF.decks == (shuffle(SEED, "TABLE-1", mixed), shuffle(SEED, "TABLE-1", mixed, "deck-2"))
    first = cut_depth(SEED, "TABLE-1", mixed, 10)
    second = cut_depth(SEED, "TABLE-1", mixed, 10, label="cut-2")
    assert PROOF.cuts == (Cut(10, first), Cut(10, second))
    assert verify(PROOF) == []
    assert verify(replace(PROOF, commitment=PROOF.commitment.upper())) == []
    assert verify(prove(SEED, TERMS)) == []


def test_another_seed_is_found() -> None:
    messages = _messages(replace(PROOF, seed=bytes([1]) + SEED[1:]))
    assert messages[0] == NOT_COMMITTED
    assert [message.split(" is not")[0] for message in messages[1:]] == ["deck 1", "deck 2", "cut 1", "cut 2"]


def test_another_round_id_is_found() -> None:
    messages = _messages(replace(PROOF, terms=replace(TERMS, round_id="TABLE-2")))
    assert messages[0] == NOT_COMMITTED.replace("TABLE-1", "TABLE-2")
    assert messages[1:3] == [f"the seed of {name} does not match the commitment of {name}" for name in ("ann", "bob")]
    assert len(messages) == 7


@pytest.mark.parametrize("part", ["rules", "par"])
def test_another_digest_is_found(part: str) -> None:
    """The rules are part of the commitment: nobody can say afterwards that others were in force."""
    assert _messages(replace(PROOF, terms=replace(TERMS, **{part: "0" * 64}))) == [NOT_COMMITTED]


def test_another_commitment_is_found() -> None:
    assert _messages(replace(PROOF, commitment="00" * 32)) == [NOT_COMMITTED]


ANN, BOB = PLAYERS
EVE = _players(("eve", "x"))[0]


@pytest.mark.parametrize("players", [(ANN,), (), (BOB, ANN), (ANN, BOB, EVE), (ANN, EVE)])
def test_other_players_are_found(players: tuple[SeedContribution, ...]) -> None:
    messages = _messages(replace(PROOF, contributions=players))
    said = ", ".join(one.player for one in players) or "none"
    assert messages[0].startswith(f"no deck and no cut matches the seeds ({said})")
    assert len(messages) == 5


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    messages = _messages(replace(PROOF, contributions=(ANN, replace(BOB, seed="eight"))))
    assert messages[0] == "the seed of bob does not match the commitment of bob"
    copied = replace(EVE, commitment=BOB.commitment, seed="seven")
    assert _messages(prove(SEED, TERMS, (ANN, copied))) == ["the seed of eve does not match the commitment of eve"]


def test_cards_in_spite_of_a_missing_seed_are_found() -> None:
    missing = (ANN, replace(BOB, seed=None))
    assert _messages(replace(PROOF, contributions=missing)) == ["cards were dealt although the seed of bob was missing"]
    assert verify(prove(SEED, TERMS, missing, shuffles=0)) == []
    with pytest.raises(MalformedError, match="the seed of bob is missing"):
        prove(SEED, TERMS, missing)


def test_a_beacon_from_before_the_commitment_is_found() -> None:
    fresh, old = Beacon("pulse", "2026-01-31T12:00:00Z"), Beacon("pulse", "2026-01-31T13:59:59+02:00")
    assert verify(prove(SEED, TERMS, PLAYERS, fresh)) == []
    assert prove(SEED, TERMS, PLAYERS, fresh).decks != prove(SEED, TERMS, PLAYERS).decks
    (message,) = _messages(prove(SEED, TERMS, PLAYERS, old))
    assert "is older than the commitment" in message


@pytest.mark.parametrize("number", [1, 2])
def test_two_exchanged_cards_are_found(number: int) -> None:
    decks = list(PROOF.decks)
    right = decks[number - 1]
    decks[number - 1] = _exchanged(right, 30, 51)
    assert _messages(replace(PROOF, decks=tuple(decks))) == [
        f"deck {number} is not what the seeds give: "
        f"card 31 from the top is {DECK[right[51]]} but should be {DECK[right[30]]}"
    ]


def test_another_cut_is_found() -> None:
    first, second = PROOF.cuts
    assert _messages(replace(PROOF, cuts=(first, replace(second, depth=second.depth + 1)))) == [
        f"cut 2 is not what the seeds give: {second.depth + 1} cards deep but should be {second.depth}"
    ]


def test_a_favourable_later_shuffle_is_found() -> None:
    """A server that shows its second shuffle as the first."""
    assert _messages(replace(PROOF, decks=PROOF.decks[1:]))[0].startswith("deck 1 is not what the seeds give")


def test_a_proof_survives_json() -> None:
    document = json.loads(json.dumps(PROOF.as_json()))
    assert read_proof(document) == PROOF
    assert document["decks"][0].split()[0] == str(DECK[PROOF.decks[0][0]])


CHANGES: list[tuple[str, Any, str]] = [
    ("algorithm", "pitbook-0", '"pitbook-0" is unknown'),
    ("round", 7, "round must be text"),
    ("round", "", "not a round's id"),
    ("commitment", "12", "not a commitment"),
    ("commitment", None, "commitment must be text"),
    ("seed", "12", "not a seed"),
    ("seed", ["00" * 32], "seed must be text"),
    ("rules", "12", "not a digest of rules"),
    ("par", "12", "not a digest of a PAR sheet"),
    ("opened", "noon", "not a time with its zone"),
    ("opened", "2026-01-31T12:00:00", "not a time with its zone"),
    ("players", "lucky", "players must be a list of players"),
    ("players", [1], "players must be a list of players"),
    ("players", [{"player": "ann"}], "has a name, a commitment and a seed"),
    ("players", [{"player": "ann", "commitment": "00" * 32, "seed": 7}], "has a name, a commitment and a seed"),
    ("players", [{"player": "", "commitment": "00" * 32, "seed": "x"}], "not a player's name"),
    ("players", [{"player": "ann", "commitment": "0", "seed": "x"}], "not a player's commitment"),
    ("players", [{"player": "ann", "commitment": "00" * 32, "seed": "x" * 129}], "not a player's seed"),
    ("players", 2 * [{"player": "ann", "commitment": "00" * 32, "seed": "x"}], "ann is on the list twice"),
    ("beacon", "pulse", "a beacon has two texts"),
    ("beacon", {"value": "pulse"}, "a beacon has two texts"),
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
        read_proof(PROOF.as_json() | {key: value})


def test_all_problems_of_a_document_are_told_together() -> None:
    document = PROOF.as_json() | {"algorithm": "x", "seed": "12", "round": None, "decks": ["xx yy"], "cuts": [{}]}
    with pytest.raises(MalformedError) as error:
        read_proof(document)
    assert len(error.value.problems) == 6
    with pytest.raises(MalformedError) as error:
        Proof(ProofTerms("", "", "", ""), "x", b"", (SeedContribution("", "", ""),), None, ((),), (Cut(0, 0),))
    assert len(error.value.problems) == 11


@pytest.mark.parametrize("document", [None, [], "x", {}, PROOF.as_json() | {"more": 1}])
def test_other_documents_are_malformed(document: object) -> None:
    with pytest.raises(MalformedError, match="exactly these keys"):
        read_proof(document)
