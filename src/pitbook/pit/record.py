"""The record of a house: its ledger, and with it the keys of the house where it is written."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pitbook.house_keys import HouseKeys, add_secret, key_path, load_keys, make_keys
from pitbook.ledger import SqliteStore
from pitbook.pit import records
from pitbook.pit.house import House, house_of, keys_in_use, open_house, rotate_key
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem


class Record(SqliteStore):
    """The ledger of a house. Opened to write it has the keys of the house, and is refused with any others."""

    def __init__(
        self,
        path: Path,
        *,
        key: Path | None = None,
        create: bool = False,
        read_only: bool = False,
        patience: float = 10.0,
    ) -> None:
        """`key` is the file of the keys, by default `FILE.key` beside the record; it is made with the record only."""
        super().__init__(path, upcasters=records.UPCASTERS, create=create, read_only=read_only, patience=patience)
        self.key_path = key or key_path(self.path)
        try:
            self.keys = None if read_only else self._open_keys()
        except BaseException:
            self.close()
            raise

    @property
    def house(self) -> House:
        """The house that the record names."""
        house = house_of(self)
        if house is None:
            raise MalformedError(
                Problem(f"{self.path} does not begin with its house and the key of it", str(self.path))
            )
        return house

    def load_keys(self) -> HouseKeys:
        """The keys of the house as they are in their file now."""
        return keys_in_use(self.house, load_keys(self.key_path), self.key_path, self.path)

    def key_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the file of the keys; nothing where there is none, or it is not for us to read."""
        if not os.access(self.key_path, os.R_OK):
            return ()
        try:
            keys_in_use(self.house, load_keys(self.key_path, to_use=False), self.key_path, self.path)
        except PitbookError as error:
            return error.problems
        return ()

    def rotate_key(self) -> str:
        """From now on a new key signs, and the old one says so; returns the new public key.

        The file has the new secret before the record names it, so that no moment leaves a record without its key.
        """
        old, house = self.load_keys(), self.house
        new = add_secret(self.key_path)
        try:
            public = rotate_key(self, house, old, new, datetime.now(UTC))
        except ConflictError as error:
            message = f"another process has given {self.path} a new key meanwhile"
            raise ConflictError(Problem(message, str(self.path))) from error
        self.keys = self.load_keys()
        return public

    def _open_keys(self) -> HouseKeys:
        if not self.head().number:
            keys = load_keys(self.key_path) if self.key_path.exists() else make_keys(self.key_path)
            with suppress(ConflictError):  # Another process, which makes the record too, was faster.
                open_house(self, keys, datetime.now(UTC))
        return self.load_keys()


def open_record(
    path: Path, *, key: Path | None = None, create: bool = False, read_only: bool = False, patience: float = 10.0
) -> Record:
    """The record in a file, whose old events are read in their newest version; see `SqliteStore` on the rest."""
    return Record(path, key=key, create=create, read_only=read_only, patience=patience)
