"""Three player cards against three dealer cards, counted hand by hand."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import mask_of
from pitbook.cards.kernels import rank_masks
from pitbook.cards.lookup import strength_in
from pitbook.odds.deck import Deck, deck_of
from pitbook.odds.families.class_chart import class_rows, classes_in_words, occurring
from pitbook.odds.families.last_decision import nets_by_action
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.own_dealer.plain import (
    CARDS,
    RANKING,
    HandPolicy,
    count_threes,
    evaluate_hands,
    solve_hands,
    warm,
    worth_by_strength,
)
from pitbook.odds.families.protocol import (
    CardRules,
    Chart,
    Codes,
    Deals,
    EdgeOf,
    HandClasses,
    KnownCards,
    Left,
    Nets,
    Solved,
    Solver,
    means,
)
from pitbook.odds.families.search import Written, candidates, cells_of, choose_rules
from pitbook.odds.families.sets import canonical_sets, weights
from pitbook.progress import Progress
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Fitted
from pitbook.strategy.families.own_dealer import HELD, HandFeature
from pitbook.strategy.kernels import boxes_of
from pitbook.strategy.words import hands_in_words
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing

_MOST_RULES: Final = 3
_LEAST_GAIN: Final = 0.00001
"""What a rule has to save, in antes, to be worth a line on the card."""


def _strengths(deck: Deck) -> NDArray[np.int64]:
    """By canonical hand: its strength."""
    return rank_masks(canonical_sets(deck, CARDS), RANKING).astype(np.int64)


def hands_found(deck: Deck, boxes: NDArray[np.int64]) -> NDArray[np.int16]:
    """The number of the first box that holds, by canonical hand; -1 if none does."""
    strengths = _strengths(deck)
    found = np.full(len(strengths), -1, np.int16)
    for number in reversed(range(len(boxes))):
        least, most = boxes[number, HandFeature.HAND]
        found[(least <= strengths) & (strengths <= most)] = number
    return found


class PlainHands:
    """Three Card Poker, and every game of its shape."""

    @property
    def dealing(self) -> "Dealing":
        """How its rounds are dealt by the million."""
        from pitbook.odds.families.own_dealer.plain_dealing import PlainDealing  # noqa: PLC0415 (only a simulation needs it)

        return PlainDealing()

    def fits(self, book: RuleBook) -> bool:
        """Whether hands of three cards are compared, with none of the dealer's cards seen."""
        return book.family is FamilyName.OWN_DEALER and book.players_hand.ranking == RANKING

    def solve(
        self, rules: HouseRules, *, edge_only: bool, progress: Progress | None, deck: Deck | None = None
    ) -> Solved:
        """The best decisions and what they are worth, by exact count."""
        found = solve_hands(compile_main(rules), *rules.streets, deck=deck or deck_of(rules.book))
        return Solved(found.house_edge, found.result, found.policy, None, found.most_wagered)

    def load(self, path: Path) -> HandPolicy:
        """Decisions that were saved."""
        return HandPolicy.load(path)

    def evaluate(self, rules: HouseRules, policy: HandPolicy, *, progress: Progress | None) -> MainResult:
        """The exact result of any decisions."""
        (street,) = rules.streets
        return evaluate_hands(compile_main(rules), street, policy)

    def advise(
        self, rules: HouseRules, known: KnownCards, left: Left | None, *, solver: Solver, progress: Progress | None
    ) -> dict[str, Fraction]:
        """The value of every action."""
        return means(compile_main(rules).scale, self.nets(rules, known))

    def nets(self, rules: HouseRules, known: KnownCards, left: Left | None = None) -> Nets:
        """The nets of every legal action."""
        game = compile_main(rules)
        level = int(game.class_of[strength_in(RANKING)(mask_of(known.own))])
        return nets_by_action(game, rules.streets[0], level, self.deals(rules, known))

    def deals(self, rules: HouseRules, known: KnownCards) -> Deals:
        """Every hand that the dealer can have."""
        return count_threes(compile_main(rules).qualifying, known.own, known.dead, deck=deck_of(rules.book))

    def rules_found(self, rules: HouseRules, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
        """By hand: the number of the rule that holds."""
        return (hands_found(deck_of(rules.book), boxes_of([rule.box for rule in fitted.rules])),)

    def policy_of(self, rules: HouseRules, fitted: Sequence[Fitted], codes: Codes) -> HandPolicy:
        """The decisions by hand as a policy."""
        (only,) = fitted
        return HandPolicy(deck_of(rules.book), only.multiples, codes[only.street][0], rules.streets[0].wager)

    def card(self, rules: HouseRules, solver: Solver, edge_of: EdgeOf, *, progress: Progress | None) -> CardRules:
        """The few rules that are worth most; each names the weakest hand for its action."""
        (street,) = rules.streets
        deck = deck_of(rules.book)
        words = occurring(hands_in_words(CARDS), _strengths(deck))
        edges = {HandFeature.HAND: sorted({least for least, _ in words.values()})}
        (cells,), boxes = cells_of(HELD, edges, lambda each: (hands_found(deck, each),))
        game = compile_main(rules)
        worth = worth_by_strength(game, street, deck, cells, len(boxes))
        choices: list[Written] = [(("at_least", name),) for name in words]
        offered = candidates(HELD, HELD.streets[0], [choices], boxes)
        chosen = choose_rules(worth, offered, 0, most=_MOST_RULES, least_gain=_LEAST_GAIN)
        listed = [{**dict(choice.candidate.written), "do": street.actions[choice.action]} for choice in chosen]
        return {HELD.streets[0]: [*listed, {"do": street.otherwise}]}

    def charts(self, solved: Solved) -> tuple[Chart, ...]:
        """Classes of hands."""
        policy: HandPolicy = solved.policy
        names, starts = classes_in_words(RANKING)
        counts = np.zeros((len(names), 1, len(policy.actions)), np.int64)
        places = np.searchsorted(np.array(starts), _strengths(policy.deck), side="right") - 1
        times = weights(policy.deck, policy.hands)
        for code in range(len(policy.actions)):
            taken = policy.codes == code
            counts[:, 0, code] = np.bincount(places[taken], times[taken], len(names))
        return (HandClasses("play", (), policy.actions, class_rows(names, policy.actions, counts), len(policy.hands)),)

    def constant(self, rules: HouseRules) -> HandPolicy:
        """The decisions of a player who never folds and wagers the least."""
        (street,) = rules.streets
        deck = deck_of(rules.book)
        codes = np.ones(len(canonical_sets(deck, CARDS)), np.uint8)
        return HandPolicy(deck, tuple(sorted(street.multiples)), codes, street.wager)

    def warm(self) -> None:
        """Compiles the kernels, or loads them if that was done before."""
        warm()
