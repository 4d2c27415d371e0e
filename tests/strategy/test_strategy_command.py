"""`pitbook strategy`: charts, cards, costs, exports, and the contract's errors."""

from fractions import Fraction
from pathlib import Path

from cli.running import Run
from pitbook.odds.families.own_dealer import FourCardPolicy
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import policy_of
from pitbook.strategy import published
from strategy.stock import FOUR_CARD, HOLDEM, rules

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
    assert document["chart"][0]["hand"] == "pair of aces to four of a kind"
    assert document["chart"][-1]["hand"] == "seven high to ace high"
    assert set(document["chart"][-1]["A"]) == {"fold"}
    assert sum(Fraction(share["fraction"]) for share in document["chart"][5]["2"].values()) == 1
    done = run("strategy", FOUR_CARD)
    assert "pair of fives to pair of sixes  1  1  1  1  1  1  1  1  1  1  1  1  1\n" in done.out
    assert "6. fold everything else" in done.out
    assert "hidden" not in done.out
    assert max(map(len, done.out.splitlines())) <= 90


def test_terms_are_explained_where_they_are_used(run: Run) -> None:
    done = run("strategy", "md-heads-up-holdem", "--name", "holdem-basic")
    for words in ("An out is a single unseen card", "A hidden pair uses", "The board's category", "Four to a flush:"):
        assert done.out.count(words) == 1
    never = run("strategy", "md-heads-up-holdem", "--name", "holdem-never-fold")
    assert "An out is" not in never.out


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
    path.write_text('game = "four_card"\n[[play]]\nat_least = "pear"\ndo = "Jump!"\n')
    assert len(run("strategy", FOUR_CARD, "--file", str(path), "--json").problems) == 3
    for words in (
        ["--file", str(tmp_path / "nothing.toml")],
        ["--name", "nothing"],
        ["--name", "holdem-basic"],
        ["--name", "four-card-simple", "--file", str(path)],
        ["--export", str(tmp_path / "no" / "folder")],
    ):
        assert run("strategy", FOUR_CARD, *words, "--json").problems


def test_everything_that_is_wrong_with_a_file_is_said_at_once(run: Run, tmp_path: Path) -> None:
    """What is not understood, what the house does not have, and a rule that no hand comes to."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'game = "holdem"\ncolour = 1\n'
        '[[pre_flop]]\nhands = ["A9z"]\ndo = "raise_3"\n'
        '[[pre_flop]]\nhands = ["AA"]\ndo = "raise_4"\n'
        '[[pre_flop]]\ndo = "Jump!"\n'
        '[[river]]\nhidden_pair = "elevens"\ndo = "raise_2"\n'
        '[[river]]\npocket_pair = "tens"\npair_with_board = "twos"\nat_most = "high card"\ndo = "raise_1"\n'
        '[[river]]\nat_least = "pair"\ndo = "raise_1"\n'
    )
    said = [problem["message"] for problem in run("strategy", HOLDEM, "--file", str(path), "--json").problems]
    for number, words in enumerate(
        [
            "colour is not a known key",
            "pre_flop rule 1: 'A9z' is not a range",
            "pre_flop rule 3: do has to be an action",
            "river rule 1: hidden_pair: 'elevens' is not a rank",
            "river has a hole",
            "pre_flop rule 2: raise_4 is not an action there",
            "there are no rules for the street flop",
            "river rule 1: raise_2 is not an action there",
            "river rule 2 never applies",
        ]
    ):
        assert f"mine.toml: {words}" in str(said[number])
    assert len(said) == 9
