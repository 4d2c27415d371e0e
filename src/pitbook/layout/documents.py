"""Layouts, signs and drawings in JSON types."""

from typing import Literal

from pitbook.documents import Document

Area = Literal["community", "dealer", "extra"]
"""The areas for cards that are not a player's."""


class ShownText(Document):
    """Something on the layout."""

    shows: str
    text: str
    clauses: list[str]


class BettingArea(Document):
    """The area for the chips of one wager, at every position."""

    wager: str
    label: str
    main: bool
    clauses: list[str]


class CardArea(Document):
    """An area for cards that are not a player's."""

    place: Area
    label: str
    cards: int
    says: str
    clauses: list[str]


class SignLine(Document):
    """A hand or an event, and what it pays."""

    when: str
    pays: str
    on: str | None
    amount: str | None
    clauses: list[str]


class Note(Document):
    """A sentence on the sign."""

    text: str
    clauses: list[str]


class PaySchedule(Document):
    """What one wager, or one paytable of it, pays."""

    wager: str
    title: str
    table: str | None
    lines: list[SignLine]
    notes: list[Note]
    clauses: list[str]


class PostedLimit(Document):
    """The least and the most of a wager."""

    wager: str
    label: str
    least: str
    most: str
    amounts: list[str] | None
    text: str
    clauses: list[str]


class Sign(Document):
    """The sign at the table."""

    schedules: list[PaySchedule]
    limits: list[PostedLimit]
    notes: list[Note]
    clauses: list[str]


class Layout(Document):
    """The layout of a table, with its sign."""

    rulebook: str
    title: str
    family: str
    rules: str
    approved: str | None
    house_name: ShownText
    positions: int
    position_clauses: list[str]
    position_reading: int | None
    player_cards: int
    adjacent_boxes: int
    areas: list[BettingArea]
    cards: list[CardArea]
    inscriptions: list[ShownText]
    equipment: list[ShownText]
    sign: Sign


class Place(Document):
    """A rectangle, in units of the sheet."""

    x: float
    y: float
    width: float
    height: float


class CardPlaces(Place):
    """Places of cards side by side."""

    card: float
    """The width of a card."""
    pitch: float
    """The distance from one card to the next."""
    count: int


class SeatPlaces(Document):
    """A position: its spots by wager, its cards, and the places of its name and its hand in words."""

    box: Place
    cards: CardPlaces
    plate: Place
    text: float
    """The size of the letters of name and hand."""
    hand: Place | None
    spots: dict[str, Place]


class LinePlace(Document):
    """A line of a paytable that is written on the layout."""

    wager: str
    on: str | None
    pays: str
    amount: str | None
    box: Place


class Places(Document):
    """Where everything is on a layout that is drawn for a window."""

    width: int
    height: int
    cards: dict[str, CardPlaces]
    """By `community`, `dealer` and `extra`."""
    discards: Place
    inventory: Place
    shoe: Place
    says: Place
    seats: dict[str, SeatPlaces]
    lines: list[LinePlace]


class FeltDrawing(Places):
    """A layout drawn for a window."""

    svg: str
