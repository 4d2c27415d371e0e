"""The register of clauses: every clause of a book, in our own words, and how the software covers it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import Field, StrictInt, TypeAdapter, ValidationError

from pitbook.files import read_toml
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.book import RuleBook
from pitbook.rulebooks.folder import REGISTER, load_book, load_folder
from pitbook.rulebooks.key_problems import key_problem
from pitbook.rulebooks.known_books import add_known_book, book_folder
from pitbook.rulebooks.models import BookPart, Name


class Coverage(StrEnum):
    """How a clause is covered."""

    ENFORCED = "enforced"
    """The engine refuses anything else."""
    PERFORMED = "performed"
    """The engine does it."""
    RECORDED = "recorded"
    """A person confirms it, and the record says who and when."""
    DISPLAYED = "displayed"
    """A sign, a layout or a page shows it."""
    PHYSICAL = "physical"
    """Software cannot cover it; the reason says why."""
    PENDING = "pending"
    """Not covered yet."""


class Entry(BookPart):
    """A clause as written in the register: what it says, in our words, and its coverage."""

    says: str = Field(min_length=1)
    coverage: Coverage
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the register with its full citation."""

    citation: str
    id: str
    says: str
    coverage: Coverage
    reason: str | None


class Interpretation(BookPart):
    """How we read a book where it is silent or contradicts itself."""

    number: StrictInt
    name: Name
    reading: str
    interprets: tuple[str, ...]
    options: tuple[Name, ...] = ()
    """The submission options that let a house choose another reading."""
    decides: Name | None = None
    """The name in settlement of the case in which it decides a line; most readings decide none."""

    def concerns(self, citation: str) -> bool:
        """Whether it interprets this clause or a clause that contains it."""
        return any(citation == clause or citation.startswith(f"{clause}(") for clause in self.interprets)


_ENTRIES = TypeAdapter(dict[str, Entry])
_INTERPRETATIONS = TypeAdapter(tuple[Interpretation, ...])
INTERPRETATIONS_FILE = Path(__file__).parent / "interpretations.toml"


def read_register(book_id: str, path: Path) -> tuple[Clause, ...]:
    """The clauses in the book's order; each problem names its file, key and reason."""
    try:
        entries = _ENTRIES.validate_python(read_toml(path))
    except ValidationError as error:
        raise MalformedError(
            Problem(f"{path.name}: {key_problem(found, '.'.join(map(str, found['loc'])), dict[str, Entry])}")
            for found in error.errors()
        ) from error
    return tuple(
        Clause(f"{book_id} {clause}", clause, entry.says, entry.coverage, entry.reason)
        for clause, entry in entries.items()
    )


@cache
def register(book_id: str) -> tuple[Clause, ...]:
    """The register of a known book."""
    folder = book_folder(book_id)
    if folder is None:
        raise MalformedError(Problem(f"there is no rule book {book_id!r}", book_id))
    return register_of(load_book(book_id), folder)


def register_of(book: RuleBook, folder: Path) -> tuple[Clause, ...]:
    """The clauses of a book's register, and those of its changes to another book."""
    path = folder / REGISTER
    if not path.exists() and not book.based_on:
        message = f"{path}: the register is missing; it says in words what each clause of the book is about"
        raise MalformedError(Problem(message, REGISTER))
    own = read_register(book.id, path) if path.exists() else ()
    changes = (
        Clause(f"{book.id} {one.number}", str(one.number), one.says, Coverage.PERFORMED, None) for one in book.changes
    )
    return (*own, *changes)


def load_with_register(folder: Path) -> tuple[RuleBook, tuple[Clause, ...]]:
    """Read a book from its folder with its register, which must have every clause of its own that the book cites."""
    book = load_folder(folder)
    clauses = register_of(book, folder)
    known = {clause.citation for clause in clauses}
    cited = dict.fromkeys(_citations(book.model_dump(mode="json")))
    if missing := [one for one in cited if one.startswith(f"{book.id} ") and one not in known]:
        raise MalformedError(
            Problem(f"{REGISTER} has no entry for {one}, which the book cites", one) for one in missing
        )
    return book, clauses


def add_books(folder: Path) -> tuple[RuleBook, ...]:
    """Make a custom book known, or every book of a folder of books; all are read and checked first."""
    if not folder.is_dir():
        raise MalformedError(Problem(f"{folder} is not a folder", str(folder)))
    folders = [folder] if any(folder.glob("*.toml")) else sorted(path for path in folder.iterdir() if path.is_dir())
    if not folders:
        raise MalformedError(Problem(f"{folder} holds no rule book: it has no .toml file and no folder", str(folder)))
    books = [(load_with_register(one)[0], one) for one in folders]
    for book, one in books:
        add_known_book(book.id, one)
    return tuple(book for book, _ in books)


def _citations(part: object) -> Iterator[str]:
    """Every clause that a part of a book cites."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from value if key.startswith("clauses") or key.endswith("_clauses") else _citations(value)
    elif isinstance(part, list):
        for one in part:
            yield from _citations(one)


def coverage_counts(clauses: Sequence[Clause]) -> dict[str, int]:
    """How many clauses there are, and how many are covered in each way."""
    counts = Counter(clause.coverage for clause in clauses)
    return {"clauses": len(clauses)} | {coverage.value: counts[coverage] for coverage in Coverage}


@cache
def interpretations() -> tuple[Interpretation, ...]:
    """All readings, by number."""
    return _INTERPRETATIONS.validate_python(read_toml(INTERPRETATIONS_FILE)["interpretation"])


def readings_of(*citations: str) -> tuple[Interpretation, ...]:
    """The readings that interpret any of these clauses, by number."""
    return tuple(reading for reading in interpretations() if not set(citations).isdisjoint(reading.interprets))
