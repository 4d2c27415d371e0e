"""The queries of events and commits, and how rows become them again; an error names the place of the damage."""

from collections.abc import Iterator, Mapping, Sequence

from pitbook.ledger.chain import Part, SealedCommit, SealedEvent
from pitbook.ledger.postgres.connecting import Connection, Row
from pitbook.ledger.rules import broken

CHUNK = 500
"""Rows that are read at a time, so that no reader holds the whole record."""

_EVENT = "e.version, e.type, e.schema, e.fields, e.data, e.time, e.actor, e.reason"
_STREAM = f"""
    SELECT coalesce(n.number, 0), {_EVENT}
    FROM streams s JOIN events e ON e.stream = s.id LEFT JOIN numbers n ON n.id = e.in_commit
    WHERE s.name = %s AND e.version > %s AND e.version <= %s ORDER BY e.version LIMIT %s
"""  # noqa: S608 - our own words
_STREAMS = f"""
    SELECT coalesce(n.number, 0), s.name, {_EVENT}
    FROM unnest(%s::text[], %s::bigint[]) AS asked(name, after) JOIN streams s ON s.name = asked.name
    JOIN events e ON e.stream = s.id AND e.version > asked.after LEFT JOIN numbers n ON n.id = e.in_commit
    ORDER BY s.name, e.version
"""  # noqa: S608
_COMMIT = "SELECT {number}, c.id, c.key, c.afters, c.sizes, c.hash FROM {table} "
_ORDERED = _COMMIT.format(number="n.number", table="numbers n JOIN commits c ON c.id = n.id")
_ANY = _COMMIT.format(number="coalesce(n.number, 0)", table="commits c LEFT JOIN numbers n ON n.id = c.id")
_PARTS = f"""
    SELECT c.id, p.place, s.name, e.in_commit, {_EVENT}
    FROM commits c CROSS JOIN unnest(c.streams, c.afters, c.sizes) WITH ORDINALITY AS p(stream, after, size, place)
    LEFT JOIN streams s ON s.id = p.stream
    LEFT JOIN events e ON e.stream = p.stream AND e.version > p.after AND e.version <= p.after + p.size
    WHERE c.id = ANY(%s) ORDER BY c.id, p.place, e.version
"""  # noqa: S608


def stream_events(
    connection: Connection, name: str, after: int, up_to: int = 2**62, limit: int = CHUNK
) -> list[tuple[int, SealedEvent]]:
    """Some events of a stream, without a gap, each with its commit's number; 0 is not in the order yet."""
    rows = connection.execute(_STREAM.encode(), (name, after, up_to, limit)).fetchall()
    for version, row in enumerate(rows, after + 1):
        if row[1] != version:
            place = f"version {version} of the stream {name!r}"
            raise broken(f"{place} is missing", row[0], name, version)
    return [(row[0], SealedEvent(name, *row[1:])) for row in rows]


def events_of_streams(connection: Connection, after: Mapping[str, int]) -> list[tuple[int, SealedEvent]]:
    """The events of several streams beyond these versions, without gaps, each with its commit's number."""
    rows = connection.execute(_STREAMS.encode(), (list(after), list(after.values()))).fetchall()
    next_one = {stream: version + 1 for stream, version in after.items()}
    for number, name, version, *_ in rows:
        if version != next_one[name]:
            raise broken(f"version {next_one[name]} of the stream {name!r} is missing", number, name, next_one[name])
        next_one[name] += 1
    return [(row[0], SealedEvent(*row[1:])) for row in rows]


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
    while chunk := ordered_commits(connection, number, CHUNK // 5):
        yield from chunk
        number = chunk[-1].number


def _sealed(connection: Connection, rows: Sequence[Row]) -> list[SealedCommit]:
    found: dict[int, list[Row]] = {row[1]: [] for row in rows}
    for part in connection.execute(_PARTS.encode(), (list(found),)):
        found[part[0]].append(part[1:])
    return [_commit(row, found[row[1]]) for row in rows]


def _commit(row: Row, found: Sequence[Row]) -> SealedCommit:
    number, commit_id, key, afters, sizes, digest = row
    names: dict[int, str] = {}
    events: dict[int, list[SealedEvent]] = {}
    for place, name, in_commit, *event in found:
        if name is None:
            raise broken(f"a stream of commit {number} is missing", number)
        names[place] = name
        if in_commit is None:
            continue
        if in_commit != commit_id:
            message = f"version {event[0]} of the stream {name!r} says that it belongs to another commit than {number}"
            raise broken(message, number, name, event[0])
        events.setdefault(place, []).append(SealedEvent(name, *event))
    parts = tuple(
        Part(names.get(place, ""), after, size)
        for place, (after, size) in enumerate(zip(afters, sizes, strict=True), 1)
    )
    for place, part in enumerate(parts, 1):
        versions = [event.version for event in events.get(place, [])]
        if versions != list(range(part.after + 1, part.after + part.size + 1)):
            missing = next(
                (version for version in range(part.after + 1, part.after + part.size + 1) if version not in versions), 0
            )
            message = f"version {missing} of the stream {part.stream!r}, of commit {number}, is missing"
            raise broken(message, number, part.stream, missing)
    ordered = tuple(event for place in range(1, len(parts) + 1) for event in events[place])
    return SealedCommit(number, bytes(digest).hex(), key, parts, ordered)
