"""Side wagers, exactly: how many of all combinations of cards earn each name of a hand.

Hands are counted without looking at each one. First suits are ignored, and sets of cards are counted by their ranks.
Then every set with enough cards of a suit for a suited hand is looked at, taken away as what it was without suits, and
added as what it is. A set can have so many cards of one suit only. What remains are the names that depend on more than
the strength: their sets are named one by one, by the program of the hand, in every split of the cards that matters.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards import RANKINGS, Rank, Suit
from pitbook.cards.kernels import CARD_MASKS, count_cards, rank_mask
from pitbook.cards.tables import SUITED_SHIFT, Tables, tables_of
from pitbook.compiled import borrowing_kernel, kernel
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hands import PIECES, SUITS, HandRule
from pitbook.settlement.name_programs import Programs, compile_hands, holds, strength_in_ranking

_RANKS: Final = len(Rank)
_COPIES: Final = len(Suit)
_WIDTH: Final = 16
_ONE: Final = np.uint64(1)
_UNKNOWN: Final = -1
_COMBINATIONS: Final = np.array([comb(_COPIES, copies) for copies in range(_COPIES + 1)], np.int64)
_PLACES: Final = {
    "own": {"own"},
    "flop": {"flop", "board"},
    "late": {"board"},
    "up": {"up", "dealer"},
    "hidden": {"dealer"},
    "extra": {"extra"},
}
"""Where a card can lie, and the pieces of which it is a part there."""
Sets = NDArray[np.uint64]


@kernel
def _count_by_ranks(
    size: int, lowest: int, ways_of: Vector[np.int64], tables: Tables, counts: Vector[np.int64]
) -> None:
    """Counts all sets of so many cards by their strength without suits, going through their ranks in order."""
    ranks = np.full(size, lowest, np.int64)
    while True:
        cards, ways, copies = np.uint64(0), 1, 0
        for place in range(size):
            copies = copies + 1 if place and ranks[place] == ranks[place - 1] else 1
            if copies >= ways_of.size:
                break
            cards |= _ONE << np.uint64(16 * (copies - 1) + ranks[place])
            ways = ways * ways_of[copies] // ways_of[copies - 1]
        if copies < ways_of.size:
            counts[rank_mask(cards, tables)] += ways
        place = size - 1
        while place >= 0 and ranks[place] == _RANKS - 1:
            place -= 1
        if place < 0:
            return
        ranks[place:] = ranks[place] + 1


@kernel
def _suited_sets(size: int, flush: int, lowest: int, sets: Vector[np.uint64]) -> int:
    """Lists the sets of so many cards with `flush` or more of the first suit, two fewer than all at least.

    Returns their number.
    """
    found, ranks_there = 0, _RANKS - lowest
    others = np.empty(3 * ranks_there, np.uint64)
    for other in range(others.size):
        others[other] = _ONE << np.uint64(16 * (1 + other // ranks_there) + lowest + other % ranks_there)
    for ranks in range(1 << ranks_there):
        suited = np.uint64(ranks << lowest)
        missing = size - count_cards(suited)
        if not 0 <= missing <= size - flush:
            continue
        if missing == 0:
            sets[found] = suited
            found += 1
        for first in range(others.size if missing else 0):
            if missing == 1:
                sets[found] = suited | others[first]
                found += 1
            for second in range(first + 1, others.size if missing == 2 else 0):
                sets[found] = suited | others[first] | others[second]
                found += 1
    return found


@kernel
def _all_sets(size: int, masks: Vector[np.uint64], sets: Vector[np.uint64]) -> None:
    """Lists all sets of so many cards."""
    chosen = np.arange(size)
    for number in range(sets.size):
        cards = np.uint64(0)
        for place in range(size):
            cards |= masks[chosen[place]]
        sets[number] = cards
        place = size - 1
        while place >= 0 and chosen[place] == masks.size - size + place:
            place -= 1
        if place >= 0:
            chosen[place] += 1
            for following in range(place + 1, size):
                chosen[following] = chosen[following - 1] + 1


@kernel
def _count_strengths(sets: Vector[np.uint64], times: int, tables: Tables, counts: Vector[np.int64]) -> None:
    """Adds each set to the count of its strength, so many times."""
    for cards in sets:
        counts[rank_mask(cards, tables)] += times


@borrowing_kernel
def _cards_of(whole: np.uint64, subset: int) -> np.uint64:
    """Some cards of a set: a bit for each, lowest card first."""
    cards, rest = np.uint64(0), whole
    while subset:
        card = rest & (~rest + _ONE)
        if subset & 1:
            cards |= card
        rest ^= card
        subset >>= 1
    return cards


@borrowing_kernel
def _all_hold(
    whole: np.uint64, begins: int, ends: int, looked_at: Vector[np.int64], programs: Programs, held: Matrix[np.int8]
) -> bool:
    """Whether all of some conditions hold, `looked_at` being the cards that each looks at."""
    for place in range(begins, ends):
        subset = looked_at[place]
        if held[place, subset] == _UNKNOWN:
            cards = _cards_of(whole, subset)
            held[place, subset] = holds(programs.condition[place], programs.ranking[0], cards, programs)
        if not held[place, subset]:
            return False
    return True


@borrowing_kernel
def _count_names(
    sets: Vector[np.uint64],
    times: int,
    looked_at: Matrix[np.int64],
    held: Matrix[np.int8],
    programs: Programs,
    counts: Vector[np.int64],
) -> None:
    """Adds each set in each split to the count of its name, so many times, where the strength alone does not decide.

    `looked_at` has, by split and condition, the cards that the condition looks at: a bit for each card of a set, lowest
    first. Many splits show a condition the same cards; `held` has room for what it says about them.
    """
    for whole in sets:
        strength = strength_in_ranking(programs.ranking[0], whole, programs)
        first = np.int64(programs.rules[0, strength])
        if first < 0:
            continue
        held[:] = _UNKNOWN
        for split in range(looked_at.shape[0]):
            name = np.int64(programs.plain[0, strength])
            for rule in range(first, programs.rule.shape[0]):
                possible = programs.rule[rule, 1] <= strength <= programs.rule[rule, 2]
                begins, ends = programs.rule[rule, 3], programs.rule[rule, 4]
                if possible and _all_hold(whole, begins, ends, looked_at[split], programs, held):
                    name = programs.rule[rule, 5]
                    break
            counts[name] += times


def _suited(size: int, flush: int, lowest: int) -> Sets:
    """The sets of so many cards with enough of the first suit for a suited hand."""
    ranks = _RANKS - lowest
    most = sum(comb(ranks, suited) * comb(3 * ranks, size - suited) for suited in range(flush, size + 1))
    sets = np.empty(most, np.uint64)
    return sets[: _suited_sets(size, flush, lowest, sets)]


def _every(size: int, lowest: int) -> Sets:
    """All sets of so many cards."""
    masks = CARD_MASKS[_COPIES * lowest :]
    sets = np.empty(comb(len(masks), size), np.uint64)
    _all_sets(size, masks, sets)
    return sets


def _without_suits(tables: Tables) -> Tables:
    """Tables by which no hand is suited."""
    return tables._replace(suits=tables.suits & np.uint64((1 << SUITED_SHIFT) - 1))


@lru_cache(maxsize=16)
def strength_counts(ranking: str, size: int, lowest: int = 0) -> NDArray[np.int64]:
    """By strength: how many of all sets of so many cards have it. The deck begins with a lowest rank."""
    tables = tables_of(ranking)
    counts = np.zeros(len(RANKINGS[ranking].classes) + 1, np.int64)
    _count_by_ranks(size, lowest, _COMBINATIONS, _without_suits(tables), counts)
    suited = _suited(size, RANKINGS[ranking].size, lowest)
    _count_strengths(suited, -_COPIES, _without_suits(tables), counts)
    _count_strengths(suited, _COPIES, tables, counts)
    counts.setflags(write=False)
    return counts


def _places(hand: HandRule, numbers: dict[str, int]) -> list[tuple[tuple[str, ...], int]]:
    """Where the hand's conditions tell cards apart: for each such place its pieces, and how many cards lie there."""
    looked_at: list[tuple[str, ...]] = [hand.sources]
    looked_at += [condition.cards or hand.sources for rule in hand.names for condition in rule.when]
    there = {
        "own": numbers["own"],
        "flop": numbers["flop"],
        "late": numbers["board"] - numbers["flop"],
        "up": numbers["up"],
        "hidden": numbers["dealer"] - numbers["up"],
        "extra": numbers["extra"],
    }
    found: dict[tuple[bool, ...], tuple[set[str], int]] = {}
    for place, pieces in _PLACES.items():
        if there[place] and pieces & set(hand.sources):
            alike = tuple(not pieces.isdisjoint(looked) for looked in looked_at)
            others, number = found.get(alike, (set(), 0))
            found[alike] = (others | pieces, number + there[place])
    return [(tuple(piece for piece in PIECES if piece in pieces), number) for pieces, number in found.values()]


