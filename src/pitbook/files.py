"""Files that people hand in, where a missing, huge or binary one gives a sentence, and files that are written whole."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pitbook.problems import MalformedError, Problem, RefusedError

LARGEST_FILE = 1_000_000
"""No book, submission or hand comes near this many bytes."""


def read_text(path: Path) -> str:
    """The text of a file of reasonable size."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise MalformedError(Problem(f"{path} is larger than {LARGEST_FILE:,} bytes", str(path)))
        return content.decode("utf-8")
    except OSError as error:
        raise MalformedError(Problem(f"{path} can't be read: {error.strerror}", str(path))) from error
    except UnicodeDecodeError as error:
        raise MalformedError(Problem(f"{path} is not a text file", str(path))) from error
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """A file to write text to, which has its name only when all of it is on the disk.

    What was cut short is removed, or left as `.partial` if the process is killed. What is not a plain file, a pipe say,
    is written as it is.
    """
    try:
        target = path.resolve()
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="") as file:
                yield file
            return
        partial = target.with_name(target.name + ".partial")
        try:
            with partial.open("w", encoding="utf-8", newline="") as file:
                if target.exists():
                    shutil.copymode(target, partial)
                yield file
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error
