"""A new player's first visit, from the lobby to the second hand: at each book, on a phone, a tablet and a desktop.

Everything as a browser without a past has it: cards move, the coach is on, nothing sounds, nothing is in the way.
"""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrive
from browser.layout import decision_problems
from browser.playing import decisions, own_seat, settled_net, table_of
from browser.visiting import BOOKS, HOLDEM, SIZES, Size, Visitor, cents
from table.play import rules_of

BUY_IN = 50_000
ALWAYS: tuple[str, Size] = (HOLDEM[0], "phone")
"""What is visited in every run; the proofs have every book at every size."""
CELLS = [
    pytest.param(book, size, marks=() if (book, size) == ALWAYS else pytest.mark.prove)
    for book, size in product(BOOKS, SIZES)
]
_AMOUNT = re.compile(r"[\d,]+\.\d\d")
HIT = """(one) => {
  const box = one.getBoundingClientRect();
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return [inside, one.contains(hit), Math.min(box.width, box.height)];
}"""


def felt_size(person: Visitor) -> list[int]:
    found: list[int] = person.page.locator(".table-top").evaluate("(one) => [one.clientWidth, one.clientHeight]")
    return found


def free(person: Visitor, button: Locator) -> None:
    """A button lies in the window as it is, nothing covers it, a thumb can hit it, and no dialog is open."""
    expect(button).to_be_enabled()
    inside, hit, small = button.evaluate(HIT)
    assert (inside, hit) == (True, True), button
    assert small >= 43.5
    expect(person.page.locator("dialog[open]")).to_have_count(0)


def learn_first(ann: Visitor, book: str, title: str) -> None:
    """How to play, from the lobby and back to it."""
    ann.page.get_by_role("link", name=f"How to play {title}").click()
    lesson = ann.at("lesson")
    expect(lesson.get_by_role("heading").first).to_contain_text(title)
    assert lesson.locator(".steps > li").count() >= 5
    assert lesson.get_by_role("button", name="Clause").count() >= 5
    lesson.get_by_role("link", name="Go to the tables").click()
    expect(ann.at(f"play-{book}")).to_be_visible()


def turn_to_the_table(ann: Visitor) -> None:
    """What the guide says is read, where it waits for that."""
    if ann.at("guide-next").count():
        ann.press("guide-next")


def play_on(ann: Visitor, book: str, size: list[int]) -> None:
    """Every decision to a showdown; the coach says after each what it was worth, and the felt keeps its size."""
    for place, action in enumerate(decisions(book), 1):
        button = ann.at(f"action-{action}")
        free(ann, button)
        turn_to_the_table(ann)
        free(ann, button)
        assert decision_problems(ann.page) == []
        for other in ann.page.locator(".rail [data-testid^=action-]").all():
            word = str(other.get_attribute("data-testid")).removeprefix("action-").split("_")[0]
            assert other.inner_text().lower().startswith(word)
        assert felt_size(ann) == size
        ann.press(f"action-{action}")
        expect(ann.at("coach-review").locator("> li")).to_have_count(place)


@pytest.mark.parametrize(("book", "size"), CELLS)
def test_a_first_visit(book: str, size: Size, arrive: Arrive) -> None:
    ann = arrive(size, motion=True, fresh=True)
    ann.page.goto("/")
    play = ann.at(f"play-{book}")
    expect(play).to_have_attribute("aria-label", f"Play {(title := _title(ann, book))}")
    learn_first(ann, book, title)
    ann.press(f"play-{book}")
    deal = ann.at("deal")
    free(ann, deal)
    offer = ann.at("guide-offer")
    expect(offer).to_be_visible()
    if guided := size == "tablet":
        ann.press("guide-begin")
        expect(ann.at("guide")).to_have_attribute("data-part", "wager")
        free(ann, deal)
    table = table_of(ann)
    least = _least(ann, table)
    assert rules_of(book).book.flow.base in least
    assert cents(_AMOUNT.findall(deal.inner_text())[0]) == sum(cents(amount) for amount in least.values())
    ann.press("deal")
    expect(ann.at(f"action-{decisions(book)[0]}")).to_be_enabled()
    expect(offer).to_have_count(0)
    felt = felt_size(ann)
    seat = str(own_seat(ann, table))
    mine = ann.view(table)["round"]["seats"][seat]
    assert mine["wagers"] == least
    assert ann.cards_in(f"seat-{seat}") == mine["cards"]
    expect(ann.page.locator(".coach")).to_contain_text("The coach speaks after each decision.")
    assert "simulator and trainer, not a gaming device" in ann.page.locator("footer").inner_text()
    play_on(ann, book, felt)
    settled_net(ann, table, BUY_IN)
    expect(ann.at("guide")).to_have_count(int(guided))
    assert felt_size(ann) == felt
    shown = ann.view(table)["last_round"]
    for place, cards in (("dealer-hand", shown["dealer"]), ("board", shown["board"])):
        assert not cards or ann.cards_in(place) == cards
    expect(ann.at("coach-review")).to_contain_text("%")
    assert ann.page.evaluate("JSON.parse(localStorage['pitbook-settings'] ?? '{}').sound ?? false") is False
    free(ann, deal)
    ann.press("deal")
    expect(ann.at(f"action-{decisions(book)[0]}")).to_be_enabled()
    assert ann.view(table)["round"]["seats"][seat]["wagers"] == least
    assert felt_size(ann) == felt
    assert ann.overflow() <= 0


def _title(ann: Visitor, book: str) -> str:
    return next(str(one["title"]) for one in ann.get("/api/books") if one["id"] == book)


def _least(ann: Visitor, table: str) -> dict[str, str]:
    """The smallest wagers with which a hand can be played: those that the book requires, at the table's least."""
    offered = ann.view(table)["wagering"]["wagers"]
    return {str(one["name"]): str(one["least"]) for one in offered if one["required"]}
