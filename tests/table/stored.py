"""Digests of what golden rounds store: the form of stored events does not change under a version.

Run as a module to write them anew, which only a new version of an event may make necessary.
"""

import hashlib
import json
from pathlib import Path

from pitbook.ledger.chain import canonical
from table.awards import COMES_TO, play_game
from table.play import METHODS, Game
from table.playthroughs import SCENARIOS

RECORDS = Path(__file__).parent.parent / "golden" / "records.json"


def record_digests() -> dict[str, str]:
    """By table and scenario, a digest of the canonical form of all events."""
    found = {f"awards {book}": _digest(play_game(book)) for book in COMES_TO}
    for book, method, order in METHODS:
        for name, scenario in SCENARIOS.items():
            *_, (_, game) = scenario(book, method, order)
            found[f"{book} {method} {order} {name}"] = _digest(game)
    return found


def _digest(game: Game) -> str:
    digest = hashlib.sha256()
    for event in game.events:
        digest.update(canonical([event.type, event.version, event.to_data()]).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    RECORDS.write_text(json.dumps(record_digests(), indent=1) + "\n", encoding="utf-8")
