"""Files that people hand in, where a missing, huge or binary one gives a sentence, and files that are written whole."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

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


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's content; an unreadable, broken or monstrous file gives a sentence."""
    text = read_text(path).removeprefix("\ufeff")
    # The parser's time grows with the square of a dotted key's parts.
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise MalformedError(Problem(f"{path} has a line with more than {MOST_DOTS} dots", str(path)))
    try:
        parts = tomllib.loads(text)
    except ValueError as error:
        reason = error if isinstance(error, tomllib.TOMLDecodeError) else "it has a number of too many digits"
        raise MalformedError(Problem(f"{path} is not TOML: {reason}", str(path))) from error
    except RecursionError as error:
        raise MalformedError(Problem(f"{path} is nested too deeply", str(path))) from error
    _refuse_monsters(parts, path)
    return parts


def _refuse_monsters(parts: Any, path: Path) -> None:
    """TOML has whole numbers of 64 bits; neither larger ones nor endless nesting can be printed back in a sentence."""
    level = [parts]
    for _ in range(DEEPEST_NESTING):
        if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in level):
            raise MalformedError(Problem(f"{path} has a whole number of more than 64 bits", str(path)))
        level = [
            item
            for value in level
            if isinstance(value, dict | list)
            for item in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    raise MalformedError(Problem(f"{path} is nested too deeply", str(path)))
