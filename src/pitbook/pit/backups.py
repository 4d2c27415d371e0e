"""Backs up a record with its checkpoints and the key of the house, which is encrypted with a passphrase."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitbook.files import read_text
from pitbook.house_keys import key_path, load_keys, lock_keys, unlock_keys, write_keys
from pitbook.ledger import Address, Place, SqliteStore, TreeHead, back_up, copy_ledger, open_store, restore
from pitbook.ledger.head import head_path, sync_folder
from pitbook.ledger.opening import check_absent, logs_of, make_private
from pitbook.pit.checkpoints import StoredCheckpoint, checkpoints_path, read_checkpoints
from pitbook.pit.house import keys_in_use
from pitbook.pit.record import companions_of, open_record
from pitbook.problems import MalformedError, Problem, RefusedError

SHORTEST: Final = 8
"""The shortest passphrase, in characters."""


@dataclass(frozen=True, slots=True)
class RecordCopy:
    """A copy of a record: its head, and whether the key of the house is with it."""

    head: TreeHead
    with_key: bool


def locked_path(record: Path) -> Path:
    """The locked key of a backup."""
    return record.with_name(record.name + ".key.locked")


def back_up_record(record: Place, target: Path, key: Path | None, passphrase: str | None) -> RecordCopy:
    """Copy a record that may be in use, with its checkpoints, and with its key if there is a passphrase for it.

    The copy of a record in a database is a file too.
    """
    if passphrase is not None and len(passphrase) < SHORTEST:
        raise RefusedError(Problem(f"a passphrase has at least {SHORTEST} characters"))
    with _all_or_nothing(target) as made:
        kept = _whole(companions_of(record))
        head = back_up(record, target) if isinstance(record, Path) else _copy_to_file(record, target, made)
        made += [target, head_path(target)]
        _copy_checkpoints(kept, target, made)
        if passphrase is not None:
            # The key file never loses a secret, so once the copy is made, it has the key of the copy.
            with open_record(target, read_only=True) as copy:
                place = key or key_path(companions_of(record))
                keys = keys_in_use(copy.house, load_keys(place), place, record)
            _write(locked_path(target), lock_keys(keys, passphrase).encode(), made)
    return RecordCopy(head, passphrase is not None)


def restore_record(
    backup: Path, target: Path, key: Path | None, passphrase: str | None, head: TreeHead | None = None
) -> RecordCopy:
    """Copy an intact backup to a new place, under any name, and unlock its key there if it has one.

    `key` is where the key goes, by default beside the record; if the right one is there already, it stays.
    """
    with _all_or_nothing(target) as made:
        kept, keys = read_checkpoints(backup), None
        locked, unlocked = locked_path(backup), key or key_path(target)
        with open_record(backup, read_only=True) as store:
            house = store.house
        there = unlocked.exists()
        if there:
            keys = load_keys(unlocked)
            keys_in_use(house, keys, unlocked, backup)
        elif locked.exists() and passphrase is not None:
            keys = unlock_keys(read_text(locked), passphrase, locked)
            keys_in_use(house, keys, locked, backup)
        restored = restore(backup, target, head)
        made += [target, head_path(target)]
        _copy_checkpoints(kept, target, made)
        if keys is not None and not there:
            write_keys(unlocked, keys)
    return RecordCopy(restored, keys is not None)


def copy_record(
    source: Place, target: Place, key: Path | None = None, watch: Callable[[float], None] | None = None
) -> RecordCopy:
    """Copy a record, from a file or a database into a new file or a prepared database, with checkpoints and key.

    A database may already have the beginning of the record, from a copy that was interrupted.
    """
    beside, origin = companions_of(target), companions_of(source)
    if isinstance(target, Path):
        with _all_or_nothing(target) as made:
            return _copy(source, target, key or key_path(origin), watch, made)
    kept = read_checkpoints(beside)
    if kept != _whole(origin)[: len(kept)]:
        message = f"{checkpoints_path(beside)} has checkpoints of another record: move it away"
        raise RefusedError(Problem(message, str(checkpoints_path(beside))))
    beside.parent.mkdir(parents=True, exist_ok=True)
    return _copy(source, target, key or key_path(origin), watch, [])


def _copy(
    source: Place, target: Place, key: Path, watch: Callable[[float], None] | None, made: list[Path]
) -> RecordCopy:
    beside, kept = companions_of(target), _whole(companions_of(source))
    with open_store(source, read_only=True) as ledger:
        if isinstance(target, Path):
            made += [target, head_path(target), *logs_of(target)]
        with open_store(target, create=True) as copy:
            head = copy_ledger(ledger, copy, watch)
    _copy_checkpoints(kept, beside, made)
    own = key_path(beside)
    if os.access(key, os.R_OK) and not own.exists():
        made.append(own)
        write_keys(own, load_keys(key))
    return RecordCopy(head, own.exists())


def _copy_to_file(source: Address, target: Path, made: list[Path]) -> TreeHead:
    made += [target, head_path(target), *logs_of(target)]
    with open_store(source, read_only=True) as ledger, SqliteStore(target) as copy:
        return copy_ledger(ledger, copy)


def _whole(record: Path) -> list[StoredCheckpoint]:
    """The checkpoints from before the record is copied, so that the copy has the commits that they name."""
    try:
        return read_checkpoints(record)
    except MalformedError:
        # The last line may have been half written; the second time it is complete, or damaged.
        return read_checkpoints(record)


def _copy_checkpoints(kept: list[StoredCheckpoint], target: Path, made: list[Path]) -> None:
    if kept:
        _write(checkpoints_path(target), b"".join(one.line() for one in kept), made)


def _write(path: Path, content: bytes, made: list[Path]) -> None:
    made.append(path)
    make_private(path)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _all_or_nothing(target: Path) -> Iterator[list[Path]]:
    """The files of a copy: none exists before, and none is left if something goes wrong."""
    check_absent(target, head_path(target), checkpoints_path(target), locked_path(target), *logs_of(target))
    made: list[Path] = []
    try:
        yield made
        sync_folder(target.parent)
    except OSError as error:
        _remove(made)
        raise RefusedError(Problem(f"{error.filename or target}: {error.strerror}", str(target))) from error
    except BaseException:
        _remove(made)
        raise


def _remove(made: list[Path]) -> None:
    for path in made:
        path.unlink(missing_ok=True)
