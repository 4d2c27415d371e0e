"""The head file: next to a record, outside its database and log, it stores the last acknowledged commit.

A log that lost its end looks like the log of a younger record. So each commit is also written here before it is
acknowledged: after a crash the head may lag behind the record, but it never leads. Two slots are written alternately,
each with a checksum, so a write that was cut short leaves the other slot intact. A slot also has the peaks of the tree
of all commits, so any process can add a commit without reading the others.
"""

import errno
import fcntl
import os
import re
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from pitbook.ledger.records import GENESIS
from pitbook.ledger.tree import Tree
from pitbook.problems import ConflictError, MalformedError, Problem
from pitbook.transparency.tree import Peaks, root_of

SUFFIX = ".head"
SLOT = 4096
"""Bytes of a slot: what a disk writes at once."""

_HASH = b"[0-9a-f]{64}"
_SLOT = re.compile(
    rb"pitbook-head-2 (\d{1,16}) (%b) %b (\d{1,16}) (-|%b(?:,%b){0,53}) [0-9a-f]{8} *\n" % (_HASH, _HASH, _HASH, _HASH)
)
MOST_REMEMBERED = 16
"""How many slots are remembered, so that they need not be parsed."""
_PAUSE = 0.001
"""Seconds between two attempts to lock the file."""


class Head(NamedTuple):
    """The last commit, by number and hash, how many documents there are, and the peaks of the tree of all commits."""

    number: int
    hash: str
    documents: int
    peaks: Peaks = ()

    def slot(self) -> bytes:
        """The head as it is written: a line of text, with the root of the tree."""
        peaks = ",".join(peak.hex() for peak in self.peaks) or "-"
        root = root_of(self.peaks).hex()
        line = f"pitbook-head-2 {self.number} {self.hash} {root} {self.documents} {peaks}".encode()
        return b"%s %08x" % (line, zlib.crc32(line)) + b" " * (SLOT - len(line) - 10) + b"\n"


_REMEMBERED: Final[dict[bytes, Head]] = {}
"""The slots that were read or written last, with what they say."""

Slots = tuple[Head | None, Head | None]
"""Both slots; None for a damaged one."""


@lru_cache(8)
def head_path(record: Path) -> Path:
    """The head file of a record."""
    return record.with_name(record.name + SUFFIX)


def make_head(record: Path, head: Head) -> None:
    """Makes the head file of a record that has none; it is whole and durable under its name."""
    path = head_path(record)
    new = path.with_name(path.name + ".new")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.pwrite(file, head.slot() * 2, 0)
        _sync(file)
    finally:
        os.close(file)
    os.replace(new, path)  # noqa: PTH105 - all that reaches the disk goes through `os` here
    sync_folder(path.parent)


def read_head(record: Path, patience: float) -> Slots:
    """The slots of a record's head file; `MalformedError` if it is missing or nothing in it can be read."""
    with _needed(record), _locked(record, os.O_RDONLY, fcntl.LOCK_SH, patience) as file:
        return _slots(record, file)


def newest(slots: Slots) -> Head:
    """The most that the slots know."""
    known = [slot for slot in slots if slot is not None]
    last = max(known)
    return last._replace(documents=max(slot.documents for slot in known))


def advance(record: Path, head: Head, patience: float) -> None:
    """Durably brings the head file up to this head; it never goes back.

    It writes even if the file says so already: whoever wrote that may have failed to sync it.
    """
    with _needed(record), _locked(record, os.O_RDWR, fcntl.LOCK_EX, patience) as file:
        slots = _slots(record, file)
        known = newest(slots)
        if known.number == head.number and (known.hash, known.peaks) != (head.hash, head.peaks):
            raise _another(record, known.number)
        merged = max(known, head)._replace(documents=max(known.documents, head.documents))
        place = min((0, 1), key=lambda slot: slots[slot] or Head(-1, "", 0))
        content = merged.slot()
        os.pwrite(file, content, place * SLOT)
        _sync(file)
        _remember(content, merged)


def check_head(connection: apsw.Connection, record: Path, slots: Slots) -> None:
    """The record has all that its head file, read beforehand, knows; otherwise `MalformedError`."""
    for slot in slots:
        if slot is None or slot.number == 0:
            continue
        row = connection.execute("SELECT hash FROM commits WHERE number = ?", (slot.number,)).fetchone()
        if row is None:
            last = connection.execute("SELECT max(number) FROM commits").get or 0
            raise _shorter(record, f"the record ends at commit {last}", f"commit {slot.number}")
        if row[0] != bytes.fromhex(slot.hash):
            raise _another(record, slot.number)
    documents = connection.execute("SELECT count(*) FROM documents").get
    if documents < newest(slots).documents:
        raise _shorter(record, f"the record has {documents} documents", f"{newest(slots).documents}")


