"""Players: positions, chips and leaving."""

from pitbook.money import format_cents
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.steps import ActorRole
from pitbook.table.commands import BuyIn, CashOut, Leave, RuleOnLeaving, Sit
from pitbook.table.context import Context
from pitbook.table.decide.checks import refuse, require_open, require_role
from pitbook.table.departures import awaiting_ruling
from pitbook.table.event import TableEvent
from pitbook.table.events import (
    BoughtIn,
    CashedOut,
    LeavingRuled,
    PlayerArrived,
    PlayerLeft,
    PlayerSat,
)
from pitbook.table.kinds import TableStatus
from pitbook.table.round_seeds import awaits_seeds
from pitbook.table.settlement_steps import settled_anyway_at
from pitbook.table.state import SeatedPlayer, State, the_rules

LONGEST_NAME = 64


def _amount(amount: int) -> None:
    if type(amount) is not int or amount <= 0:
        raise MalformedError(Problem(f"{amount!r} is not a number of cents", str(amount)[:40]))


def seated(state: State, name: str) -> SeatedPlayer:
    """A player with chips at the table; after it closes, the chips can still be taken away."""
    if state.status == TableStatus.NEW:
        require_open(state)
    found = state.players.get(name)
    if found is None or found.left:
        refuse(f"{name} is not at the table", the_rules(state).book.conduct.seated_clauses, name[:40])
    return found


def sit(state: State, command: Sit, context: Context) -> tuple[TableEvent, ...]:
    """One position for each player, or as many adjacent boxes as the house has filed."""
    require_role(command, ActorRole.PLAYER)
    require_open(state)
    rules, name = the_rules(state), command.by.name
    if not name.strip() or len(name) > LONGEST_NAME:
        raise MalformedError(Problem(f"a player's name has 1 to {LONGEST_NAME} letters", name[:40]))
    if type(command.seat) is not int or not 1 <= command.seat <= rules.positions:
        refuse(f"there is no position {command.seat}; the table has {rules.positions}", rules.book.positions.clauses)
    if command.buy_in:
        _amount(command.buy_in)
    if state.closing:
        refuse("the table is closing")
    if command.seat in state.seats:
        refuse(f"position {command.seat} is taken", rules.book.positions.clauses, str(command.seat))
    found = state.players.get(name)
    if found is not None:
        clauses = rules.book.positions.per_player_clauses
        if found.left:
            dealt = state.round is not None and any(state.round.hands.get(seat) for seat in found.seats)
            conduct = rules.book.conduct
            clauses = conduct.stay_clauses if dealt else conduct.leaving_clauses
            refuse(f"{name} left in this round; a new place is free after it", clauses)
        if len(found.seats) >= rules.adjacent_boxes:
            refuse(f"{name} may wager on {rules.adjacent_boxes} position(s), and has them", clauses, str(command.seat))
        if command.seat not in (found.seats[0] - 1, found.seats[-1] + 1):
            refuse(f"position {command.seat} is not adjacent to {name}'s", clauses, str(command.seat))
    events: list[TableEvent] = [PlayerArrived(name)] if state.idle is not None else []
    events.append(PlayerSat(name, command.seat))
    if command.buy_in:
        events.append(BoughtIn(name, command.buy_in))
    return tuple(events)


def _own_seat(state: State, command: BuyIn | CashOut | Leave) -> None:
    """A command may name only a position of the player who gives it."""
    if command.seat is not None and state.seats.get(command.seat) != command.by.name:
        refuse(f"{command.by.name} is not seated at position {command.seat}", value=str(command.seat))


def buy_in(state: State, command: BuyIn, context: Context) -> tuple[TableEvent, ...]:
    """Chips are bought in whole cents."""
    require_role(command, ActorRole.PLAYER)
    _amount(command.amount)
    require_open(state)
    _own_seat(state, command)
    seated(state, command.by.name)
    return (BoughtIn(command.by.name, command.amount),)


def cash_out(state: State, command: CashOut, context: Context) -> tuple[TableEvent, ...]:
    """No more chips than the player has."""
    require_role(command, ActorRole.PLAYER)
    _amount(command.amount)
    _own_seat(state, command)
    found = seated(state, command.by.name)
    if command.amount > found.stack:
        have, asked = format_cents(found.stack), format_cents(command.amount)
        refuse(f"{found.name} has {have}, and can't take {asked} away", value=asked)
    return (CashedOut(found.name, command.amount),)


def leave(state: State, command: Leave, context: Context) -> tuple[TableEvent, ...]:
    """Before "no more bets" a player takes the wagers along; after it they stay, and the floorperson rules on them."""
    require_role(command, ActorRole.PLAYER)
    _own_seat(state, command)
    if command.by.name == state.arrived and command.by.name not in state.players:
        return (PlayerLeft(command.by.name, in_round=False),)
    found = seated(state, command.by.name)
    current = state.round
    in_round = current is not None and current.closed and any(seat in current.participants for seat in found.seats)
    return (PlayerLeft(found.name, in_round),)


def rule_on_leaving(state: State, command: RuleOnLeaving, context: Context) -> tuple[TableEvent, ...]:
    """The floorperson may rule the wagers of a player who left abandoned; then they are lost."""
    require_open(state)
    clauses = the_rules(state).book.conduct.leaving_clauses
    require_role(command, ActorRole.FLOORPERSON, clauses=clauses)
    current, found = state.round, state.players.get(command.player)
    if current is None or found is None or not found.left:
        refuse(f"{command.player} has not left a round in progress", clauses, command.player[:40])
    if command.player in current.ruled:
        refuse(f"the ruling on {command.player}'s wagers has been made", clauses, command.player)
    if awaits_seeds(state):
        refuse("wait for the seeds: if one is missing, all wagers go back", clauses)
    if command.player not in awaiting_ruling(state):
        if current.void and settled_anyway_at(the_rules(state), current).keys().isdisjoint(found.seats):
            refuse(f"the round is void, and all wagers of {command.player} go back", clauses)
        refuse(f"the wagers of {command.player} are settled", clauses, command.player[:40])
    return (LeavingRuled(command.player, command.abandoned, command.reason, command.by.name),)
