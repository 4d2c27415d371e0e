"""The one digest of source files, by which caches, snapshots and installations are told apart."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent


def digest_of_files(paths: Iterable[Path], package: Path = PACKAGE) -> str:
    """A digest of the content of files and their paths in the package."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


@cache
def digest_of_rooms(*rooms: str, package: Path = PACKAGE, endings: tuple[str, ...] = (".py",)) -> str:
    """A digest of every file of some rooms with one of these endings."""
    found = (path for room in rooms for path in (package / room).rglob("*") if path.suffix in endings)
    return digest_of_files(found, package)
