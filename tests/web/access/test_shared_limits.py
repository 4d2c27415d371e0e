"""Limits hold for all servers of a database together: refused at the same number, and with the same words."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import IO

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from pitbook.ledger import Address
from pitbook.ledger.postgres import PostgresStore
from pitbook.problems import Problem, RefusedError
from pitbook.web.access import shared_limits
from pitbook.web.access.shared_limits import OWN, LimitStore, SharedLimits
from pitbook.web.errors import TooFastError
from pitbook.web.live.server import TableServer
from pitbook.web.live.table_leases import TableLeases
from pitbook.web.settings import Rate
from postgresql import Server
from web.running import FAST, NO_TLS, PATIENCE, Client, Served, served

SLOW = 0.000_1
COMMANDS, SESSIONS, CONNECTIONS, TABLES = 24, 16, 4, 3
TESTS = Path(__file__).parents[2]
LIMITED = replace(
    FAST,
    commands=Rate(COMMANDS, SLOW),
    sessions=Rate(SESSIONS, SLOW),
    max_connections_each=CONNECTIONS,
    max_tables_address=TABLES,
)
SERVING = """
import sys
from pitbook.ledger import Address
from web.access.test_shared_limits import LIMITED, await_known
from web.running import served
with served(Address.parse(sys.argv[1]), LIMITED) as server:
    print(server.port, flush=True)
    for line in sys.stdin:
        await_known(server, *map(int, line.split()))
        print(flush=True)
"""


@pytest.fixture
def store(postgres: Server) -> Iterator[PostgresStore]:
    with PostgresStore(postgres.ledger("limits")) as made:
        yield made


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow a database that answers is here, it is not taken for one that is away."""
    monkeypatch.setattr(shared_limits, "PATIENCE", float(PATIENCE))


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def await_known(server: Served, servers: int, tables: int) -> None:
    """Until a server has heard of so many servers, of so many tables, and of where they were opened."""
    known: TableServer = server.app.state.server
    wait_until(
        lambda: (
            known.limits.servers() == servers and len(known.projections.keys() & known._opened_from.keys()) >= tables
        )
    )


def test_portions_add_up_to_what_there_is(store: PostgresStore) -> None:
    """They get smaller as the bucket empties; what goes back can be taken again, and no more than it holds."""
    assert [store.draw("a", 20, SLOW, 1) for _ in range(20)] == [2, 2, 2] + [1] * 14 + [0] * 3
    assert store.draw("a", 20, SLOW, 0, 5) == 0
    assert store.draw("a", 20, SLOW, 7) == 5
    assert store.draw("b", 20, SLOW, 100) == 20
    assert store.draw("b", 20, SLOW, 0, 1000) == 0
    assert store.draw("b", 20, SLOW, 100) == 20
    assert store.draw("a", 20, 1e6, 1) >= 1


def test_connections_of_servers_that_are_gone_do_not_count(store: PostgresStore) -> None:
    lease = store.take_lease("server one", "one", 60)
    assert store.enter("one", {"ann": (2, 3), "here": (2, 9)}) is None
    assert store.enter("two", {"here": (7, 9), "ann": (2, 3)}) == "ann"
    assert store.enter("two", {"here": (8, 9), "ann": (1, 3)}) == "here"
    assert store.enter("two", {"here": (7, 9), "ann": (1, 3)}) is None
    store.count_connections("one", {"ann": 0})
    assert store.enter("two", {"ann": (3, 3)}) is None
    assert lease is not None
    store.end_lease(lease)
    assert store.enter("two", {"here": (9, 9)}) is None


