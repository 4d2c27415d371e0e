"""Positions of everything on a layout, for the printed sheet and for every window size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from pitbook.layout import documents
from pitbook.layout.felt import COMMUNITY, Felt
from pitbook.layout.house_side import house_cards, lettering, rack, says
from pitbook.layout.outline import Outline
from pitbook.layout.positions import Style, position, widest
from pitbook.layout.schedules import Columns, columns_of
from pitbook.layout.sheet import (
    Box,
    CardRow,
    Item,
    LayoutBlock,
    LayoutSheet,
    Letters,
    WagerSpot,
    Zone,
    column,
    row,
    text_width,
)

PRINTED: Final = LayoutSheet(1600, 1040, printed=True)
_SHORT: Final = 480
"""In a window lower than this, the player's own position is beside the rest."""
_UPRIGHT: Final = 1.15
"""A window with a smaller ratio of width to height counts as upright."""
_THUMB: Final = 44.0
"""The smallest side of a spot on a touch screen."""
_DEPTHS: Final = (0.4, 0.5, 0.3, 0.22, 0.15, 0.08)
_HANDSOME: Final = 0.42
"""The preferred depth of the curve."""
_MOST_GROWTH: Final = 1.45
_STEPS: Final = 9
_LEAST_CARD: Final = 20.0
_LEAST_UNIT: Final = 1.2
_SPOTS, _CARDS, _NAMES = "spots", "cards", "names"
"""How the other positions are drawn."""


@dataclass(frozen=True, slots=True)
class LayoutPlan:
    """A layout on a sheet."""

    sheet: LayoutSheet
    outline: Outline
    rim: float
    items: tuple[Item, ...]
    columns: Columns

    def zone(self, name: str, seat: int = 0) -> Box | None:
        """The place for something that the page itself draws."""
        found = (one.box for one in self.items if isinstance(one, Zone) and (one.name, one.seat) == (name, seat))
        return next(found, None)

    @property
    def cards(self) -> dict[str, CardRow]:
        return {one.place: one for one in self.items if isinstance(one, CardRow)}

    def spots(self, seat: int) -> Iterator[WagerSpot]:
        """The spots of a position."""
        return (one for one in self.items if isinstance(one, WagerSpot) and one.seat == seat)

    def text(self, seat: int) -> float:
        """The size of the letters on the plate of a position."""
        found = (one.text for one in self.items if isinstance(one, Zone) and (one.name, one.seat) == ("plate", seat))
        return round(next(found, 0.0), 2)

    @property
    def seats(self) -> list[int]:
        return [one.seat for one in self.items if isinstance(one, Zone) and one.name == "seat"]

    def as_json(self) -> documents.Places:
        """The places in JSON types."""
        return {
            "width": self.sheet.width,
            "height": self.sheet.height,
            "cards": {place: one.as_json() for place, one in self.cards.items() if not place.startswith("seat-")},
            "discards": self._place("discards"),
            "inventory": self._place("inventory"),
            "shoe": self._place("shoe"),
            "says": self._place("says"),
            "seats": {str(seat): self._seat(seat) for seat in self.seats},
            "lines": [
                {
                    "wager": odds.wager,
                    "on": odds.line.on,
                    "pays": odds.line.pays,
                    "amount": odds.line.money,
                    "box": odds.box.as_json(),
                }
                for odds in self.columns.lines
            ],
        }

    def _seat(self, seat: int) -> documents.SeatPlaces:
        hand = self.zone("hand", seat)
        return {
            "box": self._place("seat", seat),
            "cards": self.cards[f"seat-{seat}"].as_json(),
            "plate": self._place("plate", seat),
            "text": self.text(seat),
            "hand": hand.as_json() if hand else None,
            "spots": {spot.wager: spot.ring.as_json() for spot in self.spots(seat)},
        }

    def _place(self, name: str, seat: int = 0) -> documents.Place:
        box = self.zone(name, seat)
        if box is None:
            raise LookupError(f"this layout has no place for {name}")
        return box.as_json()


