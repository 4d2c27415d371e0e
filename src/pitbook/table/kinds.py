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
    """Where a dealt card goes."""

    PLAYER = "player"
    DEALER = "dealer"
    BOARD = "board"
    EXTRA = "extra"
    BURN = "burn"


class RemovalCause(StrEnum):
    """Why a deck leaves the table. A wrong stub, which is an irregularity, also removes it."""

    SHUFFLER_COUNT = "shuffler_count"
    """The shuffler has counted a wrong number of cards."""
    OVERDUE = "overdue"
    """It has been in use for as long as the book allows."""
    ONE_DECK = "one_deck"
    """The new house rules use one deck instead of two."""
    CHANGED = "changed"
    """It was replaced before that."""
