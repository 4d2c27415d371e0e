"""The strategy card of hold'em, derived from the solved decisions.

Before the flop it is the solved chart itself. For the river, what raising and folding are worth is counted exactly in
each cell of features. On the flop a few rules first match as many solved decisions as they can; then the ranks in those
rules are moved up and down as long as an exact count shows a gain.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from pitbook.cards import Rank
from pitbook.odds.families.board_dealer.flops import canonical_flops, chart_of_holes
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.rules import flop_found, river_found
from pitbook.odds.families.board_dealer.solve import evaluate_holdem
from pitbook.odds.families.board_dealer.streets import stages
from pitbook.odds.families.protocol import CardRules, EdgeOf, Solver
from pitbook.odds.families.search import Written, candidates, cells_of, choose_rules
from pitbook.progress import Progress, threads
from pitbook.settlement.compile import compile_main
from pitbook.strategy.conditions import Kind
from pitbook.strategy.families.board_dealer import BOARD, BoardFeature
from pitbook.strategy.ranges import format_ranges
from pitbook.strategy.words import hands_in_words, rank_named
from pitbook.submission import HouseRules

_MOST_RULES: Final = {"flop": 4, "river": 3}
_LEAST_GAIN: Final = {"flop": 0.001, "river": 0.0001}
"""What a rule has to gain: on the flop in the share of matched solved decisions, at the river in antes."""
_FIVE: Final = 5
_MADE: Final = ("two pairs", "three of a kind", "straight")
_MOST_OUTS: Final = 45


def holdem_rules(rules: HouseRules, solver: Solver, edge_of: EdgeOf, progress: Progress | None) -> CardRules:
    """The card's rules, in the form of a strategy file."""
    tell = progress or (lambda _: None)
    policy: HoldemPolicy = solver().policy
    tell(0.2)
    names = {BOARD.street_of(street) for street in rules.streets}
    card: CardRules = {}
    if "pre_flop" in names:
        card["pre_flop"] = _before_flop(policy)
    if "flop" in names:
        card["flop"] = _flop(policy)
    tell(0.4)
    if "river" in names:
        card["river"] = _river(rules, policy)
        tell(0.7)
    if "flop" in names:
        _tune(card, "flop", policy.deck.ranks[0], edge_of)
    tell(1.0)
    return card


def _before_flop(solved: HoldemPolicy) -> list[dict[str, object]]:
    """The solved chart as ranges, the greatest wager first."""
    actions = solved.stages[0].actions
    listed: list[dict[str, object]] = []
    for code in reversed(range(1, len(actions))):
        places = np.flatnonzero(solved.pre_flop == code).tolist()
        if places:
            listed.append({"hands": list(format_ranges(places)), "do": actions[code]})
    return [*listed, {"do": actions[0]}]


def _flop(solved: HoldemPolicy) -> list[dict[str, object]]:
    """A few rules that match as many solved decisions as they can, over all hands that reach the flop."""
    deck, ranks = solved.deck, range(len(Rank) + 1)
    edges = {
        BoardFeature.HAND: [hands_in_words(_FIVE)[words][0] for words in _MADE],
        BoardFeature.HIDDEN_PAIR: ranks,
        BoardFeature.PAIR_WITH_BOARD: ranks,
        BoardFeature.FOUR_TO_A_FLUSH: ranks,
        BoardFeature.STRAIGHT_RANKS: range(3),
        BoardFeature.BETTER_THAN_BOARD: (0, 1),
    }
    (cells,), boxes = cells_of(BOARD, edges, lambda each: (flop_found(deck, each),))
    flops = canonical_flops(deck)
    comes = solved.pre_flop[chart_of_holes()] == 0
    weights = flops.weights[:, None] * comes[None, :]
    stage = solved.stages[1]
    worth = np.array(
        [
            np.bincount(cells.ravel(), (weights * (solved.flop == code)).ravel(), len(boxes) + 1)[1:]
            for code in range(len(stage.actions))
        ]
    )
    if not worth.sum():
        return [{"do": stage.actions[0]}]
    of_deck = [Rank(rank) for rank in deck.ranks]
    offered = candidates(
        BOARD, "flop", [_made_choices(), _better_choices(), _pair_choices(of_deck), _draw_choices(of_deck)], boxes
    )
    chosen = choose_rules(worth / worth.sum(), offered, 0, most=_MOST_RULES["flop"], least_gain=_LEAST_GAIN["flop"])
    listed = [{**dict(choice.candidate.written), "do": stage.actions[choice.action]} for choice in chosen]
    return [*listed, {"do": stage.actions[0]}]


