"""Commands over the wire: one JSON object each, named by `do`, validated into the command itself.

The fields are those of the command classes. Keys that a command does not have are refused, and so is an actor: who
gives a command follows from the session.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    StrictInt,
    StringConstraints,
    TypeAdapter,
    create_model,
)
from pydantic_core import CoreSchema, core_schema

from pitbook.pit import commands as pit
from pitbook.pit.commands import UNCHANGED, Keep
from pitbook.table import commands as table
from pitbook.table.commands import NOBODY, Command
from pitbook.web.requests.base import RequestModel

COMMANDS: Final[Mapping[str, type[Command]]] = {
    "sit": table.Sit,
    "buy_in": table.BuyIn,
    "cash_out": table.CashOut,
    "leave": table.Leave,
    "place_wagers": table.PlaceWagers,
    "commit_seed": table.CommitSeed,
    "reveal_seed": table.RevealSeed,
    "give_beacon": table.GiveBeacon,
    "ready": pit.Ready,
    "decide": table.Decide,
    "step": table.Do,
    "deal_round": table.DealRound,
    "report": table.Report,
    "correct_cards": table.CorrectCards,
    "call_stub_count": table.CallStubCount,
    "go_idle": table.GoIdle,
    "acknowledge": table.Acknowledge,
    "restore_device": table.RestoreDevice,
    "insert_stack": pit.InsertStack,
    "change_method": pit.ChangeMethod,
    "seat_guest": pit.SeatGuest,
    "order_recut": table.OrderRecut,
    "order_reshuffle": table.OrderReshuffle,
    "change_deck": table.ChangeDeck,
    "rule": table.Rule,
    "rule_on_leaving": table.RuleOnLeaving,
    "close_table": table.CloseTable,
    "player_arrives": table.PlayerArrives,
    "arrange": pit.Arrange,
    "seat_bot": pit.SeatBot,
    "dismiss_bot": pit.DismissBot,
}
"""The commands that a page may send, by the name that `do` gives them."""


def _form_of(do: str, command: type[Command]) -> type[RequestModel]:
    """The JSON form of a command: its fields without the actor, and its name."""
    hints = get_type_hints(command, include_extras=True)
    parts: dict[str, Any] = {"do": (Literal[do], ...)}
    for one in fields(command):
        if one.name == "by":
            continue
        hint = hints[one.name]
        if one.default is UNCHANGED:
            parts[one.name] = (reduce(or_, [kind for kind in get_args(hint) if kind is not Keep]), None)
        elif one.default_factory is not MISSING:
            parts[one.name] = (hint, Field(default_factory=one.default_factory))
        else:
            parts[one.name] = (hint, ... if one.default is MISSING else one.default)
    name = "".join(part.capitalize() for part in do.split("_"))
    return create_model(name, __base__=RequestModel, __doc__=command.__doc__, **parts)


def _command(form: RequestModel) -> Command:
    """The command that was sent, without an actor; a field that was left out has the command's default."""
    said = {name: getattr(form, name) for name in form.model_fields_set}
    return COMMANDS[said.pop("do")](NOBODY, **said)


class _FromJson:
    """Validates one of the commands, and returns the command itself."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        forms: Any = reduce(or_, [_form_of(do, command) for do, command in COMMANDS.items()])
        schema = handler.generate_schema(Annotated[forms, Field(discriminator="do")])
        return core_schema.no_info_after_validator_function(_command, schema)


AnyCommand = Annotated[Command, _FromJson]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


class CommandMessage(RequestModel):
    """A command over a live connection."""

    type: Literal["command"]
    id: Key
    expected: Annotated[StrictInt, Field(ge=0)] | None = None
    command: AnyCommand


class Ping(RequestModel):
    """A sign of life."""

    type: Literal["ping"]


class ShowView(RequestModel):
    """The page asks for the whole view, because a patch did not fit the view that it has."""

    type: Literal["view"]


MESSAGE: TypeAdapter[CommandMessage | Ping | ShowView] = TypeAdapter(
    Annotated[CommandMessage | Ping | ShowView, Field(discriminator="type")]
)
