"""The form of a layout's drawing, for the description of the API: the picture, and where everything lies on it."""

from pitbook.web.responses.base import ResponseModel


class Place(ResponseModel):
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
    """From one card to the next."""
    count: int


class SeatPlaces(ResponseModel):
    """A position: its spots by wager, its cards, and where its name and its hand are told."""

    box: Place
    cards: CardPlaces
    plate: Place
    text: float
    """The size of the letters of name and hand."""
    hand: Place | None
    spots: dict[str, Place]


class LinePlace(ResponseModel):
    """A line of a paytable that is written on the layout."""

    wager: str
    on: str | None
    pays: str
    box: Place


class FeltDrawing(ResponseModel):
    """A layout drawn for a window."""

    width: int
    height: int
    svg: str
    cards: dict[str, CardPlaces]
    """By `community`, `dealer` and `extra`."""
    discards: Place
    inventory: Place
    shoe: Place
    says: Place
    seats: dict[str, SeatPlaces]
    lines: list[LinePlace]
