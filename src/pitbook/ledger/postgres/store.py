"""The ledger in a PostgreSQL database, shared by several processes."""

import json
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

import psycopg

from pitbook.ledger import chain, leases, rules
from pitbook.ledger.clock import SharedClock
from pitbook.ledger.places import Address
from pitbook.ledger.postgres import queries
from pitbook.ledger.postgres.connecting import Connection, LostError, Pool, Row, SilentError, unhurried
from pitbook.ledger.postgres.numbering import Sequencer, hear_clock, number_commits
from pitbook.ledger.postgres.schema import check_version, unbound
from pitbook.ledger.postgres.shared import SharedState
from pitbook.ledger.postgres.verifying import verify
from pitbook.ledger.records import GENESIS, Commit, Lease, Receipt, Snapshot, StoredCommit, StoredEvent, Touch, TreeHead
from pitbook.ledger.store import Store
from pitbook.ledger.tree import Tree
from pitbook.ledger.upcasting import Upcasters
from pitbook.ledger.verifying import check_document
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError, UnconfirmedError
from pitbook.transparency.tree import leaf_hash

T = TypeVar("T")
_APPEND = "SELECT outcome, id, number, hash, details FROM append(%s)"
_LOCK = """
    SELECT pg_advisory_xact_lock(lock) FROM (
        SELECT DISTINCT hashtextextended('branches ' || name, 7) AS lock FROM unnest(%s::text[]) AS names(name)
        ORDER BY 1
    ) AS locks
"""
_HELD = 5
"""Seconds after which the database ends a lock whose holder does nothing."""
_POLL = 0.02
"""Seconds between two checks for numbers that others give."""


