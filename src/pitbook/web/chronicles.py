"""What has been played, for the routes of history and coach: read from the ledger in the computing threads."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from starlette.requests import HTTPConnection

from pitbook.coach.chronicle import Chronicles, Played
from pitbook.ledger import Store
from pitbook.web.dependencies import compute, pit_of
from pitbook.web.replaying import replay
from pitbook.web.sessions import kind_of

KEPT: Final = 128


class Past(Chronicles):
    """The chronicles of a server, and the replays that were asked for last: a round that is over never changes."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._replays: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._replaying = Lock()

    def replay(self, store: Store, round_id: str) -> dict[str, Any]:
        """The replay of a round that is over."""
        with self._replaying:
            if round_id in self._replays:
                self._replays.move_to_end(round_id)
                return self._replays[round_id]
        found = replay(store, round_id)
        with self._replaying:
            self._replays[round_id] = found
            while len(self._replays) > KEPT:
                self._replays.popitem(last=False)
        return found


def chronicles_of(request: HTTPConnection) -> Past:
    """The chronicles of this server: of people's decisions, not of bots' or guests'."""
    state = request.app.state
    if not hasattr(state, "past"):
        state.past = Past(pit_of(request).library, lambda player: kind_of(player) == "person")
    past: Past = state.past
    return past


async def played_rounds(request: HTTPConnection, table: str) -> dict[str, Played]:
    """All rounds of a table until now, the one in progress included."""
    return await compute(request, chronicles_of(request).rounds, pit_of(request).store, table)
