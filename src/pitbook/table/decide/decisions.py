"""Decisions of the players: check, fold, raise or play, asked one after the other from the dealer's left."""

from pitbook.money import format_cents
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.models import Street
from pitbook.submission import HouseRules
from pitbook.table.commands import Decide
from pitbook.table.context import Context
from pitbook.table.decide.checking import refuse, require_open, require_role
from pitbook.table.event import Event
from pitbook.table.events import Decided
from pitbook.table.state import Round, State, the_rules


def the_street(rules: HouseRules, name: str | None) -> Street:
    """The decision of this name, with the multiples that the house allows."""
    return next(street for street in rules.streets if street.name == name)


def decide_seat(state: State, command: Decide, context: Context) -> tuple[Event, ...]:
    """Each player is asked in turn, and raises at most once."""
    require_open(state)
    rules, current = the_rules(state), state.round
    own_hand = rules.book.conduct.own_hand_clauses
    require_role(command, "player", clauses=own_hand)
    if current is None or not state.agenda or state.agenda[0].do != "decide":
        refuse("no decision is asked for now", _not_now(rules, current, command))
    clauses = state.agenda[0].clauses
    if state.seats.get(command.seat) != command.by.name or state.players[command.by.name].left:
        why = own_hand or clauses
        refuse(f"{command.by.name} is not seated at position {command.seat}", why, str(command.seat))
    if command.seat not in current.to_act:
        refuse(f"position {command.seat} has nothing to decide now", clauses, str(command.seat))
    if command.seat != current.to_act[0]:
        refuse(f"it is position {current.to_act[0]}'s turn, from the dealer's left", clauses, str(command.seat))
    street = the_street(rules, current.street)
    if command.action == rules.book.decision.wager:
        return (Decided(command.seat, command.action, _amount(state, command, street, current)),)
    if command.action != street.otherwise:
        refuse(
            f"{command.action!r} is not possible here; a player may {rules.book.decision.wager} or {street.otherwise}",
            street.clauses,
            str(command.action)[:40],
        )
    if command.amount:
        refuse(f"a {command.action} wagers nothing", street.clauses, str(command.amount))
    return (Decided(command.seat, command.action, 0),)


def _not_now(rules: HouseRules, current: Round | None, command: Decide) -> tuple[str, ...]:
    """Before "no more bets" the first decision is still to come; after it, only an answer to the dealer wagers."""
    if current is None or not current.closed:
        return next(step.clauses for step in rules.order.steps if step.do == "decide")
    return rules.book.conduct.none_after_clauses if command.action == rules.book.decision.wager else ()


def allowed_amounts(rules: HouseRules, street: Street, base: int) -> str:
    """What may be wagered, in words."""
    amounts = [format_cents(multiple * base) for multiple in street.multiples]
    if street.any_amount_between:
        return f"{amounts[0]} to {amounts[-1]}, in steps of {format_cents(rules.chip_unit)}"
    return " or ".join(amounts)


def _amount(state: State, command: Decide, street: Street, current: Round) -> int:
    """A multiple that the street allows, or anything between; where there is only one, it goes without saying."""
    rules = the_rules(state)
    base = current.wagers[command.seat][rules.book.decision.of]
    amount = command.amount
    if amount is None and len(street.multiples) == 1:
        amount = street.multiples[0] * base
    if amount is None:
        refuse(f"say how much: {allowed_amounts(rules, street, base)}", street.clauses)
    if type(amount) is not int or amount <= 0:
        raise MalformedError(Problem(f"{amount!r} is not a number of cents", str(amount)[:40]))
    if street.any_amount_between:
        least, most = street.multiples[0] * base, street.multiples[-1] * base
        fits = least <= amount <= most and amount % rules.chip_unit == 0
    else:
        fits = amount in {multiple * base for multiple in street.multiples}
    if not fits:
        right = allowed_amounts(rules, street, base)
        refuse(f"{command.action} {format_cents(amount)} is not {right}", street.clauses, format_cents(amount))
    stack = state.players[command.by.name].stack
    if amount > stack:
        why = rules.book.conduct.chips_clauses or street.clauses
        refuse(f"{command.by.name} has {format_cents(stack)}", why, format_cents(amount))
    return amount
