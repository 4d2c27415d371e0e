"""Where a ledger is: in a file, or in a database that a URL names. One function opens either."""

import re
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import parse_qs, unquote, urlsplit

from pitbook.ledger.sqlite import SqliteStore
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import MalformedError, Problem, RefusedError

if TYPE_CHECKING:
    from pitbook.ledger.postgres import PostgresStore

SCHEMES: Final = ("postgresql://", "postgres://")


@dataclass(frozen=True)
class Address:
    """Where a database is; its password is never shown."""

    url: str = field(repr=False)
    shown: str
    name: str
    """Host, port and database in one word, for files that belong to the record."""

    def __str__(self) -> str:
        return self.shown

    @classmethod
    def parse(cls, url: str) -> Self:
        """The address in a URL, as in `postgresql://ann@localhost:5432/pitbook`."""
        try:
            parts = urlsplit(url)
            given = {
                name: values[-1] for name, values in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()
            }
            port = int(given.get("port") or parts.port or 5432)
        except ValueError as error:
            # The error is not shown: it may quote the password.
            message = "a database is named as in postgresql://USER@HOST:PORT/DATABASE, and this URL can't be read"
            raise MalformedError(Problem(message, url.partition(":")[0])) from error
        host = given.get("host") or parts.hostname or "localhost"
        user = given.get("user") or unquote(parts.username or "")
        database = given.get("dbname") or unquote(parts.path.lstrip("/")) or user or "postgres"
        word = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{host.strip('/')}-{port}-{database}")
        return cls(url, f"postgresql://{user}{'@' if user else ''}{host}:{port}/{database}", word)


Place = Path | Address


def place_of(text: str) -> Place:
    """The file or the database that somebody names."""
    return Address.parse(text) if text.startswith(SCHEMES) else Path(text)


def open_store(
    place: Place,
    *,
    upcasters: Upcasters | None = None,
    create: bool = False,
    read_only: bool = False,
    patience: float = 10.0,
) -> "SqliteStore | PostgresStore":
    """The ledger at a place; `create` makes a new file, and `initialize` prepares a database."""
    if isinstance(place, Path):
        return SqliteStore(place, upcasters=upcasters, create=create, read_only=read_only, patience=patience)
    check_driver()
    from pitbook.ledger.postgres import PostgresStore  # noqa: PLC0415 - it needs an extra

    return PostgresStore(place, upcasters=upcasters, read_only=read_only, patience=patience)


def check_driver() -> None:
    """Refuse a ledger in PostgreSQL where the driver for it is not installed."""
    if find_spec("psycopg") is None:
        raise RefusedError(Problem("a ledger in PostgreSQL needs psycopg: install pitbook[postgres]", "psycopg"))
