"""Heads-Up Hold'em solved by counting: the best decision in every situation, and the exact result of any strategy."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.tables import FIVE_CARD_TABLES
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer import counts, flop, outcomes, river
from pitbook.odds.families.board_dealer.classes import (
    FLUSH_BOARDS,
    FLUSH_FLOPS,
    PAIRS,
    PLAIN_BOARDS,
    PLAIN_FLOPS,
    RANK_PAIR,
    RANK_PAIRS,
    RANKS,
    TABLES,
    TYPE_PAIRS,
    Cards,
)
from pitbook.odds.families.board_dealer.flops import HOLES, canonical_flops, chart_of_holes
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.streets import Money, Stage, Street, money_of, stages
from pitbook.odds.families.main_result import FOLDED, End, MainResult, main_result
from pitbook.progress import Progress
from pitbook.settlement.compile import MainGame
from pitbook.strategy.starting_hands import hole_class

_CHUNKS = 32


@dataclass(frozen=True)
class HoldemSolution:
    """The best strategy and what it is worth."""

    house_edge: Fraction
    result: MainResult | None
    """All exact figures; None if only the house edge was asked for."""
    policy: HoldemPolicy
    pre_flop_totals: dict[str, tuple[int, ...]]
    """By action and place in the 13 x 13 chart: the net in units of the game, summed over all deals of the hand."""
    pre_flop_deals: tuple[int, ...]
    """By place in the chart: the number of deals."""
    most_wagered: Fraction | None
    """The average wager if the one of equal actions that wagers most is taken; None if that is not more."""


class _Work:
    """Runs kernels over ranges, on several threads, and reports their progress."""

    def __init__(self, threads: int, progress: Progress | None, steps: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._progress = progress
        self._steps = steps * _CHUNKS
        self._done = 0

    def run(self, size: int, call: Callable[[int, int], Any]) -> list[Any]:
        """Call with ranges that make up `range(size)`, and return the results in order."""
        ends = [size * chunk // _CHUNKS for chunk in range(_CHUNKS + 1)]
        returned = []
        for each in self._pool.map(call, ends[:-1], ends[1:]):
            returned.append(each)
            self._done += 1
            if self._progress:
                self._progress(self._done / self._steps)
        return returned

    def __enter__(self) -> "_Work":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def solve_holdem(
    game: MainGame,
    streets: Sequence[Street],
    *,
    deck: Deck = FULL,
    threads: int = 2,
    progress: Progress | None = None,
    distribution: bool = True,
) -> HoldemSolution:
    """The best strategy, by exact count; without the distribution only its house edge.

    Of actions that are worth the same, the one that wagers least is taken. A deal is a hand of the player, a flop, turn
    and river in any order, and a hand of the dealer. Each board contains ten flops, so the 27,813,810,024,000 deals of
    the full deck are ten times the number of deals that do not tell the flop apart.
    """
    before, middle, end = stages(streets)
    money = money_of(game, [multiple for stage in (before, middle, end) for multiple in stage.multiples])
    cards = _cards(deck)
    with _Work(threads, progress, 9 if distribution else 7) as work:
        hands = _count(work, cards, money.qualifying)
        river_actions, values = _river(work, cards, money, end, hands)
        sums = _sums(work, cards, values)
        flop_actions, totals = _flops(work, deck, cards, money, middle, sums)
        del values, sums
        pre_flop_actions, pre_flop_totals, deals = _pre_flop(deck, cards, money, before, totals)
        policy, greatest = (
            HoldemPolicy((before, middle, end), deck, first, second, *third)
            for first, second, third in zip(pre_flop_actions, flop_actions, river_actions, strict=True)
        )
        chosen = policy.pre_flop.tolist()
        total = sum(pre_flop_totals[before.actions[code]][place] for place, code in enumerate(chosen))
        edge = Fraction(-total, sum(deals) * game.scale)
        result, most = _result(work, game, money, policy, hands, greatest) if distribution else (None, None)
    return HoldemSolution(edge, result, policy, pre_flop_totals, deals, most)


def evaluate_holdem(
    game: MainGame,
    streets: Sequence[Street],
    strategy: HoldemPolicy,
    *,
    threads: int = 2,
    progress: Progress | None = None,
) -> MainResult:
    """The exact result of any strategy, with the deck that the strategy is made for."""
    if stages(streets) != strategy.stages:
        raise ValueError("the strategy is made for other streets")
    money = money_of(game, [multiple for stage in strategy.stages for multiple in stage.multiples])
    with _Work(threads, progress, 4) as work:
        hands = _count(work, _cards(strategy.deck), money.qualifying)
        return _result(work, game, money, strategy, hands, strategy)[0]


def _cards(deck: Deck) -> Cards:
    if len(deck) < 9:
        raise ValueError(f"a deck of {len(deck)} cards is too short for two hands and a board")
    present = np.array([rank in deck.ranks for rank in range(RANKS)], np.int64)
    return Cards(np.array(deck.cards, np.int64), present, deck.suits, comb(len(deck) - 7, 2))


def _codes(stage: Stage) -> NDArray[np.int64]:
    return np.array(stage.multiples, np.int64)


_Pair = tuple[NDArray[Any], NDArray[Any]]


def _count(work: _Work, cards: Cards, qualifying: int) -> _Pair:
    """All hands on plain and on flush boards, counted against the dealer's."""
    plain = np.zeros((len(PLAIN_BOARDS), RANK_PAIRS, counts.KEPT), np.int16)
    flush = np.zeros((len(FLUSH_BOARDS.suited), TYPE_PAIRS, counts.KEPT), np.int16)
    given = (cards, PAIRS, FIVE_CARD_TABLES, qualifying)

    def on_plain(first: int, last: int) -> None:
        counts.plain_hands(first, last, PLAIN_BOARDS, *given, counts.new_scratch(), plain)

    def on_flush(first: int, last: int) -> None:
        counts.flush_hands(first, last, FLUSH_BOARDS, *given, counts.new_scratch(), flush)

    work.run(len(plain), on_plain)
    work.run(len(flush), on_flush)
    return plain, flush


