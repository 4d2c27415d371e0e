"""Maryland Heads-Up Hold'em, chapter 2: what the layout and the sign show, clause by clause."""

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
from pitbook.layout import LayoutSheet, felt_of, layout_page, plan_of, sign_of
from pitbook.submission import HouseRules, load_target
from submission.edits import MD, checked, edited

ALL_SIX = range(1, 7)


@pytest.mark.clause(f"{MD} 2.A")
def test_six_positions_are_on_one_side_and_the_dealers_place_on_the_other() -> None:
    rules = load_target(MD)
    players = positions(rules)
    assert sorted(players) == list(ALL_SIX)
    assert max(y for _, y in card_places(rules, "dealer")) < min(y for _, y in players.values())
    (place,) = [one for one in felt_of(rules).equipment if one.shows == "dealer_place"]
    assert place.clauses == (f"{MD} 2.A",)
    assert place.text in layout_page(rules, STYLE)


@pytest.mark.clause(f"{MD} 2.B")
def test_the_layout_to_be_filed_is_one_page_with_everything_on_it_and_its_clauses() -> None:
    page = layout_page(load_target(MD), STYLE)
    for item in ("(1)", "(2)", "(3)", "(4)", "(5)", "(6)", "(7)", "(8)", "(9)(a)", "(9)(b)", "(10)"):
        assert f"{MD} 2.B{item}" in page, item
    assert "Not approved: a draft" in page
    approved, problems = checked(edited(MD, ("# approved = 2026-01-31", "approved = 2026-01-31")))
    assert not problems
    assert "Approved 2026-01-31" in layout_page(approved, STYLE)


@pytest.mark.clause(f"{MD} 2.B(1)")
def test_the_operators_name_is_on_the_layout() -> None:
    rules, problems = checked(edited(MD, ('"Pitbook House"', '"The <Harbour> & Sons"')))
    assert not problems
    assert "The <Harbour> & Sons" in written(drawing(rules))
    assert felt_of(rules).house_name.clauses == (f"{MD} 2.B(1)",)
    assert "<h1>The &lt;Harbour&gt; &amp; Sons</h1>" in layout_page(rules, STYLE)


@pytest.mark.clause(f"{MD} 2.B(2)")
def test_each_position_has_three_separate_areas_for_ante_odds_and_raise() -> None:
    for position in ALL_SIX:
        assert wagers_at(offering(MD), position) == ["ante", "odds", "raise"]
    assert len(set(positions(offering(MD)).values())) == 6


def test_position_1_is_at_the_dealers_left_and_the_others_follow_clockwise() -> None:
    """The dealer sits above and looks down, so that the left hand is on the right of the drawing."""
    across = [x for _, (x, _) in sorted(positions(load_target(MD)).items())]
    assert across == sorted(across, reverse=True)


@pytest.mark.clause(f"{MD} 2.B(3)")
def test_five_community_cards_lie_in_one_area_directly_before_the_table_inventory() -> None:
    rules = load_target(MD)
    places = card_places(rules, "community")
    assert len(places) == 5
    assert len({y for _, y in places}) == 1
    inventory = next(part for part in drawing(rules).iter() if part.get("class") == "inventory")
    left, width = float(inventory.attrib["x"]), float(inventory.attrib["width"])
    assert all(left <= x <= left + width for x, _ in places)
    others = card_places(rules, "dealer") + list(positions(rules).values())
    assert all(places[0][1] < y for _, y in others), "nothing lies between the inventory and the community cards"


@pytest.mark.clause(f"{MD} 2.B(4)")
def test_the_dealers_two_cards_have_an_area_of_their_own() -> None:
    rules = load_target(MD)
    assert len(card_places(rules, "dealer")) == 2
    assert not set(card_places(rules, "dealer")) & set(card_places(rules, "community"))


@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("progressive", "2.B(5)", marks=pytest.mark.clause(f"{MD} 2.B(5)")),
        pytest.param("pocket_bonus", "2.B(6)", marks=pytest.mark.clause(f"{MD} 2.B(6)")),
        pytest.param("trips_plus", "2.B(7)", marks=pytest.mark.clause(f"{MD} 2.B(7)")),
    ],
)
def test_an_optional_wager_has_an_area_at_each_position_where_it_is_offered(wager: str, clause: str) -> None:
    for position in ALL_SIX:
        assert wagers_at(offering(MD, wager), position) == ["ante", "odds", "raise", wager]
        assert wager not in wagers_at(offering(MD), position)
    (area,) = [area for area in felt_of(offering(MD, wager)).areas if area.wager == wager]
    assert area.clauses == (f"{MD} {clause}",)


