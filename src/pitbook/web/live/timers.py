"""The croupier's patience: whose decision is pending, when a bot decides, and when somebody's time is over.

Timers are kept in memory. After a restart they begin anew, and every pending decision is found again in the record.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, Protocol

from pitbook.pit.auto_dealer import wagered_are_ready
from pitbook.pit.bots import situation
from pitbook.pit.names import kind_of
from pitbook.problems import PitbookError
from pitbook.rulebooks.actions import Action
from pitbook.table.departures import awaiting_ruling
from pitbook.table.round_seeds import awaits_seeds, reveal_until
from pitbook.table.state import Round
from pitbook.web.live.bots import chosen_action, learned
from pitbook.web.live.commands import CommandHandler, CommandResult, Turn, turn_of
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.views import may_speak_for
from pitbook.web.settings import Settings

log = logging.getLogger("pitbook.web")
AGAIN: Final = 5.0
"""What was refused is tried again after so many seconds."""
LEEWAY: Final = 0.05
"""So many seconds after the time for seeds is over, by whichever clock, a round is called off."""


class CommandRunner(Protocol):
    """Where the croupier's commands are carried out, and where bots think."""

    async def run(self, work: Callable[[CommandHandler], CommandResult]) -> CommandResult:
        """Carry out work at the desk, and show what came of it."""

    async def thought(self, work: Callable[..., Any], *args: object) -> Any:
        """Let a bot think, which may take long."""


Clock = tuple[str, str] | Turn
"""Somebody ready in a round, somebody who left in it, or a decision."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the croupier waits for at one table."""

    what: Literal["bot", "decision", "wagering", "seeds", "left", "unplayed"]
    seconds: float
    turn: Turn | None = None
    """The decision that it is about; another one is another plan."""
    round_id: str = ""
    gone: tuple[str, ...] = ()
    """Players who left and whose wagers wait for a ruling."""
    clock: Clock | None = None
    """What the time began with: a plan that takes the place of another with the same clock gets no time anew."""
    longest: float | None = None
    """So many seconds after its clock began the time is over, however often the plan has changed."""

    @property
    def told(self) -> bool:
        """Whether players are told when the time is over."""
        return self.what in ("decision", "wagering") or (self.what == "left" and self.turn is not None)


