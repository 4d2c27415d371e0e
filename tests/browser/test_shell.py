"""What holds for every page: it keeps to its own policy, it is light, and it says what it is."""

import pytest
from playwright.sync_api import Page, Response, expect

from browser.conftest import Arrive
from browser.playing import decide, decisions, settled, sit_at_new
from browser.visiting import wait_until

PAGES = ("/", "/odds?target=md-heads-up-holdem", "/session", "/drill", "/about", "/docs", "/table/T9999")
LIGHT = 120_000
BOOK = "md-heads-up-holdem"
MOST = {"table": 155_000, "replay": 140_000, "odds": 100_000}
"""How many bytes a page may weigh that comes to a browser without a past."""


def answers_to(page: Page) -> list[Response]:
    """Every answer that a page gets from now on."""
    found: list[Response] = []

    def came(answer: Response) -> None:
        found.append(answer)

    page.on("response", came)
    return found


def weight(answers: list[Response]) -> int:
    """How many bytes came over the line."""
    sizes = [answer.request.sizes() for answer in answers]
    return sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes)


def test_the_first_page_is_light_and_no_page_breaks_its_own_policy(arrive: Arrive) -> None:
    """Scripts and styles only from here, and nothing is asked of anybody else."""
    ann = arrive(fresh=True)
    ann.expected.append("404")  # of the table that is not there
    ann.context.add_init_script(
        "window.broken = []; addEventListener('securitypolicyviolation', (one) => window.broken.push(one.blockedURI));"
    )
    answers = answers_to(ann.page)
    ann.page.goto(PAGES[0])
    expect(ann.at("play-md-heads-up-holdem")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert len(answers) > 10
    assert 20_000 < weight(answers) < LIGHT
    asked: set[str] = set()
    ann.context.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    for page in PAGES:
        answer = ann.page.goto(page)
        assert answer is not None
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        ann.page.wait_for_load_state("networkidle")
        assert ann.page.evaluate("window.broken") == [], page
        assert "not a gaming device" in ann.page.locator("body").inner_text(), page
    assert asked == {ann.server.address}
    ann.page.evaluate(
        "document.body.append(Object.assign(document.createElement('img'), {src: 'http://127.0.0.1:9/'}))"
    )
    wait_until(ann.page, "() => window.broken.length > 0")  # the watch itself works
    ann.expected.append("Content Security Policy")


def test_a_table_its_replay_and_its_odds_are_light(arrive: Arrive) -> None:
    """A whole round with the coach, a round that is replayed, and exact odds, with everything that they load."""
    ann, eve = arrive(), arrive(fresh=True)
    table = sit_at_new(ann, BOOK)
    cookie = ann.context.cookies()[0]  # the same player, in a browser without a past
    eve.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": ann.server.address}])
    eve.context.new_cdp_session(eve.page).send("Network.setCacheDisabled", {"cacheDisabled": True})

    answers = answers_to(eve.page)
    eve.page.goto(f"/table/{table}")
    eve.press("deal")
    decide(eve, *decisions(BOOK))
    settled(eve)
    expect(eve.at("coach-review").locator("> li")).to_have_count(len(decisions(BOOK)))
    found = {"table": _all_of(eve.page, answers)}
    answers.clear()
    eve.page.goto(f"/round/{table}-1")
    expect(eve.at("own-decisions")).to_be_visible()
    expect(eve.page.locator(".felt")).to_be_visible()
    found["replay"] = _all_of(eve.page, answers)
    answers.clear()
    eve.page.goto(f"/odds?target={BOOK}")
    expect(eve.at("house_edge")).to_be_visible()
    found["odds"] = _all_of(eve.page, answers)
    assert {page: size for page, size in found.items() if not 20_000 < size < MOST[page]} == {}


def _all_of(page: Page, answers: list[Response]) -> int:
    page.wait_for_load_state("networkidle")
    assert len(answers) > 30
    return weight(answers)


@pytest.mark.prove
def test_a_part_that_does_not_load_is_named_and_the_table_goes_on(arrive: Arrive) -> None:
    ann = arrive()
    ann.expected.append("ERR_FAILED")
    ann.turn_to_a_new_page()
    ann.page.route("**/table/dialogs.js", lambda route: route.abort())
    sit_at_new(ann, BOOK)
    ann.press("pays")
    expect(ann.at("problems")).to_contain_text("The server is not answering")
    ann.page.unroute_all()
    ann.press("deal")
    expect(ann.at(f"action-{decisions(BOOK)[0]}")).to_be_enabled()
    ann.press("pays")
    expect(ann.page.get_by_role("dialog")).to_contain_text("What the wagers pay")


def test_the_keyboard_comes_to_play_at_once(arrive: Arrive) -> None:
    """The first stop leads past the navigation, and the stop after it is the first book's button."""
    ann = arrive()
    ann.turn_to_a_new_page()
    ann.page.goto("/")
    first = ann.page.locator("[data-testid^=play-]").first
    expect(first).to_be_visible()
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("link", name="Skip to content")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    expect(first).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.at("deal")).to_be_enabled()
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('.foot') !== null"), "the wagers are the next stop"


@pytest.mark.parametrize(
    "path",
    [
        "/table/T9999",
        "/round/xyz",
        "/nowhere",
        pytest.param("/table/T9999/dealer", marks=pytest.mark.prove),
        pytest.param("/table/T9999/history", marks=pytest.mark.prove),
        pytest.param("/round/T9999-1", marks=pytest.mark.prove),
    ],
)
def test_what_is_not_there_leads_on_to_the_tables(path: str, arrive: Arrive) -> None:
    ann = arrive()
    ann.expected.append("404|422|WebSocket")
    ann.page.goto(path)
    ann.page.locator("main").get_by_role("link", name="Go to the tables").click()
    expect(ann.at("play-md-heads-up-holdem")).to_be_visible()
