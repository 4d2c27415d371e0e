"""Work in parts: results in their order, and a process that is lost costs its own part only."""

from pathlib import Path

import pytest

from pitbook import spread
from pitbook.problems import MalformedError, RefusedError
from pitbook.spread import processes
from spread_work import failed, killed_always, killed_once, refused, squared


def test_results_have_the_order_of_their_tasks(tmp_path: Path) -> None:
    told: list[tuple[int, float]] = []
    found = processes(2)(squared, [(number, tmp_path) for number in range(5)], lambda *one: told.append(one))
    assert found == [0, 1, 4, 9, 16]
    assert [one for one in told if one[1] == 1] != []
    assert {place for place, done in told if done == 1} == {*range(5)}
    assert any(done == 0.5 for _, done in told)
    assert processes(2)(squared, [], lambda *_: None) == []


def test_a_killed_process_costs_only_its_own_part(tmp_path: Path) -> None:
    found = processes(2)(killed_once, [(number, tmp_path) for number in range(6)], lambda *_: None)
    assert found == [0, 1, 4, 9, 16, 25]
    begun = [file.name.split()[0] for file in tmp_path.iterdir() if file.name != "killed"]
    assert len(begun) == 7
    assert {*begun} == {*"012345"}


def test_work_that_is_always_killed_and_work_that_fails_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "RETRIES", 1)
    with pytest.raises(RefusedError, match="lost 2 times"):
        processes(1)(killed_always, [(1, tmp_path)], lambda *_: None)
    with pytest.raises(RefusedError, match="exit code 1"):
        processes(1)(failed, [(1, tmp_path)], lambda *_: None)
    with pytest.raises(MalformedError) as caught:
        processes(1)(refused, [(1, tmp_path)], lambda *_: None)
    assert [problem.value for problem in caught.value.problems] == ["1", "2"]