ODDS_A = [
    ("royal flush", "500 to 1"),
    ("straight flush", "50 to 1"),
    ("four of a kind", "10 to 1"),
    ("full house", "3 to 1"),
    ("flush", "3 to 2"),
    ("straight", "1 to 1"),
    ("wins with less than a straight", "push"),
    ("ties the dealer", "push"),
]
BAD_BEAT_B = [
    ("straight flush", "500 to 1"),
    ("four of a kind", "50 to 1"),
    ("full house", "10 to 1"),
    ("flush", "6 to 1"),
    ("straight", "5 to 1"),
]
TRIPS_PLUS_C = [
    ("royal flush", "100 to 1"),
    ("straight flush", "40 to 1"),
    ("four of a kind", "30 to 1"),
    ("full house", "7 to 1"),
    ("flush", "6 to 1"),
    ("straight", "5 to 1"),
    ("three of a kind", "3 to 1"),
]
POCKET_BONUS_B = [
    ("pair of aces", "25 to 1"),
    ("suited ace and face", "20 to 1"),
    ("unsuited ace and face", "10 to 1"),
    ("pair of twos to kings", "5 to 1"),
]
EVEN = [("beats the dealer", "1 to 1"), ("ties the dealer", "push")]
CHOSEN = [("bad_beat", "B"), ("trips_plus", "C"), ("pocket_bonus", "B"), ("progressive", "J")]


@pytest.mark.clause(f"{MD} 2.B(8)")
def test_the_layout_has_the_payout_odds_of_every_wager_on_offer() -> None:
    """The tables of chapter 12, as chosen."""
    felt = {title: list(zip(lines[::2], lines[1::2], strict=True)) for title, *lines in _felt(CHOSEN)}
    assert felt["Odds (a win)"] == ODDS_A
    assert felt["Bad Beat Bonus (odds on a loss)"] == BAD_BEAT_B
    assert felt["Trips Plus"] == TRIPS_PLUS_C
    assert felt["Pocket Bonus"] == POCKET_BONUS_B
    assert felt["Ante"] == [*EVEN, ("dealer has less than a pair", "push")]
    assert felt["Raise"] == EVEN
    assert "Progressive Payout" in felt
    assert "Envy Bonus" in felt


def _felt(choices: list[tuple[str, str]]) -> list[list[str]]:
    return schedules_on_felt(load_target(MD, choices))


METER_J = [("flopped royal flush", "100% of meter"), ("royal flush", "100% of meter")]
FIXED_J = ("community royal flush", "straight flush", "four of a kind", "full house")
DOLLARS_J = {
    "1": ["$1,000", "$250", "$75", "$11"],
    "5": ["$5,000", "$1,250", "$375", "$55"],
    "2.50": ["$2,500", "$625", "$187.50", "$27.50"],
}
"""12.D-2(1)(j) for a wager of $1, and the same five times and two and a half times."""


def _progressive(wager: str, table: str = "J") -> HouseRules:
    chosen = ('progressive = "A" ', f'progressive = "{table}" ')
    rules, problems = checked(edited(MD, chosen, ('[progressive]\nwager = "1.00"', f"[progressive]\nwager = {wager}")))
    assert not problems
    return rules


@pytest.mark.clause(f"{MD} 2.B(8)", f"{MD} 2.B(10)")
@pytest.mark.parametrize(("wager", "dollars"), [('"1.00"', "1"), ('"5.00"', "5"), ('"2.50"', "2.50")])
def test_fixed_amounts_of_the_progressive_are_those_of_the_houses_wager(wager: str, dollars: str) -> None:
    rules = _progressive(wager)
    felt = {title: list(zip(lines[::2], lines[1::2], strict=True)) for title, *lines in schedules_on_felt(rules)}
    printed = [*METER_J, *zip(FIXED_J, DOLLARS_J[dollars], strict=True)]
    assert felt["Progressive Payout"] == printed
    assert sign_sections(rules)["Progressive Payout"] == printed


@pytest.mark.clause(f"{MD} 2.B(8)", f"{MD} 2.B(10)")
def test_with_two_progressive_wagers_the_fixed_amounts_of_each_are_printed() -> None:
    rules = _progressive('["1.00", "5.00"]')
    felt = {title: list(zip(lines[::2], lines[1::2], strict=True)) for title, *lines in schedules_on_felt(rules)}
    sections = sign_sections(rules)
    for dollars in ("1", "5"):
        title = f"Progressive Payout for a ${dollars} wager"
        printed = [*METER_J, *zip(FIXED_J, DOLLARS_J[dollars], strict=True)]
        assert felt[title] == printed
        assert sections[title] == printed
    assert [title for title in felt if "Progressive" in title] == [
        "Progressive Payout for a $1 wager",
        "Progressive Payout for a $5 wager",
    ]


