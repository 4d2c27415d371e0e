"""Each breach of a book's rules is reported: the sentence, the value, and the clause as the source document has it."""

import tomllib
from typing import Any

import pytest

from pitbook.rulebooks import load_book
from pitbook.submission import notes, render
from submission.edits import FOUR, GALAXY, MA, MD, Edit, checked, edited, problems, without

SHUFFLER = 'shuffler = "manual" '
METHOD = 'method = "manual_shoe"'
SHUFFLERS = ("automatic", "automatic_counting", "reshuffling")


@pytest.mark.parametrize(
    ("book", "edit", "message", "value", "clause"),
    [
        (
            MD,
            ('bad_beat = "A"', 'bad_beat = "E"'),
            "bad_beat: there is no table 'E'; the book has A, B, C, D",
            "E",
            "12.C",
        ),
        (MD, ('odds = "A"', 'odds = "B"'), "odds: there is no table 'B'; the book has A", "B", "12.B"),
        (
            MD,
            ('pocket_bonus = "A"', 'pocket_bonus = "D"'),
            "pocket_bonus: there is no table 'D'; the book has A, B, C",
            "D",
            "12.D",
        ),
        (
            MD,
            ('trips_plus = "A"', 'trips_plus = "1"'),
            "trips_plus: there is no table '1'; the book has A, B, C, D",
            "1",
            "12.E",
        ),
        (MA, ('bad_beat = "A"', 'bad_beat = "B"'), "bad_beat: there is no table 'B'; the book has A", "B", "11(f)"),
        (GALAXY, ('all6 = "1"', 'all6 = "6"'), "all6: there is no table '6'; the book has 1, 2, 3, 4, 5", "6", "All 6"),
        (
            FOUR,
            ('aces_up = "A"', 'aces_up = "a"'),
            "aces_up: there is no table 'a'; the book has A, B, C, D, E, F",
            "a",
            "12.C",
        ),
        (
            FOUR,
            ('six_card_bonus = "A"', 'six_card_bonus = "C"'),
            "six_card_bonus: there is no table 'C'; the book has A, B",
            "C",
            "12.H",
        ),
    ],
)
def test_a_paytable_that_the_book_does_not_have(book: str, edit: Edit, message: str, value: str, clause: str) -> None:
    assert problems(edited(book, edit)) == [(f"paytables.{message}", value, f"{book} {clause}")]


@pytest.mark.parametrize(
    ("book", "table", "ids", "clause"),
    [
        (MD, "K", "A, B, C, D, E, F, G, H, I, J", "12.D-2(1)"),
        (GALAXY, "10", "1, 2, 3, 4, 5, 6, 7, 8, 9", "Progressive"),
        (FOUR, "G", "A, B, C, D, E, F", "12.D(1)"),
    ],
)
def test_a_progressive_table_that_the_book_does_not_have(book: str, table: str, ids: str, clause: str) -> None:
    first = ids.partition(",")[0]
    assert problems(edited(book, (f'progressive = "{first}"', f'progressive = "{table}"'))) == [
        (f"paytables.progressive: there is no table '{table}'; the book has {ids}", table, f"{book} {clause}")
    ]


@pytest.mark.clause("md-heads-up-holdem 12.C", "md-heads-up-holdem 12.D", "md-heads-up-holdem 12.E")
@pytest.mark.clause("md-four-card-poker 12.C", "md-four-card-poker 12.H")
@pytest.mark.parametrize(
    ("book", "kind", "ids", "clause"),
    [
        (MD, "bad_beat", "A, B, C, D", "12.C"),
        (MD, "pocket_bonus", "A, B, C", "12.D"),
        (MD, "trips_plus", "A, B, C, D", "12.E"),
        (FOUR, "aces_up", "A, B, C, D, E, F", "12.C"),
        (FOUR, "six_card_bonus", "A, B", "12.H"),
    ],
)
def test_where_there_are_several_tables_one_has_to_be_selected(book: str, kind: str, ids: str, clause: str) -> None:
    where = f"paytables.{kind}"
    assert problems(without(book, f"{kind} =")) == [
        (f"{where} is missing: choose one of {ids}", where, f"{book} {clause}")
    ]


def test_where_there_is_one_table_it_need_not_be_selected() -> None:
    assert problems(without(MD, "odds =")) == []


def test_a_table_of_a_wager_that_is_not_offered() -> None:
    text = edited(MA, ('wagers = ["pocket_bonus", "trips_plus"]', 'wagers = ["pocket_bonus"]'))
    assert problems(text) == [("paytables.trips_plus: the wager that uses it is not offered", "A", None)]


def test_a_kind_of_table_that_the_book_does_not_have() -> None:
    assert problems(edited(MD, ("[paytables]", '[paytables]\nall6 = "1"'))) == [
        (
            "paytables.all6: the book has no such tables; known are odds, bad_beat, pocket_bonus, trips_plus, "
            "progressive, envy",
            "all6",
            None,
        )
    ]


