"""The terms of a meter are those of the submissions in force at its tables, and change only with them.

The first table on a meter opens it. Every other table has to state the same terms. New terms apply once every open
table on the meter has adopted, in one commit, rules that state them; a new rate then starts after the next win.

A book may set a minimum for the initial and reset amounts of a paytable's meters. A paytable may start only on a meter
that shows at least that, whatever the initial amount in its submission.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from pitbook.meters import (
    Meter,
    MeterEvent,
    change_parameters,
    evolve,
    join_table,
    meet_minimum,
    open_meter,
    release_overflow,
)
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.submission import HouseRules, MeterTerms
from pitbook.table.commands import Actor

CENTS = 100


@dataclass(frozen=True, slots=True)
class Adoption:
    """An adoption of house rules: by whom, why, and which open tables on the meter do not adopt them."""

    by: str
    reason: str
    others: Collection[str]


def states(terms: MeterTerms, meter: Meter) -> bool:
    """Whether these are the terms that a meter has, or will have with the next win."""
    limit = None if terms.limit is None else Fraction(terms.limit, CENTS)
    return (Fraction(terms.reset, CENTS), terms.rate, limit) == (meter.reset, meter.filed_rate, meter.limit)


def join(
    meter: Meter, name: str, table: str, rules: HouseRules, adoption: Adoption | None = None
) -> tuple[MeterEvent, ...]:
    """A table moves a meter by the terms of its rules; the events for the meter are applied when this returns."""
    terms = rules.meters[name]
    events: list[MeterEvent] = []
    if not meter.version:
        amounts = (Fraction(terms.initial, CENTS), Fraction(terms.reset, CENTS), terms.rate)
        events += _happen(meter, open_meter(meter, name, *amounts, _limit(terms)))
    elif not states(terms, meter):
        events += _happen(meter, _change(meter, name, rules, adoption))
    events += _happen(meter, _begin(meter, name, rules))
    if table not in meter.tables:
        events += _happen(meter, join_table(meter, table))
    return tuple(events)


def _begin(meter: Meter, name: str, rules: HouseRules) -> tuple[MeterEvent, ...]:
    """Begin the paytable of these rules on a meter, if the meter shows what the book asks for."""
    table = rules.tables["progressive"]
    (rule,) = (one for one in table.meters if one.name == name)
    if rule.minimum is None:
        return ()
    return meet_minimum(meter, Fraction(rule.minimum, CENTS), table.id, next(iter(rule.clauses), None))


def same_terms(rules: HouseRules, meters: Mapping[str, Meter]) -> None:
    """Refuse rules whose terms differ from those of the meters."""
    for name, meter in meters.items():
        if not states(rules.meters[name], meter):
            _refuse(rules, f"the meter {name} has other terms than these rules state", name)


def _change(meter: Meter, name: str, rules: HouseRules, adoption: Adoption | None) -> tuple[MeterEvent, ...]:
    other = f"the meter {name} has other terms than these rules state"
    if adoption is None:
        _refuse(rules, f"{other}: adopt them at every table on it", name)
    if adoption.others:
        tables = " and ".join(sorted(adoption.others))
        _refuse(rules, f"{other}, and {tables} would keep them: adopt new ones at every table on it together", tables)
    if not adoption.reason.strip():
        raise MalformedError(Problem(f"say why the terms of the meter {name} change"))
    terms = rules.meters[name]
    reset = Fraction(terms.reset, CENTS)
    return change_parameters(meter, reset, terms.rate, _limit(terms), adoption.reason, adoption.by)


def _refuse(rules: HouseRules, message: str, value: str) -> NoReturn:
    """Refuse by the clause that requires the rate of progression to be filed, where the book has one."""
    clauses = [clause for kind in rules.book.paytables for clause in kind.rate_clauses]
    raise RefusedError(Problem(message, value, clauses[0] if clauses else None))


def _limit(terms: MeterTerms) -> Fraction | None:
    return None if terms.limit is None else Fraction(terms.limit, CENTS)


def _happen(meter: Meter, events: tuple[MeterEvent, ...]) -> tuple[MeterEvent, ...]:
    for event in events:
        evolve(meter, event)
    return events


def release(meter: Meter, by: Actor, reason: str) -> tuple[MeterEvent, ...]:
    """Move the overflow into the meter up to its limit, by order of a floorperson and for a reason."""
    if not reason.strip():
        raise MalformedError(Problem("say why the overflow is released"))
    if by.role != ActorRole.FLOORPERSON:
        message = f"only a floorperson releases the overflow of a meter, not the {by.role} {by.name}"
        raise RefusedError(Problem(message, by.role))
    return _happen(meter, release_overflow(meter))
