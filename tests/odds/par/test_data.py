"""The flat table and the JSON document carry the solution's exact numbers."""

import csv
import json
import tomllib
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from kinds import one_of_each_kind
from odds.par.sheets import FOUR, MD, TARGETS, approved, card, result, solution
from pitbook.odds.paper.par.document import par_document
from pitbook.odds.paper.par.flat import COLUMNS, csv_text
from pitbook.odds.paper.par.spread import bands
from pitbook.strategy import read_strategy


def rows_of(target: str, section: str) -> list[dict[str, str]]:
    return [
        row for row in csv.DictReader(StringIO(csv_text(solution(target), card(target)))) if row["section"] == section
    ]


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_flat_table_is_the_solutions(target: str) -> None:
    figures = result(target)
    main = {row["item"]: row for row in rows_of(target, "main")}
    for item in ("house_edge", "element_of_risk", "average_wager", "variance", "win_frequency"):
        assert Fraction(main[item]["exact"]) == getattr(figures, item)
        assert float(main[item]["value"]) == float(getattr(figures, item))
    assert float(main["standard_deviation"]["value"]) == figures.standard_deviation
    net = {Fraction(row["exact"]) * figures.scale: row for row in rows_of(target, "distribution")}
    assert {int(value): int(row["combinations"]) for value, row in net.items()} == figures.net
    assert {row["total"] for row in net.values()} == {str(figures.deals)}
    lines = rows_of(target, "lines")
    for wager in solution(target).wagers.values():
        mine = [row for row in lines if row["item"] == wager.wager]
        assert [(row["hand"], int(row["combinations"]), row["pays"], Fraction(row["exact"])) for row in mine] == [
            (line.hand, line.combinations, line.pays, line.returned) for line in wager.lines
        ]


def test_the_columns_are_always_the_same() -> None:
    table = list(csv.reader(StringIO(csv_text(solution(FOUR), card(FOUR)))))
    assert tuple(table[0]) == COLUMNS
    assert {len(row) for row in table} == {len(COLUMNS)}
    sections = list(dict.fromkeys(row[0] for row in table[1:]))
    assert sections == [
        *("identity", "main", "decisions", "distribution", "main_wagers", "lines", "wagers"),
        *("progressive", "envy", "bands", "strategy", "card"),
    ]


def test_bands_of_the_flat_table() -> None:
    figures = result(MD)
    rows = [row for row in rows_of(MD, "bands") if row["item"] == "main"]
    wanted = bands(1 - figures.house_edge, figures.standard_deviation)
    assert [(int(r["hand"]), float(r["value"]), float(r["low"]), float(r["high"])) for r in rows] == [
        (band.rounds, float(band.level), band.low, band.high) for band in wanted
    ]
    assert {row["item"] for row in rows_of(MD, "bands")} == {"main", "main_per_unit", *solution(MD).wagers}


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_document_is_that_of_solve_and_more(target: str) -> None:
    document = json.loads(json.dumps(par_document(solution(target), card(target))))
    solved = json.loads(json.dumps(solution(target).as_json()))
    assert document["rulebook"] == solved["rulebook"]
    del solved["main"]["seconds"]
    assert {key: document["main"][key] for key in solved["main"]} == solved["main"]
    assert "seconds" not in document["main"]
    for name, wager in solved["wagers"].items():
        assert {k: v for k, v in document["wagers"][name].items() if k in wager and k != "progressive"} == {
            k: v for k, v in wager.items() if k != "progressive"
        }
        assert len(document["wagers"][name]["bands"]) == 12
    assert document["identity"]["digest"] == solution(target).rules.digest
    assert document["identity"]["par_digest"] == solution(target).rules.par_digest
    assert set(document["main"]["bands"]) == {"per_ante", "per_unit"}
    by_wager = document["main"]["by_wager"].values()
    assert sum((Fraction(wager["net"]["fraction"]) for wager in by_wager), Fraction(0)) == -result(target).house_edge


def test_the_documents_identity_and_strategy() -> None:
    document: Any = par_document(approved(), card(FOUR))
    assert document["identity"]["approved"] == "2026-01-31"
    other: Any = par_document(solution(FOUR), card(FOUR))
    assert other["identity"]["approved"] is None
    others = document["wagers"]["progressive"]["progressive"]["envy_by_other_players"]
    assert [each["players"] for each in others] == [1, 2, 3, 4, 5, 6]
    assert document["strategy"]["by_hand_and_up_card"][0]["hands"] == "pair of aces to four of a kind"
    hold_em: Any = par_document(solution(MD), card(MD))
    aces = hold_em["strategy"]["pre_flop"]["AA"]
    assert aces["action"] == "raise_3"
    assert set(aces["values"]) == {"check", "raise_3"}


def test_the_card_as_data_can_be_read_again_and_has_its_cost() -> None:
    document: Any = par_document(solution(MD), card(MD))
    shown = document["strategy"]["card"]
    again = read_strategy(tomllib.loads(shown["file"]), "again")
    assert again.digest_terms == card(MD).strategy.digest_terms
    assert Fraction(shown["cost"]["fraction"]) == card(MD).cost == card(MD).result.house_edge - result(MD).house_edge
    rows = rows_of(MD, "card")
    assert {row["item"]: Fraction(row["exact"]) for row in rows[:2]} == {
        "house_edge": card(MD).result.house_edge,
        "cost": card(MD).cost,
    }
    assert [row["item"] for row in rows[2:]] == [
        *(f"Before the flop, {number}" for number in (1, 2)),
        *(f"On the flop, {number}" for number in (1, 2, 3, 4, 5)),
        *(f"At the river, {number}" for number in (1, 2, 3, 4)),
    ]
    assert (rows[-1]["hand"], rows[-1]["value"]) == ("everything else", "fold")
