"""The pages in Spanish: the setting takes effect at once, a round of each family is played, and no English is left."""

import re
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from browser.conftest import Arrive
from browser.playing import decide, decisions, settled, table_of
from browser.visiting import BOOKS, FOUR_CARD, HOLDEM, Size, Visitor

AXE = Axe()
SPEAK = "localStorage.setItem('pitbook-settings', JSON.stringify({ language: 'es' }))"
READ = """() => {
  const skipped = "code, kbd, script, style, noscript, .clauses, .house-name, option[value=en]";
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(skipped)) found.push(walk.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
    for (const one of document.body.querySelectorAll(`[${name}]`))
      if (!one.closest(skipped)) found.push(one.getAttribute(name));
  return found.filter((text) => text && text.trim());
}"""
"""Everything that is read or heard on a page."""
LINKS = """[...document.querySelectorAll(".shell-header nav a")].map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right } = words.getBoundingClientRect();
  return [left, right];
})"""
"""Where the words of each link at the top begin and end."""
ENGLISH = re.compile(
    r"\b(?:the|and|is|are|with|cards?|seats?|wagers?|dealer|deck|at|by|round|have|not|from|what|your|you|this|that|its|to"
    r"|or|in|an|two|three|five|than|player|position|pays|loses|wins|raise|fold|check"
    r"|ace|king|queen|high|flush|straight|pair|deal|hand|table|tables|bets?|withdraw|ride|first|second|against|worth)\b",
    re.IGNORECASE,
)
KEPT = re.compile(
    r"Aces Up|All 6 Bonus|Pocket Bonus|Six Card Bonus|Three Card Bonus|Trips Plus|Pair Plus|Heads[- ]Up Hold'em"
    r"|Four Card Poker|Three Card Poker|Let It Ride|Ultimate Texas Hold'em|bad beat"
    r"|Pitbook House|Six Card|Four Card|Card Bonus|/[\w/-]+|\b[AKQJT2-9][cdhs]\b",
    re.IGNORECASE,
)
"""Names as casinos have them in every language, addresses and cards."""


def english_on(page: Page) -> list[str]:
    """What is read or heard on a page and is not Spanish."""
    said: list[str] = page.evaluate(READ)
    return [text for text in said if ENGLISH.search(KEPT.sub("", text))]


def read_in_spanish(person: Visitor, name: str) -> None:
    """The page has its picture taken, and not a word of English."""
    person.picture(f"es-{name}")
    assert english_on(person.page) == [], name
    assert person.overflow() <= 0, name
    boxes: list[tuple[float, float]] = person.page.evaluate(LINKS)
    assert [(one, other) for (_, one), (other, _) in pairwise(boxes) if one > other + 1] == [], f"{name}: links overlap"


def serious(person: Visitor) -> list[str]:
    found = AXE.run(person.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.prove
def test_the_language_is_a_setting_that_takes_effect_at_once(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    page = ann.page.locator("html")
    expect(page).to_have_attribute("lang", "en")
    ann.press("shell-settings")
    ann.at("language").select_option("es")
    expect(page).to_have_attribute("lang", "es")
    expect(ann.page.get_by_role("heading", name="Ajustes")).to_be_visible()
    ann.page.get_by_role("button", name="Cerrar").click()
    expect(ann.page.get_by_role("heading", name="Siéntate a una mesa")).to_be_visible()
    expect(ann.at(f"play-{FOUR_CARD}")).to_have_accessible_name("Jugar Four Card Poker (Maryland)")
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="Siéntate a una mesa")).to_be_visible()
    assert serious(ann) == []


def test_a_missing_page_in_spanish(arrive: Arrive) -> None:
    ann = arrive("phone")
    ann.expected.append("404")
    ann.page.goto("/")
    ann.page.evaluate(SPEAK)
    for address in ("/nowhere", "/table/T9999"):
        ann.page.goto(address)
        expect(ann.page.locator("main").get_by_role("link", name="Ir a las mesas")).to_be_visible()
        read_in_spanish(ann, address.strip("/").replace("/", "-"))


@pytest.mark.parametrize(
    ("book", "size"),
    [
        pytest.param(book, size, marks=pytest.mark.prove)
        for book, size in ((FOUR_CARD, "wide"), *((book, "phone") for book in BOOKS if book not in HOLDEM[1:]))
    ],
)
def test_a_round_in_spanish(book: str, size: Size, arrive: Arrive) -> None:
    ann = arrive(size)
    ann.page.goto("/")
    ann.page.evaluate(SPEAK)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="Siéntate a una mesa")).to_be_visible()
    read_in_spanish(ann, "lobby")
    ann.press(f"play-{book}")
    expect(ann.at("deal")).to_be_visible()
    read_in_spanish(ann, f"{book}-wagers")
    ann.press("deal")
    expect(ann.at("status")).to_contain_text("Tu turno")
    read_in_spanish(ann, f"{book}-asked")
    *before, last = decisions(book)
    decide(ann, *before)
    expect(ann.at(f"action-{last}")).to_be_enabled()
    read_in_spanish(ann, f"{book}-last")
    decide(ann, last)
    settled(ann)
    expect(ann.at("coach-review")).to_be_visible()
    read_in_spanish(ann, f"{book}-settled")
    assert serious(ann) == []


@pytest.mark.prove
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_other_pages_in_spanish(size: Size, arrive: Arrive) -> None:
    ann = arrive(size)
    ann.page.goto("/")
    ann.page.evaluate(SPEAK)
    for address in (
        "/learn",
        "/learn?part=differences",
        "/learn?part=glossary",
        "/drill",
        "/session",
        "/about",
    ):
        ann.page.goto(address)
        expect(ann.page.locator("main :is(h1, h2)").first).to_be_visible()
        expect(ann.page.locator(".loading")).to_have_count(0)
        read_in_spanish(ann, address.strip("/").replace("?part=", "-"))


@pytest.mark.prove
@pytest.mark.parametrize(("book", "size"), [(HOLDEM[2], "phone"), (FOUR_CARD, "wide")])
def test_what_belongs_to_a_table_in_spanish(book: str, size: Size, arrive: Arrive) -> None:
    ann = arrive(size)
    ann.page.goto("/")
    ann.page.evaluate(SPEAK)
    ann.page.reload()
    ann.press(f"play-{book}")
    ann.press("deal")
    decide(ann, *decisions(book))
    settled(ann)
    table = table_of(ann)
    for name, address in {
        "dealer": f"/table/{table}/dealer",
        "history": f"/table/{table}/history",
        "replay": f"/round/{table}-1",
        "statistics": "/session",
        "lifetime": "/session?part=lifetime",
        "odds": f"/odds?target={book}",
    }.items():
        ann.page.goto(address)
        expect(ann.page.locator("main :is(h1, h2)").first).to_be_visible()
        expect(ann.page.locator(".loading, .working")).to_have_count(0)
        read_in_spanish(ann, f"{name}-{book}")
