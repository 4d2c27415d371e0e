"""Lessons, differences and glossary: worked out by hand from the books, each sentence with a clause that exists."""

import shutil
from pathlib import Path

import pytest

from pitbook.coach.differences import differences
from pitbook.coach.glossary import glossary
from pitbook.coach.lesson import Lesson, lesson_of
from pitbook.rulebooks import book_ids, register
from pitbook.submission import load_target
from pitbook.web.requests.house_rules import rules_of as chosen
from table.play import EVERY_BOOK, FOUR, GALAXY, MA, MD, rules_of

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "books"
READ_IN_A_MINUTE = 200
"""Words that people read in a minute without hurry."""


def said(lesson: Lesson) -> dict[str, list[str]]:
    return {step.title: [note.text for note in step.notes] for step in lesson.steps}


def citations() -> set[str]:
    return {clause.citation for book in book_ids() for clause in register(book)}


def test_maryland_holdem_by_hand() -> None:
    """7.F(1), 8.D(2), 11.B(1), 11.D(1), 11.F, 11.H and 12.B(1) of the book."""
    assert said(lesson_of(rules_of(MD))) == {
        "Wager": ["Wager on the Ante.", "Put as much on the Odds as on the Ante."],
        "Cards": ["You get two cards, the dealer two. Five community cards belong to everybody."],
        "Before the community cards": [
            "Raise 3 times the Ante, or check.",
            "You raise once at most; then you wait for the showdown.",
        ],
        "With three community cards up": ["Raise 2 times the Ante, or check."],
        "All five community cards up": ["Raise as much as the Ante, or fold.", "Folding loses the Ante and the Odds."],
        "Showdown": [
            "Your best five of seven cards meet the dealer's best five of seven.",
            "The dealer qualifies with a pair or better. With less, the Ante pushes.",
        ],
        "Paid": [
            "Beat the dealer, and the Ante and the Raise pay 1 to 1.",
            "A tie pushes.",
            "The Odds pays by its table for a win with a straight or better, and pushes below.",
            "Lose with a straight or better, and the Odds still pays, by the bad beat table.",
        ],
    }


def test_a_game_of_the_examples_by_hand() -> None:
    """Clauses 4 to 6 of the example: a win below the table pays 1 to 1, and does not push."""
    lesson = said(lesson_of(load_target(str(EXAMPLES / "three-card-ladder"))))
    assert lesson["Showdown"][1] == (
        "The dealer qualifies with queen high or better. With less, the Ante pays 1 to 1. With less, the Play pushes."
    )
    assert lesson["Paid"] == [
        "Beat the dealer, and the Ante pays 1 to 1.",
        "A tie pushes.",
        "The Play pays by its table for a win with a straight or better, and pays 1 to 1 below.",
    ]


def test_wagers_that_end_otherwise_are_said_apart(tmp_path: Path) -> None:
    """An ante that loses without a dealer who qualifies, and a play that wins 2 to 1 and also a tie."""
    ladder = EXAMPLES / "three-card-ladder"
    shutil.copy(ladder / "clauses.toml", tmp_path)
    text = (ladder / "book.toml").read_text(encoding="utf-8")
    text = text.replace('{ qualifies = false, pays = "1 to 1"', '{ qualifies = false, pays = "lose"')
    ante, play, rest = text.partition('name = "play"')
    rest = rest.replace('{ result = "beats", table = "play", clauses = ["5"] },\n', "", 1)
    rest = rest.replace('result = "beats", pays = "1 to 1"', 'result = "beats", pays = "2 to 1"')
    rest = rest.replace('result = "ties", pays = "push"', 'result = "ties", pays = "1 to 1"').partition(
        "[[paytables]]"
    )[0]
    (tmp_path / "book.toml").write_text(f"paytables = []\n{ante}{play}{rest}", encoding="utf-8")
    lesson = said(lesson_of(load_target(str(tmp_path))))
    assert lesson["Showdown"][1].endswith("With less, the Ante loses. With less, the Play pushes.")
    assert lesson["Paid"] == [
        "Beat the dealer, and the Ante pays 1 to 1.",
        "Beat the dealer, and the Play pays 2 to 1.",
        "On a tie the Ante pushes. On a tie the Play pays 1 to 1.",
    ]


def test_four_card_poker_by_hand() -> None:
    """7.E(1) and (2), 8.E, 11.B, 11.D(4) and 12.B of the book."""
    assert said(lesson_of(rules_of(FOUR))) == {
        "Wager": ["Wager on the Ante or the Aces Up, or both."],
        "Cards": ["You get five cards, the dealer six, one of them face up."],
        "You decide": ["Play 1 to 3 times the Ante, or fold.", "Folding loses the Ante."],
        "Showdown": [
            "Your best four of five cards meet the dealer's best four of six.",
            "The dealer always plays.",
        ],
        "Paid": [
            "Beat the dealer, and the Ante and the Play pay 1 to 1.",
            "A tie pays like a win.",
            "The Ante Bonus is paid for three of a kind or better, even if you lose.",
        ],
    }


