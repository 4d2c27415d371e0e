# ruff: noqa: S608 - the statements are the tests' own
"""Somebody changes the file behind the ledger's back: `verify_chain` says where."""

import shutil
from contextlib import closing
from pathlib import Path
from random import Random

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.samples import commits, event, one
from pitbook.ledger import Event, SqliteStore
from pitbook.ledger.chain import SealedEvent
from pitbook.ledger.head import Head, make_head
from pitbook.ledger.reader import check_sum
from pitbook.ledger.schema import expected_rows
from pitbook.ledger.tree import Tree
from pitbook.problems import MalformedError, Problem

COMMITS = 40
SKIPPED = {("kinds", "dictionary")}
"""A byte of a dictionary that no stored event refers to says nothing."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with short and deflated data, several streams in a commit, reasons, and a document."""
    path = tmp_path_factory.mktemp("tampering") / "original.db"
    with SqliteStore(path) as store:
        for commit in commits(3, COMMITS):
            store.append(commit)
        store.put_document("house rules")
    with closing(apsw.Connection(str(path))) as connection:
        kinds = dict(connection.execute("SELECT typeof(data), count(*) FROM events GROUP BY 1"))
        assert min(kinds["text"], kinds["blob"]) > 10
    return path


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    return copied(original, tmp_path)


def copied(original: Path, folder: Path) -> Path:
    shutil.copy(original.with_name("original.db.head"), folder / "ledger.db.head")
    return Path(shutil.copy(original, folder / "ledger.db"))


def tamper(path: Path, *statements: str) -> list[Problem]:
    """What is found after these statements, at the opening or by `verify_chain`."""
    with closing(apsw.Connection(str(path))) as connection:
        for statement in statements:
            for _ in connection.execute(statement):
                pass
            assert connection.changes() > 0, statement
    return found_in(path)


def found_in(path: Path) -> list[Problem]:
    try:
        with SqliteStore(path, create=False) as store:
            return store.verify_chain()
    except MalformedError as error:
        return list(error.problems)


def cut_off(path: Path, number: int) -> None:
    """The head file is made to forget the commits after this one, as somebody could who knows of it."""
    with closing(apsw.Connection(str(path))) as connection:
        digests = [row[0].hex() for row in connection.execute("SELECT hash FROM commits ORDER BY number")][:number]
    make_head(path, Head(number, digests[-1], 0, Tree().grown(digests).peaks))


def places(path: Path) -> list[tuple[str, str, str]]:
    """Every value of the record: table, column, and the condition that finds its row."""
    keys = {"events": "stream, version", "commits": "number", "streams": "id", "actors": "id", "kinds": "id"}
    found = []
    with closing(apsw.Connection(str(path))) as connection:
        for table, key in [*keys.items(), ("documents", "digest")]:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for row in connection.execute(
                f"SELECT {', '.join(f'quote({name})' for name in key.split(', '))} FROM {table}"
            ):
                condition = " AND ".join(f"{name} = {value}" for name, value in zip(key.split(", "), row, strict=True))
                found += [(table, column, condition) for column in columns if (table, column) not in SKIPPED]
    return found


@pytest.fixture(scope="module")
def every_place(original: Path) -> list[tuple[str, str, str]]:
    return places(original)


@pytest.mark.parametrize("examples", [60, pytest.param(600, marks=pytest.mark.prove)])
def test_a_changed_byte_anywhere_shows(
    original: Path,
    every_place: list[tuple[str, str, str]],
    tmp_path_factory: pytest.TempPathFactory,
    examples: int,
) -> None:
    """Any byte of text and blobs becomes any other; a number becomes any other."""

    @given(data=st.data())
    @settings(max_examples=examples, deadline=None)
    def shows(data: st.DataObject) -> None:
        copy = copied(original, tmp_path_factory.mktemp("changed"))
        _change_shows(copy, every_place, data)

    shows()


