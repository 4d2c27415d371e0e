"""`pitbook simulate`: millions of rounds, with intervals; and actual results against theoretical ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from pitbook.cli.output import DOES_NOT_HOLD, INTERRUPTED, MALFORMED_OR_REFUSED, console, errors, print_json, table
from pitbook.cli.progress import progress_bar
from pitbook.cli.simulate_compare import ActualAgainstExact, compare_actual, counted, show_compared
from pitbook.cli.solve import named_amounts
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.money import format_cents
from pitbook.odds.solution import threads as cores
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.hands import in_words
from pitbook.simulator.cluster import cluster_runner, local_cluster
from pitbook.simulator.document import QUANTILES, as_csv, as_json, meters_json, ruin_json, shifts_json
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.report import html_report
from pitbook.simulator.setup import Asked, bankroll_of, players_of
from pitbook.simulator.simulation import Runner, Simulation
from pitbook.simulator.simulation import simulate as run_simulation
from pitbook.simulator.testing import LEVELS
from pitbook.submission import HouseRules

Words = list[str] | None
_MOST_WORKERS = 1024


def simulate(
    target: Target,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="N", help="How many rounds to play.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="K", help="How many seats take part.")] = None,
    wagers: Annotated[
        Words, typer.Option("--wagers", metavar="[SEAT:]NAME=AMOUNT,...", help="What is wagered; may be repeated.")
    ] = None,
    strategy: Annotated[
        Words, typer.Option("--strategy", metavar="[SEAT:]NAME", help="exact, a published one, or a file's.")
    ] = None,
    error_rate: Annotated[
        Words, typer.Option("--error-rate", metavar="[SEAT:]RATE", help="How often a decision is left to chance.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Repeat the run with this seed.")] = None,
    shift: Annotated[int, typer.Option("--shift", metavar="N", help="Rounds in a shift.")] = 300,
    bankroll: Annotated[str | None, typer.Option("--bankroll", metavar="AMOUNT", help="For the risk of ruin.")] = None,
    session: Annotated[int | None, typer.Option("--session", metavar="N", help="Rounds in a player's session.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", help="Threads of this process.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Start a cluster of N processes on this machine.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
    ] = None,
    compare_with: Annotated[
        Path | None,
        typer.Option("--compare", metavar="FILE", help="Actual results, CSV or a ledger, to compare with exact ones."),
    ] = None,
    meter: Annotated[
        Words, typer.Option("--meter", metavar="NAME=AMOUNT", help="For --compare: what a meter showed in the mean.")
    ] = None,
    to_csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the figures as CSV.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with charts.")
    ] = None,
    paytable: PaytableChoices = None,
    as_document: Json = False,
) -> None:
    """Play millions of rounds, and say what came out of them with its intervals."""
    rules = house_rules_of(target, paytable)
    if rounds is None and compare_with is None:
        raise MalformedError(Problem("simulate needs --rounds N, or --compare FILE"))
    where = _where(threads, workers, cluster)
    for path in (to_csv, report):
        _check_destination(path)
    means = named_amounts(meter, "--meter", list(rules.meters), whole_cents=False)
    compared = (
        None if compare_with is None else compare_actual(rules, compare_with, strategy or (), error_rate or (), means)
    )
    document: dict[str, Any] = {}
    run = None
    if rounds is not None:
        asked = Asked(rounds, seats, wagers or (), strategy or (), error_rate or (), seed, shift, bankroll, session)
        run = _run(rules, asked, where)
        if run.totals.rounds:
            _write(to_csv, as_csv, run)
            _write(report, html_report, run)
        document = as_json(run)
    if compared is not None:
        document = document or {"rulebook": rules.book.id}
        document["compare"] = compared.as_json()
    if as_document:
        print_json(document)
    else:
        if run is not None:
            show_run(run)
        if compared is not None:
            show_compared(compared)
    _end(run, compared)


def _end(run: Simulation | None, compared: ActualAgainstExact | None) -> None:
    """The exit code of a run that was stopped, or of a comparison that does not hold."""
    if run is not None and run.stopped is not None:
        done = f"{run.totals.rounds:,} of {run.asked.rounds:,} rounds"
        errors.print(f"{run.stopped}: these are the first {done}", markup=False)
        raise SystemExit(INTERRUPTED if run.stopped == "interrupted" else MALFORMED_OR_REFUSED)
    if compared is not None and not compared.comparison.holds:
        raise SystemExit(DOES_NOT_HOLD)


@dataclass(frozen=True)
class _Where:
    """Where the blocks are played: by threads of this process, or on a cluster."""

    threads: int
    workers: int | None
    cluster: str | None

    @contextmanager
    def runner(self) -> Iterator[Runner | None]:
        """The runner, if it is not threads, while the run lasts."""
        if self.workers is not None:
            with local_cluster(self.workers) as address:
                yield cluster_runner(address)
        else:
            yield None if self.cluster is None else cluster_runner(self.cluster)


def _where(threads: int | None, workers: int | None, cluster: str | None) -> _Where:
    problems = []
    for option, number in (("--threads", threads), ("--workers", workers)):
        if number is not None and not 1 <= number <= _MOST_WORKERS:
            message = f"{option} {number}: it takes a number from 1 to {_MOST_WORKERS:,}"
            problems.append(Problem(message, str(number)))
    if sum(choice is not None for choice in (threads, workers, cluster)) > 1:
        problems.append(Problem("--threads, --workers and --cluster exclude each other"))
    if problems:
        raise MalformedError(problems)
    return _Where(threads or cores(), workers, cluster)


def _check_destination(path: Path | None) -> None:
    """A file that can't be written is reported before the first round is played: a long run is not to be lost."""
    if path is None:
        return
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except (OSError, ValueError) as error:
        raise MalformedError(Problem(f"{str(path)!r} can't be written: {error}", str(path))) from error


