"""What a layout, a sign and the table's equipment have to show, entry by entry, as the books list it."""

import pytest

from pitbook.rulebooks import RuleBook, book_ids, load_book

LAYOUTS = {
    "md-heads-up-holdem": """
        house_name 2.B(1); main_betting_areas 2.B(2); community_card_area 2.B(3); dealer_card_area 2.B(4)
        progressive_area 2.B(5); pocket_bonus_area 2.B(6); trips_plus_area 2.B(7); payout_odds 2.B(8) 2.B(10)
        ante_pushes_below_qualifier 2.B(9)(a); payout_limit 2.B(9)(b); dealer_place 2.A
        progressive_wager_device 2.C 2.C(1); progressive_lock_out 2.C 2.C(2)""",
    "md-four-card-poker": """
        house_name 2.B(1); main_betting_areas 2.B(2); progressive_area 2.B(3); six_card_bonus_area 2.B(4)
        payout_odds 2.B(5); dealer_place 2.A 2.A(2)
        progressive_wager_device 2.C 2.C(1); progressive_lock_out 2.C 2.C(2)""",
    "ma-heads-up-holdem": """
        main_betting_areas 6(a) 6(c) 10(b); community_card_area 1~flop 9(c)
        dealer_card_area 7(d)(2) 8(c)(2) 9(c); pocket_bonus_area 6(a); trips_plus_area 6(a)
        payout_odds 11(a); limits 10(b)""",
}
"""Each entry with its clauses, in the books' order; a tilde stands for the blank in a clause."""
GALAXYS_OWN = {"main_betting_areas": ["2", "5"], "all6_card_area": ["3", "All 6"], "all6_area": ["3"], "limits": ["2"]}


def _entries(text: str) -> list[list[str]]:
    return [entry.split() for line in text.strip().splitlines() for entry in line.split(";")]


@pytest.mark.parametrize("book_id", LAYOUTS)
def test_the_layout_shows_what_the_book_lists(book_id: str) -> None:
    assert [(one.shows, list(one.clauses)) for one in load_book(book_id).layout] == [
        (name, [f"{book_id} {clause.replace('~', ' ')}" for clause in clauses])
        for name, *clauses in _entries(LAYOUTS[book_id])
    ]


def test_galaxys_layout_is_its_own_where_its_rules_speak_and_marylands_elsewhere() -> None:
    galaxy = load_book("galaxy-heads-up-holdem")
    own = {
        one.shows: [clause.removeprefix("galaxy-heads-up-holdem ") for clause in one.clauses if "galaxy" in clause]
        for one in galaxy.layout
    }
    assert {shows: clauses for shows, clauses in own.items() if clauses} == GALAXYS_OWN
    marylands = {one.shows: set(one.clauses) for one in load_book("md-heads-up-holdem").layout}
    for one in galaxy.layout:
        if one.shows not in ("all6_card_area", "all6_area", "limits"):
            assert {clause for clause in one.clauses if "galaxy" not in clause} == marylands[one.shows]
    assert set(marylands) - set(own) == {"payout_limit"}, "Galaxy has no payout limit to inscribe"


@pytest.mark.parametrize("book_id", book_ids())
def test_every_wager_has_an_area_and_optional_ones_only_where_they_are_offered(book_id: str) -> None:
    book = load_book(book_id)
    areas = {wager: one.when_offered for one in book.layout for wager in one.wagers}
    assert areas == {wager.name: wager.name if wager.optional else None for wager in book.wagers if not wager.is_bonus}


def _payout_odds(book: RuleBook) -> tuple[tuple[str, ...], tuple[str, ...]]:
    (one,) = [one for one in book.layout if one.shows == "payout_odds"]
    assert one.on_sign_instead
    return one.odds_words, one.forbidden_words


def test_only_massachusetts_rules_how_odds_are_worded() -> None:
    assert _payout_odds(load_book("ma-heads-up-holdem")) == (("to", "win"), ("for",))
    for book_id in set(book_ids()) - {"ma-heads-up-holdem"}:
        assert _payout_odds(load_book(book_id)) == ((), ())


def test_only_odds_and_limits_may_be_on_a_sign_instead() -> None:
    signs = {one.shows for book_id in book_ids() for one in load_book(book_id).layout if one.on_sign_instead}
    assert signs == {"payout_odds", "limits"}
