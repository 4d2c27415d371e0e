"""The problems that the checks of one submission find, collected."""

from collections.abc import Collection

from pitbook.problems import Problem
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Clauses
from pitbook.submission.file import SubmissionFile


class ProblemCollector:
    """Collects what is wrong with a submission while its parts are checked against the book."""

    def __init__(self, book: RuleBook, form: SubmissionFile, faulty: Collection[str] = ()) -> None:
        self.book = book
        self.form = form
        self.faulty = faulty
        """The keys whose form has already been reported."""
        self.problems: list[Problem] = []

    def report(self, message: str, value: object = None, clauses: Clauses = ()) -> None:
        """Add a problem that cites the first of the clauses."""
        self.problems.append(Problem(message, None if value is None else str(value), clauses[0] if clauses else None))

    def missing(self, where: str, what: str = "", clauses: Clauses = ()) -> None:
        """Report a missing key, unless a problem with that key has already been reported."""
        for place in self.faulty:
            if f"{place}.".startswith(f"{where}.") or where.startswith(f"{place}."):
                return
        self.report(f"{where} is missing{what and ': '}{what}", where, clauses)
