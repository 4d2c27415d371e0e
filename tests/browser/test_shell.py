"""What holds for every page: it keeps to its own policy, it is light, and it says what it is."""

import pytest
from playwright.sync_api import Page, Response, expect

from browser.conftest import Arrive
from browser.playing import sit_at_new
from browser.visiting import wait_until

PAGES = ("/", "/odds?target=md-heads-up-holdem", "/session", "/drill", "/about", "/docs", "/table/T9999")
LIGHT = 120_000
LIGHT_TABLE = 157_000


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


def test_the_table_is_light(arrive: Arrive) -> None:
    ann, eve = arrive(), arrive(fresh=True)
    table = sit_at_new(ann, "md-heads-up-holdem", shared=True)
    answers = answers_to(eve.page)
    eve.page.goto(f"/table/{table}")
    expect(eve.at("sit-1")).to_be_visible()
    eve.page.wait_for_load_state("networkidle")
    assert 20_000 < weight(answers) < LIGHT_TABLE


@pytest.mark.parametrize(
    "path", ["/table/T9999", "/table/T9999/dealer", "/table/T9999/history", "/round/T9999-1", "/round/xyz", "/nowhere"]
)
def test_what_is_not_there_leads_on_to_the_tables(path: str, arrive: Arrive) -> None:
    ann = arrive()
    ann.expected.append("404|422|WebSocket")
    ann.page.goto(path)
    ann.page.locator("main").get_by_role("link", name="To the tables").click()
    expect(ann.at("play-md-heads-up-holdem")).to_be_visible()
