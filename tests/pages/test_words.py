"""No text of the pages stands outside the catalogue, and every phrase of it is used."""

import re

import pytest

from pages.modules import PAGES, literals, modules, texts_outside
from pitbook.rulebooks import book_ids, load_book

ENGLISH = ("en.js", "proof.js")
"""English, and what the verifier has of it."""
KEY = re.compile(r'^ {2}"([a-z_]+\.[a-z0-9_]+)":', re.MULTILINE)


def test_every_phrase_of_the_catalogue_is_used() -> None:
    used = {text for path in modules() for text in literals(path.read_text("utf-8"))}
    keys = [key for name in ENGLISH for key in KEY.findall((PAGES / "words" / name).read_text("utf-8"))]
    assert [key for key in keys if key not in used] == []


def test_no_text_stands_outside_the_catalogue() -> None:
    outside = {path.relative_to(PAGES).as_posix(): texts_outside(path.read_text("utf-8")) for path in modules()}
    assert {name: texts for name, texts in outside.items() if texts} == {}


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("html`<p class='x'>Deal</p>`", ["Deal"]),
        ("html`<p>${say('a.b')}</p>`", []),
        ("html`<p>${count} cards</p>`", ["cards"]),
        ("html`<b aria-label='Close it'>✕</b>`", ["Close it"]),
        ('html`<b aria-label="Seat ${seat}" data-x="a b">§ ${seat}</b>`', ["Seat "]),
        ("html`<b title=${say('x.y')} class=\"primary big\">1</b>`", []),
        ("const x = done ? 'Try again' : '';", ["Try again"]),
        ("const x = `Worth ${value} antes.`;", ["Worth ", " antes."]),
        ("// Comments may say anything.\nimport { a } from './b.js';", []),
        ("throw new Error('no good');", ["no good"]),
        ("html`${ok && html`<i>Right</i>`}`", ["Right"]),
        ("const at = /a b/.test(x) ? 'x' : 'y';", []),
        ("const label = { slow: 'Slow' };", ["Slow"]),
    ],
)
def test_what_counts_as_text(script: str, found: list[str]) -> None:
    assert texts_outside(script) == found


BANNED = re.compile(r"reckon|in the mean\\b|win below|what may be done|they play|come to nothing", re.IGNORECASE)
"""What nobody says at a table."""


def test_words_are_those_that_people_use() -> None:
    spoken = [PAGES / "words" / name for name in ENGLISH] + [PAGES.parent / "words" / "es.toml"]
    found = [line for path in spoken for line in path.read_text("utf-8").splitlines() if BANNED.search(line)]
    assert found == []


COMMON = frozenset({"ante", "fold", "check", "play", "progressive", "envy"})
"""Words of every table, which the pages may know by name."""


def _names_of_books() -> set[str]:
    """Books, wagers, tables and actions, as identifiers and as titles."""
    names: set[str] = set()
    for book in map(load_book, book_ids()):
        names |= {book.id, book.title}
        names |= {name for wager in book.wagers for name in (wager.name, wager.title)}
        names |= {name for kind in book.paytables for name in (kind.name, kind.title)}
        names |= {
            name for street in book.flow.streets for action in street.actions for name in (action, action.split("_")[0])
        }
    return {name.lower() for name in names} - COMMON


def test_no_script_names_a_game_or_a_wager() -> None:
    names = _names_of_books()
    assert {"trips_plus", "pocket bonus", "md-four-card-poker", "raise"} <= names
    said = [(path.name, text) for path in modules() for text in literals(path.read_text("utf-8"))]
    assert [(module, text) for module, text in said if text.lower() in names] == []
