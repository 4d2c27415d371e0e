"""What happens at a table in words: who does what, with the clauses, and without any card.

Everybody may read this at once. Cards appear only in views, where each person sees what the rules have shown.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pitbook.money import format_cents
from pitbook.rulebooks.flow import Bet, Fold, Withdraw
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission.devices import devices_used
from pitbook.table import events as happened
from pitbook.table import seed_events
from pitbook.table.agenda import AgendaStep, stub_count_step
from pitbook.table.card_text import read_slots
from pitbook.table.dealing_method import change_in_words
from pitbook.table.decision_effects import answer_in_words
from pitbook.table.event import TableEvent
from pitbook.table.event_clauses import event_clauses, last_cuts
from pitbook.table.round_seeds import order_is_fixed
from pitbook.table.state import State, the_round, the_rules
from pitbook.table.step_words import step_in_words

TABLE: Final = "table"
"""Who acts in a sentence if no person or device does."""


@dataclass(frozen=True, slots=True)
class DecisionEffect:
    """What a decision changes: a wager is made or goes back, or the hand is folded."""

    wager: str | None = None
    amount: int = 0
    takes_back: bool = False
    folds: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that was done: by whom (dealer, floorperson, player, device or table), in words, by which clauses."""

    by: str
    words: str
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    """The seat whose wagers the sentence is about."""
    did: AgendaStep | None = None
    """The step that was done, if any; a player's decision is one too."""
    answered: DecisionEffect | None = None


_OF_NEXT_STEP: Final = (
    happened.CardsEntered,
    happened.Shuffled,
    happened.DeckCut,
    happened.NoMoreBets,
    happened.ChipsCounted,
    happened.ProgressiveLockedOut,
    happened.ProgressiveValidated,
    happened.CardsDiscarded,
)
"""Events that perform the one step at the head of the agenda."""
_SHOWN_ELSEWHERE: Final = (
    happened.CardsOrdered,
    happened.RoundOpened,
    seed_events.SeedCommitted,
    seed_events.SeedRevealed,
)
"""Events that other sentences, or other parts of a live view, already show."""
_BY: Final[Mapping[type[TableEvent], str]] = {
    **dict.fromkeys(
        (
            happened.StubResolved,
            happened.SettlementReckoned,
            happened.IrregularityReported,
            happened.AwardTaken,
            happened.CardSetAside,
        ),
        ActorRole.DEALER,
    ),
    **dict.fromkeys(
        (
            happened.RecutOrdered,
            happened.ReshuffleOrdered,
            happened.DeckReceived,
            happened.DeckRemoved,
            happened.DeviceRestored,
            happened.LeavingRuled,
            happened.RulingMade,
            happened.ClosingOrdered,
            happened.TableClosed,
            happened.RulesAdopted,
        ),
        ActorRole.FLOORPERSON,
    ),
    **dict.fromkeys(
        (
            happened.PlayerSat,
            happened.BoughtIn,
            happened.CashedOut,
            happened.PlayerLeft,
            happened.PlayerArrived,
            happened.WagersPlaced,
        ),
        ActorRole.PLAYER,
    ),
    happened.StackInserted: ActorRole.DEVICE,
}


_LEAVES_THE_ORDER: Final = " The list of seeds has fixed the order of the cards, and this leaves it."


def tell(state: State, event: TableEvent) -> Iterator[Sentence]:
    """What a live view says about an event, just before it is folded into the state."""
    return iter(()) if isinstance(event, _SHOWN_ELSEWHERE) else narrate(state, event)