def _river(rules: HouseRules, solved: HoldemPolicy) -> list[dict[str, object]]:
    """The few rules that are worth most, over all hands that reach the river.

    Every cell is counted as a separate action: a wager with the cell's number, above all multiples of earlier streets.
    """
    game, stage = compile_main(rules), solved.stages[2]
    edges = {
        BoardFeature.HIDDEN_PAIR: (0, 1),
        BoardFeature.BETTER_THAN_BOARD: (0, 1),
        BoardFeature.DEALER_OUTS: range(_MOST_OUTS + 1),
    }
    (plain, flush), boxes = cells_of(BOARD, edges, partial(river_found, solved.deck))
    *earlier, last = rules.streets
    beyond = max((multiple for street in earlier for multiple in street.multiples), default=0)
    wagers = tuple(range(beyond + 1, beyond + len(boxes) + 1))
    streets = (*earlier, last.with_multiples(wagers))
    marked = HoldemPolicy(
        stages(streets), solved.deck, solved.pre_flop, solved.flop, plain.astype(np.uint8), flush.astype(np.uint8)
    )
    result = evaluate_holdem(game, streets, marked, threads=threads())
    worth = np.zeros((len(stage.actions), len(boxes)))
    for ((wager,), *outcome), deals in result.outcomes.items():
        if wager > beyond:
            fixed, decided = int(game.fixed[tuple(outcome)]), int(game.decided[tuple(outcome)])
            nets = [game.fold, *(fixed + multiple * decided for multiple in stage.multiples)]
            worth[:, wager - beyond - 1] += [net * deals / (result.deals * game.scale) for net in nets]
    outs: list[Written] = [(), *((("dealer_outs_below", below),) for below in range(1, _MOST_OUTS + 1))]
    holding: list[Written] = [(), (("hidden_pair", Rank(solved.deck.ranks[0]).plural),), (("better_than_board", True),)]
    offered = candidates(BOARD, "river", [holding, outs], boxes)
    chosen = choose_rules(worth, offered, 0, most=_MOST_RULES["river"], least_gain=_LEAST_GAIN["river"])
    listed = [{**dict(choice.candidate.written), "do": stage.actions[choice.action]} for choice in chosen]
    return [*listed, {"do": stage.actions[0]}]


def _tune(card: CardRules, street: str, lowest: int, edge_of: EdgeOf) -> None:
    """Moves each rank in the rules of a street by one, up or down, as long as the exact house edge falls."""
    best = edge_of(card)
    for number, rule in enumerate(card[street]):
        for name, kind in [(name, BOARD.conditions_at(street)[name].kind) for name in rule if name != "do"]:
            for step in (1, -1) if kind is Kind.RANK else ():
                while lowest <= (rank := rank_named(str(card[street][number][name])) + step) < len(Rank):
                    moved = {**card[street][number], name: Rank(rank).plural}
                    other = {**card, street: [*card[street][:number], moved, *card[street][number + 1 :]]}
                    edge = edge_of(other)
                    if edge is None or best is None or edge >= best:
                        break
                    best, card[street] = edge, other[street]


def _made_choices() -> list[Written]:
    return [(), *((("at_least", words),) for words in _MADE)]


def _better_choices() -> list[Written]:
    return [(), (("better_than_board", True),)]


def _pair_choices(ranks: Sequence[Rank]) -> list[Written]:
    choices: list[Written] = [()]
    choices += [((name, rank.plural),) for name in ("hidden_pair", "pair_with_board") for rank in ranks]
    return choices


def _draw_choices(ranks: Sequence[Rank]) -> list[Written]:
    choices: list[Written] = [(), (("straight_ranks_at_least", 2),)]
    choices += [(("four_to_a_flush", rank.singular),) for rank in ranks]
    return choices