class PostgresStore(SharedState, Store):
    """A `Store` in a database that `initialize` has prepared; any number of processes may write at once.

    A commit gets its number after it is stored, within a second. With `in_order`, appends wait for it; otherwise their
    receipts have the number 0.
    """

    def __init__(
        self,
        address: Address | str,
        *,
        upcasters: Upcasters | None = None,
        read_only: bool = False,
        patience: float = 10.0,
        in_order: bool = False,
    ) -> None:
        self.address = address if isinstance(address, Address) else Address.parse(address)
        self.upcasters = upcasters or Upcasters()
        self._patience = patience
        self._in_order = in_order
        self._pool = Pool(self.address, patience, read_only=read_only)
        try:
            with self._pool.connection() as connection:
                check_version(connection, self.address)
                self._clock = SharedClock()
                hear_clock(self._clock, connection, "clock_timestamp()")
                self.unbound = unbound(connection)
                """Whether the role is a superuser, whom privileges do not restrict."""
        except BaseException:
            self._pool.close()
            raise
        self._sequencer = None if read_only else Sequencer(self._pool, self._clock)
        self._closing = threading.Lock()
        self._held = threading.local()
        """The connection over which a thread holds a lock."""

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        """See `Store.append_group`."""
        if not commits:
            return []
        sealed = [chain.try_seal(commit) for commit in commits]
        known = {part.stream for one in sealed if isinstance(one, chain.PreparedCommit) for part in one.parts}
        written = json.dumps(
            [
                {"failed": sorted(commit.streams & known)} if isinstance(one, MalformedError) else _document(one)
                for commit, one in zip(commits, sealed, strict=True)
            ],
            ensure_ascii=False,
            separators=(",", ":"),
        )

        def work(connection: Connection) -> list[Row]:
            return connection.execute(_APPEND, (written,)).fetchall()

        try:
            held: Connection | None = getattr(self._held, "connection", None)
            if held is not None:
                rows = self._ending(held, work)
            else:
                rows = self._with(work, again=all(commit.key is not None for commit in commits))
        except LostError as error:
            message = f"whether it was stored is not known, and it is not acknowledged: {error}"
            lost = UnconfirmedError(Problem(message, str(self.address)))
            return [one if isinstance(one, MalformedError) else lost for one in sealed]
        if self._sequencer is not None:
            self._sequencer.wake()
        failed: set[str] = set()
        results: list[Receipt | PitbookError] = []
        for commit, one, row in zip(commits, sealed, self._numbered(rows), strict=True):
            result = one if isinstance(one, MalformedError) else self._outcome(one, row, failed)
            if not isinstance(result, Receipt):
                failed |= commit.streams
            results.append(result)
        return results

    @contextmanager
    def alone(self, streams: Collection[str]) -> Iterator[None]:
        """See `Store.alone`. What this thread appends goes over the connection that holds the lock, and releases it."""
        self._one("SELECT true")  # Finds and forgets connections that broke while nobody used them.
        with self._pool.connection() as connection:
            connection.execute("BEGIN")
            try:
                connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{_HELD}s'".encode())
                connection.execute(_LOCK.encode(), (sorted(streams),))
                self._held.connection = connection
                yield
            finally:
                self._held.connection = None
                with suppress(psycopg.Error):
                    connection.rollback()

    def _ending(self, held: Connection, work: Callable[[Connection], T]) -> T:
        """Works in the transaction that holds a lock, and ends it."""
        self._held.connection = None
        with self._pool.over(held):
            found = work(held)
            held.execute("COMMIT")
        return found

    def _numbered(self, rows: list[Row]) -> list[Row]:
        """The outcomes, with the current numbers of their commits if appends wait for numbers."""
        ids = [row[1] for row in rows if row[1] is not None and not row[2]]
        if not (self._in_order and ids):
            return rows
        self.catch_up()
        numbers: dict[int, int] = dict(self._all("SELECT id, number FROM numbers WHERE id = ANY(%s)", ids))
        return [(row[0], row[1], numbers.get(row[1], row[2]), *row[3:]) for row in rows]

    def _outcome(self, commit: chain.PreparedCommit, row: Row, failed: set[str]) -> Receipt | PitbookError:
        outcome, _, number, digest, details = row
        try:
            match outcome:
                case "repeated":
                    return Receipt(number, digest, repeated=True)
                case "used":
                    raise rules.used_key(commit.key, number)
                case "fenced" if commit.lease is not None:
                    raise leases.fenced(commit.lease)
                case "rests":
                    rules.check_untouched(commit.rests_on, failed)
                case "conflict":
                    rules.check_versions(commit.parts, details)
                    rules.check_seen(commit.seen, details)
        except ConflictError as error:
            return error
        lines = (event.line() for event in commit.events)
        if outcome != "stored" or digest != chain.commit_digest(commit.key, commit.parts, details, lines):
            return rules.broken(f"{self.address} has stored something else than was sent", 0)
        return Receipt(number, digest)

    def catch_up(self) -> None:
        """See `Store.catch_up`."""
        if self._sequencer is not None:
            number_commits(self._pool)
            return
        deadline, stored = time.monotonic() + self._patience, self.size()
        while (covered := self.tree_head().size) < stored:
            if time.monotonic() > deadline:
                message = f"{stored - covered} commits in {self.address} are not in the order yet: does a server run?"
                raise ConflictError(Problem(message, str(self.address)))
            time.sleep(_POLL)

    def size(self) -> int:
        """See `Store.size`."""
        return int(self._one("SELECT size + (SELECT count(*) FROM pending) FROM tree"))

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """See `Store.read`."""
        version, more = max(after, 0), True
        while more:
            chunk, more = self._events(stream, version, 2**62)
            for commit, event in chunk:
                yield event.open(commit, self.upcasters)
            version += len(chunk)

    def read_together(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """See `Store.read_together`: one statement sees one moment."""
        chunk = self._with(lambda connection: queries.events_of_streams(connection, after))
        found: dict[str, list[StoredEvent]] = {stream: [] for stream in after}
        for commit, event in chunk:
            found[event.stream].append(event.open(commit, self.upcasters))
        return found

    def lines(self, stream: str, after: int, up_to: int) -> list[bytes]:
        """See `Store.lines`."""
        found: list[bytes] = []
        more = True
        while more and after + len(found) < up_to:
            chunk, more = self._events(stream, after + len(found), up_to)
            found += [event.line() for _, event in chunk]
        return found

    def _events(self, stream: str, after: int, up_to: int) -> tuple[list[tuple[int, chain.SealedEvent]], bool]:
        return self._with(lambda connection: queries.stream_events(connection, stream, after, up_to))

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """See `Store.read_all`."""
        number = max(after_commit, 0)
        while chunk := self._ordered(number):
            for commit in chunk:
                yield commit.open(self.upcasters)
            number = chunk[-1].number

    def _ordered(self, after: int) -> list[chain.SealedCommit]:
        return self._with(lambda connection: queries.ordered_commits(connection, after, queries.CHUNK // 2))

    def find(self, key: str) -> StoredCommit | None:
        """See `Store.find`."""
        found = self._with(lambda connection: queries.commit_with_key(connection, key))
        return found.open(self.upcasters) if found else None

    def first_key(self, prefix: str) -> str | None:
        """See `Store.first_key`."""
        found: str | None = self._one("SELECT key FROM commits WHERE key >= %s ORDER BY key LIMIT 1", prefix)
        return found if found is not None and found.startswith(prefix) else None

    def version(self, stream: str) -> int:
        """See `Store.version`."""
        return self._one("SELECT version FROM streams WHERE name = %s", stream) or 0

    def acted(self, stream: str, actor: str, after: int = 0) -> bool:
        """See `Store.acted`."""
        values = {"name": stream, "after": after, "actor": chain.quoted(actor)}
        return self._with(lambda connection: connection.execute(queries.ACTED.encode(), values).fetchone()) == (True,)

    def streams(self, prefix: str = "") -> Iterator[str]:
        """See `Store.streams`."""
        query, last = "SELECT name FROM streams WHERE name >= %s AND name > %s ORDER BY name LIMIT %s", ""
        while True:
            names = [name for (name,) in self._all(query, prefix, last, queries.CHUNK) if name.startswith(prefix)]
            yield from names
            if len(names) < queries.CHUNK:
                return
            last = names[-1]

    def head(self) -> Receipt:
        """See `Store.head`."""
        rows = self._all("SELECT number, hash FROM numbers ORDER BY number DESC LIMIT 1")
        return Receipt(rows[0][0], bytes(rows[0][1]).hex()) if rows else Receipt(0, GENESIS)

    def touched(self, after: int) -> list[Touch]:
        """See `Store.touched`."""
        rows = self._all(
            "SELECT n.number, n.hash, ARRAY(SELECT s.name FROM parts p JOIN streams s ON s.id = p.stream"
            " WHERE p.in_commit = n.id) FROM numbers n WHERE n.number > %s ORDER BY n.number",
            max(after, 0),
        )
        return [Touch(number, bytes(digest).hex(), frozenset(names)) for number, digest, names in rows]

    def tree_head(self) -> TreeHead:
        """See `Store.tree_head`."""
        ((size, peaks),) = self._all("SELECT size, peaks FROM tree")
        return Tree(size, tuple(bytes(peak) for peak in peaks)).head

    def leaves(self, start: int, stop: int) -> list[bytes]:
        """See `Store.leaves`."""
        query = "SELECT hash FROM numbers WHERE number > %s AND number <= %s ORDER BY number"
        return [leaf_hash(bytes(digest)) for (digest,) in self._all(query, start, stop)]

    def verify_chain(self, head: TreeHead | None = None, watch: chain.Watch | None = None) -> list[Problem]:
        """See `Store.verify_chain`."""
        try:
            self._with(lambda connection: verify(connection, self.address, head, watch))
        except MalformedError as error:
            return list(error.problems)
        return []

    def now(self) -> datetime:
        """See `Store.now`: as the database said a moment ago, without asking it."""
        return self._clock.now()

    def take_lease(self, name: str, holder: str, seconds: float) -> Lease | None:
        """See `Store.take_lease`."""
        token = self._one("SELECT take_lease(%s, %s, %s)", name, holder, float(seconds))
        return None if token is None else Lease(name, token)

    def take_leases(self, names: Collection[str], holder: str, seconds: float) -> list[Lease]:
        """Takes or renews many leases at once, as `take_lease` does; those that others hold are left out."""
        found: dict[str, int] = dict(
            self._all("SELECT * FROM take_leases(%s, %s, %s)", list(names), holder, float(seconds))
        )
        locked = self._all(
            "SELECT name FROM leases WHERE name = ANY(%s) AND holder = %s", [*set(names) - found.keys()], holder
        )
        late = (self.take_lease(name, holder, seconds) for (name,) in locked)
        return [*(Lease(*one) for one in found.items()), *(lease for lease in late if lease is not None)]

    def held_leases(self) -> dict[str, str]:
        """The holder of each lease that somebody holds."""
        return dict(self._all("SELECT name, holder FROM leases WHERE expires > clock_timestamp()"))

    def end_lease(self, lease: Lease) -> None:
        """See `Store.end_lease`."""
        self._do("SELECT end_lease(%s, %s)", lease.name, lease.token)

    def put_document(self, text: str) -> str:
        """See `Store.put_document`."""
        digest = chain.document_digest(text)
        row = (bytes.fromhex(digest), text.encode())
        self._do("INSERT INTO documents(digest, content) VALUES (%s, %s) ON CONFLICT DO NOTHING", *row)
        # A document that is already stored may be damaged; then nothing may depend on it.
        self.get_document(digest)
        return digest

    def get_document(self, digest: str) -> str:
        """See `Store.get_document`."""
        try:
            key = bytes.fromhex(digest)
        except ValueError:
            raise rules.missing_document(digest) from None
        content = self._one("SELECT content FROM documents WHERE digest = %s", key)
        if content is None:
            raise rules.missing_document(digest)
        return check_document(key, bytes(content))

    def documents(self) -> Iterator[str]:
        """See `Store.documents`."""
        for (digest,) in self._all("SELECT digest FROM documents ORDER BY digest"):
            yield bytes(digest).hex()

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """See `Store.put_snapshot`."""
        self._do("DELETE FROM snapshots WHERE stream = %s AND code <> %s", snapshot.stream, snapshot.code)
        self._do(
            "INSERT INTO snapshots VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (stream, version) DO UPDATE SET code = excluded.code, state = excluded.state",
            *(snapshot.stream, snapshot.version, snapshot.code, snapshot.state),
        )

    def get_snapshot(self, stream: str, code: str, version: int | None = None) -> Snapshot | None:
        """See `Store.get_snapshot`."""
        last = self.version(stream)
        rows = self._all(
            "SELECT stream, version, code, state FROM snapshots"
            " WHERE stream = %s AND code = %s AND version BETWEEN %s AND %s ORDER BY version DESC LIMIT 1",
            *(stream, code, 0 if version is None else version, last if version is None else min(version, last)),
        )
        return Snapshot(*rows[0]) if rows else None

    def newest_snapshots(self, streams: Collection[str], code: str) -> dict[str, Snapshot]:
        """See `Store.newest_snapshots`."""
        rows = self._all(
            "SELECT DISTINCT ON (k.stream) k.stream, k.version, k.code, k.state"
            " FROM snapshots k JOIN streams s ON s.name = k.stream AND s.version >= k.version"
            " WHERE k.stream = ANY(%s) AND k.code = %s ORDER BY k.stream, k.version DESC",
            *(list(streams), code),
        )
        return {row[0]: Snapshot(*row) for row in rows}

    def snapshot_versions(self, stream: str, code: str) -> list[int]:
        """See `Store.snapshot_versions`."""
        query = "SELECT version FROM snapshots WHERE stream = %s AND code = %s AND version <= %s ORDER BY version"
        return [version for (version,) in self._all(query, stream, code, self.version(stream))]

    def drop_snapshots(self) -> None:
        """See `Store.drop_snapshots`."""
        with self._pool.connection() as connection, unhurried(connection):
            connection.execute("DELETE FROM snapshots")

    def close(self) -> None:
        """See `Store.close`. Numbers the remaining commits first, if that is possible."""
        with self._closing:
            if self._sequencer is not None:
                self._sequencer.stop()
                with suppress(PitbookError):
                    number_commits(self._pool)
                self._sequencer = None
            self._pool.close()

    def _one(self, query: str, *values: object) -> Any:
        rows = self._all(query, *values)
        return rows[0][0] if rows else None

    def _all(self, query: str, *values: object) -> list[Row]:
        return self._with(lambda connection: connection.execute(query.encode(), values).fetchall())

    def _do(self, query: str, *values: object) -> None:
        self._with(lambda connection: connection.execute(query.encode(), values))

    def _with(self, work: Callable[[Connection], T], *, again: bool = True) -> T:
        """Works over a connection; if it is found broken, once more over a new one, if that does no harm.

        Not after silence: whoever waits has waited long enough, and may ask again.
        """
        try:
            with self._pool.connection() as connection:
                return work(connection)
        except SilentError:
            raise
        except LostError:
            if not again:
                raise
        self._pool.forget()
        try:
            with self._pool.connection() as connection:
                return work(connection)
        except LostError:
            raise
        except RefusedError as error:
            # The first attempt may have succeeded.
            raise LostError(error.problems) from error


def _document(commit: chain.PreparedCommit) -> dict[str, object]:
    events = iter(commit.events)
    parts = [[part.stream, part.after, queries.write_lines(islice(events, part.size))] for part in commit.parts]
    document: dict[str, object] = {"key": commit.key, "parts": parts}
    if commit.lease is not None:
        document["lease"] = [commit.lease.name, commit.lease.token]
    if commit.seen:
        document["seen"] = dict(commit.seen)
    return document
