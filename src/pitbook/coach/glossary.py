"""Words of the table, each explained in a sentence, with the clauses of the books that define it."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitbook.coach import documents
from pitbook.rulebooks import book_ids, load_book


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means."""

    name: str
    says: str
    clauses: tuple[str, ...]
    """Where books define it, as full citations."""

    def as_json(self) -> documents.Term:
        """The term in JSON types."""
        return {"name": self.name, "says": self.says, "clauses": list(self.clauses)}


@cache
def glossary() -> tuple[Term, ...]:
    """All terms in order of their names, including those of single books."""
    text = (files("pitbook.coach") / "glossary.toml").read_text(encoding="utf-8")
    terms = (Term(one["name"], one["says"], tuple(one.get("clauses", ()))) for one in tomllib.loads(text)["terms"])
    own = (Term(one.name, one.says, one.clauses) for book_id in book_ids() for one in load_book(book_id).terms)
    return tuple(sorted((*terms, *own), key=lambda term: term.name.lower()))