@lru_cache(maxsize=256)
def _plan(felt: Felt, sheet: LayoutSheet) -> LayoutPlan:
    if sheet.printed or (sheet.width >= _UPRIGHT * sheet.height and sheet.height >= _SHORT):
        return _wide(felt, sheet)
    if sheet.width >= _UPRIGHT * sheet.height:
        return _short(felt, sheet)
    return _tall(felt, sheet)


def plan_of(felt: Felt, sheet: LayoutSheet = PRINTED) -> LayoutPlan:
    """The plan of a layout for a sheet."""
    return _plan(felt, sheet)


def _largest(fits: Callable[[float], bool], least: float, most: float) -> float:
    """The largest unit that fits, or the smallest unit."""
    for _ in range(_STEPS):
        middle = (least + most) / 2
        least, most = (middle, most) if fits(middle) else (least, middle)
    return least


# --- a table as it is printed: the players along a curve -----------------------------------------------------------


def _wide(felt: Felt, sheet: LayoutSheet) -> LayoutPlan:
    """Try all depths of the curve and both arrangements of the house's cards; take the one with the largest cards."""
    board = any(area.place == COMMUNITY for area in felt.cards)
    best: tuple[float, _Curve] | None = None
    for rows in (1,) if not board else (2,) if sheet.printed else (2, 1):
        for depth in _DEPTHS:
            way = _Curve(felt, sheet, depth, rows)
            liked = 1 - 0.3 * abs(depth - _HANDSOME)
            least = best[0] / liked if best else 2.0
            if best and not way.fits(least, 1.0):
                continue
            unit = _largest(partial(way.fits, growth=1.0), least, max(least, sheet.width / 60))
            if way.fits(unit, 1.0):
                best = unit * liked, replace(way, unit=unit)
    if best is None:
        return _tall(felt, sheet)
    way = best[1]
    return way.plan(1.0 if sheet.printed else _largest(partial(way.fits, way.unit), 1.0, _MOST_GROWTH))


