"""`pitbook tables`: what is open, and closing it beside a server that runs."""

import time
from pathlib import Path

from cli.running import Run, run_process
from web.running import served


def test_tables_are_listed_and_closed_while_a_server_runs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with served(path) as server:
        ann = server.client("Ann")
        first, second = ann.open(), ann.open("md-four-card-poker")
        listed = run_process("tables", "--db", str(path))
        assert listed.code == 0
        assert all(word in listed.out for word in (first, second, "md-four-card-poker", ann.player[:8]))
        closed = run_process("tables", "close", first, "--by", "Ada", "--db", str(path), "--json")
        assert closed.code == 0, closed
        assert f'"{second}"' in closed.out
        assert f'"{first}"' not in closed.out
        end = time.monotonic() + 20
        while ann.view(first)["status"] != "closed" and time.monotonic() < end:
            time.sleep(0.1)
        assert ann.view(first)["status"] == "closed"
        for words in (("close",), ("open", "T1"), ("close", "T99"), ("close", first)):
            assert run("tables", *words, "--db", str(path)).code == 2
