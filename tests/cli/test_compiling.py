"""Who waits for the compiler is told so, once, on standard error; with warm kernels there is nothing to say."""

from pathlib import Path

import numba
import pytest

from cli.running import run_process
from pitbook.cli.compiling import COMPILING, announce

SHUFFLES = ("shuffles", "--report", "1000", "--seed", "00" * 32, "--json")


def test_the_first_kernel_is_announced_and_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(announce(), "said", False)
    assert [numba.njit(lambda number: number + 1)(41), numba.njit(lambda number: number * 2)(21)] == [42, 42]
    assert capsys.readouterr() == ("", f"{COMPILING}\n")


@pytest.mark.prove
def test_the_command_says_so_with_an_empty_cache_and_is_quiet_from_then_on(tmp_path: Path) -> None:
    first, second = (run_process(*SHUFFLES, PITBOOK_CACHE=str(tmp_path)) for _ in range(2))
    assert (first.code, first.err) == (0, f"{COMPILING}\n")
    assert (second.code, second.err) == (0, "")
    assert first.document["shuffles"] == second.document["shuffles"] == 1000