@dataclass(frozen=True, slots=True)
class _Curve:
    """A table with players along a curve of some depth, in some unit.

    Parts that do not widen the positions (the house's cards and the viewer's own) may grow beyond the unit.
    """

    felt: Felt
    sheet: LayoutSheet
    depth: float
    """As a fraction of the sheet's height."""
    rows: int
    """The arrangement of the house's cards."""
    unit: float = 0.0

    def plan(self, growth: float) -> LayoutPlan:
        """The whole plan."""
        found = self._placed(self.unit, growth)
        if found is None:
            message = "a plan is made of a unit that fits"
            raise ValueError(message)
        return found

    def fits(self, unit: float, growth: float) -> bool:
        return self._placed(unit, growth, rough=True) is not None

    def _placed(self, unit: float, growth: float, *, rough: bool = False) -> LayoutPlan | None:
        felt, sheet = self.felt, self.sheet
        rim = max(5.0, 0.7 * unit)
        inside = rim + 0.8 * unit
        outline = Outline(sheet.width, sheet.height, self.depth * sheet.height)
        house = self._house(unit, growth)
        items: list[Item] = list(house.at((sheet.width - house.width) / 2, inside))
        # Position 1 is at the dealer's left, so it is drawn on the right.
        numbers = range(felt.positions, 0, -1)
        styles = {True: _own_style(felt, sheet, unit, growth), False: _other_style(felt, sheet, unit)}
        if rough:
            sample = {own: position(felt, 1, style) for own, style in styles.items()}
            seats = [sample[number in sheet.own] for number in numbers]
        else:
            seats = [position(felt, number, styles[number in sheet.own]) for number in numbers]
        boxes = _along(seats, sheet, outline, inside, 0.5 * unit)
        house_boxes = _boxes(items)
        if not boxes or any(one.overlaps(box, 0.5 * unit) for one in house_boxes for box in boxes):
            return None
        found = self._words(unit, growth, max(box.bottom for box in house_boxes), boxes)
        if found is None:
            return None
        words, middle = found
        taken = [*house_boxes, *boxes, middle]
        room = Box(inside + 0.6 * unit, inside + 0.4 * unit, sheet.width - 2 * inside - 1.2 * unit, sheet.height)
        columns = Columns((), ())
        if sheet.printed or not rough:
            columns = columns_of(felt.sign.schedules, room, taken, largest=1.15 * unit, printed=sheet.printed)
        if sheet.printed and not columns.lines:
            return None
        items += [item for seat, box in zip(seats, boxes, strict=True) for item in seat.at(box.x, box.y)]
        return LayoutPlan(sheet, outline, rim, (*items, *words.at(middle.x, middle.y)), columns)

    def _house(self, unit: float, growth: float) -> LayoutBlock:
        text = self.sheet.text
        # At most a little larger than the player's own.
        card = 5.6 * unit * (growth if self.felt.player_cards <= 2 else min(growth, 1.15))
        cards = house_cards(self.felt, card, 0.08 * card, max(11.0 * text, 1.15 * unit), rows=self.rows)
        said = says(max(cards.width, 30 * unit), max(13.0 * text, 1.5 * unit))
        return column([rack(44 * unit, 2.6 * unit), cards, *([] if self.sheet.printed else [said])], 0.6 * unit)

    def _words(self, unit: float, growth: float, low: float, boxes: Sequence[Box]) -> tuple[LayoutBlock, Box] | None:
        """The lettering, centred between the house and the players."""
        sheet = self.sheet
        name, size = max(16.0, 2.6 * unit * growth), max(12.0 * sheet.text, 1.3 * unit)
        for width in (46 * unit, 60 * unit, 34 * unit):
            words = lettering(self.felt, width, name, size, limits=not sheet.printed)
            middle = Box((sheet.width - words.width) / 2, low, words.width, words.height)
            high = min((box.y for box in boxes if box.x < middle.right and middle.x < box.right), default=sheet.height)
            if high - low >= words.height + unit:
                return words, middle.moved(0, (high - low - words.height) / 2)
        return None


def _other_style(felt: Felt, sheet: LayoutSheet, unit: float) -> Style:
    few = felt.player_cards <= 2
    if sheet.printed:
        return Style(ring=4.2 * unit, gap=0.3 * unit, number=1.0 * unit, least=0.4 * unit)
    plate = max(12.0 * sheet.text, 1.25 * unit)
    card = max(20.0, (3.7 if few else 3.3) * unit)
    width = max((13.0 if few else 10.7) * unit, 5.2 * plate)
    return Style(3.0 * unit, 0.3 * unit, card, 1.06 if few else 0.56, 0.0, plate, 2, width=width)


def _own_style(felt: Felt, sheet: LayoutSheet, unit: float, growth: float) -> Style:
    several = len(sheet.own) > 1
    large = max(14.0 * sheet.text, 1.5 * unit)
    card = (3.7 if several else 6.2 if felt.player_cards <= 2 else 5.0) * unit
    if felt.player_cards <= 2:
        card *= growth
    return Style(
        ring=max(_THUMB, 4.3 * unit),
        gap=max(3.0, 0.3 * unit),
        card=max(30.0, card),
        lap=0.56 if several and felt.player_cards > 2 else 1.06,
        label=max(10.5 * sheet.text, 1.0 * unit),
        plate=large,
        hand=large,
        width=(13.0 if several else 26.0) * unit,
    )


def _along(
    seats: Sequence[LayoutBlock], sheet: LayoutSheet, outline: Outline, inside: float, apart: float
) -> list[Box]:
    """Places side by side along the curve, spread evenly; empty if there is no room."""
    room = sheet.width - 2 * inside - sum(seat.width for seat in seats)
    gap = min(room / (len(seats) + 1), 0.04 * sheet.width)
    if gap < apart:
        return []
    x = (sheet.width - sum(seat.width for seat in seats) - gap * (len(seats) - 1)) / 2
    found = []
    for seat in seats:
        box = Box(x, 0, seat.width, seat.height)
        found.append(box.moved(0, outline.lowest(box, inside) - seat.height))
        x += seat.width + gap
    return found


