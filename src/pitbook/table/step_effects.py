"""How performed steps change the state. Most steps change nothing but the agenda."""

from collections.abc import Callable, Mapping
from typing import Final

from pitbook.rulebooks.procedures import Method
from pitbook.rulebooks.steps import StepName
from pitbook.submission.devices import SHOE, SHUFFLER
from pitbook.table.agenda import AgendaStep
from pitbook.table.forfeits import collect_forfeits, progressive_name
from pitbook.table.state import State, the_round, the_rules


def perform(state: State, name: str) -> None:
    """The step at the head of the agenda, which has to be this one, was performed."""
    step = state.agenda.popleft()
    if step.do != name:
        raise ValueError(f"the record says {name}, but the next step was {step.do}")
    effect = _EFFECTS.get(name)
    if effect is not None:
        effect(state, step)


def _into_play(state: State, step: AgendaStep) -> None:
    """The deck leaves the shuffler for the dealer's hand or a shoe."""
    automated = the_rules(state).dealing.method is Method.AUTOMATED
    the_round(state).in_place = True
    state.decks[the_round(state).deck].held_by = SHOE if automated else ""


def _into_shuffler(state: State, step: AgendaStep) -> None:
    state.decks[step.deck or 0].held_by = SHUFFLER


def _out_of_device(state: State, step: AgendaStep) -> None:
    """The rest of the deck is taken out of its device; a jammed deck then no longer counts as shuffled."""
    deck = state.decks[step.deck if step.deck is not None else the_round(state).deck]
    deck.held_by = ""
    if step.deck is None:
        the_round(state).in_place = False
    if deck.jammed:
        deck.jammed = deck.preshuffled = False
        deck.shuffles, deck.cuts, deck.cuts_before = 0, [], 0


def _turn_up(state: State, step: AgendaStep) -> None:
    the_round(state).board_up += step.cards


def _clear_shoe_and_rack(state: State, step: AgendaStep) -> None:
    state.rack = None


def _stub_to_rack(state: State, step: AgendaStep) -> None:
    current = the_round(state)
    current.stub_left = False
    state.rack = current.deck


def _gather_stub(state: State, step: AgendaStep) -> None:
    the_round(state).stub_left = False


def _chips_to_inventory(state: State, step: AgendaStep) -> None:
    current, name = the_round(state), progressive_name(the_rules(state))
    for seat in current.accepted:
        if (seat, name) not in current.collected:
            current.collected.add((seat, name))
            state.inventory += current.wagers[seat][name]


def _collect_forfeits(state: State, step: AgendaStep) -> None:
    current, rules = the_round(state), the_rules(state)
    for seat in sorted(current.folded):
        collect_forfeits(state, rules, current, seat)
    current.racked += sorted(current.folded - current.cards_stay, reverse=True)


def _collect_fold(state: State, step: AgendaStep) -> None:
    collect_forfeits(state, the_rules(state), the_round(state), step.seat or 0)


def _discard_folded_cards(state: State, step: AgendaStep) -> None:
    the_round(state).racked.append(step.seat or 0)


def _reveal_dealer(state: State, step: AgendaStep) -> None:
    current = the_round(state)
    current.revealed = True
    current.dealer_up.update(range(len(current.dealer)))


def _turn_up_extra(state: State, step: AgendaStep) -> None:
    the_round(state).extra_up = True


def _turn_up_hand(state: State, step: AgendaStep) -> None:
    the_round(state).shown.add(step.seat or 0)


def _announce_hand(state: State, step: AgendaStep) -> None:
    the_round(state).announced.add(step.seat or 0)


def _settle(state: State, step: AgendaStep) -> None:
    """Per line, the stake leaves the layout, the returned amount goes to the player, the difference to the house."""
    current = the_round(state)
    collected, wagers = current.collected, current.wagers
    first, last = step.lines
    for line in (current.lines or ())[first:last]:
        seat, name, returned = line.seat, line.wager, line.returned
        stake = 0 if (seat, name) in collected else wagers[seat].get(name, 0)
        state.players[state.seats[seat]].stack += returned
        state.inventory += stake - returned
        if seat in current.not_from_inventory and seat == step.seat and step.do == StepName.PAY_PROGRESSIVE:
            state.inventory += returned
            state.cage -= returned
    current.paid = last


_EFFECTS: Final[Mapping[str, Callable[[State, AgendaStep], None]]] = {
    StepName.PLACE_IN_SHOE: _into_play,
    StepName.TAKE_DECK_IN_HAND: _into_play,
    StepName.STORE_IN_SHUFFLER: _into_shuffler,
    StepName.REMOVE_REST: _out_of_device,
    StepName.REMOVE_STUB: _out_of_device,
    StepName.REMOVE_CARDS: _out_of_device,
    StepName.TURN_UP: _turn_up,
    StepName.CLEAR_SHOE_AND_RACK: _clear_shoe_and_rack,
    StepName.STUB_TO_RACK: _stub_to_rack,
    StepName.GATHER_STUB: _gather_stub,
    StepName.CHIPS_TO_INVENTORY: _chips_to_inventory,
    StepName.COLLECT_FOLD: _collect_fold,
    StepName.DISCARD_FOLDED_CARDS: _discard_folded_cards,
    StepName.COLLECT_FORFEITS: _collect_forfeits,
    StepName.REVEAL_DEALER: _reveal_dealer,
    StepName.TURN_UP_EXTRA: _turn_up_extra,
    StepName.TURN_UP_HAND: _turn_up_hand,
    StepName.ANNOUNCE_HAND: _announce_hand,
    StepName.SETTLE: _settle,
    StepName.RETURN_WAGERS: _settle,
    StepName.PAY_PROGRESSIVE: _settle,
}
