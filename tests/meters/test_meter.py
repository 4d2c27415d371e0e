"""Meters are exact: nothing is lost, nothing is rounded, and what comes in is what is shown, overflown or paid."""

import json
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pitbook.meters import (
    REGISTRY,
    Escrow,
    Meter,
    MeterEvent,
    award,
    change_parameters,
    contribute,
    evolve,
    evolve_escrow,
    fold,
    join_table,
    meet_minimum,
    open_meter,
    read_event,
    release_overflow,
    return_contribution,
)
from pitbook.meters.events import Contributed, TableJoined
from pitbook.money import format_exact
from pitbook.problems import MalformedError, RefusedError

TABLES = "ABCT"


def _opened(initial: str = "5000", limit: str | None = None) -> Meter:
    meter = Meter()
    top = None if limit is None else Fraction(limit)
    _follow(meter, open_meter(meter, "progressive", Fraction(initial), Fraction(5000), Fraction("0.15"), top))
    for table in TABLES:
        _follow(meter, join_table(meter, table))
    return meter


def _follow(meter: Meter, events: tuple[MeterEvent, ...]) -> None:
    for event in events:
        evolve(meter, event)
        assert meter.balanced


def _shows(meter: Meter) -> list[str]:
    return [format_exact(meter.displayed), format_exact(meter.overflow)]


def test_contributions_are_exact() -> None:
    meter = _opened()
    for number in range(1, 8):
        _follow(meter, contribute(meter, f"T-{number}", Fraction("0.015")))
    assert meter.displayed == Fraction("5000.105")
    with pytest.raises(RefusedError):
        contribute(meter, "T-7", Fraction(1))
    with pytest.raises(MalformedError):
        contribute(meter, "T-8", Fraction(-1))


def test_a_void_round_takes_its_contribution_back() -> None:
    meter = _opened()
    _follow(meter, contribute(meter, "A-1", Fraction("0.60")))
    _follow(meter, contribute(meter, "B-1", Fraction("0.40")))
    _follow(meter, return_contribution(meter, "A-1"))
    assert (meter.displayed, meter.returned) == (Fraction("5000.40"), Fraction("0.60"))
    for round_id in ("A-1", "C-1"):
        with pytest.raises(RefusedError):
            return_contribution(meter, round_id)
    with pytest.raises(RefusedError, match="table D does not move this meter"):
        contribute(meter, "D-1", Fraction(1))


def test_what_an_award_has_paid_out_of_a_contribution_the_house_returns() -> None:
    """10 % of 5,000.60 leaves 0.54 of the 0.60, which goes back out of the meter; the 0.06 come from the house."""
    meter = _opened()
    _follow(meter, contribute(meter, "A-1", Fraction("0.60")))
    _follow(meter, award(meter, "B-1", 1, "royal_flush", Fraction(1, 10)))
    (back,) = return_contribution(meter, "A-1")
    assert back.to_data() == {"round": "A-1", "amount": "0.60", "overflow": "0.00", "seeded": "0.06"}
    _follow(meter, (back,))
    assert (meter.displayed, meter.seeded) == (Fraction(4500), Fraction("5000.06"))


def test_after_the_whole_was_won_a_void_round_leaves_the_reset_amount() -> None:
    """Part of the contribution had gone to the overflow, and from there into the seed of the reset."""
    meter = _opened("5999.90", "6000")
    _follow(meter, contribute(meter, "A-1", Fraction("0.60")))
    assert _shows(meter) == ["6000.00", "0.50"]
    _follow(meter, award(meter, "B-1", 1, "flopped_royal_flush_in_spades", Fraction(1)))
    assert _shows(meter) == ["5000.00", "0.00"]
    _follow(meter, return_contribution(meter, "A-1"))
    assert _shows(meter) == ["5000.00", "0.00"]
    assert meter.seeded == Fraction("5999.90") + Fraction("4999.50") + Fraction("0.60")


def test_what_is_released_from_the_overflow_goes_back_out_of_the_meter() -> None:
    """The oldest leaves the overflow first: of 0.30 and 0.40 there, 0.50 come into the meter, 0.20 of them the last."""
    meter = _opened("6000", "6000")
    _follow(meter, contribute(meter, "A-1", Fraction("0.30")))
    _follow(meter, contribute(meter, "B-1", Fraction("0.40")))
    _follow(meter, change_parameters(meter, Fraction(5000), Fraction("0.15"), Fraction("6000.50"), "filed", "Ann"))
    _follow(meter, release_overflow(meter))
    assert _shows(meter) == ["6000.50", "0.20"]
    _follow(meter, return_contribution(meter, "B-1"))
    assert _shows(meter) == ["6000.30", "0.00"]
    _follow(meter, return_contribution(meter, "A-1"))
    assert (_shows(meter), meter.seeded) == (["6000.00", "0.00"], Fraction(6000))


