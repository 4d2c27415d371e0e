"""Every page in its main states: axe finds nothing at all, and nothing is wider than the window.

On a phone, where there is least room, and in the dark theme; the proofs look at them in a wide window and in the other
themes too.

With PITBOOK_PICTURES=.screenshots a picture of each is kept in that folder, to be looked at.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.axe import AXE
from browser.conftest import Arrive
from browser.playing import decide, settled, sit_at_new
from browser.test_spoken import enter, hears, say
from browser.visiting import FOUR_CARD, Size, Visitor

KEEP_SOME = """() => document.querySelectorAll(".operation:nth-child(n+6), .form:nth-child(n+6)").forEach((one) =>
  one.remove())"""
SMALL = """() => {
  if (document.documentElement.dataset.page === "table") return [];
  const wrong = [];
  for (const one of document.querySelectorAll("button, summary, select, textarea, a.button, label:has(input), input")) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true }) || one.closest(".unseen, .skip")) continue;
    if (one.matches("label input:is([type=checkbox], [type=radio])")) continue;
    const size = one.getBoundingClientRect();
    if (size.height >= 43.5 || size.width <= 1) continue;
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    const hits = (y) => one.contains(document.elementFromPoint(box.left + box.width / 2, y));
    if (!hits(middle - 21) || !hits(middle + 21)) {
      wrong.push(`${one.tagName} "${(one.getAttribute("aria-label") || one.textContent).trim().slice(0, 40)}" of ${
        (one.closest("[data-testid], [class]") || one).className} is ${box.height.toFixed(1)} px high`);
    }
  }
  window.scrollTo(0, 0);
  return [...new Set(wrong)];
}"""
"""What is less than 44 px high to a finger. At a table the tests of its layout measure it."""
WIDER = "(one) => one.scrollWidth - one.clientWidth"
SMALLEST: ViewportSize = {"width": 360, "height": 740}
"""The smallest phone."""
Look = Callable[..., None]


@pytest.fixture(
    params=[
        ("phone", "dark"),
        *(
            pytest.param(how, marks=pytest.mark.prove)
            for how in (("wide", "dark"), ("phone", "light"), ("phone", "contrast"))
        ),
    ],
    ids="-".join,
)
def ann(request: pytest.FixtureRequest, arrive: Arrive) -> Visitor:
    size: Size
    size, theme = request.param
    if theme == "dark":  # which is what the system of a test prefers
        return arrive(size)
    found = arrive(size, fresh=True)
    found.context.add_init_script(f"localStorage.setItem('pitbook-settings', JSON.stringify({{ theme: '{theme}' }}))")
    found.theme = theme
    return found


@pytest.fixture
def look(ann: Visitor) -> Look:
    """Look at the page as it is now, or at the part that is new: it has to be sound."""

    def at(name: str, part: str | None = None) -> None:
        ann.picture(f"{name}-{ann.theme}" if ann.theme != "dark" else name)
        shown = ann.page.locator("html").get_attribute("data-theme")
        assert shown in (ann.theme, None), name  # the verifier and the description of the API have a look of their own
        found = AXE.run(ann.page, context=part, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], node["target"], node["failureSummary"]) for one in found for node in one["nodes"]] == [], (
            name
        )
        assert ann.overflow() <= 0, name
        if ann.size != "wide":
            assert ann.page.evaluate(SMALL) == [], name

    return at


def test_the_lobby(ann: Visitor, look: Look) -> None:
    ann.page.goto("/")
    expect(ann.at(f"play-{FOUR_CARD}")).to_be_visible()
    look("lobby")
    ann.page.get_by_text("Set up a custom table").click()
    expect(ann.at("open-table")).to_be_visible()
    look("lobby-set-up", ".setup")
    ann.page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    expect(ann.at("theme")).to_be_visible()
    look("settings", "dialog")
    ann.page.goto("/about")
    expect(ann.page.get_by_role("heading", name="About Pitbook")).to_be_visible()
    look("about")
    ann.page.goto("/nowhere")
    ann.expected.append("404")
    expect(ann.page.get_by_role("heading", name="Page not found")).to_be_visible()
    look("nowhere")
    ann.page.goto("/verifier")
    expect(ann.page.get_by_role("button", name="Check")).to_be_visible()
    look("verifier")


def test_the_table(ann: Visitor, look: Look) -> None:
    table = sit_at_new(ann, "galaxy-heads-up-holdem", bots=2)
    look("table-wagers")
    for wager in ("trips_plus", "pocket_bonus", "progressive"):
        ann.press(f"wager-{wager}")
    ann.press("deal")
    expect(ann.at("action-check")).to_be_visible()
    ann.at("coach-mode").select_option("before")
    expect(ann.at("coach-advice")).to_be_visible()
    look("table-decision")
    decide(ann, "raise_3")
    settled(ann)
    expect(ann.at("coach-review")).to_be_visible()
    ann.page.get_by_role("button", name="Clause").first.click()
    expect(ann.page.locator(".clause-text").first).not_to_contain_text("Looking it up")
    look("table-settled")
    ann.page.locator("#tab-sign").click()
    look("table-odds", ".side")
    ann.page.locator("#tab-table").click()
    look("table-table", ".side")
    ann.press("leave")
    expect(ann.at("confirm")).to_be_visible()
    look("table-leave", "dialog")
    ann.press("confirm")
    ann.page.wait_for_url("**/")
    ann.page.goto(f"/table/{table}")
    ann.press("sit-3")
    expect(ann.page.get_by_label("Buy-in")).to_be_visible()
    look("table-sit-down", "dialog")


@pytest.mark.prove
def test_the_spoken_table(ann: Visitor, look: Look) -> None:
    enter(ann, FOUR_CARD)
    say(ann, "deal")
    hears(ann, "Your turn: ")
    look("spoken")


@pytest.mark.prove
def test_the_history(ann: Visitor, look: Look) -> None:
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("deal")
    decide(ann, "play_1")
    settled(ann)
    ann.page.goto(f"/table/{table}/history")
    expect(ann.at(f"round-{table}-1")).to_be_visible()
    look("history")
    ann.press(f"round-{table}-1")
    ann.press("replay-last")
    ann.press("verify")
    expect(ann.at("verify-result")).to_be_visible()
    look("replay")


@pytest.mark.prove
def test_odds(ann: Visitor, look: Look) -> None:
    ann.page.goto("/odds?target=md-heads-up-holdem")
    expect(ann.at("house_edge")).to_be_visible()
    look("odds")
    ann.press("fractions")
    look("odds-fractions", "[data-testid=edges]")


@pytest.mark.prove
def test_learning(ann: Visitor, look: Look) -> None:
    ann.page.goto(f"/learn?target={FOUR_CARD}")
    expect(ann.at("lesson")).to_be_visible()
    look("lesson")
    ann.press("part-differences")
    expect(ann.at("differences")).to_be_visible()
    assert ann.page.locator(".scroll:has(.differences)").evaluate(WIDER) <= 0, "as many books as there is room for"
    expect(ann.page.locator(".differences thead")).to_contain_text("Four Card Poker")
    look("differences", ".learn-page")
    if ann.size == "phone":
        ann.page.set_viewport_size(SMALLEST)
        ann.page.goto("/learn?part=differences&target=ma-heads-up-holdem")
        assert ann.page.locator(".scroll:has(.differences)").evaluate(WIDER) <= 0, "two, with the longest name"
        assert ann.page.locator(".shell-header nav").evaluate(WIDER) <= 0, "every page of the menu"
    ann.press("part-glossary")
    expect(ann.at("glossary")).to_be_visible()
    look("glossary", ".learn-page")


@pytest.mark.prove
def test_coach(ann: Visitor, look: Look) -> None:
    sit_at_new(ann, FOUR_CARD)
    ann.press("deal")
    decide(ann, "fold")
    settled(ann)
    ann.page.goto("/session")
    expect(ann.at("session-rounds")).to_contain_text("1")
    look("session")
    if ann.size == "phone":
        narrow = ann.page.locator(".scroll:has(> table):visible")
        ann.page.set_viewport_size(SMALLEST)
        assert [one.evaluate(WIDER) for one in narrow.all()] == [0], "decisions and what they cost"
    ann.press("part-lifetime")
    expect(ann.at("save-csv")).to_be_enabled()
    look("lifetime", ".coach-page")
    ann.page.goto(f"/drill?target={FOUR_CARD}")
    expect(ann.at("action-fold")).to_be_visible()
    look("drill")
    ann.press("action-fold")
    expect(ann.at("drill-answer")).to_be_visible()
    look("drill-answer")
    if ann.size == "phone":
        ann.page.set_viewport_size(SMALLEST)
        assert ann.page.locator(".results .scroll").evaluate(WIDER) <= 0, "no result is cut"


@pytest.mark.prove
def test_the_dealer(ann: Visitor, look: Look) -> None:
    table = sit_at_new(ann, "md-heads-up-holdem")
    ann.page.goto(f"/table/{table}/dealer")
    expect(ann.at("next-step")).to_be_visible()
    look("dealer-house")
    ann.press("dealing-dealer")
    expect(ann.at("step-do")).to_be_visible()
    look("dealer-step")
    ann.at("irregularity").select_option("wrong_number_of_cards")
    expect(ann.at("irregularity-says")).to_be_visible()
    look("dealer-irregularity", "[data-testid=irregularity-says]")


@pytest.mark.prove
def test_the_description_of_the_interface(ann: Visitor, look: Look) -> None:
    """It is long, and made of the same parts again and again: one of each is looked at."""
    ann.page.goto("/docs")
    expect(ann.page.get_by_text("/api/tables").first).to_be_visible()
    ann.picture("docs")
    ann.page.evaluate(KEEP_SOME)
    look("docs-part")