def _change_shows(path: Path, every_place: list[tuple[str, str, str]], data: st.DataObject) -> None:
    tables = sorted({place[:2] for place in every_place})
    chosen = data.draw(st.sampled_from(tables))
    table, column, condition = data.draw(st.sampled_from([place for place in every_place if place[:2] == chosen]))
    with closing(apsw.Connection(str(path))) as connection:
        kind, value = connection.execute(f"SELECT typeof({column}), {column} FROM {table} WHERE {condition}").get
        if kind in ("text", "blob"):
            raw = bytearray(value.encode() if kind == "text" else value)
            if raw:
                position = data.draw(st.integers(0, len(raw) - 1))
                raw[position] ^= data.draw(st.integers(1, 255))
            else:
                raw = bytearray(b"x")
            new = f"CAST(x'{raw.hex()}' AS {kind})"
        else:
            new = str(data.draw(st.integers(-(2**40), 2**40).filter(lambda number: number != value)))
        try:
            connection.execute(f"UPDATE {table} SET {column} = {new} WHERE {condition}")
        except apsw.ConstraintError:
            return
    problems = found_in(path)
    assert len(problems) == 1, (table, column, condition, new)
    if table == "events" and column not in ("stream", "version"):
        stream, version = (part.split(" = ")[1] for part in condition.split(" AND "))
        with closing(apsw.Connection(str(path))) as connection:
            name = connection.execute(f"SELECT name FROM streams WHERE id = {stream}").get
        assert f"version {version} of the stream {name!r}" in problems[0].message


def test_every_byte_of_an_event_s_data_counts(path: Path) -> None:
    """Also those bytes of deflated data whose change would leave the text as it is."""
    chance = Random(4)
    with SqliteStore(path) as store, closing(apsw.Connection(str(path))) as connection:
        query = "SELECT stream, version, data FROM events WHERE typeof(data) = 'blob' LIMIT 3"
        rows: list[tuple[int, int, bytes]] = [(row[0], row[1], row[2]) for row in connection.execute(query)]
        for stream, version, data in rows:
            for position in range(len(data)):
                changed = bytearray(data)
                changed[position] ^= chance.randint(1, 255)
                where = "WHERE stream = ? AND version = ?"
                connection.execute(f"UPDATE events SET data = ? {where}", (bytes(changed), stream, version))
                assert len(store.verify_chain()) == 1
                connection.execute(f"UPDATE events SET data = ? {where}", (data, stream, version))
        assert store.verify_chain() == []


def test_readers_are_told_too(path: Path) -> None:
    with SqliteStore(path) as store:
        stream = next(store.streams())
        version = store.version(stream)
        tamper(path, f"UPDATE events SET reason = 'x' WHERE version = {version}")
        with pytest.raises(MalformedError, match=f"version {version} of the stream '{stream}'.* is damaged"):
            list(store.read(stream))
        with pytest.raises(MalformedError, match="is damaged"):
            list(store.read_all())


def plain(path: Path) -> Path:
    """A ledger with two streams of one event a commit: a 1, b 1, a 2, b 2, ..."""
    with SqliteStore(path) as store:
        for number in range(5):
            store.append(one("a", number, event(number)))
            store.append(one("b", number, event(number)))
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return plain(tmp_path / "small.db")


