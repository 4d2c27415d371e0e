"""What holds for every page: it keeps to its own policy, it is light, and it says what it is."""

from playwright.sync_api import Response, expect

from browser.conftest import Arrive
from browser.playing import sit_at_new
from browser.visiting import wait_until

PAGES = ("/", "/odds?target=md-heads-up-holdem", "/session", "/drill", "/about", "/docs", "/table/T9999")
LIGHT = 300_000
LIGHT_TABLE = 157_000


def test_no_page_breaks_its_own_policy(arrive: Arrive) -> None:
    """Scripts and styles only from here, and nothing is asked of anybody else."""
    ann = arrive(fresh=True)
    ann.expected.append("404")  # of the table that is not there
    ann.context.add_init_script(
        "window.broken = []; addEventListener('securitypolicyviolation', (one) => window.broken.push(one.blockedURI));"
    )
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
    answers: list[Response] = []

    def came(answer: Response) -> None:
        answers.append(answer)

    eve.page.on("response", came)
    eve.page.goto(f"/table/{table}")
    expect(eve.at("sit-1")).to_be_visible()
    eve.page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    assert 20_000 < sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) < LIGHT_TABLE


def test_the_first_page_is_light(arrive: Arrive) -> None:
    ann = arrive(fresh=True)
    answers: list[Response] = []

    def came(answer: Response) -> None:
        answers.append(answer)

    ann.page.on("response", came)
    ann.page.goto("/")
    expect(ann.at("play-md-heads-up-holdem")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    assert len(sizes) > 10
    assert 20_000 < sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) < LIGHT
