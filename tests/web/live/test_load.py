"""Many people at four tables, all at once, at a real server: nothing that was acknowledged is lost or done twice."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from web.running import least_wagers, served

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "web.py"


@pytest.mark.parametrize(("each", "seconds"), [(1, 1), pytest.param(5, 5, marks=pytest.mark.prove)])
def test_every_acknowledged_command_is_in_the_record_once(each: int, seconds: int) -> None:
    """The benchmark's own run, smaller and shorter; how long anything took is left to the benchmark.

    Everybody thinks for a twentieth of a second: nobody is faster than the server allows, on any machine.
    """
    load: Any = runpy.run_path(str(BENCHMARK))["load"]
    found = load(4, each, {"hardly thinking": (0.05, 0.1)}, seconds, settling=0)
    assert found.refused == []
    assert found.missing == []
    assert found.unasked == []
    assert (found.ended, found.audit) == (0, "")
    assert found.acknowledged == len(found.measured[0].waits) > 2 * each * seconds
    assert found.rounds > 0


def test_what_is_missing_or_changed_in_the_record_is_noticed(tmp_path: Path) -> None:
    """The comparison itself: a wager that is not there, one of another amount, and one that nobody was told of."""
    benchmark = runpy.run_path(str(BENCHMARK))
    with served(tmp_path / "record.db") as server:
        ann = server.client()
        table = ann.open()
        ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)), key="a")
        ann.do(table, "decide", seat=1, action="check", key="b")
        key = f"web:{ann.player}:"
    right = {f"{key}a": ("wagers_placed", 1, {"ante": 500, "odds": 500}), f"{key}b": ("decided", 1, ("check", 0))}
    compare = benchmark["compare"]
    assert compare(tmp_path / "record.db", right) == ([], [], 0)
    lost = right | {f"{key}c": ("decided", 1, ("fold", 0))}
    assert compare(tmp_path / "record.db", lost) == ([f"{key}c"], [], 0)
    other = right | {f"{key}a": ("wagers_placed", 1, {"ante": 500, "odds": 1000})}
    assert compare(tmp_path / "record.db", other) == ([f"{key}a"], [], 0)
    assert compare(tmp_path / "record.db", {f"{key}a": right[f"{key}a"]}) == ([], [f"{key}b"], 0)
