"""`pitbook solve` and `pitbook advise`: the contract's documents, and what is refused."""

from fractions import Fraction
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.running import Run
from pitbook.cli import output
from pitbook.cli.output import table
from pitbook.problems import Problem
from pitbook.spread import Parallel

FOUR = "md-four-card-poker"


def test_the_edge_alone(run: Run) -> None:
    document = run("solve", FOUR, "--edge-only", "--json").document
    assert document["rulebook"] == FOUR
    assert round(document["main"]["house_edge"]["decimal"], 4) == 0.0279
    assert Fraction(document["main"]["house_edge"]["fraction"]).denominator > 1


def test_everything(run: Run) -> None:
    """Published: 2.79 %, and an element of risk of 1.30 %."""
    document = run("solve", FOUR, "--json").document
    main = document["main"]
    assert round(main["element_of_risk"]["decimal"], 4) == 0.0130
    assert set(main["decisions"]["play"]) == {"fold", "play_1", "play_3"}
    assert set(document["wagers"]) == {"aces_up", "six_card_bonus", "progressive"}
    for_people = run("solve", FOUR)
    assert for_people.code == 0
    assert "2.7879 %" in for_people.out


def test_a_meter_and_a_stake(run: Run) -> None:
    """Four aces are 48 of 2,598,960 hands: at 35,230 1/3 dollars the wager breaks even."""
    words = ["--meter", "progressive=100000.00", "--stake", "six_card_bonus=10.00"]
    document = run("solve", FOUR, *words, "--json").document
    progressive = document["wagers"]["progressive"]
    assert progressive["house_edge"]["decimal"] < -1
    assert Fraction(progressive["progressive"]["break_even"]["progressive"]["fraction"]) == Fraction(105691, 3)
    assert document["wagers"]["six_card_bonus"]["stake"]["fraction"] == "10"


def test_every_choice_of_tables(run: Run) -> None:
    document = run("solve", FOUR, "--all-paytables", "--json").document
    assert [choice["paytables"] for choice in document["main"]] == [{"ante_bonus": "A"}]
    assert {name: len(tables) for name, tables in document["wagers"].items()} == {
        "aces_up": 6,
        "six_card_bonus": 2,
        "progressive": 6,
    }
    for_people = run("solve", FOUR, "--all-paytables")
    assert for_people.code == 0
    assert for_people.out.count("Aces Up") == 6


def test_the_houses_own_meters_among_every_choice(run: Run, tmp_path: Path) -> None:
    """A filed reset amount and rate hold for the house's own table; the edge is the one that solve gives."""
    file = tmp_path / "house.toml"
    text = run("submission", "new", FOUR).out
    file.write_text(text.replace('"5000.00"', '"20000.00"').replace('rate = "0.10"', 'rate = "0.20"'), encoding="utf-8")
    own = run("solve", str(file), "--json").document["wagers"]["progressive"]
    tables = run("solve", str(file), "--all-paytables", "--json").document["wagers"]["progressive"]
    assert tables[0]["house_edge"] == own["house_edge"]
    assert tables[0]["progressive"] == own["progressive"]
    for letter, place in (("B", 1), ("E", 4)):
        alone = run("solve", FOUR, "--paytable", f"progressive={letter}", "--json").document["wagers"]["progressive"]
        among = run("solve", FOUR, "--all-paytables", "--json").document["wagers"]["progressive"][place]
        assert among["progressive"] == alone["progressive"]


def test_every_choice_at_a_meter_and_a_stake(run: Run) -> None:
    words = ["--all-paytables", "--meter", "progressive=100000.00", "--stake", "six_card_bonus=10.00"]
    document = run("solve", FOUR, *words, "--json").document
    assert document["wagers"]["progressive"][0]["house_edge"]["decimal"] < -1
    assert document["wagers"]["six_card_bonus"][0]["stake"]["fraction"] == "10"
    assert run("solve", FOUR, "--all-paytables", "--edge-only", "--json").document["wagers"] == {}


def test_advise(run: Run) -> None:
    """Four aces against a king: the bonus of 25 and three antes on a win that is all but certain."""
    document = run("advise", FOUR, "--cards", "As Ah Ad Ac 2c", "--up", "Ks", "--json").document
    assert set(document) == {"actions", "best"}
    assert document["best"] == "play_3"
    values = {name: Fraction(action["value"]["fraction"]) for name, action in document["actions"].items()}
    assert values == {"fold": Fraction(-1), "play_1": Fraction(27), "play_3": Fraction(29)}
    for_people = run("advise", FOUR, "--cards", "As Ah Ad Ac 2c", "--up", "Ks")
    assert "+29.000000" in for_people.out


