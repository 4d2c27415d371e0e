"""`pitbook shuffles`: test the shuffle that deals."""

import sys
from typing import Annotated

import typer

from pitbook.cli.output import DOES_NOT_HOLD, console, discard_output, print_json, table
from pitbook.cli.progress import progress_bar
from pitbook.fairness import new_seed, parse_seed
from pitbook.fairness.bulk import BATCH, MOST_ROUNDS, raw_bytes
from pitbook.fairness.report import LEVEL, ShuffleReport, size_problems
from pitbook.fairness.report import report as run_report
from pitbook.problems import MalformedError, Problem


def shuffles(
    report: Annotated[int | None, typer.Option("--report", metavar="N", help="Test N shuffles.")] = None,
    stream: Annotated[bool, typer.Option("--stream", help="Write the raw random bytes of the decks.")] = False,
    size: Annotated[int | None, typer.Option("--bytes", metavar="N", help="End the stream after N bytes.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="HEX", help="Repeat the run with this seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON document.")] = False,
) -> None:
    """Test the shuffle that deals: report on N shuffles, or write its raw bytes for another test suite."""
    problems = []
    if (report is None) != stream:
        problems.append(Problem("give either --report N or --stream"))
    if size is not None and (size <= 0 or not stream):
        problems.append(Problem(f"--bytes {size}: must be a positive number, with --stream", str(size)))
    if as_json and stream:
        problems.append(Problem("--stream writes raw bytes, so it cannot be used with --json"))
    if report is not None:
        problems += size_problems(report)
    chosen = new_seed()
    try:
        chosen = chosen if seed is None else parse_seed(seed)
    except MalformedError as error:
        problems += error.problems
    if problems:
        raise MalformedError(problems)
    if report is None:
        _write_stream(chosen, size)
        return
    with progress_bar("Shuffling") as progress:
        found = run_report(chosen, report, progress)
    if as_json:
        print_json(found.as_json())
    else:
        _show(found)
    if not found.holds:
        raise SystemExit(DOES_NOT_HOLD)


def _write_stream(seed: bytes, size: int | None) -> None:
    """Write the bytes of each round's deck, until there are enough or the reader stops."""
    left = size
    try:
        for first in range(0, MOST_ROUNDS, BATCH):
            raw = raw_bytes(seed, first, min(BATCH, MOST_ROUNDS - first))[:left]
            sys.stdout.buffer.write(raw)
            if left is not None and (left := left - len(raw)) == 0:
                break
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        discard_output()


def _show(found: ShuffleReport) -> None:
    failed = found.failed
    rows = [
        (
            one.name,
            one.says,
            "-" if one.p is None else f"{one.statistic:.2f}",
            one.degrees or "-",
            "too few shuffles" if one.p is None else f"{one.p:.2g}",
            "fails" if one.name in failed else "-" if one.p is None else "holds",
        )
        for one in found.outcomes
    ]
    title = f"{found.shuffles:,} shuffles"
    console.print(table(title, ["test", "of", "statistic", "degrees", "p-value", "result"], rows, right=[2, 3, 4]))
    same = f"{found.compared - found.differing:,} of {found.compared:,}"
    console.print(f"Repeated with the function that deals, with the same result: {same}.")
    console.print(f"All tests together, at {LEVEL:.0%}: the shuffle {'passes' if found.holds else 'FAILS'}.")
    rate = found.shuffles / found.seconds
    console.print(f"{found.seconds:.1f} s, {rate:,.0f} shuffles per second. To repeat: --seed {found.seed.hex()}")
