"""What a target can be: a book's id, a book's folder, a submission file, and choices for one call on top of it."""

import shutil
import tomllib
from pathlib import Path

import pytest

from pitbook.money import format_cents
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks.known_books import BOOKS as FOLDERS
from pitbook.submission import load_target, render, stock_submission
from submission.edits import BOOKS, FOUR, GALAXY, MD, edited


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("book_id", BOOKS)
def test_an_id_a_folder_and_a_file_mean_the_same(book_id: str, tmp_path: Path) -> None:
    digest = load_target(book_id).digest
    assert load_target(str(FOLDERS / book_id)).digest == digest
    assert load_target(write(tmp_path / "house.toml", edited(book_id))).digest == digest
    assert load_target(write(tmp_path / "without-ending", edited(book_id))).digest == digest


def test_a_folder_may_have_the_name_of_an_embedded_book_and_still_be_another(tmp_path: Path) -> None:
    folder = tmp_path / MD
    shutil.copytree(FOLDERS / MD, folder)
    game = (folder / "game.toml").read_text(encoding="utf-8")
    write(folder / "game.toml", game.replace("most = 6", "most = 4"))
    assert load_target(str(folder)).positions == 4
    assert load_target(MD).positions == 6


def test_a_folder_is_found_from_within_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDERS / MD, tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    for target in (".", "../mine", "../mine/", str(tmp_path / "mine" / ".." / "mine")):
        assert load_target(target).digest == load_target(MD).digest


def test_a_file_names_its_book_by_a_folder_beside_it(tmp_path: Path) -> None:
    shutil.copytree(FOLDERS / MD, tmp_path / "mine")
    target = write(tmp_path / "house.toml", edited(MD, (f'rulebook = "{MD}"', 'rulebook = "mine"')))
    assert load_target(target).digest == load_target(MD).digest


@pytest.mark.parametrize(
    "target", ["nonsense", "", "md-heads-up-holdem ", "a" * 5000, "no/such/thing", "nul\0", "\udcff"]
)
def test_nonsense_is_malformed(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MalformedError) as caught:
        load_target(target)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["missing.toml", "nul\0.toml", "a" * 5000 + ".toml"])
def test_a_file_that_can_not_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(MalformedError):
        load_target(str(tmp_path / name))


def test_a_file_that_names_no_book(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="the submission names no rule book"):
        load_target(write(tmp_path / "empty.toml", ""))


def test_a_file_that_does_not_hold_is_refused_with_all_its_problems(tmp_path: Path) -> None:
    text = edited(MD, ("positions = 6 ", "positions = 7 "), ("decks = 1", "decks = 2"))
    with pytest.raises(RefusedError) as caught:
        load_target(write(tmp_path / "house.toml", text))
    assert [problem.clause for problem in caught.value.problems] == [f"{MD} 2.A", f"{MD} 3.B"]


