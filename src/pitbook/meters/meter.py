"""A progressive meter: what may happen to it, and how each event changes it.

Each table has an *escrow*: its contributions, one after the other, which change nothing else. The meter shows them at
once. Before anything else happens to the meter, all of them are folded into it. So tables that contribute at the same
time need not know of each other, and what the meter shows does not depend on their order.

Contributions are never lost and never rounded. Above a filed limit they go to the overflow. A contribution that is
returned leaves the meter as if it had never been made: what an award has paid out of it, and what a paytable began
with, comes from the house. A rate changes with the next win; a limit may only rise above what the meter shows.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import NamedTuple, NoReturn

from pitbook.meters.events import (
    Awarded,
    Contributed,
    ContributionReturned,
    ContributionsFolded,
    MeterEvent,
    MeterOpened,
    MeterReset,
    MinimumMet,
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


class Escrow:
    """The contributions of one table, which change nothing but their sum."""

    __slots__ = ("amount", "round", "total", "version")

    def __init__(self) -> None:
        self.version = 0
        self.total = ZERO
        self.round = ""
        """The round of the last contribution."""
        self.amount = ZERO
        """The amount of the last contribution."""

    def copied(self) -> "Escrow":
        """An independent copy."""
        found = Escrow()
        found.version, found.total, found.round, found.amount = self.version, self.total, self.round, self.amount
        return found


class Meter:
    """The current state of a meter: a fold over its events and those of its tables' escrows. Nothing else writes it."""

    __slots__ = (
        "awards",
        "escrows",
        "folded",
        "folded_total",
        "inside",
        "last",
        "limit",
        "minimum",
        "name",
        "next_rate",
        "paid",
        "rate",
        "reset",
        "returned",
        "seeded",
        "spilled",
        "tables",
        "version",
        "waiting",
        "wins",
    )

    def __init__(self) -> None:
        self.version = 0
        self.name = ""
        self.inside = ZERO
        """What it showed when contributions were last folded into it, changed by what has happened to it since."""
        self.spilled = ZERO
        """The overflow, likewise."""
        self.folded_total = ZERO
        """All contributions that were folded into it."""
        self.folded: dict[str, Escrow] = {}
        """The escrow of each table when it was last folded into the meter."""
        self.escrows: dict[str, Escrow] = {}
        """The escrow of each table as it is now."""
        self.waiting = ZERO
        """What has come into the escrows since they were last folded."""
        self.seeded = ZERO
        """What the house put in: at the beginning, at each reset, and for contributions that awards had paid out."""
        self.returned = ZERO
        self.paid = ZERO
        """The shares that were won, exactly; the fraction of a cent that rounding up adds is the house's."""
        self.wins = 0
        self.reset = ZERO
        self.rate = ZERO
        self.next_rate: Fraction | None = None
        """A rate that holds from the next reset on."""
        self.limit: Fraction | None = None
        self.minimum = ZERO
        """The highest minimum with which a paytable has begun on it since it was opened or reset."""
        self.last: dict[str, Contribution] = {}
        """Each table's last contribution that was folded and may still be returned; the oldest first."""
        self.tables: set[str] = set()
        """The tables that move the meter, or have moved it."""
        self.awards: dict[str, tuple[str, dict[int, Fraction]]] = {}
        """By table, the last round that won here, and what each of its seats was paid."""

    @property
    def displayed(self) -> Fraction:
        """What the meter shows, including contributions that wait."""
        total = self.inside + self.waiting
        return total if self.limit is None or total <= self.limit else total - self._above_limit

    @property
    def overflow(self) -> Fraction:
        """What is held back above the limit."""
        return self.spilled + self._above_limit

    @property
    def contributed(self) -> Fraction:
        """All contributions."""
        return self.folded_total + self.waiting

    @property
    def _above_limit(self) -> Fraction:
        """The part of the waiting contributions that the meter has no room for."""
        return ZERO if self.limit is None else max(ZERO, min(self.waiting, self.inside + self.waiting - self.limit))

    def with_own(self, table: str, amount: Fraction) -> Fraction:
        """What it shows to a table that adds this contribution and knows of no waiting contributions of others."""
        folded = self.folded.get(table)
        shows = self.inside + self.escrow(table).total - (folded.total if folded else ZERO) + amount
        return shows if self.limit is None else max(self.inside, min(shows, self.limit))

    def escrow(self, table: str) -> Escrow:
        """The escrow of a table as it is now."""
        return self.escrows.get(table) or Escrow()

    def take_escrow(self, table: str, escrow: Escrow) -> None:
        """Take in the escrow of a table as far as it is known now, and at least as far as it was folded."""
        folded = self.folded.get(table)
        if folded is not None and folded.version > escrow.version:
            escrow = folded.copied()
        self.waiting += escrow.total - self.escrow(table).total
        self.escrows[table] = escrow

    @property
    def filed_rate(self) -> Fraction:
        """The rate that the rules of its tables state; it applies already, or from the next reset on."""
        return self.rate if self.next_rate is None else self.next_rate

    @property
    def balanced(self) -> bool:
        """Contributions + seeds - contributions returned = displayed + overflow + paid."""
        # Waiting contributions are on both sides.
        return self.folded_total + self.seeded - self.returned == self.inside + self.spilled + self.paid


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


