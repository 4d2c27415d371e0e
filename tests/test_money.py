"""Money: what is an amount and what is not, and exact round trips between text, cents and fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.money import format_cents, format_dollars, format_exact, parse_cents, parse_exact
from pitbook.problems import MalformedError
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Pays, Push, ToOne, parse_pays

NO_AMOUNTS: list[object] = [
    "",
    " ",
    "1e9",
    "1E2",
    "NaN",
    "nan",
    "inf",
    "Infinity",
    "-5",
    "+5",
    "-0",
    "5.",
    ".5",
    ".",
    "5..0",
    "5.0.0",
    " 5 ",
    "5 ",
    " 5",
    "5\n",
    "\t5",
    "1,000",
    "1_000",
    "1'000",
    "5,50",
    "$5",
    "5$",
    "0x10",
    "five",
    "５",  # full-width digit five
    "٥",  # Arabic-Indic digit five
    "²",  # superscript two: isdigit(), and still no amount
    "5\0",
    "5.0０",
    "9" * 30,
    "9" * 13,
    "1/2",
    "½",
    None,
    True,
    False,
    5,
    0,
    5.0,
    float("nan"),
    b"5",
    ["5"],
    Fraction(5),
]
AMOUNTS = {
    "0": 0,
    "0.00": 0,
    "0.0": 0,
    "0.01": 1,
    "0.1": 10,
    "0.10": 10,
    "5": 500,
    "5.5": 550,
    "5.50": 550,
    "12.50": 1250,
    "007": 700,
    "1000000": 100_000_000,
    "999999999999.99": 99_999_999_999_999,
}


@pytest.mark.parametrize(("text", "cents"), AMOUNTS.items())
def test_amounts(text: str, cents: int) -> None:
    assert parse_cents(text) == cents
    assert parse_exact(text) == Fraction(cents, 100)


@pytest.mark.parametrize("text", NO_AMOUNTS, ids=repr)
def test_what_is_no_amount(text: object) -> None:
    for parse in (parse_cents, parse_exact):
        with pytest.raises(MalformedError) as caught:
            parse(text)
        problem = caught.value.problems[0]
        assert problem.value is not None
        assert " is not an " in problem.message
        assert problem.value in (text, repr(text)) or str(text).startswith(problem.value)
        assert len(problem.message) < 120


@pytest.mark.parametrize("text", ["0.001", "12.345", "0.000", "1.999999999999999999"])
def test_cents_have_two_decimals_and_meters_more(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_cents(text)
    assert parse_exact(text) == Fraction(text)


def test_an_exact_amount_has_at_most_eighteen_decimals() -> None:
    assert parse_exact("0." + "0" * 17 + "1") == Fraction(1, 10**18)
    with pytest.raises(MalformedError):
        parse_exact("0." + "0" * 18 + "1")


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "0.00"), (1, "0.01"), (-1, "-0.01"), (-50, "-0.50"), (99, "0.99"), (100, "1.00"), (-12345, "-123.45")],
)
def test_cents_as_text(cents: int, text: str) -> None:
    assert format_cents(cents) == text
    assert format_exact(Fraction(cents, 100)) == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(5), "5.00"),
        (Fraction(1, 2), "0.50"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 10**18), "0.000000000000000001"),
        (Fraction(1234567, 100), "12345.67"),
        (Fraction(3, 1000), "0.003"),
    ],
)
def test_exact_amounts_have_at_least_two_decimals_and_as_many_as_they_need(amount: Fraction, text: str) -> None:
    assert format_exact(amount) == text


@pytest.mark.parametrize("amount", [Fraction(1, 3), Fraction(22, 7), Fraction(1, 30)])
def test_an_amount_without_a_finite_decimal_form(amount: Fraction) -> None:
    with pytest.raises(ValueError, match="has no finite decimal form"):
        format_exact(amount)


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (750, "$7.50"),
        (5, "$0.05"),
        (100_000, "$1,000"),
        (100_000_000, "$1,000,000"),
        (123_456, "$1,234.56"),
        (-50, "-$0.50"),
    ],
)
def test_dollars_as_on_a_sign(cents: int, text: str) -> None:
    assert format_dollars(cents) == text


@given(st.integers(min_value=0, max_value=10**14 - 1))
def test_cents_round_trip(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@given(st.integers(min_value=0, max_value=10**12 - 1), st.integers(min_value=0, max_value=10**18 - 1))
def test_exact_amounts_round_trip(dollars: int, parts: int) -> None:
    amount = dollars + Fraction(parts, 10**18)
    assert parse_exact(format_exact(amount)) == amount


@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_malformed(text: str) -> None:
    try:
        cents = parse_cents(text)
    except MalformedError:
        return
    assert text.isascii()
    assert Fraction(text) * 100 == cents


@given(st.text(alphabet="0123456789.,-+eE_ \n", max_size=8))
def test_texts_that_look_like_amounts(text: str) -> None:
    """Text is an amount when it is digits, with one or two more behind a point, and only then."""
    whole, point, decimals = text.partition(".")
    looks = whole.isdigit() and (not point or (decimals.isdigit() and len(decimals) <= 2))
    try:
        parse_cents(text)
    except MalformedError:
        assert not looks
    else:
        assert looks


ODDS: dict[str, Pays] = {
    "1 to 1": ToOne(1),
    "3 to 2": ToOne(3, 2),
    "1,000 to 1": ToOne(1000),
    "200,000 to 1": ToOne(200_000),
    "9 for 1": ForOne(9),
    "3,000 for 1": ForOne(3000),
    "$5": Dollars(500),
    "$1,000": Dollars(100_000),
    "$1,000,000": Dollars(100_000_000),
    "$7.50": Dollars(750),
    "100% of meter": MeterShare(Fraction(1), "progressive"),
    "5% of meter": MeterShare(Fraction(1, 20), "progressive"),
    "100% of mega": MeterShare(Fraction(1), "mega"),
    "push": Push(),
    "nothing": Nothing(),
}


@pytest.mark.parametrize(("text", "pays"), ODDS.items())
def test_odds_print_as_they_are_read(text: str, pays: Pays) -> None:
    assert parse_pays(text) == pays
    assert str(pays) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3:2",
        "3 to",
        "to 1",
        "0 to 1",
        "3 to 0",
        "-3 to 1",
        "3  to 1",
        " 3 to 1",
        "3 to 1 ",
        "3 To 1",
        "3 for 2",
        "10,00 to 1",
        "1.5 to 1",
        "1000 to 1",
        "１ to 1",
        "$",
        "$0",
        "$-5",
        "$5.5",
        "$1000",
        "5 $",
        "0% of meter",
        "101% of meter",
        "10 % of meter",
        "10% of",
        "10%",
        "10% of Meter",
        "loss",
        "Push",
    ],
)
def test_what_is_no_odds(text: str) -> None:
    with pytest.raises(ValueError, match="is not odds"):
        parse_pays(text)


@given(st.integers(min_value=1, max_value=10**9), st.integers(min_value=1, max_value=99))
def test_odds_round_trip(number: int, other: int) -> None:
    for pays in (
        ToOne(number, other),
        ForOne(number),
        Dollars(number * 100),
        MeterShare(Fraction(other, 100), "major"),
    ):
        assert parse_pays(str(pays)) == pays