def test_a_file_with_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbf" + edited(MD).replace("\n", "\r\n").encode())
    assert load_target(str(path)).digest == load_target(MD).digest


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("game.toml", "most = 6", 'most = "six"', "game.toml: positions.most must be a whole number"),
        ("game.toml", 'clauses = ["2.A", "7.G"]', "clauses = 5", "game.toml: positions.clauses must be a list"),
        ("game.toml", 'clauses = ["2.A", "7.G"]', "clauses = [5]", "game.toml: positions.clauses.1 must be text"),
        (
            "game.toml",
            'per_player = "one"',
            'per_player = "two"',
            "game.toml: positions.per_player must be 'one' or 'as_filed'",
        ),
        ("game.toml", 'id = "md-heads-up-holdem"', "id = 5", "the book has no id"),
        ("game.toml", "board = 5\n", 'board = 5\nhouse_default = "nobody"\n', "game.toml: house_default: "),
        ("game.toml", "board = 5\n", "board = 5\nhouse_default = 5\n", "game.toml: house_default: "),
        (
            "game.toml",
            "board = 5\n",
            f'board = 5\nhouse_default = "{GALAXY}"\nhouse_default_parts = 5\n',
            "game.toml: house_default_parts must be a list",
        ),
        ("game.toml", "[positions]", "[flow]\nx = 1\n[positions]", "game.toml is not TOML"),
        (
            "procedures.toml",
            "[deck]",
            "[positions]\nx = 1\n[deck]",
            "procedures.toml: positions is already in game.toml",
        ),
        ("paytables.toml", "500 to 1", "500 too 1", "paytables.toml: paytables."),
    ],
)
def test_a_malformed_book_is_named_by_file_key_and_reason(
    file: str, old: str, new: str, named: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(FOLDERS / MD, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    write(folder / file, text.replace(old, new))
    with pytest.raises(MalformedError) as caught:
        load_target(str(folder))
    assert named in str(caught.value)


def test_a_book_without_options_prints_a_file_that_reads_back_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(FOLDERS / "ma-heads-up-holdem", folder)
    game = (folder / "game.toml").read_text(encoding="utf-8")
    write(folder / "game.toml", game[: game.index("[[options]]")])
    book = load_target(str(folder)).book
    assert book.options == ()
    assert tomllib.loads(render(book)) == stock_submission(book)


def test_an_empty_folder_holds_no_book(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="holds no rule book"):
        load_target(str(tmp_path))


def test_a_choice_for_one_call() -> None:
    rules = load_target(MD, [("trips_plus", "C"), ("bad_beat", "D")])
    assert {kind: rules.tables[kind].id for kind in ("odds", "bad_beat", "trips_plus")} == {
        "odds": "A",
        "bad_beat": "D",
        "trips_plus": "C",
    }


@pytest.mark.parametrize(
    ("book_id", "table", "meters", "envy"),
    [
        (MD, "A", {"progressive": "5000.00"}, None),
        (MD, "F", {"progressive": "6000.00"}, None),
        (MD, "I", {"progressive": "2500.00"}, None),
        (MD, "J", {"progressive": "2000.00"}, "J"),
        (GALAXY, "9", {"progressive": "2500.00"}, None),
        (FOUR, "B", {"progressive": "1000.00"}, "B"),
        (FOUR, "C", {"progressive": "10000.00"}, "C"),
        (FOUR, "D", {"major": "1000.00", "minor": "250.00"}, "D"),
        (FOUR, "F", {"mega": "10000.00", "major": "1000.00", "minor": "250.00"}, "F"),
    ],
)
def test_a_progressive_table_brings_its_minimum_amounts_and_its_envy_letter(
    book_id: str, table: str, meters: dict[str, str], envy: str | None
) -> None:
    rules = load_target(book_id, [("progressive", table)])
    assert rules.tables["progressive"].id == table
    assert {name: format_cents(meter.initial) for name, meter in rules.meters.items()} == meters
    assert {name: format_cents(meter.reset) for name, meter in rules.meters.items()} == meters
    assert (rules.envy_table.id if rules.envy_table else None) == envy


def test_an_envy_letter_chosen_in_the_same_call_stays_whatever_the_order() -> None:
    one = load_target(FOUR, [("progressive", "C"), ("envy", "B")])
    other = load_target(FOUR, [("envy", "B"), ("progressive", "C")])
    assert one.envy_table is not None
    assert one.envy_table.id == "B"
    assert one.digest == other.digest


def test_a_choice_on_top_of_a_file_keeps_what_it_does_not_change(tmp_path: Path) -> None:
    text = edited(
        FOUR,
        ('wager = "1.00"', 'wager = "5.00"'),
        ('rate = "0.10"', 'rate = "0.23"'),
        ('initial = "5000.00"', 'initial = "7000.00"'),
        ("# envy = ... ", 'envy = "D" '),
    )
    rules = load_target(write(tmp_path / "house.toml", text), [("progressive", "B")])
    assert rules.progressive_wagers == (500,)
    assert str(rules.meters["progressive"].rate) == "23/100"
    assert format_cents(rules.meters["progressive"].initial) == "1000.00"
    assert rules.envy_table is not None
    assert rules.envy_table.id == "B"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (("trips_plus", "Z"), "paytables.trips_plus: there is no table 'Z'; the book has A, B, C, D"),
        (("progressive", "K"), "paytables.progressive: there is no table 'K'"),
        (("envy", "J"), "paytables.envy: progressive table A has no envy bonus"),
    ],
)
def test_a_choice_that_the_book_does_not_have_is_refused(choice: tuple[str, str], said: str) -> None:
    with pytest.raises(RefusedError) as caught:
        load_target(MD, [choice])
    assert said in str(caught.value)


def test_a_choice_by_a_name_that_no_paytables_have_is_malformed() -> None:
    with pytest.raises(MalformedError) as caught:
        load_target(MD, [("tripsplus", "A"), ("trips_plus", "B"), ("all6", "1")])
    assert [problem.message.partition("; ")[0] for problem in caught.value.problems] == [
        "paytables.tripsplus: the book has no such tables",
        "paytables.all6: the book has no such tables",
    ]
    assert "did you mean 'trips_plus'?" in caught.value.problems[0].message


@pytest.mark.parametrize(
    "edit",
    [
        ("[paytables]", "[paytable]"),
        ("[progressive.meters.progressive]", "[progressive.meter.progressive]"),
        ("[progressive]", "[progressives]"),
    ],
)
def test_a_choice_on_top_of_a_broken_file_is_refused_like_the_file(edit: tuple[str, str], tmp_path: Path) -> None:
    target = write(tmp_path / "house.toml", edited(MD, edit))
    with pytest.raises(RefusedError):
        load_target(target, [("progressive", "J")])


@pytest.mark.parametrize("part", ["paytables", "progressive"])
def test_a_choice_on_top_of_a_file_whose_part_is_no_table(part: str, tmp_path: Path) -> None:
    target = write(tmp_path / "house.toml", f'rulebook = "{MD}"\n{part} = 5\n')
    with pytest.raises(RefusedError, match=f"{part} must be a table"):
        load_target(target, [("progressive", "J")])
