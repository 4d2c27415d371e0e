"""Whether the record can be used: its file, its disk, and whether what was stored is there."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitbook.ledger import Receipt, SqliteStore
from pitbook.ledger.head import newest, read_head
from pitbook.pit import Pit
from pitbook.problems import ConflictError, MalformedError

HEAD_PATIENCE: Final = 0.2
"""How long to wait for a locked head file, in seconds."""
LEAST_FREE: Final = 16_000_000
"""A disk with less free space, in bytes, counts as full."""


@dataclass(frozen=True, slots=True)
class RecordStatus:
    """The result of a look at the record."""

    head: Receipt | None
    problems: tuple[str, ...] = ()


class RecordMonitor:
    """Looks at a record. Belongs to the thread that stores, except for `failed`."""

    def __init__(self, pit: Pit) -> None:
        self._path = pit.store.path if isinstance(pit.store, SqliteStore) else None
        self._file = _identity(self._path)
        self._last = 0
        """How many commits were seen."""
        self.failed: str | None = None
        """Why nothing could be stored, until something can."""

    def stored(self, pit: Pit, commit: int | None = None) -> None:
        """Check that the record has grown: something was stored, under this number if it is known (0: not yet)."""
        if commit and commit <= self._last:
            return  # stored together with others; the head was checked after them
        number = pit.store.size()
        stuck = number < self._last if commit == 0 else number <= self._last
        self.failed = f"commits are acknowledged and the head stays at {number}" if stuck else None
        self._last = number

    def look(self, pit: Pit) -> RecordStatus:
        """The head of the record, and what is wrong with its file."""
        head, size = pit.store.head(), pit.store.size()
        problems = [] if self.failed is None else [self.failed]
        if size < self._last:
            problems.append(f"the head was commit {self._last} and is commit {size}")
        if self._path is not None:
            problems += _problems(self._path, self._file) or _head_problems(self._path, min(self._last, head.number))
        self._last = max(self._last, size)
        return RecordStatus(head, tuple(problems))


def _head_problems(record: Path, seen: int) -> list[str]:
    """What is wrong with the head file, which has to know the commits that were seen before."""
    try:
        slots = read_head(record, HEAD_PATIENCE)
    except ConflictError:
        return ["the head file of the record is locked by another process"]
    except MalformedError:
        return ["the head file of the record is missing or damaged"]
    except OSError as error:
        return [f"the head file of the record cannot be read: {error.strerror}"]
    if None in slots:
        return ["a slot of the head file of the record is damaged"]
    known = newest(slots).number
    return [f"commit {seen} is stored, and the head file knows only commit {known}"] if known < seen else []


def _identity(path: Path | None) -> tuple[int, int] | None:
    try:
        found = None if path is None else path.stat()
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def _problems(path: Path, file: tuple[int, int] | None) -> list[str]:
    """What is wrong with a file, without saying where it is."""
    found = _identity(path)
    if found is None:
        return ["the file of the record was removed"]
    if found != file:
        return ["another file is in the place of the record"]
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        return ["the file of the record cannot be written"]
    disk = os.statvfs(path)
    if disk.f_flag & os.ST_RDONLY:
        return ["the disk of the record cannot be written"]
    free = disk.f_bavail * disk.f_frsize
    return [f"the disk of the record has only {free} bytes left"] if free < LEAST_FREE else []
