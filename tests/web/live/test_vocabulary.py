"""One vocabulary of commands: what a page sends is the command, each has a permission, and none says who gives it."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from pitbook.problems import MalformedError
from pitbook.table import AutomatedTable, Context
from pitbook.table import commands as table
from pitbook.table.commands import NOBODY, Command
from pitbook.web.live.authorization import PERMISSIONS
from pitbook.web.requests.commands import COMMANDS, MESSAGE, CommandMessage


def _sent(command: str) -> Command:
    message = MESSAGE.validate_json(f'{{"type": "command", "id": "k", "command": {command}}}')
    assert isinstance(message, CommandMessage)
    return message.command


def test_every_command_of_a_page_has_a_permission() -> None:
    assert PERMISSIONS.keys() == set(COMMANDS.values())


def test_a_message_is_the_command_of_the_table_with_amounts_in_cents() -> None:
    assert _sent('{"do": "decide", "seat": 1, "action": "raise_3"}') == table.Decide(NOBODY, 1, "raise_3")
    wagers = '{"do": "place_wagers", "seat": 2, "wagers": {"ante": "12.50", "trips_plus": "0.00"}}'
    assert _sent(wagers) == table.PlaceWagers(NOBODY, 2, {"ante": 12_50})


@pytest.mark.parametrize("do", COMMANDS)
def test_no_message_says_who_gives_a_command(do: str) -> None:
    with pytest.raises(ValidationError, match=r"by\n  Extra inputs are not permitted"):
        _sent(f'{{"do": "{do}", "by": {{"role": "floorperson", "name": "Flo"}}}}')


def test_a_table_refuses_a_command_that_nobody_gives() -> None:
    with pytest.raises(MalformedError, match="it has no actor"):
        AutomatedTable({}).handle(table.CloseTable(NOBODY), Context(datetime(2026, 1, 1, tzinfo=UTC)))
