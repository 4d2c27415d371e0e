"""The sheet that a layout is drawn on, and the blocks that are arranged on it, in units of the sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from pitbook.layout import documents

CARD_RATIO: Final = 1.4
"""The ratio of a card's height to its width."""
LINE: Final = 1.2
"""The ratio of a line's height to its letter size."""


@dataclass(frozen=True, slots=True)
class LayoutSheet:
    """The target of a drawing: a window, in pixels, or a page of paper."""

    width: int
    height: int
    own: tuple[int, ...] = ()
    """The viewer's own positions, which are drawn large."""
    text: float = 1.0
    """The factor by which the smallest letters are enlarged."""
    printed: bool = False
    """On paper: no room for names and stacks, and every paytable is written out."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> float:
        """Halfway across."""
        return self.x + self.width / 2

    def moved(self, across: float, down: float) -> Self:
        return replace(self, x=self.x + across, y=self.y + down)

    def overlaps(self, other: "Box", apart: float = 0.0) -> bool:
        """Whether the two are closer than `apart` in both directions."""
        return (
            self.x < other.right + apart
            and other.x < self.right + apart
            and self.y < other.bottom + apart
            and other.y < self.bottom + apart
        )

    def as_json(self) -> documents.Place:
        """The box in JSON types."""
        return {
            "x": round(self.x, 1),
            "y": round(self.y, 1),
            "width": round(self.width, 1),
            "height": round(self.height, 1),
        }


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of text, by its baseline."""

    text: str
    x: float
    y: float
    size: float
    anchor: str = "middle"
    look: str = ""
    """`name`, `strong` or nothing."""
    shows: str = ""

    def moved(self, across: float, down: float) -> Self:
        return replace(self, x=self.x + across, y=self.y + down)


@dataclass(frozen=True, slots=True)
class CardRow:
    """Places for cards side by side; a card may overlap the one to its left."""

    place: str
    """`community`, `dealer`, `extra`, or `seat-4`."""
    x: float
    y: float
    card: float
    """The width of a card."""
    pitch: float
    """The distance from one card to the next."""
    count: int

    def moved(self, across: float, down: float) -> Self:
        return replace(self, x=self.x + across, y=self.y + down)

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.card + (self.count - 1) * self.pitch, self.card * CARD_RATIO)

    def as_json(self) -> documents.CardPlaces:
        """The row in JSON types."""
        return {**self.box.as_json(), "card": round(self.card, 2), "pitch": round(self.pitch, 2), "count": self.count}


@dataclass(frozen=True, slots=True)
class WagerSpot:
    """The ring or square of a wager at a position, with its name."""

    seat: int
    wager: str
    main: bool
    ring: Box
    words: tuple[Letters, ...]

    def moved(self, across: float, down: float) -> Self:
        words = tuple(line.moved(across, down) for line in self.words)
        return replace(self, ring=self.ring.moved(across, down), words=words)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for something that the page itself draws: a name, a stack, a hand in words."""

    name: str
    box: Box
    seat: int = 0
    """The position that it belongs to; 0 if it belongs to none."""
    text: float = 0.0
    """The size of the letters in it."""

    def moved(self, across: float, down: float) -> Self:
        return replace(self, box=self.box.moved(across, down))


Item = Letters | CardRow | WagerSpot | Zone


@dataclass(frozen=True, slots=True)
class LayoutBlock:
    """Items that move together; the upper left corner is (0, 0)."""

    width: float
    height: float
    items: tuple[Item, ...] = ()

    def at(self, x: float, y: float) -> tuple[Item, ...]:
        """Its items, with the corner moved to a point."""
        return tuple(item.moved(x, y) for item in self.items)


def column(blocks: Sequence[LayoutBlock], gap: float) -> LayoutBlock:
    """Blocks stacked vertically, centred."""
    blocks = [block for block in blocks if block.height]
    width = max((block.width for block in blocks), default=0.0)
    items: list[Item] = []
    y = 0.0
    for block in blocks:
        items += block.at((width - block.width) / 2, y)
        y += block.height + gap
    return LayoutBlock(width, max(0.0, y - gap), tuple(items))


def row(blocks: Sequence[LayoutBlock], gap: float, *, foot: bool = False) -> LayoutBlock:
    """Blocks side by side, aligned at their upper or lower edges."""
    blocks = [block for block in blocks if block.width]
    height = max((block.height for block in blocks), default=0.0)
    items: list[Item] = []
    x = 0.0
    for block in blocks:
        items += block.at(x, height - block.height if foot else 0.0)
        x += block.width + gap
    return LayoutBlock(max(0.0, x - gap), height, tuple(items))


def wrapped(blocks: Sequence[LayoutBlock], width: float, gap: float) -> LayoutBlock:
    """Blocks side by side in as many rows as they need."""
    rows: list[list[LayoutBlock]] = [[]]
    for block in blocks:
        if rows[-1] and sum(one.width + gap for one in rows[-1]) + block.width > width:
            rows.append([])
        rows[-1].append(block)
    return column([row(line, gap) for line in rows], gap)


_NARROW: Final = frozenset("iIjlt.,:;'|!()f ")
_WIDE: Final = frozenset("mwMW%@—")


def text_width(text: str, size: float) -> float:
    """The approximate width of a text in the widest of the usual fonts."""
    ems = sum(0.36 if char in _NARROW else 0.95 if char in _WIDE else 0.72 if char.isupper() else 0.62 for char in text)
    return ems * size


def lines_of(text: str, size: float, width: float) -> list[str]:
    """Wrap a text at word boundaries to lines of this width."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def written(text: str, size: float, width: float, look: str = "", shows: str = "") -> LayoutBlock:
    """A centred text block, in as many lines as it needs."""
    lines = lines_of(text, size, width) or [""]
    across = max(text_width(line, size) for line in lines)
    items = tuple(
        Letters(line, across / 2, size * (0.95 + LINE * number), size, "middle", look, shows)
        for number, line in enumerate(lines)
    )
    return LayoutBlock(across, size * LINE * len(lines), items)
