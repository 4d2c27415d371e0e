"""A disk of a few megabytes that a test can fill."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

BALLAST = "ballast"
CHUNK = 65_536


class SmallDisk:
    """A file system in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Take all the room that is left, to the last block."""
        with (self.folder / BALLAST).open("ab", buffering=0) as file:
            for size in (CHUNK, 1):
                try:
                    while file.write(b"x" * size):
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        """Give it back."""
        (self.folder / BALLAST).unlink(missing_ok=True)


@contextmanager
def small_disk(megabytes: int) -> Iterator[SmallDisk | None]:
    """A disk that every user can reach; none where it can't be mounted, which needs root and a machine that lets it."""
    folder = Path(mkdtemp(prefix="pitbook-disk-"))
    command = ("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "tmpfs", str(folder))
    mounted = os.geteuid() == 0 and not subprocess.run(command, check=False, capture_output=True).returncode
    try:
        yield SmallDisk(folder) if mounted else None
    finally:
        if mounted:
            subprocess.run(("umount", "--lazy", str(folder)), check=True)  # noqa: S607
        folder.rmdir()
