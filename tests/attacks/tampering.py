# ruff: noqa: S608 - the statements are the attacks' own
"""Ways to change a record behind the ledger's back, each drawn by chance: in SQL, below it, and among its files."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import apsw

from attacks.records import Files, read_files, write_files
from pitbook.ledger.schema import expected_rows

Sql = Callable[[apsw.Connection, Random], list[str]]
"""Statements that change a record, drawn for what is in it."""
Change = Callable[[Files, Random], Files]
PAGE = 4096
TABLES = {
    "streams": ("id", "name"),
    "actors": ("id", "name"),
    "kinds": ("id", "type", "schema", "fields"),
    "commits": ("number", "time", "key", "parts", "hash"),
    "events": ("stream", "version", "type", "data", "in_commit", "time", "actor", "reason", "crc"),
    "documents": ("digest", "text"),
    "snapshots": ("stream", "version", "state"),
}
_KEYS = {"events": "stream, version", "documents": "digest", "snapshots": "stream, version"}


def in_sql(files: Files, folder: Path, statements: Sql, chance: Random) -> tuple[list[str], Files | None]:
    """Statements, and the closed files after them; no files if SQLite refuses them."""
    path = write_files(files, folder)
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("writable_schema", 1)
        chosen = statements(connection, chance)
        try:
            for statement in chosen:
                connection.execute(statement).fetchall()
        except apsw.Error:
            return chosen, None
    return chosen, read_files(path)


def schema_objects(_: apsw.Connection, chance: Random) -> list[str]:
    """Triggers, views, tables and indexes that are not the ledger's, or that no longer are."""
    table = chance.choice(sorted(TABLES))
    column = chance.choice(TABLES[table])
    return [
        chance.choice(
            [
                f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table} WHERE rowid = new.rowid; END",
                f"CREATE TRIGGER t AFTER INSERT ON commits BEGIN DELETE FROM {table}; END",
                f"CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(IGNORE); END",
                f"CREATE VIEW history AS SELECT * FROM {table}",
                f"CREATE TABLE other_{chance.randrange(9)}(a)",
                f"CREATE INDEX other ON {table}({column})",
                f"CREATE INDEX other ON {table}({column}) WHERE {column} IS NULL",
                f"ALTER TABLE {table} ADD COLUMN other",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
                f"ALTER TABLE {table} RENAME TO other",
                "DROP INDEX commits_by_key",
                "DROP INDEX kinds_by_type",
                f"DROP TABLE {table}",
                "ANALYZE",
                "PRAGMA user_version=1",
                "PRAGMA application_id=7",
                "PRAGMA journal_mode=DELETE",
            ]
        )
    ]


def rows(connection: apsw.Connection, chance: Random) -> list[str]:
    """A row is deleted, copied, renumbered or given another value, or two rows change places."""
    table = chance.choice(sorted(TABLES))
    where, other = _row(connection, chance, table), _row(connection, chance, table)
    column = chance.choice(TABLES[table])
    number = chance.choice((0, -1, 1, 2**31, 2**62, chance.randrange(10_000)))
    key = _KEYS.get(table, TABLES[table][0]).split(", ")[-1]
    return chance.choice(
        [
            [f"DELETE FROM {table} WHERE {where}"],
            [f"UPDATE {table} SET {column} = (SELECT {column} FROM {table} WHERE {other}) WHERE {where}"],
            [f"UPDATE {table} SET {column} = {number} WHERE {where}"],
            [f"UPDATE {table} SET {column} = 'x' || {column} WHERE {where}"],
            [f"UPDATE {table} SET {column} = NULL WHERE {where}"],
            [f"UPDATE {table} SET {key} = {number} WHERE {where}"],
            [
                f"CREATE TEMP TABLE copied AS SELECT * FROM {table} WHERE {where}",
                f"UPDATE copied SET {key} = {number}",
                f"INSERT INTO {table} SELECT * FROM copied",
            ],
            [
                f"UPDATE {table} SET {key} = -77 WHERE {where}",
                f"UPDATE {table} SET {key} = {_value(connection, table, key, where)} WHERE {other}",
                f"UPDATE {table} SET {key} = {_value(connection, table, key, other)} WHERE {key} = -77",
            ],
            [f"INSERT INTO commits VALUES ({number}, 0, NULL, '[]', zeroblob(32))"],
            [f"INSERT INTO streams VALUES ({number}, 'table:T{number}')"],
            [f"INSERT INTO actors VALUES ({number}, 'player:{number}')"],
            ["DELETE FROM commits WHERE number > 7", "DELETE FROM events WHERE in_commit > 7"],
            [f"UPDATE snapshots SET version = version + {number % 7 - 3}"],
            ["UPDATE snapshots SET stream = 'table:T9'"],
        ]
    )


def storage_classes(connection: apsw.Connection, chance: Random) -> list[str]:
    """A value of another storage class, under a schema that says again what it said."""
    table = chance.choice([name for name in sorted(TABLES) if name != "snapshots"])
    column = chance.choice(TABLES[table][1:] if table not in _KEYS else TABLES[table])
    (sql,) = [row[3] or "" for row in expected_rows() if row[:2] == ("table", table)]
    loose = sql.replace(" STRICT, WITHOUT", " WITHOUT").replace(") STRICT", ")")
    version = connection.pragma("schema_version")
    kind = chance.choice(("BLOB", "TEXT", "REAL"))
    return [
        _rewritten(table, loose),
        f"PRAGMA schema_version={version + 1}",
        f"UPDATE {table} SET {column} = CAST({column} AS {kind}) WHERE {_row(connection, chance, table)}",
        _rewritten(table, sql),
        f"PRAGMA schema_version={version + 2}",
    ]


