"""Fairness: the commitment, the shuffle and the cut of a round, and their proof.

Pure functions that anyone can redo (`docs/fairness.md`); `pitbook.fairness.report` tests the shuffle in bulk.
"""

from pitbook.fairness.deck import CARDS, CUT_LABEL, DECK_LABEL, cut, cut_depth, numbered, shuffle
from pitbook.fairness.proof import ALGORITHM, Cut, Proof, prove, verify
from pitbook.fairness.seeds import SEED_BYTES, commit, new_seed, parse_seed, player_seed_problems

__all__ = [
    "ALGORITHM",
    "CARDS",
    "CUT_LABEL",
    "DECK_LABEL",
    "SEED_BYTES",
    "Cut",
    "Proof",
    "commit",
    "cut",
    "cut_depth",
    "new_seed",
    "numbered",
    "parse_seed",
    "player_seed_problems",
    "prove",
    "shuffle",
    "verify",
]
