"""Cards as events write them: two letters each, one after the other, and `??` for a face that nobody has entered."""

from collections.abc import Iterable
from typing import Final

from pitbook.cards import DECK, Card

UNKNOWN: Final = "??"
_NAMES: Final = tuple(str(card) for card in DECK)
_SLOTS: Final[dict[str, Card | None]] = {**dict(zip(_NAMES, DECK, strict=True)), UNKNOWN: None}


def write_slots(cards: Iterable[Card | None]) -> str:
    """The cards in text."""
    return "".join([UNKNOWN if card is None else _NAMES[card.index] for card in cards])


def write_indices(indices: Iterable[int]) -> str:
    """Cards given by their indices, in text."""
    return "".join([_NAMES[index] for index in indices])


def read_slots(text: str) -> list[Card | None]:
    """The cards of a text."""
    return [_SLOTS[text[at : at + 2]] for at in range(0, len(text), 2)]
