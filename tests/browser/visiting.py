"""People with a browser: each has a profile without a past, and everything that goes wrong on their pages is kept."""

import json
import os
import re
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebError, WebSocket

from browser.serving import Server
from pitbook.rulebooks import book_ids
from pitbook.web.live.patches import patched

PATIENCE = 60_000
"""How long to wait for what should come at once, in milliseconds: a busy machine only makes a test slow."""
SIZES: "dict[Size, tuple[int, int]]" = {"wide": (1280, 800), "tablet": (834, 1194), "phone": (390, 844)}
Size = Literal["wide", "tablet", "phone"]
PICTURES = os.environ.get("PITBOOK_PICTURES")
"""The folder in which to keep pictures of the pages; without it there are none."""
HOLDEM = ("md-heads-up-holdem", "ma-heads-up-holdem", "galaxy-heads-up-holdem")
FOUR_CARD = "md-four-card-poker"
BOOKS = book_ids()
"""Every book that comes with Pitbook."""
LOST = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET"
"""What a browser notes when a server is gone."""
NO_WORKERS = "Service Worker registration blocked by Playwright"


_WAIT = """([condition, arg, patience]) => new Promise((done, fail) => {
  const holds = CONDITION;
  const until = performance.now() + patience;
  const look = () => {
    if (holds(arg)) done();
    else if (performance.now() > until) fail(new Error(`waited in vain: ${condition}`));
    else setTimeout(look, 20);
  };
  look();
})"""


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until a function holds in a page.

    The page's policy forbids Playwright's own `wait_for_function`, which evaluates text again at each look.
    """
    page.evaluate(_WAIT.replace("CONDITION", condition), [condition, arg, PATIENCE])


class Profiles:
    """Profiles of one browser: whoever comes gets one that somebody left, without what they stored, or a new one.

    Starting a profile and compiling every script in it again costs more than most visits.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._left: dict[tuple[Size, bool], list[BrowserContext]] = {}

    def take(self, size: Size, *, motion: bool, fresh: bool) -> BrowserContext:
        left = [] if fresh else self._left.get((size, motion), [])
        return left.pop() if left else self.new(size, motion=motion)

    def new(self, size: Size, *, motion: bool, address: str = "", keeps: bool = False) -> BrowserContext:
        """A profile of its own; its browser keeps the shell only if asked to, since that loads every file of it."""
        wide, high = SIZES[size]
        touched = size != "wide"
        found = self._browser.new_context(
            base_url=address or self._address,
            service_workers="allow" if keeps else "block",
            viewport={"width": wide, "height": high},
            has_touch=touched,
            is_mobile=touched,
            color_scheme="dark",
            reduced_motion="no-preference" if motion else "reduce",
        )
        found.set_default_timeout(PATIENCE)
        found.new_page()
        return found

    def leave(self, context: BrowserContext, size: Size, *, motion: bool) -> None:
        """Close every page but the first, which stays with its process, and forget everything but the cache."""
        first, *others = context.pages
        for page in others:
            page.close()
        first.unroute_all()
        first.goto(f"{self._address}/icon.svg")
        first.evaluate("localStorage.clear(), sessionStorage.clear()")
        context.clear_cookies()
        self._left.setdefault((size, motion), []).append(context)


