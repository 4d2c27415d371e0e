"""`pitbook db`, and `--db URL` wherever a file may stand: dealt, audited, and copied both ways to the last hash."""

from pathlib import Path

import pytest

from cli.running import Run
from pitbook.audit import audit
from pitbook.ledger import place_of
from pitbook.ledger.postgres.schema import NEWEST
from pitbook.ledger.tree import Tree
from pitbook.pit import open_record
from pitbook.pit.checkpoints import checkpoints_path
from pitbook.pit.record import companions_of
from postgresql import Server, tamperer

BOOK = "md-heads-up-holdem"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and checkpoints of records in databases go here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.ledger("cli")


def report(place: str) -> object:
    """What an audit of a record says."""
    with open_record(place_of(place), read_only=True) as store:
        found = audit(store)
    assert found.holds, found.problems
    return found


def beside(place: str) -> Path:
    return companions_of(place_of(place))


def test_a_record_in_a_database_is_dealt_audited_and_read(run: Run, url: str) -> None:
    dealt = run("deal", BOOK, "--rounds", "2", "--seats", "2", "--strategy", "basic", "--db", url, "--json").document
    assert dealt["db"] == url
    assert dealt["head"] == run("audit", "--db", url, "--json").document["head"]
    found = run("audit", "--db", url, "--json").document
    assert (found["holds"], found["rounds"], found["uncovered"]) == (True, 2, 0)
    one = dealt["rounds"][0]
    assert run("replay", one, "--db", url, "--json").document["round"]
    assert run("verify", one, "--db", url).code == 0
    assert "round_opened" in run("export", "--db", url, "--format", "jsonl").out
    assert run("meters", "--db", url, "--json").code == 0
    signed = run("checkpoint", "--db", url, "--json")
    assert signed.code == 0
    assert checkpoints_path(beside(url)).exists()
    assert run("receipt", one, "--db", url).out.startswith("c2sp.org/tlog-proof@v1\n")
    assert run("keys", "rotate", "--db", url).code == 0
    more = run("deal", BOOK, "--rounds", "1", "--seats", "2", "--strategy", "basic", "--db", url)
    assert more.code == 0
    assert run("audit", "--db", url, "--json").document["rounds"] == 3


@pytest.fixture
def both(run: Run, url: str, tmp_path: Path) -> tuple[str, str]:
    """A record with a checkpoint in the middle and at the end, in a file and copied into a database."""
    path = str(tmp_path / "file.db")
    for _ in range(2):
        run("deal", BOOK, "--rounds", "1", "--seats", "2", "--strategy", "basic", "--table", "T1", "--db", path)
        run("checkpoint", "--db", path)
    assert run("db", "copy", path, url).code == 0
    return path, url


def test_a_copy_is_equal_both_ways(run: Run, both: tuple[str, str], tmp_path: Path) -> None:
    path, url = both
    back = str(tmp_path / "back.db")
    copied = run("db", "copy", url, back, "--json").document
    assert copied["with_key"]
    assert report(path) == report(url) == report(back)
    kept = [checkpoints_path(beside(place)).read_bytes() for place in (path, url, back)]
    assert kept[0] == kept[1] == kept[2] != b""
    with open_record(Path(path), read_only=True) as one, open_record(place_of(url), read_only=True) as two:
        assert list(one.read_all()) == list(two.read_all())
        assert one.leaves(0, one.size()) == two.leaves(0, two.size())
        assert list(one.documents()) == list(two.documents())


def test_a_copy_goes_on_where_it_was_cut_short_and_refuses_another_record(
    run: Run, both: tuple[str, str], tmp_path: Path
) -> None:
    path, url = both
    run("deal", BOOK, "--rounds", "1", "--seats", "2", "--strategy", "basic", "--table", "T1", "--db", path)
    run("checkpoint", "--db", path)
    assert run("db", "copy", path, url).code == 0
    assert report(path) == report(url)
    other = str(tmp_path / "other.db")
    run("deal", BOOK, "--rounds", "1", "--seats", "1", "--strategy", "basic", "--db", other)
    refused = run("db", "copy", other, url)
    assert refused.code == 2
    assert "are not the beginning of what is to be copied" in refused.err or "checkpoints of another" in refused.err
    assert report(path) == report(url)
    assert "exists already" in run("db", "copy", url, path).err


