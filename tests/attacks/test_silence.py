"""A database whose connections stay open and say nothing: everybody is answered, and the server recovers by itself."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from attacks.line import Line
from ledger.samples import event, one
from pitbook.ledger import Address
from pitbook.ledger.postgres import PostgresStore
from pitbook.ledger.postgres.connecting import ANSWER_SECONDS, LEAST_CONNECT_SECONDS, SilentError, unhurried
from pitbook.problems import PitbookError, UnconfirmedError
from pitbook.web.settings import LOCKED_SECONDS
from postgresql import Server
from web.running import served

PATIENCE = 1.0
SLACK = 3.0
"""A busy machine, in seconds."""


@contextmanager
def over_a_line(postgres: Server) -> Iterator[tuple[Line, str]]:
    url, line = postgres.ledger("silent"), Line(postgres.port)
    try:
        yield line, url.replace(f":{postgres.port}/", f":{line.port}/")
    finally:
        line.stop()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds + SLACK


def test_a_store_does_not_wait_for_ever(postgres: Server) -> None:
    with over_a_line(postgres) as (line, url), PostgresStore(url, patience=PATIENCE) as store:
        assert store.append(one("s", 0, event(), key="first")).hash
        line.how = "silent"
        with (
            at_most(PATIENCE + ANSWER_SECONDS),
            pytest.raises(UnconfirmedError, match=r"it has said nothing for 2 s"),
        ):
            store.append(one("s", 1, event(), key="second"))
        with at_most(LEAST_CONNECT_SECONDS), pytest.raises(PitbookError, match="cannot connect"):
            store.version("s")
        line.how = "whole"
        # What was sent before may arrive now, beside what is sent again.
        store.append(one("s", 1, event(), key="second"))
        assert store.append(one("s", 2, event(), key="third")).hash
        store.catch_up()
        assert [commit.key for commit in store.read_all()] == ["first", "second", "third"]


def test_a_long_check_is_not_taken_for_silence(postgres: Server) -> None:
    """The audit reads the whole record in a few long statements."""
    slow = f"SELECT pg_sleep({ANSWER_SECONDS + 0.2})".encode()
    with PostgresStore(postgres.ledger("silent"), patience=0.0) as store:
        with store._pool.connection() as connection, unhurried(connection):
            connection.execute(slow)
        with pytest.raises(SilentError, match="has said nothing"), store._pool.connection() as connection:
            connection.execute(slow)


def test_a_command_is_answered_and_the_server_recovers(postgres: Server) -> None:
    """First the answer to the commit is missing, then every answer."""
    with over_a_line(postgres) as (line, url), served(Address.parse(url)) as server:
        ann, health = server.client(), server.plain()
        table = ann.open()
        line.last_words = b"bought_in"
        with at_most(LOCKED_SECONDS + ANSWER_SECONDS):
            answer = ann.ask(table, "buy_in", key="K1", amount="100.00")
        assert (answer.status_code, str(line.port) in answer.text) == (503, False)
        assert "not confirmed" in answer.text
        with at_most(1):
            assert health.get("/healthz").json()["status"] == "degraded"
        line.how = "whole"
        assert eventually(lambda: ann.ask(table, "buy_in", key="K1", amount="100.00"))["repeated"]
        line.how = "silent"
        with at_most(LOCKED_SECONDS + ANSWER_SECONDS):
            answer = ann.ask(table, "buy_in", key="K2", amount="100.00")
        assert answer.status_code in (409, 429)
        assert "nothing was done" in answer.text
        line.how = "whole"
        assert not eventually(lambda: ann.ask(table, "buy_in", key="K2", amount="100.00"))["repeated"]
        assert server.pit.state(table).players[ann.player].stack == 520_000


def eventually(ask: Callable[[], httpx.Response]) -> dict[str, object]:
    """The answer of a server that works again."""
    deadline = time.monotonic() + 10
    while (answer := ask()).status_code != 200:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.1)
    found: dict[str, object] = answer.json()
    return found
