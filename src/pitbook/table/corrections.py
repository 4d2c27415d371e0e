"""Correcting wrongly entered cards: wagers that were settled by them are settled again.

Money that was paid or collected by the wrong cards goes back first.
"""

from collections import deque
from collections.abc import Iterable

from pitbook.cards import Card
from pitbook.settlement import Result
from pitbook.settlement.envy import ENVY
from pitbook.table.card_places import place_of, places
from pitbook.table.lines import Lines
from pitbook.table.settlement_steps import in_order, turned_up_by, turns, turns_to_come, void_steps
from pitbook.table.state import Round, Slot, State, the_round, the_rules


def correct(state: State, entered: list[Slot], right: list[Slot]) -> None:
    """Replace the wrongly entered cards by the right ones, all at once."""
    current, rules = the_round(state), the_rules(state)
    again = _from(state, current, [card for card in entered if card is not None])
    changes = dict(zip(entered, right, strict=True))
    for cards in places(current).values():
        cards[:] = [changes.get(card, card) for card in cards]
    current.relied_on = {found for card in current.relied_on if (found := changes.get(card, card)) is not None}
    if again is None:
        if not current.void:
            state.agenda = deque(turned_up_by(rules, current, step) for step in state.agenda)
        return
    seat, first = again
    _take_back(state, current, first)
    planned = tuple(state.agenda)
    state.agenda.clear()
    if current.void:
        state.agenda.extend(void_steps(rules, current, (), entered=False))
    else:
        seats = in_order(rules, current)
        again_settled = seats[seats.index(seat) :]
        current.announced.difference_update(again_settled)
        state.agenda.extend(turns_to_come(rules, current, again_settled, planned))


def settled_by(state: State, cards: Iterable[Card]) -> Lines:
    """The settled lines from the first that depends on these cards: they would be settled again."""
    current = the_round(state)
    again = _from(state, current, cards)
    return () if again is None else (current.lines or ())[again[1] : current.paid]


def _from(state: State, current: Round, cards: Iterable[Card]) -> tuple[int, int] | None:
    """The first turn that was settled by any of these cards, with its first line; None if there is none.

    Wagers that a void round returns depend on no card.
    """
    settled = turns(current.lines or ())
    if not settled:
        return None
    if current.void:
        by_cards = any(line.result is not Result.VOID for line in current.lines or ())
        return (settled[0][0], 0) if by_cards else None
    found = {place_of(current, card) for card in cards}
    if found & {"dealer", "board", "extra"}:
        return in_order(the_rules(state), current)[0], 0
    return next(((seat, first) for seat, first, _ in settled if f"seat {seat}" in found), None)


def _take_back(state: State, current: Round, first: int) -> None:
    """Undo the settlement from this line on."""
    lines = current.lines or ()
    for line in lines[first : current.paid]:
        taken = (line.seat, line.wager) in current.collected
        stake = 0 if taken else current.wagers[line.seat].get(line.wager, 0)
        state.players[state.seats[line.seat]].stack -= line.returned
        state.inventory -= stake - line.returned
    current.paid = min(current.paid, first)
    current.lines = lines[:first] or None
    current.not_from_inventory -= {line.seat for line in lines[first:] if line.wager != ENVY}
    if current.lines is None:
        current.dealer_hand = None
