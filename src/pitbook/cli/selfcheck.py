"""`pitbook selfcheck`: digests by which two installations are compared."""

from typing import Annotated

import typer

from pitbook.cli.output import console, print_json, table
from pitbook.selfcheck import selfcheck as run_selfcheck


def selfcheck(
    target: Annotated[str | None, typer.Argument(metavar="[TARGET]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Print digests of the code, the books and a submission."""
    digests = run_selfcheck(target)
    if as_json:
        print_json(digests)
    else:
        console.print(table("Self-check", ["what", "SHA-256"], digests.items()))
