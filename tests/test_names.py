"""Names and words of the source: each class name is defined once, and nothing reads like a riddle."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from pathlib import Path

import pytest

import pitbook

PACKAGE = Path(pitbook.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
TEXTS = sorted(path for path in (PACKAGE / "rulebooks").rglob("*.toml") if path.parent.name != "words")
"""The texts of books; folders called words hold translations."""
FORMS = re.compile(r"web/responses/|(?:.*/)?documents\.py")
"""Where the JSON forms of things are."""
JSON_FORMS = {
    *("Advice", "BettingArea", "CardArea", "Clause", "Draw", "Lesson", "Outlook", "PaySchedule", "PostedLimit"),
    *("Replayed", "RoundsPage", "Sentence", "SessionEntry", "ShownText", "Sign", "SignLine", "StartingHand"),
    *("StartingHands", "Term"),
}
"""Models of JSON answers that have the name of the class whose JSON form they are."""
ALLOWED = {
    "Street": "in odds a protocol: the part of a book's street that the hold'em kernels need",
    "Record": "in the pit the file; in the simulator the course of a block",
}
"""Other class names that are defined twice on purpose, and why."""
RIDDLES = re.compile(
    r"\b(reckon\w*|hence|thereof|whereby|in the mean|go(es)? on|gone on|comes? to|all the same|one's own|hung up"
    r"|at the most|the own|in vain)\b",
    re.IGNORECASE,
)
UNCLEAR = {"kept", "keys", "most", "tails", "holding", "reading", "giving", "asking", "telling", "chronicle"} | {
    "Who", "Told", "Deed", "Happened", "Seen", "Around", "Arrangement", "Desk", "House", "Reckoning",
}  # fmt: skip
WORDS = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
"""The tokens with words; from Python 3.12 on, the text of an f-string is a token of its own."""
STORED = {'"the game goes on with one deck"'}
"""Sentences that are part of stored events: records have them, so they stay as they are."""
COMMANDS = {"cli/keys.py"}
"""Modules that have the name of their command."""


def repeated_classes(sources: dict[str, str]) -> dict[str, list[str]]:
    """The class names that several modules define, with these modules."""
    found = defaultdict(list)
    for module, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    return {name: modules for name, modules in found.items() if len(modules) > 1}


def riddles(text: str) -> list[str]:
    """The forbidden words in docstrings, messages and comments, with their lines; a single word is a stored name."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [
        f"{token.start[0]}: {found[0]}"
        for token in tokens
        if token.type in WORDS and " " in token.string and token.string not in STORED
        for found in RIDDLES.finditer(token.string)
    ]


def riddles_in_toml(text: str) -> list[str]:
    """The forbidden words in the texts of a TOML file; a chip that goes on its area is none."""
    plain = re.sub(r"\bgoes on (top|its|the player's)\b", "", text)
    return [found[0] for found in RIDDLES.finditer(plain)]


def unclear_names(module: str, text: str) -> list[str]:
    """The forbidden names of the module, its classes and its functions."""
    defined = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    names = [Path(module).stem, *(node.name for node in ast.parse(text).body if isinstance(node, defined))]
    return [name for name in names if name in UNCLEAR or RIDDLES.search(name.replace("_", " "))]


def test_class_names_are_defined_once() -> None:
    repeated = repeated_classes(SOURCES)
    assert repeated.keys() == JSON_FORMS | ALLOWED.keys()
    assert {name for name, modules in repeated.items() if len(modules) > 2} == set()
    assert {name for name in JSON_FORMS if sum(FORMS.match(one) is not None for one in repeated[name]) != 1} == set()


def test_words_are_plain() -> None:
    assert {module: found for module, text in SOURCES.items() if (found := riddles(text))} == {}


def test_names_are_clear() -> None:
    named = {module: unclear_names(module, text) for module, text in SOURCES.items() if module not in COMMANDS}
    assert {module: found for module, found in named.items() if found} == {}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_texts_of_books_are_plain(path: Path) -> None:
    assert riddles_in_toml(path.read_text(encoding="utf-8")) == []


def test_the_searches_find_what_they_look_for() -> None:
    assert repeated_classes({"a.py": "class One: pass", "b.py": "def one():\n    class One: pass"}) == {
        "One": ["a.py", "b.py"]
    }
    assert riddles('"""It goes on."""\nx = f"in the mean {1}"  # Reckoned.') == [
        "1: goes on",
        "2: in the mean",
        "2: Reckoned",
    ]
    assert riddles_in_toml('says = "A chip goes on its area. Play goes on all the same."') == [
        "goes on",
        "all the same",
    ]
    assert unclear_names("web/giving.py", "class Who: pass\ndef goes_on(): pass") == ["giving", "Who", "goes_on"]