def by_hand() -> list[Any]:
    """Dealing by hand in each book, with the clause that wants a shuffler; Galaxy's is its house default's."""
    return [
        pytest.param(book, clause, id=book, marks=[pytest.mark.clause(clause)])
        for book, clause in (
            (MD, f"{MD} 9.A(1)"),
            (MA, f"{MA} 8(b)(1)"),
            (FOUR, f"{FOUR} 9.A(1)"),
            (GALAXY, f"{MD} 9.A(1)"),
        )
    ]


@pytest.mark.parametrize(("book", "clause"), by_hand())
def test_dealing_by_hand_needs_a_shuffler(book: str, clause: str) -> None:
    hand = (METHOD, 'method = "hand"')
    fitting = "automatic or automatic_counting" + (" or reshuffling" if book != MA else "")
    assert problems(edited(book, hand)) == [
        (f"dealing.method hand needs the shuffler {fitting}, not manual", "manual", clause)
    ]
    for shuffler in SHUFFLERS[: 2 if book == MA else 3]:
        assert problems(edited(book, hand, (SHUFFLER, f'shuffler = "{shuffler}" '))) == []


def two_decks() -> list[Any]:
    """Two decks in each book that allows them, with the clause that wants a shuffler."""
    return [
        pytest.param(book, clause, id=book, marks=[pytest.mark.clause(clause)])
        for book, clause in ((MD, f"{MD} 3.B"), (MA, f"{MA} 2(b)"), (FOUR, f"{FOUR} 3.B"))
    ]


@pytest.mark.parametrize(("book", "clause"), two_decks())
def test_two_decks_need_a_shuffler(book: str, clause: str) -> None:
    two = ("decks = 1", "decks = 2")
    assert problems(edited(book, two)) == [("dealing.decks: 2 decks need an automated shuffler", "2", clause)]
    assert problems(edited(book, two, (SHUFFLER, 'shuffler = "automatic" '))) == []


@pytest.mark.parametrize(("book", "one", "two"), [(MD, "3.A(1)", "3.B"), (MA, "2(a)", "2(b)"), (FOUR, "3.A", "3.B")])
@pytest.mark.parametrize("decks", ["0", "3", "-1"])
def test_more_than_two_decks_or_none_are_refused(book: str, one: str, two: str, decks: str) -> None:
    """Only with a shuffler does the clause of two decks speak; by hand the one of a single deck does."""
    for shuffler, clause in (("automatic", two if decks == "3" else one), ("manual", one)):
        text = edited(book, ("decks = 1", f"decks = {decks}"), (SHUFFLER, f'shuffler = "{shuffler}" '))
        assert problems(text) == [(f"dealing.decks must be 1 to 2, not {decks}", decks, f"{book} {clause}")]


@pytest.mark.clause("galaxy-heads-up-holdem 1")
@pytest.mark.parametrize("shuffler", ["manual", *SHUFFLERS])
@pytest.mark.parametrize("decks", ["0", "2", "3"])
def test_galaxy_is_played_with_one_deck(shuffler: str, decks: str) -> None:
    text = edited(GALAXY, ("decks = 1", f"decks = {decks}"), (SHUFFLER, f'shuffler = "{shuffler}" '))
    assert problems(text) == [(f"dealing.decks must be 1, not {decks}", decks, f"{GALAXY} 1")]
    assert problems(edited(GALAXY, (SHUFFLER, f'shuffler = "{shuffler}" '))) == []


def test_massachusetts_knows_no_reshuffling_shoe() -> None:
    message, value, clause = problems(edited(MA, (SHUFFLER, 'shuffler = "reshuffling" ')))[0]
    assert message.startswith("dealing.shuffler: ma-heads-up-holdem has no shuffler 'reshuffling'; ")
    assert (value, clause) == ("reshuffling", f"{MA} 4(a)")


@pytest.mark.clause("md-heads-up-holdem 10.F")
def test_the_board_comes_first_only_from_a_shoe_that_reshuffles() -> None:
    order = (METHOD, 'method = "automated"'), ('order = "as_needed"', 'order = "board_first"')
    for shuffler in ("manual", "automatic", "automatic_counting"):
        assert problems(edited(MD, *order, (SHUFFLER, f'shuffler = "{shuffler}" '))) == [
            ("dealing.order board_first needs the shuffler reshuffling", "board_first", f"{MD} 10.F")
        ]
    assert problems(edited(MD, *order, (SHUFFLER, 'shuffler = "reshuffling" '))) == []


