"""Shuffles with well-known faults, which every report has to find."""

import random

import numpy as np
from numpy.typing import NDArray

CARDS = 52


def _decks(shuffles: int, swaps: NDArray[np.int64], places: range) -> NDArray[np.uint8]:
    """Ordered decks, in each of which the places in turn are exchanged with the chosen ones of its line."""
    decks = np.tile(np.arange(CARDS, dtype=np.uint8), (shuffles, 1))
    lines = np.arange(shuffles)
    for column, place in enumerate(places):
        chosen = swaps[:, column]
        kept = decks[:, place].copy()
        decks[:, place] = decks[lines, chosen]
        decks[lines, chosen] = kept
    return decks


def fair(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """No fault at all, from another generator: the control of the controls."""
    chance = np.random.default_rng(seed)
    swaps = np.stack([chance.integers(0, last + 1, shuffles) for last in range(CARDS - 1, 0, -1)], axis=1)
    return _decks(shuffles, swaps, range(CARDS - 1, 0, -1))


def naive_swap(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """Each place is exchanged with any place: 52^52 ways, which 52! does not divide."""
    swaps = np.random.default_rng(seed).integers(0, CARDS, (shuffles, CARDS))
    return _decks(shuffles, swaps, range(CARDS))


def modulo_bias(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """A byte's remainder instead of rejection: small remainders come up too often."""
    random_bytes = np.random.default_rng(seed).integers(0, 256, (shuffles, CARDS - 1))
    return _decks(shuffles, random_bytes % np.arange(CARDS, 1, -1), range(CARDS - 1, 0, -1))


def last_card_stays(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """The loop begins one place too late."""
    chance = np.random.default_rng(seed)
    swaps = np.stack([chance.integers(0, last + 1, shuffles) for last in range(CARDS - 2, 0, -1)], axis=1)
    return _decks(shuffles, swaps, range(CARDS - 2, 0, -1))


def never_stays(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """Sattolo's slip: a card is never exchanged with itself, so that only cyclic orders come up."""
    chance = np.random.default_rng(seed)
    swaps = np.stack([chance.integers(0, last, shuffles) for last in range(CARDS - 1, 0, -1)], axis=1)
    return _decks(shuffles, swaps, range(CARDS - 1, 0, -1))


def few_riffles(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """Three riffles of the deck as the shuffle before left it: far from enough."""
    chance = np.random.default_rng(seed)
    deck = np.arange(CARDS, dtype=np.uint8)
    decks = np.empty((shuffles, CARDS), np.uint8)
    for line in range(shuffles):
        for _ in range(3):
            deck = deck[np.argsort(np.argsort(chance.integers(0, 2, CARDS), kind="stable"))]
        decks[line] = deck
    return decks


def repeating(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """Fair decks, of which one comes a second time."""
    decks = fair(shuffles, seed)
    decks[-1] = decks[random.Random(seed).randrange(shuffles - 1)]
    return decks


def too_even(shuffles: int, seed: int) -> NDArray[np.uint8]:
    """Each deck is followed by its 51 rotations, so that every card is in every place exactly as often."""
    start = fair(shuffles // CARDS, seed)
    return np.concatenate([np.stack([np.roll(deck, turn) for turn in range(CARDS)]) for deck in start])
