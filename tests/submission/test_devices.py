"""The rules of a submission without one of its devices."""

import pytest

from pitbook.submission import HouseRules
from pitbook.submission.devices import devices_used, same_but_for_dealing, without_device, without_devices
from table.play import FOUR, GALAXY, MA, MD, rules_of

Way = tuple[str, str, str, int]

CASES: list[tuple[str, Way, str, Way]] = [
    (MD, ("hand", "as_needed", "automatic", 2), "shuffler", ("manual_shoe", "as_needed", "manual", 1)),
    (MA, ("hand", "board_first", "automatic_counting", 2), "shuffler", ("manual_shoe", "board_first", "manual", 1)),
    (FOUR, ("manual_shoe", "single_cards", "automatic", 1), "shuffler", ("manual_shoe", "single_cards", "manual", 1)),
    (GALAXY, ("hand", "board_face_down", "automatic", 1), "shuffler", ("manual_shoe", "board_face_down", "manual", 1)),
    (MD, ("automated", "board_face_down", "automatic", 2), "shuffler", ("automated", "board_face_down", "manual", 1)),
    (MD, ("automated", "board_face_down", "automatic", 2), "shoe", ("manual_shoe", "as_needed", "automatic", 2)),
    (FOUR, ("automated", "stacks", "manual", 1), "shoe", ("manual_shoe", "single_cards", "manual", 1)),
    (MD, ("automated", "board_first", "reshuffling", 1), "shoe", ("manual_shoe", "as_needed", "manual", 1)),
    (MD, ("automated", "board_first", "reshuffling", 1), "shuffler", ("manual_shoe", "as_needed", "manual", 1)),
]


def _way(rules: HouseRules) -> Way:
    return rules.dealing.method.value, rules.order.name, rules.shuffler.value, rules.decks


@pytest.mark.parametrize(("book", "filed", "device", "left"), CASES)
def test_what_hangs_on_a_device_goes_with_it(book: str, filed: Way, device: str, left: Way) -> None:
    rules = rules_of(book, *filed)
    without = without_device(rules, device)
    assert _way(without) == left
    assert device not in devices_used(without)
    assert same_but_for_dealing(rules, without)
    assert without.digest != rules.digest


def test_without_what_is_not_used_nothing_changes() -> None:
    rules = rules_of(MD)
    assert without_devices(rules, ("shuffler", "shoe")) is rules


def test_without_both_devices_the_dealer_shuffles_and_deals_from_a_manual_shoe() -> None:
    rules = without_devices(rules_of(MD, "automated", "", "automatic", 2), ("shuffler", "shoe"))
    assert _way(rules) == ("manual_shoe", "as_needed", "manual", 1)