def test_a_fixed_amount_is_stated_in_money_too_and_other_pays_are_not() -> None:
    schedules = sign_of(_progressive('"5.00"')).as_json()["schedules"]
    (paid,) = [one["lines"] for one in schedules if one["wager"] == "progressive"]
    amounts = {line["on"]: line["amount"] for line in paid}
    assert amounts["straight_flush"] == "1250.00"
    assert amounts["royal_flush"] is None
    (envied,) = [one["lines"] for one in schedules if one["wager"] == "envy"]
    assert [line["amount"] for line in envied] == ["500.00", "500.00"]  # 12.D-2(7)(a): $100 for $1
    lines = plan_of(felt_of(_progressive('"5.00"')), LayoutSheet(1920, 1080)).as_json()["lines"]
    (drawn,) = [line for line in lines if line["wager"] == "progressive" and line["on"] == "straight_flush"]
    assert (drawn["pays"], drawn["amount"]) == ("$1,250", "1250.00")


def test_the_longest_schedules_for_two_progressive_wagers_fit_on_the_layout() -> None:
    """12.D-2(1)(a): $200, $50, $10 and $5 after four awards of the meter."""
    rules = _progressive('["1.00", "5.00"]', "A")
    felt = {title: lines[1::2] for title, *lines in schedules_on_felt(rules)}
    assert felt["Progressive Payout for a $1 wager"][-4:] == ["$200", "$50", "$10", "$5"]
    assert felt["Progressive Payout for a $5 wager"][-4:] == ["$1,000", "$250", "$50", "$25"]


@pytest.mark.clause(f"{MD} 2.B(10)")
def test_the_sign_says_the_same_as_the_layout() -> None:
    sections = sign_sections(load_target(MD, CHOSEN))
    for title, *lines in _felt(CHOSEN):
        assert sections[title] == list(zip(lines[::2], lines[1::2], strict=True)), title
    assert sections["Trips Plus"] == TRIPS_PLUS_C


@pytest.mark.parametrize("wager", ["trips_plus", "pocket_bonus", "progressive"])
def test_a_wager_that_is_not_offered_is_not_on_the_sign(wager: str) -> None:
    title = {"trips_plus": "Trips Plus", "pocket_bonus": "Pocket Bonus", "progressive": "Progressive Payout"}[wager]
    others = [name for name in ("trips_plus", "pocket_bonus", "progressive") if name != wager]
    sections = sign_sections(offering(MD, *others))
    assert title not in sections
    assert all(row[0] != title for row in sections["Table limits"])
    assert title in sign_sections(offering(MD, wager))


@pytest.mark.parametrize(
    ("kind", "table", "hand", "before", "after"),
    [
        ("trips_plus", "B", "full house", "9 to 1", "8 to 1"),
        ("bad_beat", "D", "four of a kind", "50 to 1", "25 to 1"),
        ("pocket_bonus", "C", "pair of twos to kings", "5 to 1", "4 to 1"),
    ],
)
def test_another_table_changes_layout_and_sign_at_once(
    kind: str, table: str, hand: str, before: str, after: str
) -> None:
    titles = {"trips_plus": "Trips Plus", "bad_beat": "Bad Beat Bonus (odds on a loss)", "pocket_bonus": "Pocket Bonus"}
    for choices, pays in (([], before), ([(kind, table)], after)):
        rules = load_target(MD, choices)
        assert (hand, pays) in sign_sections(rules)[titles[kind]]
        (drawn,) = [lines for title, *lines in schedules_on_felt(rules) if title == titles[kind]]
        assert drawn[drawn.index(hand) + 1] == pays


@pytest.mark.clause(f"{MD} 2.B(9)", f"{MD} 2.B(9)(a)")
def test_the_layout_says_that_the_ante_pushes_if_the_dealer_has_less_than_a_pair() -> None:
    rules = load_target(MD)
    assert "Ante pushes if the dealer has less than a pair" in written(drawing(rules))
    (shown,) = [one for one in felt_of(rules).inscriptions if one.shows == "ante_pushes_below_qualifier"]
    assert shown.clauses == (f"{MD} 2.B(9)(a)",)


@pytest.mark.clause(f"{MD} 2.B(9)", f"{MD} 2.B(9)(b)")
def test_the_layout_says_how_much_one_hand_pays_at_most() -> None:
    limited, problems = checked(edited(MD, ('# payout_limit = "50000.00"', 'payout_limit = "75000.00"')))
    assert not problems
    text = "Payout limit per hand: $75,000 (progressive not limited)"
    assert text in written(drawing(limited))
    assert text not in written(drawing(load_target(MD)))
    assert "No payout limit per hand" in written(drawing(load_target(MD)))
    (shown,) = [one for one in felt_of(limited).inscriptions if one.shows == "payout_limit"]
    assert shown.clauses == (f"{MD} 2.B(9)(b)",)
