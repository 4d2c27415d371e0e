"""The schema of a ledger in a database: versioned migrations create and upgrade it, and opening compares it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import psycopg
from psycopg import sql

from pitbook.ledger.places import Address
from pitbook.ledger.postgres.connecting import CONNECT_SECONDS, Connection, translate_errors
from pitbook.problems import MalformedError, Problem, RefusedError

NEWEST = 4
_TABLES = (
    "migrations",
    "streams",
    "commits",
    "parts",
    "events",
    "pending",
    "numbers",
    "tree",
    "documents",
    "snapshots",
    "leases",
    "notes",
    "kept",
    "last_kept",
    "allowances",
    "connections",
)
_FUNCTIONS = (
    "append(jsonb)",
    "number_commits(integer, boolean)",
    "take_lease(text, text, double precision)",
    "end_lease(text, bigint)",
    "take_leases(text[], text, double precision)",
    "put_notes(jsonb)",
    "keep(jsonb, bigint)",
    "draw(text, integer, double precision, integer, integer)",
    "enter(text, text[], integer[], integer[])",
    "count_connections(text, text[], integer[])",
)
_WRITTEN = {"documents": "INSERT", "snapshots": "INSERT, UPDATE, DELETE"}
"""What a writer may do to tables directly: documents are only added, and snapshots are not evidence."""
_TRIGGERS = """
    SELECT tgenabled IN ('O', 'A'), pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'pitbook'::regnamespace AND NOT tgisinternal
