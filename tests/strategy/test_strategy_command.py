"""`pitbook strategy`: charts, cards, costs, exports, and the contract's errors."""

from fractions import Fraction
from pathlib import Path

from cli.running import Run
from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import policy_of
from pitbook.strategy import published
from strategy.stock import FOUR_CARD, rules

LAST = '[[play]]\ndo = "fold"\n'


def test_an_included_strategy(run: Run) -> None:
    done = run("strategy", FOUR_CARD, "--name", "four-card-simple", "--json")
    assert done.code == 0
    document = done.document
    assert document["house_edge"]["fraction"] == "6583447951/193795296695"
    assert document["cost"]["decimal"] == float(Fraction(4250592667, 697663068102))
    assert set(document["decisions"]["play"]) == {"fold", "play_1", "play_3"}


def test_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "four_card"\n[[play]]\nat_least = "pair of aces"\ndo = "play_3"\n' + LAST)
    done = run("strategy", FOUR_CARD, "--file", str(path))
    assert done.code == 0
    assert "play 3x: pair of aces or better" in done.out
    assert "It costs" in done.out


def test_the_best_strategy_and_its_card(run: Run) -> None:
    document = run("strategy", FOUR_CARD, "--json").document
    assert document["optimal"]["cost"] == {"fraction": "0", "decimal": 0.0}
    assert document["card"]["cost"]["decimal"] > 0
    assert len(document["chart"]) == 17
    done = run("strategy", FOUR_CARD)
    assert "pair of sixes       1  1  1  1  1" in done.out
    assert "6. fold everything else" in done.out


def test_the_decisions_are_exported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "solved.policy"
    assert run("strategy", FOUR_CARD, "--export", str(path)).code == 0
    solved = solve_main(rules(FOUR_CARD)).policy
    assert isinstance(solved, FourCardPolicy)
    assert FourCardPolicy.load(path).digest == solved.digest
    assert run("strategy", FOUR_CARD, "--export", str(path), "--name", "four-card-simple").code == 0
    chosen = policy_of(rules(FOUR_CARD), published("four-card-simple"))
    assert isinstance(chosen, FourCardPolicy)
    assert FourCardPolicy.load(path).digest == chosen.digest != solved.digest


def test_errors(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hole.toml"
    path.write_text('game = "four_card"\n[[play]]\nat_least = "pear"\ndo = "jump"\n')
    assert len(run("strategy", FOUR_CARD, "--file", str(path), "--json").problems) == 2
    for words in (
        ["--file", str(tmp_path / "nothing.toml")],
        ["--name", "nothing"],
        ["--name", "holdem-basic"],
        ["--name", "four-card-simple", "--file", str(path)],
        ["--export", str(tmp_path / "no" / "folder")],
    ):
        assert run("strategy", FOUR_CARD, *words, "--json").problems