def narrate(state: State, event: TableEvent) -> Iterator[Sentence]:
    """Any event in words, just before it is folded into the state."""
    match event:
        case happened.Performed():
            for step in islice(state.agenda, len(event.steps)):
                yield _step(state, step)
        case happened.CardsDealt():
            yield from _dealt(state, event)
        case happened.StubCounted():
            yield _step(state, stub_count_step(the_rules(state)), f" {event.count} are counted.")
        case happened.ProgressiveValidated():
            where = "from the table inventory" if event.from_inventory else "not from the table inventory"
            yield _step(state, state.agenda[0], f" To be paid {where}.")
        case happened.SettlementReckoned() if not event.dealer:
            return
        case happened.Decided():
            did = AgendaStep(StepName.DECIDE, ActorRole.PLAYER, seat=event.seat)
            words, clauses = event_in_words(state, event), event_clauses(state, event)
            yield Sentence(ActorRole.PLAYER, words, clauses, did=did, answered=_answered(state, event))
        case happened.Shuffled() | happened.DeckCut() if order_is_fixed(state, event.deck):
            yield _step(state, state.agenda[0], _LEAVES_THE_ORDER)
        case _ if isinstance(event, _OF_NEXT_STEP) and state.agenda:
            yield _step(state, state.agenda[0])
        case _:
            seat = event.seat if isinstance(event, happened.WagersPlaced) else None
            yield Sentence(_by(state, event), event_in_words(state, event), event_clauses(state, event), seat)


def _by(state: State, event: TableEvent) -> str:
    if isinstance(event, happened.CardsCorrected):
        return event.role
    if isinstance(event, happened.WentIdle) and state.idle is not None:
        return ActorRole.DEALER
    return _BY.get(type(event), TABLE)


def _answered(state: State, event: happened.Decided) -> DecisionEffect:
    match the_rules(state).street(the_round(state).street).offer(event.action):
        case Bet(wager=wager):
            return DecisionEffect(wager, event.amount)
        case Withdraw(wager=wager):
            return DecisionEffect(wager, event.amount, takes_back=True)
        case Fold():
            return DecisionEffect(folds=True)
        case _:
            return DecisionEffect()


def _step(state: State, step: AgendaStep, more: str = "") -> Sentence:
    return Sentence(step.by, step_in_words(state, step) + more, step.clauses, did=step)


def _dealt(state: State, event: happened.CardsDealt) -> Iterator[Sentence]:
    left = len(read_slots(event.cards))
    for step in state.agenda:
        if left <= 0:
            return
        yield _step(state, step)
        left -= step.cards


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items())


def with_full_stop(words: str) -> str:
    """A person's words with a full stop, unless they already end with punctuation."""
    words = words.strip()
    return words if words.endswith((".", "!", "?")) else f"{words or 'no reason given'}."


