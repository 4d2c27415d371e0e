"""The documentation site: complete, without broken links, and without anything from another server."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from docs.snippets import ROOT
from pitbook import __version__
from pitbook.cli import COMMANDS, GROUPS
from reference_pages import commands, events

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
PATIENCE = 600
OUTSIDE = re.compile(r"https?://(?!www\.w3\.org/)\w|[\"'(]//\w")


def _text(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def _anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", _text(page), re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def test_every_page_is_in_the_menu_once() -> None:
    listed = Counter(re.findall(r"([\w/-]+\.md)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == Counter(page.relative_to(DOCS).as_posix() for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_lead_somewhere_and_not_outside(page: Path) -> None:
    text = _text(page)
    assert text.startswith("# "), "a page begins with its title"
    for target in LINK.findall(text):
        file, _, anchor = target.partition("#")
        assert ":" not in target, f"{target}: outside addresses are plain text"
        other = (page.parent / file).resolve() if file else page
        assert other.is_file(), f"{target} is not there"
        assert not anchor or anchor in _anchors(other), f"{target}: no such title"


def test_links_of_the_pages_in_the_root_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in LINK.findall((ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / target.partition("#")[0]).is_file(), f"{name}: {target} is not there"


def test_the_reference_has_every_command_and_every_event() -> None:
    text = commands()
    named = set(re.findall(r"^#+ pitbook (.+)$", text, re.MULTILINE))
    assert {*COMMANDS, *GROUPS} <= named
    assert {"rulebooks show", "submission check", "witness serve"} <= named
    assert "| `--paytable NAME=ID` |" in text
    assert "| `round_opened` | 1 | `round`" in events()
    assert "| `meter_opened` | 1 | `meter`" in events()


def test_the_changelog_begins_with_what_is_unreleased_and_then_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changes, re.MULTILINE)[:2] == ["Unreleased", __version__]


class _Addresses(HTMLParser):
    """Collects what a page loads or links to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "srcset", "action", "content")]


def outside(file: Path) -> list[str]:
    """The addresses of other servers in a file of the site: links and sources in pages, anything elsewhere."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".html":
        return [text[match.start() : match.start() + 60] for match in OUTSIDE.finditer(text)]
    reader = _Addresses()
    reader.feed(text)
    return [address for address in reader.found if re.match(r"\w+:|//", address)]


def _files(site: Path) -> Iterator[Path]:
    kinds = {".html", ".js", ".css", ".svg"}
    return (file for file in sorted(site.rglob("*")) if file.suffix in kinds)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.html", '<a href="b.html"><img src="c.png">https://example.org</a>', 0),
        ("a.html", '<a href="https://example.org">', 1),
        ("a.html", '<script src="//example.org/a.js">', 1),
        ("a.css", 'a{background:url("//example.org/a.png")}', 1),
        ("a.js", 'f("https://example.org/");g("http://www.w3.org/2000/svg")', 1),
    ],
)
def test_an_outside_address_is_found(name: str, text: str, found: int, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(outside(tmp_path / name)) == found


@pytest.mark.prove
def test_the_site_is_built_and_has_no_outside_address(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    files = list(_files(tmp_path))
    assert {page.relative_to(DOCS).with_suffix(".html") for page in PAGES} <= {
        file.relative_to(tmp_path) for file in files
    }
    assert {file.relative_to(tmp_path): found for file in files if (found := outside(file))} == {}