def indexes(connection: apsw.Connection, chance: Random) -> list[str]:
    """An index that does not follow its table any more, under a schema that says that it does."""
    name, table, column = chance.choice(
        [("commits_by_key", "commits", "key"), ("kinds_by_type", "kinds", "type"), ("kinds_by_type", "kinds", "schema")]
    )
    row = next(
        iter(
            connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = ?", (name,))
        )
    )
    version = connection.pragma("schema_version")
    values = ", ".join(apsw.format_sql_value(value) for value in row)
    where = _row(connection, chance, table)
    return [
        f"DELETE FROM sqlite_schema WHERE name = '{name}'",
        f"PRAGMA schema_version={version + 1}",
        chance.choice(
            [f"UPDATE {table} SET {column} = {column} || 'x' WHERE {where}", f"DELETE FROM {table} WHERE {where}"]
        ),
        f"INSERT INTO sqlite_schema VALUES ({values})",
        f"PRAGMA schema_version={version + 2}",
    ]


def roots(connection: apsw.Connection, chance: Random) -> list[str]:
    """Two tables or indexes change their roots."""
    found = connection.execute("SELECT name, rootpage FROM sqlite_schema").fetchall()
    (one, first), (two, second) = chance.sample(found, 2)
    return [
        f"UPDATE sqlite_schema SET rootpage = {second} WHERE name = '{one}'",
        f"UPDATE sqlite_schema SET rootpage = {first} WHERE name = '{two}'",
        f"PRAGMA schema_version={connection.pragma('schema_version') + 1}",
    ]


IN_SQL: tuple[Sql, ...] = (schema_objects, rows, rows, storage_classes, indexes, roots)


def pages(files: Files, chance: Random) -> Files:
    """Pages of the database are swapped, doubled, emptied or cut off."""
    content = bytearray(files[""])
    one, two = (chance.randrange(len(content) // PAGE) * PAGE for _ in range(2))
    first, second = bytes(content[one : one + PAGE]), bytes(content[two : two + PAGE])
    match chance.randrange(5):
        case 0:
            content[one : one + PAGE], content[two : two + PAGE] = second, first
        case 1:
            content[one : one + PAGE] = second
        case 2:
            content[one : one + PAGE] = bytes(PAGE)
        case 3:
            del content[max(one, 1) :]
        case _:
            content[one + 2 : one + PAGE] = content[one : one + PAGE - 2]
    return files | {"": bytes(content)}


def log(files: Files, chance: Random) -> Files:
    """The log is removed, cut off, emptied in part, or moved; or it is that of another moment."""
    content = bytearray(files.get("-wal", b""))
    if not content:
        return pages(files, chance)
    at = chance.randrange(len(content))
    match chance.randrange(5):
        case 0:
            return {suffix: one for suffix, one in files.items() if suffix != "-wal"}
        case 1:
            del content[at:]
        case 2:
            content[at : at + chance.choice((1, 512, PAGE))] = b""
        case 3:
            content[at : at + 512] = bytes(len(content[at : at + 512]))
        case _:
            content = content[32:]
    return files | {"-wal": bytes(content)}


def head(files: Files, chance: Random) -> Files:
    """The head file is removed, cut off, lengthened, or one slot of it damaged or from another record."""
    content = bytearray(files[".head"])
    match chance.randrange(6):
        case 0:
            return {suffix: one for suffix, one in files.items() if suffix != ".head"}
        case 1:
            del content[chance.randrange(len(content)) :]
        case 2:
            content += b" " * chance.randrange(1, PAGE)
        case 3:
            at = chance.choice((0, PAGE))
            content[at : at + PAGE] = bytes(PAGE)
        case 4:
            content = bytearray(bytes(content).replace(b"pitbook-head-2 ", b"pitbook-head-2 9"))
        case _:
            content = bytearray(bytes(content).upper())
    return files | {".head": bytes(content)}


def journal(files: Files, chance: Random) -> Files:
    """A rollback journal lies there, which SQLite would play back: pages of zeros over those of the record."""
    page = chance.randrange(2, len(files[""]) // PAGE + 1)
    nonce = chance.randrange(2**31)
    count = len(files[""]) // PAGE
    header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(n.to_bytes(4, "big") for n in (1, nonce, count, 512, PAGE))
    record = page.to_bytes(4, "big") + bytes(PAGE) + nonce.to_bytes(4, "big")
    return files | {"-journal": header.ljust(512, b"\0") + record}


IN_FILES: tuple[Change, ...] = (pages, pages, log, head, journal)


def _row(connection: apsw.Connection, chance: Random, table: str) -> str:
    """The condition of a row."""
    names = _KEYS.get(table, TABLES[table][0]).split(", ")
    found = connection.execute(f"SELECT {', '.join(f'quote({name})' for name in names)} FROM {table}").fetchall()
    return " AND ".join(f"{name} = {value}" for name, value in zip(names, chance.choice(found), strict=True))


def _value(connection: apsw.Connection, table: str, column: str, where: str) -> str:
    return str(connection.execute(f"SELECT quote({column}) FROM {table} WHERE {where}").get)


def _rewritten(table: str, sql: str) -> str:
    return f"UPDATE sqlite_schema SET sql = {apsw.format_sql_value(sql)} WHERE name = '{table}'"
