"""Settings take effect at once, survive a reload, and every theme can be read."""

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.axe import AXE
from browser.conftest import Arrive
from browser.layout import decision_problems, layout_problems
from browser.playing import decide, settled, sit_at_new
from browser.visiting import Size, Visitor

BOOK = "md-heads-up-holdem"
SUITS = "Object.fromEntries([...'shdc'].map((suit) => [suit, style.getPropertyValue(`--suit-${suit}`)]))"
LOOKS = f"""() => {{ const root = document.documentElement, style = getComputedStyle(root);
  return {{ ...root.dataset, scheme: style.colorScheme, size: style.fontSize, suits: {SUITS} }}; }}"""


FOLDED = """() => {
  const felt = [29, 108, 75]; // where the felt is lightest
  const numbers = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const shown = (element) => {
    let share = 1;
    for (let one = element; one; one = one.parentElement) share *= Number(getComputedStyle(one).opacity);
    return (colour) => colour.map((part, place) => part * share + felt[place] * (1 - share));
  };
  const light = (colour) => {
    const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const seat = document.querySelector(".others .seat:not(.free)");
  seat.classList.add("folded");
  const found = [...seat.querySelectorAll(".area-label, .place, .name, .stack")].map((one) =>
    [one.className, contrast(shown(one)(numbers(getComputedStyle(one).color)), felt)]);
  for (const card of document.querySelectorAll(".seat.mine .face")) {
    card.classList.add("dim");
    for (const suit of "shdc") {
      card.setAttribute("class", card.getAttribute("class").replace(/suit-./, `suit-${suit}`));
      const [rank, paper] = [".rank", ".paper"].map((part) => numbers(getComputedStyle(card.querySelector(part)).fill));
      found.push([suit, contrast(shown(card)(rank), shown(card)(paper))]);
    }
  }
  return found;
}"""


def looks(person: Visitor) -> Any:
    return person.page.evaluate(LOOKS)


def choose(person: Visitor, **settings: str) -> None:
    """By the dialog of the page that is open."""
    buttons = (person.at("settings"), person.at("shell-settings"), person.page.get_by_role("button", name="Settings"))
    next(button for button in buttons if button.count() and button.first.is_visible()).first.click()
    for name, value in settings.items():
        person.at(name).select_option(value)
    person.page.get_by_role("button", name="Close").click()


def unreadable(person: Visitor) -> list[Any]:
    """Text with a contrast below 4.5 (3 where it is large), as axe measures it."""
    options = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    found = AXE.run(person.page, options=options).response["violations"]
    return [(node["target"], node["failureSummary"]) for one in found for node in one["nodes"]]


@pytest.mark.prove
@pytest.mark.parametrize("themes", [("light", "contrast"), ("dark",)])
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_every_theme_can_be_read_in_the_lobby_and_at_the_table(
    size: Size, themes: tuple[str, ...], arrive: Arrive
) -> None:
    """The dark one is what every other test of pages looks at."""
    ann = arrive(size)
    ann.page.goto("/")
    expect(ann.at(f"play-{BOOK}")).to_be_visible()
    for theme in themes:
        choose(ann, theme=theme)
        assert looks(ann)["theme"] == theme
        ann.picture(f"lobby-{theme}")
        assert unreadable(ann) == [], theme
    sit_at_new(ann, BOOK, bots=2)
    ann.press("deal")
    decide(ann, "check", "check", "fold")
    settled(ann)
    expect(ann.at("coach-review")).to_be_visible()
    for theme in themes:
        choose(ann, theme=theme)
        ann.picture(f"table-{theme}")
        assert unreadable(ann) == [], theme


def test_settings_take_effect_at_once_and_survive_a_reload(arrive: Arrive) -> None:
    ann = arrive()
    sit_at_new(ann, BOOK)
    before = looks(ann)
    assert (before["theme"], before["size"], before["scheme"]) == ("dark", "16px", "dark")
    assert len(set(before["suits"].values())) == 4
    deal, undo = ann.at("deal"), ann.at("undo")
    assert _left(deal) > _left(undo)
    limits = ann.page.locator(".felt .drawing")
    expect(limits).to_contain_text("Ante 5 to 500")
    choose(ann, theme="light", deck="two", print="large", hand="left", currency="£")
    expect(limits).to_contain_text("Ante £5 to £500")
    after = looks(ann)
    assert (after["theme"], after["size"], after["scheme"]) == ("light", "20px", "light")
    assert after["suits"]["s"] == after["suits"]["c"] != after["suits"]["h"] == after["suits"]["d"]
    assert _left(deal) < _left(undo)
    expect(deal).to_contain_text("£")
    expect(ann.at("stack").first).to_have_text("£500.00")
    ann.page.reload()
    expect(deal).to_contain_text("£")
    assert looks(ann) == after
    assert ann.overflow() <= 0


def _left(one: Any) -> float:
    return float(one.bounding_box()["x"])


@pytest.mark.prove
def test_the_theme_follows_the_system_until_one_is_chosen(arrive: Arrive) -> None:
    ann = arrive()
    ann.turn_to_a_new_page()
    ann.page.goto("/")
    expect(ann.at(f"play-{BOOK}")).to_be_visible()
    page = ann.page.locator("html")
    expect(page).to_have_attribute("data-theme", "dark")
    ann.page.emulate_media(color_scheme="light")
    expect(page).to_have_attribute("data-theme", "light")
    ann.page.emulate_media(contrast="more")
    expect(page).to_have_attribute("data-theme", "contrast")
    choose(ann, theme="dark")
    assert looks(ann)["theme"] == "dark"


@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.prove)])
def test_large_print_fits_the_page(size: Size, arrive: Arrive) -> None:
    ann = arrive(size)
    ann.page.goto("/")
    choose(ann, print="large", hand="left")
    ann.picture("lobby-large")
    assert ann.overflow() <= 0
    sit_at_new(ann, BOOK, bots=2)
    ann.picture("table-large")
    assert (layout_problems(ann.page), ann.overflow()) == ([], 0)
    ann.press("deal")
    expect(ann.at("action-check")).to_be_visible()
    ann.picture("table-large-asked")
    assert (layout_problems(ann.page), decision_problems(ann.page), ann.overflow()) == ([], [], 0)


@pytest.mark.prove
def test_what_is_folded_can_still_be_read(arrive: Arrive) -> None:
    ann = arrive()
    sit_at_new(ann, BOOK, bots=1)
    ann.press("deal")
    expect(ann.at("action-check")).to_be_visible()
    found = ann.page.evaluate(FOLDED)
    assert len(found) > 10
    assert [(what, contrast) for what, contrast in found if contrast < 4.5] == []
