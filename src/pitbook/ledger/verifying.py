"""Verifies a record in a file: chains, tree, and everything in the file that they do not cover."""

from collections.abc import Mapping
from pathlib import Path

import apsw

from pitbook.ledger import chain, rules
from pitbook.ledger.head import Slots, check_head, check_trees, problems_of
from pitbook.ledger.reader import Reader
from pitbook.ledger.records import TreeHead
from pitbook.problems import MalformedError, Problem


def verify(
    connection: apsw.Connection,
    record: Path,
    slots: Slots,
    head: TreeHead | None,
    watch: chain.Watch | None,
) -> None:
    """Raises `MalformedError` with the first thing that does not hold; `slots` were read before the connection began.

    The schema and the head file were compared when the connection was opened.
    """
    reader = Reader(connection)
    sizes = [slot.number for slot in slots if slot is not None]
    walk = rules.walk_chain(reader.all_commits(), head, sizes, watch)
    versions = walk.versions
    found = connection.execute("PRAGMA integrity_check(1)").get
    if found != "ok":
        raise MalformedError(Problem(f"{record} is damaged: {found}", str(record)))
    if unclaimed := reader.unclaimed(versions):
        message = "the stream {0!r} has events, up to version {1}, that are in no commit"
        raise rules.broken(message.format(*unclaimed), 0, *unclaimed)
    _check_rows(connection)
    _check_snapshots(connection, versions)
    for digest, text in connection.execute("SELECT digest, CAST(text AS BLOB) FROM documents"):
        check_document(digest, text)
    check_head(connection, record, slots)
    check_trees(record, slots, walk.trees)
    if damaged := list(problems_of(record, slots)):
        raise MalformedError(damaged)


def check_document(digest: bytes, text: bytes) -> str:
    """The text of a document, which has to have its digest."""
    try:
        decoded = text.decode()
        if chain.document_digest(decoded) == digest.hex():
            return decoded
    except UnicodeDecodeError:
        pass
    raise MalformedError(Problem(f"the document {digest.hex()} is not what was stored", digest.hex()))


_ROWS = {
    "SELECT number FROM commits WHERE number < 1": "there is a commit {0}, and the first is 1",
    "SELECT key FROM commits NOT INDEXED WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1": (
        "two commits have the key {0!r}"
    ),
    "SELECT name FROM streams NOT INDEXED WHERE id NOT IN (SELECT stream FROM events)": (
        "the stream {0!r} has no events"
    ),
    "SELECT name FROM actors NOT INDEXED WHERE id NOT IN (SELECT actor FROM events)": "{0!r} is the actor of no event",
    "SELECT id FROM kinds NOT INDEXED WHERE id NOT IN (SELECT type FROM events)": "kind {0} has no events",
}
"""Queries for rows that no commit made, and what to say about the first."""


def _check_rows(connection: apsw.Connection) -> None:
    for query, message in _ROWS.items():
        row = connection.execute(f"{query} LIMIT 1").fetchone()
        if row is not None:
            raise rules.broken(message.format(*row), 0)


def _check_snapshots(connection: apsw.Connection, versions: Mapping[str, int]) -> None:
    """A snapshot's version exists in its stream: a later one would be used as soon as the stream gets there."""
    for stream, version in connection.execute("SELECT stream, version FROM snapshots"):
        if not 0 < version <= versions.get(stream, 0):
            message = f"there is a snapshot of version {version} of the stream {stream!r}, which has no such version"
            raise rules.broken(message, 0, stream, version)