def _write(path: Path | None, content: Callable[[Simulation], str], run: Simulation) -> None:
    """Writes a file that was asked for."""
    if path is None:
        return
    try:
        path.write_text(content(run), encoding="utf-8")
    except OSError as error:
        raise MalformedError(Problem(f"{str(path)!r} can't be written: {error.strerror}", str(path))) from error


@contextmanager
def _rounds_bar(rounds: int) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left; yields a function that is told how many rounds are done."""
    columns = (
        TextColumn("Simulating"),
        BarColumn(),
        TaskProgressColumn(show_speed=False),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=rounds, rate="")

        def advance(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{speed:,.0f} rounds/s" if speed else "")

        yield advance


def _run(rules: HouseRules, asked: Asked, where: _Where) -> Simulation:
    bankroll_of(asked)
    with progress_bar(f"Solving {rules.book.title}") as solving:
        players = players_of(rules, asked, solving)
    with where.runner() as runner, _rounds_bar(asked.rounds) as advance:
        return run_simulation(rules, asked, runner=runner, threads=where.threads, progress=advance, players=players)


def _percent(value: float | None, places: int = 3) -> str:
    return "" if value is None else f"{value:.{places}%}".replace("%", " %")


def _number(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{value:,.{places}f}"


def show_run(run: Simulation) -> None:
    """Everything as tables."""
    rate = run.totals.rounds * len(run.players) / run.seconds if run.seconds else 0
    console.print(
        f"{run.rules.book.title}: {counted(run.totals.rounds, 'round')} with {counted(len(run.players), 'seat')}, "
        f"{run.seconds:.1f} s, {rate:,.0f} hands a second. Again: --seed {run.seed}",
        markup=False,
    )
    if not run.totals.rounds:
        return
    everything = [*run.wagers, *([run.main] if run.main else []), run.everything]
    rows: list[tuple[str, ...]] = [
        (
            in_words(one.name),
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
    rows = [_edge_row(one) for one in everything]
    console.print(table("House edge", columns, rows, right=range(1, len(columns))))
    hits = [
        (
            in_words(one.name),
            in_words(hit.hand) if hit.table in (one.name, "odds") else f"{in_words(hit.hand)} ({in_words(hit.table)})",
            f"{hit.count:,}",
            _number(hit.expected),
            _number(hit.z),
        )
        for one in run.wagers
        for hit in one.hits
    ]
    if hits:
        console.print(
            table("Hits", ["wager", "hand", "hits", "expected", "largest z of a seat"], hits, right=[2, 3, 4])
        )
    _show_shifts(run)
    _show_ruin(run)
    _show_meters(run)
    if len(run.players) > 1:
        _show_correlation(run)


def _edge_row(one: WagerFigures) -> tuple[str, ...]:
    edge = one.edge
    halves = ["", ""] if edge is None else [f"± {_percent(edge.interval(level)[1] - edge.value)}" for level in LEVELS]
    return (
        in_words(one.name),
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
