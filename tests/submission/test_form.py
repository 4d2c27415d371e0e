"""The form of a submission file: unknown keys with the nearest known one, wrong types, and nothing said twice."""

import tomllib
from copy import deepcopy

import pytest

from pitbook.problems import MalformedError
from pitbook.submission import check
from submission.edits import FOUR, MD, Edit, checked, edited, problems, without

METERS = "[progressive.meters.progressive]"


@pytest.mark.parametrize(
    ("edit", "message", "value"),
    [
        (
            ("house_name =", "positons = 6\nhouse_name ="),
            "positons is not a known key; did you mean 'positions'?",
            "positons",
        ),
        (
            ("[limits]", "[limits]\nchip_units = 5"),
            "limits.chip_units is not a known key; did you mean 'chip_unit'?",
            "limits.chip_units",
        ),
        (
            ('ante = { least = "5.00"', 'ante = { lest = "5.00", least = "5.00"'),
            "limits.ante.lest is not a known key; did you mean 'least'?",
            "limits.ante.lest",
        ),
        (
            ("[dealing]", 'wagers.trips_plus = { least = "1.00", most = "2.00", moost = "3.00" }\n[dealing]'),
            "limits.wagers.trips_plus.moost is not a known key; did you mean 'most'?",
            "limits.wagers.trips_plus.moost",
        ),
        (
            ("[dealing]", '[dealing]\nshufler = "manual"'),
            "dealing.shufler is not a known key; did you mean 'shuffler'?",
            "dealing.shufler",
        ),
        (
            ("[progressive]", '[progressive]\nwagger = "1.00"'),
            "progressive.wagger is not a known key; did you mean 'wager'?",
            "progressive.wagger",
        ),
        (
            (METERS, f'{METERS}\nrates = "0.1"'),
            "progressive.meters.progressive.rates is not a known key; did you mean 'rate'?",
            "progressive.meters.progressive.rates",
        ),
        (
            ("[dealing]", "[dealing]\nxyzzy = {}"),
            "dealing.xyzzy is not a known key; known are method, order, shuffler, decks, device_approval, "
            "shoe_location",
            "dealing.xyzzy",
        ),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(edit: Edit, message: str, value: str) -> None:
    assert problems(edited(MD, edit)) == [(message, value, None)]


@pytest.mark.parametrize(
    ("edit", "message", "value"),
    [
        (('house_name = "Pitbook House"', "house_name = 7"), "house_name must be text in quotes (got '7')", "7"),
        (("positions = 6 ", 'positions = "6" '), "positions must be a whole number (got '6')", "6"),
        (("positions = 6 ", "positions = 6.0 "), "positions must be a whole number (got '6.0')", "6.0"),
        (("positions = 6 ", "positions = true "), "positions must be a whole number (got 'True')", "True"),
        (("decks = 1", 'decks = "1"'), "dealing.decks must be a whole number (got '1')", "1"),
        (
            ('chip_unit = "0.50"', "chip_unit = 0.5"),
            'limits.chip_unit: 0.5 is not an amount of money (write it in quotes, like "12.50")',
            "0.5",
        ),
        (
            ('chip_unit = "0.50"', 'chip_unit = "1/2"'),
            "limits.chip_unit: '1/2' is not an amount of money (write it like \"12.50\")",
            "1/2",
        ),
        (
            ('ante = { least = "5.00", most = "500.00" }', "ante = 5"),
            "limits.ante must be a table of keys and values (got '5')",
            "5",
        ),
        (
            ('least = "5.00"', 'least = ["5.00"]'),
            "limits.ante.least: ['5.00'] is not an amount of money (write it in quotes, like \"12.50\")",
            "['5.00']",
        ),
        (
            ('bad_beat = "A"', "bad_beat = 1"),
            "paytables.bad_beat must be text in quotes (got '1')",
            "1",
        ),
        (
            ("progressive_survives_fold = true", 'progressive_survives_fold = "yes"'),
            "options.progressive_survives_fold must be true or false (got 'yes')",
            "yes",
        ),
        (
            ("progressive_survives_fold = true", "progressive_survives_fold = 1"),
            "options.progressive_survives_fold must be true or false (got '1')",
            "1",
        ),
        (
            ("# approved = 2026-01-31", "approved = 5"),
            "approved must be a date, like 2026-01-31 (got '5')",
            "5",
        ),
        (
            ("# approved = 2026-01-31", "approved = 86400"),
            "approved must be a date, like 2026-01-31 (got '86400')",
            "86400",
        ),
        (
            ("# approved = 2026-01-31", 'approved = "31 January"'),
            "approved must be a date, like 2026-01-31 (got '31 January')",
            "31 January",
        ),
        (
            ("# approved = 2026-01-31", "approved = 2026-01-31T12:00:00"),
            "approved must be a date, like 2026-01-31 (got '2026-01-31 12:00:00')",
            "2026-01-31 12:00:00",
        ),
    ],
)
def test_a_wrong_type_is_said_once_and_never_as_missing(edit: Edit, message: str, value: str) -> None:
    assert problems(edited(MD, edit)) == [(message, value, None)]


def test_a_date_may_be_written_as_toml_or_as_text() -> None:
    for date in ("2026-01-31", '"2026-01-31"'):
        rules, found = checked(edited(MD, ("# approved = 2026-01-31", f"approved = {date}")))
        assert found == []
        assert str(rules.approved) == "2026-01-31"


@pytest.mark.parametrize("whole", ["paytables", "limits", "dealing", "progressive", "options"])
@pytest.mark.parametrize("value", [5, "all", [], True, None])
def test_a_part_that_is_no_table_is_said_once(whole: str, value: object) -> None:
    data = tomllib.loads(edited(MD)) | {whole: value}
    if whole == "progressive" and value is None:
        return  # As if it were not there.
    found = check(data)[1]
    assert [problem.message for problem in found if problem.message.startswith(whole)] == [
        f"{whole} must be a table of keys and values (got {str(value)!r})"
    ]


@pytest.mark.parametrize("value", ["progressive", 5, {"progressive": True}])
def test_wagers_that_are_no_list(value: object) -> None:
    found = check(tomllib.loads(edited(MD)) | {"wagers": value})[1]
    like = ', like ["progressive"]' if isinstance(value, str) else " in square brackets"
    assert found[0].message == f"wagers must be a list{like} (got {str(value)!r})"
    assert "wagers is missing" not in " ".join(problem.message for problem in found)


def test_several_wrong_items_of_one_list() -> None:
    found = problems(edited(MD, ("wagers = [", "wagers = [1, 2, ")))
    assert found == [
        ("wagers.0 must be text in quotes (got '1')", "1", None),
        ("wagers.1 must be text in quotes (got '2')", "2", None),
    ]


def test_a_wrong_value_does_not_hide_the_same_value_elsewhere() -> None:
    """A deck count in quotes and forbidden adjacent boxes have the same value, and both are problems."""
    text = edited(MD, ("decks = 1", 'decks = "2"'), ("positions = 6 ", "adjacent_boxes = 2\npositions = 6 "))
    assert [(value, clause) for _, value, clause in problems(text)] == [("2", None), ("2", f"{MD} 7.G")]


@pytest.mark.parametrize("key", ["house_name", "positions", "wagers", "adjacent_boxes"])
def test_a_missing_key_is_named(key: str) -> None:
    found = problems(without(FOUR, f"{key} ="))
    assert found[0][0].startswith(f"{key} is missing: ")
    assert found[0][1] == key


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ("chip_unit =", "limits.chip_unit"),
        ("ante =", "limits.ante"),
        ("side =", "limits.side"),
        ("method =", "dealing.method"),
        ("shuffler =", "dealing.shuffler"),
        ("wager =", "progressive.wager"),
    ],
)
def test_a_missing_key_of_a_part_is_named(start: str, key: str) -> None:
    found = problems(without(MD, start))
    assert [value for _, value, _ in found] == [key]
    assert found[0][0].startswith(f"{key} is missing: ")


