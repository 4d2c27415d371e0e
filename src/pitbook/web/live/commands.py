"""The handler of commands: carries them out one after the other, in the thread of the pit."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Literal, Protocol

from pitbook.json_types import made_of
from pitbook.money import format_exact
from pitbook.pit import Batch, Pit, TableSettings
from pitbook.pit.auto_dealer import CROUPIER, deal, rule_on_leaving, serve
from pitbook.pit.commands import Arrange, Ready
from pitbook.pit.drills import DrillAnswered, drill_stream
from pitbook.pit.outcome import PendingOutcome
from pitbook.pit.records import TABLE, read_table_event, table_stream
from pitbook.pit.storing import Ticket
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError, UnconfirmedError
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.steps import StepName
from pitbook.submission import HouseRules
from pitbook.table import TableEvent
from pitbook.table.commands import CloseTable, Command, DealRound, Do, PlaceWagers, dealer, floorperson, player
from pitbook.table.decide.checks import require_round
from pitbook.table.decide.decisions import answer
from pitbook.table.events import TableOpened
from pitbook.table.kinds import TableStatus
from pitbook.table.round_seeds import REVEAL, awaits_seeds
from pitbook.table.state import State, the_rules
from pitbook.web.errors import unconfirmed
from pitbook.web.live.authorization import Caller, authorize
from pitbook.web.live.execution import execute
from pitbook.web.live.idempotency import IdempotencyKeys
from pitbook.web.live.projection import TableExtras, extras_of
from pitbook.web.live.shared_notes import Readiness, SharedNotes
from pitbook.web.live.table_leases import TableLeases
from pitbook.web.requests.base import RequestModel

Turn = tuple[str, str, int]
"""A decision that somebody has to make: round, street and seat."""


class Work(Protocol):
    """Gives commands to a batch; those of the automatic dealer, bots and timers only if `deals` is true."""

    def __call__(self, batch: Batch, *, deals: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command, for the projection of its table."""

    table: str
    events: tuple[TableEvent, ...]
    version: int
    extras: TableExtras
    repeated: bool = False
    decision: PendingOutcome | None = None
    """What must be stored before anybody sees the result; None if everything is stored."""
    again: Callable[[], "CommandResult"] | None = None
    """Decides the same again, in case others have stored something meanwhile."""
    ready: tuple[str, str] | None = None
    """A player who is ready now, and for which round; other servers are told once this is stored."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened, with its first commands."""

    rules: HouseRules
    arrangement: TableSettings
    source: Literal["virtual", "entered"]
    opener: str
    then: tuple[Command, ...]
    request: RequestModel
    """The request that it comes from: a key belongs to one request."""
    key: str | None


