"""The options that say where long work is done: in processes of this machine, or on a cluster."""

from typing import Annotated

import typer

from pitbook.problems import MalformedError, Problem
from pitbook.spread import Parallel, on_cluster, processes

Workers = Annotated[int | None, typer.Option("--workers", metavar="N", help="Work in N processes on this machine.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://host:8786."),
]
MOST_WORKERS = 1024


def where_problems(workers: int | None, cluster: str | None, threads: int | None = None) -> list[Problem]:
    """What is wrong with the options."""
    problems = []
    for option, number in (("--threads", threads), ("--workers", workers)):
        if number is not None and not 1 <= number <= MOST_WORKERS:
            message = f"{option} {number}: must be from 1 to {MOST_WORKERS:,}"
            problems.append(Problem(message, str(number)))
    given = {"--threads": threads, "--workers": workers, "--cluster": cluster}
    if sum(choice is not None for choice in given.values()) > 1:
        problems.append(Problem("use only one of --threads, --workers and --cluster"))
    return problems


def parallel_of(workers: int | None, cluster: str | None) -> Parallel | None:
    """Where work is done in parts; None if neither option is given."""
    if problems := where_problems(workers, cluster):
        raise MalformedError(problems)
    if cluster is not None:
        return on_cluster(cluster)
    return None if workers is None else processes(workers)
