"""The stock submissions: they hold, they print to files that read back the same, they offer what the contract says."""

import tomllib
from typing import Any

import pytest

from pitbook.money import format_cents
from pitbook.rulebooks import load_book
from pitbook.submission import check, render, stock_submission
from submission.edits import BOOKS, FOUR, GALAXY, MA, MD


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_stock_submission_holds(book_id: str) -> None:
    rules, problems = check(stock_submission(load_book(book_id)))
    assert problems == []
    assert rules.book.id == book_id


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_printed_file_reads_back_the_same(book_id: str) -> None:
    book = load_book(book_id)
    assert tomllib.loads(render(book)) == stock_submission(book)


CITED = {
    MD: {
        "positions": "[2.A]",
        "# payout_limit": "[12.E-2, 12.E-2(1)]",
        "bad_beat": "[12.C, 1.B(1)]",
        "trips_plus": "[12.E]",
        "chip_unit": "[reading 26]",
        "decks": "[3.B]",
        "shuffler": "[9.A(1)]",
        "reset": "[12.D-2(3)(b)(i)]",
        "rate": "[12.D-2(3)(a)]",
    },
    MA: {"positions": "[reading 13]", "ante": "[10(b)]", "bad_beat": "[11(f)]", "shuffler": "[8(b)(1)]"},
    GALAXY: {"ante": "[2]", "all6": "[All 6]", "decks": "[1]"},
    FOUR: {"positions": "[2.A(1)]", "adjacent_boxes": "[7.F]", "aces_up": "[12.C]", "rate": "[12.D(3)(a)]"},
}


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_comments_cite_the_clause_behind_a_setting(book_id: str) -> None:
    lines = {line.partition(" = ")[0]: line for line in render(load_book(book_id)).splitlines() if " = " in line}
    for key, clauses in CITED[book_id].items():
        assert lines[key].endswith(clauses), key


def test_the_comments_cite_the_clause_behind_a_wager_an_order_and_an_option() -> None:
    text = render(load_book(MD))
    assert "pocket_bonus [7.F(2)], trips_plus [7.F(3)], progressive [7.F(4)]" in text
    assert "board_first [10.F]" in text
    assert "stays in action. [reading 3]\nprogressive_survives_fold = true\n" in text


@pytest.mark.parametrize(
    ("book_id", "positions", "optional", "tables"),
    [
        (
            MD,
            6,
            {"pocket_bonus", "trips_plus", "progressive"},
            {"odds": "A", "bad_beat": "A", "pocket_bonus": "A", "trips_plus": "A", "progressive": "A"},
        ),
        (
            MA,
            6,
            {"pocket_bonus", "trips_plus"},
            {"odds": "A", "bad_beat": "A", "pocket_bonus": "A", "trips_plus": "A"},
        ),
        (
            GALAXY,
            6,
            {"pocket_bonus", "trips_plus", "all6", "progressive"},
            {"odds": "1", "bad_beat": "1", "pocket_bonus": "1", "trips_plus": "1", "all6": "1", "progressive": "1"},
        ),
        (
            FOUR,
            7,
            {"six_card_bonus", "progressive"},
            {"ante_bonus": "A", "aces_up": "A", "progressive": "A", "envy": "A", "six_card_bonus": "A"},
        ),
    ],
)
def test_what_a_stock_submission_offers(
    book_id: str, positions: int, optional: set[str], tables: dict[str, str]
) -> None:
    """Every optional wager, first-listed tables, most positions, and the contract's amounts."""
    rules, _ = check(stock_submission(load_book(book_id)))
    assert rules.positions == positions
    assert {wager.name for wager in rules.wagers if wager.optional} == optional
    assert {kind: table.id for kind, table in rules.tables.items()} == tables
    assert (rules.limits["ante"].least, rules.limits["ante"].most) == (500, 50_000)
    assert {(rules.limits[name].least, rules.limits[name].most) for name in optional if name in rules.limits} == {
        (100, 10_000)
    }
    assert rules.chip_unit == 50
    assert rules.payout_limit is None
    if "progressive" in optional:
        assert rules.progressive_wagers == (100,)
        assert {format_cents(meter.initial) for meter in rules.meters.values()} == {"5000.00"}
        assert {format_cents(meter.reset) for meter in rules.meters.values()} == {"5000.00"}
    else:
        assert rules.progressive_wagers == ()
        assert rules.meters == {}


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_choice_in_the_comments_holds(book_id: str) -> None:
    """The comments of the printed file name the tables that may be chosen; each of them can be."""
    book = load_book(book_id)
    for kind in book.paytables:
        if kind.name in ("progressive", "envy"):
            continue
        for table in kind.tables:
            data: dict[str, Any] = stock_submission(book)
            data["paytables"][kind.name] = table.id
            assert check(data)[1] == []


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_way_of_dealing_holds_with_a_shuffler_that_fits(book_id: str) -> None:
    book = load_book(book_id)
    for dealing in book.dealing:
        for order in dealing.orders:
            data: dict[str, Any] = stock_submission(book)
            shuffler = (order.only_with or dealing.shufflers)[-1]
            data["dealing"] = {"method": dealing.method.value, "order": order.name, "shuffler": shuffler.value}
            rules, problems = check(data)
            assert problems == []
            assert (rules.dealing, rules.order, rules.shuffler) == (dealing, order, shuffler)


def test_smaller_raises_change_the_decision_before_the_flop() -> None:
    data: dict[str, Any] = stock_submission(load_book(GALAXY))
    assert check(data)[0].streets[0].multiples == (3,)
    data["options"]["smaller_raises"] = True
    rules, problems = check(data)
    assert problems == []
    assert rules.streets[0].multiples == (1, 2, 3)
    assert rules.streets[1].multiples == (2,)
