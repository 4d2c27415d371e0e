"""The queries of events and commits, and how rows become them again; an error names the place of the damage."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pitbook.ledger.chain import Part, SealedCommit, SealedEvent, quoted
from pitbook.ledger.postgres.connecting import Connection, Row
from pitbook.ledger.rules import broken

CHUNK = 100
"""Commits, or parts of them, that are read at a time, so that no reader holds the whole record."""

_FROM = "(SELECT coalesce(max(b.after), 0) FROM parts b WHERE b.stream = s.id AND b.after <= {0})"
"""The version before the part that goes beyond a given version."""
_STREAM = f"""
    SELECT coalesce(n.number, 0), p.after, p.lines
    FROM streams s JOIN parts p ON p.stream = s.id LEFT JOIN numbers n ON n.id = p.in_commit
    WHERE s.name = %(name)s AND p.after >= {_FROM.format("%(after)s")} AND p.after < %(up_to)s
    ORDER BY p.after LIMIT %(limit)s
"""  # noqa: S608 - our own words
_STREAMS = f"""
    SELECT coalesce(n.number, 0), p.after, p.lines, s.name, asked.after
    FROM unnest(%s::text[], %s::bigint[]) AS asked(name, after)
    JOIN streams s ON s.name = asked.name AND s.version > asked.after
    JOIN parts p ON p.stream = s.id AND p.after >= {_FROM.format("asked.after")}
    LEFT JOIN numbers n ON n.id = p.in_commit
    ORDER BY s.name, p.after
"""  # noqa: S608
_COMMIT = "SELECT {number}, c.id, c.key, c.hash FROM {table} "
_ORDERED = _COMMIT.format(number="n.number", table="numbers n JOIN commits c ON c.id = n.id")
_ANY = _COMMIT.format(number="coalesce(n.number, 0)", table="commits c LEFT JOIN numbers n ON n.id = c.id")
_PARTS = """
    SELECT p.in_commit, p.place, s.name, p.after, p.size, p.lines FROM parts p LEFT JOIN streams s ON s.id = p.stream
    WHERE p.in_commit = ANY(%s) ORDER BY p.in_commit, p.place
"""
ACTED = f"""
    SELECT EXISTS (
        SELECT FROM streams s JOIN parts p ON p.stream = s.id
        CROSS JOIN unnest(string_to_array(p.lines, E'\\n')) WITH ORDINALITY AS written(line, nth)
        WHERE s.name = %(name)s AND p.after >= {_FROM.format("%(after)s")} AND p.after + nth > %(after)s
            AND split_part(line, E'\\t', 6) = %(actor)s)
"""  # noqa: S608


def write_lines(events: Iterable[SealedEvent]) -> str:
    """Events as a part stores them: the canonical line of each without its place, with tabs for the outer commas.

    JSON escapes tabs and line feeds, so none of them is in a value.
    """
    return "\n".join(
        [
            f"{quoted(one.type)}\t{one.schema}\t{one.fields}\t{one.values}\t{one.time}\t{quoted(one.actor)}\t{quoted(one.reason)}"
            for one in events
        ]
    )


def read_lines(number: int, stream: str, after: int, lines: str) -> list[SealedEvent]:
    """The events of a part; the number of its commit is for the error message if they can't be read."""
    found = []
    for version, line in enumerate(lines.split("\n"), after + 1):
        try:
            kind, schema, fields, values, time, actor, reason = line.split("\t")
            texts = (_text(kind), _text(actor), _text(reason))
            one = SealedEvent(stream, version, texts[0], _whole(schema), fields, values, _whole(time), *texts[1:])
        except ValueError as error:
            message = f"version {version} of the stream {stream!r}, of commit {number}, can't be read"
            raise broken(message, number, stream, version) from error
        found.append(one)
    return found


@lru_cache(1000)
def _text(written: str) -> str:
    """A text from JSON. Another spelling would have the same digest, but queries for it would find nothing."""
    found = json.loads(written)
    if not isinstance(found, str) or quoted(found) != written:
        raise ValueError(f"{written} is not a text as it is stored")
    return found