def _boxes(items: Sequence[Item]) -> list[Box]:
    """The boxes of cards, zones and letters."""
    found = []
    for item in items:
        if isinstance(item, CardRow | Zone):
            found.append(item.box)
        elif isinstance(item, Letters):
            width = text_width(item.text, item.size)
            found.append(Box(item.x - width / 2, item.y - item.size, width, 1.2 * item.size))
    return found


# --- an upright window: house, others in rows, then the player's own position ---------------------------------


def _house_in(felt: Felt, sheet: LayoutSheet, unit: float, width: float, *, short: bool) -> LayoutBlock:
    """The house's cards in as few rows as the width allows."""
    small = max(11.0 * sheet.text, (1.0 if short else 2.6) * unit)
    board = any(area.place == COMMUNITY for area in felt.cards)
    card = max(_LEAST_CARD, (13.0 if board else 11.6) * unit)
    for rows in range(1 if short or not board else 2, 3):
        count = sum(area.cards for area in felt.cards)
        most = width / (1.06 * count + 0.4) if rows == 1 else width
        found = house_cards(felt, min(card, max(_LEAST_CARD, most)), 0.06 * card, small, rows=rows, centred=False)
        if found.width <= width:
            return found
    return house_cards(felt, card, 0.06 * card, small, rows=3)


def _upper(
    felt: Felt, sheet: LayoutSheet, unit: float, width: float, others_as: str, *, short: bool
) -> list[LayoutBlock]:
    """House, lettering, and the other positions: with spots, without them, or only names, depending on the room."""
    few = felt.player_cards <= 2
    cards = _house_in(felt, sheet, unit, width, short=short)
    small = max(11.0 * sheet.text, (1.0 if short else 2.6) * unit)
    large = max(13.0 * sheet.text, 3.2 * unit)
    tight = others_as == _NAMES
    words = lettering(felt, width, max(14.0, 4.6 * unit), small, limits=not tight)
    others = [number for number in range(felt.positions, 0, -1) if number not in sheet.own]
    across = (5 if few else 3) if width > 240 else 2
    if len(others) > 2 * across and width > 240:
        across += 1
    plate = max((11.0 if short else 12.0) * sheet.text, 2.3 * unit)
    held = max(20.0, 8.2 * unit)
    style = Style(
        max(22.0, 6.0 * unit) if others_as == _SPOTS else 0.0,
        2.0,
        held,
        1.06 if few else 0.56,
        plate=plate,
        plate_lines=1 if tight else 2,
        width=min(width / across - 3 * unit, max(5.6 * plate, 24 * unit)),
    )
    rows = [others[start : start + across] for start in range(0, len(others), across)]
    apart = max(3.0, unit)
    seats = column([row([position(felt, n, style) for n in line], apart) for line in rows], apart)
    return [rack(width, max(6.0, 2.2 * unit)), cards, says(width, large), words, seats]


def _own(felt: Felt, sheet: LayoutSheet, unit: float, width: float) -> LayoutBlock:
    several = len(sheet.own)
    if not several:
        return LayoutBlock(0, 0)
    large = max(14.0 * sheet.text, 3.6 * unit)
    gap = max(2.0, 0.8 * unit)
    each = (width - (several - 1) * gap) / several - 2 * gap
    lap = 0.56 if several > 1 and felt.player_cards > 2 else 1.08
    widest = each / (1 + (felt.player_cards - 1) * lap)
    ring = max(_THUMB, min(12.0 * unit, 64.0))
    style = Style(
        ring,
        gap,
        min(max(28.0, 15.0 * unit), widest),
        lap,
        max(10.5 * sheet.text, 2.4 * unit),
        large,
        hand=large,
        width=min(each, 60 * unit) if several == 1 else each,
        most=each,
    )
    return row([position(felt, number, style) for number in sorted(sheet.own, reverse=True)], gap)