REST = "type, data, in_commit, time, actor, reason, crc"
DATA = "(SELECT data FROM events AS other WHERE other.stream = events.stream AND other.version = 5 - events.version)"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (
            ["DELETE FROM events WHERE stream = 2 AND version = 5"],
            "version 5 of the stream 'b', of commit 10, is missing",
        ),
        (
            ["DELETE FROM events WHERE stream = 1 AND version = 2"],
            "version 2 of the stream 'a', of commit 3, is missing",
        ),
        ([f"UPDATE events SET data = {DATA} WHERE stream = 1 AND version IN (2, 3)"], "version 2 of the stream 'a'"),
        (
            [
                "UPDATE events SET version = -2 WHERE stream = 1 AND version = 2",
                "UPDATE events SET version = 2 WHERE stream = 1 AND version = 3",
                "UPDATE events SET version = 3 WHERE stream = 1 AND version = -2",
            ],
            "version 2 of the stream 'a', of commit 5, is damaged",
        ),
        (["UPDATE events SET in_commit = 4 WHERE stream = 1 AND version = 2"], "belongs to commit 4, not 3"),
        (["DELETE FROM commits WHERE number = 4"], "commit 4 is missing"),
        (["DELETE FROM commits WHERE number = 1"], "commit 1 is missing"),
        (
            ["DELETE FROM commits WHERE number = 10"],
            "is incomplete: the record ends at commit 9, and .*small.db.head knows commit 10",
        ),
        (
            ["UPDATE commits SET hash = zeroblob(32) WHERE number = 10"],
            "small.db.head knows another commit 10 than .*small.db has",
        ),
        (["INSERT INTO commits VALUES (0, 0, NULL, '[]', x'00')"], "there is a commit 0, and the first is 1"),
        (["INSERT INTO commits VALUES (-1, 0, 'k', '[]', x'00')"], "there is a commit -1, and the first is 1"),
        (["INSERT INTO streams VALUES (9, 'c')"], "the stream 'c' has no events"),
        (["INSERT INTO actors VALUES (9, 'nobody')"], "'nobody' is the actor of no event"),
        (
            ["INSERT INTO snapshots VALUES ('a', 6, 'x', x'00')"],
            "a snapshot of version 6 of the stream 'a', which has no",
        ),
        (
            ["INSERT INTO snapshots VALUES ('c', 1, 'x', x'00')"],
            "a snapshot of version 1 of the stream 'c', which has no",
        ),
        (
            ["DELETE FROM commits WHERE number = 4", "DELETE FROM events WHERE stream = 2 AND version = 2"],
            "commit 4 is missing",
        ),
        (
            [
                "UPDATE commits SET number = -4 WHERE number = 4",
                "UPDATE commits SET number = 4 WHERE number = 5",
                "UPDATE commits SET number = 5 WHERE number = -4",
            ],
            "version 3 of the stream 'a', of commit 5, is damaged",
        ),
        (
            [f"INSERT INTO events SELECT stream, 6, {REST} FROM events LIMIT 1"],
            "the stream 'a' has events, up to version 6, that are in no commit",
        ),
        (
            [f"INSERT INTO events SELECT stream, -1, {REST} FROM events LIMIT 1"],
            "that are in no commit",
        ),
        (["UPDATE commits SET parts = '[[1,1,2]]' WHERE number = 3"], "belongs to commit 5, not 3"),
        (["UPDATE commits SET parts = '[[1, 1, 1]]' WHERE number = 3"], "commit 3 is damaged"),
        (["UPDATE commits SET parts = '[[1,1,\"1\"]]' WHERE number = 3"], "commit 3 is damaged"),
        (["UPDATE commits SET parts = '7' WHERE number = 3"], "commit 3 is damaged"),
        (["UPDATE commits SET parts = '[]' WHERE number = 3"], "commit 3 .* does not match its hash"),
        (["UPDATE commits SET parts = '[[9,1,1]]' WHERE number = 3"], "the name of stream 9 is damaged"),
        (["UPDATE commits SET key = 'x' WHERE number = 3"], "commit 3 .* does not match its hash"),
        (["UPDATE streams SET name = 'c' WHERE id = 1"], "version 1 of the stream 'c', of commit 1, is damaged"),
        (["UPDATE streams SET name = CAST(x'ff' AS TEXT) WHERE id = 1"], "the name of stream 1 is damaged"),
        (
            ["UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE stream = 1 AND version = 2"],
            "version 2 of the stream 'a'",
        ),
        (["UPDATE events SET time = 7 WHERE stream = 1 AND version = 2"], "version 2 of the stream 'a'"),
        (["UPDATE events SET type = 99 WHERE stream = 1 AND version = 2"], "there is no kind 99"),
    ],
)
def test_what_was_done_is_named(small: Path, statements: list[str], message: str) -> None:
    (problem,) = tamper(small, *statements)
    with pytest.raises(MalformedError, match=message):
        raise MalformedError(problem)


def test_a_clean_cut_shows_against_the_head_file_or_a_head_that_was_noted(small: Path) -> None:
    with SqliteStore(small) as store:
        head = store.tree_head()
    cut = ["DELETE FROM events WHERE stream = 2 AND version = 5", "DELETE FROM commits WHERE number = 10"]
    (problem,) = tamper(small, *cut)
    assert "the record ends at commit 9" in problem.message
    cut_off(small, 9)
    assert found_in(small) == []
    with SqliteStore(small) as store:
        (problem,) = store.verify_chain(head)
    assert problem.message == f"the record ends at commit 9, before the head {head} that was noted"


def loosen(path: Path, table: str) -> None:
    """A table takes values of any storage class, until it is tightened again."""
    _rewrite_schema(path, f"replace(replace(sql, ') STRICT,', ') '), ') STRICT', ')') WHERE name = '{table}'")


def tighten(path: Path, table: str) -> None:
    """The schema says again what it said."""
    (sql,) = [row[3] for row in expected_rows() if row[:2] == ("table", table)]
    assert sql is not None
    _rewrite_schema(path, "'" + sql.replace("'", "''") + f"' WHERE name = '{table}'")


