"""The layout as an SVG, styled only with presentation attributes, as a strict content security policy requires.

A page may give its classes other colours.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from pitbook.layout.felt import Felt
from pitbook.layout.plan import PRINTED, LayoutPlan, plan_of
from pitbook.layout.sheet import CARD_RATIO, Box, CardRow, LayoutSheet, Letters, WagerSpot, Zone

_INK, _GOLD, _RIM = "#efe6c8", "#f0cf74", "#4a2c17"
_FONT: Final = "system-ui, DejaVu Sans, Verdana, sans-serif"
_SERIF: Final = "Georgia, DejaVu Serif, serif"
_CLOTH: Final = (
    '<defs><radialGradient id="cloth" cx=".5" cy=".34" r=".72"><stop offset="0" stop-color="#1d6c4b"/>'
    '<stop offset=".58" stop-color="#17593d"/><stop offset="1" stop-color="#0f4530"/></radialGradient></defs>'
)


def felt_svg(felt: Felt, sheet: LayoutSheet = PRINTED) -> str:
    """The drawing: the dealer above, position 1 at the dealer's left, and so on clockwise."""
    plan = plan_of(felt, sheet)
    rim, outline = plan.rim, plan.outline
    words = "; ".join([felt.title, *(one.text for one in felt.inscriptions)])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" role="img" '
        f'font-family="{_FONT}">',
        f"<title>{escape(f'Layout: {felt.title}, {felt.house_name.text}')}</title><desc>{escape(words)}</desc>",
        _CLOTH,
        f'<path class="rim" d="{outline.path(0)}" fill="{_RIM}"/>'
        f'<path class="cloth" d="{outline.path(rim)}" fill="url(#cloth)"/>'
        f'<path class="piping" d="{outline.path(rim + 0.4 * rim)}" fill="none" stroke="{_GOLD}" stroke-opacity=".45" '
        f'stroke-width="{max(1.0, 0.12 * rim):.1f}"/>',
        f'<g class="ink" fill="{_INK}" stroke="none" text-anchor="middle">',
        *_rack(plan),
        *_house_cards(plan),
        *(_text(item) for item in plan.items if isinstance(item, Letters) and item.shows),
        *_schedules(plan),
    ]
    for position in plan.seats:
        parts += _position(plan, position)
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _text(letters: Letters) -> str:
    look = {
        "name": f' class="house" fill="{_GOLD}" font-family="{_SERIF}" letter-spacing=".04em"',
        "strong": ' font-weight="bold"',
    }.get(letters.look, "")
    anchor = "" if letters.anchor == "middle" else f' text-anchor="{letters.anchor}"'
    shows = f' data-shows="{escape(letters.shows)}"' if letters.shows else ""
    return (
        f'<text x="{letters.x:.1f}" y="{letters.y:.1f}" font-size="{letters.size:.4g}"{anchor}{look}{shows}>'
        f"{escape(letters.text)}</text>"
    )


def _rect(box: Box, radius: float, more: str) -> str:
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="{radius:.1f}" '
        f"{more}/>"
    )


def _rack(plan: LayoutPlan) -> Iterator[str]:
    """The inventory with its rows of chips, the discard rack and the shoe."""
    found = {item.name: item.box for item in plan.items if isinstance(item, Zone) and not item.seat}
    for name in ("discards", "shoe"):
        box = found[name]
        yield _rect(box, 0.15 * box.height, f'class="{name}" fill="#1b120a" stroke="#0d0803" stroke-width="1.5"')
    shoe, rack = found["shoe"], found["inventory"]
    mouth = Box(shoe.x + 0.12 * shoe.width, shoe.bottom - 0.24 * shoe.height, 0.76 * shoe.width, 0.16 * shoe.height)
    yield _rect(mouth, 1, 'fill="#fdfcf7"')
    yield _rect(rack, 0.15 * rack.height, f'class="inventory" fill="#140b05" stroke="{_INK}" stroke-width="1.5"')
    tubes = 11
    width = rack.width / tubes
    for tube in range(tubes):
        box = Box(rack.x + (tube + 0.12) * width, rack.y + 0.14 * rack.height, 0.76 * width, 0.72 * rack.height)
        yield _rect(box, 0.2 * box.height, 'fill="#2f1d10"')


def _outlines(cards: CardRow) -> Iterator[str]:
    """The outline of each card's place, without the part that the next card covers."""
    for number in range(cards.count):
        box = Box(cards.x + number * cards.pitch, cards.y, cards.card, cards.card * CARD_RATIO)
        yield _rect(box, 0.11 * cards.card, f'fill="none" stroke="{_INK}" stroke-opacity=".65" stroke-dasharray="5 4"')


def _house_cards(plan: LayoutPlan) -> Iterator[str]:
    """The dealer's, community and extra cards: each area, followed by its caption."""
    captions: list[str] = []
    for item in plan.items:
        if isinstance(item, CardRow) and not item.place.startswith("seat-"):
            yield "".join([*captions, f'<g data-cards="{escape(item.place)}">', *_outlines(item)])
            captions = ["</g>"]
        elif isinstance(item, Letters) and captions and not item.shows:
            yield _text(item)
    yield "".join(captions)


def _position(plan: LayoutPlan, position: int) -> Iterator[str]:
    """One position: its spots and, for the viewer's own, its cards."""
    yield f'<g data-position="{position}">'
    own = plan.zone("seat", position)
    if own and position in plan.sheet.own:
        yield _rect(own, 12, 'class="own" fill="#062417" fill-opacity=".34"')
        yield from _outlines(plan.cards[f"seat-{position}"])
    for spot in sorted(plan.spots(position), key=lambda one: not one.main):
        yield from _spot(spot)
    yield from (_text(item) for item in _numbers(plan, position))
    yield "</g>"


def _numbers(plan: LayoutPlan, position: int) -> Iterable[Letters]:
    return (one for one in plan.items if isinstance(one, Letters) and one.shows == "" and one.text == str(position))


def _spot(spot: WagerSpot) -> Iterator[str]:
    """The area of one wager: a ring, a square where the wager is optional, with its name."""
    ring = spot.ring
    stroke = max(1.5, 0.04 * ring.width)
    dress = f'class="spot" fill="#06281a" fill-opacity=".45" stroke="{_INK}" stroke-width="{stroke:.1f}" '
    dress += f'data-wager="{escape(spot.wager)}"'
    if spot.main:
        yield f'<circle cx="{ring.centre:.1f}" cy="{ring.y + ring.height / 2:.1f}" r="{ring.width / 2:.1f}" {dress}/>'
    else:
        yield _rect(ring, 0.18 * ring.width, dress)
    yield from (_text(line) for line in spot.words)


def _schedules(plan: LayoutPlan) -> Iterator[str]:
    for wager, letters in plan.columns.schedules:
        yield f'<g data-schedule="{escape(wager)}">'
        yield from (_text(line) for line in letters)
        yield "</g>"
