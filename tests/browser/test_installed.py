"""Pitbook as an app: it can be installed, it opens without a server, it never mixes versions, and it keeps no cards."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.serving import NAME, Server
from browser.test_language import SPEAK, english_on
from browser.visiting import FOUR_CARD, PATIENCE, Profiles, wait_until
from pitbook.web.shell import PAGES

BOOK = "md-heads-up-holdem"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      found[new URL(request.url).pathname + new URL(request.url).search] = await answer.text();
    }
  }
  return found;
}"""
MARK = "of the second version"


@pytest.fixture(scope="module")
def own(_driven: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that these tests may stop, and start again as another version."""
    found = Server(tmp_path_factory.mktemp("app") / "record.db")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with one sentence changed in two modules that are loaded when they are first wanted."""
    folder = tmp_path_factory.mktemp("second") / "pages"
    shutil.copytree(PAGES, folder)
    for name in ("about.js", "books.js"):
        path = folder / "lobby" / name
        path.write_text(path.read_text("utf-8").replace("</h1>", f" {MARK}</h1>", 1), "utf-8")
    return folder


@pytest.fixture
def app(browser: Browser, profiles: Profiles, own: Server) -> Iterator[BrowserContext]:
    """A profile whose browser keeps what it is given to keep."""
    context = profiles.new("wide", motion=False, address=own.address, keeps=True)
    yield context
    context.close()


def open_kept(app: BrowserContext, path: str = "/") -> Page:
    """A page whose shell the browser has kept."""
    page = app.new_page()
    page.goto(path)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    return page


def heading(page: Page) -> str:
    return page.locator("main h1").first.inner_text()


@pytest.mark.prove
def test_it_can_be_installed(app: BrowserContext) -> None:
    page = open_kept(app)
    cdp = app.new_cdp_session(page)
    manifest = cdp.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/app.webmanifest")
    # a profile of a test is an incognito one, from which nothing is installed; there is no other reason
    reasons = {one["errorId"] for one in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert reasons <= {"in-incognito"}
    scope, script = page.evaluate(
        """async () => { const found = await navigator.serviceWorker.getRegistration();
          return [found.scope, found.active.scriptURL]; }"""
    )
    assert scope == page.url
    assert re.fullmatch(r".*/shell/[0-9a-f]{16}/worker\.js", script)
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_test_id("install-says").or_(page.get_by_test_id("install"))).to_contain_text(
        re.compile("nstall")
    )


@pytest.mark.prove
def test_over_plain_http_from_elsewhere_the_page_says_why_not(browser: Browser, own: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://{NAME}:{own.port}/")
    expect(page.get_by_test_id(f"play-{BOOK}")).to_be_visible()
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_test_id("install-says")).to_contain_text("only from this machine (localhost) or over TLS")
    assert page.evaluate("'serviceWorker' in navigator") is False
    context.close()


@pytest.mark.prove
def test_nothing_of_a_round_is_ever_kept(app: BrowserContext) -> None:
    """Views, hands, rounds and the session go past the service worker: what is kept is a closed list of texts."""
    page = open_kept(app)
    page.get_by_label("Your name").fill("Xanthippe")
    page.get_by_test_id(f"play-{FOUR_CARD}").click()
    page.get_by_test_id("deal").click()
    expect(page.get_by_test_id("action-play_1")).to_be_enabled(timeout=PATIENCE)
    page.get_by_test_id("action-play_1").click()
    expect(page.get_by_test_id("settlement").locator(".totals")).to_be_visible(timeout=PATIENCE)
    table = page.url.rsplit("/", 1)[1]
    for path in (f"/table/{table}/history", f"/round/{table}-1", "/session", "/", f"/learn?target={FOUR_CARD}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    kept = page.evaluate(KEPT)
    root = page.evaluate("(async () => (await navigator.serviceWorker.getRegistration()).active.scriptURL)()")
    root = "/" + root.split("/", 3)[3].removesuffix("worker.js")
    listed = page.evaluate("async (path) => (await fetch(path)).json()", f"{root}kept.json")
    documents = {
        f"{address}{'&' if '?' in address else '?'}language={language}"
        for address in listed["documents"]
        for language in listed["languages"]
    }
    assert set(kept) == {root + file for file in listed["files"]} | documents
    private = re.compile(rf"Xanthippe|\b{table}\b|stack_|idempotency_key\b.*:|server_seed\":\s*\"[0-9a-f]{{16}}")
    found = [(path, one[0]) for path, text in kept.items() if (one := private.search(text))]
    assert found == []
    tokens = [cookie["value"] for cookie in app.cookies()]
    assert tokens
    assert not any(token in text for token in tokens for text in kept.values())
    planted = "async () => (await caches.open('pitbook-planted')).put('/api/x', new Response('Xanthippe'))"
    page.evaluate(planted)  # the search itself works
    assert any(private.search(text) for text in page.evaluate(KEPT).values())


@pytest.mark.prove
def test_without_a_server_it_opens_helps_on_and_comes_back(
    app: BrowserContext, own: Server, request: pytest.FixtureRequest
) -> None:
    page = open_kept(app)
    own.stop()
    request.addfinalizer(own.make_sure)
    page.goto("/drill")
    alone = page.get_by_test_id("alone")
    expect(alone).to_contain_text("The server is not answering")
    alone.get_by_role("link", name="How to play").click()
    expect(page.get_by_test_id("lesson")).to_be_visible()
    page.get_by_test_id("lesson-target").select_option(FOUR_CARD)
    expect(page.get_by_test_id("lesson")).to_contain_text("Four Card Poker")
    page.evaluate(SPEAK)
    page.reload()
    expect(page.locator("html[lang=es]").get_by_test_id("lesson")).to_be_visible()
    assert english_on(page) == []
    page.evaluate("localStorage.clear()")
    page.reload()
    alone.get_by_role("link", name="How the rules differ").click()
    expect(page.get_by_test_id("differences")).to_be_visible()
    alone.get_by_role("link", name="Glossary").click()
    expect(page.get_by_test_id("glossary")).to_be_visible()
    alone.get_by_role("link", name="Verifier").click()
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    page.get_by_label("Or paste the text of one").fill("{}")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#verdict")).not_to_be_empty()
    page.goto("/table/T1")
    expect(alone).to_be_visible()
    own.start()
    page.get_by_role("button", name="Try again").first.click()
    expect(alone).to_have_count(0)


@pytest.mark.prove
def test_a_new_version_never_meets_an_old_shell(
    app: BrowserContext, own: Server, second: Path, request: pytest.FixtureRequest
) -> None:
    """An open page gets nothing done and is told to load itself again; a new page is new in all its parts."""
    old, idle = open_kept(app), open_kept(app)
    first_version = _versions(old)
    assert len(first_version) == 1
    old.get_by_test_id(f"play-{BOOK}").click()
    expect(old.get_by_test_id("deal")).to_be_enabled()
    request.addfinalizer(own.make_sure)
    own.stop()
    own.start(second)
    expect(old.get_by_test_id("outdated")).to_be_visible(
        timeout=PATIENCE
    )  # its connection comes back to another server
    idle.get_by_role("link", name="About").click()  # what it has kept is of its own version, what it asks is refused
    expect(idle.get_by_test_id("outdated")).to_be_visible()
    assert MARK not in heading(idle)
    assert _versions(idle) == first_version
    idle.get_by_role("button", name="Reload").click()
    expect(idle.locator("main h1").first).to_contain_text(MARK)
    new_version = _versions(idle)
    assert len(new_version) == 1
    assert new_version != first_version
    wait_until(idle, f"() => navigator.serviceWorker.controller?.scriptURL.includes('{next(iter(new_version))}')")
    wait_until(idle, f"async () => (await caches.keys()).join() === 'pitbook-{next(iter(new_version))}'")
    own.stop()
    idle.goto("/about")  # what is kept now is the new version, as a whole
    expect(idle.get_by_test_id("alone")).to_be_visible()
    assert MARK in heading(idle)
    assert _versions(idle) == new_version
    own.start()
    idle.goto("/about")
    expect(idle.get_by_test_id("alone")).to_have_count(0)
    expect(idle.locator("main h1").first).not_to_contain_text(MARK)
    assert _versions(idle) == first_version


def _versions(page: Page) -> set[str]:
    """The versions of everything that the page has loaded."""
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    return {found[1] for name in loaded if (found := re.search("/shell/([0-9a-f]+)/", name))}