def test_a_cut_tail_and_an_older_database_are_found(run: Run, both: tuple[str, str]) -> None:
    """Whoever restores an older database, or cuts off the last commits everywhere in it, has no older checkpoints."""
    _, url = both
    with open_record(place_of(url), read_only=True) as store:
        size = store.size()
        peaks = store.leaves(0, size - 1)
    with tamperer(url) as connection:
        connection.execute(
            "CREATE TEMP TABLE cut AS SELECT p.* FROM parts p JOIN numbers n ON n.id = p.in_commit WHERE n.number = %s",
            (size,),
        )
        connection.execute("DELETE FROM parts WHERE in_commit IN (SELECT in_commit FROM cut)")
        connection.execute("DELETE FROM commits WHERE id IN (SELECT in_commit FROM cut)")
        connection.execute("DELETE FROM numbers WHERE number = %s", (size,))
        tree = Tree().with_leaves(peaks)
        connection.execute("UPDATE tree SET size = %s, peaks = %s", (tree.size, list(tree.peaks)))
        connection.execute(
            "UPDATE streams s SET version = cut.after, hash = coalesce((SELECT c.hash FROM parts p"
            " JOIN commits c ON c.id = p.in_commit WHERE p.stream = s.id ORDER BY c.id DESC LIMIT 1), '')"
            " FROM cut WHERE s.id = cut.stream"
        )
        connection.execute("DELETE FROM streams WHERE version = 0")
    with open_record(place_of(url), read_only=True) as store:
        assert store.verify_chain() == []
    found = run("audit", "--db", url)
    assert found.code == 1
    assert f"was cut off: the house has signed a checkpoint of {size} commits, and it has {size - 1}" in found.err
    assert "was cut off" in run("checkpoint", "--db", url).err


def test_a_backup_of_a_database_is_a_file(run: Run, both: tuple[str, str], tmp_path: Path) -> None:
    path, url = both
    backup = str(tmp_path / "backup.db")
    assert run("backup", backup, "--without-key", "--db", url).code == 0
    restored = str(tmp_path / "restored.db")
    assert run("restore", backup, restored).code == 0
    with open_record(Path(path), read_only=True) as one, open_record(Path(restored), read_only=True) as two:
        assert one.tree_head() == two.tree_head()


def test_a_database_is_prepared_once(run: Run, postgres: Server) -> None:
    """Without a writer of its own it works too, and warnings say what binds nobody."""
    url = postgres.create("prepared")
    missing = run("deal", BOOK, "--rounds", "1", "--db", url)
    assert (missing.code, "pitbook db init makes one" in missing.err) == (2, True)
    assert "pitbook db init makes one" in run("db", "migrate", "--db", url).err
    assert "there is no role 'nobody'" in run("db", "init", "--db", url, "--writer", "nobody").err
    made = run("db", "init", "--db", url, "--json")
    assert "owner is a superuser: privileges do not restrict it" in made.err
    assert "fsync is off" in made.err
    assert len(made.document["warnings"]) == 4
    assert "has a ledger already" in run("db", "init", "--db", url).err
    assert run("db", "migrate", "--db", url, "--json").document == {"db": url, "before": NEWEST, "after": NEWEST}
    dealt = run("deal", BOOK, "--rounds", "1", "--seats", "1", "--strategy", "basic", "--db", url)
    assert dealt.code == 0
    assert run("audit", "--db", url).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("audit", "--db", "postgresql://ann:secret@127.0.0.1:1/none"),
            "cannot connect to postgresql://ann@127.0.0.1:1",
        ),
        (("audit", "--db", "postgresql://ann:secret@127.0.0.1:port/x"), "this URL can't be read"),
        (("db", "init", "--db", "file.db"), "a database is named by a URL"),
        (("db", "migrate", "--db", "postgresql://ann:secret@127.0.0.1:1/none"), "cannot connect to"),
        (("db", "copy", "none.db", "postgresql://ann:secret@127.0.0.1:1/none"), "there is no record at none.db"),
    ],
)
def test_what_can_not_be_reached_is_a_sentence(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.code == 2
    assert message in found.err
    assert "secret" not in found.err + found.out
