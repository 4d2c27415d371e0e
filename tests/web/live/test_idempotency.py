"""A key belongs to one command: sent again it has no second effect, and for another command it is a conflict."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from pitbook.audit import audit
from pitbook.ledger import MemoryStore
from pitbook.pit import Pit, TableSettings, open_record
from pitbook.submission import load_target
from pitbook.table.commands import BuyIn, Sit, floorperson, player
from pitbook.web.live.idempotency import KEPT_SECONDS, MAX_KEYS, IdempotencyKeys
from pitbook.web.live.shared_notes import SharedNotes
from web.running import Client, Served, least_wagers, served

MD = "md-heads-up-holdem"
FIVE, TEN = ({"ante": amount, "odds": amount} for amount in ("5.00", "10.00"))


def _conflict(answer: Any, key: str) -> None:
    """A sentence that names the key, and says that nothing was done."""
    assert answer["error"]["kind"] == "conflict"
    (problem,) = answer["error"]["problems"]
    assert problem["value"] == key
    assert f"the key '{key}' was used for another command" in problem["message"]
    assert "was not carried out" in problem["message"]


def test_a_key_that_another_command_has_used_is_a_conflict_and_nothing_is_lost(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    ann.do(table, "place_wagers", seat=1, wagers=FIVE, key="k1")
    before = ann.view(table)
    answer = ann.ask(table, "place_wagers", seat=1, wagers=TEN, key="k1")
    assert answer.status_code == 412
    _conflict(answer.json(), "k1")
    assert ann.view(table) == before
    assert ann.do(table, "place_wagers", seat=1, wagers=FIVE, key="k1")["repeated"]
    assert not ann.do(table, "place_wagers", seat=1, wagers=TEN, key="k2")["repeated"]
    assert ann.view(table)["round"]["seats"]["1"]["wagers"] == TEN


def test_the_same_over_a_live_connection_and_between_the_two(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        assert live.do("place_wagers", seat=1, wagers=FIVE, key="k1")["type"] == "done"
        answer = live.do("place_wagers", seat=1, wagers=TEN, key="k1")
        assert (answer["type"], answer["id"]) == ("error", "k1")
        _conflict(answer, "k1")
        assert live.do("place_wagers", seat=1, wagers=FIVE, key="k1")["repeated"]
    _conflict(ann.ask(table, "leave", key="k1").json(), "k1")
    assert ann.do(table, "place_wagers", seat=1, wagers=FIVE, key="k1")["repeated"]


def test_a_repeat_is_one_whatever_version_it_is_sent_for_and_however_it_is_written(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    version = ann.view(table)["version"]
    first = ann.do(table, "place_wagers", seat=1, wagers=FIVE, key="k1", at=version)
    assert not first["repeated"]
    for at in (None, version, version + 1, 10**9):
        assert ann.do(table, "place_wagers", seat=1, wagers=FIVE, key="k1", at=at)["repeated"]
    text = f'{{ "wagers": {json.dumps(dict(reversed(FIVE.items())))},  "seat":1, "do": "place_wagers"}}'
    headers = {"Idempotency-Key": "k1", "Content-Type": "application/json"}
    assert ann.http.post(f"/api/tables/{table}/commands", content=text, headers=headers).json()["repeated"]


def test_a_key_that_begins_like_another_is_another(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    for number, key in enumerate(("k", "k1", "k!", "k#1", "k:")):
        assert not ann.do(table, "buy_in", amount=f"{number + 1}.00", key=key)["repeated"]
    assert ann.view(table)["players"][ann.player]["stack"] == "5015.00"


def test_a_key_is_for_one_table(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    one, two = ann.open(), ann.open()
    ann.do(one, "buy_in", amount="1.00", key="k1")
    _conflict(ann.ask(two, "buy_in", amount="1.00", key="k1").json(), "k1")
    # Also if the command left nothing in the record: somebody else is waited for.
    for table in (one, two):
        bob.do(table, "sit", seat=2, buy_in="500.00")
        for client, seat in ((ann, 1), (bob, 2)):
            client.do(table, "place_wagers", seat=seat, wagers=FIVE)
    head = server.pit.store.head()
    assert not ann.do(one, "ready", key="k2")["repeated"]
    assert server.pit.store.head() == head
    assert ann.do(one, "ready", key="k2")["repeated"]
    _conflict(ann.ask(two, "ready", key="k2").json(), "k2")
    _conflict(ann.ask(one, "buy_in", amount="1.00", key="k2").json(), "k2")
    assert not ann.view(two)["you"]["ready"]


def test_what_is_left_out_is_not_what_is_null(server: Served) -> None:
    ann = server.client()
    table = ann.open(decision_seconds=60)
    ann.do(table, "arrange", coach="off", key="k1")
    _conflict(ann.ask(table, "arrange", coach="off", decision_seconds=None, key="k1").json(), "k1")
    assert ann.do(table, "arrange", coach="off", key="k1")["repeated"]
    assert ann.view(table)["arrangement"] == {"decision_seconds": 60, "betting_seconds": None, "coach": "off"}


def test_a_key_opens_one_table_and_no_other(server: Served) -> None:
    ann = server.client()
    asked = {"target": MD, "seat": 1, "buy_in": "50.00"}

    def opened(**more: Any) -> Any:
        return ann.http.post("/api/tables", json=asked | more, headers={"Idempotency-Key": "open"})

    first = opened()
    assert first.status_code == 201
    tables = [one["table"] for one in ann.http.get("/api/tables").json()["tables"]]
    other = opened(seat=2)
    assert other.status_code == 412
    _conflict(other.json(), "open")
    assert opened().json() == first.json()
    assert [one["table"] for one in ann.http.get("/api/tables").json()["tables"]] == tables
    _conflict(ann.ask(first.json()["table"], "leave", key="open").json(), "open")


def test_keys_hold_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with served(path) as first:
        ann = first.client("Ann Bee")
        table = ann.open()
        wagers = least_wagers(ann.view(table))
        ann.do(table, "ready", seat=1, wagers=wagers, key="k1")
        version = ann.view(table)["version"]
    with served(path) as second:
        again = Client(second.port, token=ann.token)
        for at in (None, 1, version):
            assert again.do(table, "ready", seat=1, wagers=wagers, key="k1", at=at)["repeated"]
        _conflict(again.ask(table, "decide", seat=1, action="check", key="k1").json(), "k1")
        assert again.view(table)["version"] == version
        again.http.close()
        assert audit(second.pit.store).problems == ()


def test_keys_of_older_records_are_still_known(tmp_path: Path) -> None:
    """They have no digest, so whatever comes with one of them has been done."""
    path = tmp_path / "record.db"
    with served(path) as first:
        ann = first.client()
    with open_record(path) as store:
        pit = Pit(store)
        sits = Sit(player(ann.player), 1, 50_00)
        rules = load_target(MD)
        pit.open_table("T1", rules, floorperson(ann.player), arrangement=TableSettings(), then=(sits,))
        pit.handle("T1", BuyIn(player(ann.player), 10_00), key=f"web:{ann.player}:old")
    with served(path) as second:
        again = Client(second.port, token=ann.token)
        for _ in range(2):
            assert again.do("T1", "buy_in", amount="10.00", key="old")["repeated"]
        assert again.view("T1")["players"][ann.player]["stack"] == "60.00"
        opened = again.http.post("/api/tables", json={"target": MD}, headers={"Idempotency-Key": "old"})
        assert (opened.status_code, opened.json()["error"]["kind"]) == (412, "conflict")
        again.http.close()


@pytest.mark.parametrize("key", ["a b", "", "é", "k" * 65])
def test_a_key_has_no_space_in_it(server: Served, key: str) -> None:
    """In the record a space ends it."""
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        live.socket.send(json.dumps({"type": "command", "id": key, "expected": None, "command": {"do": "leave"}}))
        assert live.next()["error"]["kind"] == "malformed"
    if key.isascii():
        assert ann.ask(table, "leave", key=key).status_code == 422


def _two_at_a_table(server: Served) -> tuple[Client, Client, str, dict[str, str]]:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open("md-four-card-poker")
    bob.do(table, "sit", seat=2, buy_in="5000.00")
    wagers = least_wagers(ann.view(table))
    _wager(ann, bob, table, wagers)
    return ann, bob, table, wagers


def _wager(ann: Client, bob: Client, table: str, wagers: dict[str, str]) -> None:
    for seat, one in enumerate((ann, bob), 1):
        one.do(table, "place_wagers", seat=seat, wagers=wagers)


def test_a_ready_for_one_round_deals_no_other_after_a_restart(tmp_path: Path) -> None:
    """It left nothing in the record, so after a restart only the round that it names can hold it back."""
    with served(tmp_path / "record.db") as first:
        ann, bob, table, wagers = _two_at_a_table(first)
        named = ann.view(table)["round"]["round"]
        assert not ann.do(table, "ready", key="K1", round=named)["repeated"]
        assert ann.do(table, "ready", key="K1", round=named)["repeated"]
        bob.do(table, "ready")
        for seat, one in enumerate((ann, bob), 1):
            one.do(table, "decide", seat=seat, action="fold")
        _wager(ann, bob, table, wagers)
        tokens = ann.token, bob.token
    with served(tmp_path / "record.db") as second:
        ann, bob = map(second.again, tokens)
        bob.do(table, "ready")
        answer = ann.ask(table, "ready", key="K1", round=named)
        assert answer.status_code == 409
        assert f"this was for round {named}" in answer.text
        assert not ann.view(table)["round"]["no_more_bets"]
        # A seed of the round before could not be revealed in this one.
        late = ann.ask(table, "commit_seed", commitment="0" * 64, round=named)
        assert f"this was for round {named}" in late.text


def test_nobody_pushes_out_the_keys_of_another(server: Served) -> None:
    ann, mal, table, _ = _two_at_a_table(server)
    ann.do(table, "ready", key="K1")
    keys = server.app.state.server._handler._keys
    for number in range(5000):
        keys.remember(mal.player, f"web:{mal.player}:m{number} 0")
    assert ann.do(table, "ready", key="K1")["repeated"]
    _conflict(ann.ask(table, "leave", key="K1").json(), "K1")


def test_keys_that_left_nothing_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = IdempotencyKeys(MemoryStore(), SharedNotes(None, "this"))
    keys.remember("Ann", "web:Ann:K1 0")
    for number in range(MAX_KEYS + 1):
        keys.remember("Bob", f"web:Bob:{number} 0")
    assert keys.left_nothing("Ann", "web:Ann:K1 0")
    assert [keys.left_nothing("Bob", f"web:Bob:{one} 0") for one in (0, 1)] == [False, True]
    later = time.monotonic() + KEPT_SECONDS + 1
    monkeypatch.setattr("pitbook.web.live.idempotency.monotonic", lambda: later)
    keys.remember("Bob", "web:Bob:new 0")
    assert not keys.left_nothing("Ann", "web:Ann:K1 0")
