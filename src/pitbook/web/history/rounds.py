"""Rounds that were played, for the routes of history and coach: read from the ledger in the computing threads."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from pitbook.coach.report import mistakes_of, report, row_of
from pitbook.coach.review import ReviewedDecision, review
from pitbook.coach.sessions import LOOKED, ROUNDS, OwnRounds, Sessions
from pitbook.coach.spot import Spot
from pitbook.coach.table_history import PlayedRound, TableHistories
from pitbook.ledger import SqliteStore, Store
from pitbook.pit import Library, TableSettings
from pitbook.pit.names import kind_of
from pitbook.pit.records import PIT, UPCASTERS, read_pit_event, table_of, table_stream
from pitbook.pit.table_settings import Arranged
from pitbook.problems import Problem, RefusedError
from pitbook.transparency.tree import RememberedLeaves
from pitbook.web.dependencies import compute, projection_of, server_of
from pitbook.web.errors import UnknownError
from pitbook.web.history.replays import replay
from pitbook.web.responses.coach import Lifetime, SessionReport
from pitbook.web.responses.replays import Replay

KEPT: Final = 128


class RoundsPage(NamedTuple):
    """Rounds, each with the player's decisions, and the number below which the next page begins; None at the end."""

    rounds: list[tuple[PlayedRound, Sequence[ReviewedDecision]]]
    before: int | None


NET: Final[Mapping[str | None, Callable[[int], bool]]] = {
    "mine": lambda net: True,
    "won": lambda net: net > 0,
    "lost": lambda net: net < 0,
}
"""How a list of rounds can be narrowed by what the player won."""


class RoundHistory(TableHistories):
    """The histories of a server, and the latest replays: a finished round never changes."""

    def __init__(self, store: Store, library: Library) -> None:
        super().__init__(store, library, lambda player: kind_of(player) == "person")
        self.leaves = RememberedLeaves(store.leaves)
        """The leaves of the record's tree, for proofs."""
        self._sessions = Sessions(self)
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._replaying = Lock()

    def is_public(self, table: str) -> bool:
        """Whether there is such a table and everybody may see it."""
        return bool(self.store.version(table_stream(table))) and not self._arrangement(table).private

    def page(self, table: str, before: int | None, limit: int, player: str, only: str | None) -> RoundsPage:
        """A page of a table's finished rounds, the newest first; `only` narrows it to some rounds of the player."""
        found: list[tuple[PlayedRound, Sequence[ReviewedDecision]]] = []
        speaks = self._arrangement(table).coach != "off"
        looked: PlayedRound | None = None
        rounds = (one for one in self.newest(table, before) if one.over)
        for played in islice(rounds, LOOKED):
            if len(found) == limit:
                return RoundsPage(found, looked.number if looked else None)
            looked = played
            own = [one for one in played.decisions if one.player == player] if speaks else []
            net = played.net_of(player)
            if only in NET and not (net is not None and NET[only](net)):
                continue
            if only == "void" and played.void is None:
                continue
            reviewed = review(own)
            if only != "mistakes" or any(one.cost for one in reviewed):
                found.append((played, reviewed))
        return RoundsPage(found, looked.number if looked and next(rounds, None) else None)

    def report(self, player: str, table: str | None) -> SessionReport:
        """The report on a player's session, at one table or at all tables where the coach may speak."""
        own = self._own(player, table)
        return {**report(player, own.rounds), "most": ROUNDS, "complete": own.complete}

    def mistakes(self, player: str) -> list[Spot]:
        """The decisions that a player got wrong, the costliest first, each once."""
        return list(dict.fromkeys(reviewed.decision.spot for _, reviewed in mistakes_of(self._own(player).rounds)))

    def lifetime(self, player: str, after: str | None, limit: int) -> Lifetime:
        """A page of a player's rounds in figures, from all tables where the coach may speak."""
        tables = sorted(self._sessions.tables_of(player), key=lambda name: (len(name), name))
        told = [name for name in tables if self._arrangement(name).coach != "off"]
        page = self._sessions.lifetime(player, told, after, limit)
        return {"rounds": [row_of(one) for one in page.rounds], "after": page.end}

    def _own(self, player: str, table: str | None = None) -> OwnRounds:
        tables = [table] if table else self._sessions.tables_of(player)
        return self._sessions.newest(player, (name for name in tables if self._arrangement(name).coach != "off"))

    def replay(self, round_id: str) -> Replay:
        """The replay of a round that is over."""
        with self._replaying:
            if round_id in self._replays:
                self._replays.move_to_end(round_id)
                return self._replays[round_id]
        found = replay(self.store, round_id)
        with self._replaying:
            self._replays[round_id] = found
            while len(self._replays) > KEPT:
                self._replays.popitem(last=False)
        return found

    def _arrangement(self, table: str) -> TableSettings:
        """How a table is run, read from the record, so that the pit need not load closed tables."""
        arrangement = TableSettings()
        for stored in self.store.read(PIT + table):
            event = read_pit_event(stored)
            if isinstance(event, Arranged):
                arrangement = event.arrangement
        return arrangement


def history_of(request: HTTPConnection) -> RoundHistory:
    """The rounds in this server's record, read over a separate connection so that no commit waits for readers."""
    state = request.app.state
    if not hasattr(state, "history"):
        pit = server_of(request).pit
        own = SqliteStore(pit.store.path, upcasters=UPCASTERS) if isinstance(pit.store, SqliteStore) else pit.store
        state.history = RoundHistory(own, pit.library)
    history: RoundHistory = state.history
    return history


def close_history(app: FastAPI) -> None:
    """Close the connection, if there is one, when the server stops."""
    history: RoundHistory | None = getattr(app.state, "history", None)
    if history is not None and isinstance(history.store, SqliteStore):
        history.store.close()
        del app.state.history


async def check_history_visible(request: HTTPConnection, table: str) -> None:
    """Check that the caller may see a table's rounds (404, 403), without loading a closed table that is public."""
    if table in server_of(request).projections or not await compute(request, history_of(request).is_public, table):
        await projection_of(request, table)


async def finished_round(request: HTTPConnection, round_id: str) -> PlayedRound:
    """A finished round, if the caller may see it (404, 403); a round in progress is refused."""
    table, _ = table_of(round_id)
    await check_history_visible(request, table)
    found = await compute(request, history_of(request).find, round_id)
    if found is None:
        raise UnknownError(Problem(f"there is no round {round_id}", round_id))
    if not found.over:
        raise RefusedError(Problem(f"round {round_id} is not over yet: it can be shown afterwards", round_id))
    return found