def _splits(numbers: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to lay so many cards to each place: the place of each card."""
    if len(numbers) == 1:
        yield (0,) * numbers[0]
        return
    cards = sum(numbers)
    for rest in _splits(numbers[:-1]):
        for last in combinations(range(cards), numbers[-1]):
            others = iter(rest)
            yield tuple(len(numbers) - 1 if place in last else next(others) for place in range(cards))


def _turned(sets: Sets, suit: Suit) -> Sets:
    """The sets with the first suit in another's place, and all others moved on."""
    by = np.uint64(_WIDTH * suit)
    return sets << by | sets >> (np.uint64(64) - by) if suit else sets


def _looked_at(places: list[tuple[tuple[str, ...], int]], programs: Programs) -> NDArray[np.int64]:
    """By split and condition: the cards that the condition looks at, a bit for each card of a set."""
    pieces = np.array([sum(1 << PIECES.index(piece) for piece in made) for made, _ in places], np.int64)
    splits = np.array(list(_splits([number for _, number in places])), np.int64)
    seen = (pieces[splits][:, None, :] & programs.condition[:, 0][None, :, None]) != 0
    bits: NDArray[np.int64] = 1 << np.arange(splits.shape[1], dtype=np.int64)
    found: NDArray[np.int64] = np.where(seen, bits, 0).sum(axis=2)
    return found


def _finer(
    hand: HandRule, programs: Programs, size: int, lowest: int, looked_at: NDArray[np.int64]
) -> NDArray[np.int64]:
    """By name: the sets and splits of all strengths that have several."""
    counts = np.zeros(len(hand.order) + 1, np.int64)
    held = np.empty((looked_at.shape[1], 1 << size), np.int8)
    ranking = RANKINGS[hand.ranking] if hand.ranking else None
    several = np.flatnonzero(programs.rules[0] >= 0).tolist()
    if ranking is None or not all(ranking.shapes[ranking.class_of(strength)[0]].suited for strength in several):
        _count_names(_every(size, lowest), 1, looked_at, held, programs, counts)
        return counts
    suited = _suited(size, ranking.size, lowest)
    named = {SUITS[condition.suit] for rule in hand.names for condition in rule.when if condition.suit}
    others = [suit for suit in Suit if suit not in named]
    for suit, times in [*((suit, 1) for suit in sorted(named)), *((suit, len(others)) for suit in others[:1])]:
        _count_names(_turned(suited, suit), times, looked_at, held, programs, counts)
    return counts


@lru_cache(maxsize=64)
def _counts(hand: HandRule, numbers: tuple[int, ...], lowest: int) -> dict[str | None, int]:
    places = _places(hand, dict(zip(PIECES, numbers, strict=True)))
    lying = [number for _, number in places]
    size = sum(lying)
    splits = factorial(size) // prod(map(factorial, lying))
    programs = compile_hands((hand,))
    counted: Counter[str | None] = Counter()
    names: tuple[str | None, ...] = (*hand.order, None)
    if hand.ranking:
        for strength, count in enumerate(strength_counts(hand.ranking, size, lowest).tolist()):
            if programs.rules[0, strength] < 0:
                counted[names[programs.name[0, strength]]] += count * splits
    if (programs.rules[0] >= 0).any():
        finer = _finer(hand, programs, size, lowest, _looked_at(places, programs))
        for name, count in zip(names, finer.tolist(), strict=True):
            counted[name] += count
    return {name: counted[name] for name in names}


def side_counts(book: RuleBook, hand: str) -> dict[str | None, int]:
    """How many combinations earn each name of a hand, finest first; at the end, how many earn none.

    Where cards lie counts only as far as names depend on it: with flopped hands it is the player's two, the flop, and
    the rest.
    """
    numbers = tuple(book.number_of(piece) for piece in PIECES)
    return dict(_counts(book.hands[hand], numbers, len(Rank) - book.deck.cards // _COPIES))


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before: a short deck has every one of them called."""
    pair: dict[str, Any] = {"name": "aces", "when": [{"ranks": ["AA"]}]}
    royal = {"name": "flopped", "of": "royal_flush", "when": [{"cards": ["own", "flop"], "hand": "royal flush"}]}
    for described in (
        {"from": ["own"], "names": [pair]},
        {"ranking": "five_card", "from": ["own", "board"], "names": [royal]},
    ):
        _counts(HandRule.model_validate(described), (2, 3, 5, 0, 0, 0), Rank.NINE)
