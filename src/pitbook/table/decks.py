"""How decks come, go and are made ready: what the events of shuffling and cutting change."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission.devices import SHUFFLER
from pitbook.table import events as happened
from pitbook.table.agenda import (
    IDLE_STEPS,
    AgendaStep,
    as_waiting,
    as_well,
    cut_steps,
    jam_steps,
    open_round_step,
    opening_steps,
    ordered_shuffle_steps,
    receive_step,
    reopening_steps,
)
from pitbook.table.dealing_method import being_shuffled, into_play, to_wait_in_shuffler
from pitbook.table.state import State, TableDeck, the_round, the_rules
from pitbook.table.step_effects import perform


def same_back(one: str, other: str) -> bool:
    """Whether two decks have backs of the same colour, however it is written."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def deck_received(state: State, event: happened.DeckReceived) -> None:
    rules = the_rules(state)
    deck = TableDeck(event.back, datetime.fromisoformat(event.at), preshuffled=event.preshuffled)
    at_opening = event.deck == len(state.decks) and not state.rounds
    if event.deck == len(state.decks):
        state.decks.append(deck)
    else:
        state.decks[event.deck] = deck
    if rules.decks > 1 and state.round is None and state.last_round is not None:
        # A deck that joins another takes the next turn: the other one was just played.
        state.in_play = event.deck if state.last_round.deck == state.in_play else state.in_play
    idle = state.idle is not None
    spreading = _left_to_spread(state, event.deck) if idle else []
    others = reopen(state) if idle else state.agenda
    remaining = [
        step if step.deck in (None, state.in_play) else as_waiting(rules, step)
        for step in others
        if step.deck != event.deck and step.do != StepName.OPEN_ROUND
    ]
    opening = opening_steps(rules, event.deck, event.preshuffled, event.deck != state.in_play)
    if not at_opening:
        each = rules.book.opening.each_deck_clauses
        opening = tuple(
            replace(step, clauses=tuple(one for one in step.clauses if one not in each)) for step in opening
        )
    state.agenda.clear()
    if state.round is None:
        steps = (*spreading, *opening, *remaining) if idle else (*remaining, *opening)
        state.agenda.extend((*steps, *to_wait_in_shuffler(state, steps), open_round_step(rules)))
    else:
        _ahead_of_wagers(state, event.deck, opening, remaining)


def _left_to_spread(state: State, changed: int) -> list[AgendaStep]:
    """The steps left before an idle table's other deck lies spread; a changed deck is opened instead."""
    showing = {StepName.SPREAD_IDLE, StepName.TURN_FACE_UP}
    left = [step for step in state.agenda if step.do in IDLE_STEPS | showing and step.deck != changed]
    return left if any(step.do in showing for step in left) else []


def reopen(state: State) -> list[AgendaStep]:
    """The steps for the cards of an idle table when somebody plays again or a deck is changed."""
    rules = the_rules(state)
    face, state.idle = state.idle or "down", None
    steps: list[AgendaStep] = []
    for number, deck in enumerate(state.decks):
        if not deck.removed:
            deck.shuffles, deck.cuts, deck.cuts_before = 0, [], 0
            steps += reopening_steps(rules, number, face, number != state.in_play)
    return steps


def deck_removed(state: State, event: happened.DeckRemoved) -> None:
    state.decks[event.deck].removed = True
    if state.agenda and state.agenda[0].do == StepName.REMOVE_DECK:
        state.agenda.popleft()
        the_round(state).stub_left = False
    if state.rack == event.deck:
        state.rack = None
    if state.round is None or not (state.round.cards_dealt or state.round.void):
        rules = the_rules(state)
        # Cards that jammed are taken out of the device even if their deck leaves the table.
        remaining = [step for step in state.agenda if step.deck != event.deck or step.do == StepName.REMOVE_CARDS]
        enough = sum(not deck.removed for deck in state.decks) >= rules.decks
        state.agenda.clear()
        state.agenda.extend(remaining if enough else (receive_step(rules, event.deck), *remaining))


