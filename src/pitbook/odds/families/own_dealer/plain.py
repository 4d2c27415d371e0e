"""Hands of three cards without an up card: few enough for every hand of the dealer's to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.lookup import strength_in
from pitbook.cards.tables import Tables, levels_of, tables_of
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.last_decision import deals_of, levels_and_qualified
from pitbook.odds.families.main_result import FOLDED, End, MainResult, main_result
from pitbook.odds.families.policy_file import read_policy, write_policy
from pitbook.odds.families.protocol import Deals, Left
from pitbook.odds.families.sets import canonical, canonical_sets, find, weights
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame

RANKING: Final = "three_card"
CARDS: Final = 3
"""How many cards the player has, and the dealer."""
_KIND: Final = "hands"
Codes = NDArray[np.uint8]


@kernel
def _count_threes(
    mine: int,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    deals: Matrix[np.int64],
    cards: Matrix[np.int64],
) -> None:
    """Counts every three live cards as the dealer's; `cards` has a line for each of the 52, or none."""
    for high in range(2, live.size):
        one = masks[live[high]]
        for middle in range(1, high):
            two = one | masks[live[middle]]
            for low in range(middle):
                dealer = rank_mask(two | masks[live[low]], tables)
                comparison = 1 + (mine > dealer) - (mine < dealer)
                deals[levels[dealer], comparison] += 1
                if cards.size:
                    cards[live[low], comparison] += 1
                    cards[live[middle], comparison] += 1
                    cards[live[high], comparison] += 1


@kernel
def _count_hands(
    hands: Vector[np.uint64],
    pack: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    qualifies: Vector[np.uint8],
    strengths: Vector[np.int64],
    counts: Cube[np.int64],
) -> None:
    """By hand of the player: its strength, and the dealer's hands by whether they qualify, and the comparison."""
    live = np.empty(pack.size - 3, np.int64)
    none = np.zeros((0, 3), np.int64)
    for hand in range(hands.size):
        free = 0
        for card in pack:
            if not masks[card] & hands[hand]:
                live[free] = card
                free += 1
        strengths[hand] = rank_mask(hands[hand], tables)
        _count_threes(strengths[hand], live, masks, tables, qualifies, counts[hand], none)