def _river(work: _Work, cards: Cards, money: Money, stage: Stage, hands: _Pair) -> tuple[tuple[_Pair, _Pair], _Pair]:
    """The decisions at the river that wager least, and most, and the values of all hands, on plain and flush boards."""
    largest = 2 * cards.dealer_hands * money.most  # flush boards keep the difference of two values
    width = np.int32 if largest < 2**31 else np.int64
    plain = np.zeros((len(PLAIN_BOARDS), river.VALUES, RANK_PAIRS), width)
    flush = np.zeros((len(FLUSH_BOARDS.suited), river.VALUES, TYPE_PAIRS), width)
    plain_actions = np.zeros((2, len(plain), RANK_PAIRS), np.uint8)
    flush_actions = np.zeros((2, len(flush), TYPE_PAIRS), np.uint8)
    dealer_hands, multiples = cards.dealer_hands, _codes(stage)

    def on_plain(first: int, last: int) -> None:
        river.plain_values(first, last, hands[0], dealer_hands, money, multiples, plain, *plain_actions)

    def on_flush(first: int, last: int) -> None:
        given = (FLUSH_BOARDS, hands[1], dealer_hands, RANK_PAIR, TABLES.choose, money, multiples)
        river.flush_values(first, last, *given, plain, flush, *flush_actions)

    work.run(len(plain), on_plain)
    work.run(len(flush), on_flush)
    least, most = zip(plain_actions, flush_actions, strict=True)
    return (least, most), (plain, flush)


def _sums(work: _Work, cards: Cards, values: _Pair) -> _Pair:
    """The values on each class of flops, summed over turn and river."""
    plain = np.zeros((len(PLAIN_FLOPS), river.VALUES, RANK_PAIRS), np.int64)
    flush = np.zeros((len(FLUSH_FLOPS.suited), river.VALUES, TYPE_PAIRS), np.int64)

    def of_plain(first: int, last: int) -> None:
        flop.plain_sums(first, last, PLAIN_FLOPS, cards, TABLES.choose, values[0], plain)

    def of_flush(first: int, last: int) -> None:
        flop.flush_sums(first, last, FLUSH_FLOPS, cards, TABLES, values[1], flush)

    work.run(len(plain), of_plain)
    work.run(len(flush), of_flush)
    return plain, flush


