"""Every command that the list names is there."""

import resource
import subprocess
import sys
from importlib import import_module

import pytest

from cli.running import Run
from pitbook import cli
from pitbook.cli.command_summaries import summary


@pytest.mark.parametrize(("name", "module"), list(cli.COMMANDS.items()))
def test_a_command_that_is_loaded_when_it_is_called(name: str, module: str) -> None:
    assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("words", [["--help"], ["-h"], []])
def test_the_list_of_commands(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert result.code == 0
    for name in (*cli.COMMANDS, *cli.GROUPS):
        assert name in result.out


def test_every_command_has_one_topic_in_the_list() -> None:
    assert sorted(name for names in cli.TOPICS.values() for name in names) == sorted({*cli.COMMANDS, *cli.GROUPS})


@pytest.mark.parametrize(("name", "module"), list((cli.COMMANDS | cli.GROUPS).items()))
def test_the_list_says_what_the_command_itself_says(run: Run, name: str, module: str) -> None:
    """The list reads sources, and a command's own help the loaded command."""
    told = " ".join(summary(module, name).split())
    assert told
    assert told in " ".join(run(name, "-h").out.split())


def test_the_list_loads_no_command() -> None:
    said = "import atexit, sys; atexit.register(lambda: print('numpy' in sys.modules, file=sys.stderr)); "
    program = f"{said}sys.argv = ['pitbook', '--help']; from pitbook.cli import main; main()"
    result = subprocess.run((sys.executable, "-c", program), check=True, capture_output=True, text=True)
    assert result.stderr.strip() == "False"


@pytest.mark.prove
def test_the_list_of_commands_is_there_at_once() -> None:
    """A list of commands in at most three times the CPU time that importing numpy takes."""
    listed, numpy = (
        min(_cpu(words) for _ in range(3)) for words in (["-m", "pitbook", "--help"], ["-c", "import numpy"])
    )
    assert listed < 3 * numpy


def _cpu(words: list[str]) -> float:
    """User and system seconds of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run((sys.executable, *words), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_misspelt_command_is_told_which_one_may_be_meant(run: Run) -> None:
    for wrong, right in (("sett", "settle"), ("sumulate", "simulate"), ("rulebook", "rulebooks")):
        assert f"Did you mean '{right}'?" in str(run(wrong).err)