@pytest.mark.clause("ma-heads-up-holdem 9(c)", "ma-heads-up-holdem 10(c)")
def test_massachusetts_deals_the_board_first_by_every_method_and_as_needed_by_hand() -> None:
    shuffler = (SHUFFLER, 'shuffler = "automatic" ')
    as_needed = ('order = "board_first"', 'order = "as_needed"')
    for method in ("manual_shoe", "hand", "automated"):
        edits = ((METHOD, f'method = "{method}"'), shuffler)
        assert problems(edited(MA, *edits)) == []
        message = "dealing.order: automated has no 'as_needed'; known are board_first"
        refused = [(message, "as_needed", f"{MA} 9(c)")] if method == "automated" else []
        assert problems(edited(MA, *edits, as_needed)) == refused


def test_a_method_and_an_order_that_do_not_exist() -> None:
    found = problems(edited(MD, (METHOD, 'method = "hands"'), ('order = "as_needed"', 'order = "asneeded"')))
    assert found == [
        ("dealing.method: there is no 'hands'; did you mean 'hand'?", "hands", None),
        (f"dealing.order: {MD} has no 'asneeded'; did you mean 'as_needed'?", "asneeded", None),
    ]
    assert problems(edited(MD, ('order = "as_needed"', 'order = "asneeded"'))) == [
        ("dealing.order: manual_shoe has no 'asneeded'; did you mean 'as_needed'?", "asneeded", f"{MD} 8.D(2)")
    ]


@pytest.mark.parametrize(
    ("book", "most", "clause"),
    [
        pytest.param(MD, 6, f"{MD} 2.A", marks=pytest.mark.clause("md-heads-up-holdem 2.A")),
        pytest.param(FOUR, 7, f"{FOUR} 2.A(1)", marks=pytest.mark.clause("md-four-card-poker 2.A(1)")),
    ],
)
def test_too_many_positions_or_none(book: str, most: int, clause: str) -> None:
    line = f"positions = {most}"
    for positions in (most + 1, 0, -1):
        assert problems(edited(book, (f"{line} ", f"positions = {positions} "))) == [
            (f"positions must be 1 to {most}, not {positions}", str(positions), clause)
        ]
    for positions in (1, most):
        filed = edited(book, (f"{line} ", f"positions = {positions} "))
        assert problems(filed.replace("adjacent_boxes = 7 ", f"adjacent_boxes = {positions} ")) == []


@pytest.mark.parametrize(("book", "clause"), [(MA, "6(e)"), (GALAXY, "2")])
def test_six_positions_and_one_for_each_player_where_the_book_states_none(book: str, clause: str) -> None:
    assert problems(edited(book, ("positions = 6 ", "positions = 7 "))) == [
        ("positions must be 1 to 6 (reading 13), not 7", "7", None)
    ]
    text = edited(book, ("positions = 6 ", "adjacent_boxes = 2\npositions = 6 "))
    message = "adjacent_boxes: a player has only one position here (reading 13), not 2"
    assert problems(text) == [(message, "2", f"{book} {clause}")]
    assert problems(text.replace("adjacent_boxes = 2", "adjacent_boxes = 1")) == []


@pytest.mark.clause("md-four-card-poker 7.F")
def test_adjacent_boxes_have_to_be_filed_in_four_card_poker() -> None:
    assert problems(without(FOUR, "adjacent_boxes")) == [
        (
            "adjacent_boxes is missing: the number of adjacent boxes on which one player may wager",
            "adjacent_boxes",
            f"{FOUR} 7.F",
        )
    ]
    line = "adjacent_boxes = 7 "
    for boxes in (0, 8):
        assert problems(edited(FOUR, (line, f"adjacent_boxes = {boxes} "))) == [
            (f"adjacent_boxes must be 1 to the number of positions, not {boxes}", str(boxes), f"{FOUR} 7.F")
        ]
    assert problems(edited(FOUR, (line, "adjacent_boxes = 1 "))) == []


@pytest.mark.clause("md-heads-up-holdem 7.G")
def test_adjacent_boxes_are_forbidden_in_maryland_holdem() -> None:
    text = edited(MD, ("positions = 6 ", "adjacent_boxes = 2\npositions = 6 "))
    assert problems(text) == [("adjacent_boxes: a player has only one position here, not 2", "2", f"{MD} 7.G")]
    assert problems(text.replace("adjacent_boxes = 2", "adjacent_boxes = 1")) == []


@pytest.mark.parametrize(
    ("book", "option"),
    [
        (MA, "flopped_straight_flush_stays"),
        (MA, "progressive_survives_fold"),
        (FOUR, "trips_plus_before_main"),
        *((book, "envy_needs_holder_wager") for book in (MD, MA, GALAXY, FOUR)),
    ],
)
def test_an_option_that_the_book_does_not_offer(book: str, option: str) -> None:
    found = problems(edited(book, ("[options]", f"[options]\n{option} = true")))
    assert len(found) == 1
    message, value, clause = found[0]
    assert message.startswith(f"options.{option}: {book} has no such option; ")
    assert (value, clause) == (option, None)


