"""From what somebody asks to commands of the table: who may give them, in whose name, and with which amounts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from pitbook.cards import parse_cards
from pitbook.money import format_cents, parse_cents
from pitbook.pit import Batch
from pitbook.pit.methods import change_method
from pitbook.pit.names import GUEST, kind_of
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.actions import CHECK, FOLD, Action
from pitbook.table import State
from pitbook.table import commands as given
from pitbook.table.commands import Actor, Command, dealer, device, floorperson, player
from pitbook.table.decide.corrections import relied_on
from pitbook.table.decide.decisions import answer
from pitbook.table.decide.steps import first_player
from pitbook.table.state import the_rules
from pitbook.web.access.impartiality import must_have_dealer, must_not_judge, must_not_report, roles_now
from pitbook.web.access.sessions import Role, checked_name
from pitbook.web.errors import ForbiddenError
from pitbook.web.live.bots import bot_name
from pitbook.web.live.views import may_speak_for
from pitbook.web.requests import commands as requests

MAX_CHIPS: Final = 100_000_000_00
"""No player has more chips at a table than this, in cents."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at a table, and what that person may be there."""

    player: str
    own: tuple[Role, ...]
    """As who opened the table, or by the invitation of a player."""
    appointed: tuple[Role, ...] = ()
    """By the operator."""
    operator: bool = False
    dealer_appointed: bool = False
    """Whether somebody deals at the table whom the operator has appointed."""

    def at(self, state: State) -> "CallerNow":
        """The same with the roles that count now."""
        return CallerNow(self.player, roles_now(state, self.player, self.own, self.appointed))


@dataclass(frozen=True, slots=True)
class CallerNow:
    """Somebody who asks for something at a table as it is now."""

    player: str
    roles: tuple[Role, ...]

    def must_be(self, *roles: Role) -> None:
        """Only these may do it."""
        if not set(roles) & set(self.roles):
            message = f"only the {' or the '.join(roles)} of this table does this"
            if set(roles) <= {"dealer", "floor"}:
                message += "; while others have wagers, only one whom the operator has appointed"
            raise ForbiddenError(Problem(message))


def give(batch: Batch, asked: Any, asking_for: Caller) -> None:
    """Give the commands that somebody asks for."""
    state, arrangement = batch.state, batch.arrangement
    who = asking_for.at(state)
    if asking_for.operator and isinstance(asked, requests.Sit):
        _refuse("the operator does not play: sign in with a name to play")
    if isinstance(asked, requests.PlaceWagers):
        dealing = who.player if "dealer" in who.roles else None
        must_have_dealer(state, arrangement, asked.seat, dealing, appointed=asking_for.dealer_appointed)
    if isinstance(asked, requests.ChangeMethod):
        who.must_be("floor")
        change_method(batch, floorperson(who.player))
        return
    commands = _GIVERS[type(asked)](state, asked, who)
    must_not_report(state, arrangement, asked)
    must_not_judge(state, arrangement, asked, who.player)
    for command, reason in commands:
        batch.do(command, reason)


Given = list[tuple[Command, str]]


def _one(command: Command, reason: str = "") -> Given:
    return [(command, reason)]


def _refuse(message: str, value: object = None) -> NoReturn:
    raise RefusedError(Problem(message, None if value is None else str(value)[:40]))


def _in_the_name_of(state: State, seat: int | None, who: CallerNow) -> tuple[Actor, str]:
    """The player of a seat: oneself, or somebody for whom a dealer speaks; and why the record has it."""
    holder = None if seat is None else state.seats.get(seat)
    if holder is None or holder == who.player or not ("dealer" in who.roles and may_speak_for(state, holder)):
        return player(who.player), ""
    return player(holder), f"recorded by {who.player}"


def _whose_chips(state: State, seat: int | None, who: CallerNow) -> tuple[Actor, str]:
    """Whose chips are meant by a position; nobody else's are moved when it is somebody else's."""
    by, reason = _in_the_name_of(state, seat, who)
    if seat is not None and state.seats.get(seat) != by.name:
        _refuse(f"{by.name} is not seated at position {seat}", seat)
    return by, reason


def _chips(state: State, name: str, amount: str | None) -> int:
    found = state.players.get(name)
    return chips(amount, found.stack if found else 0)


