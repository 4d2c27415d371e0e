"""`pitbook simulate`: the document, tables, CSV and page, the comparison, and what is malformed or refused."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.conftest import run
from cli.running import Run

FOUR = "md-four-card-poker"
HOLDEM = "md-heads-up-holdem"
__all__ = ["run"]
QUICK = ("--rounds", "5000", "--seed", "3", "--strategy", "never-fold", "--threads", "1")


def test_the_document(run: Run) -> None:
    document = run(
        "simulate", FOUR, *QUICK, "--seats", "2", "--bankroll", "300.00", "--session", "50", "--json"
    ).document
    assert (document["rulebook"], document["rounds"], document["seed"]) == (FOUR, 5_000, 3)
    assert document["stopped"] is None
    assert [seat["strategy"] for seat in document["seats"]] == ["never-fold", "never-fold"]
    wagers = document["wagers"]
    assert set(wagers) == {"ante", "play", "ante_bonus", "aces_up", "six_card_bonus", "progressive"}
    assert wagers["ante"]["wagered"] == "50000.00"
    assert wagers["aces_up"]["rounds"] == 10_000
    assert sum(hit["count"] for hit in wagers["aces_up"]["hits"]) == 10_000
    low, high = wagers["aces_up"]["house_edge"]["interval_99"]
    assert low < wagers["aces_up"]["house_edge"]["value"] < high
    assert document["main"]["exact"]["decimal"] > 0.02
    assert sum(one["count"] for one in wagers["play"]["results"]) == 10_000
    assert {one["stake"] for one in wagers["play"]["results"]} == {1}
    assert wagers["ante_bonus"]["exact"]["fraction"] == "-641/9555"
    assert document["shifts"]["count"] == 16
    assert document["ruin"]["sessions"] == 100
    assert set(document["meters"]) == {"progressive"}
    assert document["meters"]["progressive"]["contributed"] == "1000.000000"
    assert document["decisions"]["play"]["play_1"] == 10_000
    assert len(document["correlation"]) == 2


def test_tables_csv_and_page(run: Run, tmp_path: Path) -> None:
    table, page = tmp_path / "out.csv", tmp_path / "out.html"
    done = run("simulate", HOLDEM, *QUICK, "--csv", str(table), "--report", str(page), "--bankroll", "100")
    assert done.code == 0
    for words in (
        "House edge",
        "bad beat, straight",
        "Results",
        "Trips Plus",
        "Win of the house",
        "Ruin with 100.00",
        "Correlation",
        "--seed 3",
    ):
        assert words in done.out
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert [row["wager"] for row in rows][-2:] == ["main", "all"]
    root = ElementTree.fromstring(page.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>\n"))  # noqa: S314
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == 2
    assert "script" not in page.read_text(encoding="utf-8")
    drawn = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    cells = ["".join(one.itertext()) for one in root.iter("td")]
    for shown in (drawn, cells):
        assert "Trips Plus" in shown
        assert "trips plus" not in shown


def test_terminal_and_page_show_the_same_tables_with_the_titles_of_meters(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    done = run("simulate", FOUR, *QUICK, "--seats", "2", "--report", str(page))
    root = ElementTree.fromstring(page.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>\n"))  # noqa: S314
    tables = {
        str(section.findtext("h2")): [["".join(cell.itertext()) for cell in row] for row in section.iter("tr")]
        for section in root.iter("section")
    }
    assert tables["Meters"][1][:2] == ["Progressive Payout", "1,000.00"]
    printed = {" ".join(line.split()) for line in done.out.splitlines()}
    for title, (_, *rows) in tables.items():
        assert title in " ".join(done.out.split())
        for row in rows:
            assert " ".join(" ".join(row).split()) in printed


def test_what_a_run_wrote_is_in_the_bands_and_something_else_is_not(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "actual.csv"
    run(
        "simulate",
        FOUR,
        "--rounds",
        "40000",
        "--seats",
        "1",
        "--seed",
        "8",
        "--strategy",
        "never-fold",
        "--csv",
        str(file),
    )
    words = ("simulate", FOUR, "--compare", str(file), "--strategy", "never-fold")
    document = run(*words, "--json").document
    assert document["compare"]["holds"] is True
    assert document["compare"]["not_compared"] == ["progressive"]
    lines = {line["wager"]: line for line in document["compare"]["lines"]}
    assert set(lines) == {"ante", "play", "aces_up", "six_card_bonus", "main"}
    assert all(line["within_99"] for line in lines.values())
    with_meter = run(*words, "--meter", "progressive=7000", "--json").document
    assert with_meter["compare"]["not_compared"] == []
    file.write_text("wager,rounds,wagered,returned\naces_up,10000,10000.00,12000.00\n", encoding="utf-8")
    wrong = run("simulate", FOUR, "--compare", str(file))
    assert wrong.code == 1
    assert "OUTSIDE" in wrong.out
    file.write_text("wager,rounds,wagered,returned\naces_up,10000,10000.00,9722.00\n", encoding="utf-8")
    assert run("simulate", FOUR, "--compare", str(file)).code == 0


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ([], "malformed", "--rounds N"),
        (["--rounds", "0"], "malformed", "--rounds 0"),
        (["--rounds", "-5"], "malformed", "--rounds -5"),
        (["--rounds", "many"], "malformed", "whole number"),
        (["--rounds", "10", "--shift", "0"], "malformed", "--shift 0"),
        (["--rounds", "10", "--session", "-1"], "malformed", "--session -1"),
        (["--rounds", "10", "--seats", "8"], "refused", "1 to 7 positions"),
        (["--rounds", "10", "--seats", "0"], "refused", "--seats 0"),
        (["--rounds", "10", "--seed", "-1"], "malformed", "--seed -1"),
        (["--rounds", "10", "--bankroll", "-1"], "malformed", "-1"),
        (["--rounds", "10", "--bankroll", "0"], "malformed", "more than nothing"),
        (["--rounds", "10", "--threads", "0"], "malformed", "--threads 0"),
        (["--rounds", "10", "--threads", "1", "--workers", "2"], "malformed", "use only one of"),
        (["--rounds", "10", "--wagers", "ante=501"], "refused", "outside the limits"),
        (["--rounds", "10", "--wagers", "ante=5.25"], "refused", "multiple"),
        (["--rounds", "10", "--wagers", "ante=x"], "malformed", "amount of money"),
        (["--rounds", "10", "--wagers", "ante,ante"], "malformed", "twice"),
        (["--rounds", "10", "--wagers", "side=5"], "malformed", "no wager 'side'"),
        (["--rounds", "10", "--wagers", "ante,play=5"], "refused", "when the player is asked to decide"),
        (["--rounds", "10", "--wagers", "six_card_bonus"], "refused", "needs ante and aces_up"),
        (
            ["--rounds", "10", "--wagers", "ante,progressive=2"],
            "refused",
            "is one chip of $1 here, not 2.00",
        ),
        (["--rounds", "10", "--wagers", "9:ante"], "malformed", "seats 1 to 7"),
        (["--rounds", "10", "--strategy", "nonsense"], "malformed", "no strategy 'nonsense'"),
        (["--rounds", "10", "--strategy", "missing.toml"], "malformed", "missing.toml"),
        (["--rounds", "10", "--error-rate", "1.5"], "malformed", "rate from 0 to 1"),
        (["--rounds", "10", "--error-rate", "-0.1"], "malformed", "rate from 0 to 1"),
        (["--rounds", "10", "--csv", "no/such/folder/out.csv"], "refused", "cannot be written"),
        (["--rounds", "10", "--cluster", "nonsense"], "malformed", "no scheduler"),
        (["--rounds", "10", "--wagers", "ante=5", "--wagers", "ante=10"], "malformed", "given before for all seats"),
        (["--rounds", "10", "--error-rate", "2:0", "--error-rate", "2:1"], "malformed", "given before for seat 2"),
        (["--rounds", "10", "--session", "5"], "malformed", "needs --bankroll"),
        (["--rounds", "10", "--meter", "progressive=5000"], "malformed", "--meter needs --compare"),
        (["--compare", "missing.csv", "--report", "out.html"], "malformed", "--report needs --rounds N"),
        (["--compare", "missing.csv"], "malformed", "missing.csv"),
        (["--compare", "missing.csv", "--error-rate", "0.1"], "malformed", "no --error-rate"),
    ],
)
def test_bad_input(run: Run, words: list[str], kind: str, said: str) -> None:
    done = run("simulate", FOUR, *words, "--json")
    problems = done.problems
    assert json.loads(done.out)["error"]["kind"] == kind
    assert any(said in str(problem["message"]) for problem in problems), problems


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "first line"),
        ("wager;rounds;wagered;returned\n", "first line"),
        ("wager,wagered,rounds,returned\naces_up,1,1,1\n", "first line"),
        ("wager,rounds,wagered,returned\n", "no line to compare"),
        ("wager,rounds,wagered,returned\naces_up,1\n", "2 of the 4 columns"),
        ("wager,rounds,wagered,returned\ntrips_plus,1,1,1\n", "no wager 'trips_plus'"),
        ("wager,rounds,wagered,returned\naces_up,0,1,1\n", "number of rounds"),
        ("wager,rounds,wagered,returned\naces_up,-3,1,1\n", "number of rounds"),
        ("wager,rounds,wagered,returned\naces_up,1,1e9,-1\n", "amount of money"),
        ("wager,rounds,wagered,returned\naces_up,1,0,1\n", "nothing was wagered"),
    ],
)
def test_a_file_that_can_not_be_compared(run: Run, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "actual.csv"
    file.write_text(text, encoding="utf-8")
    problems = run("simulate", FOUR, "--compare", str(file), "--json").problems
    assert any(said in str(problem["message"]) for problem in problems), problems


def test_a_strategy_file_with_a_hole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "four_card"\n[[play]]\nhand_at_least = "pair"\ndo = "play_1"\n', encoding="utf-8")
    assert run("simulate", FOUR, "--rounds", "10", "--strategy", str(file), "--json").problems


def test_everything_that_is_wrong_is_said_together(run: Run, tmp_path: Path) -> None:
    numbers = ("--rounds", "0", "--seed", "-1", "--bankroll", "x", "--threads", "0", "--csv", "no/such/folder/x.csv")
    said = [str(problem["message"]) for problem in run("simulate", FOUR, *numbers, "--json").problems]
    assert [words.split()[0] for words in said] == [
        "--threads",
        "--rounds",
        "--seed",
        "--bankroll:",
        "'no/such/folder/x.csv'",
    ]
    file = tmp_path / "wrong.toml"
    file.write_text('game = "four_card"\nshade = 1\n[[play]]\nup_card = "K"\ndo = "play_9"\n', encoding="utf-8")
    words = ("--rounds", "10", "--wagers", "ante=x", "--error-rate", "2", "--strategy", str(file), "--json")
    said = [str(problem["message"]) for problem in run("simulate", FOUR, *words).problems]
    for part in (
        "--wagers 'ante=x'",
        "--error-rate '2'",
        "shade is not a known key",
        "has a hole",
        "play_9 is not an action",
    ):
        assert any(part in sentence for sentence in said), (part, said)


def test_nothing_that_can_be_compared_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "actual.csv"
    file.write_text("wager,rounds,wagered,returned\nprogressive,100,100.00,50.00\n", encoding="utf-8")
    problems = run("simulate", FOUR, "--compare", str(file), "--json").problems
    assert "--meter NAME=AMOUNT" in str(problems[0]["message"])


def test_a_strategy_that_always_folds(run: Run, tmp_path: Path) -> None:
    """The ante is always lost, without any spread, and the play wager is never made."""
    folds, file = tmp_path / "folds.toml", tmp_path / "actual.csv"
    folds.write_text('game = "four_card"\n[[play]]\ndo = "fold"\n', encoding="utf-8")
    file.write_text("wager,rounds,wagered,returned\nante,9,90.00,0.00\nplay,1,1.00,1.00\n", encoding="utf-8")
    words = ("simulate", FOUR, "--strategy", str(folds), "--json")
    compared = run(*words, "--compare", str(file)).document["compare"]
    assert (compared["holds"], compared["not_compared"]) == (True, ["play"])
    assert (compared["lines"][0]["exact"]["fraction"], compared["lines"][0]["z"]) == ("1", None)
    file.write_text("wager,rounds,wagered,returned\nante,9,90.00,10.00\n", encoding="utf-8")
    assert run(*words, "--compare", str(file)).code == 1
    wagers = run(*words, "--rounds", "100", "--seats", "1", "--wagers", "ante").document["wagers"]
    assert list(wagers) == ["ante", "ante_bonus"]
    assert wagers["ante"]["exact"] == {"fraction": "1", "decimal": 1.0, "z": None}
    assert [(one["result"], one["count"]) for one in wagers["ante"]["results"]] == [("forfeit", 100)]


def test_a_strategy_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "four_card"\n[[play]]\ndo = "play_2"\n', encoding="utf-8")
    document = run("simulate", FOUR, "--rounds", "500", "--seats", "2", "--strategy", f"2:{file}", "--json").document
    assert document["seats"][1]["strategy"] == str(file)
    assert document["decisions"]["play"]["play_2"] == 500


def test_wagers_seat_by_seat(run: Run) -> None:
    words = ("--seats", "3", "--wagers", "ante=25,aces_up", "--wagers", "3:aces_up=7.50")
    document = run("simulate", FOUR, *QUICK, *words, "--json").document
    assert [seat["wagers"] for seat in document["seats"]] == [
        {"ante": "25.00", "aces_up": "1.00"},
        {"ante": "25.00", "aces_up": "1.00"},
        {"aces_up": "7.50"},
    ]
    assert document["wagers"]["ante"]["rounds"] == 10_000
    assert document["wagers"]["aces_up"]["wagered"] == "47500.00"
    holdem = run("simulate", HOLDEM, *QUICK, "--seats", "1", "--wagers", "ante=10", "--json").document
    assert holdem["seats"][0]["wagers"] == {"ante": "10.00", "odds": "10.00"}
    assert set(holdem["wagers"]) == {"ante", "odds", "raise"}
