"""The record of a house: its ledger and, if it is open for writing, the keys of the house."""

import logging
import os
from contextlib import suppress
from pathlib import Path

from pitbook.house_keys import HouseKeys, add_secret, key_path, load_keys, make_keys
from pitbook.ledger import Address, Place, SqliteStore, Store
from pitbook.ledger.places import check_driver
from pitbook.pit import records
from pitbook.pit.house import HOUSE, HouseIdentity, house_of, keys_in_use, open_house, rotate_key
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem

log = logging.getLogger(__name__)


class Record(Store):
    """The ledger of a house. To open it for writing you need the keys of the house; any others are refused."""

    place: Place
    path: Path
    """The record file; for a database, the path after which its keys, checkpoints and so on are named."""
    key_path: Path
    keys: HouseKeys | None

    def take_keys(self, place: Place, key: Path | None, *, read_only: bool) -> None:
        """Open the keys of the record at a place; a new record gets new ones."""
        self.place, self.path = place, companions_of(place)
        self.key_path = key or key_path(self.path)
        try:
            self.keys = None if read_only else self._open_keys()
        except BaseException:
            self.close()
            raise

    @property
    def house(self) -> HouseIdentity:
        """The house that the record names."""
        if any(not stored.commit for stored in self.read(HOUSE)):
            self.catch_up()
        house = house_of(self)
        if house is None:
            message = f"{self.place} does not begin with its house and the key of it"
            raise MalformedError(Problem(message, str(self.place)))
        return house

    def load_keys(self) -> HouseKeys:
        """The keys of the house as they are in their file now."""
        return keys_in_use(self.house, load_keys(self.key_path), self.key_path, self.place)

    def key_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the key file; nothing if there is none, or we may not read it."""
        if not os.access(self.key_path, os.R_OK):
            return ()
        try:
            keys_in_use(self.house, load_keys(self.key_path, to_use=False), self.key_path, self.place)
        except PitbookError as error:
            return error.problems
        return ()

    def rotate_key(self) -> str:
        """From now on a new key signs, as a note signed by the old one says; returns the new public key.

        The file has the new secret before the record names it, so that the record is never without its key.
        """
        old, house = self.load_keys(), self.house
        new = add_secret(self.key_path)
        try:
            public = rotate_key(self, house, old, new, self.now())
        except ConflictError as error:
            message = f"another process has given {self.place} a new key meanwhile"
            raise ConflictError(Problem(message, str(self.place))) from error
        self.keys = self.load_keys()
        return public

    def _open_keys(self) -> HouseKeys:
        if not self.size():
            if isinstance(self.place, Address):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            keys = load_keys(self.key_path) if self.key_path.exists() else make_keys(self.key_path)
            with suppress(ConflictError):  # Another process made the record first.
                open_house(self, keys, self.now())
        return self.load_keys()


class FileRecord(SqliteStore, Record):
    """A record in a file."""


def open_record(
    place: Place, *, key: Path | None = None, create: bool = False, read_only: bool = False, patience: float = 10.0
) -> Record:
    """The record in a file or a database, whose old events are read in their newest version.

    `key` is the file of the keys, by default `FILE.key` beside the record; it is made with the record only. See
    `open_store` for the rest.
    """
    record: Record
    if isinstance(place, Path):
        record = FileRecord(place, upcasters=records.UPCASTERS, create=create, read_only=read_only, patience=patience)
    else:
        check_driver()
        from pitbook.pit.database_record import DatabaseRecord  # noqa: PLC0415 - it needs an extra

        record = DatabaseRecord(place, upcasters=records.UPCASTERS, read_only=read_only, patience=patience)
        if record.unbound:
            log.warning("%s: this role is a superuser, so privileges do not restrict it", place)
    record.take_keys(place, key, read_only=read_only)
    return record


def companions_of(place: Place) -> Path:
    """The path after which the files of a record are named; those of a database are in the user's data folder."""
    return place if isinstance(place, Path) else records.default_path().parent / place.name
