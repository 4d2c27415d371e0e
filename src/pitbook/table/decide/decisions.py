"""Decisions of the players, asked one after the other from the dealer's left: what the book's flow offers them."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.money import format_cents
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Bet, Street, Withdraw, limit_of
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement.hand_limits import street_with
from pitbook.submission import HouseRules
from pitbook.table.commands import Actor, Decide
from pitbook.table.context import Context
from pitbook.table.decide.checks import beyond_chips, refuse, require_open, require_role
from pitbook.table.event import TableEvent
from pitbook.table.events import Decided
from pitbook.table.state import Round, State, the_rules


def decide_seat(state: State, command: Decide, context: Context) -> tuple[TableEvent, ...]:
    """Each player is asked in turn, and does what the flow offers to a hand like this one."""
    require_open(state)
    rules, current = the_rules(state), state.round
    own_hand = rules.book.conduct.own_hand_clauses
    require_role(command, ActorRole.PLAYER, clauses=own_hand)
    command = _with_amount(state, command)
    if current is None or not state.agenda or state.agenda[0].do != StepName.DECIDE:
        refuse("no decision is asked for now", _not_now(rules, current, command))
    clauses = state.agenda[0].clauses
    found = state.players.get(command.by.name)
    if found is None or found.left or command.seat not in found.seats:
        why = rules.book.conduct.seated_clauses if found is None or found.left else own_hand or clauses
        refuse(f"{command.by.name} is not seated at position {command.seat}", why, str(command.seat))
    if command.seat not in current.to_act:
        refuse(f"position {command.seat} has nothing to decide now", clauses, str(command.seat))
    if command.seat != current.to_act[0]:
        refuse(f"it is position {current.to_act[0]}'s turn, from the dealer's left", clauses, str(command.seat))
    street = _street(rules, current, command.seat)
    match street.offer(command.action):
        case Bet():
            return (Decided(command.seat, command.action, _amount(state, command, street, current)),)
        case Withdraw() as withdrawal:
            back = current.wagers[command.seat][withdrawal.wager]
            if command.amount not in (None, back):
                words = format_cents(command.amount or 0)
                refuse(f"{_spaced(withdrawal.wager)} goes back whole, {format_cents(back)}", street.clauses, words)
            return (Decided(command.seat, command.action, back),)
        case None:
            _refuse_hand(rules.street(current.street), command)
            verbs = [_spaced(verb) for verb in dict.fromkeys(offer.verb for offer in street.offers)]
            message = f"{command.action!r} is not possible here; a player may {' or '.join(verbs)}"
            refuse(message, street.clauses, str(command.action)[:40])
    if command.amount:
        refuse(f"a {command.action} wagers nothing", street.clauses, str(command.amount))
    return (Decided(command.seat, command.action, 0),)


def _street(rules: HouseRules, current: Round, seat: int) -> Street:
    """The street of the decision, limited to what the hand of the seat allows."""
    return street_with(rules.book, rules.street(current.street), current.hands[seat], current.board)


def _refuse_hand(street: Street, command: Decide, times: Fraction | None = None) -> None:
    """Refuse an action that needs another hand, and name the hands that allow it."""
    offers = [one for one in street.offers if one.verb == command.action]
    offers = [one for one in offers if not isinstance(one, Bet) or times is None or one.allows(times)]
    needed = [limit.words for one in offers if (limit := limit_of(one)) is not None]
    if needed:
        words = f"{_spaced(command.action)} {format_cents(command.amount)}" if command.amount else command.action
        refuse(f"{_spaced(words)} needs {' or '.join(needed)}", street.clauses, command.action)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _not_now(rules: HouseRules, current: Round | None, command: Decide) -> tuple[str, ...]:
    """The clauses by which a player may not decide now.

    Before "no more bets" the first decision is still to come; after it, players wager only when the dealer asks them.
    """
    if current is None or not current.closed:
        return next(step.clauses for step in rules.order.steps if step.do == "decide")
    return rules.book.conduct.none_after_clauses if command.action in rules.book.flow.decided else ()


def answer(state: State, by: Actor, seat: int, action: Action, amount: int | None = None) -> Decide:
    """A player's answer as a command, with a multiple turned into an amount."""
    rules, current = the_rules(state), state.round
    if action.multiple is not None and current is not None and current.street is not None:
        base = current.wagers.get(seat, {}).get(rules.book.flow.base, 0)
        street = _street(rules, current, seat) if seat in current.hands else rules.street(current.street)
        amount = (street.times(action) or rules.street(current.street).times(action) or 0) * base
    return Decide(by, seat, action.verb, amount)


def _with_amount(state: State, command: Decide) -> Decide:
    """The command with the amount that a multiple such as `raise_3` stands for."""
    action = Action.parse(command.action)
    if action.multiple is None:
        return command
    if command.amount is not None:
        message = f"{action.name} already says how much: leave the amount out"
        raise MalformedError(Problem(message, format_cents(command.amount)))
    return answer(state, command.by, command.seat, action)


def allowed_amounts(rules: HouseRules, bets: Sequence[Bet], base: int) -> str:
    """The amounts that these bets allow, in words, with the hands that some of them need."""
    apart = [bet for bet in bets if bet.any_amount_between or bet.if_hand]
    free = sorted({multiple for bet in bets if bet not in apart for multiple in bet.multiples})
    found = [format_cents(multiple * base) for multiple in free]
    for bet in apart:
        amounts = " or ".join(format_cents(multiple * base) for multiple in sorted(bet.multiples))
        if bet.any_amount_between:
            least, most = format_cents(bet.least * base), format_cents(bet.most * base)
            amounts = f"{least} to {most}, in steps of {format_cents(rules.chip_unit)}"
        found.append(f"{amounts} with {bet.if_hand.words}" if bet.if_hand else amounts)
    return " or ".join(found)


def _allows(rules: HouseRules, bet: Bet, amount: int, base: int) -> bool:
    times = Fraction(amount, base) if amount % base else amount // base
    return bet.allows(times) and (not bet.any_amount_between or amount % rules.chip_unit == 0)


def _amount(state: State, command: Decide, street: Street, current: Round) -> int:
    """The amount: a multiple that the street allows, or anything between; it may be left out if there is only one."""
    rules = the_rules(state)
    base, bets = current.wagers[command.seat][rules.book.flow.base], street.bets_of(command.action)
    amount = command.amount
    multiples = {multiple for bet in bets for multiple in bet.multiples}
    if amount is None and len(multiples) == 1:
        amount = min(multiples) * base
    if amount is None:
        refuse(f"say how much: {allowed_amounts(rules, bets, base)}", street.clauses)
    if type(amount) is not int or amount <= 0:
        raise MalformedError(Problem(f"{amount!r} is not a number of cents", str(amount)[:40]))
    if not any(_allows(rules, bet, amount, base) for bet in bets):
        _refuse_hand(rules.street(current.street), command, Fraction(amount, base))
        right = allowed_amounts(rules, bets, base)
        refuse(f"{command.action} {format_cents(amount)} is not {right}", street.clauses, format_cents(amount))
    stack = state.players[command.by.name].stack
    if amount > stack:
        raise RefusedError(beyond_chips(rules, f"{command.by.name} has {format_cents(stack)}", format_cents(amount)))
    return amount
