"""What all decisions share: refusals in words, with the clause, and who may do what."""

from collections.abc import Sequence
from typing import NoReturn

from pitbook.cards import Card
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.table.commands import Command
from pitbook.table.event import TableEvent
from pitbook.table.events import RoundWithdrawn
from pitbook.table.kinds import TableStatus
from pitbook.table.state import State, the_rules


def refuse(message: str, clauses: Sequence[str] = (), value: str | None = None) -> NoReturn:
    """The rules do not allow it now."""
    raise RefusedError(Problem(message, value, clauses[0] if clauses else None))


def require_role(command: Command, *roles: ActorRole, clauses: Sequence[str] = ()) -> None:
    """Only these may give the command."""
    if command.by.role not in roles:
        who = " or ".join(f"a {role}" for role in roles)
        refuse(f"only {who} does this, not the {command.by.role} {command.by.name}", clauses, command.by.role)


def require_open(state: State) -> None:
    """The table has to be open."""
    if state.status != TableStatus.OPEN:
        refuse("the table is not open" if state.status == TableStatus.CLOSED else "the table has not been opened yet")


def require_round(state: State, wanted: str | None) -> None:
    """A command that names its round has no effect on another one, however late it is sent again."""
    if wanted is not None and (state.round is None or state.round.id != wanted):
        refuse(f"this was for round {wanted}, which is not the one at the table now", value=wanted)


def beyond_chips(rules: HouseRules, message: str, value: str) -> list[Problem]:
    """A wager is made of chips; if the book says so, words or cash cannot cover what is missing."""
    made_of, *else_than = rules.book.conduct.chips_clauses or (None,)
    more = [Problem("a wager by word or in cash is not accepted: buy chips first", value, one) for one in else_than]
    return [Problem(message, value, made_of), *more]


def require_of_the_deck(state: State, cards: Sequence[Card]) -> None:
    """Every card has to be in the book's deck."""
    deck = the_rules(state).book.deck
    if strange := deck.outside(cards):
        refuse(f"{strange[0]} is not a card of this deck", deck.clauses, str(strange[0]))


def between_rounds(state: State) -> bool:
    """Whether the cards are ready and nobody has wagered on the next round yet, whether it is open or not."""
    if not state.agenda or any(step.deck is not None for step in state.agenda):
        return False
    return (
        state.agenda[0].do == StepName.OPEN_ROUND
        if state.round is None
        else not (state.round.wagers or state.round.closed)
    )


def played_out(state: State) -> bool:
    """Whether a round has just ended, and nothing but the shuffle after it is due.

    Where the book takes the cards of an idle table out of the rack, they need not be shuffled first.
    """
    rules = the_rules(state)
    if state.round is not None or state.idle is not None or not rules.book.idle.clear_clauses:
        return False
    *ready, last = (step.do for step in state.agenda)
    shuffling = {StepName.SHUFFLE, *(step.do for step in rules.book.cut.steps)}
    return last == StepName.OPEN_ROUND and state.rack is not None and shuffling.issuperset(ready)


def being_opened(state: State, deck: int | None) -> bool:
    """Whether a received deck is being inspected, spread or shuffled, and no card of the round has been dealt."""
    dealt = state.round is not None and (state.round.cards_dealt or state.round.void)
    if dealt or deck is None or not state.agenda or state.agenda[0].deck != deck:
        return False
    return any(duty.do == state.agenda[0].do for duty in the_rules(state).book.opening.steps)


def reopening(state: State) -> bool:
    """Whether an idle table is being made ready again, by steps that are all repeated if it becomes idle once more."""
    rules = the_rules(state)
    idle = rules.book.idle
    if state.round is not None or state.idle is not None or not state.agenda:
        return False
    *ready, last = state.agenda
    repeated = {StepName.TURN_FACE_UP, StepName.STORE_IN_SHUFFLER, *idle.reopen_with}
    repeated.update(step.do for step in rules.book.cut.steps)
    reopens = {*idle.reopen_clauses, *idle.turn_up_clauses}
    return (
        last.do == StepName.OPEN_ROUND
        and all(step.do in repeated for step in ready)
        and any(not reopens.isdisjoint(step.clauses) for step in ready)
    )


def withdrawal(state: State) -> tuple[TableEvent, ...]:
    """The open round is withdrawn, if there is one."""
    return () if state.round is None else (RoundWithdrawn(state.round.id),)
