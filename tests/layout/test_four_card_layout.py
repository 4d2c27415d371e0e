"""Maryland Four Card Poker, chapter 2: what the layout and the sign show, clause by clause."""

import pytest

from layout.reading import (
    STYLE,
    card_places,
    drawing,
    offering,
    positions,
    schedules_on_felt,
    sign_sections,
    wagers_at,
    written,
)
from pitbook.layout import felt_of, layout_page, sign_of
from pitbook.submission import load_target
from submission.edits import FOUR, checked, edited

ALL_SEVEN = range(1, 8)


@pytest.mark.clause(f"{FOUR} 2.A", f"{FOUR} 2.A(2)")
def test_players_sit_on_one_side_and_the_dealer_has_the_other() -> None:
    rules = load_target(FOUR)
    players = positions(rules)
    assert sorted(players) == list(ALL_SEVEN)
    dealer = card_places(rules, "dealer")
    assert len(dealer) == 6
    assert max(y for _, y in dealer) < min(y for _, y in players.values())
    (place,) = [one for one in felt_of(rules).equipment if one.shows == "dealer_place"]
    assert (place.text, place.clauses) == (
        "A place for the dealer, across the table from the players.",
        (f"{FOUR} 2.A", f"{FOUR} 2.A(2)"),
    )
    assert f"{FOUR} 2.A(2)" in layout_page(rules, STYLE)


@pytest.mark.clause(f"{FOUR} 2.B")
def test_the_layout_to_be_approved_is_one_page_with_everything_on_it_and_its_clauses() -> None:
    page = layout_page(load_target(FOUR), STYLE)
    for item in range(1, 6):
        assert f"{FOUR} 2.B({item})" in page, item


@pytest.mark.clause(f"{FOUR} 2.B(1)")
def test_the_operators_name_is_on_the_layout() -> None:
    rules, problems = checked(edited(FOUR, ('"Pitbook House"', '"Seven Seats"')))
    assert not problems
    assert "Seven Seats" in written(drawing(rules))
    assert felt_of(rules).house_name.clauses == (f"{FOUR} 2.B(1)",)


@pytest.mark.clause(f"{FOUR} 2.B(2)")
def test_each_position_has_three_separate_areas_for_ante_play_and_aces_up() -> None:
    for position in ALL_SEVEN:
        assert wagers_at(offering(FOUR), position) == ["ante", "play", "aces_up"]


@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("progressive", "2.B(3)", marks=pytest.mark.clause(f"{FOUR} 2.B(3)")),
        pytest.param("six_card_bonus", "2.B(4)", marks=pytest.mark.clause(f"{FOUR} 2.B(4)")),
    ],
)
def test_an_optional_wager_has_an_area_at_each_position_where_it_is_offered(wager: str, clause: str) -> None:
    for position in ALL_SEVEN:
        assert wagers_at(offering(FOUR, wager), position) == ["ante", "play", "aces_up", wager]
        assert wager not in wagers_at(offering(FOUR), position)
    (area,) = [area for area in felt_of(offering(FOUR, wager)).areas if area.wager == wager]
    assert area.clauses == (f"{FOUR} {clause}",)


def test_the_bonus_card_has_an_area_only_where_the_six_card_bonus_is_offered() -> None:
    assert len(card_places(offering(FOUR, "six_card_bonus"), "extra")) == 1
    assert card_places(offering(FOUR, "progressive"), "extra") == []


ANTE_BONUS = [("four of a kind", "25 to 1"), ("straight flush", "20 to 1"), ("three of a kind", "2 to 1")]
PROGRESSIVE_A = [
    ("four aces", "100% of meter"),
    ("four of a kind", "300 for 1"),
    ("straight flush", "100 for 1"),
    ("three of a kind", "9 for 1"),
]


@pytest.mark.clause(f"{FOUR} 2.B(5)")
def test_layout_and_sign_have_the_payout_odds_of_every_wager_on_offer() -> None:
    rules = load_target(FOUR)
    sections = sign_sections(rules)
    assert sections["Ante Bonus"] == ANTE_BONUS
    assert sections["Progressive Payout"] == PROGRESSIVE_A
    assert sections["Play"] == [("beats the dealer", "1 to 1"), ("ties the dealer", "1 to 1")]
    assert sections["Six Card Bonus"][:3] == [
        ("super royal of diamonds", "$1,000,000"),
        ("super royal", "$100,000"),
        ("royal flush", "1,000 to 1"),
    ]
    for title, *lines in schedules_on_felt(rules):
        assert sections[title] == list(zip(lines[::2], lines[1::2], strict=True)), title
    drawn = {title for title, *_ in schedules_on_felt(rules)}
    assert drawn == set(sections) - {"Table limits", "Clauses"}


