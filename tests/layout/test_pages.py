"""The pages to print: complete, safe under a strict policy, and true for any book of the family."""

import re

import pytest

from layout.reading import STYLE, drawing, schedules_on_felt, sign_sections, wagers_at, written
from pitbook.layout import felt_of, layout_page, sign_page
from pitbook.rulebooks import load_book
from pitbook.rulebooks.pays import Nothing
from pitbook.submission import HouseRules, load_target
from submission.edits import BOOKS, FOUR

UTH = "ultimate-texas-holdem"


@pytest.mark.parametrize("book", [*BOOKS, UTH])
def test_pages_have_no_scripts_styles_or_handlers_of_their_own(book: str) -> None:
    rules = load_target(book)
    for page in (sign_page(rules, STYLE), layout_page(rules, STYLE)):
        assert not re.search(
            r"<(script|style|iframe|object)\b|\sstyle=|\son[a-z]+=|javascript:|https?://(?!www\.w3)", page
        )
        assert f"<link rel='stylesheet' href='{STYLE}'>" in page
        assert rules.house_name in page
        assert "Not approved: a draft" in page
        assert "a simulator and trainer, not a gaming device" in page


@pytest.mark.parametrize("book", BOOKS)
def test_every_table_of_every_book_stands_on_the_sign_row_by_row(book: str) -> None:
    """No choice that an operator has leaves the sign behind."""
    for kind in load_book(book).paytables:
        for table in kind.tables:
            if kind.default_from:
                rules = load_target(book, [(kind.default_from, table.id)])
            else:
                rules = load_target(book, [(kind.name, table.id)])
            beside = ", five cards" if book == FOUR and table.evaluates == "five_cards" else ""
            rows = [
                (row.hand.replace("_", " ") + beside, str(row.pays))
                for row in table.rows
                if not isinstance(row.pays, Nothing)
            ]
            assert sign_sections(rules)[kind.title][: len(rows)] == rows, (kind.name, table.id)


@pytest.mark.parametrize("book", [*BOOKS, UTH])
def test_everything_on_offer_is_drawn_once_and_names_its_clauses(book: str) -> None:
    rules = load_target(book)
    felt = felt_of(rules)
    placed = [wager.name for wager in rules.wagers if not wager.is_bonus]
    for position in range(1, rules.positions + 1):
        assert sorted(wagers_at(rules, position)) == sorted(placed)
    assert rules.house_name in written(drawing(rules))
    assert {title for title, *_ in schedules_on_felt(rules)} == {one.title for one in felt.sign.schedules}
    if book in BOOKS:
        document = felt.as_json()
        parts = [part for name in ("areas", "cards", "inscriptions", "equipment") for part in document[name]]
        assert all(part["clauses"] for part in (*parts, *document["sign"]["schedules"]))


@pytest.mark.parametrize("book", [*BOOKS, UTH])
def test_nothing_that_is_drawn_overlaps_or_leaves_the_felt(book: str) -> None:
    boxes = list(_boxes(load_target(book)))
    for number, (name, left, top, right, bottom) in enumerate(boxes):
        assert left >= 20, name
        assert right <= 1580, name
        assert top >= 20, name
        assert bottom <= 1020, name
        for other, left_2, top_2, right_2, bottom_2 in boxes[number + 1 :]:
            apart = right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top
            assert apart, (name, other)


def _boxes(rules: HouseRules) -> list[tuple[str, float, float, float, float]]:
    """The boxes of areas, and those of the columns of odds from their outermost texts."""
    found = []
    for part in drawing(rules).iter():
        if part.get("data-wager") or part.get("stroke-dasharray"):
            name = part.get("data-wager") or "card"
            if part.tag.endswith("circle"):
                x, y, r = (float(part.attrib[key]) for key in ("cx", "cy", "r"))
                found.append((name, x - r, y - r, x + r, y + r))
            else:
                x, y, w, h = (float(part.attrib[key]) for key in ("x", "y", "width", "height"))
                found.append((name, x, y, x + w, y + h))
        elif schedule := part.get("data-schedule"):
            texts = [each for each in part if each.tag.endswith("text")]
            xs = [float(each.attrib["x"]) for each in texts]
            ys = [float(each.attrib["y"]) for each in texts]
            size = float(texts[0].attrib["font-size"])
            found.append((schedule, min(xs), min(ys) - size, max(xs), max(ys)))
    return found


def test_ultimate_texas_holdem_has_its_own_layout() -> None:
    """Its own wagers and odds, with no code that knows it."""
    rules = load_target(UTH)
    assert "Ante pushes if the dealer has less than a pair" in [note.text for note in felt_of(rules).sign.notes]
    assert sorted(wagers_at(rules, 1)) == ["ante", "blind", "play", "trips"]
