"""Sentences of the server in another language: found by the English template that they were made from.

Everything behind the web speaks English, and the record is English. What a page is sent is translated on its way out:
`words/es.toml` has every English template with its places (`"seat {1:d} wagers {2}."`) and the Spanish for it, and each
book may have `words/es.toml` in its own folder for its titles and wagers. What stands in a place is translated in turn,
so a sentence may hold other sentences, lists and names. A test finds templates of the code that have no translation.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

LANGUAGES: Final = ("es",)
"""Besides English."""
_PLACE: Final = re.compile(r"\{(\d)(?::(\w+))?\}")
_SENTENCES: Final = re.compile(r"(?<=[.!?]) (?=[A-Z\d\"“])")
_LIST: Final = re.compile(r"(, and |, or | and | or |, |; | / )")
_PLAIN: Final = re.compile(r"[-+−$]?[\d,.:]+(?: ?%|x)?|[\w~'-]+")
"""Numbers, amounts and names, which are the same in every language."""
_STRONG: Final = 40
"""Templates of less weight are tried only after lists."""
_KINDS: Final[Mapping[str | None, str]] = {
    None: r".*?",
    "d": r"[\d,.]+",
    "m": r"\$?[\d,]+\.\d\d|\$[\d,]+",
    "s": r"(?:wins|ties|loses) .*?",
    "t": r"[A-Z0-9][\w'-]*(?: [A-Z0-9][\w'-]*)*",
    "w": r"[\w'-]+",
}
"""What a place of a template may hold: anything, a number, money, shares, a title, or one word."""


class Pattern(NamedTuple):
    """A template with places, and its translation."""

    english: re.Pattern[str]
    target: str
    start: str
    """The word that it begins with; empty if that is a place."""
    weight: int
    """How much of it is fixed text: of two templates that fit, the one with more is used."""
    sentences: int
    """How many sentences end inside it."""


class Translator:
    """One language: names, verbs, how lists are joined, contractions, whole sentences and templates."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.verbs = dict(tables["verbs"])
        self.names = dict(tables["names"])
        self._joints = dict(tables["joints"])
        self._contractions = dict(tables["contractions"])
        self._whole = {**self.names, **{key: text for key, text in tables["sentences"].items() if "{" not in key}}
        found = [_pattern(key, text) for key, text in tables["sentences"].items() if "{" in key]
        found.sort(key=lambda one: -one.weight)
        self._patterns = [one for one in found if one.weight >= _STRONG]
        self._weak = [one for one in found if one.weight < _STRONG]
        self._of = lru_cache(maxsize=20_000)(self._translated)

    def say(self, text: str) -> str:
        """A text in this language; an unknown text stays as it is."""
        return self._of(text) or text

    def knows(self, text: str) -> bool:
        """Whether this text can be translated with the catalogues."""
        return self._of(text) is not None

    def verb(self, text: str) -> str:
        """What somebody does: "Raise 3x"."""
        word, _, times = text.partition(" ")
        found = self.verbs.get(word.lower())
        if found is None:
            return self.say(text)
        found = found.capitalize() if word[:1].isupper() else found
        return f"{found} {times}" if times else found

    def _translated(self, text: str) -> str | None:
        """The text in this language; None if it is unknown."""
        bare = text.strip()
        if not bare:
            return None
        if bare != text:
            found = self._of(bare)
            return None if found is None else text.replace(bare, found, 1)
        strong = self._as_whole(text) or self._as_pattern(text, self._patterns)
        return strong or self._in_parts(text) or self._as_pattern(text, self._weak)

    def _as_whole(self, text: str) -> str | None:
        for one in (text, text[0].swapcase() + text[1:]):
            found = self._whole.get(one)
            if found is not None:
                return found if one == text else _first(found, upper=text[0].isupper())
            if one.endswith(".") and (found := self._whole.get(one[:-1])) is not None:
                return f"{found if one == text else _first(found, upper=text[0].isupper())}."
        return None

    def _as_pattern(self, text: str, patterns: Sequence[Pattern]) -> str | None:
        other = text[0].swapcase() + text[1:]
        starts = {text.split(" ", 1)[0], other.split(" ", 1)[0]}
        ends = len(_SENTENCES.findall(text))
        for one in patterns:
            if one.sentences != ends or (one.start and one.start not in starts):
                continue
            if (found := one.english.fullmatch(text)) is not None:
                return self._filled(one.target, found)
            if one.start and (found := one.english.fullmatch(other)) is not None:
                return _first(self._filled(one.target, found), upper=text[0].isupper())
        return None

    def _filled(self, target: str, found: re.Match[str]) -> str:
        def filled(place: re.Match[str]) -> str:
            value = found[f"p{place[1]}"]
            return self.verb(value) if place[2] == "verb" else self.say(value)

        said = _PLACE.sub(filled, target)
        for apart, together in self._contractions.items():
            said = said.replace(apart, together)
        return said

    def _in_parts(self, text: str) -> str | None:
        """Several sentences, or a list of things."""
        sentences = _SENTENCES.split(text)
        if len(sentences) > 1:
            found = [self._of(one) for one in sentences]
            return None if None in found else " ".join(map(str, found))
        parts = _LIST.split(text)
        if len(parts) == 1:
            return None
        things = [self._of(one) or (one if _PLAIN.fullmatch(one) else None) for one in parts[::2]]
        joints = [self._joints.get(one, one) for one in parts[1::2]]
        return (
            None
            if None in things
            else "".join(f"{thing}{joint}" for thing, joint in zip(things, [*joints, ""], strict=True))
        )


