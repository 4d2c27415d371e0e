"""Cases: the first that holds decides, every situation that can occur has one, and every one of them is needed."""

import shutil
from pathlib import Path

import pytest

from pitbook.problems import MalformedError
from pitbook.rulebooks import book_ids, load_book, load_folder
from pitbook.rulebooks.cases import CaseSituation, case_when, deciding, unmet
from pitbook.rulebooks.known_books import BOOKS

MD = "md-heads-up-holdem"
FOUR = "md-four-card-poker"


def _refusal(tmp_path: Path, book_id: str, old: str, new: str) -> str:
    """What the book is refused for, with one piece of its game replaced."""
    folder = tmp_path / "book"
    shutil.copytree(BOOKS / book_id, folder)
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MalformedError) as failure:
        load_folder(folder)
    return str(failure.value)


@pytest.mark.parametrize(
    ("book_id", "old", "new", "words"),
    [
        # A situation that no case decides is named in words.
        (
            MD,
            '    { result = "ties", pays = "push", clauses = ["11.H(4)(b)"] },\n',
            "",
            "wagers.ante.cases: no case decides it when the player did not fold, "
            "the dealer qualifies and the hand ties the dealer's",
        ),
        (
            MD,
            '    { result = "beats", pays = "push", reason = "win_below_straight", '
            'clauses = ["11.H(4)(a)", "12.B(1)(g)"] },\n',
            "",
            "wagers.odds.cases: no case decides it when",
        ),
        (FOUR, '    { pays = "lose", clauses = ["11.D(8)"] },\n', "", "wagers.progressive.cases: no case decides it"),
        # A case that an earlier one always forestalls.
        (
            MD,
            '    { pays = "lose", clauses = ["11.I(1)"] },\n',
            '    { pays = "lose", clauses = ["11.I(1)"] },\n    { pays = "lose", clauses = ["11.I(1)"] },\n',
            "wagers.pocket_bonus.cases: case 3 never decides",
        ),
        # A dealer who does not qualify never beats a straight, so this case could never decide.
        (
            MD,
            '    { result = "loses", qualifies = false, pays = "lose", clauses = ["11.H(2)(c)"] },\n'
            '    { result = "loses", table = "bad_beat", reason',
            '    { result = "loses", qualifies = false, table = "bad_beat", pays = "push", clauses = ["11.H(2)"] },\n'
            '    { result = "loses", qualifies = false, pays = "lose", clauses = ["11.H(2)(c)"] },\n'
            '    { result = "loses", table = "bad_beat", reason',
            "wagers.odds.cases: case 8 never decides",
        ),
        # Four Card Poker's dealer always plays.
        (
            FOUR,
            '    { result = "beats", pays = "1 to 1", clauses = ["11.D(4)(c)(ii)", "12.A"] },\n',
            '    { qualifies = false, pays = "push", clauses = ["12.A"] },\n'
            '    { result = "beats", pays = "1 to 1", clauses = ["11.D(4)(c)(ii)", "12.A"] },\n',
            "wagers.ante.cases: case 2 never decides",
        ),
        (MD, 'folded = true, pays = "forfeit"', 'pays = "forfeit"', "only a fold forfeits a wager"),
        (
            MD,
            '    { folded = true, pays = "forfeit", clauses = ["11.F(2)"] },\n    { qualifies',
            "    { qualifies",
            "wagers.ante.cases: no case says what a fold does to it",
        ),
        (FOUR, '{ pays = "nothing", clauses = ["12.B"] }', '{ pays = "lose", clauses = ["12.B"] }', "a bonus has no"),
        (MD, '{ pays = "lose", clauses = ["11.I(1)"] }', '{ pays = "nothing", clauses = ["11.I(1)"] }', "only a bonus"),
        (MD, '{ table = "pocket_bonus", clauses', "{ clauses", "this one has neither"),
        (
            MD,
            '{ table = "pocket_bonus", clauses = ["11.I(1)", "11.I(2)"] }',
            '{ table = "pocket_bonus", clauses = ["11.I(1)"], meter_clauses = ["11.I(2)"] }',
            "meter_clauses belong to a progressive wager",
        ),
        (
            MD,
            '{ table = "pocket_bonus", clauses',
            '{ table = "pocket_bonus", lucky = true, clauses',
            "lucky is not a known key",
        ),
    ],
)
def test_cases_that_do_not_decide_are_refused(tmp_path: Path, book_id: str, old: str, new: str, words: str) -> None:
    assert words in _refusal(tmp_path, book_id, old, new)


@pytest.mark.parametrize("book_id", book_ids())
def test_every_case_cites_its_clause(book_id: str) -> None:
    cases = [case for wager in load_book(book_id).wagers for case in wager.cases]
    assert cases
    assert all(case.clauses for case in cases)


def test_why_earlier_cases_did_not_hold() -> None:
    """Maryland's odds wager, a flush that loses to a dealer with a full house: a bad beat, the ninth case."""
    odds = load_book(MD).wager("odds")
    at = CaseSituation(False, True, "loses", {"odds", "bad_beat"}, {}, {"ante", "odds", "raise"})
    held = deciding(odds, at)
    assert held is odds.cases[8]
    assert [unmet(case, at, str) for case in odds.cases[:8]] == [
        ("the player did not fold",),
        ("the dealer qualifies", "the hand loses to the dealer's"),
        ("the hand loses to the dealer's",),
        ("the dealer qualifies", "the hand loses to the dealer's"),
        ("the hand loses to the dealer's",),
        ("the dealer qualifies", "the hand loses to the dealer's"),
        ("the hand loses to the dealer's",),
        ("the dealer qualifies",),
    ]


def test_a_tie_in_four_card_poker_wins() -> None:
    """4cp 11.D(4)(c)(ii): only a hand that is lower than the dealer's loses."""
    case = case_when(load_book(FOUR).wager("play"), "ties")
    assert case is not None
    assert str(case.pays) == "1 to 1"
