"""The layout drawn for windows: what a player reads and touches has room in each, whoever looks at it."""

from itertools import combinations

import pytest

from kinds import one_of_each_kind
from pitbook.layout import LayoutPlan, LayoutSheet, felt_of, felt_svg, plan_of
from pitbook.layout.sheet import Box, CardRow, WagerSpot, Zone, text_width
from pitbook.rulebooks import book_ids
from pitbook.submission import load_target
from submission.edits import FOUR, GALAXY, MA, MD

WINDOWS = [(346, 520), (818, 800), (944, 530), (1450, 850), (824, 304), (496, 304)]
"""What is left of a phone, a tablet, a laptop, a large screen, a phone on its side, and a small tablet zoomed in."""


def boxes(plan: LayoutPlan) -> dict[str, Box]:
    """Everything that must not lie over anything else, by name."""
    found: dict[str, Box] = {}
    for item in plan.items:
        if isinstance(item, WagerSpot):
            found[f"{item.wager} of {item.seat}"] = item.ring
        elif isinstance(item, CardRow):
            found[f"cards of {item.place}"] = item.box
        elif isinstance(item, Zone) and item.name != "seat":
            found[f"{item.name} of {item.seat}"] = item.box
    return found


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("book", one_of_each_kind([MD, MA, GALAXY, FOUR]))
def test_nothing_lies_over_anything_else_in_a_window(book: str, window: tuple[int, int]) -> None:
    felt = felt_of(load_target(book))
    for own in ((), (1,), (felt.positions // 2 + 1,)):
        plan = plan_of(felt, LayoutSheet(*window, own))
        placed = boxes(plan)
        for (one, box), (other, over) in combinations(placed.items(), 2):
            assert not box.overlaps(over, -0.5), (own, one, other)
        for name, box in placed.items():
            assert 0 < box.x < box.right < window[0], (own, name)
            assert 0 < box.y < box.bottom <= plan.outline.lowest(box, plan.rim) + 0.5, (own, name)
        for seat in own:
            spots = list(plan.spots(seat))
            assert {spot.wager for spot in spots} == {area.wager for area in felt.areas}
            assert min(spot.ring.width for spot in spots) >= 44, "large enough for a thumb"
        for row in plan.cards.values():
            assert row.card >= 19.5, (own, row.place)
            assert row.pitch >= 0.5 * row.card, "rank and suit of each card can be read"


def test_a_window_and_the_printed_sheet_are_one_drawing() -> None:
    """The same words and the same spots: only their places follow the sheet."""
    felt = felt_of(load_target(FOUR))
    printed, window = plan_of(felt), plan_of(felt, LayoutSheet(1450, 850))
    for position in range(1, felt.positions + 1):
        assert {(spot.wager, spot.main) for spot in window.spots(position)} == {
            (spot.wager, spot.main) for spot in printed.spots(position)
        }
    assert {place: row.count for place, row in printed.cards.items()} == {
        place: row.count for place, row in window.cards.items() if not place.startswith("seat-")
    }
    for text in (felt.house_name.text, felt.title):
        assert f">{text}</text>" in felt_svg(felt)
        assert f">{text}</text>" in felt_svg(felt, LayoutSheet(1450, 850))


def test_large_print_has_larger_letters() -> None:
    felt = felt_of(load_target(MD))
    usual, large = (plan_of(felt, LayoutSheet(346, 520, (3,), text)) for text in (1.0, 1.25))
    assert large.text(3) == 1.25 * usual.text(3)


@pytest.mark.parametrize("book", book_ids())
def test_the_frame_of_the_own_position_holds_the_names_of_its_wagers(book: str) -> None:
    """In the window of a small phone, where the names are wider than the spots."""
    felt = felt_of(load_target(book))
    own = felt.positions // 2 + 1
    plan = plan_of(felt, LayoutSheet(344, 501, (own,)))
    frame = plan.zone("seat", own)
    assert frame is not None
    for spot in plan.spots(own):
        for name in spot.words:
            half = text_width(name.text, name.size) / 2
            assert frame.x <= name.x - half, (spot.wager, name.text)
            assert name.x + half <= frame.right, (spot.wager, name.text)
