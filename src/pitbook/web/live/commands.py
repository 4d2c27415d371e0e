"""The handler of commands: carries them out one after the other, in the thread of the pit."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

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
from pitbook.web.requests.base import RequestModel

Turn = tuple[str, str, int]
"""A decision that somebody has to make: round, street and seat."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command, for the projection of its table."""

    table: str
    events: tuple[TableEvent, ...]
    version: int
    extras: TableExtras
    repeated: bool = False
    decision: PendingOutcome | None = None
    """What has to be stored before anybody hears of it; None where everything is."""
    again: Callable[[], "CommandResult"] | None = None
    """Decides the same once more, if others have disturbed it."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened, with its first commands."""

    rules: HouseRules
    arrangement: TableSettings
    source: Any
    opener: str
    then: tuple[Command, ...]
    request: RequestModel
    """What it is made from: a key belongs to one request."""
    key: str | None


class CommandHandler:
    """Carries out commands. Everything here runs in one thread, which owns what the handler remembers."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self._ready: dict[str, tuple[str, Mapping[str, Ticket | None]]] = {}
        """Who is ready at a table by which commit, and for which round."""
        self._keys = IdempotencyKeys(pit.store)
        self._here: dict[str, frozenset[str]] = {}
        """The people whose pages show a table, as of the last command."""

    def ready(self, table: str, state: State) -> frozenset[str]:
        """Who wants the open round of a table to be dealt."""
        found = self._ready.get(table)
        if found is None or state.round is None or state.round.closed or state.round.id != found[0]:
            return frozenset()
        return frozenset(name for name, ticket in found[1].items() if ticket is None or not ticket.failed)

    def carry_out(
        self, table: str, command: Command, caller: Caller, key: str | None, expected: int | None, here: frozenset[str]
    ) -> CommandResult:
        """Carry out one command of a person; sent again with its key it has no second effect."""
        self._here[table] = here
        key = self._keys.key_of(caller.player, key, table, command)
        if key is not None and self._keys.left_nothing(caller.player, key):
            return self._result(table, (), repeated=True)
        if isinstance(command, Arrange):
            return self._arrange(table, command, caller, key, expected)

        def work(batch: Batch) -> None:
            _check_dealing(batch.arrangement, command)
            if isinstance(command, Ready):
                require_round(batch.state, command.round)
            execute(batch, authorize(batch.state, batch.arrangement, command, caller), caller.player)
            ready = self.ready(table, batch.state)
            if isinstance(command, Ready):
                ready |= {self._wagered(batch.state, caller.player)}
            elif isinstance(command, PlaceWagers):
                ready -= {caller.player}
            self._remember(table, batch.state, ready)
            serve(batch, batch.arrangement, ready, here, self.pit.now())

        def decide(expected: int | None) -> CommandResult:
            before = self._ready.get(table)
            try:
                result = self._decide(table, work, key, expected, decide)
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
            return result

        return decide(expected)

    def _wagered(self, state: State, name: str) -> str:
        """A player who has wagers in the open round, and so can be ready for it."""
        current = state.round
        if current is None or current.closed:
            raise RefusedError(Problem("no round is open for wagers"))
        if not any(state.seats[seat] == name for seat in current.wagers):
            raise RefusedError(Problem("place your wagers first"))
        return name

    def _remember(self, table: str, state: State, ready: frozenset[str]) -> None:
        if ready and state.round is not None:
            _, known = self._ready.get(table, ("", {}))
            self._ready[table] = (state.round.id, {name: known.get(name) for name in ready})
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
        outcome = self.pit.arrange(table, replace(before, **changes), by, key=key)
        if outcome.repeated:
            return self._result(table, (), repeated=True)
        with stored():
            return self.attend(table)

    def attend(self, table: str, work: Callable[[Batch], None] | None = None) -> CommandResult:
        """Do what can be done without a player, after `work` if there is any."""

        def attended(batch: Batch) -> None:
            if work is not None:
                work(batch)
            ready, here = self.ready(table, batch.state), self._here.get(table, frozenset())
            serve(batch, batch.arrangement, ready, here, self.pit.now())

        return self._decide(table, attended)

    def deal_now(self, table: str, round_id: str) -> CommandResult:
        """The time for wagers is over: deal to everybody who has some."""

        def work(batch: Batch) -> None:
            if batch.state.round is not None and batch.state.round.id == round_id:
                deal(batch, self.pit.now())

        return self.attend(table, work)

    def call_off(self, table: str, round_id: str) -> CommandResult:
        """The time for seeds is over: a round that still lacks one is called off."""

        def work(batch: Batch) -> None:
            current = batch.state.round
            if current is not None and current.id == round_id and awaits_seeds(batch.state):
                batch.do(Do(dealer(CROUPIER), REVEAL), "the time to reveal seeds was over")

        return self.attend(table, work)

    def rule_now(self, table: str) -> CommandResult:
        """The time for a player who left to come back is over."""
        return self.attend(table, lambda batch: rule_on_leaving(batch, self.pit.now()))

    def decide_for(self, table: str, turn: Turn, action: Action | None, reason: str) -> CommandResult:
        """A decision for the player whose turn it still is: a bot's, or nothing wagered when the time is over."""

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

    def close_unplayed(self, table: str) -> CommandResult:
        """Close a table that nobody plays at any more."""

        def work(batch: Batch) -> None:
            if batch.state.status == TableStatus.OPEN and not batch.state.closing:
                batch.do(CloseTable(floorperson(CROUPIER)), "nobody has played here for a while")

        return self._decide(table, work)

    def let_go(self, but: Collection[str]) -> None:
        """Forget closed tables except these."""
        for table in self.pit.let_go(but):
            self._ready.pop(table, None)
            self._here.pop(table, None)

    def open_table(self, opening: NewTable) -> CommandResult:
        """Open a table under the first free name; sent again with its key it finds the table that it opened."""
        key = self._keys.key_of(opening.opener, opening.key, None, opening.request)
        if key is not None and (found := self.pit.store.find(key)):
            names = [one.stream for one in found.events if one.event.type == TableOpened.type]
            if not names:
                message = f"the key {opening.key!r} was used for a command, so no table was opened: give it its own"
                raise ConflictError(Problem(message, opening.key))
            return self._result(names[0].removeprefix(TABLE), (), repeated=True)
        name = next(one for number in count(1) if not self.pit.store.version(TABLE + (one := f"T{number}")))
        outcome = self.pit.open_table(
            name,
            opening.rules,
            floorperson(opening.opener),
            source=opening.source,
            arrangement=opening.arrangement,
            then=opening.then,
            key=key,
        )
        return self._result(name, outcome.events)

    def note_answer(self, answer: DrillAnswered, person: str, request: RequestModel, key: str | None) -> None:
        """Store an answer in the drill; sent again with its key it is not counted twice."""
        key = self._keys.key_of(person, key, None, request)
        self.pit.note(drill_stream(person), answer, player(person), key=key)

    def since(self, table: str, version: int) -> CommandResult:
        """What has been stored beyond a version, by whomever."""
        now = self._result(table, ())
        stored = self.pit.store.read(TABLE + table, version)
        return replace(now, events=tuple(read_table_event(one) for one in stored))

    def _decide(
        self,
        table: str,
        work: Callable[[Batch], None],
        key: str | None = None,
        expected: int | None = None,
        decide: Callable[[int | None], CommandResult] | None = None,
    ) -> CommandResult:
        """Decide commands that are stored afterwards; `decide` does the same again for another expected version."""
        ready: list[frozenset[str]] = []

        def noted(batch: Batch) -> None:
            work(batch)
            ready[:] = [self.ready(table, batch.state)]

        decision = self.pit.decide(table, noted, key=key, expected=expected)
        if decision.repeated:
            return self._result(table, (), repeated=True)
        shown = {meter: format_exact(amount) for meter, amount in decision.shown.items()}
        extras = TableExtras(decision.arrangement, shown, ready[0], decision.streams)
        again = partial(decide or partial(self._decide, table, work, key), decision.before)
        return CommandResult(table, decision.events, decision.version, extras, decision=decision, again=again)

    def _result(self, table: str, events: tuple[TableEvent, ...], *, repeated: bool = False) -> CommandResult:
        with stored() if events or repeated else nullcontext():
            snapshot = self.pit.snapshot(table)
        return CommandResult(
            table, events, snapshot.state.version, extras_of(snapshot, self.ready(table, snapshot.state)), repeated
        )


def _check_dealing(arrangement: TableSettings, command: Command) -> None:
    """Who deals at a table is a person or the house, and not both."""
    if isinstance(command, Ready) and arrangement.dealing != "house":
        raise RefusedError(Problem("a dealer deals at this table"))
    if isinstance(command, Do | DealRound) and arrangement.dealing == "house":
        raise RefusedError(Problem("the house deals at this table"))


@contextmanager
def stored() -> Iterator[None]:
    """What follows a stored command: if it fails, no answer may say that nothing was done."""
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
