"""Looking at a table from outside: its whole state as plain data, and cards that a view should not have."""

import json
import re
from collections import deque
from typing import Any, TypeVar

from pitbook.cards import Card
from pitbook.submission import HouseRules
from pitbook.table import dealer_view, player_view, public_view
from pitbook.table.agenda import AgendaStep
from pitbook.table.decide.steps import known_cards
from pitbook.table.round_seeds import unrevealed
from pitbook.table.state import Round, SeatedPlayer, State, TableDeck
from pitbook.table.views import TableView
from table.play import KEYS

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z])")


T = TypeVar("T")


def there(part: T | None) -> T:
    """A part of a view that has to be there."""
    assert part is not None
    return part


def dump(value: Any) -> Any:
    """Everything that a state consists of."""
    if isinstance(value, State | Round | TableDeck | SeatedPlayer):
        names = [name for name in type(value).__slots__ if name not in ("library", "rules")]
        found = {name: dump(getattr(value, name)) for name in names}
        return found | ({"rules": value.rules and value.rules.digest} if isinstance(value, State) else {})
    if isinstance(value, AgendaStep):
        return repr(value)
    if isinstance(value, HouseRules):
        return value.digest
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, dict):
        return {key: dump(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    if isinstance(value, list | tuple | deque):
        return [dump(item) for item in value]
    return value


def _allowed(state: State, player: str | None) -> set[Card | None]:
    """The cards of the round in progress that the rules have shown to a player, or to everybody."""
    current = state.round
    if current is None:
        return set()
    cards: list[Card | None] = [*current.board[: current.board_up], *current.set_aside]
    cards += [card for place, card in enumerate(current.dealer) if place in current.dealer_up]
    cards += current.extra if current.extra_up else []
    for seat, hand in current.hands.items():
        own = player is not None and current.street is not None and state.seats.get(seat) == player
        if seat in current.shown or own:
            cards += hand
    return set(cards)


def leaks(state: State) -> list[tuple[str, str]]:
    """Cards that stand in a view and should not, with whose view it is."""
    if state.round is None:
        return []
    views: list[tuple[str | None, TableView]] = [(None, public_view(state)), (None, dealer_view(state))]
    views += [(name, player_view(state, name)) for name in state.players]
    found = []
    known = known_cards(state.round)
    for player, view in views:
        hidden = {str(card) for card in known} - {str(card) for card in _allowed(state, player)}
        text = json.dumps({key: value for key, value in view.items() if key != "last_round"})
        for run in CARD.findall(text):
            cards = {run[at : at + 2] for at in range(0, len(run), 2)}
            found += [(view["for"], card) for card in cards & hidden]
        if state.round.sealed is not None and KEYS.unseal(state.round.sealed, state.round.id).hex() in text:
            found.append((view["for"], "seed"))
        unknown = {seed for _, seed in state.round.player_seeds.items()} if unrevealed(state.round) else set()
        found += [(view["for"], "a player's seed") for seed in unknown if f'"{seed}"' in text]
    return found