@pytest.mark.parametrize(
    ("book", "option", "says", "clause"),
    [
        (MD, "smaller_raises", "a raise before the flop is three times the ante", "11.B(1)"),
        (MD, "trips_plus_before_main", "trips plus is settled after the main wagers", "11.I"),
        (MA, "smaller_raises", "before the flop a player may raise once, twice or three times the ante", "10(d)"),
        pytest.param(
            FOUR,
            "progressive_survives_fold",
            "a player who folds forfeits the progressive wager with the ante",
            "11.C(3)",
            marks=pytest.mark.clause("md-four-card-poker 11.C(3)"),
        ),
    ],
)
def test_a_choice_that_the_book_makes_itself(book: str, option: str, says: str, clause: str) -> None:
    for value in ("true", "false"):
        assert problems(edited(book, ("[options]", f"[options]\n{option} = {value}"))) == [
            (f"options.{option}: not an option here: {says}", option, f"{book} {clause}")
        ]


def test_a_misspelt_option_names_the_nearest() -> None:
    found = problems(edited(GALAXY, ("smaller_raises = ", "smaler_raises = ")))
    assert found == [
        (
            "options.smaler_raises: galaxy-heads-up-holdem has no such option; did you mean 'smaller_raises'?",
            "smaler_raises",
            None,
        )
    ]


@pytest.mark.parametrize(
    ("book", "clause"), [(MD, f"{MD} 12.B(1)(e)"), (MA, f"{MA} 11(b)(5) A"), (GALAXY, f"{GALAXY} Odds 1")]
)
@pytest.mark.parametrize("unit", ["0.25", "0.05", "0.01"])
def test_a_chip_unit_that_makes_three_to_two_finer_than_a_cent(book: str, clause: str, unit: str) -> None:
    assert problems(edited(book, ('chip_unit = "0.50"', f'chip_unit = "{unit}"'))) == [
        (f"limits.chip_unit {unit}: odds pays 3 to 2 for a flush, which is finer than a cent", unit, clause)
    ]


@pytest.mark.parametrize(("book", "unit"), [(MD, "0.10"), (MD, "1.00"), (MD, "0.02"), (FOUR, "0.01"), (FOUR, "0.25")])
def test_a_chip_unit_on_which_every_payout_is_whole_cents(book: str, unit: str) -> None:
    rules, found = checked(edited(book, ('chip_unit = "0.50"', f'chip_unit = "{unit}"')))
    assert found == []
    assert rules.chip_unit == int(unit.replace(".", ""))


def test_a_chip_unit_of_nothing() -> None:
    assert problems(edited(MD, ('chip_unit = "0.50"', 'chip_unit = "0.00"'))) == [
        ("limits.chip_unit must be more than zero", "0.00", None)
    ]


@pytest.mark.parametrize(
    ("edit", "message", "value"),
    [
        (
            ('ante = { least = "5.00"', 'ante = { least = "500.50"'),
            "limits.ante: the least, 500.50, is more than the most, 500.00",
            "500.50",
        ),
        (
            ('most = "100.00"', 'most = "0.50"'),
            "limits.side: the least, 1.00, is more than the most, 0.50",
            "1.00",
        ),
        (('least = "5.00"', 'least = "0"'), "limits.ante: the least must be more than zero", "0.00"),
        (
            ('least = "5.00"', 'least = "5.25"'),
            "limits.ante: 5.25 is not a multiple of the chip unit 0.50",
            "5.25",
        ),
        (
            ("[dealing]", 'wagers.trips_plus = { least = "9.00", most = "8.00" }\n\n[dealing]'),
            "limits.wagers.trips_plus: the least, 9.00, is more than the most, 8.00",
            "9.00",
        ),
    ],
)
def test_limits_the_wrong_way_round_or_off_the_unit(edit: Edit, message: str, value: str) -> None:
    assert problems(edited(MD, edit)) == [(message, value, None)]


def test_limits_of_one_wager_alone() -> None:
    text = edited(MD, ("[dealing]", 'wagers.trips_plus = { least = "2.00", most = "8.00" }\n\n[dealing]'))
    rules, found = checked(text)
    assert found == []
    assert (rules.limits["trips_plus"].least, rules.limits["trips_plus"].most) == (200, 800)
    assert (rules.limits["pocket_bonus"].least, rules.limits["pocket_bonus"].most) == (100, 10_000)
    assert rules.limits["odds"] == rules.limits["ante"]
    assert "raise" not in rules.limits
    assert problems(text.replace("wagers.trips_plus", "wagers.trips_pluss")) == [
        (f"limits.wagers.trips_pluss: {MD} has no such wager; did you mean 'trips_plus'?", "trips_pluss", None)
    ]


