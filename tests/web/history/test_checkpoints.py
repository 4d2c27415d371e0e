"""Checkpoints while a server runs: on schedule and at the end, shown to anybody, and proved to grow."""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from attacks.records import audited
from pitbook.audit.receipts import check_receipt
from pitbook.house_keys import key_path
from pitbook.pit.checkpoints import read_checkpoints
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.client import KnownWitness
from pitbook.transparency.notes import Verifier, open_note
from pitbook.transparency.tree import check_consistency
from pitbook.web.history.checkpoints import CheckpointSchedule, checkpoints_of
from web.coached import play
from web.running import Served, served
from witness.running import new_witness
from witness.running import served as witness_served

SOON = 0.05


@contextmanager
def signing(path: Path, schedule: CheckpointSchedule) -> Iterator[Served]:
    with served(path) as server, checkpoints_of(path, None, schedule) as signed:
        server.app.state.server.checkpoints = signed
        yield server


def checkpoint_of(server: Served, least: int) -> tuple[Checkpoint, str]:
    """The checkpoint that the server shows, once it has so many commits."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        answer = server.plain().get("/api/checkpoint")
        if answer.status_code == 200:
            house = server.pit.store.house  # type: ignore[attr-defined]
            found = parse_checkpoint(open_note(answer.text, [Verifier.parse(house.key)]).text)
            if found.size >= least:
                return found, answer.text
        time.sleep(SOON)
    raise AssertionError("no such checkpoint was signed")


def test_checkpoints_are_signed_on_schedule_and_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with signing(path, CheckpointSchedule(SOON)) as server:
        first, _ = checkpoint_of(server, 1)
        ann = server.client()
        ann.open()
        last = server.pit.store.head().number
        second, _ = checkpoint_of(server, last)
        http = server.plain()
        answer = http.get("/api/checkpoint/consistency", params={"old": first.size, "new": second.size}).json()
        proof = [base64.b64decode(one) for one in answer["proof"]]
        check_consistency(first.size, first.root, second.size, second.root, proof)
        for old, new in ((second.size, first.size), (1, second.size + 1000)):
            assert http.get("/api/checkpoint/consistency", params={"old": old, "new": new}).status_code == 422
        health = http.get("/healthz").json()["checkpoint"]
        assert health["signed"] >= last
        assert (health["cosigned"], health["unprotected"], health["problem"]) == (0, last, None)
        assert health["since"] is not None
    assert audited(path) == ""
    with signing(path, CheckpointSchedule(3600)) as server:
        checkpoint_of(server, last)
        server.client().open()
        size = server.pit.store.head().number
    assert read_checkpoints(path)[-1].checkpoint.size == size > last


def test_what_witnesses_have_cosigned_is_published(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with served(path) as server:
        key = server.pit.store.house.key  # type: ignore[attr-defined]
    one = new_witness(tmp_path / "w", "w.example", key)
    down = new_witness(tmp_path / "down", "down.example", key)._signer.vkey
    other = new_witness(tmp_path / "v", "v.example", key)
    with witness_served(one) as url, witness_served(other) as another:
        witnesses = (
            KnownWitness(url, one._signer.vkey),
            KnownWitness(another, other._signer.vkey),
            KnownWitness("http://127.0.0.1:9", down),
        )
        with signing(path, CheckpointSchedule(SOON, witnesses, 2)) as server:
            server.client().open()
            size = server.pit.store.head().number
            _, note = checkpoint_of(server, size)
            assert {"w.example", "v.example"} <= {line.split()[1] for line in note.splitlines() if line.startswith("—")}
            health = server.plain().get("/healthz").json()["checkpoint"]
            assert (health["cosigned"], health["unprotected"], health["since"]) == (size, 0, None)
            assert health["witnesses"] == ["v.example", "w.example"]
    assert audited(path) == ""


def test_players_get_their_own_receipts(tmp_path: Path) -> None:
    """Each shows its player's hand; nobody who does not play sees one that was not shown."""
    with signing(tmp_path / "pit.db", CheckpointSchedule(SOON)) as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        round_id = play(ann, ann.open())
        checkpoint_of(server, server.pit.store.head().number)
        key = Verifier.parse(server.pit.store.house.key)  # type: ignore[attr-defined]
        mine = check_receipt(ann.http.get(f"/api/rounds/{round_id}/receipt").text, key)
        assert [seat for place, seat, _ in mine.cards if place == "hand"] == [1]
        assert [event for event in mine.events if event[7].startswith("player:Ann~")]
        other = ben.http.get(f"/api/rounds/{round_id}/receipt").text
        assert "Ann" not in json.dumps(check_receipt(other, key).events)
        assert ann.http.get("/api/rounds/T9-1/receipt").status_code == 404


def test_without_a_schedule_there_is_none(server: Served) -> None:
    assert server.plain().get("/api/checkpoint").status_code == 404
    assert server.plain().get("/healthz").json()["checkpoint"] is None


def test_a_record_whose_key_is_away_is_signed_once_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with served(path) as server:
        key_path(path).rename(tmp_path / "away")
        with checkpoints_of(path, None, CheckpointSchedule(SOON)) as signed:
            server.app.state.server.checkpoints = signed
            deadline = time.monotonic() + 20
            while signed.problem is None and time.monotonic() < deadline:
                time.sleep(SOON)
            assert "is missing" in server.plain().get("/healthz").json()["checkpoint"]["problem"]
            (tmp_path / "away").rename(key_path(path))
            checkpoint_of(server, 1)


def test_why_none_can_be_signed_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "pit.db"
    with signing(path, CheckpointSchedule(SOON)) as server:
        checkpoint_of(server, 1)
        damaged = tmp_path / "damaged"  # Replaced at once: a file that is empty for a moment would be signed anew.
        damaged.write_bytes(b"x" * 9 + b"\n")
        damaged.replace(path.with_name("pit.db.checkpoints"))
        server.client().open()
        deadline = time.monotonic() + 60
        while not (said := server.plain().get("/healthz").json()["checkpoint"]["problem"]):
            assert time.monotonic() < deadline
            time.sleep(SOON)
        assert "is damaged" in said
    assert "no checkpoint was signed" in caplog.text