def _flops(
    work: _Work, deck: Deck, cards: Cards, money: Money, stage: Stage, sums: _Pair
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The decisions on the flop that wager least, and most; by value and place in the chart, the sum over all flops."""
    flops = canonical_flops(deck)
    actions = np.zeros((2, len(flops.weights), HOLES), np.uint8)
    fold = money.fold * comb(len(deck) - 5, 2) * cards.dealer_hands

    def decide(first: int, last: int) -> NDArray[np.int64]:
        totals = np.zeros((river.VALUES, RANKS * RANKS), np.int64)
        given = (flops, cards, TABLES, *sums, _codes(stage), fold, stage.last)
        flop.decide_flops(first, last, *given, *actions, totals)
        return totals

    totals: NDArray[np.int64] = np.sum(work.run(len(flops.weights), decide), axis=0)
    return actions, totals


def _pre_flop(
    deck: Deck, cards: Cards, money: Money, stage: Stage, totals: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], dict[str, tuple[int, ...]], tuple[int, ...]]:
    """The decisions before the flop that wager least, and most; by action and place, the total; the number of deals."""
    per_hole = comb(len(deck) - 2, 3) * comb(len(deck) - 5, 2) * cards.dealer_hands
    holes = np.zeros(RANKS * RANKS, np.int64)
    for place, one in enumerate(deck.cards):
        for two in deck.cards[:place]:
            holes[hole_class.py_func(one, two)] += 1
    deals = tuple(per_hole * number for number in holes.tolist())
    fixed, decided, wait = totals.tolist()
    if stage.last:
        wait = [money.fold * number for number in deals]
    by_action = [wait] + [
        [one + multiple * two for one, two in zip(fixed, decided, strict=True)] for multiple in stage.multiples
    ]
    codes = range(len(by_action))
    best = [
        [max(order, key=lambda code: by_action[code][place]) if number else 0 for place, number in enumerate(deals)]
        for order in (codes, codes[::-1])
    ]
    named = {action: tuple(each) for action, each in zip(stage.actions, by_action, strict=True)}
    return np.array(best, np.uint8), named, deals


class _Paths(NamedTuple):
    """The paths of hands up to the river: by class of flops, path and pair of types, how many flops with holes."""

    raises: list[tuple[Stage, int]]
    """Stage and code of each path except the last one, which leads to the river."""
    plain: NDArray[np.int32]
    flush: NDArray[np.int32]


def _paths(policy: HoldemPolicy) -> _Paths:
    before, middle, _ = policy.stages
    raises = [(before, code) for code in np.unique(policy.pre_flop).tolist() if code]
    if (policy.pre_flop == 0).any():
        raises += [(middle, code) for code in np.unique(policy.flop).tolist() if code]
    paths = [np.zeros(len(stage.multiples) + 1, np.int64) for stage in (before, middle)]
    for path, (stage, code) in enumerate(raises):
        paths[0 if stage is before else 1][code] = path
    paths[1][0] = len(raises)
    plain = np.zeros((len(PLAIN_FLOPS), len(raises) + 1, RANK_PAIRS), np.int32)
    flush = np.zeros((len(FLUSH_FLOPS.suited), len(raises) + 1, TYPE_PAIRS), np.int32)
    flops = canonical_flops(policy.deck)
    outcomes.count_paths(flops, _cards(policy.deck), TABLES, policy.pre_flop, policy.flop, *paths, plain, flush)
    return _Paths(raises, plain, flush)


def _reached(policy: HoldemPolicy) -> NDArray[np.uint8]:
    """The decisions on the flop of hands that reach it; 0 for all others."""
    return np.where(policy.pre_flop[chart_of_holes()] == 0, policy.flop, 0)


def _result(
    work: _Work, game: MainGame, money: Money, policy: HoldemPolicy, hands: _Pair, most: HoldemPolicy
) -> tuple[MainResult, Fraction | None]:
    """All outcomes under a strategy, counted; and the average wager under the strategy `most`, if that is more."""
    cards, end = _cards(policy.deck), policy.stages[2]
    found = of_most = _paths(policy)
    at_river = len(found.raises)
    plain_paths, flush_paths = found.plain, found.flush
    if not np.array_equal(policy.pre_flop, most.pre_flop) or not np.array_equal(_reached(policy), _reached(most)):
        of_most = _paths(most)
        plain_paths = np.concatenate([found.plain, of_most.plain[:, -1:]], axis=1)
        flush_paths = np.concatenate([found.flush, of_most.flush[:, -1:]], axis=1)
    shape = (at_river + 1 + len(end.multiples), len(game.fixed), river.OUTCOMES)
    wagers = np.array([0, *end.multiples], np.int64)

    def on_plain(first: int, last: int) -> tuple[NDArray[np.int64], int]:
        tally, wagered = np.zeros(shape, np.int64), np.zeros(1, np.int64)
        given = (PLAIN_BOARDS, hands[0], cards, TABLES, money, policy.plain, plain_paths, at_river, most.plain, wagers)
        outcomes.plain_outcomes(first, last, *given, tally, wagered)
        return tally, int(wagered[0])

    def on_flush(first: int, last: int) -> tuple[NDArray[np.int64], int]:
        tally, wagered = np.zeros(shape, np.int64), np.zeros(1, np.int64)
        given = (FLUSH_BOARDS, *hands[::-1], cards, TABLES, RANK_PAIR, money, policy.flush, policy.plain, flush_paths)
        outcomes.flush_outcomes(first, last, *given, at_river, most.flush, most.plain, wagers, tally, wagered)
        return tally, int(wagered[0])

    parts = [*work.run(len(PLAIN_BOARDS), on_plain), *work.run(len(FLUSH_BOARDS.suited), on_flush)]
    result = _main_result(game, policy, found.raises, sum(tally for tally, _ in parts))
    boards = comb(len(policy.deck) - 5, 2)
    total = sum(wagered for _, wagered in parts) + sum(
        stage.multiples[code - 1] * int(of_most.plain[:, path].sum(dtype=np.int64)) * boards
        for path, (stage, code) in enumerate(of_most.raises)
    )
    average = game.staked + Fraction(total * cards.dealer_hands, result.deals)
    return result, average if average > result.average_wager else None


def _main_result(
    game: MainGame, policy: HoldemPolicy, raises: list[tuple[Stage, int]], tally: NDArray[np.int64]
) -> MainResult:
    """The result from the tally: by raise before the river, fold, or raise at the river, then level and outcome."""
    end = policy.stages[2]
    folded = len(raises)
    ends = [(stage, stage.multiples[code - 1]) for stage, code in raises]
    ends += [(end, 0), *((end, multiple) for multiple in end.multiples)]
    last = next(stage for stage in reversed(policy.stages) if stage.last)
    found: dict[End, int] = {}
    decisions = {stage.name: dict.fromkeys(stage.actions, 0) for stage in policy.stages if stage.multiples}
    left = int(tally.sum())
    for place, (_, multiple) in enumerate(ends):
        for level, line in enumerate(tally[place].tolist()):
            for outcome, deals in enumerate(line):
                key = FOLDED if place == folded else End((multiple,), level, *divmod(outcome, 3))
                found[key] = found.get(key, 0) + deals
    for stage in policy.stages:
        taken = {
            f"{stage.wager}_{multiple}": int(tally[place].sum())
            for place, (at, multiple) in enumerate(ends)
            if at is stage and place != folded
        }
        left -= sum(taken.values())
        if stage.multiples:
            decisions[stage.name] |= taken
            decisions[stage.name]["fold" if stage is last else "check"] = left
    return main_result(game, found, decisions)
