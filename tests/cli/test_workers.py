"""`pitbook serve --workers`: several processes on one port, started again when one dies and stopped together."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.running import Run
from postgresql import Server
from web.running import NO_TLS, PATIENCE, Client, least_wagers

KEY = "0123456789abcdef" * 2
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "operations.md"


def documented(url: str) -> list[str]:
    """The command of the documentation, for another database."""
    found = re.search(r"^(pitbook serve --workers \d+ --db) postgresql://\S+$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert found
    return [*found[1].split(), url]


@contextmanager
def serving(url: str, home: Path, *more: str) -> Iterator[tuple["subprocess.Popen[str]", int, str]]:
    """A server with several processes, its port, and where it says that its operator key is."""
    command = (sys.executable, "-m", *documented(url), "--port", "0", *more)
    environment = os.environ | {"XDG_DATA_HOME": str(home)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
            assert found, process.stderr and process.stderr.read()
            yield process, int(found[1]), process.stdout.readline()
        finally:
            if process.poll() is None:
                process.kill()


def children(process: "subprocess.Popen[str]") -> set[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    return set(map(int, found.split()))


def until(wanted: Callable[[], object], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://localhost:{port}/healthz", verify=NO_TLS, timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


PROCESSES = """
import os, sys, time
from pitbook.cli.workers import Processes
def work():
    print(os.getpid(), flush=True)
    if sys.argv[1] == "fails":
        raise SystemExit(3)
    time.sleep(60)
Processes(2, work).run(lambda: None)
print("stopped")
"""


def test_a_process_that_dies_is_started_again_and_all_stop_together() -> None:
    with subprocess.Popen(
        (sys.executable, "-c", PROCESSES, "works"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = [int(process.stdout.readline()) for _ in range(2)]
        os.kill(first[0], signal.SIGKILL)
        third = int(process.stdout.readline())
        assert children(process) == {first[1], third}
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, "stopped\n")
    assert err == "A server process ended (signal 9); starting another one.\n"
    assert not any(Path(f"/proc/{pid}").exists() for pid in (*first, third))


def test_processes_that_never_start_are_given_up() -> None:
    done = subprocess.run((sys.executable, "-c", PROCESSES, "fails"), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the server processes could not start" in done.stderr
    assert done.stderr.count("(exit code 1)") == 4


@pytest.mark.prove
def test_processes_serve_one_port_and_one_that_dies_is_started_again(postgres: Server, tmp_path: Path) -> None:
    """Then all stop together, and nothing is left behind."""
    file = tmp_path / "operator"
    file.write_text(f"{KEY}\n", encoding="ascii")
    file.chmod(0o600)
    with serving(postgres.ledger("workers"), tmp_path, "--operator-key", str(file)) as (process, port, key):
        until(lambda: answers(port))
        before = children(process)
        assert len(before) == 4
        ann = Client(port)
        table = ann.open()
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(children(process) - before) == 1)
        until(lambda: answers(port))
        ann.http.close()
        again = Client(port, token=ann.token)
        again.do(table, "ready", seat=1, wagers=least_wagers(again.view(table)))
        until(lambda: not again.view(table)["wagering"]["open"])
        answer = again.http.post("/api/operator", json={"key": KEY})
        assert answer.status_code == 200
        after = children(process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        again.http.close()
    assert key == f"The operator key is in {file}\n"
    assert KEY not in out
    assert "everything is in the record" in out
    assert err == "A server process ended (signal 9); starting another one.\n"
    assert not any(Path(f"/proc/{pid}").exists() for pid in before | after)


@pytest.mark.prove
def test_processes_end_with_the_one_that_started_them(postgres: Server, tmp_path: Path) -> None:
    """It was killed, and can tell nobody."""
    with serving(postgres.ledger("orphans"), tmp_path, "--workers", "2") as (process, port, _):
        until(lambda: answers(port))
        left = children(process)
        process.kill()
        process.wait()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


def test_several_processes_need_postgresql(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    result = run("serve", "--workers", "2", "--db", str(path))
    assert result.code == 2
    assert "a record in a file is for one process. Keep it in PostgreSQL: pitbook db init" in result.err
    assert not path.exists()
    result = run("serve", "--workers", "0", "--db", str(path))
    assert (result.code, "must be from 1 to 64" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "mode", "wrong"),
    [
        (KEY, 0o644, "run chmod 600 on it"),
        (KEY[:31], 0o600, "a key has 32 to 200 characters"),
        (f"{KEY} {KEY}", 0o600, "no spaces"),
        (KEY * 7, 0o600, "32 to 200"),
        ("\u00e9" * 32, 0o600, "it is not a key"),
        (None, 0, "No such file"),
    ],
)
def test_an_operator_key_is_long_and_for_nobody_else(
    run: Run, tmp_path: Path, text: str | None, mode: int, wrong: str
) -> None:
    path = tmp_path / "operator"
    if text is not None:
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
    result = run("serve", "--operator-key", str(path), "--db", str(tmp_path / "pit.db"))
    assert result.code == 2
    assert wrong in result.err