def _first(text: str, *, upper: bool) -> str:
    return (text[0].upper() if upper else text[0].lower()) + text[1:]


def _pattern(key: str, target: str) -> Pattern:
    parts = _PLACE.split(key)
    regex = re.escape(parts[0])
    for number, kind, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        regex += f"(?P<p{number}>{_KINDS[kind]}){re.escape(text)}"
    word = parts[0].split(" ", 1)[0] if " " in parts[0] else ""
    weight = 10 * sum(map(len, parts[::3])) + sum(kind is not None for kind in parts[2::3])
    return Pattern(re.compile(regex, re.DOTALL), target, word, weight, len(_SENTENCES.findall(_PLACE.sub("A", key))))


def _catalogues(language: str) -> Iterator[Mapping[str, Mapping[str, str]]]:
    """The catalogue of the server, and those of the books."""
    yield tomllib.loads((files("pitbook.web") / "words" / f"{language}.toml").read_text("utf-8"))
    books = files("pitbook.rulebooks") / "books"
    for book in sorted(books.iterdir(), key=lambda one: one.name):
        path = book / "words" / f"{language}.toml"
        if path.is_file():
            yield tomllib.loads(path.read_text("utf-8"))


@lru_cache(maxsize=len(LANGUAGES))
def language_of(name: str) -> Translator:
    """A language with all its catalogues."""
    tables: dict[str, dict[str, str]] = {kind: {} for kind in ("verbs", "names", "joints", "contractions", "sentences")}
    for catalogue in _catalogues(name):
        for kind, table in catalogue.items():
            tables[kind] |= table
    return Translator(tables)


def wanted(header: str) -> str | None:
    """The language that an `Accept-Language` header asks for; None for English or if there is no translation."""
    ranked: list[tuple[float, str]] = []
    for one in header.split(",")[:20]:
        tag, _, quality = one.partition(";q=")
        try:
            ranked.append((-float(quality or 1), tag.strip().split("-")[0].lower()))
        except ValueError:
            continue
    for _, tag in sorted(ranked, key=lambda one: one[0]):
        if tag == "en":
            return None
        if tag in LANGUAGES:
            return tag
    return None
