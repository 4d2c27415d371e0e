"""Tables in tests: opened in a pit, with bots in every seat."""

from random import Random

from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Host, Pit, simple
from pitbook.submission import HouseRules
from pitbook.table.commands import Actor, floorperson, player
from table.play import KEYS

FLOOR = floorperson("Ada")
ONE: Actor = player("player 1")


def hosted(
    store: Store, rules: HouseRules, name: str = "T1", *, rate: float = 0.0, seed: int = 1, meters: str | None = None
) -> Host:
    """A new table with a full house of bots."""
    pit = Pit(store, keys=KEYS)
    pit.open_table(name, rules, FLOOR, meters=meters)
    host = Host(pit, name, simple, irregularities=rate, chance=Random(seed))
    host.seat(rules.positions)
    return host


def play(host: Host, rounds: int) -> list[str]:
    """So many rounds with every seat; their ids."""
    return [host.play_round(len(host.pit.state(host.table).seats)) for _ in range(rounds)]


def recorded(rules: HouseRules, rounds: int = 3, *, rate: float = 0.0) -> MemoryStore:
    """A record of some rounds."""
    store = MemoryStore()
    play(hosted(store, rules, rate=rate), rounds)
    return store