@pytest.mark.clause(f"{FOUR} 2.B(5)", f"{FOUR} 12.D(2)")
@pytest.mark.parametrize("table", "ABCDEF")
def test_layout_and_sign_say_five_cards_beside_the_progressives_that_five_cards_decide(table: str) -> None:
    """A and B pay four-card hands, C to F those of all five cards; envy C has four-card hands beside progressive C."""
    rules = load_target(FOUR, [("progressive", table)])
    sections = sign_sections(rules)
    for title, five in {"Progressive Payout": table in "CDEF", "Envy Bonus": table in "DEF", "Aces Up": False}.items():
        assert sections[title]
        assert [when.endswith(", five cards") for when, _ in sections[title]] == [five] * len(sections[title]), title
    for title, *lines in schedules_on_felt(rules):
        assert sections[title] == list(zip(lines[::2], lines[1::2], strict=True)), title


def test_the_envy_amounts_are_those_of_the_houses_progressive_wager() -> None:
    """12.F(1) lists $100, $10 and $5 for a $1 wager, 12.G(1) $500, $50 and $25 for $5."""
    five, problems = checked(edited(FOUR, ('[progressive]\nwager = "1.00"', '[progressive]\nwager = "5.00"')))
    assert not problems
    assert [pays for _, pays in sign_sections(load_target(FOUR))["Envy Bonus"]] == ["$100", "$10", "$5"]
    assert [pays for _, pays in sign_sections(five)["Envy Bonus"]] == ["$500", "$50", "$25"]


@pytest.mark.clause(f"{FOUR} 2.B(5)", f"{FOUR} 12.E(1)")
def test_a_house_with_both_progressive_wagers_posts_both_and_their_envy_amounts() -> None:
    both, problems = checked(edited(FOUR, ('[progressive]\nwager = "1.00"', '[progressive]\nwager = ["1.00", "5.00"]')))
    assert not problems
    sections = sign_sections(both)
    assert ("Progressive Payout", "$1 or $5") in sections["Table limits"]
    assert [pays for _, pays in sections["Envy Bonus for a $1 wager"]] == ["$100", "$10", "$5"]
    assert [pays for _, pays in sections["Envy Bonus for a $5 wager"]] == ["$500", "$50", "$25"]
    # 12.D(1)(a) has odds and a share of the meter, which are the same for any wager.
    assert [pays for _, pays in sections["Progressive Payout"]] == [
        "100% of meter",
        "300 for 1",
        "100 for 1",
        "9 for 1",
    ]
    assert "Envy Bonus" not in sections
    assert {title for title, *_ in schedules_on_felt(both)} == set(sections) - {"Table limits", "Clauses"}


@pytest.mark.clause(f"{FOUR} 12.F", f"{FOUR} 12.F(1)", f"{FOUR} 12.G", f"{FOUR} 12.G(1)", f"{FOUR} 12.F(5)")
def test_each_envy_schedule_cites_the_list_of_its_own_wager() -> None:
    """12.F lists what a $1 wager receives, 12.G what a $5 wager receives; 12.E(2) is about both."""
    both, _ = checked(edited(FOUR, ('[progressive]\nwager = "1.00"', '[progressive]\nwager = ["1.00", "5.00"]')))
    cited = {one.title: one.clauses for one in sign_of(both).schedules if one.wager == "envy"}
    assert cited == {
        "Envy Bonus for a $1 wager": (f"{FOUR} 12.E(2)", f"{FOUR} 12.F", f"{FOUR} 12.F(1)"),
        "Envy Bonus for a $5 wager": (f"{FOUR} 12.E(2)", f"{FOUR} 12.G", f"{FOUR} 12.G(1)"),
    }
    (one,) = [
        one.clauses for one in sign_of(load_target(FOUR, [("progressive", "E")])).schedules if one.wager == "envy"
    ]
    assert one == (f"{FOUR} 12.E(2)", f"{FOUR} 12.F", f"{FOUR} 12.F(5)")


def test_nothing_on_the_layout_speaks_of_a_qualifying_dealer_or_a_payout_limit() -> None:
    assert felt_of(load_target(FOUR)).inscriptions == ()
