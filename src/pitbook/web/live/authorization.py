"""Who may give which command, and in whose name: one table, `PERMISSIONS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

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
    """As who opened the table, or by the invitation of a player."""
    appointed: tuple[Role, ...] = ()
    """By the operator."""
    operator: bool = False
    dealer_appointed: bool = False
    """Whether somebody deals at the table whom the operator has appointed."""

    def roles(self, state: State) -> tuple[Role, ...]:
        """The roles that count now."""
        return roles_now(state, self.player, self.own, self.appointed)

    def must_be(self, state: State, *roles: Role) -> None:
        """Refuse a caller who has none of these roles now."""
        if not set(roles) & set(self.roles(state)):
            message = f"only the {' or the '.join(roles)} of this table does this"
            if set(roles) <= {"dealer", "floor"}:
                message += "; while others have wagers, only one whom the operator has appointed"
            raise ForbiddenError(Problem(message))


def _caller(state: State, command: Command, caller: Caller) -> Actor:
    return player(caller.player)


def _player_of_seat(state: State, command: Any, caller: Caller) -> Actor:
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
    """Whoever's duty the next step is; a dealer answers for devices and for the first player."""
    by = state.agenda[0].by if state.agenda else ActorRole.DEALER
    if by == ActorRole.FLOORPERSON:
        caller.must_be(state, "floor")
        return floorperson(caller.player)
    caller.must_be(state, "dealer")
    if by == ActorRole.PLAYER and command.step != StepName.DECIDE:
        return player(first_player(state) or caller.player)
    return dealer(caller.player)


def _dealer_or_floorperson(state: State, command: table.CorrectCards, caller: Caller) -> Actor:
    """The dealer where a dealer may correct the cards, and otherwise a floorperson."""
    roles = caller.roles(state)
    relied = state.round is not None and bool(relied_on(state.round, parse_cards(command.entered)))
    floor = "dealer" not in roles or (relied and "floor" in roles)
    return floorperson(caller.player) if floor else dealer(caller.player)


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may give a command, and in whose name the table gets it."""

    roles: tuple[Role, ...]
    """One of these is needed; none where everybody with a session may."""
    actor: Callable[[State, Any, Caller], Actor]


EVERYBODY: Final[tuple[Role, ...]] = ()
DEALER: Final[tuple[Role, ...]] = ("dealer",)
FLOOR: Final[tuple[Role, ...]] = ("floor",)
EITHER: Final[tuple[Role, ...]] = ("dealer", "floor")
PERMISSIONS: Final[Mapping[type[Command], Permission]] = {
    table.Sit: Permission(EVERYBODY, _caller),
    table.PlayerArrives: Permission(EVERYBODY, _caller),
    table.CommitSeed: Permission(EVERYBODY, _caller),
    table.RevealSeed: Permission(EVERYBODY, _caller),
    pit.Ready: Permission(EVERYBODY, _caller),
    table.BuyIn: Permission(EVERYBODY, _player_of_seat),
    table.CashOut: Permission(EVERYBODY, _player_of_seat),
    table.Leave: Permission(EVERYBODY, _player_of_seat),
    table.PlaceWagers: Permission(EVERYBODY, _player_of_seat),
    table.Decide: Permission(EVERYBODY, _player_of_seat),
    table.Do: Permission(EVERYBODY, _owner_of_step),
    table.DealRound: Permission(DEALER, _dealer),
    table.Report: Permission(DEALER, _dealer),
    table.CallStubCount: Permission(DEALER, _dealer),
    table.GoIdle: Permission(DEALER, _dealer),
    pit.SeatGuest: Permission(DEALER, _dealer),
    table.Acknowledge: Permission(DEALER, _device),
    pit.InsertStack: Permission(DEALER, _device),
    table.CorrectCards: Permission(EITHER, _dealer_or_floorperson),
    table.GiveBeacon: Permission(FLOOR, _floorperson),
    table.RestoreDevice: Permission(FLOOR, _floorperson),
    table.OrderRecut: Permission(FLOOR, _floorperson),
    table.OrderReshuffle: Permission(FLOOR, _floorperson),
    table.ChangeDeck: Permission(FLOOR, _floorperson),
    table.Rule: Permission(FLOOR, _floorperson),
    table.RuleOnLeaving: Permission(FLOOR, _floorperson),
    table.CloseTable: Permission(FLOOR, _floorperson),
    pit.ChangeMethod: Permission(FLOOR, _floorperson),
    pit.Arrange: Permission(FLOOR, _floorperson),
    pit.SeatBot: Permission(FLOOR, _floorperson),
    pit.DismissBot: Permission(FLOOR, _floorperson),
}
"""Every command that a page may send. A step is done by whoever's duty it is, so its permission follows from it."""


def authorize(state: State, arrangement: TableSettings, command: Command, caller: Caller) -> Command:
    """The command in the name of its actor; refused where the caller may not give it."""
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
