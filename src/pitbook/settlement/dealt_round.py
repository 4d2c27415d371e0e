"""What settlement is given: the cards of a round, and each seat's wagers and decision."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitbook.cards import Card


@dataclass(frozen=True, slots=True)
class Seat:
    """One betting position that takes part in the round. Wagers are in cents, the raise or play wager included."""

    seat: int
    player: str
    """Who wagers here. One player may have several boxes."""
    cards: tuple[Card, ...]
    wagers: Mapping[str, int]
    folded: bool = False
    abandoned: bool = False
    """Whether the floorperson ruled that the player left these wagers behind."""


@dataclass(frozen=True, slots=True)
class DealtRound:
    """A round that is ready to be settled."""

    dealer: tuple[Card, ...]
    """In Four Card Poker the last one is the up card."""
    seats: tuple[Seat, ...]
    board: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    """The four All 6 cards, or the bonus card."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What the meters show when settlement begins, after contributions, in dollars."""
    void: str | None = None
    """The irregularity that voided the round."""