def meet_minimum(meter: Meter, minimum: Fraction, paytable: str, clause: str | None) -> tuple[MeterEvent, ...]:
    """A paytable begins on the meter, which has to show at least the minimum that its clause sets.

    If one with the same minimum has begun since the last reset, the meter need not: shares that were won may have left
    less.
    """
    _is_open(meter)
    if minimum <= meter.minimum:
        return ()
    if meter.displayed < minimum:
        shows, least = format_exact(meter.displayed), format_exact(minimum)
        message = (
            f"the meter {meter.name} shows {shows}, and paytable {paytable} has to begin with at least {least}: wait "
            "until it shows that or a win resets it to that (file such a reset amount first), or use other meters"
        )
        raise RefusedError(Problem(message, shows, clause))
    return (*_folding(meter), MinimumMet(format_exact(minimum)))


def contribute(meter: Meter, round_id: str, amount: Fraction) -> tuple[MeterEvent, ...]:
    """The contribution of a round's wagers, at its lock-out, once; it goes to the escrow of its table."""
    _is_open(meter)
    _positive(amount, "a contribution")
    table = _table(round_id)
    if table not in meter.tables:
        _refuse(f"table {table} does not move this meter", table)
    if meter.escrow(table).round == round_id:
        _refuse(f"round {round_id} has contributed already", round_id)
    return (Contributed(round_id, format_exact(amount)),)


def _folding(meter: Meter) -> tuple[MeterEvent, ...]:
    """Everything in the escrows goes into the meter; nothing if nothing waits there."""
    moved = {table: one for table, one in meter.escrows.items() if one.version > _version_folded(meter, table)}
    if not moved:
        return ()
    escrows: dict[str, dict[str, str | int]] = {
        table: {
            "version": one.version,
            "total": format_exact(one.total),
            "round": one.round,
            "amount": format_exact(one.amount),
        }
        for table, one in sorted(moved.items())
    }
    above = meter.overflow - meter.spilled
    return (ContributionsFolded(escrows, format_exact(meter.waiting), format_exact(above)),)


def _version_folded(meter: Meter, table: str) -> int:
    return meter.folded[table].version if table in meter.folded else 0


def _after_folding(meter: Meter) -> Mapping[str, Contribution]:
    """Each table's last contribution once everything is folded, and where it is then.

    Tables come in the order of their names. If there is not enough room, the last of their contributions overflow.
    """
    room = None if meter.limit is None else meter.limit - meter.inside
    last = dict(meter.last)
    for table, escrow in sorted(meter.escrows.items()):
        if escrow.version == _version_folded(meter, table):
            continue
        over = ZERO
        if room is not None:
            folded = meter.folded.get(table)
            added = escrow.total - (folded.total if folded else ZERO)
            over = max(ZERO, added - room)
            room -= added - over
        overflow = min(escrow.amount, over)
        last.pop(table, None)
        last[table] = Contribution(escrow.round, escrow.amount, escrow.amount - overflow, overflow)
    return last


def return_contribution(meter: Meter, round_id: str) -> tuple[MeterEvent, ...]:
    """A void round's contribution goes back: what is left of it here, and the rest from the house, as seed."""
    _is_open(meter)
    last = _after_folding(meter).get(_table(round_id))
    if last is None or last.round != round_id:
        _refuse(f"round {round_id} has no contribution to take back", round_id)
    seeded = last.amount - last.shown - last.overflow
    amounts = (format_exact(amount) for amount in (last.amount, last.overflow, seeded))
    return (*_folding(meter), ContributionReturned(round_id, *amounts))


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
        return (*_folding(meter), won)
    return (
        *_folding(meter),
        won,
        MeterReset(format_exact(meter.reset), format_exact(min(meter.overflow, meter.reset))),
    )


def release_overflow(meter: Meter) -> tuple[MeterEvent, ...]:
    """Move the overflow into the meter, as far as its limit allows."""
    _is_open(meter)
    room = meter.overflow if meter.limit is None else min(meter.overflow, meter.limit - meter.displayed)
    if room <= 0:
        _refuse("the overflow is empty, or the meter has no room for it")
    return (*_folding(meter), OverflowReleased(format_exact(room)))


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
    return (*_folding(meter), ParametersChanged(format_exact(reset), format_exact(rate), text, reason, by))


def fold(events: Iterable[MeterEvent]) -> Meter:
    """A meter from all its events."""
    meter = Meter()
    for event in events:
        evolve(meter, event)
    return meter