@pytest.mark.clause("md-heads-up-holdem 7.F(1)")
def test_the_odds_wager_has_the_limits_of_the_ante_that_it_equals() -> None:
    text = edited(MD, ("[dealing]", 'wagers.odds = { least = "10.00", most = "20.00" }\n\n[dealing]'))
    assert problems(text) == [
        ("limits.wagers.odds: this wager and its limits equal those of the ante", "odds", f"{MD} 7.F(1)")
    ]


@pytest.mark.parametrize(
    ("book", "name", "hint"),
    [
        (MD, "all6", "known are pocket_bonus, trips_plus, progressive"),
        (MD, "trip_plus", "did you mean 'trips_plus'?"),
        (MA, "progressive", "known are pocket_bonus, trips_plus"),
        (FOUR, "six_cards_bonus", "did you mean 'six_card_bonus'?"),
    ],
)
def test_a_wager_that_the_book_does_not_offer(book: str, name: str, hint: str) -> None:
    assert problems(edited(book, ("wagers = [", f'wagers = ["{name}", '))) == [
        (f"wagers: {book} does not offer {name!r}; {hint}", name, None)
    ]


def test_a_wager_is_listed_once() -> None:
    assert problems(edited(FOUR, ("wagers = [", 'wagers = ["progressive", '))) == [
        ("wagers: progressive is listed 2 times", "progressive", None)
    ]


def test_a_wager_that_is_always_offered_is_not_listed() -> None:
    assert problems(edited(FOUR, ("wagers = [", 'wagers = ["aces_up", '))) == [
        ("wagers: aces_up is always offered; list only optional wagers", "aces_up", None)
    ]


def test_a_house_may_offer_no_optional_wager_at_all() -> None:
    text = edited(MA, ('wagers = ["pocket_bonus", "trips_plus"]', "wagers = []"))
    text = text.replace('trips_plus = "A"', "").replace('pocket_bonus = "A"', "")
    rules, found = checked(text)
    assert found == []
    assert rules.wager_names == {"ante", "odds", "raise"}


@pytest.mark.clause("md-heads-up-holdem 12.D-2(6)(b)")
@pytest.mark.parametrize("table", "ABCDEFGHI")
def test_envy_with_a_progressive_table_that_has_none(table: str) -> None:
    text = edited(MD, ('progressive = "A" ', f'progressive = "{table}" '), ("# envy = ... ", 'envy = "J" '))
    text = text.replace('"5000.00"', '"6000.00"')
    assert problems(text) == [
        (f"paytables.envy: progressive table {table} has no envy bonus", "J", f"{MD} 12.D-2(6)(b)")
    ]


@pytest.mark.clause("md-four-card-poker 12.E(2)")
def test_an_envy_table_that_the_book_does_not_have() -> None:
    envy = ("# envy = ... ", 'envy = "G" ')
    expected = ("paytables.envy: there is no table 'G'; the book has A, B, C, D, E, F", "G", f"{FOUR} 12.E(2)")
    assert problems(edited(FOUR, envy)) == [expected]
    both = problems(edited(FOUR, envy, ('progressive = "A"', 'progressive = "H"')))
    assert [value for _, value, _ in both] == ["H", "G"]
    assert expected in both


def test_no_envy_table_at_all_is_no_choice() -> None:
    assert problems(edited(FOUR, ("# envy = ... ", 'envy = "" '))) == [
        ("paytables.envy: there is no table ''; the book has A, B, C, D, E, F", "", f"{FOUR} 12.E(2)")
    ]


def test_envy_follows_the_progressive_table_unless_another_is_named() -> None:
    rules, _ = checked(edited(FOUR))
    assert rules.envy_table is not None
    assert rules.envy_table.id == "A"
    rules, found = checked(edited(FOUR, ("# envy = ... ", 'envy = "D" ')))
    assert found == []
    assert rules.envy_table is not None
    assert rules.envy_table.id == "D"


@pytest.mark.parametrize("wager", ["2.00", "0.50", "10.00"])
def test_a_four_card_progressive_wager_is_one_or_five_dollars(wager: str) -> None:
    assert problems(edited(FOUR, ('wager = "1.00"', f'wager = "{wager}"'))) == [
        (
            f"progressive.wager must be $1 or $5, for which envy amounts are listed, not {wager}",
            wager,
            f"{FOUR} 12.F(1)",
        )
    ]


@pytest.mark.parametrize(("book", "wager"), [(FOUR, "5.00"), (MD, "5.00"), (MD, "2.50"), (GALAXY, "3.00")])
def test_other_progressive_wagers_that_hold(book: str, wager: str) -> None:
    rules, found = checked(edited(book, ('wager = "1.00"', f'wager = "{wager}"')))
    assert found == []
    assert rules.progressive_wagers == (int(wager.replace(".", "")),)


