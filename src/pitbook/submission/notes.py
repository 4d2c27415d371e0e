"""Notes on a valid submission: approvals that the book requires and that are not filed."""

from pitbook.problems import Problem
from pitbook.rulebooks.procedures import Shuffler
from pitbook.submission.house_rules import HouseRules


def notes(rules: HouseRules) -> list[Problem]:
    """Each approval that is not filed, with its clause. A note is not a problem: the submission is valid."""
    approval, location = rules.book.shuffle.approval_clauses, rules.dealing.location_clauses
    found = []
    if approval and rules.shuffler is Shuffler.RESHUFFLING and rules.device_approval is None:
        message = "dealing.device_approval is not filled in: a device that reshuffles automatically needs approval"
        found.append(Problem(message, "dealing.device_approval", approval[0]))
    if location and rules.shoe_location is None:
        message = "dealing.shoe_location is not filled in: the shoe has an approved or prescribed place"
        found.append(Problem(message, "dealing.shoe_location", location[0]))
    return found