def evolve(meter: Meter, event: MeterEvent) -> Meter:
    """The meter after one more event of its own or of an escrow; it is changed in place."""
    match event:
        case Contributed():
            table = _table(event.round)
            meter.escrows[table] = evolve_escrow(meter.escrow(table), event)
            meter.waiting += Fraction(event.amount)
            return meter
        case MeterOpened():
            meter.name = event.meter
            meter.inside = meter.seeded = Fraction(event.initial)
            meter.reset, meter.rate = Fraction(event.reset), Fraction(event.rate)
            meter.limit = None if event.limit is None else Fraction(event.limit)
        case TableJoined():
            meter.tables.add(event.table)
        case MinimumMet():
            meter.minimum = Fraction(event.amount)
            _stay_in(meter)
        case ContributionsFolded():
            _folded(meter, event)
        case ContributionReturned():
            amount, over, seeded = Fraction(event.amount), Fraction(event.overflow), Fraction(event.seeded)
            meter.returned += amount
            meter.seeded += seeded
            meter.inside -= amount - over - seeded
            meter.spilled -= over
            del meter.last[_table(event.round)]
        case Awarded():
            _awarded(meter, event)
        case MeterReset():
            from_overflow = Fraction(event.from_overflow)
            _leave_overflow(meter, from_overflow, into_meter=False)
            meter.inside = Fraction(event.amount)
            meter.minimum = min(meter.minimum, meter.inside)
            meter.seeded += meter.inside - from_overflow
            meter.spilled -= from_overflow
            if meter.next_rate is not None:
                meter.rate, meter.next_rate = meter.next_rate, None
        case OverflowReleased():
            _leave_overflow(meter, Fraction(event.amount), into_meter=True)
            meter.inside += Fraction(event.amount)
            meter.spilled -= Fraction(event.amount)
        case ParametersChanged():
            meter.reset = Fraction(event.reset)
            meter.limit = None if event.limit is None else Fraction(event.limit)
            rate = Fraction(event.rate)
            meter.next_rate = None if rate == meter.rate else rate
        case _:
            raise ValueError(f"{event.type} is not an event of a meter")
    meter.version += 1
    return meter


def evolve_escrow(escrow: Escrow, event: Contributed) -> Escrow:
    """The escrow of a table after one more contribution; it is changed in place."""
    escrow.version += 1
    escrow.round, escrow.amount = event.round, Fraction(event.amount)
    escrow.total += escrow.amount
    return escrow


def _folded(meter: Meter, event: ContributionsFolded) -> None:
    """The escrows have at least what the event says, whether that was known here or not."""
    known, meter.escrows = meter.escrows, {table: one.copied() for table, one in meter.folded.items()}
    for table, says in event.escrows.items():
        escrow = Escrow()
        escrow.version, escrow.round = int(says["version"]), str(says["round"])
        escrow.total, escrow.amount = Fraction(says["total"]), Fraction(says["amount"])
        meter.escrows[table] = escrow
    meter.last = dict(_after_folding(meter))
    amount, over = Fraction(event.amount), Fraction(event.overflow)
    meter.inside += amount - over
    meter.spilled += over
    meter.folded_total += amount
    meter.folded = {table: one.copied() for table, one in meter.escrows.items()}
    meter.waiting = ZERO
    for table, escrow in known.items():
        meter.take_escrow(table, escrow)


def _awarded(meter: Meter, event: Awarded) -> None:
    """A share was won, and with it the same share of every contribution that the meter shows."""
    share = Fraction(event.share)
    if meter.inside:
        left = 1 - share / meter.inside
        meter.last = {table: one._replace(shown=one.shown * left) for table, one in meter.last.items()}
    meter.paid += share
    meter.inside -= share
    meter.wins += 1
    table = _table(event.round)
    round_id, seats = meter.awards.get(table, ("", {}))
    meter.awards[table] = (event.round, (seats if round_id == event.round else {}) | {event.seat: Fraction(event.paid)})


def _stay_in(meter: Meter) -> None:
    """Contributions up to the minimum stay in the meter, even if their rounds are void: the house returns those."""
    left = meter.inside - meter.minimum
    for table, one in meter.last.items():
        shown = min(one.shown, left)
        left -= shown
        meter.last[table] = one._replace(shown=shown)


def _leave_overflow(meter: Meter, amount: Fraction, *, into_meter: bool) -> None:
    """Contributions leave the overflow, oldest first; those that seed a reset do not come back."""
    left = amount - (meter.spilled - sum(one.overflow for one in meter.last.values()))
    for table, one in meter.last.items():
        moved = max(ZERO, min(one.overflow, left))
        left -= moved
        shown = one.shown + moved if into_meter else one.shown
        meter.last[table] = one._replace(shown=shown, overflow=one.overflow - moved)
