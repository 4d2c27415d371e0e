"""The modules of the pages, read as far as the tests of their words need: literals, templates and markup."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PAGES: Final = Path(__file__).parents[2] / "src" / "pitbook" / "web" / "pages"
_APART: Final = frozenset({"vendor", "docs", "verifier", "words", "types"})
"""Not of ours; the description of the API and the verifier, which are English; the catalogue itself."""
_SPOKEN: Final = frozenset({"title", "aria-label", "placeholder", "alt", "label", "aria-valuetext", "legend", "note"})
"""Attributes whose value people read or hear."""
_TOKEN: Final = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<template>`)
    |(?P<regex>(?<=[=(,:;!&|?{}\[\n\s])/(?![/*\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<close>\})|(?P<open>\{)""",
    re.VERBOSE | re.DOTALL,
)


class Literal(NamedTuple):
    """A string, or a template with its fixed parts; `tag` is what stands before a template, like html."""

    parts: tuple[str, ...]
    tag: str | None


def modules() -> list[Path]:
    """Every module whose words have to come from the catalogue."""
    found = sorted(PAGES.rglob("*.js"))
    return [path for path in found if path.relative_to(PAGES).parts[0] not in _APART]


def _scan(text: str, at: int, found: list[Literal], *, nested: bool) -> int:
    """Collect literals from `at` on; within a place of a template up to the brace that closes it."""
    depth = 0
    while match := _TOKEN.search(text, at):
        at = match.end()
        if match["string"]:
            found.append(Literal((match["string"][1:-1],), None))
        elif match["template"]:
            tag = re.search(r"(\w+)$", text[: match.start()])
            at = _template(text, at, found, tag[1] if tag else "")
        elif match["open"]:
            depth += 1
        elif match["close"]:
            if nested and depth == 0:
                return at
            depth -= 1
    return len(text)


def _template(text: str, at: int, found: list[Literal], tag: str) -> int:
    parts, start = [], at
    place = len(found)
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            parts.append(text[start:at])
            at = start = _scan(text, at + 2, found, nested=True)
        else:
            at += 1
    found.insert(place, Literal((*parts, text[start:at]), tag))
    return at + 1


def _all(text: str) -> list[Literal]:
    found: list[Literal] = []
    _scan(text, 0, found, nested=False)
    return found


def literals(text: str) -> Iterator[str]:
    """Every string constant of a module."""
    return (one.parts[0] for one in _all(text) if one.tag is None)


_HOLE: Final = "\0"


def _markup(parts: tuple[str, ...]) -> Iterator[str]:
    """Text and spoken attributes of a piece of markup."""
    whole = _HOLE.join(parts)
    for tag in re.findall(r"<[^>]*>", whole):
        for name, _, value in re.findall(r"""([\w-]+)=(["'])(.*?)\2""", tag, re.DOTALL):
            if name in _SPOKEN:
                yield from value.split(_HOLE)
    for piece in re.sub(r"<[^>]*>", _HOLE, whole).split(_HOLE):
        yield re.sub(r"\s+", " ", piece).strip()


def _is_text(text: str) -> bool:
    """Words for people: a capitalised word, or several words of which none is like a name of the code."""
    if re.fullmatch(r"[A-Z][a-z]+(?:['’]?[a-z]+)*[.!?:]?", text):
        return True
    return re.search(r"(?:^|[\s“(])[A-Za-z]{2,}[,:;.]?\s+[\w“$(]", text) is not None


_NO_WORDS: Final = frozenset(
    {
        "Pitbook",
        " · Pitbook",
        "English",
        "Arrow",
        "button, a, summary",
        "card ",
        "commit ",
        "reveal ",
        "area ",
        "px, ",
        "px ",
        "verified ",
        "spot ",
        "answer ",
        "chart ",
        "meter ",
        "stake ",
        "card back flying",
    }
)
"""The product, a language by its own name, keys, selectors and names of the code."""
_TECHNICAL: Final = re.compile(
    r"^(?:[\w-]+/[\w.+-]+.*|application/json|.*[=#(\[<>].*|use strict|(?:Arrow)?(?:Up|Down|Left|Right)"
    r"|Home|End|[2-9TJQKA][cdhs]|.*sans-serif|Enter|Escape|Esc|Accept|Accept-Language|Content-Type|POST|GET|DELETE|[AKQJT]|.*\bpx\b.*)$"
)


def texts_outside(text: str) -> list[str]:
    """Words for people that a module has in itself."""
    found = []
    for one in _all(text):
        if one.tag == "html":
            found += [piece for piece in _markup(one.parts) if re.search(r"[A-Za-zÁ-ú]{2,}", piece)]
        elif one.tag is None:
            piece = one.parts[0]
            found += [piece] if _is_text(piece) and not _TECHNICAL.match(piece) else []
        else:
            found += [piece for piece in one.parts if re.search(r"(?:^|\s)[A-Za-z]{2,}[,:;.]?(?:\s|$)", piece)]
    return [piece for piece in found if piece not in _NO_WORDS]
