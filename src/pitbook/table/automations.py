"""Automations: steps that a table performs by itself. With all of them on it deals whole rounds alone."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from pitbook.problems import MalformedError, PitbookError, Problem
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.table import events as happened
from pitbook.table.agenda import AgendaStep
from pitbook.table.commands import AUTO, NOBODY, Actor, Command, Do
from pitbook.table.context import Context
from pitbook.table.dealing_method import blocked_by
from pitbook.table.decide import decide
from pitbook.table.decide.steps import deal_steps, is_plain, needs_entry, overdue, perform_step, waits_for_ruling
from pitbook.table.departures import awaiting_ruling
from pitbook.table.event import TableEvent
from pitbook.table.evolve import evolve
from pitbook.table.forfeits import progressive_name
from pitbook.table.round_seeds import REVEAL
from pitbook.table.state import State, exact, the_rules
from pitbook.table.step_words import WORDS

Automations = frozenset[str]
"""The names of the steps that the table performs by itself."""
ALL: Final[Automations] = frozenset(WORDS) | {StepName.DECIDE, "acknowledge_progressive"}
"""Every step. The table performs `decide` only for a player who left and whose wagers stand."""
NONE: Final[Automations] = frozenset()
_MANUAL: Final = frozenset({StepName.NO_MORE_BETS, StepName.RECEIVE_DECK, StepName.RESOLVE_STUB, REVEAL})
"""Steps that always wait for a command.

