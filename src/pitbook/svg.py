"""SVG as text: elements, with their style in presentation attributes, as a strict content security policy requires."""

from html import escape
from typing import Final

NAMESPACE: Final = "http://www.w3.org/2000/svg"


def number(value: float) -> str:
    """A coordinate, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def start_tag(tag: str, **attributes: str | float | None) -> str:
    """The start tag of an element: `class_` is written `class`, `font_size` `font-size`, and None is left out."""
    return f"<{tag}{_written(attributes)}>"


def element(tag: str, content: str | None = None, **attributes: str | float | None) -> str:
    """An element, empty or with markup as its content: words have to be escaped before."""
    end = "/>" if content is None else f">{content}</{tag}>"
    return f"<{tag}{_written(attributes)}{end}"


def _written(attributes: dict[str, str | float | None]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value if isinstance(value, str) else number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
