"""The guided first hand: a newcomer is led through a real hand, in the words of the book, and may leave it."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.layout import decision_problems, layout_problems
from browser.playing import decide, decisions, settled, sit_at_new, table_of
from browser.test_layout import settle_layout
from browser.visiting import BOOKS, FOUR_CARD, HOLDEM, Size, Visitor, as_shown


def part(person: Visitor, name: str) -> str:
    """Wait for a part of the guide; what it says."""
    guide = person.at("guide")
    expect(guide).to_have_attribute("data-part", name)
    return guide.inner_text()


@pytest.mark.parametrize(
    ("book", "size"),
    [
        (FOUR_CARD, "phone"),
        *(pytest.param(book, "phone", marks=pytest.mark.prove) for book in BOOKS if book != FOUR_CARD),
        *(pytest.param(book, "wide", marks=pytest.mark.prove) for book in BOOKS),
    ],
)
def test_a_newcomer_is_guided_through_a_hand(book: str, size: Size, arrive: Arrive) -> None:
    ann = arrive(size)
    table = sit_at_new(ann, book)
    lesson = ann.get(f"/api/tables/{table}/lesson")
    notes = {step["part"]: [note["text"] for note in step["says"]] for step in lesson["steps"]}
    expect(ann.at("guide-offer")).to_be_visible()
    settle_layout(ann.page)
    assert layout_problems(ann.page) == []
    ann.press("guide-begin")
    expect(ann.at("guide-offer")).to_have_count(0)
    said = part(ann, "wager")
    assert all(text in said for text in notes["wager"])
    settle_layout(ann.page)
    assert layout_problems(ann.page) == []
    ann.press("deal")
    said = part(ann, "cards")
    assert notes["cards"][0] in said
    ann.press("guide-next")
    part(ann, "decision")
    expect(ann.at("guide-advice")).to_be_visible()
    settle_layout(ann.page)
    assert layout_problems(ann.page) == []
    asked = ann.view(table)["ask"]
    (step,) = [one for one in lesson["steps"] if one["street"] == asked["street"]]
    assert step["says"][0]["text"] in ann.at("guide").inner_text()
    advice = ann.get(f"/api/tables/{table}/advice")
    assert as_shown(advice["why"]) in ann.at("guide-advice").inner_text()
    decide(ann, *decisions(book))
    settled(ann)
    said = part(ann, "showdown")
    assert all(text in said for text in notes["showdown"])
    ann.press("guide-next")
    said = part(ann, "paid")
    view = ann.view(table)
    (seat,) = view["you"]["seats"]
    lines = view["last_round"]["seats"][str(seat)]["settled"]
    assert lines
    assert all(line["words"] in said for line in lines)
    expect(ann.at("guide").locator(".settled .clause")).to_have_count(len(lines))
    ann.press("guide-done")
    expect(ann.at("guide")).to_have_count(0)
    ann.page.reload()
    expect(ann.at("deal")).to_be_visible()
    expect(ann.at("guide-offer")).to_have_count(0)


def test_the_guide_is_offered_by_how_to_play_and_can_be_left_at_once(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto(f"/learn?target={HOLDEM[2]}")
    ann.press("guided-hand")
    part(ann, "wager")
    table = table_of(ann).split("?")[0]
    assert ann.view(table)["rulebook"] == HOLDEM[2]
    ann.press("deal")
    part(ann, "cards")
    settle_layout(ann.page)
    assert decision_problems(ann.page) == []
    ann.press("guide-skip")
    expect(ann.at("guide")).to_have_count(0)
    decide(ann, *decisions(HOLDEM[2]))
    settled(ann)
    expect(ann.at("guide")).to_have_count(0)