def test_a_seat_is_paid_from_a_meter_once_in_a_round() -> None:
    meter = _opened()
    _follow(meter, award(meter, "T-1", 3, "royal_flush", Fraction(1, 10)))
    with pytest.raises(RefusedError, match=r"seat 3 of round T-1 has been paid 500\.00 from this meter"):
        award(meter, "T-1", 3, "royal_flush", Fraction(1, 10))
    _follow(meter, award(meter, "T-1", 2, "royal_flush", Fraction(1, 10)))
    _follow(meter, award(meter, "T-2", 3, "royal_flush", Fraction(1, 10)))
    assert (meter.wins, meter.displayed) == (3, Fraction(3645))


def test_above_the_limit_contributions_overflow() -> None:
    meter = _opened("5999.90", "6000")
    _follow(meter, contribute(meter, "T-1", Fraction("0.25")))
    assert _shows(meter) == ["6000.00", "0.15"]
    _follow(meter, return_contribution(meter, "T-1"))
    assert _shows(meter) == ["5999.90", "0.00"]
    _follow(meter, contribute(meter, "T-2", Fraction("0.25")))
    _follow(meter, award(meter, "T-2", 1, "flopped_royal_flush", Fraction(1, 10)))
    assert meter.displayed == 5400
    _follow(meter, release_overflow(meter))
    assert _shows(meter) == ["5400.15", "0.00"]
    with pytest.raises(RefusedError):
        release_overflow(meter)


def test_a_share_is_exact_and_paid_rounded_up() -> None:
    meter = _opened("5000.123")
    (won,) = award(meter, "T-1", 3, "royal_flush", Fraction(1, 10))
    _follow(meter, (won,))
    assert won.to_data() == {
        "round": "T-1",
        "seat": 3,
        "hand": "royal_flush",
        "share": "500.0123",
        "paid": "500.02",
    }
    assert meter.displayed == Fraction("4500.1107")


def test_the_whole_resets_the_meter_and_the_overflow_helps_to_seed_it() -> None:
    meter = _opened("6000", "6000")
    _follow(meter, contribute(meter, "T-1", Fraction("0.60")))
    _follow(meter, award(meter, "T-1", 2, "flopped_royal_flush_in_spades", Fraction(1)))
    assert _shows(meter) == ["5000.00", "0.00"]
    assert (meter.paid, meter.wins) == (Fraction(6000), 1)
    assert meter.seeded == 6000 + 5000 - Fraction("0.60")
    for share in (Fraction(0), Fraction(11, 10)):
        with pytest.raises(MalformedError):
            award(meter, "T-2", 1, "royal_flush", share)


def test_a_rate_waits_for_a_win_and_a_limit_only_rises() -> None:
    meter = _opened(limit="6000")
    _follow(meter, change_parameters(meter, Fraction(5000), Fraction("0.20"), Fraction(7000), "filed", "Ann"))
    assert (meter.rate, meter.next_rate, meter.limit) == (Fraction("0.15"), Fraction("0.20"), Fraction(7000))
    _follow(meter, award(meter, "T-1", 1, "royal_flush", Fraction(1, 10)))
    assert meter.rate == Fraction("0.15")
    _follow(meter, award(meter, "T-2", 1, "royal_flush", Fraction(1)))
    assert (meter.rate, meter.next_rate) == (Fraction("0.20"), None)
    with pytest.raises(RefusedError) as caught:
        change_parameters(meter, Fraction(5000), Fraction("0.20"), Fraction(4000), "filed", "Ann")
    assert len(caught.value.problems) == 3


def test_only_an_open_meter_moves() -> None:
    meter = Meter()
    with pytest.raises(RefusedError):
        contribute(meter, "T-1", Fraction(1))
    with pytest.raises(RefusedError):
        open_meter(_opened(), "again", Fraction(1), Fraction(1), Fraction(0))
    with pytest.raises(RefusedError):
        open_meter(meter, "low", Fraction(10), Fraction(10), Fraction(0), Fraction(5))
    with pytest.raises(MalformedError):
        open_meter(meter, "negative", Fraction(-1), Fraction(10), Fraction(0))


def test_the_stored_names() -> None:
    names = "meter_opened table_joined contributed contributions_folded contribution_returned awarded meter_reset"
    assert sorted(REGISTRY) == sorted([*names.split(), "overflow_released", "parameters_changed", "minimum_met"])
    for name in ("flood", "contributed"):
        with pytest.raises(MalformedError):
            read_event(name, {})


_AMOUNT = st.integers(0, 10**6).map(lambda n: Fraction(n, 1000))


_MOVES = st.tuples(st.sampled_from(("in", "back", "win", "all", "release", "begin")), st.sampled_from("ABC"), _AMOUNT)


