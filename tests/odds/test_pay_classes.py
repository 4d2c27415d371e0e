"""Pay classes by strength: a row finer than a category is paid by the solver as settlement pays it."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from pitbook.cards import DECK, Rank, parse_cards
from pitbook.cards.rankings import category_by_strength, strengths_called
from pitbook.odds.families.main_result import End, net_of
from pitbook.odds.families.main_wagers import main_wagers
from pitbook.odds.families.own_dealer.family import OwnDealer
from pitbook.problems import RefusedError
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.hands import HandRule
from pitbook.rulebooks.models import PaytableRow, Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.settlement import DealtRound, Seat, settle
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules, load_target

FOUR = "md-four-card-poker"
BONUS = "ante_bonus"


def with_row(rules: HouseRules, kind: str, hand: str, odds: int) -> HouseRules:
    """The house with one row more in a table."""
    table = rules.tables[kind]
    row = PaytableRow(hand=hand, pays=ToOne(odds, 1))
    return replace(rules, tables=dict(rules.tables) | {kind: table.model_copy(update={"rows": (row, *table.rows)})})


@pytest.mark.parametrize("book", [book for book in book_ids() if load_book(book).dealers_hand])
def test_the_classes_of_a_book_are_its_categories(book: str) -> None:
    game = compile_main(load_target(book))
    categories = category_by_strength(load_book(book).players_hand.ranking or "")
    assert game.names == tuple(one.category for one in game.classes)
    assert [game.names[level] for level in game.class_of[1:]] == list(categories[1:])


def test_a_row_of_pairs_is_a_class_of_its_own() -> None:
    """Let It Ride pays a pair of tens or better, and no other pair."""
    game = compile_main(load_target("let-it-ride"))
    tens = strengths_called("five_card", "pair of tens").lowest
    for strength, category in enumerate(category_by_strength("five_card")):
        if strength:
            named = "tens_or_better" if category == "pair" and strength >= tens else category
            assert game.names[game.class_of[strength]] == named


def test_four_aces_in_the_ante_bonus_are_paid_by_the_solver_as_by_settlement() -> None:
    rules = with_row(load_target(FOUR), BONUS, "four_aces", 500)
    game = compile_main(rules)
    own, dealer = parse_cards("Ah Ad As Ac 2h"), parse_cards("3h 4d 8s 9c Jh Kd")
    seat = Seat(1, "", own, {"ante": 1000, "play": 3000})
    settled = settle(rules, DealtRound(dealer, (seat,)))
    net = sum(line.returned - line.stake for line in settled.lines)
    level = game.names.index("four_aces")
    assert int(game.class_of[-1]) == level
    assert Fraction(net_of(game, End((3,), level, 1, 2)), game.scale) == Fraction(net, 1000)
    plain = End((3,), game.names.index("four_of_a_kind"), 1, 2)
    assert net_of(game, plain) < net_of(game, End((3,), level, 1, 2))


def test_four_aces_are_counted_as_often_as_they_are_dealt() -> None:
    rules = with_row(load_target(FOUR), BONUS, "four_aces", 500)
    family, game = OwnDealer(), compile_main(rules)
    always = family.evaluate(rules, family.constant(rules), progress=None)
    aces = sum(deals for end, deals in always.outcomes.items() if end.level == game.names.index("four_aces"))
    assert aces == 48 * 47 * comb(46, 5)
    lines = {wager.name: wager.lines for wager in main_wagers(rules, always.outcomes)}[BONUS]
    assert {line.ending.hand: line.deals for line in lines}["four_aces"] == aces
    stock = load_target(FOUR)
    less = family.evaluate(stock, family.constant(stock), progress=None)
    paid = next(row.pays for row in stock.tables[BONUS].rows if row.hand == "four_of_a_kind")
    assert isinstance(paid, ToOne)
    assert less.house_edge - always.house_edge == Fraction(aces, always.deals) * (500 - paid.numerator)


def test_a_name_that_asks_for_more_than_strength_is_refused_in_the_main_game() -> None:
    rules = load_target(FOUR)
    rows = tuple(PaytableRow(hand=name, pays=ToOne(9, 1)) for name in ("super_royal", "royal_flush"))
    table = rules.tables[BONUS].model_copy(update={"evaluates": "six_cards", "rows": rows})
    with pytest.raises(RefusedError, match=r"paid by hands.six_cards, which is not made of the cards of hands.player"):
        compile_main(replace(rules, tables=dict(rules.tables) | {BONUS: table}))


def test_the_dealer_qualifies_by_strength() -> None:
    """With a pair of fours to reach, threes and everything below do not qualify."""
    rules = load_target("md-heads-up-holdem")
    written = rules.book.hands["dealer"].model_dump(by_alias=True) | {"qualifies": "pair of fours"}
    dealers = HandRule.model_validate(written)
    book = rules.book.model_copy(update={"hands": dict(rules.book.hands) | {"dealer": dealers}})
    game = compile_main(replace(rules, book=book))
    stock = compile_main(rules)
    categories = category_by_strength("five_card")
    assert categories[game.qualifying] == categories[game.qualifying - 1]
    assert game.qualifying - stock.qualifying == 2 * comb(12, 3)
    assert len([card for card in DECK if card.rank < Rank.FOUR]) == 8


def test_two_wagers_that_pay_by_tables_are_each_paid_by_their_own() -> None:
    """A second odds wager with a table of its own, on which a winning straight earns 7 to 1."""
    rules = load_target("md-heads-up-holdem")
    odds = rules.book.wager("odds")
    cases = tuple(case.model_copy(update={"table": "second"}) if case.table == "odds" else case for case in odds.cases)
    second = Wager.model_validate(odds.model_dump(by_alias=True) | {"name": "second", "cases": cases})
    table = rules.tables["odds"].model_copy(update={"rows": (PaytableRow(hand="straight", pays=ToOne(7, 1)),)})
    book = rules.book.model_copy(update={"wagers": (*rules.book.wagers, second)})
    both = replace(rules, book=book, wagers=(*rules.wagers, second), tables=dict(rules.tables) | {"second": table})
    one, two = compile_main(rules), compile_main(both)
    straight, flush = one.names.index("straight"), one.names.index("flush")
    more = (two.fixed * one.scale - one.fixed * two.scale) / (one.scale * two.scale)
    assert more[straight, 1, 2] == 7
    assert more[flush, 1, 2] == 0
