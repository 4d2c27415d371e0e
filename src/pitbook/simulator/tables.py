"""The results of a run as tables for people, for the terminal and for the page: titles instead of ids."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitbook.money import format_cents
from pitbook.rulebooks.hands import in_words
from pitbook.simulator.document import QUANTILES, meters_json, ruin_json, shifts_json
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.testing import LEVELS


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of results. Its first columns are words, the others numbers."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: int = 1
    notes: tuple[str, ...] = ()


def result_tables(run: Simulation) -> list[ResultTable]:
    """All tables of a run, without the empty ones."""
    tables = [_wagers(run), _edges(run), _results(run), _hits(run), *_shifts(run), *_ruin(run), *_meters(run)]
    if len(run.players) > 1:
        tables.append(_correlation(run))
    return [table for table in tables if table.rows]


def titled_figures(run: Simulation) -> list[tuple[str, WagerFigures]]:
    """The figures of every wager, of the main game and of everything together, with their titles."""
    figures = [*run.wagers, *([run.main] if run.main else []), run.everything]
    return [(run.rules.book.title_of(one.name), one) for one in figures]


def _percent(value: float | None, places: int = 3) -> str:
    return "" if value is None else f"{value:.{places}%}".replace("%", " %")


def _number(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{round(value, places) + 0.0:,.{places}f}"


def _wagers(run: Simulation) -> ResultTable:
    rows = [
        (
            title,
            f"{one.rounds:,}",
            format_cents(one.wagered),
            format_cents(one.returned),
            _number(one.deviation, 3),
        )
        for title, one in titled_figures(run)
    ]
    return ResultTable("wagers", "Wagers", ("wager", "made", "wagered", "returned", "standard deviation"), rows)


def _edges(run: Simulation) -> ResultTable:
    columns = ("wager", "house edge", "95 %", "99 %", "exact", "z", "p of hits")
    rows = [_edge_row(*one) for one in titled_figures(run)]
    return ResultTable("edges", "House edge", columns, rows, notes=tuple(run.notes))


def _edge_row(title: str, one: WagerFigures) -> tuple[str, ...]:
    edge = one.edge
    halves = ["", ""] if edge is None else [f"± {_percent(edge.interval(level)[1] - edge.value)}" for level in LEVELS]
    return (
        title,
        _percent(None if edge is None else edge.value),
        *halves,
        _percent(None if one.exact is None else float(one.exact)),
        _number(one.z),
        _number(one.p, 4),
    )


def _results(run: Simulation) -> ResultTable:
    """How the wagers of the main game ended."""
    book = run.rules.book
    rows = [
        (
            book.title_of(one.name),
            end.ending.words,
            str(end.ending.stake),
            end.ending.pays or "",
            f"{end.count:,}",
            _number(end.expected),
            _number(end.z),
        )
        for one in run.wagers
        for end in one.results
    ]
    columns = ("wager", "result", book.flow.units, "pays", "rounds", "expected", "largest z of a seat")
    return ResultTable("results", "Results", columns, rows, words=2)


def _hits(run: Simulation) -> ResultTable:
    """How often each line of the paytables occurred."""
    title_of = run.rules.book.title_of
    rows = [
        (title_of(one.name), in_words(hit.hand), f"{hit.count:,}", _number(hit.expected), _number(hit.z))
        for one in run.wagers
        for hit in one.hits
        if not one.results
    ]
    return ResultTable("hits", "Hits", ("wager", "hand", "hits", "expected", "largest z of a seat"), rows, words=2)


def _shifts(run: Simulation) -> Iterator[ResultTable]:
    shifts = shifts_json(run)
    if not shifts["count"]:
        return
    title = (
        f"Win of the house in {shifts['count']:,} shifts of {shifts['rounds']:,} rounds: mean {shifts['mean']}, "
        f"deviation {shifts['standard_deviation']}, {shifts['least']} to {shifts['most']}, "
        f"{_percent(shifts['losing'], 1)} lose"
    )
    rows = [(f"{part:.0%}", shifts["quantiles"][str(part)]) for part in QUANTILES]
    yield ResultTable("shifts", title, ("quantile", "win"), rows)


def _ruin(run: Simulation) -> Iterator[ResultTable]:
    ruin = ruin_json(run)
    if ruin is None or not ruin["sessions"]:
        return
    rows = [
        (
            str(seat["seat"]),
            f"{seat['ruined']:,}",
            _percent(seat["share"]),
            *(_percent(end) for end in seat["interval_95"] or ()),
        )
        for seat in ruin["seats"]
    ]
    title = f"Ruin with {ruin['bankroll']} in {ruin['sessions']:,} sessions of {ruin['rounds']:,} rounds"
    yield ResultTable("ruin", title, ("seat", "ruined", "risk", "from (95 %)", "to"), rows)


def _meters(run: Simulation) -> Iterator[ResultTable]:
    """The meters that a wager contributes to, and what they paid."""
    rows: list[tuple[str, ...]] = []
    lines: list[tuple[str, ...]] = []
    for name, meter in meters_json(run).items():
        if not run.totals.meters.contribution[name]:
            continue
        title = run.rules.book.title_of(name)
        moved = (meter["contributed"], meter["seeded"], meter["paid"])
        shown = (meter["shows"], meter["mean"], meter["highest"])
        rows.append((title, *("" if amount is None else f"{float(amount):,.2f}" for amount in (*moved, *shown))))
        for line, hits in meter["lines"].items():
            gap = _number(hits["rounds_between"]["mean"], 0)
            lines.append((title, in_words(line), f"{hits['hits']:,}", hits["paid"], gap))
    columns = ("meter", "contributed", "seeded", "paid", "shows", "mean", "highest")
    yield ResultTable("meters", "Meters", columns, rows)
    yield ResultTable("paid", "Paid from meters", ("meter", "line", "hits", "paid", "rounds between"), lines, words=2)


def _correlation(run: Simulation) -> ResultTable:
    seats = [str(number) for number in range(1, len(run.players) + 1)]
    rows = [(seat, *(_number(value, 3) for value in row)) for seat, row in zip(seats, run.correlation, strict=True)]
    return ResultTable("correlation", "Correlation between seats", ("seat", *seats), rows)
