"""One server, one browser for each worker; a profile without a past for each person; no page may note an error."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.serving import NAME, Server
from browser.visiting import PATIENCE, Profiles, Size, Visitor
from pitbook.audit import audit
from pitbook.pit import open_record

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
WITHOUT = (
    "AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose"
    " HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying"
    " OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning"
    " SpareRendererForSitePerProcess WebUIOmniboxAimPopup WebUIOmniboxPopup"
).split()
"""What a browser that nobody sits at does without.

The last three would start two processes for every profile: one in reserve, and one for the menu of an address bar. The
others are those that Playwright leaves out: a second list takes the place of its own.
"""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",
    f"--disable-features={','.join(WITHOUT)}",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
Arrive = Callable[..., Visitor]
Driven = tuple[Browser, asyncio.AbstractEventLoop]
"""A browser, and the event loop that drives it."""


@pytest.fixture(scope="session")
def server(_driven: Driven, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server, where there is a browser, whose record has to pass the audit when all tests are done."""
    found = Server(tmp_path_factory.mktemp("served") / "record.db")
    yield found
    assert "everything is in the record" in found.stop()
    store = open_record(found.record)
    try:
        assert audit(store).problems == ()
    finally:
        store.close()


@pytest.fixture(scope="session")
def _driven() -> Iterator[Driven]:
    """The system's Chromium, and the event loop that drives it."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        why = f"no Chromium here: none of {', '.join(CHROMIUM)} is installed"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched, loop
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture
def browser(_driven: Driven) -> Iterator[Browser]:
    """The browser. Between tests its loop does not count as running, or no other test could start one."""
    found, loop = _driven
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def profiles(_driven: Driven, server: Server) -> Profiles:
    return Profiles(_driven[0], server.address)


@pytest.fixture
def arrive(browser: Browser, profiles: Profiles, server: Server) -> Iterator[Arrive]:
    """Somebody new comes: `arrive("phone")`. At the end no page may have noted an error that was not expected."""
    people: list[Visitor] = []

    def come(size: Size = "wide", **how: Any) -> Visitor:
        people.append(Visitor(profiles, server, size, **how))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
