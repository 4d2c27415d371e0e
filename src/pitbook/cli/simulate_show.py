"""Prints the results of `pitbook simulate` as tables."""

from pitbook.cli.output import console, counted, table
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.tables import result_tables


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
    for one in result_tables(run):
        console.print(table(one.title, one.columns, one.rows, right=range(one.words, len(one.columns))))
        for note in one.notes:
            console.print(note, markup=False)
