"""Verifies a record in a database: chains, order, tree, and everything that they do not cover."""

import psycopg

from pitbook.ledger import rules
from pitbook.ledger.chain import Watch, commit_digest
from pitbook.ledger.places import Address
from pitbook.ledger.postgres import queries
from pitbook.ledger.postgres.connecting import Connection, unhurried
from pitbook.ledger.postgres.schema import check_schema
from pitbook.ledger.records import TreeHead
from pitbook.ledger.rules import Walk, broken
from pitbook.ledger.verifying import check_document
from pitbook.problems import MalformedError, Problem


def verify(connection: Connection, address: Address, head: TreeHead | None, watch: Watch | None) -> None:
    """Raises `MalformedError` with the first thing that does not hold, in the database as it is at one moment."""
    with unhurried(connection), connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        check_schema(connection, address)
        try:
            walk = rules.walk_chain(queries.all_ordered(connection), head, watch=watch)
        except psycopg.DataError as error:
            raise MalformedError(Problem(f"{address} is damaged: {error}", str(address))) from error
        _check_order(connection, walk)
        _follow_waiting(connection, walk)
        _check_heads(connection, walk)
        _check_rest(connection, walk)


def _check_order(connection: Connection, walk: Walk) -> None:
    """The order has the commits' own digests, ends where the tree does, and the tree is theirs."""
    row = connection.execute(
        "SELECT n.number FROM numbers n LEFT JOIN commits c ON c.id = n.id"
        " WHERE c.hash IS DISTINCT FROM n.hash ORDER BY n.number LIMIT 1"
    ).fetchone()
    if row:
        raise broken(f"commit {row[0]} is missing, or has another digest than the order says", row[0])
    count = connection.execute("SELECT count(*) FROM numbers").fetchone()
    if count != (walk.tree.size,):
        raise broken(f"the order has {count and count[0]} commits, and {walk.tree.size} follow each other", 0)
    size, peaks = connection.execute("SELECT size, peaks FROM tree").fetchone() or (0, [])
    if (size, tuple(bytes(peak) for peak in peaks)) != walk.tree:
        raise broken(f"the tree of {size} commits is not that of the {walk.tree.size} in the order", size)


def _follow_waiting(connection: Connection, walk: Walk) -> None:
    """Commits that are not in the order yet continue their streams, and each of them waits for its number."""
    last, waiting = 0, 0
    while chunk := queries.waiting_commits(connection, last, queries.CHUNK):
        for commit in chunk:
            for part in commit.parts:
                if part.after != walk.versions.get(part.stream, 0):
                    message = f"a commit that is not in the order yet continues {part.stream!r} after {part.after}"
                    raise broken(message, 0, part.stream, part.after)
                walk.versions[part.stream] = part.after + part.size
            lines = (event.line() for event in commit.events)
            if commit.hash != commit_digest(commit.key, commit.parts, walk.links, lines):
                raise broken(
                    f"a commit of {commit.parts[0].stream!r}, not in the order yet, does not match its hash", 0
                )
            walk.links |= {part.stream: commit.hash for part in commit.parts}
            waiting += 1
        last = chunk[-1].number
    row = connection.execute(
        "SELECT count(*), count(c.id) FROM pending p LEFT JOIN commits c ON c.id = p.id"
    ).fetchone()
    if row != (waiting, waiting):
        raise broken(f"{waiting} commits are not in the order, and {row and row[0]} wait for it", 0)


def _check_heads(connection: Connection, walk: Walk) -> None:
    """Each stream ends where its head says, and every part is in a commit."""
    stray = connection.execute(
        "SELECT p.after, p.stream, s.name FROM parts p LEFT JOIN streams s ON s.id = p.stream"
        " LEFT JOIN commits c ON c.id = p.in_commit WHERE c.id IS NULL ORDER BY p.stream, p.after LIMIT 1"
    ).fetchone()
    if stray:
        after, number, name = stray
        message = f"the stream {name or number!r} has a part after version {after} that is in no commit"
        raise broken(message, 0, name or str(number), after + 1)
    rows = connection.execute(
        "SELECT s.name, s.version, s.hash, coalesce(sum(p.size), 0), coalesce(max(p.after + p.size), 0)"
        " FROM streams s LEFT JOIN parts p ON p.stream = s.id GROUP BY s.id"
    ).fetchall()
    for name, version, digest, count, last in rows:
        if (version, bytes(digest).hex()) != (walk.versions.get(name, 0), walk.links.get(name)):
            message = f"the head of the stream {name!r} says version {version}, and its commits end at"
            raise broken(f"{message} {walk.versions.get(name, 0)}: it was cut off or changed", 0, name, version)
        if (count, last) != (version, version):
            message = f"the stream {name!r} has {count} events, up to version {last}, and its head says {version}"
            raise broken(message, 0, name, last)
    if missing := walk.versions.keys() - {row[0] for row in rows}:
        raise broken(f"the stream {min(missing)!r} has no head", 0)


def _check_rest(connection: Connection, walk: Walk) -> None:
    for stream, version in connection.execute("SELECT stream, version FROM snapshots"):
        if not 0 < version <= walk.versions.get(stream, 0):
            message = f"there is a snapshot of version {version} of the stream {stream!r}, which has no such version"
            raise broken(message, 0, stream, version)
    for digest, content in connection.execute("SELECT digest, content FROM documents"):
        check_document(bytes(digest), bytes(content))
