"""`pitbook selfcheck`: digests to compare two installations, and a test of the shuffle."""

from typing import Annotated

import typer

from pitbook.cli.output import DOES_NOT_HOLD, console, print_json, print_problems, table
from pitbook.fairness.vectors import AS_PUBLISHED
from pitbook.problems import Problem
from pitbook.selfcheck import selfcheck as run_selfcheck


def selfcheck(
    target: Annotated[str | None, typer.Argument(metavar="[TARGET]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Print digests of the code, the books and a submission, and test the shuffle against the published vectors."""
    digests = run_selfcheck(target)
    if as_json:
        print_json(digests)
    else:
        console.print(table("Self-check", ["what", "found"], digests.items()))
    if digests["shuffle"] != AS_PUBLISHED:
        print_problems([Problem(f"the shuffle {digests['shuffle']}")])
        raise SystemExit(DOES_NOT_HOLD)