@pytest.mark.parametrize("wager", ["0.25", "0.00"])
def test_a_progressive_wager_off_the_chip_unit(wager: str) -> None:
    assert problems(edited(MD, ('wager = "1.00"', f'wager = "{wager}"'))) == [
        (f"progressive.wager must be a multiple of the chip unit, not {wager}", wager, None)
    ]


def test_a_progressive_part_without_the_wager() -> None:
    text = edited(FOUR, ('"six_card_bonus", "progressive"]', '"six_card_bonus"]'))
    text = text.replace('progressive = "A"', "")
    assert problems(text) == [("progressive: the progressive wager is not offered", "progressive", None)]


def test_a_progressive_wager_without_its_part() -> None:
    text = without(MD, "[progressive]", "wager =", "[progressive.meters", "initial", "reset", "rate")
    assert [value for _, value, _ in problems(text)] == [
        "progressive.wager",
        "progressive.meters.progressive.rate",
        "progressive.meters.progressive.initial",
        "progressive.meters.progressive.reset",
    ]


@pytest.mark.clause("md-heads-up-holdem 12.E-2", "md-heads-up-holdem 12.E-2(1)")
def test_a_payout_limit_is_at_least_fifty_thousand_dollars() -> None:
    line = '# payout_limit = "50000.00"'
    assert problems(edited(MD, (line, 'payout_limit = "49999.99"'))) == [
        ("payout_limit: 49999.99 is below the minimum, 50000.00", "49999.99", f"{MD} 12.E-2(1)")
    ]
    rules, found = checked(edited(MD, (line, 'payout_limit = "50000.00"')))
    assert found == []
    assert rules.payout_limit == 5_000_000


@pytest.mark.parametrize("book", [MA, GALAXY, FOUR])
def test_a_payout_limit_in_a_book_without_one(book: str) -> None:
    assert problems(edited(book, ("house_name =", 'payout_limit = "60000.00"\nhouse_name ='))) == [
        (f"payout_limit: {book} does not allow a payout limit", "60000.00", None)
    ]


@pytest.mark.clause("md-heads-up-holdem 2.B(1)", "md-four-card-poker 2.B(1)")
@pytest.mark.parametrize(
    ("book", "clause"), [(MD, f"{MD} 2.B(1)"), (FOUR, f"{FOUR} 2.B(1)"), (GALAXY, f"{MD} 2.B(1)"), (MA, None)]
)
def test_the_house_has_a_name(book: str, clause: str | None) -> None:
    missing = "house_name is missing: the name of the facility operator"
    assert problems(without(book, "house_name")) == [(missing, "house_name", clause)]
    for blank in ("", " ", "\\t \\n", "\u00a0"):
        found = problems(edited(book, ('house_name = "Pitbook House"', f'house_name = "{blank}"')))
        assert [(message, cited) for message, _, cited in found] == [
            ("house_name is blank: write the name of the facility operator", clause)
        ]


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        (MD, None),
        (FOUR, None),
        pytest.param(MA, f"{MA} 10(b)", marks=pytest.mark.clause("ma-heads-up-holdem 10(b)")),
        pytest.param(GALAXY, f"{GALAXY} 2", marks=pytest.mark.clause("galaxy-heads-up-holdem 2")),
    ],
)
def test_the_antes_limits_have_to_be_filed(book: str, clause: str | None) -> None:
    assert problems(without(book, "ante =")) == [
        ("limits.ante is missing: { least = ..., most = ... }", "limits.ante", clause)
    ]


def test_side_limits_are_needed_only_for_side_wagers_that_have_none() -> None:
    ante_alone = without(MA, "wagers =", "side =", "pocket_bonus =", "trips_plus =")
    assert (
        problems(ante_alone.replace("[paytables]", "[paytables]", 1).replace("positions", "wagers = []\npositions", 1))
        == []
    )
    progressive = without(MD, "wagers =", "side =", "pocket_bonus =", "trips_plus =")
    assert problems(progressive.replace("positions", 'wagers = ["progressive"]\npositions', 1)) == []
    each = 'wagers.pocket_bonus = { least = "1.00", most = "5.00" }\n'
    text = without(MA, "side =").replace("[dealing]", f"{each}[dealing]")
    assert [value for _, value, _ in problems(text)] == ["limits.side"]
    assert problems(text.replace("[dealing]", f"{each.replace('pocket_bonus', 'trips_plus')}[dealing]")) == []
    assert [value for _, value, _ in problems(without(FOUR, "side ="))] == ["limits.side"]


