"""What happens at a table, told as it happens: who does what, with the clauses, and without any card.

Everybody may be told this at once; the cards stand in views, where each person sees only what the rules have shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from pitbook.money import format_cents
from pitbook.rulebooks.flow import Bet, Fold, Withdraw
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.table import events as happened
from pitbook.table import seed_events
from pitbook.table.agenda import AgendaStep, stub_count_step
from pitbook.table.card_text import read_slots
from pitbook.table.dealing_method import change_in_words
from pitbook.table.decision_effects import answer_in_words
from pitbook.table.event import TableEvent
from pitbook.table.event_clauses import event_clauses
from pitbook.table.script import in_words
from pitbook.table.state import State, the_round, the_rules
from pitbook.table.transcript import said, turned_up


@dataclass(frozen=True, slots=True)
class DecisionEffect:
    """What a decision changes: a wager is made or goes back, or the hand is folded."""

    wager: str | None = None
    amount: int = 0
    takes_back: bool = False
    folds: bool = False

    def as_json(self) -> dict[str, Any]:
        """The change in JSON types."""
        amount = format_cents(self.amount)
        return {"wager": self.wager, "amount": amount, "takes_back": self.takes_back, "folds": self.folds}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that was done: by whom (dealer, floorperson, player, device or table), in words, by which clauses."""

    by: str
    words: str
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    """The seat whose wagers are told."""
    did: AgendaStep | None = None
    """The step that was done, where it was one; a player's decision is one too."""
    answered: DecisionEffect | None = None

    def as_json(self) -> dict[str, Any]:
        """The line in JSON types."""
        step = self.did
        did = step and {
            "do": step.do,
            "seat": step.seat,
            "to": step.to,
            "cards": step.cards,
            "face_up": step.face_up,
            "answered": self.answered and self.answered.as_json(),
        }
        return {"by": self.by, "words": self.words, "clauses": list(self.clauses), "did": did}


_HEAD: Final = (
    happened.CardsEntered,
    happened.Shuffled,
    happened.DeckCut,
    happened.NoMoreBets,
    happened.ChipsCounted,
    happened.ProgressiveLockedOut,
    happened.ProgressiveValidated,
    happened.CardsDiscarded,
)
"""Events of the one step at the head of the agenda."""
_UNTOLD: Final = (happened.CardsOrdered, happened.RoundOpened, seed_events.SeedCommitted, seed_events.SeedRevealed)
"""What is told by other lines, or elsewhere in a view."""
_FLOOR: Final = (
    happened.RecutOrdered,
    happened.ReshuffleOrdered,
    happened.DeckReceived,
    happened.DeckRemoved,
    happened.DeviceRestored,
    happened.LeavingRuled,
    happened.RulingMade,
    happened.ClosingOrdered,
    happened.TableClosed,
)
_PLAYER: Final = (
    happened.PlayerSat,
    happened.BoughtIn,
    happened.CashedOut,
    happened.PlayerLeft,
    happened.PlayerArrived,
)


def tell(state: State, event: TableEvent) -> Iterator[Sentence]:
    """One event in words, told just before it is folded into the state."""
    match event:
        case happened.Performed():
            for step in islice(state.agenda, len(event.steps)):
                yield _step(state, step)
        case happened.CardsDealt():
            yield from _dealt(state, event)
        case happened.StubCounted():
            yield _step(state, stub_count_step(the_rules(state)), f" {event.count} are counted.")
        case happened.StubResolved():
            yield Sentence(ActorRole.DEALER, said(event), event_clauses(state, event))
        case happened.SettlementReckoned():
            if event.dealer:
                yield Sentence(
                    ActorRole.DEALER, f"The dealer has: {event.dealer.replace('_', ' ')}.", event_clauses(state, event)
                )
        case happened.WagersPlaced():
            wagers = ", ".join(f"{name.replace('_', ' ')} {format_cents(at)}" for name, at in event.wagers.items())
            words = f"Seat {event.seat} wagers {wagers}." if wagers else f"Seat {event.seat} withdraws its wagers."
            yield Sentence(ActorRole.PLAYER, words, event_clauses(state, event), event.seat)
        case happened.Decided():
            did = AgendaStep(StepName.DECIDE, ActorRole.PLAYER, seat=event.seat)
            words, clauses = f"Seat {event.seat}: {answer_in_words(event)}.", event_clauses(state, event)
            yield Sentence(ActorRole.PLAYER, words, clauses, did=did, answered=_answered(state, event))
        case happened.IrregularityReported():
            words = f"An irregularity is reported: {event.name.replace('_', ' ')}."
            if event.detail.get(happened.RULING):
                words += " The floorperson rules on it; play goes on."
            yield Sentence(ActorRole.DEALER, words, event_clauses(state, event))
        case happened.AwardTaken():
            yield Sentence(ActorRole.DEALER, said(event), event_clauses(state, event))
        case happened.RulesAdopted():
            words = change_in_words(state, state.library[event.rules])
            yield Sentence(ActorRole.FLOORPERSON, words, event_clauses(state, event))
        case happened.StackInserted():
            yield Sentence(ActorRole.DEVICE, said(event), event_clauses(state, event))
        case happened.CardsCorrected():
            yield Sentence(event.role, "Cards that were entered wrongly are put right; the round goes on.")
        case happened.WentIdle() if state.idle is not None:
            yield Sentence(ActorRole.DEALER, turned_up(event), event_clauses(state, event))
        case happened.CardSetAside():
            yield Sentence(
                ActorRole.DEALER, "A card that was found face up goes to the discard rack.", event_clauses(state, event)
            )
        case _:
            yield from _other(state, event)


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


def _other(state: State, event: TableEvent) -> Iterator[Sentence]:
    if isinstance(event, _UNTOLD):
        return
    if isinstance(event, _HEAD) and state.agenda:
        yield _step(state, state.agenda[0])
    else:
        by = "floorperson" if isinstance(event, _FLOOR) else "player" if isinstance(event, _PLAYER) else "table"
        yield Sentence(by, said(event), event_clauses(state, event))


def _step(state: State, step: AgendaStep, more: str = "") -> Sentence:
    return Sentence(step.by, in_words(state, step) + more, step.clauses, did=step)


def _dealt(state: State, event: happened.CardsDealt) -> Iterator[Sentence]:
    left = len(read_slots(event.cards))
    for step in state.agenda:
        if left <= 0:
            return
        yield _step(state, step)
        left -= step.cards
