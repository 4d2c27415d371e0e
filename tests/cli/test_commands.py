"""Every command that the list names is there."""

from importlib import import_module

import pytest

from cli.running import Run
from pitbook import cli


@pytest.mark.parametrize(("name", "module"), list(cli.COMMANDS.items()))
def test_a_command_that_is_loaded_when_it_is_called(name: str, module: str) -> None:
    assert callable(getattr(import_module(module), name))


def test_the_list_of_commands(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    for name in (*cli.COMMANDS, *cli.GROUPS):
        assert name in result.out


def test_a_misspelt_command_is_told_which_one_may_be_meant(run: Run) -> None:
    for wrong, right in (("sett", "settle"), ("sumulate", "simulate"), ("rulebook", "rulebooks")):
        assert f"Did you mean '{right}'?" in str(run(wrong).err)
