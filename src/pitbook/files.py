"""Reads users' files, with a plain message for a missing, huge or binary one, and writes files all or nothing."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pitbook.problems import MalformedError, Problem, RefusedError

LARGEST_FILE = 1_000_000
"""No book, submission or hand comes near this many bytes."""
DEEPEST_NESTING = 20
MOST_DOTS = 100


def read_text(path: Path) -> str:
    """The text of a file of reasonable size."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise MalformedError(Problem(f"{path} is larger than {LARGEST_FILE:,} bytes", str(path)))
        return content.decode("utf-8")
    except OSError as error:
        raise MalformedError(Problem(f"{path} cannot be read: {error.strerror}", str(path))) from error
    except UnicodeDecodeError as error:
        raise MalformedError(Problem(f"{path} is not a text file", str(path))) from error
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """Open a text file that gets its name only once all of it is on disk.

    An unfinished file is removed, or left as `.partial` if the process is killed. A pipe or device is written to
    directly.
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


def read_toml(path: Path) -> dict[str, object]:
    """The content of a TOML file; `MalformedError` if it is unreadable, broken, too large or too deep."""
    text = read_text(path).removeprefix("\ufeff")
    # The parser's time grows with the square of a dotted key's parts.
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise MalformedError(Problem(f"{path} has a line with more than {MOST_DOTS} dots", str(path)))
    try:
        parts = tomllib.loads(text)
    except ValueError as error:
        reason = error if isinstance(error, tomllib.TOMLDecodeError) else "it has a number with too many digits"
        raise MalformedError(Problem(f"{path} is not TOML: {reason}", str(path))) from error
    except RecursionError as error:
        raise MalformedError(Problem(f"{path} is nested too deeply", str(path))) from error
    _refuse_oversized(parts, path)
    return parts


def _refuse_oversized(parts: object, path: Path) -> None:
    """Refuse integers beyond TOML's 64 bits and deep nesting: neither can be quoted in an error message."""
    level = [parts]
    for _ in range(DEEPEST_NESTING):
        if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in level):
            raise MalformedError(Problem(f"{path} has an integer larger than 64 bits", str(path)))
        level = [
            item
            for value in level
            if isinstance(value, dict | list)
            for item in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    raise MalformedError(Problem(f"{path} is nested too deeply", str(path)))
