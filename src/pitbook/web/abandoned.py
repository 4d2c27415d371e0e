"""Private tables that their player has left behind: they are closed when the player opens another one."""

from functools import partial

from pitbook.web.desk import Desk
from pitbook.web.house import House
from pitbook.web.room import Room


async def close_abandoned(house: House, player: str, but: str) -> None:
    """Close the tables that somebody opened for themselves and no longer looks at, but for the newest."""
    for room in list(house.rooms.values()):
        if room.name != but and _is_own(room, player) and not house.connections.at(room.name):
            await house.done(partial(Desk.close_unplayed, table=room.name))


def _is_own(room: Room, player: str) -> bool:
    """Whether a house-dealt table is one person's alone, with no round under way."""
    state = room.state
    alone = room.opener == player and not room.shared and room.people in ([], [player])
    under_way = state.round is not None and state.round.closed
    own = room.arrangement.private and room.arrangement.dealing == "house" and alone
    return own and state.status == "open" and not state.closing and not under_way
