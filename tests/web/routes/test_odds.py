"""Exact odds over HTTP: the command's own document, cached, and no more work than the server can do."""

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pitbook.cli.solve import solve as solve_command
from pitbook.web.computations import ComputationQueue
from pitbook.web.errors import TooFastError
from web.running import BOOKS, Served, served

MD, MA, GALAXY, FOUR = BOOKS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("odds") / "record.db") as found:
        yield found


def solved(*words: str) -> dict[str, Any]:
    """What `pitbook solve` prints."""
    app = typer.Typer()
    app.command()(solve_command)
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_document_is_that_of_the_command(server: Served) -> None:
    asked = {
        "target": MD,
        "paytables": {"trips_plus": "B"},
        "meters": {"progressive": "12000.50"},
        "stakes": {"trips_plus": "5.00"},
    }
    http = server.plain()
    found = http.post("/api/odds", json=asked).json()
    words = ["--paytable", "trips_plus=B", "--meter", "progressive=12000.50", "--stake", "trips_plus=5.00"]
    told = solved(MD, *words)
    assert found["wagers"] == told["wagers"]
    assert found["main"] | {"seconds": 0} == told["main"] | {"seconds": 0}
    assert round(found["main"]["house_edge"]["decimal"], 4) == 0.0236, "as published"
    assert found["paytables"]["trips_plus"] == "B"


def test_the_chart_of_starting_hands(server: Served) -> None:
    http = server.plain()
    (chart,) = http.post("/api/odds", json={"target": MD}).json()["charts"]
    assert chart["kind"] == "pre_flop"
    assert chart["actions"] == ["check", "raise_3"]
    cells = {cell["hand"]: cell for row in chart["rows"] for cell in row}
    assert len(cells) == 169
    assert [cell["hand"] for cell in chart["rows"][0][:3]] == ["AA", "AKs", "AQs"]
    assert [row[0]["hand"] for row in chart["rows"][:3]] == ["AA", "AKo", "AQo"]
    assert (cells["AA"]["action"], cells["32o"]["action"]) == ("raise_3", "check")
    for cell in cells.values():
        values = {action: value["decimal"] for action, value in cell["values"].items()}
        assert values[cell["action"]] == max(values.values())


def test_the_chart_of_four_card_poker(server: Served) -> None:
    """The published simple strategy folds below threes; a pair of aces is always raised to 3x."""
    http = server.plain()
    found = http.post("/api/odds", json={"target": FOUR}).json()
    (chart,) = found["charts"]
    assert (chart["kind"], chart["actions"], len(chart["ranks"])) == ("up_card", ["fold", "play_1", "play_3"], 13)
    assert chart["rows"][0]["hand"].endswith("four of a kind")
    assert all(set(cell) == {"play_3"} for cell in chart["rows"][0]["cells"])
    assert all(set(cell) <= {"fold"} for cell in chart["rows"][-1]["cells"])
    assert round(found["main"]["house_edge"]["decimal"], 4) == 0.0279


