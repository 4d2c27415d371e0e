"""Side wagers: figures worked out by hand from counts of hands, and what must hold for every table."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from pitbook.odds.paper.par.sheet import Table
from pitbook.odds.paper.par.side_part import wager_section
from pitbook.odds.solution import wager_json
from pitbook.odds.wagers import all_wager_results, envy_value, wager_result
from pitbook.rulebooks import book_ids, load_book
from pitbook.submission import load_target

MD, FOUR, GALAXY = "md-heads-up-holdem", "md-four-card-poker", "galaxy-heads-up-holdem"


def test_pocket_bonus_by_hand() -> None:
    """6 pairs of aces, 12 suited and 36 unsuited aces with a face card, 72 other pairs, of 1,326 hands."""
    result = wager_result(load_target(MD), "pocket_bonus")
    assert [(line.hand, line.combinations) for line in result.lines] == [
        ("pair_of_aces", 6),
        ("suited_ace_and_face", 12),
        ("unsuited_ace_and_face", 36),
        ("pair_of_twos_to_kings", 72),
        ("nothing", 1200),
    ]
    assert result.house_edge == 1 - Fraction(31 * 6 + 21 * 12 + 11 * 36 + 6 * 72, 1326)
    assert result.hit_frequency == Fraction(126, 1326)
    mean = 1 - result.house_edge
    square = Fraction(31**2 * 6 + 21**2 * 12 + 11**2 * 36 + 6**2 * 72, 1326)
    assert result.variance == square - mean**2


@pytest.mark.parametrize(("table", "pays"), [("A", (9, 7, 4)), ("B", (8, 6, 5)), ("C", (7, 6, 5)), ("D", (8, 7, 4))])
def test_trips_plus_by_the_counts_of_seven_cards(table: str, pays: tuple[int, int, int]) -> None:
    counts = (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
    returned = sum((pay + 1) * count for pay, count in zip((100, 40, 30, *pays, 3), counts, strict=True))
    result = wager_result(load_target(MD, [("trips_plus", table)]), "trips_plus")
    assert result.house_edge == 1 - Fraction(returned, 133_784_560)


def test_aces_up_by_the_counts_of_five_cards() -> None:
    """Four of a kind 624, straight flushes 2,072, threes 58,656, flushes 114,616, straights 101,808, two pairs 123,552.

    Pairs of aces: 4 choose 2, three other ranks of twelve in any suits, without straights or flushes of four cards, is
    counted by the solver; here only that published 2.78 % comes out.
    """
    result = wager_result(load_target(FOUR), "aces_up")
    hits = {line.hand: line.combinations for line in result.lines}
    assert list(hits.values())[:6] == [624, 2_072, 58_656, 114_616, 101_808, 123_552]
    assert round(float(result.house_edge), 4) == 0.0278


def test_a_progressive_by_hand() -> None:
    """Four Card A: four aces are 48 of 2,598,960 hands, other fours 576; the break-even meter makes up for the rest."""
    result = wager_result(load_target(FOUR), "progressive")
    assert result.progressive is not None
    fixed = Fraction(300 * 576 + 100 * 2_072 + 9 * 58_656, 2_598_960)
    chance = Fraction(48, 2_598_960)
    assert result.progressive.fixed_return == fixed
    assert result.progressive.per_meter_dollar == {"progressive": chance}
    assert result.house_edge == result.progressive.reset_house_edge == 1 - fixed - 5000 * chance
    assert result.progressive.break_even["progressive"] == (1 - fixed) / chance
    rate = Fraction(1, 10)
    assert result.progressive.long_run_house_edge == 1 - fixed - rate - 5000 * chance
    at_break_even = wager_result(load_target(FOUR), "progressive", meters={"progressive": (1 - fixed) / chance})
    assert at_break_even.house_edge == 0


@pytest.mark.parametrize(
    ("book", "table", "options", "stays"),
    [
        (MD, "I", {}, False),
        (MD, "I", {"flopped_straight_flush_stays": True}, True),
        (GALAXY, "9", {}, True),
        (GALAXY, "9", {"flopped_straight_flush_stays": False}, False),
    ],
)
def test_flopped_straight_flushes_that_become_royals_by_hand(
    book: str, table: str, options: dict[str, bool], stays: bool
) -> None:
    """Ten runs in four suits, split in ten ways between hand and flop, with any two of 47 later cards.

    Of these, 4 x (10 x 46 + 9) and 4 on the board become royal flushes: they take the meter of $2,500 or $2,000.
    """
    rules = load_target(book, [("progressive", table)])
    result = wager_result(replace(rules, options={**rules.options, **options}), "progressive")
    late, grown = comb(47, 2), 4 * (10 * 46 + 9) + 4
    deals = comb(52, 2) * comb(50, 3) * late
    flopped, royals = 10 * 4 * 10 * late, 4 * late * comb(7, 2) * comb(5, 3) - 4 * 10 * late
    counts = {line.hand: line.combinations for line in result.lines}
    assert (grown, flopped, royals, deals) == (1_880, 432_400, 864_800, 28_094_757_600)
    assert counts["flopped_straight_flush"] == flopped - (0 if stays else grown)
    assert counts["royal_flush"] == royals - (grown if stays else 0)
    # Seven cards have 37,260 straight flushes that are not royal; the rest of the rows are as in every other table.
    straight = 37_260 * 210 - 9 * 4 * 10 * late + grown
    fixed = 250 * straight + 50 * 224_848 * 210 + 7 * 3_473_184 * 210 + 5 * 4_047_644 * 210
    assert counts["straight_flush"] == straight
    paid = fixed + 2_500 * counts["flopped_straight_flush"] + 2_000 * counts["royal_flush"]
    assert result.house_edge == 1 - Fraction(paid, deals)


@pytest.mark.parametrize("table", "ABCDEF")
def test_sheets_say_five_cards_beside_the_progressives_that_five_cards_decide(table: str) -> None:
    cards = "five cards" if table in "CDEF" else None
    rules = load_target(FOUR, [("progressive", table)])
    result = wager_result(rules, "progressive")
    assert wager_json(result)["cards"] == cards
    tables = {block.caption: block for block in wager_section(rules, result).blocks if isinstance(block, Table)}
    hands = [row[0] for row in tables["Mean rounds between hits, for one player"].rows]
    assert hands
    assert all(hand.endswith(", five cards") is (cards is not None) for hand in hands)
    lines = [row[0] for row in tables["Lines, out of 2,598,960 combinations"].rows]
    assert lines[: len(hands)] == hands
    assert lines[len(hands) :] == ["Nothing"]


def test_meters_of_several_names() -> None:
    """Table E: 4 royal flushes, 36 straight flushes and 624 fours of 2,598,960 take the whole of a meter each."""
    result = wager_result(load_target(FOUR, [("progressive", "E")]), "progressive")
    assert result.progressive is not None
    assert result.progressive.per_meter_dollar == {
        "mega": Fraction(4, 2_598_960),
        "major": Fraction(36, 2_598_960),
        "minor": Fraction(624, 2_598_960),
    }


def test_a_wager_of_five_dollars_leaves_a_share_of_the_meter_alone() -> None:
    rules = load_target(FOUR)
    one, five = (wager_result(rules, "progressive", stake=Fraction(stake)).progressive for stake in (1, 5))
    assert one is not None
    assert five is not None
    assert five.fixed_return == one.fixed_return
    assert five.per_meter_dollar["progressive"] * 5 == one.per_meter_dollar["progressive"]


def test_fixed_sums_of_the_six_card_bonus_depend_on_the_stake() -> None:
    """One super royal of diamonds and three others of 20,358,520 sets of six cards."""
    rules = load_target(FOUR)
    small, large = (wager_result(rules, "six_card_bonus", stake=Fraction(stake)) for stake in (1, 10))
    paid = Fraction(1_000_000 + 3 * 100_000, 20_358_520)
    assert large.house_edge - small.house_edge == paid - paid / 10


def test_envy_by_hand() -> None:
    """Four Card A at $1: 48 four aces pay 100, 576 other fours 10, 2,072 straight flushes 5."""
    rules = load_target(FOUR)
    one = Fraction(48 * 100 + 576 * 10 + 2_072 * 5, 2_598_960)
    assert envy_value(rules, Fraction(1)) == one
    assert envy_value(rules, Fraction(5)) == one
    assert envy_value(load_target(MD), Fraction(1)) == 0


@pytest.mark.parametrize("book_id", book_ids())
def test_every_wager_of_every_table(book_id: str) -> None:
    """Lines add up to all combinations, and better tables for the player are worse for the house."""
    for kind in load_book(book_id).paytables:
        for table in kind.tables:
            if kind.name == "envy":
                continue
            rules = load_target(book_id, [(kind.name, table.id)])
            for result in all_wager_results(rules).values():
                assert sum(line.combinations for line in result.lines) == result.total
                assert sum((line.probability for line in result.lines), Fraction(0)) == 1
                assert 0 <= result.house_edge < 1
                assert 0 < result.hit_frequency < Fraction(1, 3), (
                    "three cards have a pair or better in a quarter of all deals"
                )
                assert [line.hand for line in result.lines[:-1]] == [r.hand for r in rules.tables[result.wager].rows]


def test_all_6_royals_of_six_cards() -> None:
    lines = wager_result(load_target(GALAXY), "all6").lines
    assert [(line.hand, line.combinations) for line in lines[:3]] == [
        ("six_card_royal_of_diamonds", 1),
        ("six_card_royal", 3),
        ("royal_flush", 4 * 47 - 4),
    ]
