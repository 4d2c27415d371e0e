"""The results of a run as a JSON document and as CSV; docs/reference/simulator.md explains each part."""

import csv
import io
from fractions import Fraction
from math import sqrt
from typing import Final, NotRequired, TypedDict

from pitbook.exact import exact as exact_json
from pitbook.money import format_cents
from pitbook.odds.families.registry import dealing_of
from pitbook.simulator.blocks import BLOCK
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.meters import UNIT
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.testing import LEVELS, proportion_interval

QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class ShiftsDocument(TypedDict):
    """The win of the house per shift; without a complete shift only their length and number."""

    rounds: int
    count: int
    mean: NotRequired[str]
    standard_deviation: NotRequired[str]
    least: NotRequired[str]
    most: NotRequired[str]
    losing: NotRequired[float]
    quantiles: NotRequired[dict[str, str]]


class SeatRuinDocument(TypedDict):
    """How often a seat lost its bankroll in a session."""

    seat: int
    ruined: int
    share: float | None
    interval_95: list[float] | None
    interval_99: list[float] | None


class RuinDocument(TypedDict):
    """The risk of ruin of each seat, for a bankroll and a length of session."""

    bankroll: str
    rounds: int
    sessions: int
    seats: list[SeatRuinDocument]


class GapsDocument(TypedDict):
    """How many rounds lay between two hits of a line."""

    mean: float | None
    shortest: int | None
    longest: int | None


class LineHitsDocument(TypedDict):
    """How often a line paid from a meter, and what."""

    hits: int
    paid: str
    rounds_between: GapsDocument


class MeterDocument(TypedDict):
    """What one meter went through, in dollars, and its lines."""

    initial: str
    contribution: str
    contributed: str
    seeded: str
    paid: str
    shows: str
    overflow: str
    mean: str | None
    highest: str
    lines: dict[str, LineHitsDocument]


def as_json(run: Simulation) -> dict[str, object]:
    """The whole document. Except for the time it took, it depends only on the rules, the request and the seed.

    A run that was stopped before its first block has no figures.
    """
    document: dict[str, object] = {
        "rulebook": run.rules.book.id,
        "rules": run.rules.digest,
        "seed": run.seed,
        "block": BLOCK,
        "rounds": run.totals.rounds,
        "asked": run.asked.rounds,
        "stopped": run.stopped,
        "seconds": round(run.seconds, 3),
    }
    if not run.totals.rounds:
        return document
    return document | {
        "seats": _seats(run),
        "wagers": {one.name: _wager(one) for one in run.wagers},
        "main": _wager(run.main) if run.main else None,
        "all": _wager(run.everything),
        "decisions": _decisions(run),
        "envy": _pairs(run.totals.tally.envy.sum(axis=0).tolist()),
        "payout_limit": _pairs(run.totals.tally.limited.sum(axis=0).tolist()),
        "shifts": shifts_json(run),
        "ruin": ruin_json(run),
        "meters": meters_json(run),
        "correlation": run.correlation,
    }


def _pairs(found: list[int]) -> dict[str, int | str]:
    return {"count": found[0], "amount": format_cents(found[1])}


def _seats(run: Simulation) -> list[dict[str, object]]:
    return [
        {
            "seat": number,
            "strategy": player.strategy,
            "error_rate": player.error_rate,
            "errors": int(run.totals.tally.errors[number - 1]),
            "wagers": {name: format_cents(stake) for name, stake in player.wagers.items()},
            "net": format_cents(run.totals.seat_net(number - 1)),
        }
        for number, player in enumerate(run.players, 1)
    ]


def _wager(one: WagerFigures) -> dict[str, object]:
    document: dict[str, object] = {
        "rounds": one.rounds,
        "wagered": format_cents(one.wagered),
        "returned": format_cents(one.returned),
        "house_edge": None if one.edge is None else one.edge.as_json(),
        "standard_deviation": one.deviation,
        "exact": None if one.exact is None else exact_json(one.exact) | {"z": one.z},
    }
    if one.risk is not None:
        document["element_of_risk"] = one.risk.as_json()
    if one.results:
        document["results"] = [
            ended.ending._asdict() | {"count": ended.count, "expected": ended.expected, "z": ended.z}
            for ended in one.results
        ]
    if one.hits:
        document["hits"] = [
            {"table": hit.table, "hand": hit.hand, "count": hit.count, "expected": hit.expected, "z": hit.z}
            for hit in one.hits
        ]
    if one.tests:
        document["chi_square"] = {"seats": [None if t is None else t.as_json() for t in one.tests], "p": one.p}
    return document


