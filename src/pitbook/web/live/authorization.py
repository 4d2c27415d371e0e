"""Who may give which command, and in whose name: one table, `PERMISSIONS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar, cast

from pitbook.cards import parse_cards
from pitbook.pit import TableSettings
from pitbook.pit import commands as pit
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.table import State
from pitbook.table import commands as table
from pitbook.table.commands import Actor, Command, dealer, device, floorperson, player
from pitbook.table.decide.corrections import relied_on
from pitbook.table.decide.steps import first_player
from pitbook.web.access.roles import Role, roles_now
from pitbook.web.errors import ForbiddenError
from pitbook.web.live.conflict_of_interest import must_have_dealer, must_not_judge, must_not_report
from pitbook.web.live.views import may_speak_for


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who gives commands at a table, with every role that this person has there."""

    player: str
    own: tuple[Role, ...]
    """Roles as the opener of the table, or by a player's invitation."""
    appointed: tuple[Role, ...] = ()
    """Roles that the operator gave."""
    operator: bool = False
    dealer_appointed: bool = False
    """Whether the table has a dealer whom the operator appointed."""

    def roles(self, state: State) -> tuple[Role, ...]:
        """The roles that count now."""
        return roles_now(state, self.player, self.own, self.appointed)

    def must_be(self, state: State, *roles: Role) -> None:
        """Refuse a caller who has none of these roles now."""
        if not set(roles) & set(self.roles(state)):
            message = f"only the {' or the '.join(roles)} of this table does this"
            if set(roles) <= {"dealer", "floor"}:
                message += "; while others have wagers, only if the operator appointed them"
            raise ForbiddenError(Problem(message))


def _caller(state: State, command: Command, caller: Caller) -> Actor:
    return player(caller.player)


class _OfSeat(Protocol):
    """A command that may be about a seat."""

    @property
    def seat(self) -> int | None: ...


def _player_of_seat(state: State, command: _OfSeat, caller: Caller) -> Actor:
    """The caller, or the player of the seat if the caller is a dealer who speaks for that player."""
    holder = None if command.seat is None else state.seats.get(command.seat)
    if holder is None or holder == caller.player:
        return player(caller.player)
    speaks = "dealer" in caller.roles(state) and may_speak_for(state, holder)
    return player(holder if speaks else caller.player)


def _dealer(state: State, command: Command, caller: Caller) -> Actor:
    return dealer(caller.player)


def _floorperson(state: State, command: Command, caller: Caller) -> Actor:
    return floorperson(caller.player)


def _device(state: State, command: Command, caller: Caller) -> Actor:
    """A device, for which a dealer answers."""
    return device(caller.player)


def _owner_of_step(state: State, command: table.Do, caller: Caller) -> Actor:
    """The person whose duty the next step is; a dealer acts for devices and for the first player."""
    by = state.agenda[0].by if state.agenda else ActorRole.DEALER
    if by == ActorRole.FLOORPERSON:
        caller.must_be(state, "floor")
        return floorperson(caller.player)
    caller.must_be(state, "dealer")
    if by == ActorRole.PLAYER and command.step != StepName.DECIDE:
        return player(first_player(state) or caller.player)
    return dealer(caller.player)


def _dealer_or_floorperson(state: State, command: table.CorrectCards, caller: Caller) -> Actor:
    """The dealer if a dealer may correct these cards, otherwise the floorperson."""
    roles = caller.roles(state)
    relied = state.round is not None and bool(relied_on(state.round, parse_cards(command.entered)))
    floor = "dealer" not in roles or (relied and "floor" in roles)
    return floorperson(caller.player) if floor else dealer(caller.player)


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may give a command, and in whose name the table gets it."""

    roles: tuple[Role, ...]
    """One of these is needed; empty if everybody with a session may give the command."""
    actor: Callable[[State, Command, Caller], Actor]


EVERYBODY: Final[tuple[Role, ...]] = ()
DEALER: Final[tuple[Role, ...]] = ("dealer",)
FLOOR: Final[tuple[Role, ...]] = ("floor",)
EITHER: Final[tuple[Role, ...]] = ("dealer", "floor")
C = TypeVar("C", bound=Command)


def _permits(
    kind: type[C], roles: tuple[Role, ...], actor: Callable[[State, C, Caller], Actor]
) -> tuple[type[Command], Permission]:
    """The permission of one kind of command; the type checker makes sure that `actor` takes that kind."""
    return kind, Permission(roles, cast("Callable[[State, Command, Caller], Actor]", actor))


PERMISSIONS: Final[Mapping[type[Command], Permission]] = dict(
    (
        _permits(table.Sit, EVERYBODY, _caller),
        _permits(table.PlayerArrives, EVERYBODY, _caller),
        _permits(table.CommitSeed, EVERYBODY, _caller),
        _permits(table.RevealSeed, EVERYBODY, _caller),
        _permits(pit.Ready, EVERYBODY, _caller),
        _permits(table.BuyIn, EVERYBODY, _player_of_seat),
        _permits(table.CashOut, EVERYBODY, _player_of_seat),
        _permits(table.Leave, EVERYBODY, _player_of_seat),
        _permits(table.PlaceWagers, EVERYBODY, _player_of_seat),
        _permits(table.Decide, EVERYBODY, _player_of_seat),
        _permits(table.Do, EVERYBODY, _owner_of_step),
        _permits(table.DealRound, DEALER, _dealer),
        _permits(table.Report, DEALER, _dealer),
        _permits(table.CallStubCount, DEALER, _dealer),
        _permits(table.GoIdle, DEALER, _dealer),
        _permits(pit.SeatGuest, DEALER, _dealer),
        _permits(table.Acknowledge, DEALER, _device),
        _permits(pit.InsertStack, DEALER, _device),
        _permits(table.CorrectCards, EITHER, _dealer_or_floorperson),
        _permits(table.GiveBeacon, FLOOR, _floorperson),
        _permits(table.RestoreDevice, FLOOR, _floorperson),
        _permits(table.OrderRecut, FLOOR, _floorperson),
        _permits(table.OrderReshuffle, FLOOR, _floorperson),
        _permits(table.ChangeDeck, FLOOR, _floorperson),
        _permits(table.Rule, FLOOR, _floorperson),
        _permits(table.RuleOnLeaving, FLOOR, _floorperson),
        _permits(table.CloseTable, FLOOR, _floorperson),
        _permits(pit.ChangeMethod, FLOOR, _floorperson),
        _permits(pit.Arrange, FLOOR, _floorperson),
        _permits(pit.SeatBot, FLOOR, _floorperson),
        _permits(pit.DismissBot, FLOOR, _floorperson),
    )
)
"""Every command that a page may send. `Do` names no roles, because the step itself says whose duty it is."""


def authorize(state: State, arrangement: TableSettings, command: Command, caller: Caller) -> Command:
    """The command in the name of its actor; refused if the caller may not give it."""
    if caller.operator and isinstance(command, table.Sit):
        raise RefusedError(Problem("the operator does not play: sign in with a name to play"))
    if isinstance(command, table.PlaceWagers):
        dealing = caller.player if "dealer" in caller.roles(state) else None
        must_have_dealer(state, arrangement, command.seat, dealing, appointed=caller.dealer_appointed)
    permission = PERMISSIONS[type(command)]
    if permission.roles:
        caller.must_be(state, *permission.roles)
    given = command.given_by(permission.actor(state, command, caller))
    must_not_report(state, arrangement, command)
    must_not_judge(state, arrangement, command, caller.player)
    return given
