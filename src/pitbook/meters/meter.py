"""A progressive meter: what may happen to it, and how each event changes it.

Contributions are never lost and never rounded. Above a filed limit they go to the overflow. A rate changes with the
next win; a limit may only rise above what the meter shows.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import NoReturn

from pitbook.meters.events import (
    Awarded,
    Contributed,
    ContributionReturned,
    Event,
    MeterOpened,
    MeterReset,
    OverflowReleased,
    ParametersChanged,
)
from pitbook.money import format_exact
from pitbook.problems import MalformedError, Problem, RefusedError

ZERO = Fraction(0)
CENTS = 100


class Meter:
    """What a meter is now: a fold over its events, which alone write it."""

    __slots__ = (
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
        "version",
        "wins",
    )

    def __init__(self) -> None:
        self.version = 0
        self.name = ""
        self.displayed = ZERO
        self.overflow = ZERO
        self.seeded = ZERO
        """What the house put in: at the beginning and at each reset."""
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
        self.last: dict[str, tuple[str, Fraction, Fraction]] = {}
        """Each table's last contribution, which may still come back: its round, and how much is in the overflow."""

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
) -> tuple[Event, ...]:
    """A meter begins with its initial amount, at most its limit."""
    for amount, what in ((initial, "an initial amount"), (reset, "a reset amount"), (rate, "a rate")):
        _positive(amount, what)
    if meter.version:
        _refuse(f"the meter {meter.name} is open already", meter.name)
    if limit is not None and (limit < initial or limit < reset):
        _refuse("the limit of a meter is not below what it begins with", limit)
    text = None if limit is None else format_exact(limit)
    return (MeterOpened(name, format_exact(initial), format_exact(reset), format_exact(rate), text),)


def contribute(meter: Meter, round_id: str, amount: Fraction) -> tuple[Event, ...]:
    """The contribution of a round's wagers, at its lock-out, once."""
    _is_open(meter)
    _positive(amount, "a contribution")
    if meter.last.get(_table(round_id), ("",))[0] == round_id:
        _refuse(f"round {round_id} has contributed already", round_id)
    room = amount if meter.limit is None else max(ZERO, min(amount, meter.limit - meter.displayed))
    return (Contributed(round_id, format_exact(amount), format_exact(amount - room)),)


def return_contribution(meter: Meter, round_id: str) -> tuple[Event, ...]:
    """A void round's contribution goes back, out of the overflow as far as it went there."""
    _is_open(meter)
    found, amount, over = meter.last.get(_table(round_id), ("", ZERO, ZERO))
    if found != round_id:
        _refuse(f"round {round_id} has no contribution to take back", round_id)
    over = min(over, meter.overflow)
    if amount - over > meter.displayed:
        over = min(amount, meter.overflow)
    if amount - over > meter.displayed:
        _refuse(f"the meter shows less than the contribution of round {round_id}", format_exact(meter.displayed))
    return (ContributionReturned(round_id, format_exact(amount), format_exact(over)),)


def award(meter: Meter, round_id: str, seat: int, hand: str, share: Fraction) -> tuple[Event, ...]:
    """A share of what the meter shows now, paid rounded up to the cent; the whole of it resets the meter."""
    _is_open(meter)
    if not 0 < share <= 1:
        raise MalformedError(Problem("a share of a meter is more than nothing and at most the whole", str(share)))
    exact = meter.displayed * share
    paid = Fraction(ceil(exact * CENTS), CENTS)
    won = Awarded(round_id, seat, hand, format_exact(exact), format_exact(paid))
    if share < 1:
        return (won,)
    return (won, MeterReset(format_exact(meter.reset), format_exact(min(meter.overflow, meter.reset))))


def release_overflow(meter: Meter) -> tuple[Event, ...]:
    """What the overflow holds comes into the meter as far as its limit lets it."""
    _is_open(meter)
    room = meter.overflow if meter.limit is None else min(meter.overflow, meter.limit - meter.displayed)
    if room <= 0:
        _refuse("there is nothing in the overflow that the meter has room for")
    return (OverflowReleased(format_exact(room)),)


def change_parameters(
    meter: Meter, reset: Fraction, rate: Fraction, limit: Fraction | None, reason: str, by: str
) -> tuple[Event, ...]:
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
        problems.append(Problem("a reset amount is not above the limit", format_exact(reset)))
    if problems:
        raise RefusedError(problems)
    text = None if limit is None else format_exact(limit)
    return (ParametersChanged(format_exact(reset), format_exact(rate), text, reason, by),)


def fold(events: Iterable[Event]) -> Meter:
    """A meter from all its events."""
    meter = Meter()
    for event in events:
        evolve(meter, event)
    return meter


def evolve(meter: Meter, event: Event) -> Meter:
    """The meter after one more event; it is changed in place."""
    match event:
        case MeterOpened():
            meter.name = event.meter
            meter.displayed = meter.seeded = Fraction(event.initial)
            meter.reset, meter.rate = Fraction(event.reset), Fraction(event.rate)
            meter.limit = None if event.limit is None else Fraction(event.limit)
        case Contributed():
            amount, over = Fraction(event.amount), Fraction(event.overflow)
            meter.contributed += amount
            meter.displayed += amount - over
            meter.overflow += over
            meter.last[_table(event.round)] = (event.round, amount, over)
        case ContributionReturned():
            amount, over = Fraction(event.amount), Fraction(event.overflow)
            meter.returned += amount
            meter.displayed -= amount - over
            meter.overflow -= over
            del meter.last[_table(event.round)]
        case Awarded():
            meter.paid += Fraction(event.share)
            meter.displayed -= Fraction(event.share)
            meter.wins += 1
        case MeterReset():
            from_overflow = Fraction(event.from_overflow)
            meter.displayed = Fraction(event.amount)
            meter.seeded += meter.displayed - from_overflow
            meter.overflow -= from_overflow
            if meter.next_rate is not None:
                meter.rate, meter.next_rate = meter.next_rate, None
        case OverflowReleased():
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