def event_in_words(state: State, event: TableEvent) -> str:
    """An event that no step of the agenda describes."""
    match event:
        case happened.TableOpened():
            return f"Table {event.table} opens; its cards are {event.source}."
        case happened.DeckReceived():
            return f"The {event.back} deck is received{', preshuffled' if event.preshuffled else ''}."
        case happened.DeckRemoved():
            return f"Deck {event.deck + 1} is removed: {with_full_stop(event.reason)}"
        case happened.StackInserted():
            return "The shuffler puts the stack into the shoe by itself."
        case happened.RecutOrdered() | happened.ReshuffleOrdered():
            again = "cut" if isinstance(event, happened.RecutOrdered) else "shuffled"
            return f"{event.by} has the cards {again} again: {with_full_stop(event.reason)}"
        case happened.StubCountCalled():
            return f"{event.by} has the stub counted."
        case happened.WentIdle() if state.idle is not None and event.asked_by:
            return f"{event.asked_by} asks to have the cards of the idle table face up."
        case happened.WentIdle() if state.idle is not None:
            return "The cards of the idle table are to lie face up."
        case happened.WentIdle():
            asks = f" {event.asked_by} asks to have the cards face up." if event.asked_by else ""
            return f"Nobody plays: the table is idle.{asks}"
        case happened.PlayerArrived():
            return f"{event.player} arrives at the table."
        case happened.ClosingOrdered():
            return "The table closes after this round."
        case happened.TableClosed():
            return "The table is closed."
        case happened.PlayerSat():
            return f"{event.player} sits at position {event.seat}."
        case happened.BoughtIn():
            return f"{event.player} buys chips for {format_cents(event.amount)}."
        case happened.CashedOut():
            return f"{event.player} takes {format_cents(event.amount)} away."
        case happened.PlayerLeft():
            return f"{event.player} leaves{' in the round' if event.in_round else ''}."
        case happened.LeavingRuled():
            ruling = "are abandoned" if event.abandoned else "stand"
            return f"{event.by} rules that the wagers of {event.player} {ruling}: {with_full_stop(event.reason)}"
        case happened.RoundOpened():
            if event.commitment:
                return f"Round {event.round} is open for wagers, committed to {event.commitment}."
            return f"Round {event.round} is open for wagers."
        case happened.RoundWithdrawn():
            return f"Round {event.round} is withdrawn: nobody has wagered."
        case seed_events.SeedCommitted():
            return f"{event.player} commits to a seed."
        case seed_events.BeaconGiven():
            return f"{event.by} adds the beacon of {event.at} to the shuffle."
        case seed_events.SeedListClosed():
            names = " and ".join(player for player, _ in event.seeds)
            return f"The list of seeds is closed: the deal waits for {names} to reveal."
        case seed_events.SeedRevealed():
            return f"{event.player} reveals the seed."
        case seed_events.RoundCalledOff():
            names = " and ".join(event.missing)
            return f"Round {event.round} is called off, and all wagers go back: {names} did not reveal a seed in time."
        case happened.WagersPlaced() if not event.wagers:
            return f"Seat {event.seat} withdraws its wagers."
        case happened.WagersPlaced():
            wagers = ", ".join(f"{_spaced(name)} {format_cents(amount)}" for name, amount in event.wagers.items())
            return f"Seat {event.seat} wagers {wagers}."
        case happened.ProgressiveAcknowledged():
            return f"The progressive wager of seat {', '.join(map(str, event.seats))} is accepted."
        case happened.CardsCorrected():
            return f"{event.role} {event.by} corrects cards that were entered wrongly; the round continues."
        case happened.Decided():
            return f"Seat {event.seat}: {answer_in_words(event)}."
        case happened.StubResolved():
            hands = [
                (f"seat {hand}" if hand.isdigit() else f"the {hand}", cards) for hand, cards in event.misdealt.items()
            ]
            wrong = " and ".join(f"{hand} has {cards}" for hand, cards in hands)
            found = f"The cards were misdealt: {wrong}" if wrong else "No hand has a wrong number of cards"
            return f"{found}; with the stub there are {event.total} cards."
        case happened.AwardTaken():
            meter = "meter" if event.meter == "progressive" else f"{event.meter} meter"
            paid = f"{event.pays}, {format_cents(event.amount)}"
            return f"The {meter} shows {event.before}: seat {event.seat} is paid {paid}."
        case happened.RoundEnded():
            return f"Round {event.round} is over."
        case happened.CardSetAside():
            return "A card that was found face up goes to the discard rack."
        case happened.RoundVoided():
            back = f"; back out of the meters: {_amounts(event.contributions)}" if event.contributions else ""
            return f"The round is void: {_spaced(event.cause)}{back}."
        case happened.DeckJammed():
            return f"Deck {event.deck + 1} has to be shuffled again."
        case happened.DeviceTakenOut():
            if event.works:
                return f"The {event.device} is {event.made}, in working order, so that another method can be used."
            return f"The {event.device} is {event.made}."
        case happened.DeviceRestored():
            if event.device in devices_used(the_rules(state)):
                return f"The {event.device} is in use again."
            return f"The {event.device} works again, and the method in use does without it."
        case happened.RulingMade():
            return f"{event.by} rules: {event.words}"
        case happened.CardsOrdered():
            cuts = "".join(f", cut {depth} deep" for depth in last_cuts(state, event))
            return f"The order of the cards is fixed{cuts}."
        case happened.SettlementReckoned():
            return f"The dealer has: {_spaced(event.dealer or '')}."
        case happened.IrregularityReported():
            rules = " The floorperson rules on it; play continues." if event.detail.get(happened.RULING) else ""
            return f"{event.by} reports: {_spaced(event.name)}.{rules}"
        case happened.RulesAdopted():
            return change_in_words(state, state.library[event.rules])
        case _:
            raise ValueError(f"{event.type} has no words")