def test_three_card_poker_by_hand() -> None:
    """3.a, 4, 5, 6 and 7 of Pitbook's own statement."""
    assert said(lesson_of(rules_of("three-card-poker"))) == {
        "Wager": ["Wager on the Ante or the Pair Plus, or both."],
        "Cards": ["You get three cards, the dealer three."],
        "You decide": ["Play as much as the Ante, or fold.", "Folding loses the Ante."],
        "Showdown": [
            "Your three cards meet the dealer's three.",
            "The dealer qualifies with queen high or better. With less, the Ante pays 1 to 1. "
            "With less, the Play pushes.",
        ],
        "Paid": [
            "Beat the dealer, and the Ante and the Play pay 1 to 1.",
            "A tie pushes.",
            "The Ante Bonus is paid for a straight or better, even if you lose.",
        ],
    }


def test_let_it_ride_by_hand() -> None:
    """3.a, 4, 5, 6 and 7 of Pitbook's own statement; nobody folds, and there is no dealer's hand."""
    lesson = lesson_of(rules_of("let-it-ride"))
    assert said(lesson) == {
        "Wager": [
            "Wager on Bet $.",
            "Put as much on Bet 1 as on Bet $.",
            "Put as much on Bet 2 as on Bet $.",
        ],
        "Cards": ["You get three cards; the dealer has none. Two community cards belong to everybody."],
        "Before the community cards": ["Withdraw Bet 1, or ride."],
        "With one community card up": ["Withdraw Bet 2, or ride."],
        "Your hand": ["Your five cards decide."],
        "Paid": [
            "Bet 1, Bet 2 and Bet $ pay from tens or better (1 to 1) up to royal flush (1,000 to 1).",
            "With less, every one of them that is left loses.",
        ],
    }
    (bonus,) = lesson.side_wagers
    assert [note.text for note in bonus.notes] == [
        "Pays from pair, three cards (1 to 1) up to straight flush, three cards (40 to 1).",
        "Only with Bet $.",
    ]


def test_the_house_that_allows_smaller_raises_teaches_them() -> None:
    lesson = said(lesson_of(chosen(GALAXY, {}, {"smaller_raises": True})))
    assert lesson["Before the community cards"][0] == "Raise 1, 2 or 3 times the Ante, or check."


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_lesson_takes_a_minute_and_cites_what_it_says(book: str) -> None:
    lesson = lesson_of(load_target(book))
    assert 50 < lesson.words <= READ_IN_A_MINUTE
    known = citations()
    notes = [note for step in lesson.steps for note in step.notes]
    notes += [note for wager in lesson.side_wagers for note in wager.notes]
    assert [note.text for note in notes if not note.clauses] == []
    assert {clause for note in notes for clause in note.clauses} <= known


def test_the_books_side_by_side_by_hand() -> None:
    lines = {line.label: line for line in differences([rules_of(book) for book in (MD, MA, FOUR)])}
    texts = {label: [cell.text for cell in line.cells] for label, line in lines.items()}
    assert texts["Positions"] == ["up to six", "up to six", "up to seven"]
    assert texts["Before the community cards"] == [
        "Raise 3 times the Ante, or check.",
        "Raise 1, 2 or 3 times the Ante, or check.",
        "–",
    ]
    assert texts["A tie"] == ["A tie pushes.", "A tie pushes.", "A tie pays like a win."]
    assert texts["Payout limit"] == ["allowed from $50,000", "none", "none"]
    assert texts["Trips Plus"][1:] == ["four paytables; it stays alive when you fold", "–"]
    assert texts["Progressive Payout"] == [
        "10 paytables; it stays alive when you fold",
        "–",
        "six paytables; folding loses it",
    ]
    assert texts["House edge, per ante, with these paytables"][::2] == ["2.3584 %", "2.7879 %"]
    assert not lines["A tie"].same
    (alike, *_) = differences([rules_of(MD), rules_of(MD)])
    assert alike.same


def test_the_glossary_cites_clauses_that_exist() -> None:
    terms = glossary()
    assert [term.name for term in terms] == sorted((term.name for term in terms), key=str.lower)
    assert len({term.name for term in terms}) == len(terms) > 20
    assert {clause for term in terms for clause in term.clauses} <= citations()
    assert all(term.says.endswith(".") for term in terms)
