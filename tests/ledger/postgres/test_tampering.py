"""What the writing role may not do, what triggers refuse to everybody, and what is found after a superuser did it."""

import psycopg
import pytest

from ledger.samples import commits, one
from pitbook.ledger import Snapshot
from pitbook.ledger.postgres import PostgresStore
from pitbook.ledger.tree import Tree
from postgresql import Server, tamperer

KEPT = ("streams", "commits", "parts", "numbers", "tree", "documents")


@pytest.fixture
def url(postgres: Server) -> str:
    """A ledger with 14 commits, a document and a snapshot."""
    url = postgres.ledger("tampering")
    with PostgresStore(url) as store:
        store.append_group(commits(4, 12))
        store.append(one("cut", 0))
        store.append(one("cut", 1))
        store.put_document("ante = 5")
        store.put_snapshot(Snapshot("cut", 1, "code", b"state"))
    return url


@pytest.mark.parametrize("table", [*KEPT, "pending"])
@pytest.mark.parametrize("role", ["writer", "owner"])
def test_nobody_changes_what_is_stored(url: str, table: str, role: str) -> None:
    """The writing role may not, and the owner's statements are refused by triggers."""
    column = {"parts": "lines", "tree": "size", "documents": "content"}.get(table, "hash")
    statements = ["TRUNCATE {} CASCADE"]
    if table != "pending" or role == "writer":
        statements.append("DELETE FROM {}")
    if table != "pending":
        statements.append("UPDATE {} SET " + f"{column} = {column}")  # noqa: S608
    if role == "writer" and table != "documents":
        statements.append("INSERT INTO {} DEFAULT VALUES")
    expected = psycopg.errors.InsufficientPrivilege if role == "writer" else psycopg.errors.RaiseException
    with psycopg.connect(url.replace("writer@", f"{role}@"), autocommit=True) as connection:
        connection.execute("SET search_path = pitbook")
        for statement in statements:
            with pytest.raises(expected):
                connection.execute(statement.format(table).encode())
    with PostgresStore(url) as store:
        assert store.verify_chain() == []


