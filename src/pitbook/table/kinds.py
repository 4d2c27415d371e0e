"""The enums of a table's state. Events store their values."""

from enum import StrEnum


class TableStatus(StrEnum):
    """Whether a table is in use."""

    NEW = "new"
    OPEN = "open"
    CLOSED = "closed"


class SourceName(StrEnum):
    """Where the cards of a table come from."""

    VIRTUAL = "virtual"
    """Shuffled here, from seeds."""
    SCRIPTED = "scripted"
    """Given in their order."""
    ENTERED = "entered"
    """Entered by a dealer at a physical table."""


class CardPlace(StrEnum):
    """Where cards are dealt."""

    PLAYER = "player"
    DEALER = "dealer"
    BOARD = "board"
    EXTRA = "extra"
    BURN = "burn"


class RemovalCause(StrEnum):
    """Why a deck leaves the table, besides the irregularities of a wrong stub."""

    SHUFFLER_COUNT = "shuffler_count"
    OVERDUE = "overdue"
    ONE_DECK = "one_deck"
    CHANGED = "changed"
