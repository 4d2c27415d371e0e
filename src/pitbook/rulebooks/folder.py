"""Reads a book from its folder.

All `*.toml` files of the folder except the register of clauses make up one book. A book can take parts that it is
silent about from another book, its house default; these still cite the book they come from. A book that is based on
another one contains only its changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pitbook.files import read_toml
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.book import InconsistentError, RuleBook
from pitbook.rulebooks.changes import NAMING, apply_changes
from pitbook.rulebooks.key_problems import key_problem
from pitbook.rulebooks.known_books import book_folder, book_hint, book_ids

REGISTER = "clauses.toml"
BASED_ON, DEFAULT, DEFAULT_PARTS = "based_on", "house_default", "house_default_parts"
DEEPEST_BASE = 10
"""The longest allowed chain of books based on each other."""
Parts = dict[str, object]
Origin = dict[str, str]


def _citation(clause: object, book_id: str) -> object:
    """The clause with its book in front, unless it already names one of the books."""
    if not isinstance(clause, str) or clause.split(" ")[0] in book_ids():
        return clause
    return f"{book_id} {clause}"


def _citations(clauses: object, book_id: str) -> object:
    """One clause or a list of them as full citations; the models refuse anything else later."""
    if isinstance(clauses, str):
        return [_citation(clauses, book_id)]
    return [_citation(clause, book_id) for clause in clauses] if isinstance(clauses, list) else clauses


def _cite_all(parts: Mapping[str, object], book_id: str) -> Parts:
    """The same data with every clause as a full citation."""
    return {
        key: _citations(value, book_id)
        if key.startswith("clauses") or key.endswith("_clauses")
        else _cite(value, book_id)
        for key, value in parts.items()
    }


def _cite(part: object, book_id: str) -> object:
    if isinstance(part, Mapping):
        return _cite_all(part, book_id)
    if isinstance(part, list):
        return [_cite(item, book_id) for item in part]
    return part


def _read_parts(folder: Path) -> tuple[Parts, Origin]:
    """The content of a book's files, and which file each top-level key came from."""
    files = sorted(path for path in folder.glob("*.toml") if path.name != REGISTER)
    if not files:
        raise MalformedError(Problem(f"{folder} holds no rule book: it has no .toml file", str(folder)))
    parts: Parts = {}
    origin: Origin = {}
    for path in files:
        for key, value in read_toml(path).items():
            if key in parts:
                raise MalformedError(Problem(f"{path.name}: {key} is already in {origin[key]}", key))
            parts[key], origin[key] = value, path.name
    book_id = parts.get("id")
    if not isinstance(book_id, str):
        raise MalformedError(Problem(f"{folder}: the book has no id", str(folder)))
    return _cite_all(parts, book_id), origin


def _whole_parts(folder: Path, depth: int = 0) -> tuple[Parts, Origin]:
    """The content of a book, merged with its base book and its house default."""
    if depth > DEEPEST_BASE:
        message = f"{folder}: more than {DEEPEST_BASE} books are based on each other"
        raise MalformedError(Problem(message, str(folder)))
    parts, origin = _read_parts(folder)
    if BASED_ON in parts:
        if depth == DEEPEST_BASE:
            raise MalformedError(
                Problem(f"{folder}: more than {DEEPEST_BASE} books are based on each other", str(folder))
            )
        base = _named(parts[BASED_ON], folder, f"{origin[BASED_ON]}: {BASED_ON}")
        whole, base_origin = _whole_parts(base, depth + 1)
        if parts["id"] == whole["id"]:
            message = f"id: {whole['id']!r} is the id of the book that this one is based on; give yours another"
            raise MalformedError(Problem(f"{origin['id']}: {message}", str(whole["id"])))
        made, changes = apply_changes(whole, parts)
        return made | {"changes": changes}, base_origin | origin
    if DEFAULT in parts:
        _take_default(parts, origin, folder, depth)
    return parts, origin


def _named(name: object, folder: Path, where: str) -> Path:
    """The folder of another book: by its id, or by a path from this folder."""
    if isinstance(name, str):
        if found := book_folder(name):
            return found
        if (folder / name).is_dir():
            return folder / name
    raise MalformedError(
        Problem(f"{where}: there is no book {str(name)[:60]!r}; {book_hint(str(name))}", str(name)[:60])
    )


def _take_default(parts: Parts, origin: Origin, folder: Path, depth: int) -> None:
    """Fill in the parts that this book takes from its house default."""
    default = parts[DEFAULT]
    lent, _ = _whole_parts(_named(default, folder, f"{origin[DEFAULT]}: {DEFAULT}"), depth + 1)
    wanted = parts.get(DEFAULT_PARTS)
    for key in wanted if isinstance(wanted, list) else ():
        if key not in lent:
            where = f"{origin[DEFAULT_PARTS]}: {DEFAULT_PARTS}"
            raise MalformedError(Problem(f"{where}: {default} has no part {str(key)[:40]!r}", str(key)[:40]))
        if key not in parts:
            parts[key], origin[key] = lent[key], f"the house default {default}"


def load_folder(folder: Path) -> RuleBook:
    """Read a book from its folder; each problem names its file, key and reason."""
    parts, origin = _whole_parts(folder)
    return book_of(parts, folder.name, origin)


def book_of(parts: Mapping[str, object], name: str, origin: Mapping[str, str] | None = None) -> RuleBook:
    """A book from its complete content, read from a folder or stored in a record."""
    try:
        return RuleBook.model_validate(parts)
    except ValidationError as error:
        raise MalformedError(
            Problem(f"{(origin or {}).get(_key(sentence), name)}: {sentence}", value)
            for found in _causes(error)
            for sentence, value in _sentences(found, parts)
        ) from error


def _causes(error: ValidationError) -> list[ErrorDetails]:
    """The errors without those that only follow from others: a list is too short because its entries are invalid."""
    found = error.errors()
    return [
        one
        for one in found
        if one["type"] != "too_short"
        or not any(other["loc"][: len(one["loc"])] == one["loc"] for other in found if other is not one)
    ]


def _sentences(found: ErrorDetails, parts: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The problems, each beginning with its key, and the value that it concerns."""
    cause = found.get("ctx", {}).get("error")
    if isinstance(cause, InconsistentError):
        yield from ((sentence, sentence.split(" ")[0].rstrip(":")) for sentence in cause.sentences)
        return
    key = _place(found["loc"], parts) or "the book"
    about_key = found["type"] in ("missing", "extra_forbidden", "too_short")
    yield key_problem(found, key, RuleBook), key if about_key else str(found["input"])[:80]


def _place(keys: Iterable[str | int], parts: object) -> str:
    """A path of keys with dots; an entry of a list has its name or, without one, its number from 1."""
    words = []
    for key in keys:
        try:
            parts = parts[key]  # type: ignore[index]
        except (LookupError, TypeError):
            parts = None
        named = parts if isinstance(key, int) and isinstance(parts, dict) else {}
        names = [str(named[naming]) for naming in NAMING if naming in named]
        words.append(names[0] if names else str(key + 1 if isinstance(key, int) else key))
    return ".".join(words)


def _key(sentence: str) -> str:
    """The key of the part that a sentence begins with."""
    return sentence.split(" ", maxsplit=1)[0].split(".", maxsplit=1)[0].rstrip(":")


@cache
def load_book(book_id: str) -> RuleBook:
    """A known book by its id."""
    folder = book_folder(book_id)
    if folder is None:
        raise MalformedError(Problem(f"there is no rule book {book_id!r}; {book_hint(book_id)}", book_id))
    return load_folder(folder)
