"""Books of one's own: based on another one, beside the others, and the quick question of one row."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from cli.running import Run, runner
from pitbook.odds.wagers import wager_result
from pitbook.problems import MalformedError
from pitbook.rulebooks import add_books, known_books, load_book, load_folder, register
from pitbook.rulebooks.known_books import book_ids
from pitbook.settlement import read_round, settle
from pitbook.submission import load_target
from pitbook.submission.rows import with_rows

MD = "md-heads-up-holdem"
LADDER = Path(__file__).parent.parent.parent / "examples" / "books" / "three-card-ladder"
GENEROUS = """
id = "generous-holdem"
title = "Generous Hold'em"
authority = "a question of ours"
based_on = "md-heads-up-holdem"

[[paytables]]
name = "trips_plus"
[[paytables.tables]]
id = "A"
rows = [{ hand = "flush", pays = "8 to 1" }]
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def _book(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_change_of_one_row(tmp_path: Path) -> None:
    """Only the flush changes: what it pays, and the clause, which is the book's own."""
    book, base = load_folder(_book(tmp_path / "book", GENEROUS)), load_book(MD)
    rows, before = (one.kind_of_table("trips_plus").tables[0].rows for one in (book, base))  # type: ignore[union-attr]
    assert [row for row, old in zip(rows, before, strict=True) if row != old] == [rows[4]]
    assert (rows[4].hand, str(rows[4].pays), rows[4].clauses) == ("flush", "8 to 1", ("generous-holdem 1",))
    assert [(one.number, one.was, one.is_now) for one in book.changes] == [(1, "7 to 1", "8 to 1")]
    assert book.wagers == base.wagers
    assert book.dealing == base.dealing


def test_a_changed_row_is_paid_and_solved(tmp_path: Path) -> None:
    """A flush on trips plus: 8 to 1 on a dollar, in settlement and in the odds, one more than Maryland's 7 to 1."""
    changed, stock = (load_target(str(one)) for one in (_book(tmp_path / "book", GENEROUS), MD))
    seat = {
        "seat": 1,
        "hole": "Ah 2h",
        "wagers": {"ante": "5.00", "odds": "5.00", "raise": "5.00", "trips_plus": "1.00"},
    }
    hand = {"board": "5h 6h 7h Kd 9c", "dealer": "3c 3d", "seats": [seat]}
    line = next(one for one in settle(changed, read_round(changed, hand)).lines if one.wager == "trips_plus")
    assert (line.payout, line.clauses) == (
        800,
        ("md-heads-up-holdem 11.I(3)", "md-heads-up-holdem 11.I(4)", "generous-holdem 1"),
    )
    results = [wager_result(rules, "trips_plus") for rules in (changed, stock)]
    flushes = next(one for one in results[0].lines if one.hand == "flush")
    # Of 133,784,560 sevens 4,047,644 are flushes.
    assert flushes.probability == Fraction(4_047_644, 133_784_560)
    assert results[1].house_edge - results[0].house_edge == flushes.probability
    question = wager_result(with_rows(stock, ["trips_plus.flush=8 to 1"]), "trips_plus")
    assert question.house_edge == results[0].house_edge


def test_a_book_based_on_a_book_of_ones_own(tmp_path: Path) -> None:
    """By its path; each book's changes are its own clauses."""
    _book(tmp_path / "generous", GENEROUS)
    text = GENEROUS.replace("generous-holdem", "lavish").replace(f'"{MD}"', '"../generous"').replace("8 to 1", "9 to 1")
    book = load_folder(_book(tmp_path / "lavish", text))
    flush = book.kind_of_table("trips_plus").tables[0].rows[4]  # type: ignore[union-attr]
    assert (str(flush.pays), flush.clauses) == ("9 to 1", ("lavish 1",))
    assert [change.was for change in book.changes] == ["8 to 1"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('based_on = "md-heads-up-holdem"', 'based_on = "no-such-book"', "based_on: there is no book 'no-such-book'"),
        ('based_on = "md-heads-up-holdem"', 'based_on = "."', "more than 10 books are based on each other"),
        ('based_on = "md-heads-up-holdem"', "based_on = 3", "based_on: there is no book '3'"),
        ('hand = "flush"', 'hand = "blush"', "blush"),
        ('"8 to 1"', '"8 two 1"', "'8 two 1' is not odds"),
        ('name = "trips_plus"', 'name = "trips_minus"', "paytables.trips_minus.title is missing"),
        ("[[paytables]]", "[positions]\nmost = 6\nleast = 2\n[[paytables]]", "positions.least"),
    ],
)
def test_changes_that_make_no_book_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in GENEROUS
    with pytest.raises(MalformedError) as failure:
        load_folder(_book(tmp_path / "book", GENEROUS.replace(old, new, 1)))
    assert words in str(failure.value)