@settings(max_examples=100, deadline=None)
@given(moves=st.lists(_MOVES, max_size=30), limit=st.none() | st.integers(5000, 5600).map(str))
def test_it_always_balances_keeps_its_floor_and_reads_back(
    moves: list[tuple[str, str, Fraction]], limit: str | None
) -> None:
    """Three tables; the floor is what the house put in at the beginning or the last reset, less what shares took of it.

    So it is the reset amount until somebody wins a share, or the higher amount with which a paytable has begun, and no
    return of a contribution goes below it.
    """
    meter, floor = _opened(limit=limit), Fraction(5000)
    events = list(open_meter(Meter(), "progressive", Fraction(5000), Fraction(5000), Fraction("0.15"), meter.limit))
    events += [TableJoined(table) for table in TABLES]
    last: dict[str, str] = {}
    for number, (kind, table, amount) in enumerate(moves):
        round_id = f"{table}-{number}"
        try:
            match kind:
                case "in":
                    new = contribute(meter, round_id, amount)
                    last[table] = round_id
                case "back":
                    new = return_contribution(meter, last.pop(table, "none"))
                case "win":
                    new = award(meter, round_id, 1, "royal_flush", Fraction(1, 10))
                    floor *= Fraction(9, 10)
                case "all":
                    new = award(meter, round_id, 1, "royal_flush", Fraction(1))
                    floor = Fraction(5000)
                case "begin":
                    new = meet_minimum(meter, 5000 + amount / 2, "F", None)
                    floor = max(floor, 5000 + amount / 2) if new else floor
                case _:
                    new = release_overflow(meter)
        except RefusedError:
            continue
        _follow(meter, new)
        events += new
        assert meter.displayed >= floor
        assert meter.overflow >= 0
        assert meter.limit is None or meter.displayed <= meter.limit
    read = [read_event(event.type, json.loads(json.dumps(event.to_data()))) for event in events]
    assert _facts(fold(read)) == _facts(meter)
    assert _facts(_by_stream(read, escrows_first=True)) == _facts(meter)
    assert _facts(_by_stream(read, escrows_first=False)) == _facts(meter)


def _by_stream(events: list[MeterEvent], *, escrows_first: bool) -> Meter:
    """The meter as a process reads it that knows nothing of the order between contributions and all else."""
    escrows = {table: Escrow() for table in TABLES}
    for event in events:
        if isinstance(event, Contributed):
            evolve_escrow(escrows[event.round[0]], event)
    meter = Meter()
    if escrows_first:
        for table, escrow in escrows.items():
            meter.take_escrow(table, escrow)
    for event in events:
        if not isinstance(event, Contributed):
            evolve(meter, event)
    if not escrows_first:
        for table, escrow in reversed(escrows.items()):
            meter.take_escrow(table, escrow)
    return meter


def _facts(meter: Meter) -> dict[str, object]:
    plain = {name: getattr(meter, name) for name in Meter.__slots__ if name not in ("folded", "escrows")}
    escrows = [
        {table: tuple(getattr(one, name) for name in Escrow.__slots__) for table, one in found.items() if one.version}
        for found in (meter.folded, meter.escrows)
    ]
    return plain | {"escrows": escrows, "shows": (meter.displayed, meter.overflow, meter.contributed)}


def test_what_waits_in_the_escrows_is_folded_before_anything_else_happens() -> None:
    """Beyond the limit by 0.10: A comes before B, so 0.10 of B's last contribution go to the overflow."""
    meter = _opened("5999.30", "6000")
    _follow(meter, contribute(meter, "B-1", Fraction("0.20")))
    _follow(meter, contribute(meter, "A-1", Fraction("0.40")))
    _follow(meter, contribute(meter, "B-2", Fraction("0.20")))
    assert (_shows(meter), meter.version) == (["6000.00", "0.10"], 1 + len(TABLES))
    folded, won = award(meter, "A-1", 1, "royal_flush", Fraction(1, 10))
    assert folded.to_data() == {
        "escrows": {
            "A": {"version": 1, "total": "0.40", "round": "A-1", "amount": "0.40"},
            "B": {"version": 2, "total": "0.40", "round": "B-2", "amount": "0.20"},
        },
        "amount": "0.80",
        "overflow": "0.10",
    }
    _follow(meter, (folded, won))
    assert (*_shows(meter), meter.waiting) == ("5400.00", "0.10", Fraction(0))
    (back,) = return_contribution(meter, "B-2")
    assert back.to_data() == {"round": "B-2", "amount": "0.20", "overflow": "0.10", "seeded": "0.01"}


def test_what_a_reader_does_not_know_of_an_escrow_the_folding_says() -> None:
    """It knows two contributions of A and none of B; the meter was folded with one of A and one of B."""
    meter = _opened()
    escrow, events = Escrow(), list[MeterEvent]()
    for number, table in enumerate("AB", 1):
        events += contribute(meter, f"{table}-{number}", Fraction(number))
        _follow(meter, tuple(events[-1:]))
    events = list(award(meter, "A-1", 1, "royal_flush", Fraction(1, 10)))
    late = _opened()
    for round_id, amount in (("A-1", "1"), ("A-2", "0.50")):
        evolve_escrow(escrow, Contributed(round_id, amount))
    late.take_escrow("A", escrow)
    assert late.displayed == Fraction("5001.50")
    _follow(late, tuple(events))
    assert (late.displayed, late.escrow("B").round) == (Fraction(5003) * Fraction(9, 10) + Fraction("0.50"), "B-2")
