"""A progressive meter: what may happen to it, and how each event changes it.

Contributions are never lost and never rounded. Above a filed limit they go to the overflow. A contribution that is
returned leaves the meter as if it had never been made: what an award has paid out of it comes from the house. A rate
changes with the next win; a limit may only rise above what the meter shows.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import NamedTuple, NoReturn

from pitbook.meters.events import (
    Awarded,
    Contributed,
    ContributionReturned,
    MeterEvent,
    MeterOpened,
    MeterReset,
    OverflowReleased,
    ParametersChanged,
    TableJoined,
)
from pitbook.money import format_exact
from pitbook.problems import MalformedError, Problem, RefusedError

ZERO = Fraction(0)
CENTS = 100


class Contribution(NamedTuple):
    """What a round contributed, and how much of it the meter and the overflow still have."""

    round: str
    amount: Fraction
    shown: Fraction
    overflow: Fraction


class Meter:
    """What a meter is now: a fold over its events, which alone write it."""

    __slots__ = (
        "awards",
        "contributed",
        "displayed",
        "last",
        "limit",
        "name",
        "next_rate",
        "overflow",
        "paid",
        "rate",
        "reset",
        "returned",
        "seeded",
        "tables",
        "version",
        "wins",
    )

    def __init__(self) -> None:
        self.version = 0
        self.name = ""
        self.displayed = ZERO
        self.overflow = ZERO
        self.seeded = ZERO
        """What the house put in: at the beginning, at each reset, and for contributions that awards had paid out."""
        self.contributed = ZERO
        self.returned = ZERO
        self.paid = ZERO
        """The shares that were won, exactly; the fraction of a cent that rounding up adds is the house's."""
        self.wins = 0
        self.reset = ZERO
        self.rate = ZERO
        self.next_rate: Fraction | None = None
        """A rate that holds from the next reset on."""
        self.limit: Fraction | None = None
        self.last: dict[str, Contribution] = {}
        """Each table's last contribution, which may still be returned; the oldest first."""
        self.tables: set[str] = set()
        """The tables that move the meter, or have moved it."""
        self.awards: dict[str, tuple[str, dict[int, Fraction]]] = {}
        """By table, the last round that won here, and what each of its seats was paid."""

    @property
    def filed_rate(self) -> Fraction:
        """The rate that the rules of its tables state: it holds already, or from the next reset on."""
        return self.rate if self.next_rate is None else self.next_rate

    @property
    def balanced(self) -> bool:
        """Contributions + seeds - contributions returned = displayed + overflow + paid."""
        return self.contributed + self.seeded - self.returned == self.displayed + self.overflow + self.paid


def _refuse(message: str, value: object = None) -> NoReturn:
    raise RefusedError(Problem(message, None if value is None else str(value)))


def _table(round_id: str) -> str:
    """The table of a round, whose id ends with its number."""
    return round_id.rpartition("-")[0]


def _is_open(meter: Meter) -> None:
    if not meter.version:
        _refuse("the meter has not been opened")


def _positive(amount: Fraction, what: str) -> None:
    if amount < 0:
        raise MalformedError(Problem(f"{what} can't be negative", str(amount)))


def open_meter(
    meter: Meter, name: str, initial: Fraction, reset: Fraction, rate: Fraction, limit: Fraction | None = None
) -> tuple[MeterEvent, ...]:
    """A meter begins with its initial amount, at most its limit."""
    for amount, what in ((initial, "an initial amount"), (reset, "a reset amount"), (rate, "a rate")):
        _positive(amount, what)
    if meter.version:
        _refuse(f"the meter {meter.name} is open already", meter.name)
    if limit is not None and (limit < initial or limit < reset):
        _refuse("the limit of a meter must not be below its initial or reset amount", limit)
    text = None if limit is None else format_exact(limit)
    return (MeterOpened(name, format_exact(initial), format_exact(reset), format_exact(rate), text),)


def join_table(meter: Meter, table: str) -> tuple[MeterEvent, ...]:
    """A table moves the meter from now on."""
    _is_open(meter)
    return (TableJoined(table),)


def contribute(meter: Meter, round_id: str, amount: Fraction) -> tuple[MeterEvent, ...]:
    """The contribution of a round's wagers, at its lock-out, once."""
    _is_open(meter)
    _positive(amount, "a contribution")
    last = meter.last.get(_table(round_id))
    if last is not None and last.round == round_id:
        _refuse(f"round {round_id} has contributed already", round_id)
    room = amount if meter.limit is None else max(ZERO, min(amount, meter.limit - meter.displayed))
    return (Contributed(round_id, format_exact(amount), format_exact(amount - room)),)


def return_contribution(meter: Meter, round_id: str) -> tuple[MeterEvent, ...]:
    """A void round's contribution goes back: what is left of it here, and the rest from the house, as seed."""
    _is_open(meter)
    last = meter.last.get(_table(round_id))
    if last is None or last.round != round_id:
        _refuse(f"round {round_id} has no contribution to take back", round_id)
    seeded = last.amount - last.shown - last.overflow
    amounts = (format_exact(amount) for amount in (last.amount, last.overflow, seeded))
    return (ContributionReturned(round_id, *amounts),)


