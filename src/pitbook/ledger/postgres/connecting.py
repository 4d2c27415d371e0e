"""Connections to a database: where it is, a few of them to share, and a sentence for everything that can go wrong."""

import math
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

from pitbook.ledger.places import Address
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError

Row: TypeAlias = tuple[Any, ...]
"""A row as psycopg gives it: its values have the types of the columns that its query names."""
Connection = psycopg.Connection[Row]
Result = TypeVar("Result")

CONNECT_SECONDS = 10
LEAST_CONNECT_SECONDS = 2
"""The driver accepts no less."""
ANSWER_SECONDS = 1.0
"""How much longer than for a lock we wait for any answer: the database itself says when a lock takes too long."""
_UNLESS_SAID = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""A database whose machine is gone is noticed after some ten seconds, unless the URL says otherwise."""
IDLE = 4
"""How many unused connections are kept open."""


class LostError(RefusedError):
    """The connection broke: what was sent over it may or may not have been stored."""


class SilentError(LostError):
    """Nothing arrived over an open connection for too long, so it was closed."""


class _SilenceError(psycopg.OperationalError):
    """Nothing came over a connection for too long."""


class BoundedConnection(psycopg.Connection[Row]):
    """A connection that is closed if the database does not respond for too long.

    TCP does not notice that: the machine, or a proxy in between, may be fine and acknowledge every packet.
    """

    silence: float | None = None
    """The longest silence, in seconds; None allows any."""

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """See `psycopg.Connection.wait`."""
        watched = gen if self.silence is None else self._watched(gen, self.silence)
        return super().wait(watched, interval, *(() if timeout is None else (timeout,)))

    def _watched(self, gen: PQGen[Result], silence: float) -> PQGen[Result]:
        heard = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready:
                    heard = time.monotonic()
                elif time.monotonic() - heard > silence:
                    self.pgconn.finish()
                    raise _SilenceError(f"it has said nothing for {silence:g} s")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result


@contextmanager
def unhurried(connection: Connection) -> Iterator[None]:
    """Requests in this block may take any time."""
    if not isinstance(connection, BoundedConnection):
        yield
        return
    before, connection.silence = connection.silence, None
    try:
        yield
    finally:
        connection.silence = before


class Pool:
    """Connections to one database, each used by one thread at a time; as many as are needed at once."""

    def __init__(self, address: Address, patience: float, *, read_only: bool) -> None:
        self.address = address
        self._silence = patience + ANSWER_SECONDS
        self._connect_seconds = max(LEAST_CONNECT_SECONDS, min(CONNECT_SECONDS, math.ceil(patience)))
        self._options = {
            "lock_timeout": f"{round(patience * 1000)}ms",
            "default_transaction_read_only": "on" if read_only else "off",
            "default_transaction_isolation": "read committed",
            "synchronous_commit": "on",
        }
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection for this block; errors of PostgreSQL become sentences."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            with translate_errors(self.address):
                connection = self._connect()
        try:
            with self.over(connection):
                yield connection
        finally:
            self._give_back(connection)

    @contextmanager
    def over(self, connection: Connection) -> Iterator[None]:
        """Errors over a connection become sentences; a connection that broke is lost."""
        with translate_errors(self.address):
            try:
                yield
            except _SilenceError as error:
                # The others take the same route, and would be waited for one after the other.
                self.forget()
                message = f"the connection to {self.address} is lost: {error}"
                raise SilentError(Problem(message, str(self.address))) from error
            except psycopg.Error as error:
                if connection.broken or connection.closed:
                    message = f"the connection to {self.address} is lost: {_first_line(error)}"
                    raise LostError(Problem(message, str(self.address))) from error
                raise

    def forget(self) -> None:
        """Close the idle connections: one of them was found broken, and the others may be."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        """Close all connections as soon as nobody uses them."""
        self._closed = True
        self.forget()

    def _connect(self) -> Connection:
        said: dict[str, Any] = {
            **_UNLESS_SAID,
            "connect_timeout": self._connect_seconds,
            # Shows in the database which of several processes asks.
            "fallback_application_name": f"pitbook {os.getpid()}",
            **conninfo_to_dict(self.address.url),
        }
        connection = BoundedConnection.connect(**said, autocommit=True, prepare_threshold=0)
        connection.silence = self._silence
        try:
            settings = "".join(f"SET {name} = '{value}';" for name, value in self._options.items())
            connection.execute(f"{settings} SET search_path = pitbook, pg_temp", prepare=False)
        except BaseException:
            connection.close()
            raise
        return connection

    def _give_back(self, connection: Connection) -> None:
        clean = not connection.closed and connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            if clean and not self._closed and len(self._idle) < IDLE:
                self._idle.append(connection)
                return
        with suppress(psycopg.Error):
            connection.close()


@contextmanager
def translate_errors(address: Address) -> Iterator[None]:
    """Raise errors of PostgreSQL as one of the three kinds of error."""
    try:
        yield
    except psycopg.Error as error:
        raise _sentence(error, address) from error
    except UnicodeDecodeError as error:
        message = f"{address} is damaged: it holds text that is not UTF-8"
        raise MalformedError(Problem(message, str(address))) from error


def _sentence(error: psycopg.Error, address: Address) -> PitbookError:
    kind: type[PitbookError] = RefusedError
    said = _first_line(error)
    match error:
        case errors.LockNotAvailable() | errors.QueryCanceled():
            kind, message = ConflictError, f"{address} has been locked by another process for too long"
        case errors.DeadlockDetected() | errors.SerializationFailure():
            kind, message = ConflictError, f"{address} was in use by others: try again ({said})"
        case errors.DataCorrupted() | errors.IndexCorrupted():
            kind, message = MalformedError, f"{address} is damaged: {said}"
        case errors.InvalidSchemaName() | errors.UndefinedTable() | errors.UndefinedFunction():
            message = f"{address} has no ledger: pitbook db init makes one"
        case errors.InsufficientPrivilege():
            message = f"{address}: {said}"
        case errors.DiskFull():
            message = f"there is no room left at {address}; nothing was stored"
        case errors.ReadOnlySqlTransaction():
            message = f"{address} can't be written; nothing was stored"
        case errors.RaiseException():
            message = f"{address}: {said}"
        case _ if error.sqlstate is None:
            message = f"cannot connect to {address}: {said}"
        case _:
            message = f"{address} can't be used: {said}"
    return kind(Problem(message, str(address)))


def _first_line(error: psycopg.Error) -> str:
    said = error.diag.message_primary or str(error)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
