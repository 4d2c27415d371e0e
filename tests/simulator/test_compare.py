"""Actual against exact out of a ledger: the same sums as its replays, and what is left out is said."""

import sqlite3
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from cli.conftest import run
from cli.running import Run
from pitbook.audit.results import Results, read_results
from pitbook.ledger import Store
from pitbook.money import parse_cents
from pitbook.simulator.compare import ActualWager, Spread

HOLDEM, FOUR = "md-heads-up-holdem", "md-four-card-poker"
MAIN = {HOLDEM: ("ante", "odds", "raise"), FOUR: ("ante", "play", "ante_bonus")}
__all__ = ["run"]


def _deal(run: Run, book: str, ledger: Path, rounds: int, *words: str) -> list[str]:
    document = run(
        "deal", book, "--rounds", str(rounds), "--seats", "3", "--db", str(ledger), *words, "--json"
    ).document
    ids: list[str] = document["rounds"]
    return ids


def _sums(run: Run, book: str, ledger: Path, ids: list[str]) -> tuple[dict[str, list[int]], int]:
    """By wager: made, wagered and returned, from the replays of the rounds; and how many are void."""
    found: dict[str, list[int]] = {}
    void = 0
    for round_id in ids:
        replayed = run("replay", round_id, "--db", str(ledger), "--json").document
        if replayed["void"]:
            void += 1
            continue
        lines = [
            (line["seat"], line["wager"], parse_cents(line["stake"]), line["returned"]) for line in replayed["lines"]
        ]
        for _, wager, stake, returned in lines:
            if wager in ("envy", "payout_limit"):
                continue
            back = parse_cents(returned)
            for name in (wager, *(["main"] if wager in MAIN[book] else [])):
                sums = found.setdefault(name, [0, 0, 0])
                sums[1] += stake
                sums[2] += back
            found[wager][0] += 1
        found.setdefault("main", [0, 0, 0])[0] += len({seat for seat, wager, *_ in lines if wager == "ante"})
    found.pop("ante_bonus", None)
    return found, void


@pytest.mark.parametrize("rounds", [8, pytest.param(30, marks=pytest.mark.prove)])
@pytest.mark.parametrize("book", [HOLDEM, FOUR])
def test_the_sums_of_a_ledger_are_those_of_its_replays(run: Run, tmp_path: Path, book: str, rounds: int) -> None:
    ledger = tmp_path / "pit.db"
    ids = _deal(run, book, ledger, rounds, "--irregularities", "1")
    done = run("simulate", book, "--compare", str(ledger), "--json")
    compared = done.document["compare"]
    expected, void = _sums(run, book, ledger, ids)
    assert void > 0
    assert compared["record"] | {"meters": None} == {
        "rounds": rounds - void,
        "void": void,
        "scripted": 0,
        "other_rules": 0,
        "meters": None,
    }
    assert {
        line["wager"]: [line["rounds"], parse_cents(line["wagered"]), parse_cents(line["returned"])]
        for line in compared["lines"]
    } == expected
    assert compared["not_compared"] == []
    shown = float(compared["record"]["meters"]["progressive"])
    assert 5_000 <= shown <= 5_000 + rounds
    assert done.code == (0 if compared["holds"] else 1)


def test_rounds_by_other_house_rules_are_left_out_and_it_is_said(run: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "pit.db"
    _deal(run, HOLDEM, ledger, 3)
    _deal(run, HOLDEM, ledger, 2, "--paytable", "trips_plus=B")
    done = run("simulate", HOLDEM, "--compare", str(ledger))
    assert "compared: 3 rounds of the record; left out: 2 rounds under other house rules" in " ".join(done.out.split())
    document = run("simulate", HOLDEM, "--paytable", "trips_plus=B", "--compare", str(ledger), "--json").document
    assert document["compare"]["record"]["rounds"] == 2
    assert document["compare"]["record"]["other_rules"] == 3
    problems = run("simulate", FOUR, "--compare", str(ledger), "--json").problems
    assert "no comparable round was played under the house rules" in str(problems[0]["message"])
    assert "left out: 5 rounds under other house rules" in str(problems[0]["message"])


def test_a_ledger_outside_the_bands_does_not_hold(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the same record as if every pocket bonus had been paid back twice over."""
    ledger = tmp_path / "pit.db"
    _deal(run, HOLDEM, ledger, 3)

    def generous(store: Store, digest: str) -> Results:
        results = read_results(store, digest)
        taken = results.takings["pocket_bonus"]
        results.takings["pocket_bonus"] = replace(taken, returned=1_000 * taken.wagered)
        return results

    monkeypatch.setattr("pitbook.audit.results.read_results", generous)
    done = run("simulate", HOLDEM, "--compare", str(ledger))
    assert done.code == 1
    assert "NOT every wager is" in done.out


def test_a_database_that_is_no_ledger(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE something (number)")
    connection.close()
    assert run("simulate", HOLDEM, "--compare", str(other), "--json").problems


def _actual(nets: list[list[tuple[int, int]]]) -> ActualWager:
    """From the rounds' wagers: net and stake of each."""
    wagers = [wager for one in nets for wager in one]
    sums = [(sum(net for net, _ in one), sum(stake for _, stake in one)) for one in nets]

    def squares(pairs: list[tuple[int, int]]) -> list[int]:
        return [sum(a * a for a, _ in pairs), sum(a * b for a, b in pairs), sum(b * b for _, b in pairs)]

    stakes = [stake for _, stake in wagers]
    spread = Spread(sum(stakes), sum(stake * stake for stake in stakes), squares(wagers), squares(sums))
    return ActualWager("aces_up", len(wagers), sum(stakes), sum(stakes) + sum(net for net, _ in wagers), spread)


def test_wagers_of_different_sizes_and_hands_against_one_board_stray_further() -> None:
    same_size = [[(100, 100)], [(-100, 100)]]
    assert _actual(same_size).further == pytest.approx(1)
    # Two hands that always win and lose together are one hand of twice the wager: twice the variance.
    assert _actual([[(100, 100)] * 2, [(-100, 100)] * 2]).further == pytest.approx(sqrt(2))
    # Wagers of 1 and 3: 2 (1 + 9) / (1 + 3)^2 = 5/4 times the variance.
    assert _actual([[(100, 100)], [(-300, 300)]]).further == pytest.approx(sqrt(5 / 4))
    # Hands of which always one wins and the other loses are not taken to be surer than hands of different rounds.
    assert _actual([[(100, 100), (-100, 100)]] * 2).further == pytest.approx(1)
    assert replace(_actual(same_size), spread=None).further == 1
