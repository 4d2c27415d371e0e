"""Counting the stub, and what a wrong count leads to: first who was misdealt, then whether the deck is whole."""

from collections.abc import Mapping

from pitbook.problems import MalformedError, Problem
from pitbook.table import events as happened
from pitbook.table.agenda import AgendaStep
from pitbook.table.commands import Do
from pitbook.table.context import Context
from pitbook.table.decide.checks import refuse
from pitbook.table.event import TableEvent
from pitbook.table.kinds import SourceName
from pitbook.table.state import State, the_round, the_rules
from pitbook.table.stub import (
    DEALER,
    cards_in_all,
    deck_leaves_by,
    misdealt_hands,
    right_hands,
    right_stub,
    what_a_count_shows,
)


def count_stub(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """A count is only recorded; a wrong one may be repeated until somebody says who was misdealt."""
    current, rules = the_round(state), the_rules(state)
    if command.count is None and state.source == SourceName.ENTERED:
        refuse("say how many cards of the stub were counted", step.clauses)
    count = right_stub(rules, current) if command.count is None else command.count
    if not 0 <= count <= 2 * rules.book.deck.cards:
        refuse(f"{count} cards can't be a stub", step.clauses, str(count))
    counted = happened.StubCounted(count, command.by.name)
    if command.misdealt is None:
        return (counted,)
    misdealt = _told(state, step, command.misdealt)
    if count == right_stub(rules, current) and not misdealt:
        return (counted,)
    return (counted, *_resolved(state, count, misdealt, command.by.name))


def resolve_stub(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Who was misdealt: a table that deals the cards itself knows; at a physical table the dealer says."""
    current = the_round(state)
    if command.misdealt is not None:
        misdealt = _told(state, step, command.misdealt)
    elif state.source == SourceName.ENTERED:
        refuse(
            "say which hands have a wrong number of cards, and how many each has; the answer may be none", step.clauses
        )
    else:
        misdealt = misdealt_hands(the_rules(state), current)
    return _resolved(state, current.stub_count or 0, misdealt, command.by.name)


def _told(state: State, step: AgendaStep, misdealt: Mapping[str, int]) -> dict[str, int]:
    """The hands reported as misdealt, each with a wrong number of cards."""
    rules = the_rules(state)
    right = right_hands(rules, the_round(state))
    if not isinstance(misdealt, Mapping):
        message = f"misdealt has the cards of each misdealt hand, by seat or {DEALER!r}"
        raise MalformedError(Problem(message, str(misdealt)[:40]))
    for hand, cards in misdealt.items():
        if hand not in right:
            refuse(f"{hand!r} has no hand in this round: {', '.join(right)} have", step.clauses, str(hand)[:40])
        if type(cards) is not int or not 0 <= cards <= rules.book.deck.cards:
            raise MalformedError(Problem(f"{cards!r} is not a number of cards", str(cards)[:40]))
        if cards == right[hand]:
            refuse(f"{cards} cards are not too many or too few for {hand}", step.clauses, str(cards))
    return dict(misdealt)


def _resolved(state: State, count: int, misdealt: dict[str, int], by: str) -> tuple[TableEvent, ...]:
    """Record what was found. The round becomes void by it, unless it is void already and nothing is left to settle."""
    current, rules = the_round(state), the_rules(state)
    resolved = happened.StubResolved(misdealt, cards_in_all(rules, current, count, misdealt), by)
    if current.lines is not None:
        return (resolved,)
    return (resolved, happened.RoundVoided(what_a_count_shows(rules, current, count, misdealt), current.contributions))


def remove_deck(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """All cards of the round leave the table."""
    current, rules = the_round(state), the_rules(state)
    count, misdealt = current.stub_count or 0, current.misdealt
    why = "the stub has a wrong number of cards"
    if count == right_stub(rules, current):
        why = f"there are {cards_in_all(rules, current, count, misdealt)} cards in all"
    return (happened.DeckRemoved(current.deck, deck_leaves_by(rules, current, count, misdealt) or "", why),)
