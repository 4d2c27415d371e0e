"""What the commands on a record share: where it is, and where its key is."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.pit.records import default_path
from pitbook.problems import Problem, RefusedError

Db = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The record; otherwise pitbook/pitbook.db in the user's data folder."),
]
Key = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", envvar="PITBOOK_KEY", help="The key of the house; otherwise FILE.key beside."
    ),
]


def record_path(db: Path | None, *, create: bool = False) -> Path:
    """The file of the record; its folder is made when something is about to be recorded in the default place."""
    path = db or default_path()
    if create and db is None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RefusedError(Problem(f"{path.parent}: {error.strerror}", str(path.parent))) from error
    return path
