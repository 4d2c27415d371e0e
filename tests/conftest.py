"""What the whole suite shares: the listing of clauses that tests carry as markers, and the same examples each time."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from collected import CLAUSES, clauses_of, is_whole
from postgresql import Server
from same_cards import SameCards

OF_TERMINALS = (
    "CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS FORCE_COLOR GITHUB_ACTIONS JPY_PARENT_PID LINES NO_COLOR PY_COLORS"
    " PYTHONIOENCODING PYTHONUNBUFFERED TERMINAL_WIDTH TTY_COMPATIBLE TTY_INTERACTIVE"
).split()
"""What an environment can say of colours, widths and encodings; the output of commands would depend on it."""
SELDOM = (50_000, 20, 100)
"""How many new objects start a search for garbage, and how many searches a deeper one."""


def pytest_configure(config: pytest.Config) -> None:
    """`make test` tries the same examples each time, with the same cards; the proofs try others.

    Thousands of collected tests would be looked through for garbage again and again: that is done less often.
    """
    gc.set_threshold(*SELDOM)
    for name in OF_TERMINALS:
        os.environ.pop(name, None)
    if "not prove" in config.option.markexpr:
        settings.load_profile("ci")
        config.pluginmanager.register(SameCards())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One worker runs all tests of a folder: what they share is solved, started and loaded once."""
    if config.getoption("dist") not in ("load", "loadfile"):
        return None
    from xdist.scheduler import LoadFileScheduling

    scheduling = LoadFileScheduling(config, log)
    scheduling._split_scope = lambda nodeid: nodeid.partition("::")[0].rpartition("/")[0]
    return scheduling


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--list-clauses", action="store_true", help="print the clauses that tests are marked with")
    parser.addoption("--books", metavar="FOLDER", help="the conformance suite on these books: a book, or several")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the clauses of the whole suite's tests, before those that are not to be run are left out."""
    if is_whole(items):
        config.stash[CLAUSES] = clauses_of(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    if session.config.getoption("--list-clauses"):
        for clause in sorted(clauses_of(session.items)):
            print(f"clause: {clause}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, started for the first test that needs it."""
    server = Server()
    yield server
    server.remove()
