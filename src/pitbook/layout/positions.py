"""A player's position as a block: the spots of the wagers, the cards, and the name."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

from pitbook.layout.felt import BettingArea, Felt
from pitbook.layout.sheet import (
    CARD_RATIO,
    LINE,
    Box,
    CardRow,
    Item,
    LayoutBlock,
    Letters,
    WagerSpot,
    Zone,
    column,
    row,
    text_width,
    wrapped,
)

_LONGEST_PLATE: Final = "6 You 12,345.00 +1,234.00"
_LONGEST_HAND: Final = "full house, threes full of queens"
_LEAST_LABEL: Final = 9.5
"""Names in smaller letters than this are abbreviated."""
_LONG_WORD: Final = 8


@dataclass(frozen=True, slots=True)
class Style:
    """The sizes of the parts of a position; a part of size 0 is left out."""

    ring: float
    gap: float
    card: float = 0.0
    lap: float = 1.06
    """The distance from one card to the next, in card widths."""
    label: float = 0.0
    """The size of the names below the spots; 0 puts them inside."""
    plate: float = 0.0
    """The size of the letters of name and stack."""
    plate_lines: int = 1
    hand: float = 0.0
    """The size of the letters of the hand in words."""
    width: float = 0.0
    """The minimum width."""
    most: float = 0.0
    """The width of a row of spots; 0 puts the main wagers into one row and the others into another."""
    number: float = 0.0
    """The size of the position's printed number."""
    least: float = _LEAST_LABEL
    """The smallest size of names inside the spots; longer names are abbreviated."""


def position(felt: Felt, number: int, style: Style) -> LayoutBlock:
    """A position: the optional wagers above the main ones, then the cards, then the name."""
    parts = [_spots(felt.areas, number, style)]
    if style.card:
        pitch = style.card * style.lap
        cards = CardRow(f"seat-{number}", 0, 0, style.card, pitch, felt.player_cards)
        parts.append(LayoutBlock(cards.box.width, style.card * CARD_RATIO, (cards,)))
    if style.number:
        says = Letters(str(number), style.ring, style.number, style.number)
        parts.append(LayoutBlock(2 * style.ring, style.number * LINE, (says,)))
    width = max(style.width, _reach(parts[0], style.most), *(part.width for part in parts))
    if style.hand:
        parts.append(_zone("plate", number, _LONGEST_PLATE, width, style.plate))
        parts.append(_zone("hand", number, _LONGEST_HAND, width, style.hand))
    elif style.plate:
        box = Box(0, 0, width, style.plate_lines * style.plate * LINE)
        parts.append(LayoutBlock(width, box.height, (Zone("plate", box, number, style.plate),)))
    found = column(parts, style.gap)
    pad = style.gap if style.hand else style.gap / 2
    whole = Zone("seat", Box(0, 0, width + 2 * pad, found.height + 2 * pad), number)
    items: tuple[Item, ...] = (whole, *found.at(pad + (width - found.width) / 2, pad))
    return LayoutBlock(width + 2 * pad, found.height + 2 * pad, items)


def _reach(spots: LayoutBlock, most: float) -> float:
    """The width of spots with their names, which may be wider than they are; not more than the row has room for."""
    found = widest(spots)
    return min(found, most) if most else found


def widest(block: LayoutBlock) -> float:
    """The width of a block including the names of its spots, which may be wider than the spots."""
    middle = block.width / 2
    names = [name for item in block.items if isinstance(item, WagerSpot) for name in item.words]
    reaches = (abs(name.x - middle) + text_width(name.text, name.size) / 2 for name in names)
    return max(block.width, 2 * max(reaches, default=0.0))


def _zone(name: str, number: int, longest: str, width: float, text: float) -> LayoutBlock:
    """A place for text of several lines."""
    needed = text_width(longest, text)
    box = Box(0, 0, min(width, needed), ceil(needed / width) * text * LINE)
    return LayoutBlock(box.width, box.height, (Zone(name, box, number, text),))


def _spots(areas: Iterable[BettingArea], number: int, style: Style) -> LayoutBlock:
    if not style.ring:
        return LayoutBlock(0, 0)
    main = [_spot(area, number, style) for area in areas if area.main]
    optional = [_spot(area, number, style) for area in areas if not area.main]
    if style.most:
        together = wrapped([*main, *optional], style.most, style.gap)
        apart = column([wrapped(optional, style.most, style.gap), wrapped(main, style.most, style.gap)], style.gap)
        return together if together.height < apart.height else apart
    return column([row(optional, style.gap), row(main, style.gap)], style.gap)


def _spot(area: BettingArea, number: int, style: Style) -> LayoutBlock:
    ring = Box(0, 0, style.ring, style.ring)
    if style.label:
        lines = _below(area.label, style)
        words = [
            Letters(line, ring.centre, style.ring + style.label * (1.05 + 1.05 * place), style.label)
            for place, line in enumerate(lines)
        ]
        return LayoutBlock(
            style.ring, style.ring + style.label * 2.4, (WagerSpot(number, area.wager, area.main, ring, tuple(words)),)
        )
    lines, size = _inside(area.label, style)
    middle = style.ring / 2 + 0.36 * size - (len(lines) - 1) * size * 0.53
    words = [Letters(line, ring.centre, middle + place * size * 1.06, size) for place, line in enumerate(lines)]
    return LayoutBlock(style.ring, style.ring, (WagerSpot(number, area.wager, area.main, ring, tuple(words)),))


def _below(label: str, style: Style) -> list[str]:
    """A name under a spot, in at most two lines; words that do not fit are abbreviated."""
    for words in (label.split(), brief(label).split()):
        ways = [[" ".join(words)], *([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))]
        widths = [max(text_width(line, style.label) for line in way) for way in ways]
        fitting = [way for way, width in zip(ways, widths, strict=True) if width <= style.ring + style.gap]
        if fitting:
            return fitting[0]
    return ways[widths.index(min(widths))]


def _inside(label: str, style: Style) -> tuple[list[str], float]:
    """A name inside a spot: in full if it is readable, otherwise abbreviated."""
    ring = style.ring
    for words in (label.split(), brief(label).split()):
        widest = max(text_width(word, 1.0) for word in words)
        size = min(0.24 * ring, 0.86 * ring / widest, 0.72 * ring / len(words))
        if size >= style.least:
            return words, size
    return [tiny(label)], 0.3 * ring


def brief(label: str) -> str:
    """`Progressive Payout` as `Prog. Payout`."""
    return " ".join(f"{word[:4]}." if len(word) > _LONG_WORD else word for word in label.split())


def tiny(label: str) -> str:
    """`Trips Plus` as `TP`; `Raise` stays, `Progressive` is `Prog`."""
    words = label.split()
    if len(words) > 1:
        return "".join(word[0] for word in words)
    return label if len(label) <= 5 else label[:4]
