"""The devices that a house shuffles and deals with, and its rules without them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.procedures import DealingRule, Method, Shuffler
from pitbook.submission.house_rules import HouseRules

SHUFFLER: Final = "shuffler"
SHOE: Final = "shoe"


def devices_used(rules: HouseRules) -> frozenset[str]:
    """Which devices the house shuffles and deals with."""
    shuffles = {SHUFFLER} if rules.shuffler is not Shuffler.MANUAL else set()
    deals = {SHOE} if rules.dealing.method is Method.AUTOMATED else set()
    return frozenset(shuffles | deals)


def one_device(rules: HouseRules) -> bool:
    """Whether shuffler and shoe are one device: an automated shoe that reshuffles by itself."""
    return rules.shuffler is Shuffler.RESHUFFLING and rules.dealing.method is Method.AUTOMATED


def without_device(rules: HouseRules, device: str) -> HouseRules:
    """The same submission without one of its devices.

    Without a shuffler the cards are shuffled by hand and there is no second deck. A method that needs the device is
    replaced by a manual shoe. The filed order of the cards stays if the new method has it.
    """
    if device not in devices_used(rules):
        return rules
    gone = {SHUFFLER, SHOE} if one_device(rules) else {device}
    book, dealing, shuffler, decks = rules.book, rules.dealing, rules.shuffler, rules.decks
    if SHUFFLER in gone:
        shuffler, decks = Shuffler.MANUAL, book.deck.decks
    if SHOE in gone or shuffler not in dealing.shufflers:
        dealing = _manual_shoe(rules, shuffler)
    filed = dealing.order(rules.order.name)
    fits = filed is not None and (not filed.only_with or shuffler in filed.only_with)
    order = filed if filed is not None and fits else dealing.orders[0]
    return replace(rules, dealing=dealing, order=order, shuffler=shuffler, decks=decks)


def _manual_shoe(rules: HouseRules, shuffler: Shuffler) -> DealingRule:
    for dealing in rules.book.dealing:
        if dealing.method is Method.MANUAL_SHOE and shuffler in dealing.shufflers:
            return dealing
    raise RefusedError(Problem(f"{rules.book.id} does not allow dealing from a manual shoe"))


def without_devices(rules: HouseRules, devices: Iterable[str]) -> HouseRules:
    """The same submission without any of these devices."""
    for device in sorted(devices):
        rules = without_device(rules, device)
    return rules


def same_but_for_dealing(one: HouseRules, other: HouseRules) -> bool:
    """Whether two house rules differ only in how cards are shuffled and dealt."""
    return _besides_dealing(one) == _besides_dealing(other)


def _besides_dealing(rules: HouseRules) -> dict[str, object]:
    return {name: part for name, part in rules.as_json().items() if name != "dealing"}
