"""Maryland, Four Card Poker: chapters, then A / (1) / (a) / (i), then (1) again for the meters of a table."""

from .nesting import Style, chapters, markers, outline

STYLES = (Style.UPPER, Style.ARABIC, Style.LOWER, Style.ROMAN, Style.ARABIC)


def clause_ids(text: str) -> list[str]:
    """Every clause, such as `12.D(3)(b)(iv)(1)`; here each one starts a line of its own."""
    return [f"{chapter}.{name}" for chapter, body in chapters(text) for name in outline(markers(body), STYLES)]
