"""The published test vectors, and a check that the shuffle of this process reproduces them."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from pitbook import fairness
from pitbook.cards import DECK
from pitbook.fairness.kernels import as_words, shuffle_decks
from pitbook.fairness.proof import ShuffleProof
from pitbook.fairness.stream import context

VECTORS: Final = Path(__file__).with_name("vectors.json")
"""Rounds with all results of their seeds, described in `docs/explanation/fairness.md`."""
AS_PUBLISHED: Final = "gives the published vectors"


class ShuffleVector(ShuffleProof):
    """A round with all results of its seeds, and what it shows."""

    note: str
    context: str | None
    """The context of the stream that shuffles the first deck; null if nothing is dealt."""
    block: str | None
    """The first block of that stream."""


@lru_cache(maxsize=1)
def read_vectors() -> tuple[ShuffleVector, ...]:
    """The vectors, read once: a later change to the file does not concern this process."""
    return tuple(json.loads(VECTORS.read_text(encoding="utf-8")))


def check_shuffle() -> str:
    """`AS_PUBLISHED`, or the first vector that the shuffle or its fast version does not reproduce."""
    for vector in read_vectors():
        try:
            differing = _differing(vector)
        except Exception as error:
            # A shuffle that raises is as wrong as one that gives other cards.
            differing = f"it cannot be computed: {type(error).__name__}"
        if differing is not None:
            return f"does not give the published vector {vector['note']!r}: {differing}"
    return AS_PUBLISHED


def _differing(vector: ShuffleVector) -> str | None:
    """The first difference between a vector and the functions that the table deals with."""
    seed, round_id, listed = fairness.parse_seed(vector["seed"]), vector["round"], vector["players"]
    if fairness.commit(seed, round_id, vector["rules"], vector["par"]) != vector["commitment"]:
        return "the commitment differs"
    for one in listed:
        if (
            one["seed"] is not None
            and fairness.commit_player(one["seed"], round_id, one["player"]) != one["commitment"]
        ):
            return f"the commitment of {one['player']} differs"
    if not vector["decks"]:
        return None
    players = [fairness.SeedContribution(**one) for one in listed]
    mixed = fairness.mixed_in(players, fairness.Beacon(**vector["beacon"]) if vector["beacon"] else None)
    for number, deck in enumerate(vector["decks"], 1):
        label = fairness.numbered(fairness.DECK_LABEL, number)
        if _written(fairness.shuffle(seed, round_id, mixed, label)) != deck:
            return f"deck {number} differs"
        if _written(_fast(seed, context(label, round_id, mixed))) != deck:
            return f"deck {number} differs in the fast version of the shuffle"
    for number, cut in enumerate(vector["cuts"], 1):
        label = fairness.numbered(fairness.CUT_LABEL, number)
        if fairness.cut_depth(seed, round_id, mixed, cut["fewest"], label=label) != cut["depth"]:
            return f"cut {number} differs"
    return None


def _fast(seed: bytes, stream_context: bytes) -> tuple[int, ...]:
    decks = np.empty((1, fairness.CARDS), np.uint8)
    shuffle_decks(as_words(seed), as_words(stream_context), decks)
    return tuple(decks[0].tolist())


def _written(deck: tuple[int, ...]) -> str:
    return " ".join(str(DECK[index]) for index in deck)
