"""Players who leave in a round of play: whose wagers wait for a ruling, and what a ruling changes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from pitbook.rulebooks.steps import StepName
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep, alternating
from pitbook.table.events import LeavingRuled
from pitbook.table.forfeits import discard_fold_step, progressive_name
from pitbook.table.kinds import SourceName
from pitbook.table.round_seeds import awaits_seeds
from pitbook.table.settlement_steps import (
    in_order,
    paid_without,
    settled_anyway_at,
    turns,
    turns_to_come,
    void_steps_again,
)
from pitbook.table.state import Round, State, the_round, the_rules

_OF_A_HAND: Final = frozenset({StepName.COLLECT_FOLD, StepName.TURN_UP_HAND, StepName.RECKON})
"""Steps for a hand that are skipped if its wagers are abandoned."""
_AGAIN: Final = frozenset({StepName.RECKON, StepName.COMPLETE_PAPERWORK, StepName.DISCARD})
"""Steps that are planned again when the rest of the round is settled again."""


def awaiting_ruling(state: State) -> list[str]:
    """Players who left during the round with unsettled wagers on which nobody has ruled."""
    current = state.round
    if current is None or awaits_seeds(state):
        return []
    gone = [found for found in state.players.values() if found.left and found.name not in current.ruled]
    if not gone:
        return []
    left = to_rule_on(the_rules(state), current)
    return [found.name for found in gone if any(seat in left for seat in found.seats)]


def to_rule_on(rules: HouseRules, current: Round) -> list[int]:
    """The unsettled seats with anything to abandon: wagers that no fold has forfeited, or a possible envy bonus.

    In a void round only the wagers that it still settles can be abandoned; the rest go back.
    """
    if current.void:
        anyway = settled_anyway_at(rules, current)
        return [seat for seat in unsettled(rules, current) if seat in anyway]
    open_to_envy = progressive_name(rules)
    return [
        seat
        for seat in unsettled(rules, current)
        if seat not in current.folded or seat in current.cards_stay or open_to_envy in current.wagers[seat]
    ]


def unsettled(rules: HouseRules, current: Round) -> list[int]:
    """The seats for which settlement has not paid or collected anything, in their order."""
    paid = {seat for seat, first, _ in turns(current.lines or ()) if first < current.paid}
    return [seat for seat in in_order(rules, current) if seat not in paid]


def _without_wagers(rules: HouseRules, current: Round, steps: Iterable[AgendaStep]) -> Iterator[AgendaStep]:
    """The steps that are left when wagers are abandoned: no card waits for them any more."""
    for step in steps:
        if step.seat not in current.abandoned:
            yield step
        elif step.do == StepName.KEEP_FOLDED_CARDS:
            clauses = rules.book.conduct.leaving_clauses + alternating(rules, "one_deck_in_rack")
            yield replace(discard_fold_step(rules, step.seat), clauses=clauses)
        elif step.do not in _OF_A_HAND:
            yield step


def leaving_ruled(state: State, event: LeavingRuled) -> None:
    """Abandoned wagers are lost unless they are settled already; the rest of the round is settled without them."""
    current, rules = the_round(state), the_rules(state)
    current.ruled.add(event.player)
    if not event.abandoned:
        return
    left = unsettled(rules, current)
    for seat in set(left).intersection(state.players[event.player].seats):
        for name, amount in current.wagers[seat].items():
            if (seat, name) not in current.collected:
                current.collected.add((seat, name))
                state.inventory += amount
        current.abandoned.add(seat)
        current.cards_stay.discard(seat)
        if seat in current.to_act:
            current.to_act.remove(seat)
    if current.void:
        steps = void_steps_again(rules, current, state.agenda, entered=state.source == SourceName.ENTERED)
    elif current.lines is None:
        steps = list(_without_wagers(rules, current, state.agenda))
    else:
        steps = [step for step in state.agenda if step.seat not in left and step.do not in _AGAIN]
        first = next((first for _, first, _ in turns(current.lines) if first >= current.paid), len(current.lines))
        under_way = current.lines[current.paid : first]
        current.lines = current.lines[: current.paid]
        current.lines += tuple(line for line in under_way if line.seat not in current.abandoned)
        steps = [paid_without(rules, current, step) for step in steps]
        settled_next = [seat for seat in left if seat not in current.abandoned]
        steps += turns_to_come(rules, current, settled_next, state.agenda)
    state.agenda.clear()
    state.agenda.extend(steps)