def _rewrite_schema(path: Path, change: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("writable_schema", 1)
        connection.execute(f"UPDATE sqlite_schema SET sql = {change}")
        assert connection.changes() == 1
        connection.pragma("schema_version", connection.pragma("schema_version") + 1)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("commits", "key"),
        ("commits", "parts"),
        ("streams", "name"),
        ("actors", "name"),
        ("kinds", "type"),
        ("events", "reason"),
    ],
)
def test_a_value_of_another_storage_class_shows(small: Path, table: str, column: str) -> None:
    with SqliteStore(small) as store:
        store.append(one("a", 5, event(6), key="k"))
    loosen(small, table)
    with closing(apsw.Connection(str(small))) as connection:
        connection.execute(f"UPDATE {table} SET {column} = CAST({column} AS BLOB)")
    tighten(small, table)
    (problem,) = found_in(small)
    assert f"non-TEXT value in {table}.{column}" in problem.message


def test_a_forger_who_mends_the_check_sum_is_found_by_the_hash(small: Path) -> None:
    with SqliteStore(small) as store:
        forged = next(iter(store.read("a", 2))).event
    line = SealedEvent("a", 3, forged.type, 1, '["number"]', "[7]", round(forged.time.timestamp() * 1e6), "counter", "")
    crc = check_sum(line.line(), b"[7]")
    (problem,) = tamper(small, f"UPDATE events SET data = '[7]', crc = {crc} WHERE stream = 1 AND version = 3")
    assert problem == Problem("commit 5 ('a' 3 to 3) does not match its hash", "commit 5")


def test_a_line_can_t_be_cut_apart_elsewhere(tmp_path: Path) -> None:
    """The kind's columns together still say `1,["number","text"]`, but not each for itself."""
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        store.append(one("a", 0, event(1, text="x")))
    loosen(path, "kinds")
    (problem,) = tamper(path, """UPDATE kinds SET schema = '1,["number"', fields = '"text"]'""")
    assert "the schema of the ledger was changed: table kinds" in problem.message
    tighten(path, "kinds")
    (problem,) = found_in(path)
    assert "version 1 of the stream 'a', of commit 1, is damaged" in problem.message


def test_a_forger_s_data_that_is_no_json_gives_a_sentence(small: Path) -> None:
    line = SealedEvent("a", 1, "Counted", 1, '["number"]', "{", 1773489600000000, "counter", "")
    crc = check_sum(line.line(), b"{")
    (problem,) = tamper(small, f"UPDATE events SET data = '{{', crc = {crc} WHERE stream = 1 AND version = 1")
    assert problem.message == "commit 1 ('a' 1 to 1) does not match its hash"
    with (
        SqliteStore(small) as store,
        pytest.raises(MalformedError, match=r"version 1 of the stream 'a'.* can't be read"),
    ):
        _ = [one.event for one in store.read("a")]


def test_a_changed_document_shows(path: Path) -> None:
    (problem,) = tamper(path, "UPDATE documents SET text = 'other rules'")
    assert "is not what was stored" in problem.message
    with SqliteStore(path) as store, pytest.raises(MalformedError, match="is not what was stored"):
        store.get_document(problem.value or "")


def test_nothing_rests_on_a_changed_document(path: Path) -> None:
    """Rules that are stored again are compared with what is there."""
    with SqliteStore(path) as store:
        store.put_document("the rules")
    tamper(path, "UPDATE documents SET text = 'other rules'")
    with SqliteStore(path) as store, pytest.raises(MalformedError, match="is not what was stored"):
        store.put_document("the rules")


def test_a_damaged_file_is_a_problem_and_no_traceback(path: Path) -> None:
    """Bytes of the file itself, wherever they are: a sentence, or (in free space) no change at all."""
    chance = Random(11)
    good = path.read_bytes()
    found = 0
    for _ in range(150):
        bad = bytearray(good)
        for _ in range(20):
            bad[chance.randrange(len(bad))] ^= chance.randint(1, 255)
        path.write_bytes(bad)
        try:
            with SqliteStore(path) as store:
                found += bool(store.verify_chain())
        except MalformedError:
            found += 1
    assert found > 100


def test_snapshots_are_no_evidence(path: Path) -> None:
    with SqliteStore(path) as store:
        assert isinstance(next(iter(store.read(next(store.streams())))).event, Event)
    statement = "INSERT INTO snapshots VALUES ('table:1', 1, 'x', x'00')"
    assert tamper(path, statement) == []