class Forgetful:
    """A database that has what it was told last of connections, if it is not away."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.away = False
        self.busy = threading.Event()
        self.busy.set()

    def draw(self, name: str, burst: int, per_second: float, need: int, unused: int = 0) -> int:
        raise AssertionError

    def enter(self, server: str, counts: Mapping[str, tuple[int, int]]) -> str | None:
        self.count_connections(server, {name: number for name, (number, _) in counts.items()})
        return None

    def count_connections(self, server: str, counts: Mapping[str, int]) -> None:
        self.busy.wait()
        if self.away:
            raise RefusedError(Problem("it is away"))
        self.known = {name: number for name, number in {**self.known, **counts}.items() if number}


async def come_true(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("away", [False, True])
def test_the_database_hears_again_of_connections_that_it_has_forgotten(
    monkeypatch: pytest.MonkeyPatch, away: bool
) -> None:
    """After a crash it has none, and none of a server whose lease had ended, while their pages are still there."""
    monkeypatch.setattr(shared_limits, "COUNT_EVERY", 0.0)
    monkeypatch.setattr(shared_limits, "PATIENCE", 0.0 if away else float(PATIENCE))

    async def work() -> None:
        store = Forgetful()
        store.away = away
        limits = limits_of(store)
        assert [await limits.enter({"ann": 9, "here": 9}) for _ in range(2)] == [None, None]
        monkeypatch.setattr(shared_limits, "PATIENCE", float(PATIENCE))
        store.known, store.away = {}, False
        await limits.tidy()
        await come_true(lambda: store.known == {limits.name("live", name): 2 for name in ("ann", "here")})
        limits.leave({"ann": 9, "here": 9})
        limits.leave({"ann": 9, "here": 9})
        await come_true(lambda: not store.known)
        limits.stop()

    asyncio.run(work())


def test_a_connection_that_ends_while_others_are_counted_is_counted_too() -> None:
    async def work() -> None:
        store = Forgetful()
        limits = limits_of(store)
        assert [await limits.enter({name: 9}) for name in ("ann", "bob")] == [None, None]
        store.busy.clear()
        limits.leave({"ann": 9})
        await come_true(lambda: not limits._to_count)
        limits.leave({"bob": 9})
        store.busy.set()
        await come_true(lambda: not store.known)
        limits.stop()

    asyncio.run(work())


def test_leases_do_not_wait_for_limits(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of portions may have to go back, and a lease is short."""
    renewed: list[float] = []
    renew = TableLeases.renew

    def counted(self: TableLeases) -> set[str]:
        renewed.append(time.monotonic())
        return renew(self)

    async def for_ever(self: SharedLimits) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(TableLeases, "renew", counted)
    monkeypatch.setattr(SharedLimits, "tidy", for_ever)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with served(Address.parse(postgres.ledger("limited")), LIMITED):
        wait_until(lambda: len(renewed) > 2)


class Away:
    """A database that does not answer, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def draw(self, name: str, burst: int, per_second: float, need: int, unused: int = 0) -> int:
        raise self._error()

    def enter(self, server: str, counts: Mapping[str, tuple[int, int]]) -> str | None:
        raise self._error()

    def count_connections(self, server: str, counts: Mapping[str, int]) -> None:
        raise self._error()

    def _error(self) -> RefusedError:
        self.asked += 1
        return RefusedError(Problem("it is away"))


def limits_of(store: LimitStore | None, servers: int = 2, server: str = "one") -> SharedLimits:
    return SharedLimits(store, server, b"secret", lambda: servers)


def test_while_the_database_is_away_each_server_has_its_own_part_and_no_more() -> None:
    async def flood() -> tuple[int, list[str | None]]:
        limits = limits_of(away)
        rate, allowed = limits.rate("commands", Rate(80, SLOW)), 0
        for _ in range(200):
            try:
                await rate.take("ann")
                allowed += 1
            except TooFastError as error:
                said.add(str(error))
        entered = [await limits.enter({"ann": 7}) for _ in range(5)]
        limits.stop()
        return allowed, entered

    away, said = Away(), set[str]()
    assert asyncio.run(flood()) == (80 // OWN // 2, [None, None, None, "ann", "ann"])
    assert said == {"too many requests in a short time; wait a moment"}
    assert away.asked == 1


def test_a_flood_asks_the_database_a_few_times_and_gets_the_limit_and_no_more(store: PostgresStore) -> None:
    """Two servers in turn; what one of them took and did not use, the other one has after a while."""
    asked: list[str] = []

    class Counted:
        enter, count_connections = store.enter, store.count_connections

        def draw(self, name: str, burst: int, per_second: float, need: int, unused: int = 0) -> int:
            asked.append(name)
            return store.draw(name, burst, per_second, need, unused)

    async def flood() -> tuple[int, int]:
        both = [limits_of(Counted(), server=server) for server in ("one", "two")]
        first, second = (limits.rate("requests", Rate(400, SLOW)) for limits in both)
        begun = time.monotonic()
        for _ in range(100):
            await first.take("ann")
        allowed = 100 + await taken(second, 1000)
        seconds = time.monotonic() - begun
        few = len(asked)
        assert few < 60 + seconds / shared_limits.EMPTY_SECONDS
        await asyncio.sleep(shared_limits.EMPTY_SECONDS)
        for limits in both:
            for rate in limits._rates:
                await rate.give_back(time.monotonic() + 1)
        allowed += await taken(second, 1000)
        for limits in both:
            limits.stop()
        return allowed, few

    async def taken(rate: shared_limits.SharedRate, tries: int) -> int:
        allowed = 0
        for _ in range(tries):
            try:
                await rate.take("ann")
                allowed += 1
            except TooFastError:
                pass
        return allowed

    allowed, few = asyncio.run(flood())
    assert allowed == 400
    assert few >= 2
    assert not any("ann" in name for name in asked)


def test_a_server_alone_asks_nobody() -> None:
    async def take() -> None:
        limits = limits_of(None)
        rate = limits.rate("commands", Rate(3, SLOW))
        for _ in range(3):
            await rate.take("ann")
        with pytest.raises(TooFastError):
            await rate.take("ann")
        assert [await limits.enter({"ann": 1}) for _ in range(3)] == [None] * 3
        limits.leave({"ann": 1})
        limits.stop()

    asyncio.run(take())


@dataclass
class Two:
    """Two servers of one database."""

    ports: tuple[int, int]
    await_known: Callable[[int], None]
    """Waits until each knows the other, and so many tables with where they were opened."""


@contextmanager
def two_threads(url: str, home: Path) -> Iterator[Two]:
    """Two servers in this process."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("XDG_DATA_HOME", str(home))
        both = [stack.enter_context(served(Address.parse(url), LIMITED)) for _ in range(2)]

        def known(tables: int) -> None:
            for one in both:
                await_known(one, 2, tables)

        yield Two((both[0].port, both[1].port), known)


