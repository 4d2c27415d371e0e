"""What is filed for progressive meters: amounts, rates and limits, with the clause that the source document has."""

from typing import Any

import pytest

from submission.edits import FOUR, GALAXY, MD, checked, edited, problems, without

MD_MINIMUMS = {
    "A": ("5000.00", "12.D-2(3)(b)(i)"),
    "B": ("5000.00", "12.D-2(3)(b)(i)"),
    "C": ("5000.00", "12.D-2(3)(b)(i)"),
    "D": ("5000.00", "12.D-2(3)(b)(i)"),
    "E": ("5000.00", "12.D-2(3)(b)(i)"),
    "F": ("6000.00", "12.D-2(3)(b)(ii)"),
    "G": ("2000.00", "12.D-2(3)(b)(iii)"),
    "H": ("2000.00", "12.D-2(3)(b)(iii)"),
    "I": ("2500.00", "12.D-2(3)(b)(iv)"),
    "J": ("2000.00", "12.D-2(3)(b)(iii)"),
}
FOUR_MINIMUMS = {
    "A": {"progressive": ("5000.00", "12.D(3)(b)(i)")},
    "B": {"progressive": ("1000.00", "12.D(3)(b)(ii)")},
    "C": {"progressive": ("10000.00", "12.D(3)(b)(iii)")},
    "D": {"major": ("1000.00", "12.D(3)(b)(iv)(1)"), "minor": ("250.00", "12.D(3)(b)(iv)(2)")},
    "E": {
        "mega": ("10000.00", "12.D(3)(b)(v)(1)"),
        "major": ("1000.00", "12.D(3)(b)(v)(2)"),
        "minor": ("250.00", "12.D(3)(b)(v)(3)"),
    },
    "F": {
        "mega": ("10000.00", "12.D(3)(b)(vi)(1)"),
        "major": ("1000.00", "12.D(3)(b)(vi)(2)"),
        "minor": ("250.00", "12.D(3)(b)(vi)(3)"),
    },
}
STOCK_METER = '[progressive.meters.progressive]\ninitial = "5000.00"\nreset = "5000.00"\nrate = "0.10"\n'


def cent_less(amount: str) -> str:
    """The amount less one cent, done on the digits: "5000.00" gives "4999.99"."""
    return f"{int(amount.removesuffix('.00')) - 1}.99"


def with_meters(book_id: str, table: str, meters: dict[str, tuple[str, str]]) -> str:
    """The stock file with another progressive table and these initial and reset amounts."""
    parts = "".join(
        f'[progressive.meters.{name}]\ninitial = "{initial}"\nreset = "{reset}"\nrate = "0.10"\n'
        for name, (initial, reset) in meters.items()
    )
    return edited(book_id, ('progressive = "A"', f'progressive = "{table}"'), (STOCK_METER, parts))


def minimums() -> list[Any]:
    """Every meter of every progressive table for which a book states a minimum."""
    cases = [(MD, table, {"progressive": minimum}) for table, minimum in MD_MINIMUMS.items()]
    cases += [(FOUR, table, meters) for table, meters in FOUR_MINIMUMS.items()]
    return [
        pytest.param(
            book, table, meters, name, id=f"{book}-{table}-{name}", marks=pytest.mark.clause(f"{book} {clause}")
        )
        for book, table, meters in cases
        for name, (_, clause) in meters.items()
    ]


@pytest.mark.parametrize(("book", "table", "meters", "name"), minimums())
def test_a_meter_begins_and_is_reset_at_its_minimum_or_more(
    book: str, table: str, meters: dict[str, tuple[str, str]], name: str
) -> None:
    least, clause = meters[name]
    filed = {meter: (amount, amount) for meter, (amount, _) in meters.items()}
    assert problems(with_meters(book, table, filed)) == []
    low = cent_less(least)
    for key, amounts in (("initial", (low, least)), ("reset", (least, low))):
        assert problems(with_meters(book, table, filed | {name: amounts})) == [
            (
                f"progressive.meters.{name}.{key}: {low} is below the minimum of {least} for table {table}",
                low,
                f"{book} {clause}",
            )
        ]


def test_galaxy_states_no_minimum() -> None:
    assert (
        problems(edited(GALAXY, ('initial = "5000.00"', 'initial = "1.00"'), ('reset = "5000.00"', 'reset = "1.00"')))
        == []
    )


@pytest.mark.clause("galaxy-heads-up-holdem Progressive")
def test_a_galaxy_meter_is_reset_to_its_initial_seed_value() -> None:
    for reset in ("4999.99", "5000.01"):
        assert problems(edited(GALAXY, ('reset = "5000.00"', f'reset = "{reset}"'))) == [
            (
                f"progressive.meters.progressive.reset: the meter is reset to its initial amount, 5000.00, "
                f"not to {reset}",
                reset,
                f"{GALAXY} Progressive",
            )
        ]
    rules, found = checked(edited(GALAXY, ('reset = "5000.00"', "")))
    assert found == [], "one number says both"
    assert rules.meters["progressive"].reset == rules.meters["progressive"].initial == 500_000