class TableTimers:
    """Keeps one plan for each table, and carries it out when its time has come."""

    def __init__(self, settings: Settings, ordering: CommandRunner, since: datetime) -> None:
        self._settings = settings
        self._since = since
        """When the server was started."""
        self._runner = ordering
        self._plans: dict[str, tuple[Plan, asyncio.Task[None]]] = {}
        self._clocks: dict[str, tuple[Clock, float]] = {}
        """What runs at a table, and since when."""
        self._learning: dict[tuple[str, str], asyncio.Task[Any]] = {}
        """Bots that were set to learn their game as soon as they sat down, by table and name."""

    def look(self, projection: TableProjection) -> None:
        """See what is to be waited for at a table now; what was waited for already goes on."""
        self._let_bots_learn(projection)
        plan = self._plan(projection)
        held = self._plans.get(projection.name)
        if held is not None and held[0] == plan:
            return
        if held is not None:
            held[1].cancel()
            del self._plans[projection.name]
        projection.deadline = None
        seconds = self._time_left(projection, plan)
        if plan is not None:
            if plan.told:
                projection.deadline = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(
                    timespec="milliseconds"
                )
            self._hold(projection, plan, seconds)

    def _time_left(self, projection: TableProjection, plan: Plan | None) -> float:
        """How long a new plan waits; its clock may have begun with a plan before it, and ends with the last one."""
        now = asyncio.get_running_loop().time()
        if plan is None or plan.clock is None:
            self._clocks.pop(projection.name, None)
            return 0.0 if plan is None else plan.seconds
        clock, begun = self._clocks.get(projection.name, (None, now))
        if clock != plan.clock:
            begun = now
        self._clocks[projection.name] = (plan.clock, begun)
        longest = plan.seconds if plan.longest is None else plan.longest
        return max(0.0, min(plan.seconds, begun + longest - now))

    def _hold(self, projection: TableProjection, plan: Plan, seconds: float) -> None:
        self._plans[projection.name] = (plan, asyncio.create_task(self._wait(projection, plan, seconds)))

    def _let_bots_learn(self, projection: TableProjection) -> None:
        if projection.state.status != "open":
            for known in [one for one in self._learning if one[0] == projection.name]:
                del self._learning[known]
            return
        for name in projection.state.players:
            if kind_of(name) == "bot" and (projection.name, name) not in self._learning:
                learning = asyncio.ensure_future(self._runner.thought(learned, projection.state.rules, name))
                # What goes wrong here goes wrong again when the bot has to decide, and is told then.
                learning.add_done_callback(lambda done: done.cancelled() or done.exception())
                self._learning[projection.name, name] = learning

    def stop(self) -> None:
        """Wait for nothing any more."""
        for learning in self._learning.values():
            learning.cancel()
        for _, task in self._plans.values():
            task.cancel()
        self._plans.clear()

    def _plan(self, projection: TableProjection) -> Plan | None:
        state, arrangement = projection.state, projection.arrangement
        if state.status != "open":
            return None
        if state.round is not None and awaits_seeds(state):
            return self._seeds(projection, state.round)
        seconds = projection.decision_seconds or (self._settings.shared_seconds if state.closing else None)
        turn = turn_of(state)
        if turn is not None:
            holder = state.seats[turn[2]]
            if kind_of(holder) == "bot" and not state.players[holder].left:
                return Plan("bot", self._settings.bot_seconds, turn)
            if arrangement.dealing == "dealer" and seconds is not None and not may_speak_for(state, holder):
                return Plan("decision", seconds, turn, clock=turn)
        if arrangement.dealing != "house":
            return self._unplayed(projection)
        gone = self._gone(projection)
        current = state.round
        if gone and seconds is not None:
            # The time of a pending decision runs on, however many leave one after the other.
            return Plan("left", seconds, turn, gone=gone, clock=turn or ("left", current.id if current else ""))
        if turn is not None and seconds is not None:
            return Plan("decision", seconds, turn, clock=turn)
        if self._betting(projection) and arrangement.betting_seconds is not None:
            return Plan("wagering", arrangement.betting_seconds, round_id=current.id if current else "")
        # While somebody is ready, nobody else can put off the deal by withdrawing wagers and placing them again.
        waiting, longest = self._settings.waiting_seconds, self._settings.shared_seconds
        if current is not None and wagered_are_ready(state, projection.extras.ready):
            return Plan("wagering", waiting, round_id=current.id, clock=("ready", current.id), longest=longest)
        if current is not None and self._betting(projection) and projection.shared and projection.extras.ready:
            return Plan("wagering", longest, round_id=current.id, clock=("ready", current.id))
        if not projection.people and (current is None or not current.closed):
            return Plan("unplayed", self._settings.empty_seconds)
        return self._unplayed(projection)

    def _seeds(self, projection: TableProjection, current: Round) -> Plan:
        """Until the time that the record has, or anew after a restart; reveals in between change nothing."""
        held = self._plans.get(projection.name)
        if held is not None and (held[0].what, held[0].round_id) == ("seeds", current.id):
            return held[0]
        now = datetime.now(UTC)
        until = reveal_until(current, self._since, self._settings.reveal_seconds) or now
        projection.reveal_by = (current.id, until.isoformat())
        return Plan("seeds", max(0.0, (until - now).total_seconds()) + LEEWAY, round_id=current.id)

    def _unplayed(self, projection: TableProjection) -> Plan | None:
        """Whatever happens begins the time anew; a table that is closing closes with its round."""
        if projection.state.closing:
            return None
        return Plan("unplayed", self._settings.idle_seconds, round_id=f"version {projection.state.version}")

    def _betting(self, projection: TableProjection) -> bool:
        """Whether a person has wagered in a round that is still open."""
        state = projection.state
        if state.round is None or state.round.closed:
            return False
        return any(kind_of(state.seats[seat]) == "person" for seat in state.round.wagers)

    def _gone(self, projection: TableProjection) -> tuple[str, ...]:
        """Who left in the round in progress and waits for a ruling."""
        return tuple(awaiting_ruling(projection.state))

    async def _wait(self, projection: TableProjection, plan: Plan, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            work = await self._work(projection, plan)
        except Exception:
            log.exception("the croupier could not decide what to do at %s", projection.name)
            return
        # From here on the plan is being carried out, and what follows from it must not cancel it.
        if self._plans.get(projection.name, (None,))[0] is plan:
            del self._plans[projection.name]
        try:
            await self._runner.run(work)
        except PitbookError as error:
            log.warning("the croupier was refused at %s: %s", projection.name, error)
            if projection.name not in self._plans:
                # The record may be locked or its disk full, and nobody else would go on with the table.
                self._hold(projection, plan, AGAIN)

    async def _work(self, projection: TableProjection, plan: Plan) -> Callable[[CommandHandler], CommandResult]:
        name, turn = projection.name, plan.turn
        if plan.what == "left":
            return lambda handler: handler.rule_now(name)
        if turn is not None and plan.what == "bot":
            action = await self._bot_action(projection, turn[2])
            return lambda handler: handler.decide_for(name, turn, action, "")
        if turn is not None:
            return lambda handler: handler.decide_for(name, turn, None, "the time for the decision was over")
        if plan.what == "wagering":
            return lambda handler: handler.deal_now(name, plan.round_id)
        if plan.what == "seeds":
            return lambda handler: handler.call_off(name, plan.round_id)
        return lambda handler: handler.close_unplayed(name)

    async def _bot_action(self, projection: TableProjection, seat: int) -> Action | None:
        """What a bot does, from what its player may know; one that can't decide wagers nothing."""
        asked, name = situation(projection.state), projection.state.seats[seat]
        try:
            action: Action = await self._runner.thought(chosen_action, asked, name)
        except Exception:
            log.exception("the bot %s could not decide", name)
            return None
        return action
