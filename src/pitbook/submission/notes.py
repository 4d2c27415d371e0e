"""Notes on a submission that holds: what the book wants to be approved, and the submission does not tell."""

from pitbook.problems import Problem
from pitbook.rulebooks.procedures import Shuffler
from pitbook.submission.house_rules import HouseRules


def notes(rules: HouseRules) -> list[Problem]:
    """Each approval that is not filed, with its clause. A note is no problem: the submission holds all the same."""
    approval, location = rules.book.shuffle.approval_clauses, rules.dealing.location_clauses
    found = []
    if approval and rules.shuffler is Shuffler.RESHUFFLING and rules.device_approval is None:
        message = "dealing.device_approval is not filled in: a device that reshuffles by itself is used once approved"
        found.append(Problem(message, "dealing.device_approval", approval[0]))
    if location and rules.shoe_location is None:
        message = "dealing.shoe_location is not filled in: the shoe stands where it was approved or laid down"
        found.append(Problem(message, "dealing.shoe_location", location[0]))
    return found
