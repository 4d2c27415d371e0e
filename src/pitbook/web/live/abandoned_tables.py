"""Private tables that their player has abandoned: they are closed when the player opens another one."""

from functools import partial

from pitbook.table.kinds import TableStatus
from pitbook.web.live.commands import CommandHandler
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.server import TableServer


async def close_abandoned(server: TableServer, player: str, but: str) -> None:
    """Close the tables that a player opened for themselves and no longer looks at, except the newest."""
    for projection in list(server.projections.values()):
        pages = server.pages
        seen = pages.connections.at(projection.name) or pages.here(projection.name)
        if projection.name != but and _is_own(projection, player) and not seen:
            await server.run(partial(CommandHandler.close_unplayed, table=projection.name))


def _is_own(projection: TableProjection, player: str) -> bool:
    """Whether a house-dealt table is one person's alone, with no round under way."""
    state = projection.state
    alone = projection.opener == player and not projection.shared and projection.people in ([], [player])
    under_way = state.round is not None and state.round.closed
    own = projection.arrangement.private and projection.arrangement.dealing == "house" and alone
    return own and state.status == TableStatus.OPEN and not state.closing and not under_way
