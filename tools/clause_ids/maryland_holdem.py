"""Maryland, Heads-Up Hold'em: chapters, then A / (1) / (a) / (i). Chapter 12 has its D and E twice."""

from .nesting import Style, chapters, markers, outline

STYLES = (Style.UPPER, Style.ARABIC, Style.LOWER, Style.ROMAN)


def clause_ids(text: str) -> list[str]:
    """Every clause, such as `2.B(9)(a)`; one of the two scans runs its clauses together within a line."""
    return [
        f"{chapter}.{name}"
        for chapter, body in chapters(text)
        for name in outline(markers(body, anywhere=True), STYLES)
    ]
