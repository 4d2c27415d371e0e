"""The progress bar moves: it swings until something is known, and then shows how much is done."""

import re
from io import StringIO

import pytest
from rich.console import Console

from cli.running import run_in_terminal
from pitbook.cli import progress
from pitbook.odds.solution import solve
from pitbook.submission import load_target


def _shown(said: str) -> list[int]:
    """The percentages that were on the screen, in order."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    return [int(share) for share in re.findall(r"(\d+) %", plain)]


def test_a_bar_swings_and_then_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = StringIO()
    monkeypatch.setattr(progress, "errors", Console(file=screen, force_terminal=True, width=100))
    with progress.progress_bar("Counting") as tell:
        assert _shown(screen.getvalue()) == []
        for share in (0.25, 0.5, 1.0):
            tell(share)
    assert _shown(screen.getvalue())[-1] == 100


def test_a_solution_tells_of_its_side_wagers_too() -> None:
    told: list[float] = []
    solve(load_target("three-card-poker"), progress=told.append)
    assert told == sorted(told)
    assert len(set(told)) >= 2
    assert told[-1] == 1


@pytest.mark.prove
def test_the_bar_of_a_command_moves() -> None:
    shown = _shown(
        run_in_terminal("solve", "md-heads-up-holdem", "--edge-only", "--no-cache").out.split("Main game")[0]
    )
    assert len(set(shown)) > 5
    assert shown == sorted(shown)
