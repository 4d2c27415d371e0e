"""The architecture page and its map: every room is on them, and everything they name exists."""

import re
from pathlib import Path

import pytest

import draw_rooms
from docs.snippets import ROOT

PAGES = ("docs/architecture.md", "docs/decisions.md", "CONTRIBUTING.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
SOURCE = ROOT / "src" / "pitbook"
ROOMS = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
MODULES = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__", "selfcheck", "warm"}


def _has_source(module: str) -> bool:
    path = ROOT / "src" / Path(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_is_named_exists(page: str) -> None:
    named = set(re.findall(r"`(pitbook(?:\.\w+)+)`", TEXTS[page]))
    assert named
    assert {name for name in named if not _has_source(name)} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_exists(page: str) -> None:
    named = set(re.findall(r"`((?:src|tests|tools|docs|benchmarks|locks)/[\w./-]+)`", TEXTS[page]))
    assert {name for name in named if not (ROOT / name).exists()} == set()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("settlement/pay.py", "def earnings("),
        ("settlement/pay.py", "def winnings("),
        ("settlement/compile.py", "def compile_main("),
        ("settlement/compile.py", "def compile_side("),
        ("table/commands.py", "class Decide("),
        ("table/commands.py", "class Report("),
        ("table/events.py", "class Decided("),
        ("table/events.py", "class RoundVoided("),
    ],
)
def test_what_the_walks_name_is_where_they_say(module: str, name: str) -> None:
    word = re.findall(r"\w+", name)[1]
    assert f"`{word}`" in TEXTS["docs/architecture.md"]
    assert name in (SOURCE / module).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "name"),
    [("rulebooks/cases.py", "deciding"), ("rulebooks/cases.py", "holds"), ("rulebooks/hand_names.py", "name_of")],
)
def test_what_decides_a_payout_is_where_contributing_says(module: str, name: str) -> None:
    assert f"`{name}`" in TEXTS["CONTRIBUTING.md"]
    assert f"def {name}(" in (SOURCE / module).read_text(encoding="utf-8")


def test_the_number_of_the_walk_is_the_book_s() -> None:
    (row,) = re.findall(r"`(\{ hand = \"flush\".*?\})`", TEXTS["docs/architecture.md"])
    book = SOURCE / "rulebooks" / "books" / "md-heads-up-holdem"
    assert row in (book / "paytables.toml").read_text(encoding="utf-8")
    assert 'name = "dealer_card_exposed"' in (book / "procedures.toml").read_text(encoding="utf-8")


def test_every_room_is_on_the_map_and_in_the_table() -> None:
    assert draw_rooms.rooms() == ROOMS | MODULES
    assert {room for room in ROOMS if f"| `pitbook.{room}` |" not in TEXTS["docs/architecture.md"]} == set()


def test_the_map_is_the_drawn_one() -> None:
    assert draw_rooms.TARGET.read_text(encoding="utf-8") == draw_rooms.picture()