def _decisions(run: Simulation) -> dict[str, dict[str, int]]:
    """By street and action: how often, over all seats."""
    rules, counts = run.rules, run.totals.tally.decisions.sum(axis=0).tolist()
    found = {}
    for street in rules.streets:
        row = counts[dealing_of(rules).place(street)]
        names = dealing_of(rules).names(street, run.totals.game.ends)
        found[street.name] = {name: count for name, count in zip(names, row, strict=False) if count or name == names[0]}
    return found


def shifts_json(run: Simulation) -> ShiftsDocument:
    """The win of the house per shift."""
    shifts = run.totals.shifts
    if not shifts.count:
        return {"rounds": run.asked.shift, "count": 0}
    mean = Fraction(shifts.total, shifts.count)
    spread = sqrt(Fraction(shifts.squares, shifts.count) - mean * mean)
    return {
        "rounds": run.asked.shift,
        "count": shifts.count,
        "mean": format_cents(round(mean)),
        "standard_deviation": format_cents(round(spread)),
        "least": format_cents(shifts.least or 0),
        "most": format_cents(shifts.most or 0),
        "losing": shifts.losing / shifts.count,
        "quantiles": {str(part): format_cents(shifts.quantile(part) or 0) for part in QUANTILES},
    }


def ruin_json(run: Simulation) -> RuinDocument | None:
    """The risk of ruin of each seat."""
    totals = run.totals
    if totals.bankroll is None:
        return None
    sessions = totals.sessions
    return {
        "bankroll": format_cents(totals.bankroll),
        "rounds": totals.game.session,
        "sessions": sessions,
        "seats": [
            {
                "seat": seat,
                "ruined": count,
                "share": count / sessions if sessions else None,
                "interval_95": list(proportion_interval(count, sessions, LEVELS[0])) if sessions else None,
                "interval_99": list(proportion_interval(count, sessions, LEVELS[1])) if sessions else None,
            }
            for seat, count in enumerate(totals.ruined.tolist(), 1)
        ],
    }


def _dollars(units: int | Fraction) -> str:
    """An amount to a millionth of a dollar."""
    return f"{float(Fraction(units) / UNIT):.6f}"


def meters_json(run: Simulation) -> dict[str, MeterDocument]:
    """What each meter went through."""
    course, rounds = run.totals.meters, run.totals.rounds
    return {
        name: {
            "initial": _dollars(course.initial[name]),
            "contribution": _dollars(course.contribution[name]),
            "contributed": _dollars(course.contributed[name]),
            "seeded": _dollars(course.seeded[name]),
            "paid": _dollars(course.paid[name]),
            "shows": _dollars(course.meters.level[name]),
            "overflow": _dollars(course.meters.overflow[name]),
            "mean": _dollars(Fraction(course.level_sums[name], rounds)) if rounds else None,
            "highest": _dollars(course.highest[name]),
            "lines": {
                line: {
                    "hits": hits.count,
                    "paid": format_cents(hits.cents),
                    "rounds_between": {"mean": hits.mean_gap, "shortest": hits.shortest, "longest": hits.longest},
                }
                for (meter, line), hits in sorted(course.hits.items())
                if meter == name
            },
        }
        for name in course.contribution
    }


COLUMNS: Final = (
    "wager",
    "rounds",
    "wagered",
    "returned",
    "house_edge",
    "low_95",
    "high_95",
    "low_99",
    "high_99",
    "standard_deviation",
    "exact_house_edge",
    "z",
    "chi_square_p",
)


def as_csv(run: Simulation) -> str:
    """A line for each wager, the main game and all together; the first four columns can be compared again."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in (*run.wagers, *([run.main] if run.main else []), run.everything):
        bands = [""] * 4 if one.edge is None else [end for level in LEVELS for end in one.edge.interval(level)]
        writer.writerow(
            (
                one.name,
                one.rounds,
                format_cents(one.wagered),
                format_cents(one.returned),
                "" if one.edge is None else one.edge.value,
                *bands,
                "" if one.deviation is None else one.deviation,
                "" if one.exact is None else float(one.exact),
                "" if one.z is None else one.z,
                "" if one.p is None else one.p,
            )
        )
    return text.getvalue()
