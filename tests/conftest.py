"""What the whole suite shares: the listing of clauses that tests carry as markers, and the same examples each time."""

import pytest
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    """`make test` tries the same examples each time; the proofs try others."""
    if "not prove" in config.option.markexpr:
        settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--list-clauses", action="store_true", help="print the clauses that tests are marked with")


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.getoption("--list-clauses"):
        clauses = {str(arg) for item in session.items for mark in item.iter_markers("clause") for arg in mark.args}
        for clause in sorted(clauses):
            print(f"clause: {clause}")
