"""Writes the sheet to a file, completely or not at all; the extension of the file chooses the format."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitbook.odds.paper.par.build import build_sheet
from pitbook.odds.paper.par.document import par_document
from pitbook.odds.paper.par.flat import csv_text
from pitbook.odds.paper.par.html import html_page
from pitbook.odds.solution import Solution
from pitbook.odds.strategies import GeneratedCard
from pitbook.problems import MalformedError, Problem, RefusedError


def _html(solution: Solution, card: GeneratedCard) -> bytes:
    return html_page(build_sheet(solution, card)).encode()


def _pdf(solution: Solution, card: GeneratedCard) -> bytes:
    from pitbook.odds.paper.par.pdf import pdf_bytes  # noqa: PLC0415 (it takes half a second that the other formats do not need)

    return pdf_bytes(build_sheet(solution, card))


def _csv(solution: Solution, card: GeneratedCard) -> bytes:
    return csv_text(solution, card).encode()


def _json(solution: Solution, card: GeneratedCard) -> bytes:
    return (json.dumps(par_document(solution, card), indent=2, ensure_ascii=False) + "\n").encode()


FORMATS: Final[dict[str, Callable[[Solution, GeneratedCard], bytes]]] = {
    ".html": _html,
    ".pdf": _pdf,
    ".csv": _csv,
    ".json": _json,
}
"""By extension: what makes the content of the file."""


def _unwritable(path: Path, reason: object) -> RefusedError:
    return RefusedError(Problem(f"cannot write {path}: {reason}", str(path)))


def check_destination(path: Path) -> Path:
    """The path to write to, with links resolved. Refuses what is sure to fail, before anything is solved."""
    try:
        if path.suffix.lower() not in FORMATS:
            raise MalformedError(Problem(f"{str(path)!r} needs one of the extensions {', '.join(FORMATS)}", str(path)))
        path = path.resolve()
        if path.is_symlink():
            raise _unwritable(path, "it is a link that leads back to itself")
        if path.is_dir():
            raise _unwritable(path, "it is a folder")
        if not path.parent.is_dir():
            raise _unwritable(path, f"there is no folder {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise _unwritable(path, "permission denied")
    except OSError as error:
        raise _unwritable(path, error.strerror) from error
    except RuntimeError as error:  # links that lead in a circle
        raise _unwritable(path, error) from error
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
    return path


def write_par(solution: Solution, card: GeneratedCard, path: Path) -> int:
    """Writes the sheet and returns its size in bytes. The file gets its name only when it is complete."""
    path = check_destination(path)
    content = FORMATS[path.suffix.lower()](solution, card)
    scratch = path.with_name(f".{path.stem[:100]}.{os.getpid()}.part")
    try:
        try:
            with scratch.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error.strerror) from error
    return len(content)
