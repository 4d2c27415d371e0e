"""Looking for cards in what a client was sent that the rules had not shown to that client yet.

The truth comes from the record: at every version of a table, which cards lay where, and which of them were shown to
whom. Every string of a decoded message is searched, wherever it stands and whatever it is called.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitbook.pit import Pit
from pitbook.pit.records import TABLE, read_table_event
from pitbook.table import State, evolve
from pitbook.table.decide.steps import known_cards
from pitbook.table.events import RoundEnded
from pitbook.table.round_seeds import unrevealed
from pitbook.table.seed_events import RoundCalledOff

CARD = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[cdhs])+(?![0-9A-Za-z])")
ONE = re.compile(r"(?:10|[2-9TJQKA])[cdhs]")


@dataclass(frozen=True)
class Truth:
    """What was secret at one version of a table."""

    hidden: frozenset[str]
    """Cards of the round in progress that were shown to nobody."""
    own: dict[str, frozenset[str]]
    """Cards that only one player had seen, by the player."""
    seeds: tuple[str, ...]
    """The server's seed, and those of players while others are missing."""
    order: str | None
    """The order of the deck, while it is secret."""


def truths(pit: Pit, table: str) -> dict[int, Truth]:
    """What was secret at every version."""
    state = State(pit.library)
    found = {}
    for stored in pit.store.read(TABLE + table):
        event = read_table_event(stored)
        evolve(state, event)
        found[state.version] = _truth(state, pit, over=isinstance(event, RoundEnded | RoundCalledOff))
    return found


def _truth(state: State, pit: Pit, *, over: bool) -> Truth:
    current = state.round
    if current is None or over:
        return Truth(frozenset(), {}, (), None)
    seeds = [pit.vault.unseal(current.sealed, current.id).hex()] if current.sealed else []
    seeds += current.player_seeds.values() if unrevealed(current) else []
    shown = [*current.board[: current.board_up], *current.set_aside]
    shown += [card for place, card in enumerate(current.dealer) if place in current.dealer_up]
    shown += current.extra if current.extra_up else []
    own: dict[str, set[str]] = {}
    for seat, hand in current.hands.items():
        if seat in current.shown:
            shown += hand
        elif current.street is not None:
            own.setdefault(state.seats[seat], set()).update(str(card) for card in hand)
    open_cards = {str(card) for card in shown if card is not None}
    hidden = {str(card) for card in known_cards(current)} - open_cards
    order = None if current.order is None else "".join(map(str, current.order))
    return Truth(frozenset(hidden), {name: frozenset(cards) for name, cards in own.items()}, tuple(seeds), order)


def strings(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a decoded message, keys included, with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{place}.{key}", str(key)
            yield from strings(item, f"{place}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from strings(item, f"{place}[{number}]")


def leaks(message: Any, player: str | None, truth: dict[int, Truth]) -> list[str]:
    """Everything in a message that its receiver should not have seen at its version.

    The last round is over, and its seed is revealed; what it shows is checked against its own record elsewhere.
    """
    if message.get("type") not in ("view", "patch"):
        return [f"{place}: {text}" for place, text in strings(message) if CARD.search(text)]
    version = message["version"]
    now = truth[version]
    mine = now.own.get(player or "", frozenset())
    parts = message["view"] if message["type"] == "view" else message["patch"]
    parts = parts[0] if isinstance(parts, list) else parts
    view = {name: part for name, part in parts.items() if name != "last_round"}
    found = []
    for place, text in strings(view):
        for run in CARD.findall(text):
            found += [f"{place}: {card} at {version}" for card in ONE.findall(run) if card in now.hidden - mine]
    text = json.dumps(message)
    found += [f"a seed at {version}" for seed in now.seeds if seed in text]
    found += [f"the deck at {version}"] if now.order is not None and now.order in text else []
    return found