def shuffled(state: State, event: happened.Shuffled) -> None:
    deck = state.decks[event.deck]
    deck.by_shuffler = state.agenda.popleft().by == ActorRole.DEVICE
    deck.held_by = SHUFFLER if deck.by_shuffler else ""
    if deck.by_shuffler:
        state.failed.discard(SHUFFLER)
    deck.shuffles += 1
    deck.cuts_before = len(deck.cuts)
    deck.preshuffled = deck.jammed = False
    if state.round is not None and state.round.deck == event.deck:
        state.round.drawn = 0
    if state.rack == event.deck:
        state.rack = None


def stack_inserted(state: State, event: happened.StackInserted) -> None:
    perform(state, state.agenda[0].do)


def deck_cut(state: State, event: happened.DeckCut) -> None:
    state.agenda.popleft()
    deck = state.decks[event.deck]
    deck.cuts.append(event.depth)
    deck.held_by = ""


def recut_ordered(state: State, event: happened.RecutOrdered) -> None:
    rules = the_rules(state)
    _before_dealing(state, state.in_play, cut_steps(rules, state.in_play, rules.book.cut.recut_clauses))


def reshuffle_ordered(state: State, event: happened.ReshuffleOrdered) -> None:
    state.decks[state.in_play].held_by = ""
    _before_dealing(state, state.in_play, ordered_shuffle_steps(the_rules(state), state.in_play))


def deck_jammed(state: State, event: happened.DeckJammed) -> None:
    if state.round is not None and event.deck != state.round.deck and being_shuffled(state) != event.deck:
        state.decks[event.deck].jammed = True
        state.agenda.extendleft(reversed(_before_a_shuffle(state, tuple(state.agenda))))
    else:
        waits = event.deck != state.in_play
        state.decks[event.deck].held_by = ""
        _before_dealing(state, event.deck, jam_steps(the_rules(state), event.deck, waits=waits))


def _before_dealing(state: State, deck: int, again: tuple[AgendaStep, ...]) -> None:
    """The deck is shuffled or cut again, and then goes back to where it was dealt from.

    A shuffle that was due anyway also cites its own clauses.
    """
    due = next((step.clauses for step in state.agenda if step.do == StepName.SHUFFLE and step.deck == deck), ())
    again = tuple(as_well(step, due) if step.do == StepName.SHUFFLE else step for step in again)
    left = [step for step in state.agenda if step.deck != deck]
    state.agenda.clear()
    if state.round is None:
        state.agenda.extend((*again, *left))
    else:
        _ahead_of_wagers(state, deck, again, left)


def _ahead_of_wagers(state: State, made_ready: int, ready: Sequence[AgendaStep], left: Sequence[AgendaStep]) -> None:
    """In an open round a deck is made ready; then the deck in play goes to where it is dealt from, if it has to.

    Before that, everything else that is due for a deck is done.
    """
    deck = the_round(state).deck
    due = [*ready, *(step for step in left if step.deck is not None)]
    place = into_play(state, deck, due)[0]
    first = _before_a_shuffle(state, ready)
    again = [place] if made_ready == deck or any(step.do == place.do for step in left) else []
    if again:
        the_round(state).in_place = False
    rest = (step for step in left if step.deck is None and step.do != place.do)
    state.agenda.extend((*first, *due, *again, *rest))


def _before_a_shuffle(state: State, ready: Sequence[AgendaStep]) -> list[AgendaStep]:
    """Before a device shuffles again, the cards of another deck that jammed in it are taken out."""
    shuffles = any(step.do == StepName.SHUFFLE and step.by == ActorRole.DEVICE for step in ready)
    return jammed_cards_out(state) if shuffles else []


def jammed_cards_out(state: State) -> list[AgendaStep]:
    """The cards of decks that jammed while they waited are taken out of the device, where the book says so."""
    jammed = [number for number, deck in enumerate(state.decks) if deck.jammed and not deck.removed]
    steps = [step for number in jammed for step in jam_steps(the_rules(state), number)]
    return [step for step in steps if step.do == StepName.REMOVE_CARDS]