def test_house_default_parts_that_the_lender_does_not_have(tmp_path: Path) -> None:
    text = 'id = "x"\nhouse_default = "md-heads-up-holdem"\nhouse_default_parts = ["opening", "closing"]\n'
    with pytest.raises(MalformedError, match="md-heads-up-holdem has no part 'closing'"):
        load_folder(_book(tmp_path / "book", text))


def test_the_check_of_a_book(tmp_path: Path, run: Run) -> None:
    """It holds, or every problem is told and the exit code is 1; a folder that is not there is 2."""
    good = run("rulebooks", "check", str(_book(tmp_path / "good", GENEROUS)), "--json")
    assert good.code == 0
    assert good.document["changes"] == ["paytables.trips_plus.tables.A.rows.flush.pays is 8 to 1, not 7 to 1."]
    bad = run("rulebooks", "check", str(_book(tmp_path / "bad", GENEROUS.replace('"8 to 1"', '"8"'))), "--json")
    assert (bad.code, bad.document["ok"]) == (1, False)
    assert run("rulebooks", "check", str(tmp_path / "none")).code == 2


def test_a_book_of_ones_own_has_a_register_with_every_clause(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "ladder"
    shutil.copytree(LADDER, folder)
    assert run("rulebooks", "check", str(folder)).code == 0
    register = folder / "clauses.toml"
    register.write_text(register.read_text(encoding="utf-8").replace('["6"]', '["7"]'), encoding="utf-8")
    shorter = run("rulebooks", "check", str(folder), "--json")
    assert shorter.code == 1
    assert [problem["message"] for problem in shorter.document["problems"]] == [
        "clauses.toml has no entry for three-card-ladder 6, which the book cites"
    ]
    register.unlink()
    without = run("rulebooks", "check", str(folder), "--json")
    assert without.code == 1
    assert "the register is missing" in without.document["problems"][0]["message"]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("trips_plus.flush", "is not TABLE.HAND"),
        ("trips_plus.flush=8", "is not odds"),
        ("trips.flush=8 to 1", "there is no paytable 'trips' here"),
        ("trips_plus.blush=8 to 1", "has no row 'blush'"),
        ("trips_plus.flush=push", "push"),
        ("trips_plus.flush=100% of meter", "meter"),
    ],
)
def test_rows_that_cannot_be_changed(row: str, words: str) -> None:
    with pytest.raises(MalformedError) as failure:
        with_rows(load_target(MD), [row])
    assert words in str(failure.value)


def test_no_book_was_added_by_loading_one(tmp_path: Path) -> None:
    load_folder(_book(tmp_path / "book", GENEROUS))
    assert "generous-holdem" not in book_ids()


def test_books_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of books is known to this process, by id; no id is taken twice, and a bad one adds nothing."""
    monkeypatch.setattr(known_books, "_ADDED", {})
    _book(tmp_path / "books" / "mine", GENEROUS)
    assert [book.id for book in add_books(tmp_path / "books")] == ["generous-holdem"]
    assert load_target("generous-holdem").book.based_on == MD
    assert register("generous-holdem")[0].says.endswith("is 8 to 1, not 7 to 1.")
    with pytest.raises(MalformedError, match="there is already a book 'generous-holdem'"):
        add_books(tmp_path / "books")
    other = GENEROUS.replace("generous-holdem", "first-holdem")
    _book(tmp_path / "more" / "first", other)
    _book(tmp_path / "more" / "second", other.replace('"8 to 1"', '"8"'))
    with pytest.raises(MalformedError, match="is not odds"):
        add_books(tmp_path / "more")
    assert "first-holdem" not in book_ids()
