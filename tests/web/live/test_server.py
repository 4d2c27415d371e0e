"""The live connection: views after every change, answers by id, and nothing that breaks it."""

import json
import random
import string
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pit.playing import hosted, play
from pitbook.money import format_exact
from pitbook.pit import open_record
from pitbook.submission import load_target
from pitbook.web.settings import Rate
from web.running import FAST, PATIENCE, Client, Live, Served, least_wagers, served


def _raw(live: Live, text: str | bytes) -> Any:
    live.socket.send(text)
    while True:
        message = live.next()
        if message["type"] != "view":
            return message


def test_a_ping_is_answered(server: Served) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live:
        assert live.next()["type"] == "view"
        assert _raw(live, '{"type":"ping"}') == {"type": "pong"}


def test_every_page_of_a_table_sees_a_change(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    with ann.live(table) as one, bob.live(table) as two, bob.live(table, "viewer") as three:
        assert one.do("buy_in", amount="3.00")["version"] == one.view["version"]
        for live in (two, three):
            live.until(lambda view: view["players"][ann.player]["stack"] == "5003.00")
        assert two.view["for"] == bob.player
        assert three.view["for"] == "public"
        assert three.view["you"]["player"] is None


def test_a_view_comes_before_its_answer(server: Served) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live:
        live.next()
        live.send("buy_in", amount="3.00", key="a")
        assert [live.next()["type"], live.next()["type"]] == ["patch", "done"]


def test_what_is_stored_together_is_shown_once_and_before_every_answer(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that stores waits until three commands at two tables are decided."""
    tables: Any = server.app.state.server
    ann, bob = server.client("Ann"), server.client("Bob")
    table, other = ann.open(), bob.open()
    shown: list[str] = []
    show = tables.pages.show

    def counted(projection: Any) -> None:
        shown.append(projection.name)
        show(projection)

    with ann.live(table) as one, bob.live(table, "viewer") as two, bob.live(other) as three:
        for live in (one, two, three):
            live.next()
        monkeypatch.setattr(tables.pages, "show", counted)
        decided = threading.Event()
        tables.workers._storing.submit(decided.wait, PATIENCE)
        for key, live in (("a", one), ("b", one), ("c", three)):
            live.send("buy_in", amount="1.00", key=key)
        end = time.monotonic() + PATIENCE
        while len(tables.workers._decided) < 3 and time.monotonic() < end:
            time.sleep(0.01)
        decided.set()
        assert [(message["type"], message.get("id")) for message in (one.next(), one.next(), one.next())] == [
            ("patch", None),
            ("done", "a"),
            ("done", "b"),
        ]
        assert [three.next()["type"], three.next()["type"]] == ["patch", "done"]
        assert one.view["players"][ann.player]["stack"] == "5002.00"
        assert two.until(lambda view: True)["version"] <= two.next()["version"] == one.view["version"]
        assert sorted(shown) == sorted((table, other))


def test_a_table_that_cannot_be_shown_keeps_nobody_at_another_table_waiting(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables: Any = server.app.state.server
    ann, bob = server.client("Ann"), server.client("Bob")
    table, other = ann.open(), bob.open()
    show = tables.pages.show

    def fail(projection: Any) -> None:
        if projection.name == table:
            raise LookupError("a fault in a view")
        show(projection)

    with ann.live(table) as one, bob.live(other) as two:
        one.next(), two.next()
        monkeypatch.setattr(tables.pages, "show", fail)
        decided = threading.Event()
        tables.workers._storing.submit(decided.wait, PATIENCE)
        one.send("buy_in", amount="1.00", key="a")
        two.send("buy_in", amount="1.00", key="b")
        decided.set()
        assert one.next()["id"] == "a"
        assert [two.next()["type"], two.next()["id"]] == ["patch", "b"]
    assert f"cannot show table {table}" in caplog.text


def test_somebody_who_sits_down_becomes_a_player_on_the_same_connection(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    with bob.live(table) as live:
        live.next()
        assert live.view["role"] == "viewer"
        live.do("sit", seat=5, buy_in="50.00")
        assert (live.view["role"], live.view["you"]["seats"], live.view["shared"]) == ("player", [5], True)
        assert live.view["coach"]["mode_allowed"] == ["off", "after_round"]


def test_nobody_without_a_session_commands(server: Served) -> None:
    table = server.client().open()
    with connect(f"ws://localhost:{server.port}/api/tables/{table}/live", compression=None) as socket:
        assert json.loads(socket.recv(PATIENCE))["view"]["for"] == "public"
        socket.send(json.dumps({"type": "command", "id": "x", "expected": None, "command": {"do": "sit", "seat": 2}}))
        answer = json.loads(socket.recv(PATIENCE))
        assert (answer["type"], answer["id"], answer["error"]["kind"]) == ("error", "x", "refused")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "5",
        '"ping"',
        "{}",
        '{"type":"pong"}',
        '{"type":"ping","more":1}',
        '{"type":"command"}',
        '{"type":"command","id":"","expected":null,"command":{"do":"leave"}}',
        '{"type":"command","id":"a b","expected":null,"command":{"do":"leave"}}',
        '{"type":"command","id":5,"expected":null,"command":{"do":"leave"}}',
        '{"type":"command","id":"a","expected":-1,"command":{"do":"leave"}}',
        '{"type":"command","id":"a","expected":"1","command":{"do":"leave"}}',
        '{"type":"command","id":"a","expected":1e400,"command":{"do":"leave"}}',
        '{"type":"command","id":"a","expected":null,"command":{"do":"sit","seat":"1"}}',
        '{"type":"command","id":"a","expected":null,"command":{"do":"sit","seat":1.5}}',
        '{"type":"command","id":"a","expected":null,"command":{"do":"reveal_seed","seed":"\\ud800"}}',
        "[" * 10_000,
        '{"type":"ping","x":"' + "y" * 17_000 + '"}',
        b"\x00\x01",
        b'{"type":"ping"}',
    ],
)
def test_what_is_malformed_is_answered_and_the_connection_goes_on(server: Served, text: str | bytes) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live:
        live.next()
        message = _raw(live, text)
        assert message["type"] == "error"
        assert message["error"]["kind"] == "malformed"
        assert all(one["message"] for one in message["error"]["problems"])
        assert _raw(live, '{"type":"ping"}') == {"type": "pong"}


def test_the_id_of_a_malformed_command_comes_back(server: Served) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live:
        live.next()
        assert live.do("no_such_thing", key="mine")["id"] == "mine"


def test_a_message_that_is_none_is_told_what_it_lacks(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        said = {}
        for text in ("0x", '{"id":"a"}', '{"type":"look"}', '{"type":"command","id":"a","command":{"do":"undo"}}'):
            (problem,) = _raw(live, text)["error"]["problems"]
            said[problem["message"]] = problem["value"]
    *others, commands = said
    assert others == [
        "the input is not JSON",
        "type is missing: it says what this is (see /docs)",
        "type has to be one of command, ping, view (see /docs)",
    ]
    assert commands.startswith("do has to be one of sit, buy_in, cash_out, leave, place_wagers, ")
    assert commands.endswith(", seat_bot, dismiss_bot (see /docs)")
    assert list(said.values()) == ["0x", "type", "look", "undo"]
    for sent, message, value in (("{", "the input is not JSON", None), ('{"do":"undo"}', commands, "undo")):
        headers = {"Content-Type": "application/json"}
        answer = ann.http.post(f"/api/tables/{table}/commands", content=sent, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["error"]["problems"] == [{"message": message, "value": value, "clause": None}]


def test_a_meter_on_a_page_is_never_older_than_half_a_minute(server: Served) -> None:
    """What another table, at another server, does to a meter that both move is on display within 30 seconds."""
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live, open_record(server.path) as store:
        live.next()
        before = live.view["meters"]["progressive"]
        host = hosted(store, load_target("md-heads-up-holdem"), "Elsewhere", meters=table)
        play(host, 1)
        shown = format_exact(host.pit.meters("Elsewhere")["progressive"].displayed)
        assert shown != before
        assert live.until(lambda view: view["meters"]["progressive"] == shown, timeout=30)


def test_a_connection_that_sends_only_nonsense_is_closed(server: Served) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live, pytest.raises(ConnectionClosed) as closed:
        _talk_nonsense(live)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def _talk_nonsense(live: Live) -> None:
    for _ in range(200):
        _raw(live, "nonsense")


def _babble(live: Live) -> None:
    for number in range(200):
        live.socket.send("nonsense" if number % 2 else '{"type":"ping"}')
        live.next()


def test_whatever_comes_too_fast_ends_the_connection(tmp_path: Path) -> None:
    """Signs of life and nonsense in turn are no way around the limit."""
    with served(tmp_path / "record.db", replace(FAST, commands=Rate(30, 0.001))) as server:
        ann = server.client()
        with ann.live(ann.open()) as live:
            live.next()
            with pytest.raises(ConnectionClosed) as closed:
                _babble(live)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_too_many_connections_are_refused(tmp_path: Path) -> None:
    few = replace(FAST, max_connections=3, max_connections_each=2)
    with served(tmp_path / "record.db", few) as server, ExitStack() as stack:
        ann, bob = server.client("Ann"), server.client("Bob")
        table = ann.open()
        for _ in range(2):
            stack.enter_context(ann.live(table)).next()
        assert _refused(ann, table) == 429
        with bob.live(table) as live:
            assert live.next()["type"] == "view"
            assert _refused(bob, table) == 429
        stack.close()
        with _accepted(ann, table) as live:
            assert live.next()["type"] == "view"


def _accepted(client: Client, table: str) -> Live:
    """A connection, as soon as the server has noticed that others are closed."""
    for _ in range(1000):
        with suppress(InvalidStatus):
            return client.live(table)
    return client.live(table)


def _refused(client: Client, table: str) -> int:
    with pytest.raises(InvalidStatus) as refused, client.live(table):
        pass
    return refused.value.response.status_code


def _junk(chance: random.Random, depth: int = 0) -> Any:
    kinds = ["int", "str", "none", "bool", "float", "list", "dict"][: 5 if depth > 2 else 7]
    match chance.choice(kinds):
        case "int":
            return chance.choice([0, 1, 2, -1, 7, 10**6, 10**30])
        case "str":
            words = ["ante", "odds", "5.00", "1", "check", "raise_3", "Ah Kd", "T1", "", "\0", "é" * 20, "x" * 300]
            return chance.choice([*words, "".join(chance.choices(string.printable, k=8))])
        case "none":
            return None
        case "bool":
            return chance.random() < 0.5
        case "float":
            return chance.choice([0.5, -1e308, 3.0])
        case "list":
            return [_junk(chance, depth + 1) for _ in range(chance.randrange(3))]
        case _:
            return {str(_junk(chance, 9)): _junk(chance, depth + 1) for _ in range(chance.randrange(3))}


DOS = (
    "sit buy_in cash_out leave place_wagers commit_seed reveal_seed give_beacon ready decide step deal_round report "
    "correct_cards call_stub_count go_idle "
    "acknowledge restore_device seat_guest order_recut order_reshuffle change_deck rule rule_on_leaving player_arrives "
    "arrange seat_bot dismiss_bot"
).split()
KEYS = (
    "seat amount buy_in wagers seed commitment value at "
    "action step cards count depth misdealt from_inventory irregularity detail face_up "
    "asked_by entered right "
    "device name reason deck back preshuffled words player abandoned dealing decision_seconds coach plays"
).split()


def _asked(chance: random.Random, view: Any) -> dict[str, Any]:
    """A command that is half sensible: right names, right and wrong values."""
    right: dict[str, Any] = {
        "seat": chance.randrange(1, 8),
        "amount": "5.00",
        "buy_in": "50.00",
        "wagers": least_wagers(view, all_of_them=chance.random() < 0.3),
        "seed": "luck",
        "action": chance.choice(["check", "fold", "raise_3", "raise_1", "raise_2", "play_1", "play"]),
        "step": view["steps"][0]["do"] if view["steps"] else "deal",
        "irregularity": chance.choice(["face_up_card", "dealer_card_exposed", "shuffler_jam", "wrong_number_of_cards"]),
        "name": "Joe",
        "reason": "because",
        "words": "so be it",
        "back": chance.choice(["red", "green"]),
        "deck": 0,
        "player": next(iter(view["players"]), "x"),
        "abandoned": True,
        "plays": "simple",
        "dealing": chance.choice(["house", "dealer"]),
        "device": "shoe",
    }
    keys = chance.sample(KEYS, chance.randrange(4)) + [key for key in right if chance.random() < 0.15]
    do = chance.choice(DOS)
    needed = {"sit": ["seat", "buy_in"], "place_wagers": ["seat", "wagers"], "ready": ["seat", "wagers"]}
    needed |= {
        "decide": ["seat", "action"],
        "step": ["step"],
        "report": ["irregularity"],
        "seat_bot": ["seat", "plays"],
    }
    needed |= {"arrange": ["dealing"], "seat_guest": ["seat", "name", "buy_in"], "rule": ["words"]}
    keys = needed.get(do, keys) if chance.random() < 0.8 else keys
    asked = {key: right[key] if key in right and chance.random() < 0.9 else _junk(chance) for key in keys}
    return {"do": do} | asked


@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.prove) for number in (0, 2, 3, 4, 5))])
def test_whatever_is_asked_nothing_breaks(server: Served, number: int) -> None:
    """Random commands of an opener, half of them sensible: answered each, no 500, no money from nowhere."""
    chance = random.Random(number)
    ann = server.client()
    book = ("md-heads-up-holdem", "md-four-card-poker", "ma-heads-up-holdem")[number % 3]
    table = ann.open(book, bots=[{"plays": "simple"}] * (number % 2), seat=2, dealing=("house", "dealer")[number // 3])
    statuses = set()
    turns = iter(range(250))
    while True:
        with ann.live(table) as live, suppress(ConnectionClosed):
            live.next()
            for turn in turns:
                statuses.add(_try(ann, live, table, chance, over_http=not turn % 5))
                assert all(float(one["stack"]) >= 0 for one in live.view["players"].values())
            break
    assert statuses == {"done", "error", "http"}


def _try(ann: Client, live: Live, table: str, chance: random.Random, *, over_http: bool) -> str:
    asked = _asked(chance, live.view)
    if live.view["ask"] and chance.random() < 0.7:
        action = chance.choice(live.view["ask"]["actions"])["action"]
        asked = {"do": "decide", "seat": live.view["ask"]["seat"], "action": action}
    if not over_http:
        message = live.do(**asked)
        assert "something went wrong" not in json.dumps(message)
        return str(message["type"])
    answer = ann.http.post(f"/api/tables/{table}/commands", json=asked)
    assert answer.status_code in (200, 403, 409, 412, 422), (asked, answer.text)
    now = ann.view(table)["version"]
    live.until(lambda view: view["version"] >= now)
    return "http"
