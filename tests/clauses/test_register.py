"""The register of clauses is complete and true: it equals the sources' ids, and what it calls covered has a test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from collected import CLAUSES, TESTS
from pitbook.rulebooks import Coverage, book_ids, coverage_counts, register

IDS = Path(__file__).parent / "ids"
COVERED = {Coverage.ENFORCED, Coverage.PERFORMED, Coverage.RECORDED, Coverage.DISPLAYED}


@pytest.fixture(scope="module")
def marked(pytestconfig: pytest.Config) -> frozenset[str]:
    """The clauses that tests carry as markers, over the whole suite: a run of a part of it collects the rest."""
    return pytestconfig.stash.get(CLAUSES, None) or _collected()


def _collected() -> frozenset[str]:
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:xdist", "-m", "", "--list-clauses"],
        cwd=TESTS.parent,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = result.stdout.splitlines()
    return frozenset(line.removeprefix("clause: ") for line in lines if line.startswith("clause: "))


@pytest.mark.parametrize("book_id", book_ids())
def test_the_register_has_every_clause_of_its_source(book_id: str) -> None:
    ids = (IDS / f"{book_id}.txt").read_text(encoding="utf-8").splitlines()
    assert len(set(ids)) == len(ids)
    assert [clause.id for clause in register(book_id)] == ids


@pytest.mark.parametrize("book_id", book_ids())
def test_every_covered_clause_has_a_test(book_id: str, marked: frozenset[str]) -> None:
    untested = [c.citation for c in register(book_id) if c.coverage in COVERED and c.citation not in marked]
    assert untested == []


@pytest.mark.parametrize("book_id", book_ids())
def test_a_tested_clause_is_not_called_pending(book_id: str, marked: frozenset[str]) -> None:
    pending = [c.citation for c in register(book_id) if c.coverage is Coverage.PENDING and c.citation in marked]
    assert pending == []


def test_markers_name_clauses_that_exist(marked: frozenset[str]) -> None:
    known = {clause.citation for book_id in book_ids() for clause in register(book_id)}
    assert marked
    assert marked <= known


@pytest.mark.parametrize("book_id", book_ids())
def test_only_physical_clauses_have_a_reason(book_id: str) -> None:
    for clause in register(book_id):
        assert (clause.reason is not None) == (clause.coverage is Coverage.PHYSICAL), clause.citation
        assert clause.says.endswith("."), clause.citation


@pytest.mark.parametrize("book_id", book_ids())
def test_counts_add_up(book_id: str) -> None:
    counts = coverage_counts(register(book_id))
    assert counts["clauses"] == sum(count for kind, count in counts.items() if kind != "clauses")
