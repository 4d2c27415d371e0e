"""Wagers before the deal: what may be placed, by whom, in which amounts, until "no more bets"."""

from collections.abc import Iterable

from pitbook.money import format_cents
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.settlement.wagers import box_problem, placeable, placing_problems
from pitbook.submission import HouseRules
from pitbook.table.commands import Acknowledge, PlaceWagers
from pitbook.table.context import Context
from pitbook.table.decide.checks import beyond_chips, refuse, require_open, require_role
from pitbook.table.event import TableEvent
from pitbook.table.events import ProgressiveAcknowledged, WagersPlaced
from pitbook.table.forfeits import progressive_name
from pitbook.table.state import State, the_rules


def placing_clauses(rules: HouseRules, names: Iterable[str]) -> tuple[str, ...]:
    """The clauses by which these wagers are placed, with the conditions that they meet."""
    known, placed = placeable(rules), set(names)
    found: list[str] = []
    for name, wager in known.items():
        if name in placed:
            found += (*wager.clauses[:1], *wager.needs_clauses)
            found += wager.with_base_clauses if rules.book.flow.base in placed else ()
    return tuple(dict.fromkeys(found))


def place_wagers(state: State, command: PlaceWagers, context: Context) -> tuple[TableEvent, ...]:
    """The seat's wagers are replaced by these; every problem with them is reported together."""
    require_open(state)
    rules, current = the_rules(state), state.round
    conduct = rules.book.conduct
    require_role(command, ActorRole.PLAYER, clauses=conduct.seated_clauses)
    if state.seats.get(command.seat) != command.by.name or state.players[command.by.name].left:
        refuse(f"{command.by.name} is not seated at position {command.seat}", conduct.seated_clauses, str(command.seat))
    if current is None:
        refuse("no round is open for wagers", conduct.before_no_more_bets_clauses)
    if current.closed:
        refuse(
            'no wager is made, increased or withdrawn after "no more bets"',
            conduct.none_after_clauses,
            str(command.seat),
        )
    if strange := [amount for amount in command.wagers.values() if type(amount) is not int or amount <= 0]:
        raise MalformedError(Problem(f"{amount!r} is not a number of cents", str(amount)[:40]) for amount in strange)
    unknown, found = placing_problems(rules, tuple(command.wagers.items()))
    problems = list(found)
    name = command.by.name
    boxes = {seat for seat, wagers in current.wagers.items() if wagers and state.seats.get(seat) == name}
    boxes = boxes | {command.seat} if command.wagers else boxes - {command.seat}
    if problem := box_problem(rules, name, boxes):
        problems.append(problem)
    total = sum(command.wagers.values())
    have = state.players[command.by.name].stack + sum(current.wagers.get(command.seat, {}).values())
    if total > have:
        message = f"the wagers add up to {format_cents(total)}, and {command.by.name} has {format_cents(have)}"
        problems += beyond_chips(rules, message, format_cents(total))
    if unknown:
        raise MalformedError([*unknown, *problems])
    if problems:
        raise RefusedError(problems)
    if not command.wagers and command.seat not in current.wagers:
        refuse(f"position {command.seat} has no wagers to withdraw", value=str(command.seat))
    return (WagersPlaced(command.seat, dict(command.wagers)),)


def acknowledge(state: State, command: Acknowledge, context: Context) -> tuple[TableEvent, ...]:
    """The device at a position accepts the progressive wager that lies there, until it is locked out."""
    require_open(state)
    clauses = the_rules(state).book.conduct.acknowledge_clauses
    require_role(command, ActorRole.DEVICE, clauses=clauses)
    current, name = state.round, progressive_name(the_rules(state))
    if current is None or current.locked_out or current.closed:
        refuse("no progressive wager is recognised now", the_rules(state).book.conduct.lock_out_clauses)
    if name not in current.wagers.get(command.seat, {}):
        refuse(f"position {command.seat} has no progressive wager", clauses, str(command.seat))
    if command.seat in current.accepted:
        refuse(f"the progressive wager of position {command.seat} has been accepted", clauses, str(command.seat))
    return (ProgressiveAcknowledged((command.seat,)),)
