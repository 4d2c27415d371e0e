"""The PDF: identity, approval and page number on every page, and the same words as the page."""

from dataclasses import replace
from functools import cache

import pytest

from odds.par.sheets import FOUR, MD, TARGETS, approved, card, pdf_pages, result, sheet, solution
from pitbook.odds.paper.par.build import build_sheet
from pitbook.odds.paper.par.pdf import pdf_bytes
from pitbook.odds.solution import Solution


def pages_of(solved: Solution) -> list[str]:
    return pdf_pages(pdf_bytes(build_sheet(solved, card(FOUR)), compressed=False))


@cache
def uncompressed(target: str) -> list[str]:
    return pdf_pages(pdf_bytes(sheet(target), compressed=False))


def stock_pages() -> list[str]:
    """The pages of hold'em, which nobody has approved."""
    return uncompressed(MD)


def test_every_page_has_identity_approval_and_number() -> None:
    pages = pages_of(approved())
    assert len(pages) > 5
    for place, words in enumerate(pages, 1):
        assert "PAR sheet · Four Card Poker (Maryland) · Pitbook House" in words
        assert words.count("approved 2026-01-31") >= 2
        assert "not approved" not in words
        assert f"md-four-card-poker · house rules {approved().rules.digest[:16]}" in words
        assert f"page {place} of {len(pages)}" in words.replace("\n", "")


@pytest.mark.prove
def test_a_sheet_without_approval_says_so_on_every_page() -> None:
    pages = stock_pages()
    assert all("not approved" in words for words in pages)
    text = "\n".join(pages)
    assert str(result(MD).house_edge) in text
    assert f"{result(MD).deals:,}" in text
    assert solution(MD).rules.digest in text
    for net, deals in result(MD).net.items():
        assert f"{deals:,}" in text, net


def test_the_charts_are_drawn_with_their_words() -> None:
    text = "\n".join(stock_pages())
    for words in ("AKs", "72o", "raise 3 times the ante", "95 % band", "expected return", "one in 8.9"):
        assert words in text


@pytest.mark.prove
def test_equal_sheets_give_equal_files() -> None:
    first = pdf_bytes(sheet(FOUR))
    assert first.startswith(b"%PDF-")
    assert pdf_bytes(sheet(FOUR)) == first


@pytest.mark.parametrize(
    "target", [pytest.param(one, marks=() if one in (FOUR, MD) else pytest.mark.prove) for one in TARGETS]
)
def test_no_page_has_only_the_end_of_the_notes(target: str) -> None:
    """The notes on method are words alone, and stay together."""
    pages = uncompressed(target)
    assert "Notes on method" in pages[-1]
    assert "the digest changes" in pages[-1]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Łódź Königsberg Αθήνα", "Łódź Königsberg Αθήνα"),
        ("x" * 3000, "xxx…"),
        ("\n\t\0 (\\) {nb}", "\\n\\t\\x00 (\\) {nb}"),
        ("澳門 🎲", "\\u6fb3\\u9580 \\U0001f3b2"),
    ],
)
@pytest.mark.parametrize("sections", [4, pytest.param(None, marks=pytest.mark.prove)], ids=["first", "all"])
def test_any_name_of_a_house_can_be_printed(name: str, shown: str, sections: int | None) -> None:
    """On each page; the first sections of a sheet have several."""
    whole = build_sheet(approved(name), card(FOUR))
    pages = pdf_pages(pdf_bytes(replace(whole, sections=whole.sections[:sections]), compressed=False))
    assert len(pages) > 1
    assert all(shown in words for words in pages)