@pytest.mark.parametrize(
    ("book", "name", "words", "clause"),
    [
        (FOUR, "play", "the ante determines this wager and its limits", "11.B(1)"),
        (MD, "raise", "the ante determines this wager and its limits", "11.B(1)"),
        (FOUR, "ante_bonus", "ante_bonus is a bonus on the ante, not a separate wager", "12.B"),
        (MD, "ante", "the limits of the ante are limits.ante", None),
        (GALAXY, "odds", "this wager and its limits equal those of the ante", "2"),
    ],
)
def test_limits_of_a_wager_that_has_none_of_its_own(book: str, name: str, words: str, clause: str | None) -> None:
    text = edited(book, ("[dealing]", f'wagers.{name} = {{ least = "5.00", most = "8.00" }}\n\n[dealing]'))
    assert problems(text) == [(f"limits.wagers.{name}: {words}", name, clause and f"{book} {clause}")]


def test_limits_of_a_wager_that_this_submission_does_not_offer() -> None:
    text = edited(MA, ("[dealing]", 'wagers.trips_plus = { least = "5.00", most = "8.00" }\n\n[dealing]'))
    text = text.replace('"pocket_bonus", "trips_plus"]', '"pocket_bonus"]').replace('trips_plus = "A"', "")
    assert problems(text) == [
        ("limits.wagers.trips_plus: this submission does not offer trips_plus", "trips_plus", f"{MA} 11(g)")
    ]


@pytest.mark.parametrize(
    ("wager", "outside"), [('"1.00"', ["1.00"]), ('["1.00", "2.00"]', ["1.00"]), ('"9.00"', ["9.00"])]
)
def test_limits_that_contradict_the_progressive_wager(wager: str, outside: list[str]) -> None:
    limits = ("[dealing]", 'wagers.progressive = { least = "2.00", most = "5.00" }\n\n[dealing]')
    found = problems(edited(MD, limits, ('wager = "1.00"', f"wager = {wager}")))
    assert found == [
        (f"limits.wagers.progressive: the amount filed for it, {one}, is outside 2.00 to 5.00", one, f"{MD} 7.F(4)")
        for one in outside
    ]
    assert problems(edited(MD, limits, ('wager = "1.00"', 'wager = ["2.00", "5.00"]'))) == []


def test_without_a_list_of_wagers_only_the_list_is_missing() -> None:
    for book in (MD, MA, GALAXY, FOUR):
        assert problems(without(book, "wagers =")) == [
            ("wagers is missing: list the optional wagers on offer, or write wagers = []", "wagers", None)
        ]


@pytest.mark.clause("md-four-card-poker 12.E(1)", "md-heads-up-holdem 12.D-2(6)(a)")
@pytest.mark.parametrize("book", [MD, FOUR, GALAXY])
def test_several_progressive_amounts_may_be_filed(book: str) -> None:
    for filed, amounts in (('["1.00", "5.00"]', (100, 500)), ('["5.00", "1.00"]', (500, 100)), ('["5.00"]', (500,))):
        rules, found = checked(edited(book, ('wager = "1.00"', f"wager = {filed}")))
        assert found == []
        assert rules.progressive_wagers == amounts, "in the order in which they were filed"


@pytest.mark.parametrize(
    ("filed", "words"),
    [
        ('["1.00", "1.00"]', "progressive.wager: 1.00 is listed twice"),
        ('["1.00", "2.00"]', "progressive.wager must be $1 or $5, for which envy amounts are listed, not 2.00"),
        ('["1.00", "0.25"]', "progressive.wager must be a multiple of the chip unit, not 0.25"),
        ("[]", "progressive.wager is missing: the amount of the progressive wager, or a list of amounts"),
        ('["1.00", 5]', 'progressive.wager: 5 is not an amount of money (write it in quotes, like "12.50")'),
        ('["1.00", "five"]', """progressive.wager: 'five' is not an amount of money (write it like "12.50")"""),
        (
            '{ a = "1.00" }',
            """progressive.wager: {'a': '1.00'} is not an amount of money (write it in quotes, like "12.50")""",
        ),
    ],
)
def test_progressive_amounts_that_can_not_be_filed(filed: str, words: str) -> None:
    assert [message for message, _, _ in problems(edited(FOUR, ('wager = "1.00"', f"wager = {filed}")))] == [words]


APPROVAL = '# device_approval = "..."'
LOCATION = '# shoe_location = "..."'