def test_every_decision_of_let_it_ride_has_its_chart_and_is_counted_in_bets(server: Served) -> None:
    """One of three high cards in a suit rides at the first decision; a pair of tens at both."""
    found = server.plain().post("/api/odds", json={"target": "let-it-ride"}).json()
    assert (found["unit"], found["units"]) == ("bet", "bets")
    first, second = found["charts"]
    titles = [chart["when"] for chart in (first, second)]
    assert titles == list(found["streets"].values()) == ["With your three cards", "With one community card up"]
    assert first["actions"] == ["ride", "withdraw_bet_1"]
    assert second["actions"] == ["ride", "withdraw_bet_2"]
    for chart in (first, second):
        assert chart["ranks"] == []
        assert chart["rows"][0]["hand"].startswith("pair of tens to ")
        assert [list(cell) for cell in chart["rows"][0]["cells"]] == [["ride"]]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({}, 422, ["target is missing"]),
        ({"target": "x"}, 422, ["the books are"]),
        (
            {"target": MD, "meters": {"mega": "5"}, "stakes": {"trips_plus": "0"}},
            422,
            ["no meter 'mega'", "a stake must be more than zero"],
        ),
        ({"target": MD, "stakes": {"ante": "5"}}, 422, ["there is no stake 'ante'"]),
        ({"target": MD, "meters": {"progressive": "-1"}}, 422, ["is not an exact amount"]),
        ({"target": MD, "stakes": {"trips_plus": "1e9"}}, 422, ["is not an amount of money"]),
        ({"target": MD, "options": {"progressive_survives_fold": "yes"}}, 422, ["must be true or false"]),
        ({"target": MD, "options": {"nothing": True}}, 409, ["nothing"]),
        ({"target": MD, "wanted": 1}, 422, ["wanted is not a known key"]),
        ({"target": MD, "paytables": {"trips_plus": "Z"}}, 409, ["there is no table 'Z'"]),
    ],
)
def test_what_cannot_be_solved_is_refused_with_all_its_problems(
    server: Served, asked: dict[str, Any], status: int, words: list[str]
) -> None:
    http = server.plain()
    answer = http.post("/api/odds", json=asked)
    assert answer.status_code == status, answer.text
    problems = answer.json()["error"]["problems"]
    assert len(problems) >= len(words)
    for problem, part in zip(problems, words, strict=False):
        assert part in problem["message"]


@pytest.mark.parametrize("book", [FOUR, pytest.param(MD, marks=pytest.mark.prove)])
def test_the_par_sheet_is_downloaded(book: str, server: Served) -> None:
    """In hold'em it takes long to derive a card of the strategy."""
    http = server.plain()
    answers = {
        form: http.get("/api/odds/par", params={"target": book, "format": form}, timeout=300)
        for form in ("json", "csv", "html", "pdf")
    }
    assert http.get("/api/odds/par", params={"target": book, "format": "exe"}).status_code == 422
    for form, answer in answers.items():
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="par-{book}.{form}"'
    assert answers["pdf"].content.startswith(b"%PDF-")
    assert "</html>" in answers["html"].text
    assert len(list(csv.reader(io.StringIO(answers["csv"].text)))) > 100
    assert answers["json"].json()


def test_the_same_is_computed_once_and_only_so_much_waits() -> None:
    """Ten questions, three different ones: three computations, one after the other; a fourth has no place."""

    async def run() -> tuple[list[int], int, list[int]]:
        queue, begun, running, most = ComputationQueue(waiting=3), [], 0, 0
        gate = asyncio.Event()

        async def work(number: int) -> int:
            nonlocal running, most
            begun.append(number)
            running += 1
            most = max(most, running)
            await gate.wait()
            running -= 1
            return number * number

        asked = [asyncio.create_task(queue.get(number % 3, partial(work, number % 3))) for number in range(10)]
        await asyncio.sleep(0.01)
        with pytest.raises(TooFastError, match="too many computations"):
            await queue.get(99, lambda: work(99))
        gate.set()
        found = await asyncio.gather(*asked)
        assert await queue.get(2, lambda: work(2)) == 4
        return found, most, begun

    found, most, begun = asyncio.run(run())
    assert found == [number * number for number in (0, 1, 2, 0, 1, 2, 0, 1, 2, 0)]
    assert most == 1
    assert begun == [0, 1, 2]


def test_what_failed_is_tried_again_and_who_went_away_stops_nobody() -> None:
    async def run() -> None:
        queue, tries = ComputationQueue(), 0

        async def work() -> str:
            nonlocal tries
            tries += 1
            await asyncio.sleep(0.01)
            if tries == 1:
                raise ValueError("the first time")
            return "found"

        with pytest.raises(ValueError, match="the first time"):
            await queue.get("it", work)
        gone = asyncio.create_task(queue.get("it", work))
        other = asyncio.create_task(queue.get("it", work))
        await asyncio.sleep(0)
        gone.cancel()
        assert await other == "found"
        assert tries == 2
        assert gone.cancelled() or gone.done()

    asyncio.run(run())
