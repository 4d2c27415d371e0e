"""An export is whole or not there, and two of one record are the same; a clock that runs backwards is noticed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.running import COMMAND, Run, environment, runner
from pit.playing import hosted, play
from pitbook.audit import audit
from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Host, Pit, open_record, simple
from table.play import FOUR, KEYS, rules_of


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(FOUR)), 3)
    return path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.mark.parametrize("words", [(), ("--submissions", "--format", "csv")])
def test_two_exports_are_the_same_bytes(record: Path, tmp_path: Path, run: Run, words: tuple[str, ...]) -> None:
    """Also from another process, where sets and hashes have another order."""
    targets = [tmp_path / "one", tmp_path / "two"]
    assert run("export", "--db", str(record), "-o", str(targets[0]), *words).code == 0
    command = [*COMMAND, "export", "--db", str(record), "-o", str(targets[1]), *words]
    sources = os.pathsep.join(sys.path)
    subprocess.run(command, check=True, capture_output=True, env=environment(PYTHONHASHSEED="7", PYTHONPATH=sources))
    assert targets[0].read_bytes() == targets[1].read_bytes() != b""
    assert run("export", "--db", str(record), *words).out.encode() == targets[0].read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one", "two"]


def interrupted(*_: object) -> Iterator[str]:
    yield "a line\n"
    raise KeyboardInterrupt


def test_an_interrupted_export_leaves_what_was_there(
    record: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "events.jsonl"
    monkeypatch.setattr("pitbook.cli.records.export_lines", interrupted)
    assert run("export", "--db", str(record), "-o", str(target)).code != 0
    assert list(tmp_path.iterdir()) == []
    target.write_text("of yesterday")
    target.chmod(0o640)
    assert run("export", "--db", str(record), "-o", str(target)).code != 0
    assert target.read_text() == "of yesterday"
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == ["events.jsonl"]


def test_an_export_keeps_the_mode_of_the_file_in_its_place_and_follows_links(
    record: Path, tmp_path: Path, run: Run
) -> None:
    target, link = tmp_path / "events.jsonl", tmp_path / "link"
    target.write_text("of yesterday")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run("export", "--db", str(record), "-o", str(link)).code == 0
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert target.read_text().startswith("{")
    assert run("export", "--db", str(record), "-o", os.devnull).code == 0
    assert run("export", "--db", str(record), "-o", str(tmp_path / "none" / "x")).code == 2


KILLED = """
import sys
from pitbook.cli import main, records
lines = records.export_lines
def slow(store, form):
    yield from lines(store, form)
    print("written", flush=True)
    sys.stdin.read()
records.export_lines = slow
sys.argv[0] = "pitbook"
main()
"""


def test_a_killed_export_leaves_nothing_with_its_name(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "events.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, "export", "--db", str(record), "-o", str(target)],
        env=environment(PYTHONPATH=os.pathsep.join(sys.path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        process.send_signal(signal.SIGKILL)
    assert [file.name for file in tmp_path.iterdir()] == ["events.jsonl.partial"]


# Clocks


def play_at(store: Store, *minutes: float) -> None:
    """A round at each of these times, counted from now, at a table that was opened before."""
    now = [datetime.now(UTC)]
    hosted(store, rules_of(FOUR))
    host = Host(Pit(store, keys=KEYS, now=lambda: now[0]), "T1", simple)
    begin = datetime.now(UTC)
    for minute in minutes:
        now[0] = begin + timedelta(minutes=minute)
        play(host, 1)


@pytest.mark.parametrize(
    ("minutes", "notices"),
    [
        ((10, 15, 20), 0),
        ((10, 15, -45, -40, 11), 1),
        ((10, -45, 10, -45), 2),
        ((10, 9, 12), 0),
        ((10, 9.4, 8.8), 1),
    ],
    ids=["forwards", "a jump is told once", "two jumps", "set right within the tolerance", "creeping"],
)
def test_a_clock_that_runs_backwards_is_noticed(minutes: tuple[float, ...], notices: int) -> None:
    store = MemoryStore()
    play_at(store, *minutes)
    report = audit(store)
    assert report.holds
    assert [": the clock ran backwards, from 20" in notice.message for notice in report.notices] == [True] * notices


def test_the_command_tells_of_it(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        play_at(store, -60)
    audited = run("audit", "--db", str(path))
    assert audited.code == 0
    assert audited.out.startswith("Notice: commit ")
    document = run("audit", "--db", str(path), "--json").document
    assert document["holds"] is True
    assert len(document["notices"]) == 1
