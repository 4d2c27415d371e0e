"""`pitbook simulate`: millions of rounds, with confidence intervals; and actual results against exact ones."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from pitbook.cli.output import DOES_NOT_HOLD, INTERRUPTED, MALFORMED_OR_REFUSED, errors, print_json
from pitbook.cli.progress import progress_bar
from pitbook.cli.simulate_compare import ActualAgainstExact, compare_actual, show_compared
from pitbook.cli.simulate_show import show_run
from pitbook.cli.solve import read_amounts
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.cli.where import Cluster, Workers, where_problems
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.progress import part_of
from pitbook.progress import threads as cores
from pitbook.simulator.cluster import cluster_runner
from pitbook.simulator.document import as_csv, as_json
from pitbook.simulator.expected import expected_of
from pitbook.simulator.report import html_report
from pitbook.simulator.setup import SimulationRequest, asked_problems, players_of
from pitbook.simulator.simulation import Runner, Simulation
from pitbook.simulator.simulation import simulate as run_simulation
from pitbook.spread import local_cluster
from pitbook.submission import HouseRules

Texts = list[str] | None


def simulate(
    target: Target,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="N", help="How many rounds to play.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="K", help="How many seats play.")] = None,
    wagers: Annotated[
        Texts, typer.Option("--wagers", metavar="[SEAT:]NAME=AMOUNT,...", help="The stake of a wager; may be repeated.")
    ] = None,
    strategy: Annotated[
        Texts, typer.Option("--strategy", metavar="[SEAT:]NAME", help="exact, a published strategy, or a file.")
    ] = None,
    error_rate: Annotated[
        Texts, typer.Option("--error-rate", metavar="[SEAT:]RATE", help="The share of random decisions.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Repeat the run with this seed.")] = None,
    shift: Annotated[int, typer.Option("--shift", metavar="N", help="Rounds in a shift.")] = 300,
    bankroll: Annotated[
        str | None, typer.Option("--bankroll", metavar="AMOUNT", help="A bankroll, for the risk of ruin.")
    ] = None,
    session: Annotated[int | None, typer.Option("--session", metavar="N", help="Rounds in a player's session.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", help="Threads of this process.")] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    compare_with: Annotated[
        Path | None,
        typer.Option(
            "--compare", metavar="FILE", help="Actual results to compare with the exact ones: CSV or a record."
        ),
    ] = None,
    meter: Annotated[
        Texts, typer.Option("--meter", metavar="NAME=AMOUNT", help="For --compare: the average amount of a meter.")
    ] = None,
    to_csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the figures as CSV.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with charts.")
    ] = None,
    paytable: PaytableChoices = None,
    as_document: Json = False,
) -> None:
    """Simulate millions of rounds and show the results with confidence intervals."""
    rules = house_rules_of(target, paytable)
    asked = None
    if rounds is not None:
        asked = SimulationRequest(
            rounds, seats, wagers or (), strategy or (), error_rate or (), seed, shift, bankroll, session
        )
    workplace = _Workplace(threads or cores(), workers, cluster)
    needs_rounds = {
        "--seats": seats,
        "--wagers": wagers,
        "--seed": seed,
        "--bankroll": bankroll,
        "--threads": threads,
        "--workers": workers,
        "--cluster": cluster,
        "--csv": to_csv,
        "--report": report,
    }
    problems = _option_problems(asked, compare_with, needs_rounds, session=session, bankroll=bankroll, meter=meter)
    problems += where_problems(workers, cluster, threads)
    unwritable = [problem for path in (to_csv, report) for problem in _destination_problems(path)]
    means, more = read_amounts(meter, "--meter", list(rules.meters), whole_cents=False)
    if problems := [*problems, *more, *(asked_problems(asked) if asked else ())]:
        raise MalformedError([*problems, *unwritable])
    if unwritable:
        raise RefusedError(unwritable)
    compared = (
        None if compare_with is None else compare_actual(rules, compare_with, strategy or (), error_rate or (), means)
    )
    document: dict[str, object] = {}
    run = None
    if asked is not None:
        run = _run(rules, asked, workplace)
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
            show_compared(rules.book, compared)
    if code := _exit_code(run, compared):
        raise SystemExit(code)


def _exit_code(run: Simulation | None, compared: ActualAgainstExact | None) -> int:
    """The exit code, after a line on standard error if the run was stopped."""
    if run is not None and run.stopped is not None:
        done = f"{run.totals.rounds:,} of {run.asked.rounds:,} rounds"
        errors.print(f"{run.stopped}: these are the first {done}", markup=False)
        return INTERRUPTED if run.stopped == "interrupted" else MALFORMED_OR_REFUSED
    return DOES_NOT_HOLD if compared is not None and not compared.comparison.holds else 0


@dataclass(frozen=True)
class _Workplace:
    """Where rounds are simulated: in threads of this process, or on a cluster."""

    threads: int
    workers: int | None
    cluster: str | None

    @contextmanager
    def runner(self) -> Iterator[Runner | None]:
        """The runner for the duration of the run; None for threads."""
        if self.workers is not None:
            with local_cluster(self.workers) as address:
                yield cluster_runner(address)
        else:
            yield None if self.cluster is None else cluster_runner(self.cluster)


def _option_problems(
    asked: SimulationRequest | None,
    compare_with: Path | None,
    needs_rounds: Mapping[str, object],
    *,
    session: int | None,
    bankroll: str | None,
    meter: Texts,
) -> list[Problem]:
    """A problem for each option that needs another one."""
    if asked is None and compare_with is None:
        return [Problem("simulate needs --rounds N, or --compare FILE")]
    problems = []
    if asked is None:
        problems = [
            Problem(f"{option} needs --rounds N", option) for option, value in needs_rounds.items() if value is not None
        ]
    if session is not None and bankroll is None:
        problems.append(Problem("--session needs --bankroll AMOUNT, for the risk of ruin", str(session)))
    if meter and compare_with is None:
        message = "--meter needs --compare; simulated meters start at their initial amount"
        problems.append(Problem(message, meter[0]))
    return problems


def _destination_problems(path: Path | None) -> list[Problem]:
    """Report files that cannot be written before the first round, so that no long run is lost."""
    if path is None:
        return []
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not the name of a file"
        return [Problem(f"{str(path)!r} cannot be written: {reason}", str(path))]
    return []


def _write(path: Path | None, content: Callable[[Simulation], str], run: Simulation) -> None:
    """Write an output file."""
    if path is None:
        return
    try:
        path.write_text(content(run), encoding="utf-8")
    except OSError as error:
        raise RefusedError(Problem(f"{str(path)!r} cannot be written: {error.strerror}", str(path))) from error


@contextmanager
def _rounds_bar(rounds: int) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left; yields a function that takes the number of rounds done."""
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


def _run(rules: HouseRules, asked: SimulationRequest, workplace: _Workplace) -> Simulation:
    with progress_bar(f"Solving {rules.book.title}") as solving:
        players = players_of(rules, asked, part_of(solving, 0, 1 / 2))
        expected = expected_of(rules, players, part_of(solving, 1 / 2, 1))
    with workplace.runner() as runner, _rounds_bar(asked.rounds) as advance:
        return run_simulation(
            rules,
            asked,
            runner=runner,
            threads=workplace.threads,
            progress=advance,
            players=players,
            expected=expected,
        )
