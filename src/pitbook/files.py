"""Reading files that people hand in: a missing, huge or binary one gives a sentence."""

from pathlib import Path

from pitbook.problems import MalformedError, Problem

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
