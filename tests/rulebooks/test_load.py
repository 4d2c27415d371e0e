"""A malformed book fails at load, by file, key and reason."""

import shutil
from pathlib import Path

import pytest

from pitbook.problems import MalformedError
from pitbook.rulebooks import book_ids, load_book, load_folder
from pitbook.rulebooks.known_books import BOOKS
from pitbook.settlement import read_round, settle
from pitbook.submission import load_target


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    shutil.copytree(BOOKS / "md-heads-up-holdem", folder)
    return folder


def _edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("game.toml", "most = 6", 'most = "six"', ["game.toml", "positions.most", "must be a whole number"]),
        ("game.toml", "most = 6", "most = 0", ["game.toml", "positions.most", "must be at least 1"]),
        ("game.toml", "most = 6", "most = 6\nleast = 1", ["game.toml", "positions.least is not a known key"]),
        ("game.toml", 'result = "beats"', 'result = "magic"', ["game.toml", "wagers.ante.cases.3.result", "'beats'"]),
        (
            "game.toml",
            'pays = "push"',
            'pays = "pushes"',
            ["game.toml", "wagers.ante.cases.2.pays", "'pushes' is not odds"],
        ),
        ("game.toml", 'table = "odds"', 'table = "evens"', ["wagers.odds.cases: case 2", "'evens'", "does not have"]),
        ("game.toml", "progressive_survives_fold = false", "survives = false", ["wagers.progressive", "'survives'"]),
        ("game.toml", 'equals = "ante"', 'equals = "aunt"', ["'aunt'", "does not have"]),
        ("game.toml", '"trips_plus", "progressive"]', '"trips_plus"]', ["settlement.order", "progressive"]),
        ("paytables.toml", '"500 to 1"', '"500 two 1"', ["paytables.toml", "pays", "'500 two 1' is not odds"]),
        ("paytables.toml", '"500 to 1"', "500", ["paytables.toml", "pays"]),
        (
            "paytables.toml",
            'hand = "flush"',
            'hand = "blush"',
            ["paytables.toml", "paytables.odds.A", "blush", "hands.player"],
        ),
        ("paytables.toml", 'hand = "flush"', 'hand = "straight"', ["paytables.toml", "straight", "more than once"]),
        ("paytables.toml", '"100% of meter"', '"100% of mega"', ["paytables.toml", "mega"]),
        ("paytables.toml", 'minimum = "5000.00"', "minimum = 5000.0", ["paytables.toml", "minimum"]),
        ("paytables.toml", 'minimum = "5000.00"', 'minimum = "5e3"', ["paytables.toml", "minimum", "'5e3'"]),
        ("paytables.toml", 'id = "B"', 'id = "A"', ["paytables.toml", "same id"]),
        ("procedures.toml", 'do = "burn"', 'do = "eat"', ["procedures.toml", "dealing", "burn"]),
        ("procedures.toml", 'do = "wash"', 'do = "polish"', ["procedures.toml", "opening.steps", "'wash'"]),
        ("procedures.toml", "[deck]", "[deck", ["procedures.toml", "not TOML"]),
    ],
)
def test_malformed_book(book: Path, name: str, old: str, new: str, words: list[str]) -> None:
    _edit(book, name, old, new)
    with pytest.raises(MalformedError) as failure:
        load_folder(book)
    for word in words:
        assert word in str(failure.value)


def test_all_problems_of_a_book_are_reported_together(book: Path) -> None:
    _edit(book, "game.toml", "most = 6", "most = 0")
    _edit(book, "paytables.toml", '"8 to 1"', '"lots"')
    with pytest.raises(MalformedError) as failure:
        load_folder(book)
    assert [problem.value for problem in failure.value.problems] == ["0", "lots"]


def test_the_same_key_in_two_files(book: Path) -> None:
    (book / "more.toml").write_text("board = 5\n", encoding="utf-8")
    with pytest.raises(MalformedError, match=r"more\.toml: board is already in game\.toml"):
        load_folder(book)


def test_a_folder_without_a_book(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match=r"no \.toml file"):
        load_folder(tmp_path)