Only a dealer knows when everybody has wagered, or whether to trust a wrong count; a clock outside the table says when
the time to reveal seeds is over.
"""
_DEALING: Final = frozenset({StepName.DEAL, StepName.BURN})


class ActorEvents(NamedTuple):
    """The events of one actor: a person who gave a command, or the table acting for whoever has the duty."""

    by: Actor
    events: tuple[TableEvent, ...]


def automatic_actor(step: AgendaStep) -> Actor:
    """The actor of a step that the table performs by itself; for a player who left, it is the dealer."""
    return BY_ITSELF[_STANDS_IN.get(step.do, step.by)]


BY_ITSELF: Final[Mapping[ActorRole, Actor]] = {role: Actor(role, AUTO) for role in ActorRole}
"""The actor for each role when the table performs its steps."""
_STANDS_IN: Final = {StepName.DECIDE: ActorRole.DEALER}


ACKNOWLEDGES: Final = BY_ITSELF[ActorRole.DEVICE]
"""The device that accepts progressive wagers by itself."""


class AutomatedTable:
    """A table in play: its state, and which steps it performs by itself."""

    def __init__(self, library: Mapping[str, HouseRules], automations: Automations = ALL) -> None:
        self.state = State(library)
        self.automations = automations

    def handle(self, command: Command, context: Context) -> tuple[TableEvent, ...]:
        """Decide a command, apply its events, and perform the automated steps; a refused command leaves no trace."""
        return tuple([event for part in self.handle_by_actor(command, context) for event in part.events])

    def handle_by_actor(self, command: Command, context: Context) -> list[ActorEvents]:
        """Like `handle`, but says who did what."""
        if command.by == NOBODY:
            raise MalformedError(Problem("nobody gives this command: it has no actor"))
        if command.by.name == AUTO:
            raise MalformedError(Problem(f"nobody is called {AUTO}: that name is for automatic steps", AUTO))
        events = decide(self.state, command, context)
        for event in events:
            evolve(self.state, event)
        return [ActorEvents(command.by, events), *run(self.state, context, self.automations, events)]


def run(state: State, context: Context, automations: Automations, before: tuple[TableEvent, ...]) -> list[ActorEvents]:
    """Perform automated steps until one has to wait; `before` are the events of the command that led here."""
    done: list[ActorEvents] = []
    context = _with_meters(context, before)
    while True:
        if "acknowledge_progressive" in automations and (accepted := _acknowledge(state)):
            done.append(ActorEvents(ACKNOWLEDGES, accepted))
        agenda = state.agenda
        if not agenda:
            return done
        step = agenda[0]
        if step.do not in automations or not _ready(state, step, context):
            return done
        by = automatic_actor(step)
        try:
            new = _perform(state, step, automations, context)
        except PitbookError:
            # The command that led here stands; whoever performs the step by hand gets the error.
            return done
        for event in new:
            evolve(state, event)
        done.append(ActorEvents(by, new))
        context = _with_meters(context, new)


def _perform(state: State, step: AgendaStep, automations: Automations, context: Context) -> tuple[TableEvent, ...]:
    """The next step, with those after it that are recorded in the same event."""
    if step.do in _DEALING:
        return deal_steps(state, _alike(state, automations, dealing=True), AUTO, context)
    if is_plain(state, step):
        return (happened.Performed(tuple([one.do for one in _alike(state, automations, dealing=False)]), AUTO),)
    return perform_step(state, step, Do(automatic_actor(step), step.do), context)


def _alike(state: State, automations: Automations, *, dealing: bool) -> list[AgendaStep]:
    """The next steps that one event records: deals, or plain confirmations, all by the same actor."""
    steps: list[AgendaStep] = []
    for step in state.agenda:
        fits = (step.do in _DEALING if dealing else is_plain(state, step)) and (not steps or step.by == steps[0].by)
        if steps and not (fits and step.do in automations and not needs_entry(state, step)):
            break
        steps.append(step)
    return steps


def _ready(state: State, step: AgendaStep, context: Context) -> bool:
    """Whether a step can be performed without further input."""
    if step.do in _MANUAL or needs_entry(state, step) or blocked_by(state, step):
        return False
    is_ready = _READY.get(step.do)
    return is_ready is None or is_ready(state, step, context)


def _may_open(state: State, step: AgendaStep, context: Context) -> bool:
    late = overdue(state, state.decks[state.in_play], context.now)
    return bool(state.seats) and not late and not state.closing


def _is_passed_over(state: State, step: AgendaStep, context: Context) -> bool:
    """Whether the player whose turn it is has left, and the wagers stand."""
    current = state.round
    return current is not None and state.seats[current.to_act[0]] in current.ruled


_READY: Final[Mapping[StepName, Callable[[State, AgendaStep, Context], bool]]] = {
    StepName.OPEN_ROUND: _may_open,
    StepName.FIRST_PLAYER_INSPECTS: lambda state, step, context: bool(state.seats),
    StepName.DECIDE: _is_passed_over,
    StepName.RECKON: lambda state, step, context: not awaiting_ruling(state),
    StepName.SETTLE: lambda state, step, context: not waits_for_ruling(state, step),
    StepName.PAY_PROGRESSIVE: lambda state, step, context: not waits_for_ruling(state, step),
}
"""Further conditions for a step that the table performs by itself."""


def _acknowledge(state: State) -> tuple[TableEvent, ...]:
    """The devices accept every progressive wager that lies at its position."""
    current = state.round
    if current is None or current.closed:
        return ()
    name = progressive_name(the_rules(state))
    seats = tuple(seat for seat, wagers in current.wagers.items() if name in wagers and seat not in current.accepted)
    if not seats:
        return ()
    event = happened.ProgressiveAcknowledged(seats)
    evolve(state, event)
    return (event,)


_MOVES: Final = frozenset({happened.ProgressiveLockedOut, happened.AwardTaken})
"""The events after which meters show something else."""


def _with_meters(context: Context, events: tuple[TableEvent, ...]) -> Context:
    """The context with the meters after the contributions and awards of these events."""
    if _MOVES.isdisjoint(map(type, events)):
        return context
    for event in events:
        if isinstance(event, happened.ProgressiveLockedOut):
            context = context._replace(meters={**context.meters, **exact(event.shown)})
        elif isinstance(event, happened.AwardTaken):
            context = context._replace(meters={**context.meters, event.meter: Fraction(event.after)})
    return context
