"""Roles at a table: who has them, and which of them count while others play.

The person who opened a table is its dealer and floorperson, and may invite others to these roles. One person can have
several sessions, so an invitation proves nothing. As soon as somebody else has a wager, only people appointed by the
operator are dealer and floorperson, and only while they have no wager there themselves. A person who plays alone, or
with bots, may try out everything.
"""

from collections.abc import Collection
from typing import Final, Literal

from pitbook.pit.names import kind_of
from pitbook.table import State

Role = Literal["player", "viewer", "dealer", "floor"]
ROLES: Final[tuple[Role, ...]] = ("player", "viewer", "dealer", "floor")
STAFF: Final[tuple[Role, ...]] = ("dealer", "floor")


def roles_now(state: State, player: str, own: Collection[Role], appointed: Collection[Role]) -> tuple[Role, ...]:
    """The roles that count now: all, or while other people have wagers, the appointed roles of a person without one."""
    if not own and not appointed:
        return ()
    current = state.round
    wagering = set() if current is None else {state.seats[seat] for seat in current.wagers}
    if not any(kind_of(name) == "person" for name in wagering - {player}):
        return tuple(dict.fromkeys((*own, *appointed)))
    return () if player in wagering else tuple(appointed)