@lru_cache(maxsize=8)
def _counts(deck: Deck, qualifying: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By canonical hand: its strength, and the dealer's hands by whether they qualify, and lose, tie and win."""
    hands = canonical_sets(deck, CARDS)
    strengths, counts = np.zeros(len(hands), np.int64), np.zeros((len(hands), 2, 3), np.int64)
    qualifies = (np.arange(len(levels_of(RANKING))) >= qualifying).astype(np.uint8)
    _count_hands(hands, np.array(deck.cards, np.int64), CARD_MASKS, tables_of(RANKING), qualifies, strengths, counts)
    return strengths, counts


@dataclass(frozen=True, eq=False)
class HandPolicy:
    """An action for each canonical hand: 0 folds, n makes the wager of the n-th multiple."""

    deck: Deck
    multiples: tuple[int, ...]
    codes: Codes
    wager: str

    def __post_init__(self) -> None:
        if self.codes.shape != (len(self.hands),) or int(self.codes.max(initial=0)) > len(self.multiples):
            raise MalformedError(Problem(f"{len(self.hands)} actions from 0 to {len(self.multiples)} are needed"))

    @property
    def hands(self) -> NDArray[np.uint64]:
        """The canonical hands, in the order of the codes."""
        return canonical_sets(self.deck, CARDS)

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, by number."""
        return ("fold", *(f"{self.wager}_{multiple}" for multiple in self.multiples))

    def action(self, own: Sequence[Card], seen: Sequence[Card] = (), left: Left | None = None) -> str:
        """What to do with these cards."""
        place = int(find(self.hands, canonical(np.uint64(mask_of(own)))[0]))
        if len(set(own)) != CARDS or seen or place < 0:
            raise ValueError(f"{CARDS} cards are needed, all different, and none is seen besides")
        return self.actions[int(self.codes[place])]

    def save(self, path: Path) -> None:
        """Writes the policy to a file that is refused if anything in it is changed."""
        terms = {
            "ranks": self.deck.ranks,
            "suits": self.deck.suits,
            "multiples": self.multiples,
            "wager": self.wager,
        }
        write_policy(path, _KIND, terms, {"codes": self.codes})

    @classmethod
    def load(cls, path: Path) -> "HandPolicy":
        """The policy in a file; one that is damaged or of another kind is refused."""
        terms, arrays = read_policy(path, _KIND)
        deck, multiples = Deck(tuple(terms["ranks"]), terms["suits"]), tuple(terms["multiples"])
        return cls(deck, multiples, arrays["codes"], terms["wager"])


@dataclass(frozen=True, eq=False)
class HandSolution:
    """The best play and what it is worth."""

    house_edge: Fraction
    result: MainResult
    policy: HandPolicy
    most_wagered: Fraction | None
    """The average wager if of equal actions the one that wagers most were taken, if that is more."""


def solve_hands(game: MainGame, street: Street, *, deck: Deck = FULL) -> HandSolution:
    """The best play, by exact count; of equal actions the one that wagers least."""
    strengths, counts = _counts(deck, game.qualifying)
    levels = game.class_of[strengths]
    before = (counts * game.fixed[levels]).sum(axis=(1, 2))
    per_ante = (counts * game.decided[levels]).sum(axis=(1, 2))
    multiples = tuple(sorted(street.multiples))
    best = np.full(len(levels), game.fold * comb(len(deck) - CARDS, CARDS), np.int64)
    codes, most = np.zeros((2, len(levels)), np.uint8)
    for code, multiple in enumerate(multiples, 1):
        value = before + multiple * per_ante
        codes[value > best], most[value >= best] = code, code
        best = np.maximum(best, value)
    policy, greatest = (HandPolicy(deck, multiples, each, street.wager) for each in (codes, most))
    result = evaluate_hands(game, street, policy)
    total = int(best @ weights(deck, policy.hands))
    more = evaluate_hands(game, street, greatest).average_wager if (codes != most).any() else None
    return HandSolution(Fraction(-total, result.deals * game.scale), result, policy, more)


def evaluate_hands(game: MainGame, street: Street, policy: HandPolicy) -> MainResult:
    """The exact result of any play."""
    strengths, counts = _counts(policy.deck, game.qualifying)
    levels = game.class_of[strengths]
    weighted = counts * weights(policy.deck, policy.hands)[:, None, None]
    outcomes: dict[End, int] = {FOLDED: int(weighted[policy.codes == 0].sum())}
    for code, multiple in enumerate(policy.multiples, 1):
        for level in range(len(game.fixed)):
            taken = weighted[(policy.codes == code) & (levels == level)].sum(axis=0)
            for (qualifies, comparison), deals in np.ndenumerate(taken):
                outcomes[End((multiple,), level, qualifies, comparison)] = int(deals)
    by_code = np.bincount(policy.codes, weighted.sum(axis=(1, 2)), len(policy.actions)).astype(np.int64).tolist()
    return main_result(game, outcomes, {street.name: dict(zip(policy.actions, by_code, strict=True))})


def worth_by_strength(
    game: MainGame, street: Street, deck: Deck, cells: NDArray[np.int32], number: int
) -> NDArray[np.float64]:
    """By action and cell of hands, counted from 1: the net in antes times its probability."""
    strengths, counts = _counts(deck, game.qualifying)
    levels = game.class_of[strengths]
    times = weights(deck, canonical_sets(deck, CARDS))
    every = counts.sum(axis=(1, 2)) * times
    before = (counts * game.fixed[levels]).sum(axis=(1, 2)) * times
    per_ante = (counts * game.decided[levels]).sum(axis=(1, 2)) * times
    nets = [game.fold * every, *(before + multiple * per_ante for multiple in sorted(street.multiples))]
    unit = float(every.sum()) * game.scale
    return np.array([np.bincount(cells, each / unit, number + 1)[1:] for each in nets])


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    shortest = Deck((10, 11, 12), 3)
    count_threes(1, [Card(index) for index in shortest.cards[:CARDS]], deck=shortest)
    _counts(shortest, 1)


def count_threes(qualifying: int, own: Sequence[Card], dead: Sequence[Card] = (), *, deck: Deck = FULL) -> Deals:
    """Every hand that the dealer can have, by how it compares; the dealer qualifies with at least so strong a hand."""
    levels = levels_and_qualified(levels_of(RANKING), qualifying)
    deals = np.zeros((int(levels.max()) + 1, 3), np.int64)
    cards = np.zeros((len(CARD_MASKS), 3), np.int64)
    mine = strength_in(RANKING)(mask_of(own))
    _count_threes(mine, deck.without((*own, *dead)), CARD_MASKS, tables_of(RANKING), levels, deals, cards)
    return deals_of(deals, cards)
