"""Mistakes in the words of a command: one plain sentence each, with what may have been meant; and completion."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cli.running import PATIENCE, Run

HOLDEM = "md-heads-up-holdem"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["slove", HOLDEM], "did you mean 'solve'"),
        (["rulebooks", "shwo"], "did you mean 'show'"),
        (["solve", HOLDEM, "--edge-onyl"], "did you mean --edge-only?"),
        (["simulate", HOLDEM, "--hands", "5"], "No such option: --hands (pitbook simulate --help lists the options)"),
        (["solve", "md-heads-up-holdm"], f"did you mean '{HOLDEM}'?"),
        (["rulebooks", "show", "md-fuor-card-poker"], "did you mean 'md-four-card-poker'?"),
        (["solve", "chess"], f"the books are galaxy-heads-up-holdem, ma-heads-up-holdem, md-four-card-poker, {HOLDEM}"),
        (["solve", HOLDEM, "--stake", "trip_plus=5"], "did you mean 'trips_plus'?"),
        (["solve", HOLDEM, "--paytable", "trip_plus=A"], "did you mean 'trips_plus'?"),
        (["solve", HOLDEM, "--row", "trips_plus.flsh=8 to 1"], "did you mean 'flush'?"),
        (["simulate", HOLDEM, "--rounds", "5", "--wagers", "pocket_bonsu=5"], "did you mean 'pocket_bonus'?"),
        (["deal", HOLDEM, "--rounds", "1", "--strategy", "basc"], "did you mean 'basic'?"),
        (["completion", "bsh"], "did you mean 'bash'?"),
    ],
)
def test_a_mistake_is_one_sentence_with_what_may_have_been_meant(run: Run, words: list[str], said: str) -> None:
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert said.lower() in line.lower()
    assert not line.startswith(("- ", "malformed"))


def test_several_mistakes_are_a_list(run: Run) -> None:
    lines = run("advise", HOLDEM, "--hole", "Ax Kz").err.splitlines()
    assert [line[:6] for line in lines[:2]] == ['- "Ax"', '- "Kz"']


@pytest.mark.parametrize("words", [["-h"], ["solve", "-h"], ["rulebooks", "show", "-h"]])
def test_h_is_help(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert (result.code, result.err) == (0, "")
    assert "Usage: pitbook" in result.out


def test_cards_may_have_the_signs_of_suits(run: Run) -> None:
    letters = run("advise", HOLDEM, "--hole", "Ah Kd", "--board", "2c 7d 9h 3s 4s", "--json")
    assert run("advise", HOLDEM, "--hole", "A♥ K♦", "--board", "2♣ 7♦ 9♥ 3♠ 4♠", "--json") == letters


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("pitbook so", ["solve"]),
        ("pitbook rulebooks sh", ["show"]),
        ("pitbook solve md-f", ["md-four-card-poker"]),
        ("pitbook solve md-four-card-poker --edge", ["--edge-only"]),
        ("pitbook submission check hou", ["house.toml"]),
    ],
)
def test_bash_completes(run: Run, tmp_path: Path, typed: str, found: list[str]) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    (tmp_path / "house.toml").touch()
    (tmp_path / "script").write_text(run("completion", "bash").out, encoding="utf-8")
    words = typed.split()
    asked = (
        f'. ./script; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _pitbook; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(
        [bash, "-c", asked], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.split() == found


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_their_own_script(run: Run, shell: str) -> None:
    script = run("completion", shell).out
    assert "edge-only" in script
    assert HOLDEM in script
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True, timeout=PATIENCE)