def _tall(felt: Felt, sheet: LayoutSheet) -> LayoutPlan:
    rim = max(4.0, 0.012 * sheet.width)
    room = Box(rim + 5, rim + 4, sheet.width - 2 * rim - 10, 0)
    outline = Outline(sheet.width, sheet.height, min(0.04 * sheet.height, 18.0))
    low = outline.lowest(room, rim) - 2

    def parts(unit: float, others_as: str) -> list[LayoutBlock]:
        return [*_upper(felt, sheet, unit, room.width, others_as, short=False), _own(felt, sheet, unit, room.width)]

    def fits(unit: float, others_as: str) -> bool:
        blocks = parts(unit, others_as)
        height = sum(block.height for block in blocks) + len(blocks) * 0.8 * unit
        return height <= low - room.y and max(block.width for block in blocks) <= room.width

    most = sheet.width / 80
    others_as = _CARDS if fits(_LEAST_UNIT, _CARDS) else _NAMES
    unit = _largest(partial(fits, others_as=others_as), _LEAST_UNIT, most)
    # Draw the others' spots if the rest stays almost as large.
    if fits(0.85 * unit, _SPOTS):
        unit, others_as = _largest(partial(fits, others_as=_SPOTS), 0.85 * unit, most), _SPOTS
    return _finished(sheet, outline, rim, _spread(parts(unit, others_as), room, low))


def _short(felt: Felt, sheet: LayoutSheet) -> LayoutPlan:
    rim = 5.0
    outline = Outline(sheet.width, sheet.height, 12.0)
    low = outline.lowest(Box(rim + 5, 0, sheet.width - 2 * rim - 10, 0), rim) - 2
    share = 0.0 if not sheet.own else 0.4 if len(sheet.own) == 1 else 0.58
    right = max(206.0, share * sheet.width) if share else 0.0
    left = Box(rim + 5, rim + 3, sheet.width - 2 * rim - 14 - right, 0)

    def parts(unit: float, others_as: str) -> list[LayoutBlock]:
        return _upper(felt, sheet, unit, left.width, others_as, short=True)

    def fits(unit: float, others_as: str) -> bool:
        blocks = parts(unit, others_as)
        height = sum(block.height for block in blocks) + 2 * len(blocks)
        return height <= low - left.y and max(block.width for block in blocks) <= left.width

    others_as = _CARDS if fits(_LEAST_UNIT, _CARDS) else _NAMES
    unit = _largest(partial(fits, others_as=others_as), _LEAST_UNIT, 8.0)
    items = list(_spread(parts(unit, others_as), left, low))
    if right:
        at = Box(left.right + 4, left.y, right, low - left.y)

        def own_fits(unit: float) -> bool:
            block = _own(felt, sheet, unit, at.width)
            return block.height <= at.height and widest(block) <= at.width

        block = _own(felt, sheet, _largest(own_fits, _LEAST_UNIT, 8.0), at.width)
        items += block.at(at.x + (at.width - block.width) / 2, at.y + max(0, (at.height - block.height) / 2))
    return _finished(sheet, outline, rim, items)


def _spread(blocks: Sequence[LayoutBlock], room: Box, low: float) -> Sequence[Item]:
    """Blocks stacked with equal spacing over the whole height."""
    shown = [block for block in blocks if block.height]
    left = low - room.y - sum(block.height for block in shown)
    whole = column(shown, max(0.0, left / (len(shown) - 1)))
    return whole.at(room.x + (room.width - whole.width) / 2, room.y)


def _finished(sheet: LayoutSheet, outline: Outline, rim: float, items: Sequence[Item]) -> LayoutPlan:
    return LayoutPlan(sheet, outline, rim, tuple(items), Columns((), ()))
