"""What people and devices ask of a table, in the imperative. Each command says who gives it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.rulebooks.steps import ActorRole
from pitbook.table.kinds import SourceName

AUTO: Final = "auto"
"""The name of whoever's duty a step is, when the table performs it by itself; no person has it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and in which role."""

    role: ActorRole
    name: str


def dealer(name: str = "dealer") -> Actor:
    """The dealer of the table."""
    return Actor(ActorRole.DEALER, name)


def floorperson(name: str = "floorperson") -> Actor:
    """A floorperson or above."""
    return Actor(ActorRole.FLOORPERSON, name)


def player(name: str) -> Actor:
    """A player."""
    return Actor(ActorRole.PLAYER, name)


def device(name: str = "device") -> Actor:
    """A shuffler, a shoe, or the progressive table game system."""
    return Actor(ActorRole.DEVICE, name)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked of the table."""

    by: Actor


@dataclass(frozen=True, slots=True)
class OpenTable(Command):
    """Open a table under the house rules of this digest, with cards of one source."""

    table: str
    rules: str
    source: str = SourceName.VIRTUAL
    backs: tuple[str, ...] = ("red",)
    preshuffled: bool = False
    """The decks were inspected and shuffled before they came to the table."""


@dataclass(frozen=True, slots=True)
class Do(Command):
    """Perform the step at the head of the agenda, with what it needs to be told."""

    step: str
    cards: str | None = None
    count: int | None = None
    depth: int | None = None
    misdealt: Mapping[str, int] | None = None
    """The hands with a wrong number of cards, by seat or "dealer", and how many each has."""
    from_inventory: bool | None = None


@dataclass(frozen=True, slots=True)
class DealRound(Command):
    """Perform every step up to "no more bets"."""


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Take a betting position, with a first buy-in."""

    seat: int
    buy_in: int = 0


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    """Buy chips."""

    amount: int


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """Take chips away."""

    amount: int


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Leave the table with all chips."""


@dataclass(frozen=True, slots=True)
class RuleOnLeaving(Command):
    """Rule whether the wagers of a player who left are abandoned."""

    player: str
    abandoned: bool
    reason: str


@dataclass(frozen=True, slots=True)
class PlaceWagers(Command):
    """Put these wagers on a seat in place of what it has; none withdraws them."""

    seat: int
    wagers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Acknowledge(Command):
    """Accept the progressive wager of a position."""

    seat: int


@dataclass(frozen=True, slots=True)
class CommitSeed(Command):
    """Commit to a seed for the shuffle of the round, in place of an earlier commitment."""

    commitment: str


@dataclass(frozen=True, slots=True)
class RevealSeed(Command):
    """Reveal the seed that is on the closed list."""

    seed: str


@dataclass(frozen=True, slots=True)
class GiveBeacon(Command):
    """Add a public value, published at this time, to the shuffle of the round."""

    value: str
    at: str


@dataclass(frozen=True, slots=True)
class Decide(Command):
    """Check, fold, raise or play."""

    seat: int
    action: str
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class OrderRecut(Command):
    """Have the cards cut again."""

    reason: str


@dataclass(frozen=True, slots=True)
class OrderReshuffle(Command):
    """Have the cards shuffled again."""

    reason: str


@dataclass(frozen=True, slots=True)
class CallStubCount(Command):
    """Have the stub of this round counted, though it is not due."""


@dataclass(frozen=True, slots=True)
class ChangeDeck(Command):
    """Take a deck off the table and receive another one in its place."""

    deck: int
    back: str
    reason: str
    preshuffled: bool = False


@dataclass(frozen=True, slots=True)
class AdoptRules(Command):
    """Play by other house rules from now on: another way of dealing, say."""

    rules: str


@dataclass(frozen=True, slots=True)
class CorrectCards(Command):
    """Put right cards that were entered wrongly: each of the first is really the one at its place in the second."""

    entered: str
    right: str
    reason: str


@dataclass(frozen=True, slots=True)
class Report(Command):
    """Report one of the book's irregularities."""

    irregularity: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoreDevice(Command):
    """Put a device back into use."""

    device: str


@dataclass(frozen=True, slots=True)
class Rule(Command):
    """Rule on something that no clause decides."""

    words: str


@dataclass(frozen=True, slots=True)
class GoIdle(Command):
    """Spread the cards, because nobody plays."""

    face_up: bool = False
    asked_by: str = ""
    """Who asked to have them face up, which not every book leaves to the dealer."""


@dataclass(frozen=True, slots=True)
class PlayerArrives(Command):
    """Come to an idle table."""


@dataclass(frozen=True, slots=True)
class CloseTable(Command):
    """Close the table, after the round in progress."""