def _whole(written: str) -> int:
    found = int(written)
    if str(found) != written:
        raise ValueError(f"{written} is not a number as it is stored")
    return found


def stream_events(
    connection: Connection, name: str, after: int, up_to: int = 2**62
) -> tuple[list[tuple[int, SealedEvent]], bool]:
    """Some events of a stream, without a gap, each with its commit's number, and whether there may be more.

    The number 0 means that the commit is not in the order yet.
    """
    values = {"name": name, "after": after, "up_to": up_to, "limit": CHUNK}
    rows = connection.execute(_STREAM.encode(), values).fetchall()
    found = _continued(name, after, rows)
    return [(number, one) for number, one in found if one.version <= up_to], len(rows) == CHUNK


def events_of_streams(connection: Connection, after: Mapping[str, int]) -> list[tuple[int, SealedEvent]]:
    """The events of several streams beyond these versions, without gaps, each with its commit's number."""
    rows = connection.execute(_STREAMS.encode(), (list(after), list(after.values()))).fetchall()
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row[3], []).append(row[:3])
    return [one for name, found in by_name.items() for one in _continued(name, after[name], found)]


def _continued(name: str, after: int, rows: Sequence[Row]) -> list[tuple[int, SealedEvent]]:
    """The events after a version from parts of a stream; the first part may begin before that version."""
    found: list[tuple[int, SealedEvent]] = []
    version = after
    for number, begins, lines in rows:
        if begins != version and (found or begins > after):
            raise broken(f"version {version + 1} of the stream {name!r} is missing", number, name, version + 1)
        events = read_lines(number, name, begins, lines)
        version = begins + len(events)
        found += [(number, one) for one in events if one.version > after]
    return found


def ordered_commits(connection: Connection, after: int, limit: int) -> list[SealedCommit]:
    """Some commits beyond number `after`, in their order."""
    rows = connection.execute(f"{_ORDERED} WHERE n.number > %s ORDER BY n.number LIMIT %s".encode(), (after, limit))
    return _sealed(connection, rows.fetchall())


def waiting_commits(connection: Connection, after: int, limit: int) -> list[SealedCommit]:
    """Some commits that are not in the order yet, beyond the id `after`, each with its id as its number."""
    rows = connection.execute(
        f"{_ANY} WHERE n.id IS NULL AND c.id > %s ORDER BY c.id LIMIT %s".encode(), (after, limit)
    ).fetchall()
    return _sealed(connection, [(row[1], *row[1:]) for row in rows])


def commit_with_key(connection: Connection, key: str) -> SealedCommit | None:
    """The commit with this idempotency key."""
    found = _sealed(connection, connection.execute(f"{_ANY} WHERE c.key = %s".encode(), (key,)).fetchall())
    return found[0] if found else None


def all_ordered(connection: Connection) -> Iterator[SealedCommit]:
    """Every commit in the order, and nothing between them."""
    number = 0
    while chunk := ordered_commits(connection, number, CHUNK):
        yield from chunk
        number = chunk[-1].number


def _sealed(connection: Connection, rows: Sequence[Row]) -> list[SealedCommit]:
    found: dict[int, list[Row]] = {row[1]: [] for row in rows}
    for part in connection.execute(_PARTS.encode(), (list(found),)):
        found[part[0]].append(part[1:])
    return [_commit(row, found[row[1]]) for row in rows]


def _commit(row: Row, found: Sequence[Row]) -> SealedCommit:
    number, _, key, digest = row
    parts: list[Part] = []
    events: list[SealedEvent] = []
    for expected, (place, name, after, size, lines) in enumerate(found, 1):
        if name is None:
            raise broken(f"a stream of commit {number} is missing", number)
        if place != expected:
            raise broken(f"part {expected} of commit {number} is missing", number)
        added = read_lines(number, name, after, lines)
        if len(added) != size:
            message = f"commit {number} has {len(added)} events for the stream {name!r}, not {size}"
            raise broken(message, number, name, after + min(len(added), size) + 1)
        parts.append(Part(name, after, size))
        events += added
    return SealedCommit(number, bytes(digest).hex(), key, tuple(parts), tuple(events))
