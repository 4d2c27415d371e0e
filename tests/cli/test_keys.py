"""`pitbook keys`: the public key, and a new one."""

import shutil
from pathlib import Path

import pytest

from cli.running import Run
from pitbook.pit import open_record
from pitbook.transparency.notes import Verifier


@pytest.fixture
def db(tmp_path: Path) -> str:
    open_record(tmp_path / "pit.db", create=True).close()
    return str(tmp_path / "pit.db")


def test_the_key_is_shown_and_rotated(run: Run, db: str) -> None:
    shown = run("keys", "show", "--db", db)
    document = run("keys", "show", "--db", db, "--json").document
    assert shown.out == f"{document['key']}\n"
    assert Verifier.parse(document["key"]).name == document["house"]
    assert document["keys"] == [{"key": document["key"], "since": 1}]
    rotated = run("keys", "rotate", "--db", db, "--json").document
    assert rotated["keys"] == [*document["keys"], {"key": rotated["key"], "since": 2}]
    assert run("keys", "show", "--db", db).out == f"{rotated['key']}\n"
    assert run("audit", "--db", db).code == 0


def test_a_command_that_writes_needs_the_key(run: Run, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    away = f"{db}.away"
    shutil.move(f"{db}.key", away)
    refused = run("keys", "rotate", "--db", db)
    assert refused.code == 2
    assert "--key or PITBOOK_KEY" in refused.err
    assert run("keys", "show", "--db", db).code == 0
    assert run("keys", "rotate", "--db", db, "--key", away).code == 0
    monkeypatch.setenv("PITBOOK_KEY", away)
    assert run("tables", "--db", db, "--json").document == {"tables": []}
    assert not Path(f"{db}.key").exists()
