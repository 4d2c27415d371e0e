"""The data of the books is what the sources say."""

import re

import pytest

from pitbook.rulebooks import book_ids, interpretations, load_book, register
from pitbook.rulebooks.folder import load_folder
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, ToOne
from rulebooks.facts import check_book

REGULATORS = ("galaxy-heads-up-holdem", "ma-heads-up-holdem", "md-four-card-poker", "md-heads-up-holdem")
INTERPRETATIONS = """
made_part_first folded_cards_stay side_wagers_after_a_fold order_of_settlement
shares_leave_the_meter flopped_hands envy payout_limit_on_the_sum dollar_awards_scale
stake_returned_or_not bonus_card_first all6_cards_first positions_not_stated massachusetts_raises
burns_by_hand_only galaxy_house_default face_up_cards dealer_card_exposed wrong_number_of_cards
stub_count jam_of_the_idle_deck void_rounds_and_the_meter a_player_who_leaves other_exposed_cards
wagers_outside_limits fractions_of_a_cent ante_bonus_and_aces_up_only cut_depth
wrong_cross_references
massachusetts_board the_meter_at_the_players_turn void_until_the_first_settlement
one_holder_with_two_boxes five_card_progressives what_a_void_round_returns galaxy_deck_and_seed terms_of_a_meter
devices_out_of_use a_wrong_stub correcting_an_entered_card several_progressive_amounts looking_at_a_deck
a_face_up_card_in_massachusetts casino_supervisor until_when_a_shuffle_is_ordered
cards_taken_up_together
no_gaming_activity
seeds_fix_the_order a_seed_that_is_missing a_count_in_a_void_round
""".split()
"""One name for each reading, in order."""


@pytest.mark.parametrize("book_id", REGULATORS)
def test_every_fact_of_the_book(book_id: str) -> None:
    check_book(load_book(book_id))


def test_the_books_of_regulators_and_owners_come_first() -> None:
    assert book_ids()[: len(REGULATORS)] == REGULATORS


def test_every_reading_has_an_entry() -> None:
    assert [reading.name for reading in interpretations()] == INTERPRETATIONS
    assert [reading.number for reading in interpretations()] == list(range(1, 51))


def test_options_of_readings_exist_in_some_book() -> None:
    options = {option.name for book_id in book_ids() for option in load_book(book_id).options}
    for reading in interpretations():
        assert options.issuperset(reading.options)


def _amount(pays: object) -> str:
    match pays:
        case ToOne(numerator, denominator):
            return f"{numerator:,} to {denominator}"
        case ForOne(amount):
            return f"{amount:,} for 1"
        case Dollars(cents):
            return f"${cents // 100:,}"
        case MeterShare(share):
            return f"{share * 100}"
        case _:
            raise AssertionError(pays)


@pytest.mark.parametrize("book_id", ["md-heads-up-holdem", "md-four-card-poker"])
def test_rows_agree_with_the_register(book_id: str) -> None:
    """The register paraphrases each row apart from the paytables; both must say the same amount."""
    says = {clause.citation: clause.says for clause in register(book_id)}
    compared = 0
    for kind in load_book(book_id).paytables:
        for table in kind.tables:
            for row in table.rows:
                if isinstance(row.pays, Nothing):
                    continue
                for clauses, pays in ((row.clauses, row.pays), (row.clauses_for_5, row.pays_for_5)):
                    for clause in clauses:
                        assert re.search(rf"(?<![\d,]){re.escape(_amount(pays))}(?![\d,])", says[clause]), clause
                        compared += 1
    assert compared > 100


def test_cited_clauses_exist() -> None:
    """Every clause that the data cites stands in the register of its book."""
    known = {clause.citation for book_id in book_ids() for clause in register(book_id)}
    cited: set[str] = set()

    def collect(part: object) -> None:
        if isinstance(part, dict):
            for key, value in part.items():
                if key == "rules":
                    cited.update(clause for clauses in value.values() for clause in clauses)
                elif key.startswith("clauses") or key.endswith("_clauses"):
                    cited.update(value)
                else:
                    collect(value)
        elif isinstance(part, list):
            for item in part:
                collect(item)

    for book_id in book_ids():
        collect(load_book(book_id).model_dump(mode="json"))
    for reading in interpretations():
        cited.update(reading.interprets)
    assert len(cited) > 400
    assert cited <= known


def test_a_house_default_keeps_citing_the_book_it_comes_from() -> None:
    galaxy = load_book("galaxy-heads-up-holdem")
    for case in galaxy.irregularities:
        assert all(clause.startswith("md-heads-up-holdem ") for clause in case.clauses)
    assert galaxy.cut == load_book("md-heads-up-holdem").cut


def test_loading_twice_gives_equal_books() -> None:
    from pitbook.rulebooks.known_books import BOOKS

    for book_id in book_ids():
        assert load_folder(BOOKS / book_id) == load_book(book_id)
