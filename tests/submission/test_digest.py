"""The digest of house rules: equal rules have equal digests, and any change makes another one."""

import json
import re

import pytest

from submission.edits import BOOKS, FOUR, GALAXY, MD, Edit, checked, edited, without


def digest(text: str) -> str:
    rules, problems = checked(text)
    assert problems == []
    return rules.digest


@pytest.mark.parametrize("book", BOOKS)
def test_equal_rules_have_equal_digests(book: str) -> None:
    assert digest(edited(book)) == digest(edited(book))
    assert re.fullmatch("[0-9a-f]{64}", digest(edited(book)))


@pytest.mark.parametrize(
    ("book", "edit"),
    [
        (MD, ('rate = "0.10"', 'rate = "0.1"')),
        (MD, ('least = "5.00"', 'least = "5"')),
        (MD, ('"pocket_bonus", "trips_plus", "progressive"', '"progressive", "trips_plus", "pocket_bonus"')),
        (MD, ("positions = 6 ", "adjacent_boxes = 1\npositions = 6 ")),
        (FOUR, ("# envy = ... ", 'envy = "A" ')),
        (MD, ("flopped_straight_flush_stays = false", "")),
        (MD, ("[dealing]", 'wagers.trips_plus = { least = "1.00", most = "100.00" }\n[dealing]')),
    ],
)
def test_the_same_rules_written_otherwise(book: str, edit: Edit) -> None:
    assert digest(edited(book, edit)) == digest(edited(book))


def test_what_a_file_leaves_out_by_right_changes_nothing() -> None:
    assert digest(without(MD, "odds =", "order =", "decks =", "#")) == digest(edited(MD))


CHANGES: list[tuple[str, Edit]] = [
    (MD, ('"Pitbook House"', '"Another House"')),
    (MD, ("# approved = 2026-01-31", "approved = 2026-01-31")),
    (MD, ("# approved = 2026-01-31", "approved = 2026-02-01")),
    (MD, ("positions = 6 ", "positions = 5 ")),
    (MD, ('# payout_limit = "50000.00"', 'payout_limit = "50000.00"')),
    (MD, ('# payout_limit = "50000.00"', 'payout_limit = "50000.01"')),
    (MD, ('bad_beat = "A"', 'bad_beat = "B"')),
    (MD, ('pocket_bonus = "A"', 'pocket_bonus = "B"')),
    (MD, ('trips_plus = "A"', 'trips_plus = "B"')),
    (MD, ('progressive = "A"', 'progressive = "B"')),
    (MD, ('chip_unit = "0.50"', 'chip_unit = "1.00"')),
    (MD, ('least = "5.00"', 'least = "5.50"')),
    (MD, ('most = "500.00"', 'most = "500.50"')),
    (MD, ('least = "1.00"', 'least = "1.50"')),
    (MD, ("[dealing]", 'wagers.trips_plus = { least = "2.00", most = "100.00" }\n[dealing]')),
    (MD, ('method = "manual_shoe"', 'method = "automated"\norder = "board_face_down" #')),
    (MD, ('shuffler = "manual" ', 'shuffler = "automatic" ')),
    (MD, ('shuffler = "manual" ', 'shuffler = "automatic_counting" ')),
    (MD, ('wager = "1.00"', 'wager = "2.00"')),
    (MD, ('initial = "5000.00"', 'initial = "5000.01"')),
    (MD, ('reset = "5000.00"', 'reset = "5000.01"')),
    (MD, ('rate = "0.10"', 'rate = "0.100000000000000001"')),
    (MD, ('# limit = "..." ', 'limit = "90000.00"')),
    (MD, ("progressive_survives_fold = true", "progressive_survives_fold = false")),
    (MD, ("flopped_royal_is_flopped_straight_flush = true", "flopped_royal_is_flopped_straight_flush = false")),
    (MD, ("flopped_straight_flush_stays = false", "flopped_straight_flush_stays = true")),
    (GALAXY, ("flopped_straight_flush_stays = true", "flopped_straight_flush_stays = false")),
    (FOUR, ("adjacent_boxes = 7 ", "adjacent_boxes = 2 ")),
    (FOUR, ("# envy = ... ", 'envy = "B" ')),
    (FOUR, ('aces_up = "A"', 'aces_up = "F"')),
    (GALAXY, ('all6 = "1"', 'all6 = "2"')),
    (GALAXY, ("smaller_raises = false", "smaller_raises = true")),
]


def apply(book: str, edit: Edit) -> str:
    text = edited(book, edit)
    if "board_face_down" in edit[1]:
        text = text.replace('order = "as_needed"', "# order")
    return text


def test_any_change_makes_another_digest() -> None:
    digests = [digest(edited(book)) for book in BOOKS] + [digest(apply(book, edit)) for book, edit in CHANGES]
    assert len(set(digests)) == len(digests)


def test_two_decks_and_a_wager_less_make_other_digests() -> None:
    automatic = ('shuffler = "manual" ', 'shuffler = "automatic" ')
    assert digest(edited(MD, automatic)) != digest(edited(MD, automatic, ("decks = 1", "decks = 2")))
    fewer = edited(GALAXY, ('"all6", ', ""), ('all6 = "1"', ""))
    assert digest(fewer) != digest(edited(GALAXY))


@pytest.mark.parametrize("book", BOOKS)
def test_the_document_behind_the_digest_is_json_with_exact_amounts(book: str) -> None:
    rules, _ = checked(edited(book))
    document = rules.as_json()
    written = json.loads(json.dumps(document))
    assert written == document
    assert not re.search(r"[0-9]\.[0-9]+[,\]}]", json.dumps(document)), "a float stands in the rules"
    assert written["limits"]["ante"] == ["5.00", "500.00"]
