"""`pitbook db`: sets up and upgrades a record in a PostgreSQL database, and copies records from and to files."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import errors, print_json, print_text
from pitbook.cli.progress import progress_bar
from pitbook.cli.record_options import Key
from pitbook.cli.target import Json
from pitbook.ledger import Address, place_of
from pitbook.ledger.places import check_driver
from pitbook.pit.backups import copy_record
from pitbook.problems import MalformedError, Problem

app = typer.Typer(help="Set up, upgrade and copy records in a PostgreSQL database.")
Url = Annotated[str, typer.Option("--db", metavar="URL", help="The database: postgresql://USER@HOST/DATABASE.")]
Place = Annotated[str, typer.Argument(metavar="FILE|URL")]


@app.command()
def init(
    db: Url,
    writer: Annotated[
        str | None, typer.Option(metavar="ROLE", help="A role that may append to the record but not change it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Set up a database for a record: tables, functions and triggers, in a schema named pitbook."""
    address = _address(db)
    from pitbook.ledger.postgres import initialize  # noqa: PLC0415 - it needs an extra

    warnings = initialize(address, writer)
    for warning in warnings:
        errors.print(f"Warning: {warning}", markup=False, soft_wrap=True)
    if as_json:
        print_json({"db": str(address), "writer": writer, "warnings": warnings})
    else:
        print_text(f"{address} is ready for a record.\n")


@app.command()
def migrate(db: Url, as_json: Json = False) -> None:
    """Upgrade the tables and functions of a record to this version of Pitbook; its content does not change."""
    address = _address(db)
    from pitbook.ledger.postgres import migrate as bring_up  # noqa: PLC0415 - it needs an extra

    before, after = bring_up(address)
    if as_json:
        print_json({"db": str(address), "before": before, "after": after})
    else:
        print_text(f"{address} has schema {after}{' already' if before == after else f', and had {before}'}.\n")


@app.command()
def copy(source: Place, target: Place, key: Key = None, as_json: Json = False) -> None:
    """Copy a record from a file or database into a new file or a prepared database.

    Commits, their order and digests, and the checkpoints do not change; the house key is copied too, unless the target
    already has one. If a copy into a database was interrupted, run the command again to continue.
    """
    place = place_of(target)
    with progress_bar("Copying") as progress:
        found = copy_record(place_of(source), place, key, progress)
    if as_json:
        noted = {"size": found.head.size, "root": found.head.root}
        print_json({"db": str(place), "head": noted, "with_key": found.with_key})
    else:
        said = "with" if found.with_key else "WITHOUT"
        print_text(f"{place}, {said} the key of the house\nhead {found.head}\n")


def _address(db: str) -> Address:
    place = place_of(db)
    if isinstance(place, Path):
        message = f"--db {db[:80]}: a database is named by a URL, as in postgresql://USER@HOST/DATABASE"
        raise MalformedError(Problem(message, db[:80]))
    check_driver()
    return place