@contextmanager
def two_processes(url: str, home: Path) -> Iterator[Two]:
    """Two servers, each in a process of its own."""
    environment = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    with ExitStack() as stack:
        pipes: list[tuple[IO[str], IO[str]]] = []
        for _ in range(2):
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", SERVING, url],
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            stack.callback(process.kill)
            assert process.stdin is not None
            assert process.stdout is not None
            pipes.append((process.stdin, process.stdout))

        def known(tables: int) -> None:
            for asked, answers in pipes:
                print(2, tables, file=asked, flush=True)
                assert answers.readline() == "\n"

        first, second = (int(answers.readline()) for _, answers in pipes)
        yield Two((first, second), known)


@pytest.mark.parametrize("two", [two_threads, pytest.param(two_processes, marks=pytest.mark.prove)])
def test_limits_hold_for_two_servers_together(
    postgres: Server, tmp_path: Path, two: Callable[[str, Path], AbstractContextManager[Two]]
) -> None:
    with two(postgres.ledger("limited"), tmp_path) as both_servers, ExitStack() as stack:
        ports = both_servers.ports
        both_servers.await_known(0)
        pages = [
            stack.enter_context(httpx.Client(base_url=f"http://localhost:{port}", timeout=PATIENCE, verify=NO_TLS))
            for port in ports
        ]
        tokens, refusals = sessions(pages)
        assert len(tokens) == SESSIONS
        assert refusals == {(429, "too many requests in a short time; wait a moment")}

        people = [[Client(port, token=token) for port in ports] for token in tokens[: TABLES + 2]]
        for both in people:
            for one in both:
                stack.callback(one.http.close)
        ann, bob = people[0], people[1]
        table = ann[0].open()
        assert 1 + commands(ann, table) == COMMANDS
        own = COMMANDS // OWN // 2
        assert commands(bob[:1], table) == COMMANDS - own  # The other server's own part stays there.

        with ExitStack() as live:
            connected = [live.enter_context(client.live(table)) for client in (*bob, *bob)]
            for client in bob:
                with pytest.raises(InvalidStatus) as refused, client.live(table):
                    pass
                assert refused.value.response.status_code == 429
                said = f"one person has at most {CONNECTIONS} live connections"
                assert said in refused.value.response.body.decode()
            connected[0].socket.close()
            wait_until(lambda: enters(live, bob[1], table))

        for turn, person in zip((1, 0), people[2:], strict=False):
            person[turn].open()
        both_servers.await_known(TABLES)
        last = people[-1]
        for client in last:
            answer = client.http.post("/api/tables", json={"target": "md-heads-up-holdem"})
            assert answer.status_code == 409, answer.text
            assert "too many open tables from your address" in answer.text


def enters(stack: ExitStack, client: Client, table: str) -> bool:
    with suppress(InvalidStatus):
        stack.enter_context(client.live(table))
        return True
    return False


def sessions(pages: list[httpx.Client]) -> tuple[list[str], set[tuple[int, str]]]:
    """Those that sign in, at one server after the other, until each has refused several; and what they were told."""
    tokens: list[str] = []
    refusals: set[tuple[int, str]] = set()
    refused = 0
    turns = cycle(pages)
    while refused < 5:
        page = next(turns)
        answer = page.post("/api/session", json={"name": f"Ann {len(tokens)}"})
        page.cookies.clear()
        if answer.status_code == 200:
            tokens.append(answer.json()["token"])
            refused = 0
        else:
            refusals.add((answer.status_code, answer.json()["error"]["problems"][0]["message"]))
            refused += 1
    return tokens, refusals


def commands(clients: list[Client], table: str) -> int:
    """How many commands are not refused for coming too fast, in turns."""
    allowed = refused = 0
    turns = cycle(clients)
    while refused < 5:
        answer = next(turns).http.post(f"/api/tables/{table}/commands", json={"do": "ready"})
        if answer.status_code == 429:
            refused += 1
        else:
            allowed, refused = allowed + 1, 0
    return allowed
