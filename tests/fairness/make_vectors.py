"""Makes `docs/fairness-vectors.json` with the product: `python tests/fairness/make_vectors.py`."""

import hashlib
import json
from pathlib import Path
from typing import Any

from pitbook.fairness import prove
from pitbook.fairness.stream import blocks, context

VECTORS = Path(__file__).parents[2] / "docs" / "fairness-vectors.json"

COUNTING = bytes(range(32))

# Found by a search over ten million seeds: drawing the deck of TABLE-1 throws one word away.
REJECTING = (
    "1a48de0faeaa0ed870eeaf22eb0c5cff2f92872b08f3ffa2bc1304c3b2bdb724",
    "c185247d327e3970ab28e70616aa61896cd06e72bf5599adc5aec67d5f6ef22b",
    "cbbd615d548c5b7dbb2e587dc30e9b568655e7bceb8ec6fa9d57730ecf55b710",
)


def _seed(number: int) -> bytes:
    return hashlib.sha256(f"vector {number}".encode()).digest()


ROUNDS: list[tuple[str, bytes, str, tuple[str, ...], tuple[int, ...], int]] = [
    ("the example of the page", COUNTING, "TABLE-1", ("lucky", "seven"), (10,), 1),
    ("no player seeds", COUNTING, "TABLE-1", (), (10,), 1),
    ("one player seed", COUNTING, "TABLE-1", ("lucky",), (10,), 1),
    ("the same seeds in another order", COUNTING, "TABLE-1", ("seven", "lucky"), (10,), 1),
    ("another round with the same seed", COUNTING, "TABLE-2", ("lucky", "seven"), (10,), 1),
    ("a seed of zeros", bytes(32), "TABLE-1", (), (10,), 1),
    ("a seed of ones", b"\xff" * 32, "TABLE-1", (), (10,), 1),
    ("an automatic shuffle, which is not cut", _seed(1), "pit-3/table 7-100000", (), (), 1),
    ("three shuffles", _seed(2), "TABLE-3", ("a",), (10,), 3),
    ("three cuts", _seed(3), "TABLE-4", ("a",), (10, 10, 10), 1),
    ("twelve shuffles, twelve cuts", _seed(4), "TABLE-5", (), (10,) * 12, 12),
    ("the shallowest and the only middle cut", _seed(5), "TABLE-6", (), (1, 26), 1),
    ("six players", _seed(6), "TABLE-7", ("one", "two", "three", "four", "five", "six"), (10,), 1),
    ("the same seed from two players", _seed(7), "TABLE-8", ("again", "again"), (10,), 1),
    ("more than ASCII", _seed(8), "TISCH-Ä-9", ("dobře", "運", "🂡"), (10,), 1),
    ("composed, and not normalised", _seed(9), "TABLE-10", ("\u00e9",), (10,), 1),
    ("decomposed, and not normalised", _seed(9), "TABLE-10", ("e\u0301",), (10,), 1),
    ("one seed that looks like two", _seed(10), "TABLE-11", ("a,1:b",), (10,), 1),
    ("the two that it looks like", _seed(10), "TABLE-11", ("a", "b"), (10,), 1),
    ("spaces and line ends are kept", _seed(11), "TABLE-12", (" a ", "b\n"), (10,), 1),
    ("the longest texts, and several blocks of SHA-256", _seed(12), "r" * 128, ("p" * 128, "é" * 64), (10,), 1),
    *(("a word is thrown away", bytes.fromhex(seed), "TABLE-1", (), (10,), 1) for seed in REJECTING),
]


def vectors() -> list[dict[str, Any]]:
    """Every vector: the proof of a round, what it is there for, and where its first stream begins."""
    made = []
    for note, seed, round_id, player_seeds, fewest, shuffles in ROUNDS:
        stream_context = context("deck", round_id, player_seeds)
        made.append(
            {
                "note": note,
                **prove(seed, round_id, player_seeds, fewest, shuffles).as_json(),
                "context": stream_context.hex(),
                "block": next(blocks(seed, stream_context)).hex(),
            }
        )
    return made


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
