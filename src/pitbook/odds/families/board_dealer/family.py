"""Community cards, and a hand of the dealer's to beat: counted by a sweep over all boards."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import mask_of
from pitbook.cards.lookup import five_card_strength
from pitbook.odds.deck import Deck, deck_of
from pitbook.odds.families.board_dealer import rules as rules_of_street
from pitbook.odds.families.board_dealer.advise import advise_holdem
from pitbook.odds.families.board_dealer.card import holdem_rules
from pitbook.odds.families.board_dealer.chart import pre_flop_chart
from pitbook.odds.families.board_dealer.deals import count_deals
from pitbook.odds.families.board_dealer.nets import holdem_nets
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.solve import evaluate_holdem, solve_holdem
from pitbook.odds.families.board_dealer.warming import warm
from pitbook.odds.families.last_decision import nets_by_action
from pitbook.odds.families.main_result import MainResult
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
)
from pitbook.progress import Progress, threads
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Fitted
from pitbook.strategy.starting_hands import place_of_hole
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing


class BoardDealer:
    """Heads-Up Hold'em, and every game of its shape."""

    @property
    def dealing(self) -> "Dealing":
        """How its rounds are dealt by the million."""
        from pitbook.odds.families.board_dealer.dealing import BoardDealing  # noqa: PLC0415 (only a simulation needs it)

        return BoardDealing()

    def fits(self, book: RuleBook) -> bool:
        """Whether there are a board and a dealer's hand."""
        return book.family is FamilyName.BOARD_DEALER

    def solve(
        self, rules: HouseRules, *, edge_only: bool, progress: Progress | None, deck: Deck | None = None
    ) -> Solved:
        """The best decisions and what they are worth, by exact count."""
        game = compile_main(rules)
        found = solve_holdem(
            game,
            rules.streets,
            deck=deck or deck_of(rules.book),
            threads=threads(),
            progress=progress,
            distribution=not edge_only,
        )
        pre_flop = {
            action: [
                Fraction(total, max(deals, 1) * game.scale)
                for total, deals in zip(totals, found.pre_flop_deals, strict=True)
            ]
            for action, totals in found.pre_flop_totals.items()
        }
        return Solved(found.house_edge, found.result, found.policy, pre_flop, found.most_wagered)

    def load(self, path: Path) -> HoldemPolicy:
        """Decisions that were saved."""
        return HoldemPolicy.load(path)

    def evaluate(self, rules: HouseRules, policy: HoldemPolicy, *, progress: Progress | None) -> MainResult:
        """The exact result of any decisions."""
        return evaluate_holdem(compile_main(rules), rules.streets, policy, threads=threads(), progress=progress)

    def advise(
        self, rules: HouseRules, known: KnownCards, left: Left | None, *, solver: Solver, progress: Progress | None
    ) -> dict[str, Fraction]:
        """The value of every action. Before the flop and without dead cards the solution has it."""
        if not known.seen and not known.dead:
            place = place_of_hole(known.own)
            return {action: values[place] for action, values in (solver().pre_flop or {}).items()}
        return advise_holdem(compile_main(rules), rules.streets, *known, deck=deck_of(rules.book), progress=progress)

    def nets(self, rules: HouseRules, known: KnownCards, left: Left | None = None) -> Nets:
        """The nets of every legal action."""
        game = compile_main(rules)
        if len(known.seen) < rules.book.board:
            return holdem_nets(game, rules.streets, *known, deck=deck_of(rules.book))
        level = int(game.class_of[five_card_strength(mask_of((*known.own, *known.seen)))])
        return nets_by_action(game, rules.streets[-1], level, self.deals(rules, known))

    def deals(self, rules: HouseRules, known: KnownCards) -> Deals:
        """Every deal that is still possible."""
        return count_deals(compile_main(rules).qualifying, *known, deck=deck_of(rules.book))

    def rules_found(self, rules: HouseRules, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
        """In every situation of a street: the number of the rule that holds."""
        return rules_of_street.rules_found(deck_of(rules.book), fitted)

    def policy_of(self, rules: HouseRules, fitted: Sequence[Fitted], codes: Codes) -> HoldemPolicy:
        """The decisions by street and situation as a policy."""
        return rules_of_street.policy_of(deck_of(rules.book), rules.streets, codes)

    def card(self, rules: HouseRules, solver: Solver, edge_of: EdgeOf, *, progress: Progress | None) -> CardRules:
        """Rules for people, derived from the solution."""
        return holdem_rules(rules, solver, edge_of, progress)

    def charts(self, solved: Solved) -> tuple[Chart, ...]:
        """The starting hands, if there is a decision on them."""
        chart = pre_flop_chart(solved)
        return (chart,) if chart else ()

    def constant(self, rules: HouseRules) -> HoldemPolicy:
        """The decisions of a player who waits as long as possible and then wagers the least."""
        return HoldemPolicy.constant(rules.streets, river=1, deck=deck_of(rules.book))

    def warm(self) -> None:
        """Compiles the kernels, or loads them if that was done before."""
        warm()
        rules_of_street.warm()
