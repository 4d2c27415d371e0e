"""The options that name a record and its key."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.pit.records import default_path
from pitbook.problems import MalformedError, Problem, RefusedError

Db = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The record; by default pitbook/pitbook.db in the user's data folder."),
]
Key = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", envvar="PITBOOK_KEY", help="The house key; by default FILE.key beside the record."
    ),
]


def record_path(db: Path | None, *, create: bool = False) -> Path:
    """The file of the record. The default one must exist unless `create` is set, which makes its folder."""
    path = db or default_path()
    if create and db is None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RefusedError(Problem(f"{path.parent}: {error.strerror}", str(path.parent))) from error
    if not create and db is None and not path.exists():
        message = f"there is no record at {path}; pitbook serve and pitbook deal create it, and --db names another"
        raise MalformedError(Problem(message, str(path)))
    return path
