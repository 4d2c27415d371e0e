"""Massachusetts, Heads-Up Hold'em: sections, then (a) / (1) / (i); terms, paytables, a last paragraph."""

import re
from collections.abc import Iterator

from .nesting import Style, markers, outline

STYLES = (Style.LOWER, Style.ARABIC, Style.ROMAN)

_SECTION = re.compile(r"^#+ \**(\d+)\. .*$", re.MULTILINE)
_DEFINITION = re.compile(r"^[“\"]\*([^*]+)\*[”\"]", re.MULTILINE)
_TABLE_HEAD = re.compile(r"^(?:<b>)?Hand(?:</b>)?\t.*$", re.MULTILINE)
_PAYTABLE = re.compile(r"Paytable ([A-Z])")


def clause_ids(text: str) -> list[str]:
    """Every clause: `1 raise wager(a)`, `4(c)(1)(ii)`, `11(g) B` for a paytable, and `12.end`."""
    ids: list[str] = []
    for section, body in _parts(_SECTION, text):
        terms = list(_parts(_DEFINITION, body))
        if terms:
            for term, definition in terms:
                ids.extend(_clauses(f"{section} {term.lower()}", definition, own_text=True))
        else:
            ids.extend(_clauses(section, body))
    return ids


def _parts(heading: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    """What each heading names, with the text up to the next one."""
    pieces = heading.split(text)
    return zip(pieces[1::2], pieces[2::2], strict=True)


def _clauses(prefix: str, body: str, *, own_text: bool = False) -> Iterator[str]:
    if own_text:
        yield prefix
    tables = {len(markers(body[: head.start()])): head[0] for head in _TABLE_HEAD.finditer(body)}
    for count, name in enumerate(outline(markers(body), STYLES), start=1):
        yield prefix + name
        for letter in _PAYTABLE.findall(tables.get(count, "")):
            yield f"{prefix}{name} {letter}"
    if not own_text and _ends_unnumbered(body):
        yield f"{prefix}.end"


def _ends_unnumbered(body: str) -> bool:
    """Whether the last paragraph is no clause of a list and not the rest of one that a page break cut off."""
    before, _, last = body.strip().rpartition("\n\n")
    return before.rstrip().endswith(".") and not markers(last) and "\t" not in last