class CommandHandler:
    """Carries out commands. Everything here runs in one thread, which owns what the handler remembers."""

    def __init__(self, pit: Pit, leases: TableLeases, notes: SharedNotes) -> None:
        self.pit = pit
        self._leases = leases
        self._notes = notes
        self._ready: dict[str, tuple[str, Mapping[str, Ticket | None]]] = {}
        """By table: the round, and who is ready for it by which commit."""
        self._ready_elsewhere: dict[str, dict[str, str]] = {}
        """By table: who is ready for which round, from the notes of all servers."""
        self._told: dict[tuple[str, str], int] = {}
        """The version of this server's last note about a player at a table: older notes are outdated."""
        self._keys = IdempotencyKeys(pit.store, notes)
        self._here: dict[str, frozenset[str]] = {}
        """The people whose pages show a table, as of the last command."""

    def ready(self, table: str, state: State) -> frozenset[str]:
        """Who wants the open round of a table to be dealt."""
        if state.round is None or state.round.closed:
            return frozenset()
        round_id, here = self._ready.get(table, ("", {}))
        if round_id != state.round.id:
            here = {}
        elsewhere = self._ready_elsewhere.get(table, {})
        return frozenset(
            (
                *(name for name, ticket in here.items() if ticket is None or not ticket.failed),
                *(name for name, ready_for in elsewhere.items() if ready_for == state.round.id),
            )
        )

    def tell_ready(self, table: str, player: str, round_id: str) -> None:
        """Tell other servers that a player is ready for a round, or for none."""
        if version := self._notes.tell_ready(table, player, round_id):
            self._told[table, player] = version

    def hear_ready(self, news: Iterable[Readiness]) -> None:
        """Take in the servers' notes about who is ready."""
        for one in news:
            if one.version < self._told.get((one.table, one.player), 0):
                continue
            self._ready_elsewhere.setdefault(one.table, {})[one.player] = one.round
            round_id, here = self._ready.get(one.table, ("", {}))
            self._ready[one.table] = (round_id, {name: by for name, by in here.items() if name != one.player})

    def carry_out(
        self, table: str, command: Command, caller: Caller, key: str | None, expected: int | None, here: frozenset[str]
    ) -> CommandResult:
        """Carry out one command of a person; sent again with its key, it has no second effect."""
        self._here[table] = here
        key = self._keys.key_of(caller.player, key, table, command)
        if key is not None and self._keys.left_nothing(caller.player, key):
            return self._result(table, (), repeated=True)
        if isinstance(command, Arrange):
            return self._arrange(table, command, caller, key, expected)

        def work(batch: Batch, *, deals: bool) -> None:
            _check_dealing(batch.arrangement, command)
            if isinstance(command, Ready):
                require_round(batch.state, command.round)
            execute(batch, authorize(batch.state, batch.arrangement, command, caller), caller.player)
            ready = self.ready(table, batch.state)
            if isinstance(command, Ready):
                ready |= {self._wagered(batch.state, caller.player)}
            elif isinstance(command, PlaceWagers) and caller.player in ready:
                ready -= {caller.player}
                # Before the wagers are stored, so that nobody deals them because the player was ready with others.
                self.tell_ready(table, caller.player, "")
                self._ready_elsewhere.get(table, {}).pop(caller.player, None)
            self._remember(table, batch.state, ready)
            if deals:
                serve(batch, batch.arrangement, ready, here, self.pit.now())

        def decide() -> CommandResult:
            before = self._ready.get(table)
            try:
                result = self._decide(table, work, decide, key=key, expected=expected)
            except BaseException:
                self._ready.pop(table, None)
                if before is not None:
                    self._ready[table] = before
                raise
            if key is not None and not result.events and not result.repeated:
                self._keys.remember(caller.player, key)
            if isinstance(command, Ready) and result.decision is not None and table in self._ready:
                round_id, ready = self._ready[table]
                self._ready[table] = (round_id, {**ready, caller.player: result.decision.ticket})
                if caller.player in result.extras.ready:
                    return replace(result, ready=(caller.player, round_id))
            return result

        return decide()

    def _wagered(self, state: State, name: str) -> str:
        """The player, who must have wagers in the open round to be ready for it."""
        current = state.round
        if current is None or current.closed:
            raise RefusedError(Problem("no round is open for wagers"))
        if not any(state.seats[seat] == name for seat in current.wagers):
            raise RefusedError(Problem("place your wagers first"))
        return name

    def _remember(self, table: str, state: State, ready: frozenset[str]) -> None:
        if ready and state.round is not None:
            _, known = self._ready.get(table, ("", {}))
            held = {name: ticket for name, ticket in known.items() if ticket is not None and not ticket.failed}
            self._ready[table] = (state.round.id, {name: held.get(name) for name in ready})
        else:
            self._ready.pop(table, None)

    def _arrange(
        self, table: str, command: Arrange, caller: Caller, key: str | None, expected: int | None
    ) -> CommandResult:
        by = authorize(self.pit.state(table), self.pit.arrangement(table), command, caller).by
        changes = command.changes
        for name in ("dealing", "private", "coach"):
            if name in changes and changes[name] is None:
                raise MalformedError(Problem(f"{name} can't be null", name))
        before = self.pit.arrangement(table)
        repeated = key is not None and self.pit.store.find(key) is not None
        version = self.pit.store.version(table_stream(table))
        if not repeated and expected is not None and expected != version:
            message = f"table {table} has moved on: it is at version {version}, not {expected}"
            raise ConflictError(Problem(message, str(expected)))
        outcome = self.pit.arrange(table, made_of(partial(replace, before), changes), by, key=key)
        if outcome.repeated:
            return self._result(table, (), repeated=True)
        with stored():
            return self.attend(table)

    def attend(
        self, table: str, work: Callable[[Batch], None] | None = None, here: frozenset[str] | None = None
    ) -> CommandResult:
        """Do what needs no player, after `work` if there is any; nothing if another server deals at the table.

        `here` are the people whose pages show the table; None if that has not changed.
        """
        if here is not None:
            self._here[table] = here

        def attended(batch: Batch, *, deals: bool) -> None:
            if not deals:
                return
            if work is not None:
                work(batch)
            ready, here = self.ready(table, batch.state), self._here.get(table, frozenset())
            serve(batch, batch.arrangement, ready, here, self.pit.now())

        return self._decide(table, attended, partial(self.attend, table, work))

    def deal_now(self, table: str, round_id: str) -> CommandResult:
        """The time for wagers is over: deal to everybody who has wagered."""

        def work(batch: Batch) -> None:
            if batch.state.round is not None and batch.state.round.id == round_id:
                deal(batch, self.pit.now())

        return self.attend(table, work)

    def call_off(self, table: str, round_id: str) -> CommandResult:
        """The time for seeds is over: call off the round if it still lacks one."""

        def work(batch: Batch) -> None:
            current = batch.state.round
            if current is not None and current.id == round_id and awaits_seeds(batch.state):
                batch.do(Do(dealer(CROUPIER), REVEAL), "the time to reveal seeds was over")

        return self.attend(table, work)

    def rule_now(self, table: str) -> CommandResult:
        """A player who left has not come back in time: rule on it."""
        return self.attend(table, lambda batch: rule_on_leaving(batch, self.pit.now()))

    def decide_for(self, table: str, turn: Turn, action: Action | None, reason: str) -> CommandResult:
        """Decide for the player whose turn it still is: the bot's action, or no wager when the time is over."""

        def work(batch: Batch) -> None:
            state = batch.state
            if turn_of(state) != turn:
                return
            seat = turn[2]
            otherwise = Action(the_rules(state).street(turn[1]).otherwise)
            by = player(state.seats[seat])
            decided = answer(state, by, seat, action or otherwise)
            if (decided.amount or 0) > state.players[by.name].stack:
                decided = answer(state, by, seat, otherwise)
            batch.do(decided, reason)

        return self.attend(table, work)

    def close_unplayed(self, table: str, *, by_timer: bool = False) -> CommandResult:
        """Close a table where nobody plays any more, because of its timer or to make room for another one."""

        def work(batch: Batch, *, deals: bool) -> None:
            if by_timer and not deals:
                return
            if batch.state.status == TableStatus.OPEN and not batch.state.closing:
                batch.do(CloseTable(floorperson(CROUPIER)), "nobody has played here for a while")

        return self._decide(table, work, partial(self.close_unplayed, table, by_timer=by_timer))

    def let_go(self, but: Collection[str]) -> None:
        """Forget closed tables except these."""
        gone = self.pit.let_go(but)
        for table in gone:
            self._ready.pop(table, None)
            self._ready_elsewhere.pop(table, None)
            self._here.pop(table, None)
        self._told = {one: version for one, version in self._told.items() if one[0] not in gone}

    def open_table(self, opening: NewTable) -> CommandResult:
        """Open a table under the first free name; sent again with its key, this returns the table that it opened."""
        key = self._keys.key_of(opening.opener, opening.key, None, opening.request)
        if key is not None and (found := self.pit.store.find(key)):
            names = [one.stream for one in found.events if one.event.type == TableOpened.type]
            if not names:
                message = f"the key {opening.key!r} was used for a command, so no table was opened: give it its own"
                raise ConflictError(Problem(message, opening.key))
            return self._result(names[0].removeprefix(TABLE), (), repeated=True)
        for name in self._free_names():
            try:
                outcome = self.pit.open_table(
                    name,
                    opening.rules,
                    floorperson(opening.opener),
                    source=opening.source,
                    arrangement=opening.arrangement,
                    then=opening.then,
                    key=key,
                )
            except RefusedError:
                if self.pit.store.version(TABLE + name):
                    continue  # Another server has opened a table of this name meanwhile.
                raise
            return self._result(name, outcome.events)
        raise AssertionError("there is always another name")

    def _free_names(self) -> Iterator[str]:
        """The names that no table has: `T1`, `T2`, ..."""
        return (name for number in count(1) if not self.pit.store.version(TABLE + (name := f"T{number}")))

    def note_answer(self, answer: DrillAnswered, person: str, request: RequestModel, key: str | None) -> None:
        """Store an answer in the drill; sent again with its key, it is not counted twice."""
        key = self._keys.key_of(person, key, None, request)
        self.pit.note(drill_stream(person), answer, player(person), key=key)

    def since(self, table: str, version: int) -> CommandResult:
        """Everything that was stored after a version, here or by others."""
        now = self._result(table, ())
        stored = self.pit.store.read(TABLE + table, version)
        return replace(now, events=tuple(read_table_event(one) for one in stored))

    def _decide(
        self,
        table: str,
        work: Work,
        again: Callable[[], CommandResult],
        *,
        key: str | None = None,
        expected: int | None = None,
    ) -> CommandResult:
        """Decide commands, which are stored afterwards; `again` decides the same after what others stored meanwhile.

        If the automatic dealer of the table runs here, they are stored with its lease.
        """
        ready: list[frozenset[str]] = []
        lease = self._leases.lease(table)
        deals = lease is not None or not self._leases.shared

        def noted(batch: Batch) -> None:
            work(batch, deals=deals)
            ready[:] = [self.ready(table, batch.state)]

        decision = self.pit.decide(table, noted, key=key, expected=expected, lease=lease)
        if decision.repeated:
            return self._result(table, (), repeated=True)
        shown = {meter: format_exact(amount) for meter, amount in decision.shown.items()}
        extras = TableExtras(decision.arrangement, shown, ready[0], decision.streams)
        return CommandResult(table, decision.events, decision.version, extras, decision=decision, again=again)

    def _result(self, table: str, events: tuple[TableEvent, ...], *, repeated: bool = False) -> CommandResult:
        with stored() if events or repeated else nullcontext():
            snapshot = self.pit.snapshot(table)
        return CommandResult(
            table, events, snapshot.state.version, extras_of(snapshot, self.ready(table, snapshot.state)), repeated
        )


def _check_dealing(arrangement: TableSettings, command: Command) -> None:
    """Either a person or the house deals at a table, not both."""
    if isinstance(command, Ready) and arrangement.dealing != "house":
        raise RefusedError(Problem("a dealer deals at this table"))
    if isinstance(command, Do | DealRound) and arrangement.dealing == "house":
        raise RefusedError(Problem("the house deals at this table"))


@contextmanager
def stored() -> Iterator[None]:
    """Wraps what follows a stored command: if that fails, no answer may say that nothing was done."""
    try:
        yield
    except UnconfirmedError:
        raise
    except PitbookError as error:
        raise unconfirmed() from error


def turn_of(state: State) -> Turn | None:
    """The decision that is pending."""
    current = state.round
    if current is None or not state.agenda or state.agenda[0].do != StepName.DECIDE or not current.to_act:
        return None
    return current.id, current.street or "", current.to_act[0]
