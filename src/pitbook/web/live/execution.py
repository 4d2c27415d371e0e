"""Executes an authorized command: most go to the table unchanged, others become commands of the table."""

from typing import Final, NoReturn

from pitbook.money import format_cents
from pitbook.pit import Batch
from pitbook.pit.commands import ChangeMethod, DismissBot, InsertStack, Ready, SeatBot, SeatGuest
from pitbook.pit.methods import change_method
from pitbook.pit.names import GUEST, kind_of
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.actions import CHECK, FOLD, Action
from pitbook.rulebooks.steps import ActorRole
from pitbook.table import State
from pitbook.table.commands import BuyIn, Command, Decide, Do, Leave, PlaceWagers, Sit, player
from pitbook.table.state import the_rules
from pitbook.web.access.sessions import checked_name
from pitbook.web.live.bots import bot_name

MAX_CHIPS: Final = 100_000_000_00
"""No player has more chips at a table than this, in cents."""


def execute(batch: Batch, command: Command, caller: str) -> None:
    """Do what a command says; the record notes a caller who gave it for somebody else."""
    state = batch.state
    match command:
        case Ready():
            _place_ready_wagers(batch, command)
        case SeatGuest(seat=seat, name=name, buy_in=buy_in):
            _sit(batch, Sit(player(checked_name(name) + GUEST), seat, buy_in), f"seated by {caller}")
        case SeatBot(seat=seat, plays=plays):
            name = bot_name(plays, the_rules(state), state.players)
            batch.do(Sit(player(name), seat), f"seated by {caller}")
        case DismissBot(seat=seat):
            batch.do(Leave(player(_bot_at(state, seat))), f"dismissed by {caller}")
        case InsertStack(by=by):
            if not state.agenda or not state.agenda[0].or_shuffler:
                _refuse("no stack waits to go into the shoe")
            batch.do(Do(by, state.agenda[0].do))
        case ChangeMethod(by=by):
            change_method(batch, by)
        case Sit():
            _sit(batch, command)
        case _:
            if isinstance(command, BuyIn):
                check_chips(command.amount, _stack(state, command.by.name))
            elif isinstance(command, Decide):
                _check_action(state, command)
            spoken_for = (
                command.by.role == ActorRole.PLAYER and command.by.name != caller and not isinstance(command, Do)
            )
            batch.do(command, f"recorded by {caller}" if spoken_for else "")


def _refuse(message: str, value: object = None) -> NoReturn:
    raise RefusedError(Problem(message, None if value is None else str(value)[:40]))


def check_chips(bought: int | None, stack: int = 0) -> None:
    """Refuse a purchase that gives a player too many chips."""
    if (bought or 0) + stack > MAX_CHIPS:
        _refuse(f"nobody has more than {format_cents(MAX_CHIPS)} in chips here", format_cents(bought or 0))


def _stack(state: State, name: str) -> int:
    found = state.players.get(name)
    return found.stack if found else 0


def _sit(batch: Batch, command: Sit, reason: str = "") -> None:
    check_chips(command.buy_in, _stack(batch.state, command.by.name))
    batch.do(command, reason)


def _place_ready_wagers(batch: Batch, command: Ready) -> None:
    """Place the wagers that come with the command; the table does not need to know that the player is ready."""
    if command.wagers is None:
        return
    if command.seat is None:
        raise MalformedError(Problem("wagers need a seat: say which"))
    if not command.wagers:
        _refuse("place your wagers first")
    current = batch.state.round
    if current is None or current.wagers.get(command.seat) != command.wagers:
        batch.do(PlaceWagers(command.by, command.seat, command.wagers))


def _bot_at(state: State, seat: int) -> str:
    name = state.seats.get(seat)
    if name is None or kind_of(name) != "bot":
        _refuse(f"no bot sits at position {seat}", seat)
    return name


def _check_action(state: State, command: Decide) -> None:
    """Refuse an action that no street of the book has, no matter whose turn it is."""
    verbs = the_rules(state).book.flow.verbs
    if Action.parse(command.action).verb not in (*verbs, CHECK, FOLD):
        message = f"{command.action!r} is not an action here; the actions are {', '.join(verbs)}"
        raise MalformedError(Problem(message, command.action))
