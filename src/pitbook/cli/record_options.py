"""The options that name a record and its key."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.ledger import Place, place_of
from pitbook.pit.records import default_path
from pitbook.problems import MalformedError, Problem, RefusedError

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        help="The record: a file or postgresql://...; by default pitbook/pitbook.db in the user's data folder.",
    ),
]
Key = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", envvar="PITBOOK_KEY", help="The house key; by default FILE.key beside the record."
    ),
]


def record_place(db: str | None, *, create: bool = False) -> Place:
    """The file or database of the record. The default file must exist unless `create` makes its folder."""
    if db is not None:
        return place_of(db)
    path = default_path()
    if create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RefusedError(Problem(f"{path.parent}: {error.strerror}", str(path.parent))) from error
    elif not path.exists():
        message = f"there is no record at {path}; pitbook serve and pitbook deal create it, and --db names another"
        raise MalformedError(Problem(message, str(path)))
    return path