def award(meter: Meter, round_id: str, seat: int, hand: str, share: Fraction) -> tuple[MeterEvent, ...]:
    """A share of what the meter shows now, paid rounded up to the cent; the whole of it resets the meter.

    A seat is paid from a meter once in a round.
    """
    _is_open(meter)
    won_by, seats = meter.awards.get(_table(round_id), ("", {}))
    if won_by == round_id and seat in seats:
        _refuse(f"seat {seat} of round {round_id} has been paid {format_exact(seats[seat])} from this meter", seat)
    if not 0 < share <= 1:
        raise MalformedError(Problem("a share of a meter must be above 0 and at most 1", str(share)))
    exact = meter.displayed * share
    paid = Fraction(ceil(exact * CENTS), CENTS)
    won = Awarded(round_id, seat, hand, format_exact(exact), format_exact(paid))
    if share < 1:
        return (won,)
    return (won, MeterReset(format_exact(meter.reset), format_exact(min(meter.overflow, meter.reset))))


def release_overflow(meter: Meter) -> tuple[MeterEvent, ...]:
    """Move the overflow into the meter, as far as its limit allows."""
    _is_open(meter)
    room = meter.overflow if meter.limit is None else min(meter.overflow, meter.limit - meter.displayed)
    if room <= 0:
        _refuse("the overflow is empty, or the meter has no room for it")
    return (OverflowReleased(format_exact(room)),)


def change_parameters(
    meter: Meter, reset: Fraction, rate: Fraction, limit: Fraction | None, reason: str, by: str
) -> tuple[MeterEvent, ...]:
    """The limit may only rise above what the meter shows; another rate waits for a win."""
    _is_open(meter)
    _positive(reset, "a reset amount")
    _positive(rate, "a rate")
    problems = []
    if limit is not None and limit <= meter.displayed:
        problems.append(Problem(f"the limit has to be above {format_exact(meter.displayed)}", format_exact(limit)))
    if limit is not None and meter.limit is not None and limit < meter.limit:
        problems.append(Problem("the limit may only rise", format_exact(limit)))
    if limit is not None and reset > limit:
        problems.append(Problem("the reset amount must not be above the limit", format_exact(reset)))
    if problems:
        raise RefusedError(problems)
    text = None if limit is None else format_exact(limit)
    return (ParametersChanged(format_exact(reset), format_exact(rate), text, reason, by),)


def fold(events: Iterable[MeterEvent]) -> Meter:
    """A meter from all its events."""
    meter = Meter()
    for event in events:
        evolve(meter, event)
    return meter


def evolve(meter: Meter, event: MeterEvent) -> Meter:
    """The meter after one more event; it is changed in place."""
    match event:
        case MeterOpened():
            meter.name = event.meter
            meter.displayed = meter.seeded = Fraction(event.initial)
            meter.reset, meter.rate = Fraction(event.reset), Fraction(event.rate)
            meter.limit = None if event.limit is None else Fraction(event.limit)
        case TableJoined():
            meter.tables.add(event.table)
        case Contributed():
            amount, over = Fraction(event.amount), Fraction(event.overflow)
            meter.contributed += amount
            meter.displayed += amount - over
            meter.overflow += over
            meter.last.pop(_table(event.round), None)
            meter.last[_table(event.round)] = Contribution(event.round, amount, amount - over, over)
        case ContributionReturned():
            amount, over, seeded = Fraction(event.amount), Fraction(event.overflow), Fraction(event.seeded)
            meter.returned += amount
            meter.seeded += seeded
            meter.displayed -= amount - over - seeded
            meter.overflow -= over
            del meter.last[_table(event.round)]
        case Awarded():
            _awarded(meter, event)
        case MeterReset():
            from_overflow = Fraction(event.from_overflow)
            _leave_overflow(meter, from_overflow, into_meter=False)
            meter.displayed = Fraction(event.amount)
            meter.seeded += meter.displayed - from_overflow
            meter.overflow -= from_overflow
            if meter.next_rate is not None:
                meter.rate, meter.next_rate = meter.next_rate, None
        case OverflowReleased():
            _leave_overflow(meter, Fraction(event.amount), into_meter=True)
            meter.displayed += Fraction(event.amount)
            meter.overflow -= Fraction(event.amount)
        case ParametersChanged():
            meter.reset = Fraction(event.reset)
            meter.limit = None if event.limit is None else Fraction(event.limit)
            rate = Fraction(event.rate)
            meter.next_rate = None if rate == meter.rate else rate
        case _:
            raise ValueError(f"{event.type} is not an event of a meter")
    meter.version += 1
    return meter


def _awarded(meter: Meter, event: Awarded) -> None:
    """A share was won, and with it the same share of every contribution that the meter shows."""
    share = Fraction(event.share)
    if meter.displayed:
        left = 1 - share / meter.displayed
        meter.last = {table: one._replace(shown=one.shown * left) for table, one in meter.last.items()}
    meter.paid += share
    meter.displayed -= share
    meter.wins += 1
    table = _table(event.round)
    round_id, seats = meter.awards.get(table, ("", {}))
    meter.awards[table] = (event.round, (seats if round_id == event.round else {}) | {event.seat: Fraction(event.paid)})


def _leave_overflow(meter: Meter, amount: Fraction, *, into_meter: bool) -> None:
    """Contributions leave the overflow, the oldest first; as the seed of a reset they do not come back."""
    left = amount - (meter.overflow - sum(one.overflow for one in meter.last.values()))
    for table, one in meter.last.items():
        moved = max(ZERO, min(one.overflow, left))
        left -= moved
        shown = one.shown + moved if into_meter else one.shown
        meter.last[table] = one._replace(shown=shown, overflow=one.overflow - moved)