class Visitor:
    """Somebody with a profile of their own, and one page open in it.

    A fresh profile, which nobody had before and nobody gets afterwards, is for tests that change the profile itself.
    """

    def __init__(
        self, profiles: Profiles, server: Server, size: Size = "wide", *, motion: bool = False, fresh: bool = False
    ) -> None:
        self._profiles = profiles
        self._motion = motion
        self._fresh = fresh
        self.server = server
        self.size = size
        self.theme = "dark"
        self.context = profiles.take(size, motion=motion, fresh=fresh)
        self.wrong: list[str] = []
        """Errors that the pages noted: there must be none that was not expected."""
        self.expected: list[str] = []
        self.received: list[str] = []
        """Every message of a live connection."""
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.page = self._first = self.context.pages[0]
        self._first.on("websocket", self._connected)

    def leave(self) -> None:
        """Close every page, and leave the profile to somebody else."""
        if self._fresh:
            self.context.close()
            return
        self._first.remove_listener("websocket", self._connected)
        self.context.remove_listener("console", self._said)
        self.context.remove_listener("weberror", self._failed)
        self._profiles.leave(self.context, self.size, motion=self._motion)

    def turn_to_a_new_page(self) -> None:
        """Go on in a page that nobody gets afterwards: for tests that change its window, its sockets or its scripts."""
        self.page = self.open()

    def open(self) -> Page:
        """Another page of the same person."""
        page = self.context.new_page()
        page.on("websocket", self._connected)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != NO_WORKERS:
            self.wrong.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, error: WebError) -> None:
        self.wrong.append(f"uncaught: {error.error}")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.received.append(str(text)))

    @property
    def problems(self) -> list[str]:
        """What went wrong and was not expected to."""
        return [one for one in self.wrong if not any(re.search(pattern, one) for pattern in self.expected)]

    def at(self, testid: str, page: Page | None = None) -> Locator:
        return (page or self.page).get_by_test_id(testid)

    def press(self, testid: str) -> None:
        """Click, or tap where there is no mouse."""
        found = self.at(testid)
        if self.size != "wide":
            found.tap()
        else:
            found.click()

    def send(self, path: str, **body: Any) -> Any:
        """What the server answers to this person before any page of it is open."""
        answer = self.context.request.post(path, data=body, headers={"Origin": self.server.address})
        assert answer.ok, answer.text()
        return answer.json()

    def fetch(self, path: str, body: Any = None) -> Any:
        """What the page itself would get from the server, with the status."""
        return self.page.evaluate(
            """async ([path, body]) => {
                const asked = body === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" },
                  body: JSON.stringify(body) };
                const answer = await fetch(path, asked);
                return [answer.status, await answer.json()];
            }""",
            [path, body],
        )

    def get(self, path: str) -> Any:
        status, found = self.fetch(path)
        assert status == 200, found
        return found

    def do(self, table: str, **command: Any) -> None:
        """A command that has to be carried out."""
        status, found = self.fetch(f"/api/tables/{table}/commands", command)
        assert status == 200, found

    def view(self, table: str, role: str = "player") -> Any:
        return self.get(f"/api/tables/{table}?as={role}")

    def views_received(self) -> list[Any]:
        """Every view that a live connection brought."""
        views: list[Any] = []
        for message in map(json.loads, self.received):
            if message["type"] == "view":
                views.append(message["view"])
            elif message["type"] == "patch":
                views.append(patched(views[-1], message["patch"]))
        return views

    def cards_in(self, testid: str) -> list[str]:
        """The cards that lie face up there."""
        found = self.at(testid).locator("[data-card]")
        return [card.get_attribute("data-card") or "" for card in found.all()]

    def picture(self, name: str) -> None:
        """Keep a picture of the page as it is, to be looked at, where a folder for them is named."""
        if PICTURES:
            self.page.screenshot(path=Path(PICTURES) / f"{name}-{self.size}.png")

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        found: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return found


def cents(shown: str) -> int:
    """An amount as pages show it, "1,234.50" or "−5.00", in cents."""
    clean = shown.strip().replace(",", "").replace("\u2212", "-").replace("+", "").replace("$", "")
    assert re.fullmatch(r"-?\d+\.\d\d", clean), shown
    return int(clean.replace(".", ""))


def as_shown(sentence: str) -> str:
    """A sentence of the server, with the minus and the percent sign of the pages."""
    return re.sub(r"(?<![\w-])-(?=\d)", "\u2212", sentence).replace(" %", "\u00a0%")
