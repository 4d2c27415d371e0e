"""The terms of a meter: those that it began with, by the rules of a table, until they are changed at the meter itself.

A meter is shared by tables, each with rules of its own, so its own terms are the ones that count: at the lock-out each
table asks the meter for its rate. Rules that state others can't be adopted, and no table with such rules can be opened.
"""

from dataclasses import dataclass
from fractions import Fraction

from pitbook import meters as metering
from pitbook.meters import Event, Meter, change_parameters, open_meter, release_overflow
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.submission import MeterTerms
from pitbook.table.commands import Actor

CENTS = 100


@dataclass(frozen=True, slots=True)
class NewTerms:
    """What changes at a meter; the rest stays. Another rate waits for a win, and a limit may only rise."""

    rate: Fraction | None = None
    limit: Fraction | None = None
    no_limit: bool = False
    release_overflow: bool = False
    """What has gone to the overflow comes into the meter, as far as the limit lets it."""


def begin(meter: Meter, name: str, terms: MeterTerms) -> tuple[Event, ...]:
    """A meter is opened by the terms of the first table that moves it; every other table states the same."""
    reset = Fraction(terms.reset, CENTS)
    limit = None if terms.limit is None else Fraction(terms.limit, CENTS)
    if not meter.version:
        return open_meter(meter, name, Fraction(terms.initial, CENTS), reset, terms.rate, limit)
    if (meter.reset, meter.limit) != (reset, limit) or terms.rate not in (meter.rate, meter.next_rate):
        message = f"the meter {name} has other terms than these rules state: change one of them first"
        raise RefusedError(Problem(message, name))
    return ()


def change(meter: Meter, new: NewTerms, by: Actor, reason: str) -> tuple[Event, ...]:
    """Other terms for a meter, on a floorperson's word and for a reason; they have happened when this returns."""
    problems = []
    if not reason.strip():
        problems.append(Problem("say why the terms of the meter change"))
    if new.rate is not None and not 0 < new.rate <= 1:
        problems.append(Problem("a rate is more than 0 and at most 1", str(new.rate)))
    if new.limit is not None and new.no_limit:
        problems.append(Problem("a meter has a limit or none", str(new.limit)))
    if problems:
        raise MalformedError(problems)
    if by.role != "floorperson":
        message = f"only a floorperson changes a meter, not the {by.role} {by.name}"
        raise RefusedError(Problem(message, by.role))
    pending = meter.rate if meter.next_rate is None else meter.next_rate
    rate = pending if new.rate is None else new.rate
    limit = None if new.no_limit else meter.limit if new.limit is None else new.limit
    events: list[Event] = []
    if (rate, limit) != (pending, meter.limit):
        events += change_parameters(meter, meter.reset, rate, limit, reason, by.name)
        metering.evolve(meter, events[-1])
    if new.release_overflow:
        events += release_overflow(meter)
        metering.evolve(meter, events[-1])
    if not events:
        raise RefusedError(Problem("these are the terms of the meter already"))
    return tuple(events)
