"""Timers of the tables: when a bot decides, and when the time for a decision, for wagers or for seeds is over.

Timers are in memory. After a restart they start again, and every pending decision is found in the record. With several
servers, each has the timers of all tables, but only the one that deals at a table acts. A server that takes over acts
when the time is over, counted from when it saw the time start.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, Protocol

from pitbook.pit.auto_dealer import wagered_are_ready
from pitbook.pit.bots import situation
from pitbook.pit.names import kind_of
from pitbook.problems import PitbookError
from pitbook.rulebooks.actions import Action
from pitbook.table.departures import awaiting_ruling
from pitbook.table.kinds import TableStatus
from pitbook.table.round_seeds import awaits_seeds, reveal_until
from pitbook.table.state import Round
from pitbook.web.live.bots import chosen_action, learned
from pitbook.web.live.commands import CommandHandler, CommandResult, Turn, turn_of
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.views import may_speak_for
from pitbook.web.live.workers import Workers
from pitbook.web.settings import Settings

log = logging.getLogger("pitbook.web")
RETRY_SECONDS: Final = 5.0
"""How long a timer that was refused waits before it acts again."""
OTHERS_ACT: Final = 0.25
"""Seconds after which a timer whose time is over checks again whether this server has taken over the table."""
LEEWAY: Final = 0.05
"""Seconds from the end of the time for seeds until a round is called off: clocks differ."""


class CommandRunner(Protocol):
    """Runs the commands that a timer leads to."""

    async def run(self, work: Callable[[CommandHandler], CommandResult]) -> CommandResult:
        """Run commands in order, and show the outcome."""

    def deals(self, table: str) -> bool:
        """Whether the automatic dealer of a table, and so its timer, acts here."""


Clock = tuple[str, str] | Turn
"""What the time began with: somebody ready in a round, somebody who left in it, or a decision."""


@dataclass(frozen=True, slots=True)
class Timer:
    """What one table waits for."""

    what: Literal["bot", "decision", "wagering", "seeds", "left", "unplayed"]
    seconds: float
    turn: Turn | None = None
    """The decision that it is about."""
    round_id: str = ""
    gone: tuple[str, ...] = ()
    """Players who left and whose wagers wait for a ruling."""
    clock: Clock | None = None
    """A timer that replaces another one with the same clock gets no new time."""
    longest: float | None = None
    """The time is over at most this many seconds after the clock began, however often the timer changes."""

    @property
    def is_shown(self) -> bool:
        """Whether players see the deadline."""
        return self.what in ("decision", "wagering") or (self.what == "left" and self.turn is not None)


class TableTimers:
    """Has one timer for each table, and acts when its time is over."""

    def __init__(
        self,
        settings: Settings,
        runner: CommandRunner,
        workers: Workers,
        since: datetime,
        now: Callable[[], datetime],
    ) -> None:
        self._settings = settings
        self._now = now
        """The clock of the record, which all its servers share."""
        self._since = since
        """When the server was started."""
        self._runner = runner
        self._workers = workers
        self._timers: dict[str, tuple[Timer, asyncio.Task[None]]] = {}
        self._clocks: dict[str, tuple[Clock, float]] = {}
        """The clock of each table, and when it began."""
        self._learning: dict[tuple[str, str], asyncio.Task[object]] = {}
        """By table and name: bots that learn their game, which they do as soon as they sit down."""

    def look(self, projection: TableProjection) -> None:
        """Set the timer that a table needs now; if it is already set, it runs on."""
        self._let_bots_learn(projection)
        timer = self._timer(projection)
        held = self._timers.get(projection.name)
        if held is not None and held[0] == timer:
            return
        if held is not None:
            held[1].cancel()
            del self._timers[projection.name]
        projection.deadline = None
        seconds = self._time_left(projection, timer)
        if timer is not None:
            if timer.is_shown:
                projection.deadline = (self._now() + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
            self._hold(projection, timer, seconds)

    def _time_left(self, projection: TableProjection, timer: Timer | None) -> float:
        """How long a new timer waits; an earlier timer may have started its clock."""
        now = asyncio.get_running_loop().time()
        if timer is None or timer.clock is None:
            self._clocks.pop(projection.name, None)
            return 0.0 if timer is None else timer.seconds
        clock, begun = self._clocks.get(projection.name, (None, now))
        if clock != timer.clock:
            begun = now
        self._clocks[projection.name] = (timer.clock, begun)
        longest = timer.seconds if timer.longest is None else timer.longest
        return max(0.0, min(timer.seconds, begun + longest - now))

    def _hold(self, projection: TableProjection, timer: Timer, seconds: float) -> None:
        self._timers[projection.name] = (timer, asyncio.create_task(self._wait(projection, timer, seconds)))

    def _let_bots_learn(self, projection: TableProjection) -> None:
        if projection.state.status != TableStatus.OPEN or not self._runner.deals(projection.name):
            for known in [one for one in self._learning if one[0] == projection.name]:
                del self._learning[known]
            return
        for name in projection.state.players:
            if kind_of(name) == "bot" and (projection.name, name) not in self._learning:
                learning = asyncio.ensure_future(self._workers.think(learned, projection.state.rules, name))
                # An error here occurs again when the bot has to decide, and is logged then.
                learning.add_done_callback(lambda done: done.cancelled() or done.exception())
                self._learning[projection.name, name] = learning

    def stop(self) -> None:
        """Stop all timers."""
        for learning in self._learning.values():
            learning.cancel()
        for _, task in self._timers.values():
            task.cancel()
        self._timers.clear()

    def _timer(self, projection: TableProjection) -> Timer | None:
        state, arrangement = projection.state, projection.arrangement
        if state.status != TableStatus.OPEN:
            return None
        if state.round is not None and awaits_seeds(state):
            return self._seeds(projection, state.round)
        seconds = projection.decision_seconds or (self._settings.shared_seconds if state.closing else None)
        turn = turn_of(state)
        if turn is not None:
            holder = state.seats[turn[2]]
            if kind_of(holder) == "bot" and not state.players[holder].left:
                return Timer("bot", self._settings.bot_seconds, turn)
            if arrangement.dealing == "dealer" and seconds is not None and not may_speak_for(state, holder):
                return Timer("decision", seconds, turn, clock=turn)
        if arrangement.dealing != "house":
            return self._unplayed(projection)
        gone = self._gone(projection)
        current = state.round
        if gone and seconds is not None:
            # The time of a pending decision runs on, however many leave one after the other.
            return Timer("left", seconds, turn, gone=gone, clock=turn or ("left", current.id if current else ""))
        if turn is not None and seconds is not None:
            return Timer("decision", seconds, turn, clock=turn)
        if self._betting(projection) and arrangement.betting_seconds is not None:
            return Timer("wagering", arrangement.betting_seconds, round_id=current.id if current else "")
        # While somebody is ready, nobody else can put off the deal by withdrawing wagers and placing them again.
        waiting, longest = self._settings.waiting_seconds, self._settings.shared_seconds
        if current is not None and wagered_are_ready(state, projection.extras.ready):
            return Timer("wagering", waiting, round_id=current.id, clock=("ready", current.id), longest=longest)
        if current is not None and self._betting(projection) and projection.shared and projection.extras.ready:
            return Timer("wagering", longest, round_id=current.id, clock=("ready", current.id))
        if not projection.people and (current is None or not current.closed):
            return Timer("unplayed", self._settings.empty_seconds)
        return self._unplayed(projection)

    def _seeds(self, projection: TableProjection, current: Round) -> Timer:
        """Runs until the time in the record; a restart gives the full time again. Reveals in between change nothing."""
        held = self._timers.get(projection.name)
        if held is not None and (held[0].what, held[0].round_id) == ("seeds", current.id):
            return held[0]
        now = self._now()
        until = reveal_until(current, self._since, self._settings.reveal_seconds) or now
        projection.reveal_by = (current.id, until.isoformat())
        return Timer("seeds", max(0.0, (until - now).total_seconds()) + LEEWAY, round_id=current.id)

    def _unplayed(self, projection: TableProjection) -> Timer | None:
        """The timer of an unused table, which every event restarts; a closing table closes with its round instead."""
        if projection.state.closing:
            return None
        return Timer("unplayed", self._settings.idle_seconds, round_id=f"version {projection.state.version}")

    def _betting(self, projection: TableProjection) -> bool:
        """Whether a person has wagered in a round that is still open."""
        state = projection.state
        if state.round is None or state.round.closed:
            return False
        return any(kind_of(state.seats[seat]) == "person" for seat in state.round.wagers)

    def _gone(self, projection: TableProjection) -> tuple[str, ...]:
        """The players who left in the round in progress and await a ruling."""
        return tuple(awaiting_ruling(projection.state))

    async def _wait(self, projection: TableProjection, timer: Timer, seconds: float) -> None:
        await asyncio.sleep(seconds)
        while not self._runner.deals(projection.name):
            await asyncio.sleep(OTHERS_ACT)
        try:
            work = await self._work(projection, timer)
        except Exception:
            log.exception("the timer of table %s failed", projection.name)
            return
        # From here on the timer acts, and what follows from that must not cancel it.
        if self._timers.get(projection.name, (None,))[0] is timer:
            del self._timers[projection.name]
        try:
            await self._runner.run(work)
        except PitbookError as error:
            log.warning("the timer of table %s was refused: %s", projection.name, error)
            if projection.name not in self._timers:
                # The record may be locked or its disk full, and nobody else would move the table on.
                self._hold(projection, timer, RETRY_SECONDS)

    async def _work(self, projection: TableProjection, timer: Timer) -> Callable[[CommandHandler], CommandResult]:
        name, turn = projection.name, timer.turn
        if timer.what == "left":
            return lambda handler: handler.rule_now(name)
        if turn is not None and timer.what == "bot":
            action = await self._bot_action(projection, turn[2])
            return lambda handler: handler.decide_for(name, turn, action, "")
        if turn is not None:
            return lambda handler: handler.decide_for(name, turn, None, "the time for the decision was over")
        if timer.what == "wagering":
            return lambda handler: handler.deal_now(name, timer.round_id)
        if timer.what == "seeds":
            return lambda handler: handler.call_off(name, timer.round_id)
        return lambda handler: handler.close_unplayed(name, by_timer=True)

    async def _bot_action(self, projection: TableProjection, seat: int) -> Action | None:
        """What a bot decides, from what its player may know; a bot that fails wagers nothing."""
        asked, name = situation(projection.state), projection.state.seats[seat]
        try:
            action: Action = await self._workers.think(chosen_action, asked, name)
        except Exception:
            log.exception("the bot %s could not decide", name)
            return None
        return action
