"""A table of one's own, shared by a link and a QR code that another program reads."""

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import sit_at_new, table_of
from browser.serving import NAME
from browser.visiting import Visitor

BOOK = "md-heads-up-holdem"
ZBAR = shutil.which("zbarimg")


def _share(person: Visitor) -> None:
    person.page.locator("#tab-table").click()
    person.press("invite")
    person.press("share")


def test_a_table_is_private_until_it_is_shared_and_says_what_changes(arrive: Arrive) -> None:
    """At localhost the page says that a link is of no use elsewhere, in place of a code."""
    ann, bob = arrive(), arrive("phone")
    table = sit_at_new(ann, BOOK)
    bob.page.goto("/")
    expect(bob.page.get_by_role("heading", name="Open tables")).to_be_visible()
    assert [one["table"] for one in bob.get("/api/tables")["tables"] if one["table"] == table] == []
    _share(ann)
    expect(ann.at("only-here")).to_contain_text("This server listens only on this machine")
    assert ann.at("qr").count() == 0
    link = ann.page.get_by_label("Link to the table").input_value()
    assert link == f"{ann.server.address}/table/{table}"
    ann.picture("table-invite-loopback")
    ann.page.get_by_role("button", name="Close").click()
    assert [one["table"] for one in bob.get("/api/tables")["tables"] if one["table"] == table] == [table]
    bob.page.goto(link)
    bob.press("sit-1")
    bob.page.get_by_role("dialog").get_by_label("Your name").fill("Bob")
    bob.press("confirm")
    expect(ann.at("company")).to_contain_text("Bob sat down. While others play here, the coach speaks only after the")
    expect(ann.page.locator("#announcer")).to_contain_text("Bob sat down.")
    ann.picture("table-company")
    bob.do(table, do="leave")
    expect(ann.at("company")).to_contain_text("You are alone at the table again.")


@pytest.mark.skipif(ZBAR is None, reason="zbarimg is not installed: apt-get install zbar-tools")
def test_the_code_in_the_page_is_the_link(arrive: Arrive, tmp_path: Path) -> None:
    ann = arrive(fresh=True)  # at another address, whose storage nobody clears
    ann.expected.append("Cross-Origin-Opener-Policy header has been ignored")  # no TLS
    ann.page.goto(f"http://{NAME}:{ann.server.port}/")
    ann.press(f"play-{BOOK}")
    expect(ann.at("deal")).to_be_visible()
    _share(ann)
    ann.at("qr").screenshot(path=tmp_path / "code.png")
    ann.picture("table-invite")
    assert ann.at("only-here").count() == 0
    read = subprocess.run(
        [ZBAR or "", "--quiet", "--raw", str(tmp_path / "code.png")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert read.stdout.strip() == f"http://{NAME}:{ann.server.port}/table/{table_of(ann)}", read.stderr
