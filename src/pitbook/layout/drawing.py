"""The layout as an SVG; a page can change its colours by the classes."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from pitbook.layout.felt import Felt
from pitbook.layout.plan import PRINTED, LayoutPlan, plan_of
from pitbook.layout.sheet import CARD_RATIO, Box, CardRow, LayoutSheet, Letters, WagerSpot, Zone
from pitbook.svg import NAMESPACE, element, start_tag

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
        start_tag("svg", xmlns=NAMESPACE, viewBox=f"0 0 {sheet.width} {sheet.height}", role="img", font_family=_FONT),
        element("title", escape(f"Layout: {felt.title}, {felt.house_name.text}")) + element("desc", escape(words)),
        _CLOTH,
        element("path", class_="rim", d=outline.path(0), fill=_RIM)
        + element("path", class_="cloth", d=outline.path(rim), fill="url(#cloth)")
        + element(
            "path",
            class_="piping",
            d=outline.path(rim + 0.4 * rim),
            fill="none",
            stroke=_GOLD,
            stroke_opacity=".45",
            stroke_width=_tenths(max(1.0, 0.12 * rim)),
        ),
        start_tag("g", class_="ink", fill=_INK, stroke="none", text_anchor="middle"),
        *_rack(plan),
        *_house_cards(plan),
        *(_text(item) for item in plan.items if isinstance(item, Letters) and item.shows),
        *_schedules(plan),
    ]
    for position in plan.seats:
        parts += _position(plan, position)
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _tenths(value: float) -> str:
    return f"{value:.1f}"


def _text(letters: Letters) -> str:
    looks = {
        "name": {"class_": "house", "fill": _GOLD, "font_family": _SERIF, "letter_spacing": ".04em"},
        "strong": {"font_weight": "bold"},
    }
    return element(
        "text",
        escape(letters.text),
        x=_tenths(letters.x),
        y=_tenths(letters.y),
        font_size=f"{letters.size:.4g}",
        text_anchor=None if letters.anchor == "middle" else letters.anchor,
        **looks.get(letters.look, {}),
        data_shows=letters.shows or None,
    )


def _rect(box: Box, radius: float, **style: str) -> str:
    x, y, width, height = map(_tenths, (box.x, box.y, box.width, box.height))
    return element("rect", x=x, y=y, width=width, height=height, rx=_tenths(radius), **style)


def _rack(plan: LayoutPlan) -> Iterator[str]:
    """The inventory with its rows of chips, the discard rack and the shoe."""
    found = {item.name: item.box for item in plan.items if isinstance(item, Zone) and not item.seat}
    for name in ("discards", "shoe"):
        box = found[name]
        yield _rect(box, 0.15 * box.height, class_=name, fill="#1b120a", stroke="#0d0803", stroke_width="1.5")
    shoe, rack = found["shoe"], found["inventory"]
    mouth = Box(shoe.x + 0.12 * shoe.width, shoe.bottom - 0.24 * shoe.height, 0.76 * shoe.width, 0.16 * shoe.height)
    yield _rect(mouth, 1, fill="#fdfcf7")
    yield _rect(rack, 0.15 * rack.height, class_="inventory", fill="#140b05", stroke=_INK, stroke_width="1.5")
    tubes = 11
    width = rack.width / tubes
    for tube in range(tubes):
        box = Box(rack.x + (tube + 0.12) * width, rack.y + 0.14 * rack.height, 0.76 * width, 0.72 * rack.height)
        yield _rect(box, 0.2 * box.height, fill="#2f1d10")


def _outlines(cards: CardRow) -> Iterator[str]:
    """The outline of each card's place, without the part that the next card covers."""
    for number in range(cards.count):
        box = Box(cards.x + number * cards.pitch, cards.y, cards.card, cards.card * CARD_RATIO)
        yield _rect(box, 0.11 * cards.card, fill="none", stroke=_INK, stroke_opacity=".65", stroke_dasharray="5 4")


def _house_cards(plan: LayoutPlan) -> Iterator[str]:
    """The dealer's, community and extra cards: each area, followed by its caption."""
    captions: list[str] = []
    for item in plan.items:
        if isinstance(item, CardRow) and not item.place.startswith("seat-"):
            yield "".join([*captions, start_tag("g", data_cards=item.place), *_outlines(item)])
            captions = ["</g>"]
        elif isinstance(item, Letters) and captions and not item.shows:
            yield _text(item)
    yield "".join(captions)


def _position(plan: LayoutPlan, position: int) -> Iterator[str]:
    """One position: its spots and, for the viewer's own, its cards."""
    yield start_tag("g", data_position=str(position))
    own = plan.zone("seat", position)
    if own and position in plan.sheet.own:
        yield _rect(own, 12, class_="own", fill="#062417", fill_opacity=".34")
        yield from _outlines(plan.cards[f"seat-{position}"])
    for spot in sorted(plan.spots(position), key=lambda one: not one.main):
        yield from _spot(spot)
    yield from (_text(item) for item in _numbers(plan, position))
    yield "</g>"


def _numbers(plan: LayoutPlan, position: int) -> Iterable[Letters]:
    return (one for one in plan.items if isinstance(one, Letters) and one.shows == "" and one.text == str(position))


def _spot(spot: WagerSpot) -> Iterator[str]:
    """The area of one wager, with its name: a ring, or a square if the wager is optional."""
    ring = spot.ring
    style = {
        "class_": "spot",
        "fill": "#06281a",
        "fill_opacity": ".45",
        "stroke": _INK,
        "stroke_width": _tenths(max(1.5, 0.04 * ring.width)),
        "data_wager": spot.wager,
    }
    if spot.main:
        cx, cy, r = map(_tenths, (ring.centre, ring.y + ring.height / 2, ring.width / 2))
        yield element("circle", cx=cx, cy=cy, r=r, **style)
    else:
        yield _rect(ring, 0.18 * ring.width, **style)
    yield from (_text(line) for line in spot.words)


def _schedules(plan: LayoutPlan) -> Iterator[str]:
    for wager, letters in plan.columns.schedules:
        yield start_tag("g", data_schedule=wager)
        yield from (_text(line) for line in letters)
        yield "</g>"
