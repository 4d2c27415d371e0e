"""Makes `src/pitbook/fairness/vectors.json` with the product: `python tests/fairness/make_vectors.py`."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from pitbook.fairness import Beacon, ProofTerms, SeedContribution, commit_player, mixed_in, prove
from pitbook.fairness.stream import blocks, context
from pitbook.fairness.vectors import VECTORS

COUNTING = bytes(range(32))

# Found by a search over ten million seeds: drawing the deck of TABLE-1 throws one word away.
REJECTING = (
    "1a48de0faeaa0ed870eeaf22eb0c5cff2f92872b08f3ffa2bc1304c3b2bdb724",
    "c185247d327e3970ab28e70616aa61896cd06e72bf5599adc5aec67d5f6ef22b",
    "cbbd615d548c5b7dbb2e587dc30e9b568655e7bceb8ec6fa9d57730ecf55b710",
)


def _seed(number: int) -> bytes:
    return hashlib.sha256(f"vector {number}".encode()).digest()


DIGESTS = ("7" * 64, "d" * 64)
OPENED = "2026-01-31T12:00:00+00:00"
PULSE = Beacon("8b8e7f", "2026-01-31T12:00:30+00:00")


def _listed(round_id: str, *seeds: str) -> tuple[SeedContribution, ...]:
    """Players `one`, `two`, ... with these seeds, as a closed list has them."""
    names = ("one", "two", "three", "four", "five", "six")
    return tuple(
        SeedContribution(name, commit_player(seed, round_id, name), seed)
        for name, seed in zip(names, seeds, strict=False)
    )


def _named(round_id: str, *players: tuple[str, str]) -> tuple[SeedContribution, ...]:
    return tuple(SeedContribution(name, commit_player(seed, round_id, name), seed) for name, seed in players)


Vector = tuple[str, bytes, str, tuple[SeedContribution, ...], Beacon | None, tuple[int, ...], int]
EXAMPLE = _named("TABLE-1", ("ann", "lucky"), ("bob", "seven"))
MISSING = (*EXAMPLE[:1], replace(EXAMPLE[1], seed=None))
LONG = _named("r" * 128, ("n" * 256, "p" * 128), ("m", "é" * 64))
ROUNDS: list[Vector] = [
    ("the example of the page", COUNTING, "TABLE-1", EXAMPLE, None, (10,), 1),
    ("no player seeds", COUNTING, "TABLE-1", (), None, (10,), 1),
    ("one player seed", COUNTING, "TABLE-1", EXAMPLE[:1], None, (10,), 1),
    ("the same seeds in another order", COUNTING, "TABLE-1", EXAMPLE[::-1], None, (10,), 1),
    ("another round with the same seeds", COUNTING, "TABLE-2", _listed("TABLE-2", "lucky", "seven"), None, (10,), 1),
    ("a beacon and no players", COUNTING, "TABLE-1", (), PULSE, (10,), 1),
    ("a beacon and players", COUNTING, "TABLE-1", EXAMPLE, PULSE, (10,), 1),
    ("a seed is missing, and nothing is dealt", COUNTING, "TABLE-1", MISSING, None, (), 0),
    ("a seed of zeros", bytes(32), "TABLE-1", (), None, (10,), 1),
    ("a seed of ones", b"\xff" * 32, "TABLE-1", (), None, (10,), 1),
    ("an automatic shuffle, which is not cut", _seed(1), "pit-3/table 7-100000", (), None, (), 1),
    ("three shuffles", _seed(2), "TABLE-3", _listed("TABLE-3", "a"), None, (10,), 3),
    ("three cuts", _seed(3), "TABLE-4", _listed("TABLE-4", "a"), None, (10, 10, 10), 1),
    ("twelve shuffles, twelve cuts", _seed(4), "TABLE-5", (), None, (10,) * 12, 12),
    ("the shallowest and the only middle cut", _seed(5), "TABLE-6", (), None, (1, 26), 1),
    ("six players", _seed(6), "TABLE-7", _listed("TABLE-7", *"abcdef"), None, (10,), 1),
    ("the same seed from two players", _seed(7), "TABLE-8", _listed("TABLE-8", "again", "again"), None, (10,), 1),
    ("more than ASCII", _seed(8), "TISCH-Ä-9", _named("TISCH-Ä-9", ("dobře", "運"), ("Zoë", "🂡")), None, (10,), 1),
    ("composed, and not normalised", _seed(9), "TABLE-10", _listed("TABLE-10", "\u00e9"), None, (10,), 1),
    ("decomposed, and not normalised", _seed(9), "TABLE-10", _listed("TABLE-10", "e\u0301"), None, (10,), 1),
    ("a seed that looks like two players", _seed(10), "TABLE-11", _listed("TABLE-11", "a,6:player,"), None, (10,), 1),
    ("a player called beacon", _seed(10), "TABLE-11", _named("TABLE-11", ("beacon", "player")), None, (10,), 1),
    ("spaces and line ends are kept", _seed(11), "TABLE-12", _listed("TABLE-12", " a ", "b\n"), None, (10,), 1),
    ("the longest texts, and several blocks of SHA-256", _seed(12), "r" * 128, LONG, None, (10,), 1),
    *(("a word is thrown away", bytes.fromhex(seed), "TABLE-1", (), None, (10,), 1) for seed in REJECTING),
]


def vectors() -> list[dict[str, Any]]:
    """Every vector: the proof of a round, what it is there for, and where its first stream begins."""
    made = []
    for note, seed, round_id, players, beacon, fewest, shuffles in ROUNDS:
        proof = prove(seed, ProofTerms(round_id, *DIGESTS, OPENED), players, beacon, fewest, shuffles)
        stream = None if proof.missing else context("deck", round_id, mixed_in(players, beacon))
        made.append(
            {
                "note": note,
                **proof.as_json(),
                "context": stream and stream.hex(),
                "block": stream and next(blocks(seed, stream)).hex(),
            }
        )
    return made


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
