"""A server that is killed, restarted or of another version: what was acknowledged is there, or a sentence says why."""

import signal
import threading
from collections.abc import Iterator

import pytest

from ledger.samples import event, one
from pitbook.ledger import Lease
from pitbook.ledger.places import Address
from pitbook.ledger.postgres import PostgresStore, initialize, migrate, schema
from pitbook.problems import PitbookError, RefusedError, UnconfirmedError
from postgresql import Server, tamperer

KILLS = 1


@pytest.fixture(scope="module")
def durable() -> Iterator[Server]:
    """A server that writes as one in production does."""
    server = Server(fsync="on", full_page_writes="on")
    yield server
    server.remove()


def append_through_kills(server: Server, kills: int) -> None:
    """Two writers with keys send each commit until it is acknowledged; the server is killed while they do."""
    url = server.ledger("durable")
    acknowledged: dict[str, list[str]] = {"a": [], "b": []}
    stopping = threading.Event()

    def write(stream: str) -> None:
        with PostgresStore(url, patience=5) as store:
            while not stopping.is_set():
                version = len(acknowledged[stream])
                try:
                    receipt = store.append(one(stream, version, event(version), key=f"{stream} {version}"))
                except (UnconfirmedError, RefusedError):
                    stopping.wait(0.02)
                else:
                    acknowledged[stream].append(receipt.hash)

    threads = [threading.Thread(target=write, args=(stream,)) for stream in acknowledged]
    for thread in threads:
        thread.start()
    for number in range(kills):
        count = sum(map(len, acknowledged.values()))
        while sum(map(len, acknowledged.values())) < count + 10 + number:
            stopping.wait(0.005)
        server.stop(signal.SIGQUIT)
        server.start()
    count = sum(map(len, acknowledged.values()))
    while sum(map(len, acknowledged.values())) < count + 4:
        stopping.wait(0.005)
    stopping.set()
    for thread in threads:
        thread.join()
    with PostgresStore(url) as store:
        store.catch_up()
        assert store.verify_chain() == []
        for stream, hashes in acknowledged.items():
            found = [commit.receipt.hash for commit in store.read_all() if commit.events[0].stream == stream]
            assert found == hashes
            assert [stored.event.data["number"] for stored in store.read(stream)] == list(range(len(hashes)))


def test_a_killed_server_loses_nothing_that_was_acknowledged(durable: Server) -> None:
    append_through_kills(durable, KILLS)


@pytest.mark.prove
def test_a_server_killed_fifty_times_loses_nothing(durable: Server) -> None:
    append_through_kills(durable, 50)


def test_a_lost_connection_is_made_again(durable: Server) -> None:
    """Reads and appends with a key are tried once more; an append without one says that nobody knows."""
    url = durable.ledger("durable")
    with PostgresStore(url) as store:
        store.append(one("a", 0, key="k"))
        durable.stop()
        with pytest.raises(PitbookError, match=r"cannot connect|is lost"):
            store.version("a")
        durable.start()
        assert store.version("a") == 1
        with tamperer(url) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'writer'")
        assert store.append(one("a", 1, key="l")).hash
        with tamperer(url) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'writer'")
        result = store.append_group([one("a", 2)])
        assert isinstance(result[0], UnconfirmedError) or store.version("a") == 3


def test_a_schema_is_migrated_and_a_newer_one_is_refused(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.ledger("migrated")
    owner = Address.parse(postgres.url("migrated"))
    now = schema.NEWEST
    steps = {number: schema._migration(number) for number in range(1, now + 1)}
    steps[now + 1] = "CREATE TABLE more(id integer); " + steps[1][steps[1].index("REVOKE ALL") :]
    monkeypatch.setattr(schema, "_migration", steps.__getitem__)
    monkeypatch.setattr(schema, "NEWEST", now + 1)
    with pytest.raises(RefusedError, match=f"has schema {now}, and {now + 1} is needed: run pitbook db migrate"):
        PostgresStore(url)
    assert migrate(owner) == (now, now + 1)
    assert migrate(owner) == (now + 1, now + 1)
    with PostgresStore(url) as store:
        store.append(one("a", 0))
        assert store.verify_chain() == []
    monkeypatch.setattr(schema, "NEWEST", now)
    with pytest.raises(RefusedError, match=f"has schema {now + 1}; this version of Pitbook knows {now}"):
        PostgresStore(url)
    with pytest.raises(RefusedError, match=f"knows {now}"):
        migrate(owner)


def test_rows_of_single_events_are_not_migrated(postgres: Server) -> None:
    """They were stored so before the first release, under the same versions of the schema."""
    owner = Address.parse(postgres.create("single_events"))
    initialize(owner)
    with tamperer(owner.url) as connection:
        connection.execute("DROP TABLE parts CASCADE; DELETE FROM migrations WHERE version = 4")
        with pytest.raises(RefusedError, match=r"stored each event as a row: copy it to a file .*pitbook db copy"):
            migrate(owner)
        assert connection.execute("SELECT max(version) FROM migrations").fetchone() == (3,)


def test_a_writer_of_the_first_schema_may_use_what_later_ones_have_made(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.role("writer")
    owner = Address.parse(postgres.create("first_schema"))
    with monkeypatch.context() as old:
        old.setattr(schema, "NEWEST", 1)
        old.setattr(schema, "_TABLES", schema._TABLES[: schema._TABLES.index("notes")])
        old.setattr(schema, "_FUNCTIONS", schema._FUNCTIONS[:4])
        initialize(owner, "writer")
    assert migrate(owner) == (1, schema.NEWEST)
    with PostgresStore(postgres.url("first_schema", "writer")) as store:
        assert store.take_leases(["a"], "one", 60) == [Lease("a", 1)]
        assert store.notes_since(0) == []
        assert store.put_notes({"a": "1"}) == 1
        assert store.keep({"a": "1"}, 0) == 1
        assert store.verify_chain() == []