def test_advise_at_the_river(run: Run) -> None:
    """A royal flush beats every dealer's hand: odds 500, raise 1, and the ante where the dealer has a pair."""
    board = ["--board", "As Ks Qs 2d 3c"]
    document = run("advise", "md-heads-up-holdem", "--hole", "Js Ts", *board, "--json").document
    values = {name: Fraction(action["value"]["fraction"]) for name, action in document["actions"].items()}
    assert values["fold"] == -2
    # The dealer has no pair with two different ranks that are not on the board: of jack (3 cards), ten (3) and four
    # to nine (4 each) these are C(30, 2) less the pairs 2 x 3 + 6 x 6, or 393 of 990. But jack and ten make a straight
    # (9), four and five another (16), two spades of four to nine a flush (15, one counted already): 39 qualify.
    assert values["raise_1"] == 501 + 1 - Fraction(393 - 39, 990)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", FOUR, "--paytable", "aces_up=Z"], "there is no table 'Z'"),
        (["solve", FOUR, "--meter", "mega=1.00"], "there is no 'mega' here"),
        (["solve", FOUR, "--meter", "progressive=lots"], "is not an exact amount"),
        (["solve", FOUR, "--stake", "aces_up=0.00"], "a stake must be more than zero"),
        (["solve", FOUR, "--stake", "aces_up=-1"], "is not an amount of money"),
        (["solve", "nonsense"], "neither a rule book nor a file"),
        (["advise", FOUR, "--cards", "As Ah Ad Ac", "--up", "Ks"], "a player has 5 cards, not 4"),
        (["advise", FOUR, "--cards", "As Ah Ad Ac Ks", "--up", "Ks"], "Ks is given 2 times"),
        (["advise", FOUR, "--cards", "As Ah Ad Ac 2c"], 'needs --cards "..." --up "Ks"'),
        (["advise", FOUR, "--hole", "As Ah"], "needs --cards"),
        (["advise", FOUR, "--cards", "As Ah Ad Ac 2c", "--up", "Ks", "--board", "2d 3d 4d"], "no such cards"),
        (["advise", "md-heads-up-holdem", "--hole", "As"], "a player has 2 cards, not 1"),
        (["advise", "md-heads-up-holdem", "--hole", "As Xx"], '"Xx" is not a card'),
        (["advise", "md-heads-up-holdem", "--hole", "As Ah", "--board", "2c 3c"], "a board has 0, 3 or 5 cards, not 2"),
        (["advise", "md-heads-up-holdem", "--cards", "As Ah"], "needs --hole"),
        (["advise", "md-heads-up-holdem", "--hole", "As Ah", "--up", "Kd"], "--up 'Kd': "),
        (["solve", FOUR, "--stake", "aces_up=1", "--stake", "aces_up=2"], "aces_up is given twice"),
        (["advise", "md-heads-up-holdem", "--hole", "As Ah", "--dead", "As"], "As is given 2 times"),
    ],
)
def test_refused(run: Run, words: list[str], message: str) -> None:
    assert any(message in str(problem["message"]) for problem in run(*words, "--json").problems)


def test_all_problems_of_amounts_together(run: Run) -> None:
    words = ["--meter", "mega=1", "--meter", "progressive=x", "--stake", "aces_up=0", "--stake", "ante=5"]
    assert [problem["value"] for problem in run("solve", FOUR, *words, "--json").problems] == words[1::2]


def test_what_is_readable_of_a_situation_is_checked_too(run: Run) -> None:
    words = ["--cards", "Ah Kh 2c", "--up", "Ah 2d", "--dead", "Kh xx", "--json"]
    said = [str(problem["message"]) for problem in run("advise", FOUR, *words).problems]
    assert [each.split(",")[0] for each in said] == [
        '"xx" is not a card (a card is a rank and a suit',
        "Ah is given 2 times",
        "Kh is given 2 times",
        "a player has 5 cards",
        "the dealer shows 1 card",
    ]


@pytest.mark.parametrize("width", [120, 80, 60, 30])
def test_no_digit_is_lost_in_a_narrow_window(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """20,358,520 ways to deal six cards and a sum of a million stay whole, and so does every word, in any window."""
    rows = [("super royal of diamonds", "1", "20,358,520", "$1,000,000"), ("nothing", "18,876,456", "1.08", "loses")]
    out = StringIO()
    window = Console(file=out, width=width)
    monkeypatch.setattr("pitbook.cli.output.console", window)
    for right in ([1, 2, 3], [1, 2]):
        window.print(table("Six card bonus", ["hand", "combinations", "one in", "pays"], rows, right=right), crop=False)
    window.print(table("Nothing", ["hand", "combinations"], [], right=[1]))
    shown = out.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    for words in ("20,358,520", "$1,000,000", "18,876,456", "diamonds", "combinations"):
        assert shown.count(words) >= 2


def test_words_are_shown_as_they_are() -> None:
    """Neither markup nor the names of pictures mean anything in a table or a sentence."""
    with output.console.capture() as shown, output.errors.capture() as said:
        output.console.print(table("Names", ["name"], [("[red]a[/red] :x:",)]))
        output.print_problems([Problem("[red]a[/red] :x:")])
    for text in (shown.get(), said.get()):
        assert "[red]a[/red] :x:" in text


def test_all_problems_of_a_situation_together(run: Run) -> None:
    result = run("advise", "md-heads-up-holdem", "--hole", "Ah Xx", "--board", "zz", "--dead", "11c", "--json")
    assert [problem["value"] for problem in result.problems] == ["Xx", "zz", "11c"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--row", "odds.flush=2 to 1", "--row", "odds.flush=3 to 1"), "--row odds.flush is given twice"),
        (("--paytable", "trips_plus=A", "--paytable", "trips_plus=B"), "--paytable trips_plus is given twice"),
    ],
)
def test_a_choice_that_is_given_twice_is_refused(run: Run, words: tuple[str, ...], sentence: str) -> None:
    done = run("solve", "md-heads-up-holdem", *words)
    assert done.code == 2
    assert sentence in done.err


def test_choices_can_be_solved_elsewhere_and_one_game_cannot(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (problem,) = run("solve", FOUR, "--workers", "2", "--json").problems
    assert "need --all-paytables" in str(problem["message"])
    alone = run("solve", "three-card-poker", "--all-paytables", "--edge-only", "--json")
    used: list[int] = []

    def processes(number: int) -> Parallel:
        def parallel(work: Any, tasks: Any, tell: Any) -> Any:
            used.append(number)
            return [work(task, lambda _: None) for task in tasks]

        return parallel

    monkeypatch.setattr(import_module("pitbook.cli.where"), "processes", processes)
    elsewhere = run("solve", "three-card-poker", "--all-paytables", "--edge-only", "--workers", "2", "--json")
    assert elsewhere == alone
    assert used == [2]