def test_half_of_a_limit_is_missing() -> None:
    assert problems(edited(MD, ('least = "5.00", ', ""))) == [
        ("limits.ante.least is missing", "limits.ante.least", None)
    ]


def test_order_and_number_of_decks_have_their_ordinary_values() -> None:
    rules, found = checked(without(MD, "order =", "decks ="))
    assert found == []
    assert (rules.order.name, rules.decks) == ("as_needed", 1)


@pytest.mark.parametrize("data", [{}, {"rulebook": None}, {"house_name": "x"}])
def test_without_a_rule_book_nothing_can_be_checked(data: dict[str, object]) -> None:
    with pytest.raises(MalformedError, match="the submission names no rule book"):
        check(data)


@pytest.mark.parametrize("name", ["md-holdem", 5, ["md-four-card-poker"], "", "a" * 5000, "../..", "nul\0", "\n"])
def test_a_rule_book_that_does_not_exist(name: object) -> None:
    with pytest.raises(MalformedError) as caught:
        check({"rulebook": name})
    assert len(str(caught.value)) < 500


def test_checking_leaves_the_content_as_it_was() -> None:
    data = tomllib.loads(edited(MD, ("positions = 6 ", "positions = 'six' "), ("decks = 1", "deks = 1")))
    before = deepcopy(data)
    first = check(data)[1]
    assert data == before
    assert check(data)[1] == first
    assert len(first) == 2
