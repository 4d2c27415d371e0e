"""Seeds over the wire: committed, listed, revealed, missing; and what a restart and the clock make of them."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pitbook.audit import audit
from pitbook.fairness import commit_player, read_proof, verify
from pitbook.problems import RefusedError
from pitbook.table.commands import Do, dealer
from pitbook.table.round_seeds import REVEAL
from pitbook.web.settings import Settings
from web.coached import finish, play
from web.leaking import leaks, truths
from web.running import FAST, PATIENCE, Client, Served, least_wagers, served

SECONDS = 0.4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("seeds") / "record.db", _hurried()) as found:
        yield found


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Served]:
    """A server that waits for seeds however slow the machine is."""
    with served(tmp_path / "patient.db", _hurried(PATIENCE)) as found:
        yield found


def _hurried(seconds: float = SECONDS) -> Settings:
    return replace(FAST, reveal_seconds=seconds)


def commits(client: Client, table: str, seed: str) -> str:
    """Commit to a seed for the open round; its id."""
    round_id = str(client.view(table)["round"]["round"])
    client.do(table, "commit_seed", commitment=commit_player(seed, round_id, client.player))
    return round_id


def ready(client: Client, table: str, seat: int) -> Any:
    client.do(table, "ready", seat=seat, wagers=least_wagers(client.view(table)))
    return client.view(table)


def alone(server: Served) -> tuple[Client, str]:
    """Somebody who has played a first round."""
    ann = server.client("Ann")
    table = ann.open()
    play(ann, table)
    return ann, table


def until(client: Client, table: str, wanted: Any) -> Any:
    """The view once it is as wanted."""
    end = time.monotonic() + 10
    while not wanted(view := client.view(table)):
        assert time.monotonic() < end, view
        time.sleep(0.02)
    return view


def test_a_newcomer_is_told_why_and_contributes_from_the_second_round(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    assert "second round" in ann.view(table)["you"]["no_seed"]
    play(ann, table)
    assert ann.view(table)["you"]["no_seed"] is None
    commits(ann, table, "mine")
    assert ann.view(table)["round"]["seeds"]["committed"] == [ann.player]


def test_nothing_is_dealt_before_the_seed_is_revealed(server: Served) -> None:
    ann, table = alone(server)
    round_id = commits(ann, table, "mine")
    view = ready(ann, table, 1)
    (listed,) = view["round"]["seeds"]["listed"]
    assert listed == {
        "player": ann.player,
        "commitment": commit_player("mine", round_id, ann.player),
        "revealed": False,
        "seed": None,
    }
    assert (view["ask"], view["round"]["seats"]["1"]["cards"]) == (None, [])
    assert ann.ask(table, "reveal_seed", seed="another").status_code == 409
    ann.do(table, "reveal_seed", seed="mine", key="once")
    assert ann.do(table, "reveal_seed", seed="mine", key="once")["repeated"] is True
    assert ann.do(table, "reveal_seed", seed="mine")["repeated"] is False
    assert ann.view(table)["ask"] is not None
    assert finish(ann, table) == round_id
    proof = read_proof(ann.http.get(f"/api/rounds/{round_id}").json()["proof"])
    assert verify(proof) == []
    assert [one.seed for one in proof.contributions] == ["mine"]


def test_a_missing_seed_calls_the_round_off_when_the_time_is_over(server: Served) -> None:
    """The wagers are back, the record names who was missing, and the next round goes on without that seed."""
    ann, table = alone(server)
    stack = ann.view(table)["players"][ann.player]["stack"]
    round_id = commits(ann, table, "mine")
    ready(ann, table, 1)
    view = until(ann, table, lambda view: view["called_off"])
    assert view["called_off"]["round"] == round_id
    assert view["called_off"]["seeds"]["missing"] == [ann.player]
    assert view["players"][ann.player]["stack"] == stack
    assert view["round"]["round"] != round_id
    assert view["round"]["script"][0]["words"].endswith("Ann did not reveal a seed in time.")
    assert "did not reveal" in view["you"]["no_seed"]
    assert ann.ask(table, "commit_seed", commitment="00" * 32).status_code == 409
    found = ann.http.get(f"/api/rounds/{round_id}").json()
    assert (found["void"], found["lines"], found["proof"]["decks"]) == ("called_off", [], [])
    assert verify(read_proof(found["proof"])) == []
    assert read_proof(found["proof"]).missing == (ann.player,)
    listed = ann.http.get(f"/api/tables/{table}/rounds").json()["rounds"]
    assert [(one["round"], one["void"], one["net"]) for one in listed[:1]] == [(round_id, "called_off", "0.00")]
    play(ann, table)
    assert ann.view(table)["called_off"] is None
    assert audit(server.pit.store).holds


def test_two_players_and_no_leak(patient: Served) -> None:
    """The list comes to both, the seeds only when both are known, and nothing secret before its time."""
    ann = patient.client("Ann")
    table = ann.open()
    bob = patient.client("Bob")
    bob.do(table, "sit", seat=2, buy_in="500.00")
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    ready(bob, table, 2)
    ann.do(table, "ready")
    while (ask := ann.view(table)["waiting_for"]) is not None:
        who = ann if ask["seat"] == 1 else bob
        who.do(table, "decide", seat=ask["seat"], action=who.view(table)["ask"]["actions"][-1]["action"])
    with ann.live(table) as one, bob.live(table) as two:
        for client, seed in ((ann, "ann's own secret"), (bob, "bob's own secret")):
            commits(client, table, seed)
        ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
        ready(bob, table, 2)
        ann.do(table, "ready")
        ann.do(table, "reveal_seed", seed="ann's own secret")
        view = one.until(lambda view: view["round"] and any(x["revealed"] for x in view["round"]["seeds"]["listed"]))
        assert [x["revealed"] for x in view["round"]["seeds"]["listed"]] == [True, False]
        assert "ann's own secret" not in json.dumps(bob.view(table))
        bob.do(table, "reveal_seed", seed="bob's own secret")
        two.until(lambda view: view["waiting_for"])
        one.until(lambda view: view["waiting_for"])
        seeds = [x["seed"] for x in two.view["round"]["seeds"]["listed"]]
        assert seeds == ["ann's own secret", "bob's own secret"]
        truth = truths(patient.pit, table)
        for live, client in ((one, ann), (two, bob)):
            assert [leak for message in live.received for leak in leaks(message, client.player, truth)] == []


def test_the_operator_gives_a_beacon(server: Served) -> None:
    ann, table = alone(server)
    opened = ann.view(table)["round"]["seeds"]["opened"]
    where, beacon = f"/api/tables/{table}/commands", {"do": "give_beacon", "value": "pulse", "at": opened}
    operator = server.operator()
    old = operator.http.post(where, json=beacon | {"at": "2020-01-01T00:00:00Z"})
    assert (old.status_code, "is older than the commitment" in old.text) == (409, True)
    assert operator.http.post(where, json=beacon).status_code == 200
    assert operator.http.post(where, json=beacon).status_code == 409
    ready(ann, table, 1)
    round_id = finish(ann, table)
    proof = read_proof(ann.http.get(f"/api/rounds/{round_id}").json()["proof"])
    assert proof.beacon is not None
    assert (proof.beacon.value, verify(proof)) == ("pulse", [])


@pytest.mark.parametrize("reveals", [True, False])
def test_a_restart_while_seeds_are_missing(reveals: bool, tmp_path: Path) -> None:
    """The list is in the record; the seal is opened by the key beside it."""
    path = tmp_path / "record.db"
    with served(path, _hurried(2)) as first:
        ann, table = alone(first)
        round_id = commits(ann, table, "mine")
        ready(ann, table, 1)
        token = ann.token
    with served(path, _hurried(PATIENCE if reveals else SECONDS)) as second:
        ann = second.again(token)
        if reveals:
            assert ann.view(table)["round"]["seeds"]["listed"][0]["revealed"] is False
            ann.do(table, "reveal_seed", seed="mine")
            assert finish(ann, table) == round_id
        else:
            until(ann, table, lambda view: view["called_off"])
        assert audit(second.pit.store).holds


def test_an_outage_takes_nobody_the_time_to_reveal(tmp_path: Path) -> None:
    """The time of the list is over when the server is there again: it begins anew, for a dealer too."""
    path = tmp_path / "record.db"
    with served(path, _hurried(2)) as first:
        ann, table = alone(first)
        round_id = commits(ann, table, "mine")
        ready(ann, table, 1)
        noted, token = ann.view(table)["round"]["seeds"]["reveal_by"], ann.token
    time.sleep(max(0.0, (datetime.fromisoformat(noted) - datetime.now(UTC)).total_seconds()))
    with served(path, _hurried(5)) as second:
        ann = second.again(token)
        seeds = ann.view(table)["round"]["seeds"]
        assert not seeds["listed"][0]["revealed"]
        assert seeds["reveal_by"] > noted
        with pytest.raises(RefusedError, match="may reveal until"):
            second.pit.handle(table, Do(dealer(), REVEAL))
        ann.do(table, "reveal_seed", seed="mine")
        assert finish(ann, table) == round_id
        assert audit(second.pit.store).holds
