"""What a family of games has to offer: everything about numbers that depends on which cards are seen, and when.

A book's family follows from its description alone (`rulebooks.families`). All numbers come from the book's family; no
other code tells one game from another.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Card
from pitbook.odds.deck import Deck
from pitbook.odds.families.main_result import MainResult
from pitbook.progress import Progress
from pitbook.rulebooks import RuleBook
from pitbook.strategy import Fitted
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing

LOSE, TIE, WIN = range(3)
Left = Mapping[str, int | Fraction]
"""What earlier decisions left on wagers, in units of the base; other wagers were neither made nor withdrawn."""
CardRules = dict[str, list[dict[str, object]]]
"""The rules of a strategy card by street, in the form of a strategy file."""
EdgeOf = Callable[[CardRules], Fraction | None]
"""Counts the house edge of a strategy card; None if one of its rules never applies."""
Nets = Mapping[str, Mapping[int, int]]
"""By action: how many deals have each net, in units of the compiled game."""
Codes = Mapping[str, Sequence[NDArray[np.uint8]]]
"""By street: the number of the action in every situation."""


class KnownCards(NamedTuple):
    """The cards that are known when a player decides."""

    own: Sequence[Card]
    seen: Sequence[Card]
    """The community cards and the dealer's cards that are face up."""
    dead: Sequence[Card] = ()
    """Other cards that are known to be out of play."""


class Policy(Protocol):
    """What to do in every situation of a game."""

    def action(self, own: Sequence[Card], seen: Sequence[Card] = (), left: Left | None = None) -> str:
        """What to do with a player's cards, having seen community cards or face-up cards of the dealer.

        What earlier decisions left on the wagers matters if several streets have wagers.
        """
        ...

    def save(self, path: Path) -> None:
        """Writes the decisions to a file that is refused if anything in it is changed."""
        ...


P = TypeVar("P", bound=Policy)


@dataclass(frozen=True)
class Solved:
    """A solved main game."""

    house_edge: Fraction
    result: MainResult | None
    policy: Any
    """The best decisions, in the family's own form."""
    pre_flop: dict[str, list[Fraction]] | None
    """If a decision comes with only two cards known: by action, the value of each of the 169 starting hands, in the
    order of the chart; 0 for hands that the deck does not have."""
    most_wagered: Fraction | None = None
    """The average wager, in units of the base, if the one of equal actions that wagers most is taken; None if that is
    not more, or was not counted."""


Solver = Callable[[], Solved]
"""Solves the game; called only if the solution turns out to be needed."""


@dataclass(frozen=True)
class Deals:
    """Numbers of deals."""

    by_level: NDArray[np.int64]
    """By the level of the dealer's hand, and by lose, tie and win."""
    qualified: NDArray[np.int64]
    """By lose, tie and win: the deals in which the dealer qualifies."""
    by_card: NDArray[np.int64] | None
    """By a card's index, and by lose, tie and win: the deals in which that card comes.

    It is a card of the board until that is complete, then one of the dealer's. None before the flop.
    """


@dataclass(frozen=True)
class StartingHand:
    """One of the 169 starting hands: `AKs` is suited, `AKo` is not."""

    name: str
    action: str
    values: dict[str, Fraction]
    """What each action is worth, in antes."""


@dataclass(frozen=True)
class StartingHands:
    """The decisions with only two cards known."""

    actions: tuple[str, ...]
    ranks: tuple[str, ...]
    """The ranks of the deck from the ace down, which name the rows and columns."""
    rows: tuple[tuple[StartingHand, ...], ...]
    """A row for each rank: suited hands above the diagonal, unsuited ones below it."""


@dataclass(frozen=True)
class ClassDecisions:
    """The decisions with one class of hands, or several that are played alike, by the rank of the up card."""

    lowest: str
    highest: str
    shares: tuple[dict[str, int], ...]
    """How many hands take each action, by rank of the up card from the highest down; one entry without an up card."""

    @property
    def name(self) -> str:
        """The class, or the range of classes."""
        return self.lowest if self.lowest == self.highest else f"{self.lowest} to {self.highest}"


@dataclass(frozen=True)
class HandClasses:
    """The decisions of a street by class of hands."""

    street: str
    against: tuple[str, ...]
    """The columns: the ranks of the dealer's up card; empty without an up card, when there is one column."""
    actions: tuple[str, ...]
    rows: tuple[ClassDecisions, ...]
    hands: int
    """The number of hands that differ by more than an exchange of suits."""


Chart = StartingHands | HandClasses


def means(scale: int, nets: Nets) -> dict[str, Fraction]:
    """By action: the mean of the nets of all deals."""
    return {
        action: Fraction(sum(net * deals for net, deals in found.items()), sum(found.values()) * scale)
        for action, found in nets.items()
    }


class Family(Protocol[P]):
    """The numbers of a family of games. The caller has checked that the given cards are those of a decision."""

    @property
    def dealing(self) -> "Dealing":
        """How its rounds are dealt by the million."""
        ...

    def fits(self, book: RuleBook) -> bool:
        """Whether the games of this book are counted here."""
        ...

    def solve(
        self, rules: HouseRules, *, edge_only: bool, progress: Progress | None, deck: Deck | None = None
    ) -> Solved:
        """The best decisions and what they are worth, by exact count; proofs give a deck of their own."""
        ...

    def load(self, path: Path) -> P:
        """Decisions that were saved; a damaged file or one of another kind is refused."""
        ...

    def evaluate(self, rules: HouseRules, policy: P, *, progress: Progress | None) -> MainResult:
        """The exact result of any decisions."""
        ...

    def advise(
        self, rules: HouseRules, known: KnownCards, left: Left | None, *, solver: Solver, progress: Progress | None
    ) -> dict[str, Fraction]:
        """The net of the main game, in antes, of every legal action."""
        ...

    def nets(self, rules: HouseRules, known: KnownCards, left: Left | None = None) -> Nets:
        """The nets of every legal action, with the best decisions afterwards."""
        ...

    def deals(self, rules: HouseRules, known: KnownCards) -> Deals:
        """Every deal that is still possible, by how the hand compares with the dealer's, if nobody folds.

        If the dealer has no hand: by the level of the player's hand, and whether the base wager loses, pushes or wins.
        """
        ...

    def rules_found(self, rules: HouseRules, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
        """In every situation of a street, in the policy's order: the number of the rule that applies, or -1."""
        ...

    def policy_of(self, rules: HouseRules, fitted: Sequence[Fitted], codes: Codes) -> P:
        """The decisions by street and situation as a policy."""
        ...

    def card(self, rules: HouseRules, solver: Solver, edge_of: EdgeOf, *, progress: Progress | None) -> CardRules:
        """Rules for people, derived from the solution."""
        ...

    def charts(self, solved: Solved) -> tuple[Chart, ...]:
        """The solved decisions as charts."""
        ...

    def constant(self, rules: HouseRules) -> P:
        """The decisions of a player who waits as long as possible and then wagers the least."""
        ...

    def warm(self) -> None:
        """Compiles the kernels, or loads them if that was done before."""
        ...