def test_a_book_without_an_id(book: Path) -> None:
    _edit(book, "game.toml", 'id = "md-heads-up-holdem"', "")
    with pytest.raises(MalformedError, match="no id"):
        load_folder(book)


def test_a_house_default_that_is_no_book(tmp_path: Path) -> None:
    folder = tmp_path / "galaxy"
    shutil.copytree(BOOKS / "galaxy-heads-up-holdem", folder)
    _edit(folder, "game.toml", 'house_default = "md-heads-up-holdem"', 'house_default = "atlantis"')
    with pytest.raises(MalformedError, match="there is no book 'atlantis'"):
        load_folder(folder)


def test_an_unknown_book_names_the_known_ones() -> None:
    with pytest.raises(MalformedError) as failure:
        load_book("three-card-monte")
    assert all(book_id in str(failure.value) for book_id in book_ids())


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("game.toml", 'qualifies = "pair"', 'qualifies = "banana"', 'hands.dealer: "banana" is not a five-card hand'),
        ("game.toml", 'ranking = "five_card"', 'ranking = "six_card"', "there is no ranking 'six_card'"),
        ("game.toml", 'ranking = "five_card"', 'ranking = "four_card"', "made from 4 to 6 cards, not from 7"),
        ("game.toml", 'pays = "1 to 1"', 'pays = "banana"', "'banana' is not odds"),
        (
            "game.toml",
            'result = "beats", pays = "1 to 1"',
            'result = "beats"',
            "and this one has neither",
        ),
        ("game.toml", "opens = true\n", "", "no wager has opens = true"),
        ("game.toml", "decided = true\n", "", "wagers.raise.decided"),
        ("game.toml", "multiples = [3]", "multiples = []", "multiples"),
        ("game.toml", 'id = "md-heads-up-holdem"', 'id = ""', "id"),
        ("game.toml", "{ progressive_survives_fold = false", "{ aggressive = false", "names 'aggressive'"),
        ("game.toml", 'never_limits = ["progressive"', 'never_limits = ["banana"', "never_limits names 'banana'"),
        ("game.toml", 'with_progressive = ["J"]', 'with_progressive = ["Q"]', "with_progressive names 'Q'"),
        ("paytables.toml", '"9 to 1"', '"push"', "full_house cannot pay push here"),
        ("procedures.toml", 'name = "shoe_jam"', 'name = "earthquake"', "'wrong_number_of_cards'"),
        ("procedures.toml", 'name = "shoe_jam"', 'name = "shuffler_jam"', "two irregularities are called shuffler_jam"),
        ("procedures.toml", 'street = "flop"', 'street = "flap"', "names 'flap'"),
        ("procedures.toml", 'wager = "pocket_bonus", when', 'wager = "pocket_money", when', "names 'pocket_money'"),
    ],
)
def test_parts_that_do_not_fit_together(book: Path, name: str, old: str, new: str, words: str) -> None:
    _edit(book, name, old, new)
    with pytest.raises(MalformedError) as failure:
        load_folder(book)
    assert words in str(failure.value)


def test_for_one_takes_the_stake(tmp_path: Path) -> None:
    """7 for 1 on a dollar hands back seven, not eight."""
    folder = tmp_path / "book"
    shutil.copytree(BOOKS / "md-heads-up-holdem", folder)
    _edit(folder, "game.toml", 'id = "md-heads-up-holdem"', 'id = "other"')
    _edit(folder, "paytables.toml", '"three_of_a_kind", pays = "3 to 1"', '"three_of_a_kind", pays = "7 for 1"')
    rules = load_target(str(folder))
    wagers = {"ante": "10.00", "odds": "10.00", "raise": "10.00", "trips_plus": "1.00"}
    seat = {"seat": 1, "hole": "9c 9d", "wagers": wagers}
    hand = {"board": "9h 6s 5c 2d Kh", "dealer": "Qc Jd", "seats": [seat]}
    line = next(line for line in settle(rules, read_round(rules, hand)).lines if line.wager == "trips_plus")
    assert (line.hand, line.payout, line.returned) == ("three_of_a_kind", 700, 700)
