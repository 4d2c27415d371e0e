"""Long work on a cluster of two workers gives the same as here, also when a worker is killed."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from audit.test_parts import house
from pitbook import spread
from pitbook.audit import audit
from pitbook.audit.parts import parts_of
from pitbook.odds.choices import main_choices
from pitbook.pit import open_record
from pitbook.problems import RefusedError
from pitbook.spread import local_cluster, on_cluster
from pitbook.submission import load_target
from spread_work import killed_once, squared

pytestmark = [pytest.mark.prove, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    pytest.importorskip("distributed")
    with local_cluster(2) as found:
        yield found


def test_a_record_is_audited_on_a_cluster(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_of, "__defaults__", (1,))
    path = tmp_path / "house.db"
    with open_record(path, create=True) as store:
        house(store, 3)
    with closing(open_record(path, read_only=True)) as store:
        alone = audit(store)
        assert alone.holds
        told: list[float] = []
        assert audit(store, progress=told.append, spread=on_cluster(address)) == alone
        assert len(told) >= 3
        assert told == sorted(told)


def test_every_choice_of_tables_is_solved_on_a_cluster(address: str) -> None:
    rules = load_target("three-card-poker")
    alone = main_choices(rules, use_stored=False)
    assert len(alone) > 1
    assert main_choices(rules, use_stored=False, parallel=on_cluster(address)) == alone


def test_a_killed_worker_costs_only_its_own_part(address: str, tmp_path: Path) -> None:
    found = on_cluster(address)(killed_once, [(number, tmp_path) for number in range(8)], lambda *_: None)
    assert found == [number**2 for number in range(8)]
    begun = [file.name.split()[0] for file in tmp_path.iterdir() if file.name != "killed"]
    assert len(begun) == 9
    assert {*begun} == {*"01234567"}


def test_a_worker_with_other_code_is_refused(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "code", lambda: "other")
    with pytest.raises(RefusedError, match="another version of Pitbook"):
        on_cluster(address)(squared, [(1, tmp_path)], lambda *_: None)
