"""Prints the results of `pitbook simulate` as tables."""

from pitbook.cli.output import console, counted, table
from pitbook.money import format_cents
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hands import in_words
from pitbook.simulator.document import QUANTILES, meters_json, ruin_json, shifts_json
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.testing import LEVELS


def _percent(value: float | None, places: int = 3) -> str:
    return "" if value is None else f"{value:.{places}%}".replace("%", " %")


def _number(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{round(value, places) + 0.0:,.{places}f}"


def show_run(run: Simulation) -> None:
    """Print all results as tables."""
    rate = run.totals.rounds * len(run.players) / run.seconds if run.seconds else 0
    console.print(
        f"{run.rules.book.title}: {counted(run.totals.rounds, 'round')} with {counted(len(run.players), 'seat')}, "
        f"{run.seconds:.1f} s, {rate:,.0f} hands per second. To repeat: --seed {run.seed}",
        markup=False,
    )
    if not run.totals.rounds:
        return
    everything = [*run.wagers, *([run.main] if run.main else []), run.everything]
    rows: list[tuple[str, ...]] = [
        (
            run.rules.book.title_of(one.name),
            f"{one.rounds:,}",
            format_cents(one.wagered),
            format_cents(one.returned),
            _number(one.deviation, 3),
        )
        for one in everything
    ]
    columns = ["wager", "made", "wagered", "returned", "standard deviation"]
    console.print(table("Wagers", columns, rows, right=range(1, len(columns))))
    columns = ["wager", "house edge", "95 %", "99 %", "exact", "z", "p of hits"]
    rows = [_edge_row(run.rules.book, one) for one in everything]
    console.print(table("House edge", columns, rows, right=range(1, len(columns))))
    for note in run.notes:
        console.print(note, markup=False)
    _show_counts(run)
    _show_shifts(run)
    _show_ruin(run)
    _show_meters(run)
    if len(run.players) > 1:
        _show_correlation(run)


def _show_counts(run: Simulation) -> None:
    """Print how the wagers of the main game ended, and how often each line of the paytables occurred."""
    ended = [
        (
            run.rules.book.title_of(one.name),
            end.ending.words,
            end.ending.stake,
            f"{end.count:,}",
            _number(end.expected),
            _number(end.z),
        )
        for one in run.wagers
        for end in one.results
    ]
    if ended:
        columns = ["wager", "result", run.rules.book.flow.units, "rounds", "expected", "largest z of a seat"]
        console.print(table("Results", columns, ended, right=range(2, len(columns))))
    hits = [
        (run.rules.book.title_of(one.name), in_words(hit.hand), f"{hit.count:,}", _number(hit.expected), _number(hit.z))
        for one in run.wagers
        for hit in one.hits
        if not one.results
    ]
    if hits:
        columns = ["wager", "hand", "hits", "expected", "largest z of a seat"]
        console.print(table("Hits", columns, hits, right=range(2, len(columns))))


def _edge_row(book: RuleBook, one: WagerFigures) -> tuple[str, ...]:
    edge = one.edge
    halves = ["", ""] if edge is None else [f"± {_percent(edge.interval(level)[1] - edge.value)}" for level in LEVELS]
    return (
        book.title_of(one.name),
        _percent(None if edge is None else edge.value),
        *halves,
        _percent(None if one.exact is None else float(one.exact)),
        _number(one.z),
        _number(one.p, 4),
    )


def _show_shifts(run: Simulation) -> None:
    shifts = shifts_json(run)
    if not shifts["count"]:
        return
    rows = [(f"{part:.0%}", shifts["quantiles"][str(part)]) for part in QUANTILES]
    title = (
        f"Win of the house in {shifts['count']:,} shifts of {shifts['rounds']:,} rounds: mean {shifts['mean']}, "
        f"deviation {shifts['standard_deviation']}, {shifts['least']} to {shifts['most']}, "
        f"{_percent(shifts['losing'], 1)} lose"
    )
    console.print(table(title, ["quantile", "win"], rows, right=[1]))


def _show_ruin(run: Simulation) -> None:
    ruin = ruin_json(run)
    if ruin is None or not ruin["sessions"]:
        return
    rows = [
        (seat["seat"], f"{seat['ruined']:,}", _percent(seat["share"]), *(_percent(end) for end in seat["interval_95"]))
        for seat in ruin["seats"]
    ]
    title = f"Ruin with {ruin['bankroll']} in {ruin['sessions']:,} sessions of {ruin['rounds']:,} rounds"
    console.print(table(title, ["seat", "ruined", "risk", "from (95 %)", "to"], rows, right=range(1, 5)))


def _show_meters(run: Simulation) -> None:
    rows, lines = [], []
    for name, meter in meters_json(run).items():
        if not run.totals.meters.contribution[name]:
            continue
        rows.append(
            (
                name,
                *(f"{float(meter[key]):,.2f}" for key in ("contributed", "seeded", "paid", "shows", "mean", "highest")),
            )
        )
        for line, hits in meter["lines"].items():
            gaps = hits["rounds_between"]
            lines.append((name, in_words(line), f"{hits['hits']:,}", hits["paid"], _number(gaps["mean"], 0)))
    if rows:
        columns = ["meter", "contributed", "seeded", "paid", "shows", "mean", "highest"]
        console.print(table("Meters", columns, rows, right=range(1, 7)))
    if lines:
        columns = ["meter", "line", "hits", "paid", "rounds between"]
        console.print(table("Paid from meters", columns, lines, right=[2, 3, 4]))


def _show_correlation(run: Simulation) -> None:
    seats = range(1, len(run.players) + 1)
    rows = [(seat, *(_number(value, 3) for value in run.correlation[seat - 1])) for seat in seats]
    console.print(table("Correlation between seats", ["seat", *map(str, seats)], rows, right=range(1, len(rows) + 1)))
