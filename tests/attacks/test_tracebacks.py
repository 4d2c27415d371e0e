"""Whatever is put into the record, on the command line or in place of a stream: a sentence, and never a traceback."""

import hashlib
import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pitbook.cli.serve import serve
from pitbook.ledger import Snapshot
from pitbook.pit import Pit, open_record, snapshots
from pitbook.pit.snapshots import code_digest, meter_from, table_from, written
from pitbook.problems import PitbookError
from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.table.commands import Sit, floorperson, player

PITBOOK = (sys.executable, "-m", "pitbook")


def _sealed(text: str | bytes) -> bytes:
    """A snapshot with this content and the digest that belongs to it."""
    body = zlib.compress(text.encode() if isinstance(text, str) else text)
    return hashlib.sha256(body).digest() + body


def _changed(good: bytes, name: str, value: object) -> bytes:
    return _sealed(json.dumps(json.loads(zlib.decompress(good[32:])) | {name: value}))


BAD: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda _: _sealed("{"),
    "no UTF-8": lambda _: _sealed(b"\xff\xfe"),
    "a list": lambda _: _sealed("[]"),
    "deep": lambda _: _sealed("[" * 100_000 + "]" * 100_000),
    "deep inside": lambda good: _changed(good, "seats", json.loads('["dict"' + ',["list"' * 400 + "]" * 401)),
    "empty": lambda _: _sealed("{}"),
    "not deflated": lambda _: hashlib.sha256(b"x").digest() + b"x",
    "a bomb": lambda _: _sealed(b" " * (snapshots.LARGEST + 10)),
    "an unknown name": lambda good: _changed(good, "__class__", 5),
    "an unknown kind": lambda good: _changed(good, "seats", ["Popen", "ls"]),
    "another type": lambda good: _changed(good, "players", 5),
    "no card": lambda good: _changed(good, "seats", ["dict", [1, ["Card", "Zz"]]]),
    "no fraction": lambda good: _changed(good, "seats", ["dict", [1, ["Fraction", "1/0"]]]),
    "unknown rules": lambda good: _changed(good, "rules", "ab" * 32),
    "another version": lambda good: _changed(good, "version", 99),
}


@pytest.mark.parametrize("how", BAD)
def test_a_snapshot_with_bad_content_is_passed_over(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digest is right, as anybody can make it who can write the file; the events are what counts."""
    monkeypatch.setattr(snapshots, "LARGEST", 1_000_000)
    rules = house_rules(stock_submission(load_book("md-heads-up-holdem")))
    with closing(open_record(tmp_path / "record.db", create=True)) as store:
        pit = Pit(store)
        pit.open_table("T1", rules, floorperson("Ada"), then=[Sit(player("Ann"), 1, 500_00)])
        state = pit.state("T1")
        bad = BAD[how](written(state))
        for stream in store.streams("meter:"):
            store.put_snapshot(Snapshot(stream, store.version(stream), code_digest(), bad))
            assert meter_from(store, stream).version == 0
        store.put_snapshot(Snapshot("table:T1", state.version, code_digest(), bad))
        assert table_from(store, "table:T1", pit.library).version == 0
        assert Pit(store).state("T1").players["Ann"].stack == 500_00


@pytest.mark.parametrize("host", ["a..b", f"{'x' * 70}.org", "...", "ü..x", "a\tb", "a\0b"])
def test_a_host_that_is_none(tmp_path: Path, host: str) -> None:
    with pytest.raises(PitbookError):
        serve(host=host, port=0, db=str(tmp_path / "x.db"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("closed", "words"),
    [
        ((1,), ("shuffles", "--stream", "--bytes", "1000")),
        ((0, 1, 2), ("settle", "md-heads-up-holdem", "examples/royal.json", "--json")),
        ((1,), ("settle", "no-such-book", "examples/royal.json")),
    ],
)
def test_closed_streams(closed: tuple[int, ...], words: tuple[str, ...], tmp_path: Path) -> None:
    """Whatever takes the place of a closed stream is not written to, and the exit code is the same."""
    said = tmp_path / "said.txt"
    redirect = " ".join(f"{one}>&-" if one else "0<&-" for one in closed)
    inner = f'"$@" {"" if 2 in closed else f"2>{said}"} {redirect}'
    root = Path(__file__).parents[2]
    command = ["/bin/sh", "-c", inner, "sh", *PITBOOK, *words]
    done = subprocess.run(command, timeout=120, check=False, cwd=root)
    assert done.returncode == (2 if "no-such-book" in words else 0)
    assert not said.exists() or "Traceback" not in said.read_text()


@pytest.mark.parametrize("rounds", [15, pytest.param(400, marks=pytest.mark.prove)])
def test_two_that_deal_on_shared_meters_both_finish(tmp_path: Path, rounds: int) -> None:
    db = str(tmp_path / "record.db")
    words = ("deal", "md-heads-up-holdem", "--rounds", str(rounds), "--strategy", "basic", "--meters", "linked")
    command = (*PITBOOK, *words, "--seats", "1", "--db", db)
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [one.communicate(timeout=600) for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    assert [len(out.split()) for out, _ in said] == [rounds, rounds]