"""
_BODIES = "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'pitbook'::regnamespace ORDER BY proname"
_FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(.*?AS \$\$(.*?)\$\$", re.DOTALL)
_TRIGGER = re.compile(r"CREATE TRIGGER (\w+) BEFORE (.+?) ON (\S+) FOR EACH (.+?EXECUTE FUNCTION .+?\))", re.DOTALL)


def initialize(address: Address, writer: str | None = None) -> list[str]:
    """Makes the schema of a new ledger; `writer` is a role that may append to it and no more. Returns warnings."""
    with _owner(address) as connection:
        if _version(connection) is not None:
            raise RefusedError(Problem(f"{address} has a ledger already", str(address)))
        if connection.info.encoding != "utf-8" or _one(connection, "SHOW server_encoding") != "UTF8":
            raise RefusedError(Problem(f"the encoding of {address} is not UTF8", str(address)))
        with connection.transaction():
            connection.execute("CREATE SCHEMA pitbook")
            _apply(connection, 0)
            if writer is not None:
                _grant(connection, writer)
        return list(_warnings(connection, writer))


def migrate(address: Address) -> tuple[int, int]:
    """Brings the schema of a ledger up to the newest version; returns the version before and after."""
    with _owner(address) as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('pitbook migration', 7))")
        version = _version(connection)
        if version is None:
            raise no_ledger(address)
        if version > NEWEST:
            raise _newer(address, version)
        if _one(connection, "SELECT to_regclass('pitbook.parts') IS NULL"):
            message = (
                f"{address} was made by an unreleased version of Pitbook, which stored each event as a row: copy it to "
                f"a file with that version (pitbook db copy), and from there into a new database"
            )
            raise RefusedError(Problem(message, str(address)))
        _apply(connection, version)
        return version, NEWEST


def check_version(connection: Connection, address: Address) -> None:
    """The database has a ledger of the version that this code reads and writes."""
    version = _version(connection)
    if version is None:
        raise no_ledger(address)
    if version > NEWEST:
        raise _newer(address, version)
    if version < NEWEST:
        message = f"the ledger in {address} has schema {version}, and {NEWEST} is needed: run pitbook db migrate"
        raise RefusedError(Problem(message, str(address)))


def check_schema(connection: Connection, address: Address) -> None:
    """Functions and triggers are those of the migrations, and no trigger is switched off."""
    text = "".join(_migration(number) for number in range(1, NEWEST + 1))
    bodies, found = dict(_FUNCTION.findall(text)), connection.execute(_BODIES).fetchall()
    for name, body in (*found, *((name, "") for name in bodies.keys() - dict(found))):
        if body != bodies.get(name):
            raise MalformedError(Problem(f"the function {name} in {address} was changed", name))
    triggers, there = _triggers(text), connection.execute(_TRIGGERS).fetchall()
    enabled = sum(on for on, _ in there)
    if not enabled == len(there) == len(triggers):
        message = f"{address} has {len(there)} triggers, of which {enabled} are on, not {len(triggers)}"
        raise MalformedError(Problem(message, str(address)))
    for _, definition in there:
        if not _triggers(definition) & triggers:
            raise MalformedError(Problem(f"a trigger in {address} was changed: {definition}", definition))


def _triggers(text: str) -> set[tuple[str, ...]]:
    """The triggers that these statements make, whether the migrations or PostgreSQL wrote them."""
    found = _TRIGGER.findall(text.replace("pitbook.", ""))
    return {
        (name, *sorted(events.split(" OR ")), table, re.sub(r"[\s()]", "", how).lower())
        for name, events, table, how in found
    }


def no_ledger(address: Address) -> RefusedError:
    """There is no schema of ours."""
    return RefusedError(Problem(f"{address} has no ledger: pitbook db init makes one", str(address)))


def unbound(connection: Connection) -> bool:
    """Whether the role of this connection is a superuser, whom privileges do not restrict."""
    return bool(_one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))


@contextmanager
def _owner(address: Address) -> Iterator[Connection]:
    with (
        translate_errors(address),
        psycopg.connect(address.url, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection,
    ):
        connection.execute("SET search_path = pitbook, pg_temp")
        connection.execute("SET client_min_messages = warning")
        yield connection


def _version(connection: Connection) -> int | None:
    if not _one(connection, "SELECT to_regclass('pitbook.migrations') IS NOT NULL"):
        return None
    found: int | None = _one(connection, "SELECT max(version) FROM pitbook.migrations")
    return found


def _apply(connection: Connection, version: int) -> None:
    for number in range(version + 1, NEWEST + 1):
        connection.execute(_migration(number).encode())
        connection.execute("INSERT INTO pitbook.migrations(version) VALUES (%s)", (number,))
    _grant_again(connection)


def _migration(number: int) -> str:
    return files("pitbook.ledger.postgres").joinpath(f"migration_{number}.sql").read_text("utf-8")


def _grant(connection: Connection, writer: str) -> None:
    if not _one(connection, "SELECT count(*) FROM pg_roles WHERE rolname = %s", writer):
        message = f"there is no role {writer!r}: make it first, with CREATE ROLE"
        raise RefusedError(Problem(message, writer))
    role = sql.Identifier(writer)
    statements = [
        "GRANT USAGE ON SCHEMA pitbook TO {role}",
        *(f"GRANT SELECT ON {table} TO {{role}}" for table in _TABLES),
        *(f"GRANT {rights} ON {table} TO {{role}}" for table, rights in _WRITTEN.items()),
        *(f"GRANT EXECUTE ON FUNCTION {function} TO {{role}}" for function in _FUNCTIONS),
    ]
    for statement in statements:
        connection.execute(sql.SQL(statement).format(role=role))


def _grant_again(connection: Connection) -> None:
    """Let every role that may append also use what a migration has made."""
    writers = connection.execute(
        "SELECT DISTINCT grantee FROM information_schema.routine_privileges"
        " WHERE routine_schema = 'pitbook' AND routine_name = 'append' AND grantee <> grantor"
    ).fetchall()
    for (writer,) in writers:
        _grant(connection, writer)


def _warnings(connection: Connection, writer: str | None) -> Iterator[str]:
    user = _one(connection, "SELECT current_user")
    for role in {user, writer or user}:
        if _one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = %s", role):
            yield f"{role} is a superuser: privileges do not restrict it, and it can switch triggers off"
    if writer is None or writer == user:
        yield f"{user} owns the tables: with a role of its own (--writer) the server could not change them"
    for setting in ("fsync", "full_page_writes"):
        if _one(connection, f"SHOW {setting}") != "on":
            yield f"{setting} is off: acknowledged commits can be lost with the power"


def _newer(address: Address, version: int) -> RefusedError:
    message = f"the ledger in {address} has schema {version}; this version of Pitbook knows {NEWEST}"
    return RefusedError(Problem(message, str(address)))


def _one(connection: Connection, query: str, *values: object) -> Any:
    row = connection.execute(query.encode(), values).fetchone()
    return row[0] if row else None
