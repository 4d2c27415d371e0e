"""A disk in memory that forgets what was not synced when its power fails, as a virtual file system of SQLite.

It can have a fault: a write that is torn or lands elsewhere although it was synced, a sync that fails and drops what it
should have written, a bit that rots. The head file of a ledger is on it too.

Locks and shared memory are those of the real file system, on an empty file of the same name, so that a store runs on
this disk exactly as it does on a real one.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import apsw

SECTOR = 512
"""Bytes that a disk writes as a whole."""


@dataclass
class DiskFile:
    """What programs see of a file, what is on the medium for certain, and the writes between the two."""

    now: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    named: bool = False
    unsynced: list[tuple[int, bytes | None]] = field(default_factory=list)

    def change(self, offset: int, data: bytes | None) -> None:
        """Writes at an offset, or cuts the file off there."""
        _apply(self.now, offset, data)
        self.unsynced.append((offset, data))

    def sync(self) -> None:
        """All content so far is on the medium; the file's name need not be."""
        for offset, data in self.unsynced:
            _apply(self.durable, offset, data)
        self.unsynced.clear()

    def tear(self, chance: Random) -> None:
        """The medium gets only some sectors of the last write, or none."""
        offset, data = self.unsynced.pop()
        for start in range(0, len(data or b""), SECTOR):
            if data and chance.random() < 0.5:
                self.unsynced.append((offset + start, data[start : start + SECTOR]))

    def misdirect(self, chance: Random) -> None:
        """The medium gets the last write in another place of the file."""
        _, data = self.unsynced.pop()
        place = chance.randrange(len(self.now) // SECTOR + 1) * SECTOR
        self.unsynced.append((place, data if data is None else data[: max(SECTOR, len(self.now) - place)]))

    def rot(self, chance: Random) -> None:
        """A bit on the medium becomes another."""
        if self.durable:
            self.durable[chance.randrange(len(self.durable))] ^= 1 << chance.randrange(8)
            self.now = bytearray(self.durable)

    def after_power_loss(self, chance: Random) -> "DiskFile | None":
        """What is left: any of the unsynced writes, whole or torn, and none of them if chance will."""
        if not self.named and chance.random() < 0.5:
            return None
        content = bytearray(self.durable)
        kept = chance.choice((0.0, 0.5, 0.9, 1.0))
        for offset, data in self.unsynced:
            if data is not None and chance.random() < 0.2:
                for start in range(0, len(data), SECTOR):
                    if chance.random() < kept:
                        _apply(content, offset + start, data[start : start + SECTOR])
            elif chance.random() < kept:
                _apply(content, offset, data)
        return DiskFile(bytearray(content), content, named=True)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk:
    """Files by name. The power fails at the operation `fails_at`; from then on nothing works.

    At the operation `fault_at`, or the next one of its kind, the disk has its `fault`: a write that is "torn" or
    "misdirected", or a "sync" that fails.
    """

    def __init__(self, files: dict[str, DiskFile] | None = None) -> None:
        self.files = files or {}
        self.deleted: dict[str, DiskFile] = {}
        self.operations = 0
        self.fails_at: int | None = None
        self.fault_at: int | None = None
        self.fault = ""
        self.chance = Random(0)
        self.dead = False

    def operate(self) -> None:
        """Counts a change of the disk; raises if the power is off."""
        self.operations += 1
        self.dead = self.dead or self.operations == self.fails_at
        self.check()

    def write(self, file: DiskFile, offset: int, data: bytes | None) -> None:
        """A write, or a cut; nothing if the power is off."""
        if not self.dead:
            file.change(offset, data)
            if self.fault in ("torn", "misdirected") and self._is_due():
                (file.tear if self.fault == "torn" else file.misdirect)(self.chance)
        self.operate()

    def sync(self, file: DiskFile) -> None:
        """What was written to a file is on the medium; a sync that fails drops it, and the next one knows nothing."""
        self.operate()
        if self.fault == "sync" and self._is_due():
            file.unsynced.clear()
            raise apsw.IOError("the sync failed")
        file.sync()

    def _is_due(self) -> bool:
        due = self.fault_at is not None and self.operations >= self.fault_at
        self.fault_at = None if due else self.fault_at
        return due

    def check(self) -> None:
        """Raises if the power is off."""
        if self.dead:
            raise apsw.IOError("the power is off")

    def after_power_loss(self, chance: Random) -> "Disk":
        """The disk as it is found again; a file whose removal was not synced may be back."""
        files = {name: file for name, file in self.deleted.items() if chance.random() < 0.5} | self.files
        left = {name: file.after_power_loss(chance) for name, file in files.items()}
        return Disk({name: file for name, file in left.items() if file is not None})

    def sync_folder(self) -> None:
        """All files that were made so far have their names for good, and those that were removed are gone."""
        self.deleted.clear()
        for file in self.files.values():
            file.named = True


class FileMethods:
    """Reading and writing a file of the disk, as SQLite calls it."""

    disk: Disk
    file: DiskFile

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self.disk.check()
        return bytes(self.file.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.write(self.file, offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.disk.write(self.file, size, None)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.sync(self.file)

    def xFileSize(self) -> int:  # noqa: N802
        self.disk.check()
        return len(self.file.now)

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xFileControl(self, operation: int, pointer: int) -> bool:  # noqa: N802
        return False


class MainFile(FileMethods, apsw.VFSFile):
    """The database, with real locks and shared memory."""

    def __init__(self, disk: Disk, file: DiskFile, name: Any, flags: list[int]) -> None:
        apsw.VFSFile.__init__(self, "unix", name, flags)
        self.disk, self.file = disk, file


class OtherFile(FileMethods):
    """The write-ahead log or a journal: nobody locks it."""

    def __init__(self, disk: Disk, file: DiskFile) -> None:
        self.disk, self.file = disk, file

    def xClose(self) -> None:  # noqa: N802
        pass

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xSync(self, flags: int) -> None:  # noqa: N802
        """SQLite on Unix syncs the folder too, the first time that it syncs a new journal or log."""
        super().xSync(flags)
        if not self.file.named:
            self.disk.sync_folder()


class DiskVFS(apsw.VFS):
    """The file system that every new connection uses as long as it is registered."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__("power-loss", "unix", makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        self.disk.check()
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        file = self.disk.files.setdefault(Path(path).name, DiskFile())
        self.disk.deleted.pop(Path(path).name, None)
        if flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            return MainFile(self.disk, file, name, flags)
        flags[1] = flags[0]
        return OtherFile(self.disk, file)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        self.disk.check()
        return Path(pathname).name in self.disk.files

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.disk.operate()
        file = self.disk.files.pop(Path(filename).name, None)
        if file is not None and not syncdir:
            self.disk.deleted[Path(filename).name] = file


class DiskFiles:
    """What `os` does for the head file of a ledger, on the disk."""

    O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC = os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC

    def __init__(self, vfs: DiskVFS) -> None:
        self._vfs = vfs
        self._open: dict[int, DiskFile] = {}
        self._numbers = count(1)

    def open(self, path: Path, flags: int, mode: int = 0) -> int:
        with self._errors():
            files, number = self._vfs.disk.files, next(self._numbers)
            if path.suffix not in (".head", ".new"):
                self._open[number] = DiskFile()  # The folder.
                return number
            if path.name not in files and not flags & os.O_CREAT:
                raise FileNotFoundError(errno.ENOENT, "no such file", path)
            file = self._open[number] = files.setdefault(path.name, DiskFile())
            if flags & os.O_TRUNC:
                self._vfs.disk.write(file, 0, None)
            return number

    def close(self, number: int) -> None:
        del self._open[number]

    def pread(self, number: int, amount: int, offset: int) -> bytes:
        with self._errors():
            return bytes(self._open[number].now[offset : offset + amount])

    def pwrite(self, number: int, data: bytes, offset: int) -> None:
        with self._errors():
            self._vfs.disk.write(self._open[number], offset, data)

    def fdatasync(self, number: int) -> None:
        with self._errors():
            self._vfs.disk.sync(self._open[number])

    def fsync(self, number: int) -> None:
        """Only of the folder."""
        with self._errors():
            self._vfs.disk.operate()
            self._vfs.disk.sync_folder()

    def replace(self, old: Path, new: Path) -> None:
        """Until the folder is synced, the file may be found under the old name, the new one or none."""
        with self._errors():
            self._vfs.disk.operate()
            disk = self._vfs.disk
            file = disk.files.pop(old.name)
            file.named = False
            disk.deleted[old.name], disk.files[new.name] = file, file

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            self._vfs.disk.check()
            yield
        except apsw.IOError as error:
            raise OSError(errno.EIO, str(error)) from error
