"""No dealer's hand: what the known cards become decides. Counted over sets of cards up to an exchange of suits."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitbook.odds.deck import Deck, deck_of
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.no_dealer.advise import becoming, tallies
from pitbook.odds.families.no_dealer.card import set_rules
from pitbook.odds.families.no_dealer.chart import set_charts
from pitbook.odds.families.no_dealer.course import course_of
from pitbook.odds.families.no_dealer.features import sets_found
from pitbook.odds.families.no_dealer.money import money_of
from pitbook.odds.families.no_dealer.policy import SetPolicy
from pitbook.odds.families.no_dealer.solve import evaluate_sets, solve_sets
from pitbook.odds.families.protocol import (
    CardRules,
    Chart,
    Codes,
    Deals,
    EdgeOf,
    KnownCards,
    Left,
    Nets,
    Solved,
    Solver,
    means,
)
from pitbook.progress import Progress
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Fitted
from pitbook.strategy.families.no_dealer import CARDS_AT, KNOWN
from pitbook.strategy.kernels import boxes_of
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing


class NoDealer:
    """Let It Ride, Mississippi Stud, and every game of their shape."""

    @property
    def dealing(self) -> "Dealing":
        """How its rounds are dealt by the million."""
        from pitbook.odds.families.no_dealer.dealing import SetsDealing  # noqa: PLC0415 (only a simulation needs it)

        return SetsDealing()

    def fits(self, book: RuleBook) -> bool:
        """Whether there is no dealer's hand."""
        return book.family is FamilyName.NO_DEALER

    def solve(
        self, rules: HouseRules, *, edge_only: bool, progress: Progress | None, deck: Deck | None = None
    ) -> Solved:
        """The best decisions and what they are worth, by exact count."""
        found = solve_sets(compile_main(rules), course_of(rules), deck=deck or deck_of(rules.book))
        return Solved(found.house_edge, found.result, found.policy, None, found.most_wagered)

    def load(self, path: Path) -> SetPolicy:
        """Decisions that were saved."""
        return SetPolicy.load(path)

    def evaluate(self, rules: HouseRules, policy: SetPolicy, *, progress: Progress | None) -> MainResult:
        """The exact result of any decisions."""
        return evaluate_sets(compile_main(rules), policy)

    def advise(
        self, rules: HouseRules, known: KnownCards, left: Left | None, *, solver: Solver, progress: Progress | None
    ) -> dict[str, Fraction]:
        """The value of every action."""
        return means(compile_main(rules).scale, self.nets(rules, known, left))

    def nets(self, rules: HouseRules, known: KnownCards, left: Left | None = None) -> Nets:
        """The nets of every legal action."""
        game = compile_main(rules)
        found = tallies(game, course_of(rules), deck_of(rules.book), *known, left or {})
        return {action: tally.nets(money_of(game)) for action, tally in found.items()}

    def deals(self, rules: HouseRules, known: KnownCards) -> Deals:
        """Every hand that the cards can become, by its level and whether the base wager loses, pushes or wins."""
        return becoming(compile_main(rules), deck_of(rules.book), course_of(rules).cards, *known)

    def rules_found(self, rules: HouseRules, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
        """By set of known cards: the number of the rule that holds."""
        known = CARDS_AT[fitted.street]
        return (sets_found(deck_of(rules.book), known, boxes_of([rule.box for rule in fitted.rules])),)

    def policy_of(self, rules: HouseRules, fitted: Sequence[Fitted], codes: Codes) -> SetPolicy:
        """The decisions by set as a policy: they do not depend on the stakes."""
        course = course_of(rules)
        every = [
            np.repeat(codes[part.street][0][None], len(stakes), axis=0)
            for part, stakes in zip(fitted, course.stakes, strict=False)
        ]
        return SetPolicy(deck_of(rules.book), course, tuple(every))

    def card(self, rules: HouseRules, solver: Solver, edge_of: EdgeOf, *, progress: Progress | None) -> CardRules:
        """Rules for people, derived from what every choice is worth."""
        streets = {street.own + street.board: KNOWN.street_of(street) or "" for street in rules.streets}
        return set_rules(compile_main(rules), course_of(rules), deck_of(rules.book), streets)

    def charts(self, solved: Solved) -> tuple[Chart, ...]:
        """Each decision by what the known cards are or could become."""
        return set_charts(solved.policy)

    def constant(self, rules: HouseRules) -> SetPolicy:
        """The decisions of a player who withdraws nothing and wagers the least."""
        course = course_of(rules)
        stays = [
            next(code for code, choice in enumerate(decision.choices) if not choice.folds)
            for decision in course.decisions
        ]
        return SetPolicy.constant(course, stays, deck_of(rules.book))

    def warm(self) -> None:
        """Does nothing: this family has no kernels of its own."""
