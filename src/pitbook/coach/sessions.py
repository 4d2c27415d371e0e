"""The rounds that a player's session counts: the newest ones, each judged only once, however often it is requested."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple, TypeVar

from pitbook.coach.report import RoundOfPlayer, round_of
from pitbook.coach.table_history import PlayedRound, TableHistories
from pitbook.pit.records import TABLE, table_of
from pitbook.problems import Problem, RefusedError

ROUNDS: Final = 500
"""How many rounds of a player a session counts at most, the newest."""
LOOKED: Final = 1_000
"""How many rounds of each table are searched for them, the newest."""
TABLES: Final = 50
"""How many of the player's tables are searched for them, those that were played at last."""
KEPT: Final = 10_000
Kept = TypeVar("Kept", RoundOfPlayer, int)


class OwnRounds(NamedTuple):
    """The newest rounds of a player, in their order, and whether there are no others."""

    rounds: list[RoundOfPlayer]
    complete: bool


class LifetimePage(NamedTuple):
    """Some rounds of a player, and the round after which the next page begins; None at the end."""

    rounds: list[RoundOfPlayer]
    end: str | None


class Sessions:
    """What players did in the rounds that were last requested. Safe to share between threads."""

    def __init__(self, histories: TableHistories) -> None:
        self._histories = histories
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, str], RoundOfPlayer] = OrderedDict()
        self._absent: OrderedDict[tuple[str, str], int] = OrderedDict()
        """By player and stream: up to this version the player has done nothing there."""

    def tables_of(self, player: str) -> list[str]:
        """The tables that a player has sat at, the most recently played first."""
        store = self._histories.store
        played_at = []
        for stream in list(store.streams(TABLE)):
            if self._has_sat(player, stream):
                newest = next(store.read(stream, store.version(stream) - 1))
                played_at.append((newest.commit, stream.removeprefix(TABLE)))
        return [name for _, name in sorted(played_at, reverse=True)]

    def newest(self, player: str, tables: Iterable[str]) -> OwnRounds:
        """The newest rounds of a player at these tables; the first tables are searched first."""
        found: list[PlayedRound] = []
        complete = True
        for number, table in enumerate(tables):
            if number == TABLES or len(found) >= ROUNDS:
                complete = False
                break
            rounds = self._histories.newest(table)
            own = (one for one in islice(rounds, LOOKED) if one.over and one.net_of(player) is not None)
            found += islice(own, ROUNDS)
            complete = complete and next(rounds, None) is None
        found.sort(key=lambda played: played.opened)
        judged = [self._judged(player, played) for played in found[-ROUNDS:]]
        return OwnRounds([one for one in judged if one is not None], complete and len(found) <= ROUNDS)

    def lifetime(self, player: str, tables: Sequence[str], after: str | None, limit: int) -> LifetimePage:
        """At most `limit` rounds of a player at these tables, each table's newest first, from where another page ended.

        At most `LOOKED` rounds are searched for one page, including those of other people.
        """
        found: list[RoundOfPlayer] = []
        looked = 0
        start, before = table_of(after) if after else (None, None)
        if start is not None and start not in tables:
            raise RefusedError(Problem(f"you have no rounds at {start} that are counted", start))
        for table in tables[tables.index(start) if start else 0 :]:
            for played in self._histories.newest(table, before if table == start else None):
                looked += 1
                if played.over and (judged := self._judged(player, played)) is not None:
                    found.append(judged)
                if len(found) == limit or looked == LOOKED:
                    return LifetimePage(found, played.round)
        return LifetimePage(found, None)

    def _has_sat(self, player: str, stream: str) -> bool:
        store, key = self._histories.store, (player, stream)
        with self._lock:
            after = self._absent.get(key, 0)
        version = store.version(stream)
        if version > after and store.acted(stream, f"player:{player}", after):
            return True
        with self._lock:
            _keep(self._absent, key, version)
        return False

    def _judged(self, player: str, played: PlayedRound) -> RoundOfPlayer | None:
        key = (player, played.round)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = round_of(player, played)
        if found is not None:
            with self._lock:
                _keep(self._known, key, found)
        return found


def _keep(known: OrderedDict[tuple[str, str], Kept], key: tuple[str, str], value: Kept) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > KEPT:
        known.popitem(last=False)
