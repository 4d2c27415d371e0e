"""The rule books as data: typed, frozen, every part with the clause that states it."""

from pitbook.rulebooks.book import RuleBook, book_ids, load_book, load_folder
from pitbook.rulebooks.register import (
    Clause,
    Coverage,
    Interpretation,
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
    "book_ids",
    "coverage_counts",
    "interpretations",
    "load_book",
    "load_folder",
    "readings_of",
    "register",
]
