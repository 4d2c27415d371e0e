"""The commands to a table, in the imperative: what a page sends, what a dealer does, what the table decides.

A command that comes as JSON is validated into these very classes. It does not say who gives it: authorization does.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Self

from pitbook.rulebooks.steps import ActorRole
from pitbook.table.command_fields import (
    ActionName,
    Back,
    BeaconText,
    CardsText,
    Cents,
    Commitment,
    Count,
    Detail,
    Flag,
    MisdealtHands,
    Name,
    Seat,
    SeedText,
    TimeText,
    Wagers,
    Words,
)
from pitbook.table.kinds import SourceName

AUTO: Final = "auto"
"""The name of the actor when the table performs a step by itself; no person has it."""


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


NOBODY: Final = Actor(ActorRole.PLAYER, "")
"""Gives a command before authorization has named its actor: no table accepts it."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked of a table."""

    by: Actor

    def given_by(self, by: Actor) -> Self:
        """The same command, given by this actor."""
        return replace(self, by=by)


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

    step: Name
    cards: CardsText | None = None
    count: Count | None = None
    depth: Count | None = None
    misdealt: MisdealtHands | None = None
    """The hands with a wrong number of cards, by seat or "dealer", and how many each has."""
    from_inventory: Flag | None = None


@dataclass(frozen=True, slots=True)
class DealRound(Command):
    """Perform every step up to "no more bets"."""


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Take a betting position, with a first buy-in."""

    seat: Seat
    buy_in: Cents | None = None


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    """Buy chips; with `seat`, a dealer does it for a guest."""

    amount: Cents
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """Take chips away; with `seat`, a dealer does it for a guest."""

    amount: Cents
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Leave the table with all chips; with `seat`, a dealer does it for a guest."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class RuleOnLeaving(Command):
    """Rule whether the wagers of a player who left are abandoned."""

    player: Name
    abandoned: Flag
    reason: Words


@dataclass(frozen=True, slots=True)
class PlaceWagers(Command):
    """Put these wagers on a seat in place of what it has; none withdraws them."""

    seat: Seat
    wagers: Wagers


@dataclass(frozen=True, slots=True)
class Acknowledge(Command):
    """Accept the progressive wager of a position."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CommitSeed(Command):
    """Commit to the player's seed for the shuffle of the round, or only of this one."""

    commitment: Commitment
    round: Name | None = None


@dataclass(frozen=True, slots=True)
class RevealSeed(Command):
    """Reveal the seed that is on the closed list."""

    seed: SeedText


@dataclass(frozen=True, slots=True)
class GiveBeacon(Command):
    """Add the value of a public beacon to the shuffle of the round; `at` is when it was published."""

    value: BeaconText
    at: TimeText


@dataclass(frozen=True, slots=True)
class Decide(Command):
    """Check, fold, or wager a multiple (`raise_3`, `play_1`) or an amount (`play` with `amount`)."""

    seat: Seat
    action: ActionName
    amount: Cents | None = None


@dataclass(frozen=True, slots=True)
class OrderRecut(Command):
    """Have the cards cut again."""

    reason: Words


@dataclass(frozen=True, slots=True)
class OrderReshuffle(Command):
    """Have the cards shuffled again."""

    reason: Words


@dataclass(frozen=True, slots=True)
class CallStubCount(Command):
    """Have the stub of this round counted, though it is not due."""


@dataclass(frozen=True, slots=True)
class ChangeDeck(Command):
    """Take a deck off the table and receive another one in its place."""

    deck: Count
    """0 for the deck that people call deck 1, 1 for deck 2."""
    back: Back
    reason: Words
    preshuffled: Flag = False


@dataclass(frozen=True, slots=True)
class AdoptRules(Command):
    """Play by other house rules from now on: another way of dealing, say."""

    rules: str


@dataclass(frozen=True, slots=True)
class CorrectCards(Command):
    """Put right cards that were entered wrongly: each of `entered` is really the one at its place in `right`."""

    entered: CardsText
    right: CardsText
    reason: Words


@dataclass(frozen=True, slots=True)
class Report(Command):
    """Report one of the book's irregularities."""

    irregularity: Name
    detail: Detail = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RestoreDevice(Command):
    """Put a device back into use."""

    device: Name


@dataclass(frozen=True, slots=True)
class Rule(Command):
    """Rule on something that no clause decides."""

    words: Words


@dataclass(frozen=True, slots=True)
class GoIdle(Command):
    """Spread the cards, because nobody plays; face up where the book leaves it open, or somebody asked."""

    face_up: Flag = False
    asked_by: Name | None = None
    """Who asked to have the cards face up; not every book leaves that to the dealer."""


@dataclass(frozen=True, slots=True)
class PlayerArrives(Command):
    """Somebody arrives at an idle table."""


@dataclass(frozen=True, slots=True)
class CloseTable(Command):
    """Close the table, after the round in progress."""
