"""Player cards alone, without a board, against the dealer's hand: counted by inclusion and exclusion."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import mask_of
from pitbook.cards.lookup import four_card_strength
from pitbook.odds.deck import Deck, deck_of
from pitbook.odds.families.last_decision import nets_by_action
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.own_dealer import rules as rules_of_street
from pitbook.odds.families.own_dealer.advise import advise_four_card
from pitbook.odds.families.own_dealer.card import four_card_rules
from pitbook.odds.families.own_dealer.chart import four_card_chart
from pitbook.odds.families.own_dealer.counts import PLAYER
from pitbook.odds.families.own_dealer.deals import count_deals
from pitbook.odds.families.own_dealer.memory import remembered_counts
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.own_dealer.solve import evaluate_four_card, solve_four_card
from pitbook.odds.families.own_dealer.warming import warm
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
)
from pitbook.odds.families.sets import canonical_sets
from pitbook.progress import Progress, threads
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Fitted
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing


class OwnDealer:
    """Four Card Poker, and every game of its shape."""

    @property
    def dealing(self) -> "Dealing":
        """How its rounds are dealt by the million."""
        from pitbook.odds.families.own_dealer.dealing import FourCardDealing  # noqa: PLC0415 (only a simulation needs it)

        return FourCardDealing()

    def fits(self, book: RuleBook) -> bool:
        """Whether the player's best four of five cards are compared with the dealer's best four of six."""
        return book.family is FamilyName.OWN_DEALER and book.players_hand.ranking == "four_card"

    def solve(
        self, rules: HouseRules, *, edge_only: bool, progress: Progress | None, deck: Deck | None = None
    ) -> Solved:
        """The best decisions and what they are worth, by exact count."""
        game = compile_main(rules)
        found = solve_four_card(
            game,
            rules.streets,
            deck=deck or deck_of(rules.book),
            threads=threads(),
            progress=progress,
            distribution=not edge_only,
        )
        return Solved(found.house_edge, found.result, found.policy, None, found.most_wagered)

    def load(self, path: Path) -> FourCardPolicy:
        """Decisions that were saved."""
        return FourCardPolicy.load(path)

    def evaluate(self, rules: HouseRules, policy: FourCardPolicy, *, progress: Progress | None) -> MainResult:
        """The exact result of any decisions."""
        game = compile_main(rules)
        counts = remembered_counts(game.qualifying, policy.deck, progress=progress)
        return evaluate_four_card(game, rules.streets, policy, deck=policy.deck, counts=counts)

    def advise(
        self, rules: HouseRules, known: KnownCards, left: Left | None, *, solver: Solver, progress: Progress | None
    ) -> dict[str, Fraction]:
        """The value of every action."""
        own, (up_card,), dead = known
        return advise_four_card(compile_main(rules), rules.streets, own, up_card, dead, deck=deck_of(rules.book))

    def nets(self, rules: HouseRules, known: KnownCards, left: Left | None = None) -> Nets:
        """The nets of every legal action."""
        game = compile_main(rules)
        level = int(game.class_of[four_card_strength(mask_of(known.own))])
        return nets_by_action(game, rules.streets[0], level, self.deals(rules, known))

    def deals(self, rules: HouseRules, known: KnownCards) -> Deals:
        """Every deal that is still possible."""
        return count_deals(compile_main(rules).qualifying, *known, deck=deck_of(rules.book))

    def rules_found(self, rules: HouseRules, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
        """By hand and up card: the number of the rule that holds."""
        return rules_of_street.rules_found(deck_of(rules.book), fitted)

    def policy_of(self, rules: HouseRules, fitted: Sequence[Fitted], codes: Codes) -> FourCardPolicy:
        """The decisions by hand and up card as a policy."""
        return rules_of_street.policy_of(deck_of(rules.book), rules.streets[0].wager, fitted, codes)

    def card(self, rules: HouseRules, solver: Solver, edge_of: EdgeOf, *, progress: Progress | None) -> CardRules:
        """Rules for people, derived from the counts."""
        return four_card_rules(rules, progress=progress)

    def charts(self, solved: Solved) -> tuple[Chart, ...]:
        """Classes of hands by the rank of the up card."""
        policy: FourCardPolicy = solved.policy
        return (HandClasses("play", policy.deck.symbols, policy.actions, four_card_chart(policy), len(policy.hands)),)

    def constant(self, rules: HouseRules) -> FourCardPolicy:
        """The decisions of a player who never folds and wagers the least."""
        (street,) = rules.streets
        deck = deck_of(rules.book)
        actions = np.ones(len(canonical_sets(deck, PLAYER)), np.int64)
        return FourCardPolicy.from_actions(sorted(street.multiples), actions, deck=deck, wager=street.wager)

    def warm(self) -> None:
        """Compiles the kernels, or loads them if that was done before."""
        warm()
        rules_of_street.warm()
