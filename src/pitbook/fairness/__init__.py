"""Fairness: the commitments, the shuffle and the cut of a round, and their proof.

Pure functions that anyone can reproduce (`docs/explanation/fairness.md`); `pitbook.fairness.report` tests the shuffle
in bulk.
"""

from pitbook.fairness.contributions import Beacon, SeedContribution, beacon_problems, mixed_in
from pitbook.fairness.deck import CARDS, CUT_LABEL, DECK_LABEL, cut, cut_depth, numbered, shuffle
from pitbook.fairness.proof import ALGORITHM, Cut, Proof, ProofTerms, prove, verify
from pitbook.fairness.proof_parsing import read_proof
from pitbook.fairness.seeds import SEED_BYTES, commit, commit_player, new_seed, parse_seed, player_seed_problems

__all__ = [
    "ALGORITHM",
    "CARDS",
    "CUT_LABEL",
    "DECK_LABEL",
    "SEED_BYTES",
    "Beacon",
    "Cut",
    "Proof",
    "ProofTerms",
    "SeedContribution",
    "beacon_problems",
    "commit",
    "commit_player",
    "cut",
    "cut_depth",
    "mixed_in",
    "new_seed",
    "numbered",
    "parse_seed",
    "player_seed_problems",
    "prove",
    "read_proof",
    "shuffle",
    "verify",
]
