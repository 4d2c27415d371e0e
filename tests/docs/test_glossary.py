"""The glossary: its clauses exist, and every code term is defined where it says."""

import re
from importlib import import_module

import pytest

from docs.snippets import ROOT
from pitbook.rulebooks import register

BOOKS = {"H": "md-heads-up-holdem", "F": "md-four-card-poker"}
TEXT = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
GAME, CODE = (part.splitlines() for part in TEXT.split("## Words of the code"))


def _rows(lines: list[str]) -> list[list[str]]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [row for row in cells if row[0] not in ("term", "---")]


def _code_terms() -> list[tuple[str, str]]:
    """Every name of the second table, each with the module that is named for it; several names may share one."""
    found: list[tuple[str, str]] = []
    for names, _, where in _rows(CODE):
        terms, modules = re.findall(r"`(\w+)`", names), re.findall(r"`([\w.]+)`", where)
        assert len(modules) in (1, len(terms)), names
        found += zip(terms, modules * (len(terms) // len(modules)), strict=True)
    return found


def test_the_words_of_the_game_cite_clauses_of_the_books() -> None:
    rows = _rows(GAME)
    assert len(rows) > 30
    known = {letter: {clause.id for clause in register(book)} for letter, book in BOOKS.items()}
    for term, _, cited in rows:
        for citation in cited.split(", "):
            letter, clause = citation.split(" ")
            assert clause in known[letter], f"{term}: {citation}"


def test_terms_are_in_order_and_unique() -> None:
    terms = [row[0] for row in _rows(GAME)]
    assert terms == sorted(set(terms), key=str.lower)


@pytest.mark.parametrize(("term", "module"), _code_terms())
def test_a_code_term_is_defined_where_the_glossary_says(term: str, module: str) -> None:
    found = getattr(import_module(module), term)
    assert found.__module__ == module


def test_the_terms_are_found() -> None:
    assert ("HouseRules", "pitbook.submission.house_rules") in _code_terms()
    assert len(_code_terms()) > 20