@pytest.mark.parametrize("book", [MD, FOUR])
def test_a_maryland_meter_may_begin_with_more_than_it_is_reset_to(book: str) -> None:
    assert problems(edited(book, ('initial = "5000.00"', 'initial = "9000.00"'))) == []


@pytest.mark.clause(
    "md-heads-up-holdem 12.D-2(3)", "md-heads-up-holdem 12.D-2(3)(a)", "md-heads-up-holdem 12.D-2(3)(b)"
)
@pytest.mark.clause("md-four-card-poker 12.D(3)", "md-four-card-poker 12.D(3)(a)", "md-four-card-poker 12.D(3)(b)")
@pytest.mark.parametrize(
    ("book", "line", "key", "more", "clause"),
    [
        (MD, 'rate = "0.10"', "rate", ": file the rate of progression", f"{MD} 12.D-2(3)(a)"),
        (FOUR, 'rate = "0.10"', "rate", ": file the rate of progression", f"{FOUR} 12.D(3)(a)"),
        (GALAXY, 'rate = "0.10"', "rate", ": file the rate of progression", None),
        (MD, "initial =", "initial", "", f"{MD} 12.D-2(3)(b)(i)"),
        (FOUR, "reset =", "reset", "", f"{FOUR} 12.D(3)(b)(i)"),
    ],
)
def test_rate_initial_and_reset_amount_have_to_be_filed(
    book: str, line: str, key: str, more: str, clause: str | None
) -> None:
    where = f"progressive.meters.progressive.{key}"
    assert problems(without(book, line)) == [(f"{where} is missing{more}", where, clause)]


@pytest.mark.clause("md-four-card-poker 12.D(3)(a)")
def test_each_meter_of_a_table_has_its_own_rate() -> None:
    text = with_meters(FOUR, "D", {"major": ("1000.00", "1000.00")})
    where = "progressive.meters.minor"
    assert problems(text) == [
        (f"{where}.rate is missing: file the rate of progression", f"{where}.rate", f"{FOUR} 12.D(3)(a)"),
        (f"{where}.initial is missing", f"{where}.initial", f"{FOUR} 12.D(3)(b)(iv)(2)"),
        (f"{where}.reset is missing", f"{where}.reset", f"{FOUR} 12.D(3)(b)(iv)(2)"),
    ]


@pytest.mark.parametrize(
    ("rate", "sentence", "clause"),
    [
        ('"0"', " must be more than 0 and at most 1, the whole wager, not 0.00", "12.D-2(3)(a)"),
        ('"1.01"', " must be more than 0 and at most 1, the whole wager, not 1.01", "12.D-2(3)(a)"),
        ('"-0.1"', " must be more than 0 and at most 1, the whole wager, not -0.10", "12.D-2(3)(a)"),
        ('"ten"', """: 'ten' is not a rate (write it as a fraction of the wager, like "0.15")""", None),
        ('"--1"', """: '--1' is not a rate (write it as a fraction of the wager, like "0.15")""", None),
        ('"1e-3"', """: '1e-3' is not a rate (write it as a fraction of the wager, like "0.15")""", None),
        ("0.10", """: 0.1 is not a rate (write it in quotes, like "0.15")""", None),
    ],
)
def test_a_rate_is_a_part_of_the_wager(rate: str, sentence: str, clause: str | None) -> None:
    found = problems(edited(MD, ('rate = "0.10"', f"rate = {rate}")))
    cited = None if clause is None else f"{MD} {clause}"
    assert [(message, cites) for message, _, cites in found] == [
        (f"progressive.meters.progressive.rate{sentence}", cited)
    ]
    assert problems(edited(MD, ('rate = "0.10"', 'rate = "1"'))) == []


@pytest.mark.clause("md-four-card-poker 12.D(3)(a)")
def test_rates_together_take_at_most_the_whole_wager() -> None:
    text = with_meters(FOUR, "D", {"major": ("1000.00", "1000.00"), "minor": ("250.00", "250.00")})
    assert problems(text.replace('rate = "0.10"', 'rate = "0.5"')) == []
    found = problems(text.replace('rate = "0.10"', 'rate = "0.51"'))
    assert found == [
        ("progressive.meters: the rates add up to 1.02, more than the whole wager", "1.02", f"{FOUR} 12.D(3)(a)")
    ]


def test_a_meter_that_the_table_does_not_have() -> None:
    found = problems(edited(MD, ("[progressive.meters.progressive]", "[progressive.meters.progresive]")))
    assert found[0] == (
        "progressive.meters.progresive: table A has no such meter; did you mean 'progressive'?",
        "progresive",
        f"{MD} 12.D-2(1)(a)",
    )


def test_a_meter_limit_is_not_below_what_the_meter_begins_with() -> None:
    text = edited(MD, ('# limit = "..." ', 'limit = "4999.99"'))
    assert problems(text) == [
        (
            "progressive.meters.progressive.limit: 4999.99 is below the meter's initial or reset amount",
            "4999.99",
            None,
        )
    ]
    assert problems(text.replace("4999.99", "5000.00")) == []