@pytest.mark.parametrize(
    ("book", "approval", "location"),
    [
        pytest.param(MD, f"{MD} 5.I", f"{MD} 8.A", marks=pytest.mark.clause(f"{MD} 5.I", f"{MD} 8.A")),
        pytest.param(FOUR, f"{FOUR} 5.G", f"{FOUR} 8.A", marks=pytest.mark.clause(f"{FOUR} 5.G", f"{FOUR} 8.A")),
    ],
)
def test_what_has_to_be_approved_and_is_not_filed_is_noted(book: str, approval: str, location: str) -> None:
    reshuffling = (SHUFFLER, 'shuffler = "reshuffling" ')
    rules, found = checked(edited(book, reshuffling))
    assert found == [], "a note is no problem"
    assert [(note.value, note.clause) for note in notes(rules)] == [
        ("dealing.device_approval", approval),
        ("dealing.shoe_location", location),
    ]
    filed = (APPROVAL, 'device_approval = "no. 17"'), (LOCATION, 'shoe_location = "dealer\'s left"')
    rules, found = checked(edited(book, reshuffling, *filed))
    assert (found, notes(rules)) == ([], [])
    assert (rules.device_approval, rules.shoe_location) == ("no. 17", "dealer's left")
    for blank in (edited(book, (LOCATION, 'shoe_location = " "')), edited(book)):
        assert [note.value for note in notes(checked(blank)[0])] == ["dealing.shoe_location"]
    by_device = (METHOD, 'method = "hand"'), (SHUFFLER, 'shuffler = "automatic" ')
    assert notes(checked(edited(book, *by_device))[0]) == []


@pytest.mark.clause(f"{MA} 9(a)")
def test_massachusetts_lays_down_where_an_automated_shoe_stands() -> None:
    automated = (METHOD, 'method = "automated"')
    (note,) = notes(checked(edited(MA, automated))[0])
    assert (note.value, note.clause) == ("dealing.shoe_location", f"{MA} 9(a)")
    assert notes(checked(edited(MA, automated, (LOCATION, 'shoe_location = "left of the rack"')))[0]) == []
    assert notes(checked(edited(MA))[0]) == []


def test_what_is_approved_is_part_of_the_rules() -> None:
    plain, _ = checked(edited(MD))
    filed, _ = checked(edited(MD, (LOCATION, 'shoe_location = "left"')))
    assert plain.digest != filed.digest
    dealing = filed.as_json()["dealing"]
    assert isinstance(dealing, dict)
    assert dealing["shoe_location"] == "left"


@pytest.mark.parametrize("book", [MA, GALAXY])
def test_no_notes_where_the_book_asks_for_no_approval(book: str) -> None:
    assert notes(checked(edited(book))[0]) == []


def test_a_file_with_many_mistakes_gives_them_all_at_once() -> None:
    text = edited(
        MD,
        ("house_name", "housename"),
        ("positions = 6 ", "positions = 9\nadjacent_boxes = 2 "),
        ("wagers = [", 'wagers = ["all6", '),
        ('bad_beat = "A"', 'bad_beat = "Z"'),
        ('chip_unit = "0.50"', 'chip_unit = "0.25"'),
        ('ante = { least = "5.00"', 'ante = { least = "900.00"'),
        ('side = { least = "1.00"', "side = { least = 1"),
        (METHOD, 'method = "hand"'),
        ("decks = 1", "decks = 2"),
        ('initial = "5000.00"', 'initial = "12.00"'),
        ('reset = "5000.00"', ""),
        ('rate = "0.10"', "rate = true"),
        ("[options]", "[options]\nsmaller_raises = true"),
        ('# payout_limit = "50000.00"', 'payout_limit = "1.00"'),
    )
    found = problems(text)
    expected = [
        ("housename", None),
        ("1", None),
        ("True", None),
        ("all6", None),
        ("house_name", f"{MD} 2.B(1)"),
        ("9", f"{MD} 2.A"),
        ("2", f"{MD} 7.G"),
        ("Z", f"{MD} 12.C"),
        ("0.25", f"{MD} 12.B(1)(e)"),
        ("900.00", None),
        ("manual", f"{MD} 9.A(1)"),
        ("2", f"{MD} 3.B"),
        ("12.00", f"{MD} 12.D-2(3)(b)(i)"),
        ("progressive.meters.progressive.reset", f"{MD} 12.D-2(3)(b)(i)"),
        ("1.00", f"{MD} 12.E-2(1)"),
        ("smaller_raises", f"{MD} 11.B(1)"),
    ]
    assert sorted([(value, clause) for _, value, clause in found], key=str) == sorted(expected, key=str)
    assert all(message and message[0] != " " for message, _, _ in found)
    assert tomllib.loads(text)["rulebook"] == MD


def test_a_book_without_an_ante_has_limits_of_its_own_unit() -> None:
    text = render(load_book("let-it-ride"))
    assert 'bet = { least = "5.00", most = "500.00" }' in text
    assert problems(text) == []
    assert problems(text.replace("bet = {", "ante = {")) == [
        ("limits.ante is not a known key; known are chip_unit, side, wagers, bet", "limits.ante", None),
        ("limits.bet is missing: { least = ..., most = ... }", "limits.bet", "let-it-ride 3.a"),
    ]