def chips(amount: str | None, stack: int = 0) -> int:
    """What somebody buys who has a stack already, in cents."""
    cents = 0 if amount is None else parse_cents(amount)
    if cents + stack > MAX_CHIPS:
        _refuse(f"nobody has more than {format_cents(MAX_CHIPS)} in chips here", amount)
    return cents


def _sit(state: State, asked: requests.Sit, who: CallerNow) -> Given:
    return _one(given.Sit(player(who.player), asked.seat, _chips(state, who.player, asked.buy_in)))


def _buy_in(state: State, asked: requests.BuyIn, who: CallerNow) -> Given:
    by, reason = _whose_chips(state, asked.seat, who)
    return _one(given.BuyIn(by, _chips(state, by.name, asked.amount)), reason)


def _cash_out(state: State, asked: requests.CashOut, who: CallerNow) -> Given:
    by, reason = _whose_chips(state, asked.seat, who)
    return _one(given.CashOut(by, parse_cents(asked.amount)), reason)


def _leave(state: State, asked: requests.Leave, who: CallerNow) -> Given:
    by, reason = _whose_chips(state, asked.seat, who)
    return _one(given.Leave(by), reason)


def _wagers(wagers: Mapping[str, str]) -> dict[str, int]:
    return {name: cents for name, amount in wagers.items() if (cents := parse_cents(amount))}


def _place_wagers(state: State, asked: requests.PlaceWagers, who: CallerNow) -> Given:
    by, reason = _in_the_name_of(state, asked.seat, who)
    return _one(given.PlaceWagers(by, asked.seat, _wagers(asked.wagers)), reason)


def _ready(state: State, asked: requests.Ready, who: CallerNow) -> Given:
    """Wagers that come along; that the player is ready is not the table's business."""
    if asked.wagers is None:
        return []
    if asked.seat is None:
        raise MalformedError(Problem("wagers are for a seat: say which"))
    wagers = _wagers(asked.wagers)
    if not wagers:
        _refuse("place your wagers first")
    if state.round is not None and state.round.wagers.get(asked.seat) == wagers:
        return []
    return _one(given.PlaceWagers(player(who.player), asked.seat, wagers))


def _decide(state: State, asked: requests.Decide, who: CallerNow) -> Given:
    by, reason = _in_the_name_of(state, asked.seat, who)
    action, verbs = Action.parse(asked.action), the_rules(state).book.flow.verbs
    if action.verb not in (*verbs, CHECK, FOLD):
        raise MalformedError(Problem(f"{asked.action!r} is no action here; there are {', '.join(verbs)}", asked.action))
    if asked.amount is not None and action.multiple is not None:
        raise MalformedError(Problem(f"{action.name} says how much: leave the amount out", asked.amount))
    amount = None if asked.amount is None else parse_cents(asked.amount)
    return _one(answer(state, by, asked.seat, action, amount), reason)


def _step(state: State, asked: requests.Step, who: CallerNow) -> Given:
    """The step's own role decides who may do it; a dealer answers for devices and for the first player."""
    by = state.agenda[0].by if state.agenda else "dealer"
    if by == "floorperson":
        who.must_be("floor")
        actor = floorperson(who.player)
    else:
        who.must_be("dealer")
        first = first_player(state) or who.player
        actor = player(first) if by == "player" and asked.step != "decide" else dealer(who.player)
    told = (asked.cards, asked.count, asked.depth, asked.misdealt, asked.from_inventory)
    return _one(given.Do(actor, asked.step, *told))


def _insert_stack(state: State, asked: requests.InsertStack, who: CallerNow) -> Given:
    if not state.agenda or not state.agenda[0].or_shuffler:
        _refuse("no stack waits to go into the shoe")
    return _one(given.Do(device(who.player), state.agenda[0].do))


def _correct_cards(state: State, asked: requests.CorrectCards, who: CallerNow) -> Given:
    """As the dealer where a dealer may, and otherwise as a floorperson."""
    who.must_be("dealer", "floor")
    relied = state.round is not None and bool(relied_on(state.round, parse_cards(asked.entered)))
    floor = "dealer" not in who.roles or (relied and "floor" in who.roles)
    by = floorperson(who.player) if floor else dealer(who.player)
    return _one(given.CorrectCards(by, asked.entered, asked.right, asked.reason))


