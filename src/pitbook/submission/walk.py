"""A walk through one submission, collecting problems on the way."""

from collections.abc import Collection

from pitbook.problems import Problem
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Clauses
from pitbook.submission.file import SubmissionFile


class Walk:
    """What is checked, by which book, and what was found."""

    def __init__(self, book: RuleBook, form: SubmissionFile, faulty: Collection[str] = ()) -> None:
        self.book = book
        self.form = form
        self.faulty = faulty
        """Places where something about the form of the file has been reported."""
        self.problems: list[Problem] = []

    def report(self, message: str, value: object = None, clauses: Clauses = ()) -> None:
        """Note a problem; the first clause is the one that is cited."""
        self.problems.append(Problem(message, None if value is None else str(value), clauses[0] if clauses else None))

    def missing(self, where: str, what: str = "", clauses: Clauses = ()) -> None:
        """Note that a key is missing, unless it was there and something about it has been reported already."""
        for place in self.faulty:
            if f"{place}.".startswith(f"{where}.") or where.startswith(f"{place}."):
                return
        self.report(f"{where} is missing{what and ': '}{what}", where, clauses)