def check_slots(record: Path, slots: Slots, last: Head) -> None:
    """A damaged slot can be the work of a crash only if the record goes beyond the other slot; otherwise it is refused.

    A slot is written after its commit or document is durable in the record. If the record ends with what the other slot
    knows, the damaged one was older, or it knew a commit that is missing now.
    """
    if None in slots and last <= newest(slots):
        number = slots.index(None) + 1
        message = (
            f"slot {number} of {head_path(record)} is damaged, and the record ends at commit {last.number}, which the "
            f"other slot knows: a later commit may have been cut off. Compare it with its checkpoints, with what "
            f"witnesses have cosigned and with a backup; if nothing is missing, pitbook backup makes a whole copy"
        )
        raise MalformedError(Problem(message, str(head_path(record))))


def check_trees(record: Path, slots: Slots, trees: Mapping[int, Tree]) -> None:
    """At the sizes of its slots, the head file has the tree of the commits; otherwise `MalformedError`."""
    for slot in slots:
        if slot is not None and slot.number in trees and slot.peaks != trees[slot.number].peaks:
            message = f"{head_path(record)} knows another tree of {slot.number} commits than {record} has"
            raise MalformedError(Problem(message, str(head_path(record))))


def known_of(record: Path, patience: float) -> Head:
    """What the head file knows; nothing if there is none."""
    with suppress(FileNotFoundError), _locked(record, os.O_RDONLY, fcntl.LOCK_SH, patience) as file:
        return newest(_slots(record, file))
    return Head(0, GENESIS, 0)


def check_is_new(record: Path, known: Head) -> None:
    """The head file of an empty record, read beforehand, must know no commit: otherwise the record was lost."""
    if known > Head(0, GENESIS, 0):
        raise _shorter(record, "the record is empty", f"commit {known.number}")


def problems_of(record: Path, slots: Slots) -> Iterable[Problem]:
    """The damaged slots: what was acknowledged last may be missing unnoticed."""
    for number, slot in enumerate(slots, 1):
        if slot is None:
            yield Problem(f"slot {number} of {head_path(record)} is damaged", str(head_path(record)))


def sync_folder(folder: Path) -> None:
    """Make what was created or renamed in a folder durable under its name."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _sync(file: int) -> None:
    if sys.platform == "darwin":
        fcntl.fcntl(file, fcntl.F_FULLFSYNC)
    else:
        os.fdatasync(file)


@contextmanager
def _locked(record: Path, flags: int, lock: int, patience: float) -> Iterator[int]:
    """The head file, open and locked; the lock belongs to this open file, even within one process."""
    file = os.open(head_path(record), flags)
    try:
        _lock(file, lock, head_path(record), patience)
        yield file
    finally:
        os.close(file)


@contextmanager
def _needed(record: Path) -> Iterator[None]:
    """A record that is in use has a head file."""
    try:
        yield
    except FileNotFoundError as error:
        path = head_path(record)
        message = f"{path} is missing: without its head file nobody can say whether {record} is complete"
        raise MalformedError(Problem(message, str(path))) from error


def _lock(file: int, lock: int, path: Path, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, lock | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN):
                raise
        else:
            return
        if time.monotonic() > deadline:
            raise ConflictError(Problem(f"{path} has been locked by another process for too long", str(path)))
        time.sleep(_PAUSE)


def _slots(record: Path, file: int) -> Slots:
    content = os.pread(file, 2 * SLOT + 1, 0)
    slots = (_parse(content[:SLOT]), _parse(content[SLOT:]))
    if slots == (None, None):
        message = f"{head_path(record)} is damaged: nobody can say whether {record} is complete"
        raise MalformedError(Problem(message, str(head_path(record))))
    return slots


def _parse(content: bytes) -> Head | None:
    """Parses a slot. Both are read again with each commit, and mostly hold what this process wrote."""
    if known := _REMEMBERED.get(content):
        return known
    found = _SLOT.fullmatch(content)
    if found is None:
        return None
    peaks = () if found[4] == b"-" else tuple(bytes.fromhex(peak.decode()) for peak in found[4].split(b","))
    head = Head(int(found[1]), found[2].decode(), int(found[3]), peaks)
    if len(peaks) != head.number.bit_count() or head.slot() != content:
        return None
    _remember(content, head)
    return head


def _remember(content: bytes, head: Head) -> None:
    if len(_REMEMBERED) >= MOST_REMEMBERED:
        _REMEMBERED.clear()
    _REMEMBERED[content] = head


def _shorter(record: Path, found: str, known: str) -> MalformedError:
    message = f"{record} is incomplete: {found}, and {head_path(record)} knows {known}"
    return MalformedError(Problem(message, str(record)))


def _another(record: Path, number: int) -> MalformedError:
    message = f"{head_path(record)} knows another commit {number} than {record} has"
    return MalformedError(Problem(message, str(record)))
