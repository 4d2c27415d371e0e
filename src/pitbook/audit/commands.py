"""Finds the command that an event must have come from, and decides it again.

Time, entropy and meters come from the record, so deciding again has to produce exactly the stored events.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice, repeat
from typing import Any, Final

from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.table import Context, State, TableEvent, commands, decide, seed_events
from pitbook.table import events as happened
from pitbook.table.agenda import AgendaStep
from pitbook.table.automations import ACKNOWLEDGES, automatic_actor
from pitbook.table.commands import AUTO, Actor, Command, Do
from pitbook.table.decide.steps import (
    deal_steps,
    is_plain,
    needs_entry,
    perform_step,
    require_actor,
    require_usable,
    step_asked,
)
from pitbook.table.forfeits import progressive_name
from pitbook.table.kinds import SourceName
from pitbook.table.state import the_round, the_rules

_DEALING: Final = frozenset({StepName.DEAL, StepName.BURN})

CommandBuilder = Callable[[State, Any, Sequence[TableEvent], Actor], Command]
"""Makes a command from the state, its first event, the events from there on, and the actor."""


def decided_again(
    state: State, events: Sequence[TableEvent], by: Actor, make_context: Callable[[], Context]
) -> tuple[TableEvent, ...]:
    """The events that the command behind the first event leads to; RefusedError if the rules do not allow it.

    The context is made only if it is needed, because many steps are only confirmed.
    """
    event = events[0]
    kind = type(event)
    confirm = _CONFIRMED.get(kind)
    if confirm is not None:
        return confirm(state, event, by)
    _check_actor(state, event, by)
    context = make_context()
    if kind in _STEPS:
        return _step(state, getattr(event, "by", AUTO), context, **_STEPS[kind](event, events))
    if kind in _IN_THEIR_WAY:
        match event:
            case happened.CardsOrdered() | happened.CardsDealt():
                return _dealt(state, events, context)
            case happened.DeckRemoved() if _is_step(state, event):
                return _step(state, AUTO, context)
            case happened.StubCounted():
                return _counted(state, event, events, context)
            case happened.StackInserted():
                return perform_step(state, _require_step(state), Do(by, _require_step(state).do), context)
    if kind is happened.Decided and _is_absent(state):
        return _step(state, AUTO, context)
    build = _COMMANDS.get(kind)
    if build is None:
        raise MalformedError(Problem(f"no command leads to {event.type} here", event.type))
    return decide(state, build(state, event, events, by), context)


def _check_actor(state: State, event: TableEvent, by: Actor) -> None:
    """The step of an event was performed by whoever has that duty: a person, or the table in their place."""
    if _is_step(state, event):
        _check_duty(state, 1, by)
    elif by.name == AUTO:
        # The decision of a player who left is the step at the head of the agenda, too.
        absent = isinstance(event, happened.Decided) and _is_absent(state)
        _check_duty(state, int(absent), by)


def _check_duty(state: State, steps: int, by: Actor) -> None:
    """Whoever performed the next steps has that duty."""
    due = islice(state.agenda, steps)
    if by.name != AUTO:
        for step in due:
            require_actor(state, step, by)
    else:
        right = [automatic_actor(step) for step in due]
        if not right or right.count(by) != len(right):
            raise _not_theirs(by)


def _not_theirs(by: Actor) -> MalformedError:
    return MalformedError(Problem(f"this step is not {by.role}:{by.name}'s to perform", by.role))


def _is_step(state: State, event: TableEvent) -> bool:
    """Whether the event belongs to the step at the head of the agenda; a command can also remove a deck."""
    if type(event) is not happened.DeckRemoved:
        return type(event) in _AT_STEPS
    return bool(state.agenda) and state.agenda[0].do == StepName.REMOVE_DECK


def _require_step(state: State) -> AgendaStep:
    """The step at the head of the agenda."""
    if not state.agenda:
        raise MalformedError(Problem("there is nothing to do at the table"))
    return state.agenda[0]


def _step(state: State, by: str, context: Context, **given: Any) -> tuple[TableEvent, ...]:
    """The step at the head of the agenda, performed again with the same input."""
    step = _require_step(state)
    return perform_step(state, step, Do(Actor(ActorRole.DEALER, by), step.do, **given), context)


def _performed(state: State, event: happened.Performed, by: Actor) -> tuple[TableEvent, ...]:
    """Plain steps are confirmed in the order of the agenda; steps that do more have events of their own."""
    _check_duty(state, len(event.steps), by)
    if not event.steps:
        raise MalformedError(Problem("no step was performed"))
    entered = state.source is SourceName.ENTERED
    due: Iterable[AgendaStep | None] = chain(state.agenda, repeat(None))
    for name, step in zip(event.steps, due, strict=False):
        if step is None or step.do != name:
            right = step.do if step else "nothing"
            raise MalformedError(Problem(f"the record says {name}, and the next step is {right}", name))
        require_usable(state, step)
        if not is_plain(state, step) or (entered and needs_entry(state, step)):
            raise MalformedError(Problem(f"{name} needs an event of its own", name))
    return (event,)


def _dealt(state: State, events: Sequence[TableEvent], context: Context) -> tuple[TableEvent, ...]:
    """Perform the steps again that dealt these cards."""
    # With the first cards of a deck, the event that fixes its order comes first.
    dealt = next((event for event in events[:2] if isinstance(event, happened.CardsDealt)), None)
    if dealt is None:
        raise MalformedError(Problem("the order of the cards was fixed, and none was dealt"))
    steps: list[AgendaStep] = []
    left = len(dealt.cards) // 2
    for step in state.agenda:
        if left <= 0 or step.do not in _DEALING:
            break
        steps.append(step)
        left -= step.cards
    if left or not steps:
        raise MalformedError(Problem(f"{len(dealt.cards) // 2} cards are not what is dealt next", dealt.cards[:40]))
    if len(steps) == 1 and needs_entry(state, steps[0]):
        return _step(state, dealt.by, context, cards=dealt.cards)
    return deal_steps(state, steps, dealt.by, context)


def _acknowledged(state: State, event: happened.ProgressiveAcknowledged, by: Actor) -> tuple[TableEvent, ...]:
    if by.name == AUTO and by != ACKNOWLEDGES:
        raise _not_theirs(by)
    current, name = the_round(state), progressive_name(the_rules(state))
    if not event.seats or len(set(event.seats)) != len(event.seats):
        raise MalformedError(Problem("a position is missing or listed twice", str(event.seats)))
    for seat in event.seats:
        if current.closed or seat in current.accepted or name not in current.wagers.get(seat, {}):
            raise MalformedError(Problem(f"position {seat} has no progressive wager to accept", str(seat)))
    return (event,)


def _is_absent(state: State) -> bool:
    """Whether the decision is that of a player who left and whose wagers stand."""
    current = state.round
    return bool(current and current.to_act and state.seats.get(current.to_act[0]) in current.ruled)


def _counted(
    state: State, event: happened.StubCounted, events: Sequence[TableEvent], context: Context
) -> tuple[TableEvent, ...]:
    """A count of the stub, the first or a repeated one; the same command may also say who was misdealt."""
    _require_step(state)
    after = events[1] if len(events) > 1 else None
    misdealt = after.misdealt if isinstance(after, happened.StubResolved) and after.by == event.by else None
    step = step_asked(state, StepName.COUNT_STUB)
    again = Do(Actor(ActorRole.DEALER, event.by), step.do, count=event.count, misdealt=misdealt)
    return perform_step(state, step, again, context)


def _no_input(event: Any, events: Sequence[TableEvent]) -> dict[str, Any]:
    return {}


_CONFIRMED: Final[Mapping[type[TableEvent], Callable[[State, Any, Actor], tuple[TableEvent, ...]]]] = {
    happened.Performed: _performed,
    happened.ProgressiveAcknowledged: _acknowledged,
}
"""Events that only say what was done; no context is needed."""
_STEPS: Final[Mapping[type[TableEvent], Callable[[Any, Sequence[TableEvent]], dict[str, Any]]]] = {
    happened.Shuffled: lambda event, _: {"count": event.count},
    happened.DeckCut: lambda event, _: {"depth": event.depth},
    happened.RoundOpened: _no_input,
    happened.NoMoreBets: _no_input,
    happened.ProgressiveLockedOut: _no_input,
    happened.ChipsCounted: lambda event, _: {"count": event.count},
    happened.CardsEntered: lambda event, _: {"cards": event.cards},
    happened.StubResolved: lambda event, _: {"misdealt": event.misdealt},
    happened.SettlementReckoned: _no_input,
    happened.ProgressiveValidated: lambda event, _: {"from_inventory": event.from_inventory},
    happened.AwardTaken: _no_input,
    happened.CardsDiscarded: _no_input,
    seed_events.RoundCalledOff: _no_input,
}
"""Events of single steps, and the input of each step."""
_IN_THEIR_WAY: Final = frozenset(
    {happened.StubCounted, happened.CardsOrdered, happened.CardsDealt, happened.StackInserted, happened.DeckRemoved}
)
"""Events of steps that are handled specially."""
_AT_STEPS: Final = frozenset({*_STEPS, *_IN_THEIR_WAY} - {happened.DeckRemoved})
"""Events of the step at the head of the agenda."""


def _opened(state: State, event: happened.TableOpened, events: Sequence[TableEvent], by: Actor) -> Command:
    decks = []
    for one in events[1:]:
        if not isinstance(one, happened.DeckReceived):
            break
        decks.append(one)
    backs, preshuffled = tuple(deck.back for deck in decks), any(deck.preshuffled for deck in decks)
    return commands.OpenTable(by, event.table, event.rules, event.source, backs, preshuffled)


def _withdrawn(state: State, event: happened.RoundWithdrawn, events: Sequence[TableEvent], by: Actor) -> Command:
    """A round that nobody has wagered on is withdrawn, because the table adopts other rules or becomes idle."""
    after = events[1] if len(events) > 1 else None
    if isinstance(after, happened.WentIdle):
        return commands.GoIdle(by, after.face == "up", after.asked_by)
    if not isinstance(after, happened.RulesAdopted):
        raise MalformedError(Problem("a round was withdrawn without a reason", event.round))
    return commands.AdoptRules(by, after.rules)


def _changed(state: State, event: happened.DeckRemoved, events: Sequence[TableEvent], by: Actor) -> Command:
    deck = events[1] if len(events) > 1 else None
    if not isinstance(deck, happened.DeckReceived):
        raise MalformedError(Problem("a deck was removed and not replaced"))
    return commands.ChangeDeck(by, event.deck, deck.back, event.reason, deck.preshuffled)


def _sat(state: State, event: TableEvent, events: Sequence[TableEvent], by: Actor) -> Command:
    """A player sat down, perhaps at an idle table and with a first buy-in; or only came to an idle table."""
    # At most three events belong to this command: arriving, sitting down and the first buy-in.
    rest = list(events[:3])
    if isinstance(event, happened.PlayerArrived):
        rest.pop(0)
    if not rest or not isinstance(rest[0], happened.PlayerSat):
        return commands.PlayerArrives(by)
    bought = rest[1] if len(rest) > 1 and isinstance(rest[1], happened.BoughtIn) else None
    mine = bought is not None and bought.player == by.name
    return commands.Sit(by, rest[0].seat, bought.amount if bought and mine else 0)


def _reported(state: State, event: happened.IrregularityReported, events: Sequence[TableEvent], by: Actor) -> Command:
    detail = {name: value for name, value in event.detail.items() if name != happened.RULING}
    return commands.Report(by, event.name, detail)


_COMMANDS: Final[Mapping[type[TableEvent], CommandBuilder]] = {
    happened.TableOpened: _opened,
    happened.RoundWithdrawn: _withdrawn,
    happened.RulesAdopted: lambda state, event, _, by: commands.AdoptRules(by, event.rules),
    happened.DeckReceived: lambda state, event, _, by: commands.ChangeDeck(
        by, event.deck, event.back, "", event.preshuffled
    ),
    happened.DeckRemoved: _changed,
    happened.RecutOrdered: lambda state, event, _, by: commands.OrderRecut(by, event.reason),
    happened.ReshuffleOrdered: lambda state, event, _, by: commands.OrderReshuffle(by, event.reason),
    happened.StubCountCalled: lambda state, event, _, by: commands.CallStubCount(by),
    happened.WentIdle: lambda state, event, _, by: commands.GoIdle(by, event.face == "up", event.asked_by),
    happened.PlayerArrived: _sat,
    happened.PlayerSat: _sat,
    happened.ClosingOrdered: lambda state, event, _, by: commands.CloseTable(by),
    happened.TableClosed: lambda state, event, _, by: commands.CloseTable(by),
    happened.BoughtIn: lambda state, event, _, by: commands.BuyIn(by, event.amount),
    happened.CashedOut: lambda state, event, _, by: commands.CashOut(by, event.amount),
    happened.PlayerLeft: lambda state, event, _, by: commands.Leave(by),
    happened.LeavingRuled: lambda state, event, _, by: commands.RuleOnLeaving(
        by, event.player, event.abandoned, event.reason
    ),
    seed_events.SeedCommitted: lambda state, event, _, by: commands.CommitSeed(by, event.commitment),
    seed_events.SeedRevealed: lambda state, event, _, by: commands.RevealSeed(by, event.seed),
    seed_events.BeaconGiven: lambda state, event, _, by: commands.GiveBeacon(by, event.value, event.at),
    happened.WagersPlaced: lambda state, event, _, by: commands.PlaceWagers(by, event.seat, event.wagers),
    happened.Decided: lambda state, event, _, by: commands.Decide(by, event.seat, event.action, event.amount or None),
    happened.CardsCorrected: lambda state, event, _, by: commands.CorrectCards(
        by, event.entered, event.right, event.reason
    ),
    happened.IrregularityReported: _reported,
    happened.DeviceTakenOut: lambda state, event, _, by: commands.Report(
        by, "device_out_of_order", {"device": event.device, "made": event.made, "works": event.works}
    ),
    happened.DeviceRestored: lambda state, event, _, by: commands.RestoreDevice(by, event.device),
    happened.RulingMade: lambda state, event, _, by: commands.Rule(by, event.words),
}
"""Commands of people, from the first event of each."""
