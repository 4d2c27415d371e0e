"""The rule books as data: typed, frozen, every part with the clause that states it."""

from pitbook.rulebooks.book import RuleBook
from pitbook.rulebooks.folder import load_book, load_folder
from pitbook.rulebooks.known_books import book_ids
from pitbook.rulebooks.register import (
    Clause,
    Coverage,
    Interpretation,
    add_books,
    coverage_counts,
    interpretations,
    readings_of,
    register,
)

__all__ = [
    "Clause",
    "Coverage",
    "Interpretation",
    "RuleBook",
    "add_books",
    "book_ids",
    "coverage_counts",
    "interpretations",
    "load_book",
    "load_folder",
    "readings_of",
    "register",
]