def _seat_guest(state: State, asked: requests.SeatGuest, who: CallerNow) -> Given:
    name = checked_name(asked.name) + GUEST
    return _one(given.Sit(player(name), asked.seat, _chips(state, name, asked.buy_in)), f"seated by {who.player}")


def _seat_bot(state: State, asked: requests.SeatBot, who: CallerNow) -> Given:
    name = bot_name(asked.plays, the_rules(state), state.players)
    return _one(given.Sit(player(name), asked.seat), f"seated by {who.player}")


def _dismiss_bot(state: State, asked: requests.DismissBot, who: CallerNow) -> Given:
    name = state.seats.get(asked.seat)
    if name is None or kind_of(name) != "bot":
        _refuse(f"no bot sits at position {asked.seat}", asked.seat)
    return _one(given.Leave(player(name)), f"dismissed by {who.player}")


Giver = Callable[[State, Any, CallerNow], Given]


def _as(role: Role, command: Callable[[Any, CallerNow], Command]) -> Giver:
    """A command that only one role gives."""

    def giver(state: State, asked: Any, who: CallerNow) -> Given:
        who.must_be(role)
        return _one(command(asked, who))

    return giver


def _for(role: Role, giver: Giver) -> Giver:
    def checked(state: State, asked: Any, who: CallerNow) -> Given:
        who.must_be(role)
        return giver(state, asked, who)

    return checked


_GIVERS: Final[Mapping[type[requests.RequestModel], Giver]] = {
    requests.Sit: _sit,
    requests.BuyIn: _buy_in,
    requests.CashOut: _cash_out,
    requests.Leave: _leave,
    requests.PlaceWagers: _place_wagers,
    requests.CommitSeed: lambda _, asked, who: _one(given.CommitSeed(player(who.player), asked.commitment)),
    requests.RevealSeed: lambda _, asked, who: _one(given.RevealSeed(player(who.player), asked.seed)),
    requests.GiveBeacon: _as("floor", lambda a, who: given.GiveBeacon(floorperson(who.player), a.value, a.at)),
    requests.Ready: _ready,
    requests.Decide: _decide,
    requests.PlayerArrives: lambda _, asked, who: _one(given.PlayerArrives(player(who.player))),
    requests.Step: _step,
    requests.DealRound: _as("dealer", lambda _, who: given.DealRound(dealer(who.player))),
    requests.Report: _as("dealer", lambda a, who: given.Report(dealer(who.player), a.irregularity, a.detail)),
    requests.CorrectCards: _correct_cards,
    requests.CallStubCount: _as("dealer", lambda _, who: given.CallStubCount(dealer(who.player))),
    requests.GoIdle: _as("dealer", lambda a, who: given.GoIdle(dealer(who.player), a.face_up, a.asked_by or "")),
    requests.Acknowledge: _as("dealer", lambda a, who: given.Acknowledge(device(who.player), a.seat)),
    requests.RestoreDevice: _as("floor", lambda a, who: given.RestoreDevice(floorperson(who.player), a.device)),
    requests.InsertStack: _for("dealer", _insert_stack),
    requests.SeatGuest: _for("dealer", _seat_guest),
    requests.OrderRecut: _as("floor", lambda a, who: given.OrderRecut(floorperson(who.player), a.reason)),
    requests.OrderReshuffle: _as("floor", lambda a, who: given.OrderReshuffle(floorperson(who.player), a.reason)),
    requests.ChangeDeck: _as(
        "floor", lambda a, who: given.ChangeDeck(floorperson(who.player), a.deck, a.back, a.reason, a.preshuffled)
    ),
    requests.Rule: _as("floor", lambda a, who: given.Rule(floorperson(who.player), a.words)),
    requests.RuleOnLeaving: _as(
        "floor", lambda a, who: given.RuleOnLeaving(floorperson(who.player), a.player, a.abandoned, a.reason)
    ),
    requests.CloseTable: _as("floor", lambda _, who: given.CloseTable(floorperson(who.player))),
    requests.SeatBot: _for("floor", _seat_bot),
    requests.DismissBot: _for("floor", _dismiss_bot),
}