TAMPERING = {
    "UPDATE parts SET lines = replace(lines, '[1]', '[2]') WHERE in_commit = 13": "does not match its hash",
    "UPDATE parts SET lines = replace(lines, 'counter', 'seat 9') WHERE in_commit = 13": "does not match its hash",
    "UPDATE parts SET lines = replace(lines, E'\\t', ',') WHERE in_commit = 13": "version 1 of the stream 'cut'",
    """UPDATE parts SET lines = replace(lines, E'\\t["nested",', E',["nested"\\t')""": "can't be read",
    "UPDATE parts SET size = 2 WHERE in_commit = 13": "commit 13 has 1 events for the stream 'cut', not 2",
    "UPDATE parts SET place = 2 WHERE in_commit = 13": "part 1 of commit 13 is missing",
    "UPDATE parts SET in_commit = 99 WHERE in_commit = 13": "commit 13 () does not match its hash",
    "UPDATE parts SET in_commit = 14, place = 2 WHERE in_commit = 13": "commit 13 () does not match its hash",
    "DELETE FROM parts WHERE after = 1 AND stream = (SELECT id FROM streams WHERE name = 'cut')": (
        "commit 14 () does not match its hash"
    ),
    "DELETE FROM commits WHERE id = 3": "commit 3 is missing",
    "UPDATE commits SET key = 'other' WHERE id = 3": "does not match its hash",
    "UPDATE commits SET hash = sha256('x') WHERE id = 3": "does not match its hash",
    "UPDATE numbers SET hash = sha256('x') WHERE number = 3": "commit 3 is missing, or has another digest",
    "DELETE FROM numbers WHERE number = 14": "the tree of 14 commits is not that of the 13 in the order",
    "DELETE FROM numbers WHERE number = 5": "commit 5 is missing",
    "UPDATE tree SET peaks = peaks[2:]": "the tree of 14 commits is not that of the 14 in the order",
    "UPDATE numbers SET number = -number WHERE number = 1": "commit 1 is missing",
    "UPDATE streams SET version = 1 WHERE name = 'cut'": "the head of the stream 'cut' says version 1",
    "UPDATE streams SET hash = sha256('x') WHERE name = 'cut'": "the head of the stream 'cut'",
    "DELETE FROM streams WHERE name = 'cut'": "a stream of commit 13 is missing",
    "INSERT INTO streams(name, version, hash) VALUES ('more', 0, '')": "the head of the stream 'more'",
    r"""UPDATE parts SET lines = replace(lines, '"counter"', '"\u0063ounter"')""": "version 1 of the stream 'cut'",
    r"UPDATE parts SET lines = replace(lines, E'\t1\t[\"number', E'\t01\t[\"number')": "version 1 of the stream 'cut'",
    "INSERT INTO parts SELECT stream, 2, 99, place, size, lines FROM parts WHERE in_commit = 14": (
        "the stream 'cut' has a part after version 2 that is in no commit"
    ),
    "INSERT INTO parts SELECT id, 2, 99, 1, 0, lines FROM parts, streams WHERE in_commit = 14 AND name = 'table:1'": (
        "the stream 'table:1' has a part after version 2 that is in no commit"
    ),
    "INSERT INTO parts SELECT 99, 0, 99, place, size, lines FROM parts WHERE in_commit = 14": (
        "the stream 99 has a part after version 0 that is in no commit"
    ),
    "INSERT INTO pending VALUES (99)": "0 commits are not in the order, and 1 wait",
    "UPDATE snapshots SET version = 7": "a snapshot of version 7 of the stream 'cut'",
    "ALTER TABLE commits DISABLE TRIGGER kept": "of which 14 are on",
    "DROP TRIGGER whole ON parts": "has 14 triggers",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'": (
        "the function refuse_change"
    ),
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'": (
        "the function refuse_change"
    ),
    "CREATE OR REPLACE TRIGGER kept BEFORE UPDATE OR DELETE ON commits FOR EACH ROW WHEN (false)"
    " EXECUTE FUNCTION refuse_change()": "was changed: CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON",
    "CREATE OR REPLACE TRIGGER kept BEFORE DELETE ON commits FOR EACH ROW EXECUTE FUNCTION refuse_change()": (
        "was changed: CREATE TRIGGER kept BEFORE DELETE ON"
    ),
}


@pytest.mark.parametrize("statement", TAMPERING)
def test_what_a_superuser_changes_is_found(url: str, statement: str) -> None:
    with tamperer(url) as connection, PostgresStore(url, read_only=True) as store:
        assert store.verify_chain() == []
        schema = statement.startswith(("ALTER", "DROP", "CREATE"))
        before = connection.execute("SELECT pg_get_functiondef('refuse_change'::regproc)").fetchone()
        connection.execute(statement.encode())
        try:
            (problem,) = store.verify_chain()
        finally:
            if schema and before:
                connection.execute(str(before[0]).encode())
                connection.execute("ALTER TABLE commits ENABLE TRIGGER kept")
                connection.execute(
                    "CREATE OR REPLACE TRIGGER kept BEFORE UPDATE OR DELETE ON commits FOR EACH ROW"
                    " EXECUTE FUNCTION refuse_change()"
                )
                connection.execute("DROP TRIGGER IF EXISTS whole ON parts")
                connection.execute(
                    "CREATE TRIGGER whole BEFORE TRUNCATE ON parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
                )
    assert TAMPERING[statement] in problem.message


def test_a_removed_wait_for_a_number_is_found(url: str) -> None:
    """A commit that nobody will number would be in no tree."""
    with tamperer(url) as connection, PostgresStore(url, read_only=True) as store:
        connection.execute("DELETE FROM numbers WHERE number = 14")
        connection.execute("UPDATE tree SET size = t.size, peaks = t.peaks FROM (SELECT 13 AS size, peaks FROM tree) t")
        (problem,) = store.verify_chain()
        assert "the tree of 13 commits is not that" in problem.message
        peaks = list(Tree().with_leaves(store.leaves(0, 13)).peaks)
        connection.execute("UPDATE tree SET peaks = %s", (peaks,))
        (problem,) = store.verify_chain()
        assert "1 commits are not in the order, and 0 wait for it" in problem.message
