"""The names of a book's hands as a program that one kernel interprets: `rulebooks.hand_names`, for arrays.

A name is known by its place in the hand's order (`HandRule.order`); the place after the last means no name. Most
strengths have one name, which a table holds. Where a name depends on more than the strength, the hand's rules are tried
in order, as `hand_names.name_of` does.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards import DECK, RANKINGS, Rank, Suit
from pitbook.cards.kernels import count_cards, rank_mask
from pitbook.cards.rankings import category_by_strength
from pitbook.cards.tables import SUITED_SHIFT, Tables, tables_of
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hand_names import Pieces, name_of
from pitbook.rulebooks.hands import PIECES, SUITS, HandCondition, HandRule

RANKING_NAMES: Final = tuple(RANKINGS)
"""Rankings are numbered in this order."""
_FIVE, _FOUR, _THREE = range(3)
_NO_RANKING: Final = -1
_OWN, _FLOP, _BOARD, _UP, _DEALER, _EXTRA = (1 << place for place in range(len(PIECES)))
_SUIT: Final = np.uint64(0x1FFF)
_WIDTH: Final = np.uint64(16)
_RANKS: Final = np.uint64((1 << SUITED_SHIFT) - 1)
_ANY, _NO, _YES = -1, 0, 1
RULES_DECIDE: Final = 255
"""Stands for a name where the strength alone does not decide."""
Ints = NDArray[np.int64]


class Programs(NamedTuple):
    """The names of some hands for the kernel; hand it on as one argument."""

    five: Tables
    four: Tables
    three: Tables
    ranking: Ints
    """By hand: the number of its ranking, or -1."""
    sizes: Ints
    """By ranking: how many cards make a hand."""
    sources: Ints
    """By hand: its cards, a bit for each piece."""
    name: NDArray[np.uint8]
    """By hand and strength: the name, or that rules decide."""
    plain: NDArray[np.uint8]
    """By hand and strength: the name where no rule holds."""
    rules: NDArray[np.int16]
    """By hand and strength: the number of the first rule to try; -1 where the strength alone decides."""
    rule: Ints
    """By rule: its hand, lowest and highest strength, first condition and the one after the last, and the name. The
    rules of a hand stand together."""
    condition: Ints
    """By condition: its cards, lowest and highest strength (0 for any), first choice of ranks and the one after the
    last, whether suited, and the suit (-1 for any)."""
    ranks: NDArray[np.uint64]
    """Choices of ranks, as the tables add them up."""
    paired: NDArray[np.bool_]
    """By hand: whether it has no ranking and only the player's cards; then the names of two cards are listed."""
    pairs: NDArray[np.uint8]
    """By hand of this kind, and 52 x one card + the other: the name."""


@inlined_kernel
def strength_in_ranking(ranking: int, cards: np.uint64, programs: Programs) -> np.int64:
    """The strength of a set of cards in a ranking; 0 without one."""
    found = np.int64(0)
    if ranking == _FIVE:
        found = np.int64(rank_mask(cards, programs.five))
    elif ranking == _FOUR:
        found = np.int64(rank_mask(cards, programs.four))
    elif ranking == _THREE:
        found = np.int64(rank_mask(cards, programs.three))
    return found


@inlined_kernel
def together(
    pieces: int, own: np.uint64, flop: np.uint64, board: np.uint64, up: np.uint64, dealer: np.uint64, extra: np.uint64
) -> np.uint64:
    """The cards of several pieces."""
    cards = np.uint64(0)
    if pieces & _OWN:
        cards |= own
    if pieces & _FLOP:
        cards |= flop
    if pieces & _BOARD:
        cards |= board
    if pieces & _UP:
        cards |= up
    if pieces & _DEALER:
        cards |= dealer
    if pieces & _EXTRA:
        cards |= extra
    return cards


@borrowing_kernel
def _ranks_in(cards: np.uint64, programs: Programs) -> np.uint64:
    """How many cards there are of each rank, as the tables add them up."""
    suits = programs.five.suits
    found = suits[cards & _SUIT] + suits[cards >> _WIDTH & _SUIT]
    found += suits[cards >> np.uint64(32) & _SUIT] + suits[cards >> np.uint64(48)]
    return found & _RANKS


@borrowing_kernel
def _suited(cards: np.uint64) -> bool:
    """Whether all cards are of one suit."""
    found = False
    for suit in range(4):
        found |= cards & _SUIT << _WIDTH * np.uint64(suit) == cards
    return found


@borrowing_kernel
def holds(condition: Vector[np.int64], ranking: int, cards: np.uint64, programs: Programs) -> bool:
    """Whether some cards are what a condition asks for."""
    strength = np.int64(0)
    if condition[1] or condition[6] >= 0:
        strength = strength_in_ranking(ranking, cards, programs)
    if condition[1] and not condition[1] <= strength <= condition[2]:
        return False
    if condition[3] < condition[4]:
        held, listed = _ranks_in(cards, programs), False
        for place in range(condition[3], condition[4]):
            listed |= programs.ranks[place] == held
        if not listed:
            return False
    if condition[5] != _ANY and _suited(cards) != (condition[5] == _YES):
        return False
    if condition[6] >= 0:
        alone = cards & _SUIT << _WIDTH * np.uint64(condition[6])
        if ranking == _NO_RANKING:
            return alone == cards
        if count_cards(alone) < programs.sizes[ranking]:
            return False
        return strength_in_ranking(ranking, alone, programs) == strength
    return True


@borrowing_kernel
def name_of_hand(
    hand: int,
    strength: int,
    own: np.uint64,
    flop: np.uint64,
    board: np.uint64,
    up: np.uint64,
    dealer: np.uint64,
    extra: np.uint64,
    programs: Programs,
) -> np.int64:
    """The place of the name of a hand with this strength."""
    if programs.name[hand, strength] != RULES_DECIDE:
        return np.int64(programs.name[hand, strength])
    for number in range(np.int64(programs.rules[hand, strength]), programs.rule.shape[0]):
        rule = programs.rule[number]
        if rule[0] != hand:
            break
        if rule[1] <= strength <= rule[2]:
            all_hold = True
            for place in range(rule[3], rule[4]):
                condition = programs.condition[place]
                cards = together(condition[0], own, flop, board, up, dealer, extra)
                if not holds(condition, programs.ranking[hand], cards, programs):
                    all_hold = False
                    break
            if all_hold:
                return rule[5]
    return np.int64(programs.plain[hand, strength])


@borrowing_kernel
def name_cards(
    hand: int,
    own: np.uint64,
    flop: np.uint64,
    board: np.uint64,
    up: np.uint64,
    dealer: np.uint64,
    extra: np.uint64,
    programs: Programs,
) -> np.int64:
    """The place of the name that cards earn in a hand."""
    cards = together(programs.sources[hand], own, flop, board, up, dealer, extra)
    strength = strength_in_ranking(programs.ranking[hand], cards, programs)
    return name_of_hand(hand, strength, own, flop, board, up, dealer, extra, programs)


@borrowing_kernel
def _name_all(hand: int, pieces: Matrix[np.uint64], programs: Programs, names: Vector[np.int64]) -> None:
    for place in range(names.size):
        one = pieces[place]
        names[place] = name_cards(hand, one[0], one[1], one[2], one[3], one[4], one[5], programs)


def name_places(programs: Programs, hand: int, pieces: Sequence[Pieces]) -> Ints:
    """The places of the names of many hands."""
    names = np.zeros(len(pieces), np.int64)
    _name_all(hand, np.array(pieces, np.uint64).reshape(len(pieces), len(PIECES)), programs, names)
    return names


class _Compiler:
    def __init__(self) -> None:
        self.rules: list[tuple[int, ...]] = []
        self.conditions: list[tuple[int, ...]] = []
        self.ranks: list[int] = []

    def add(self, number: int, hand: HandRule, names: Vector[np.uint8], first: Vector[np.int16]) -> None:
        """One hand's names by strength, and its rules where they decide."""
        by_strength = category_by_strength(hand.ranking) if hand.ranking else ("",)
        begins = len(self.rules)
        spans = [self._rule(number, hand, by_strength, place) for place in range(len(hand.names))]
        for strength, category in enumerate(by_strength):
            names[strength] = hand.order.index(category) if category in hand.order else len(hand.order)
            for (lowest, highest, alone), rule in zip(spans, hand.names, strict=True):
                if lowest <= strength <= highest:
                    if not alone:
                        first[strength] = begins
                        break
                    names[strength] = hand.order.index(rule.name)
                    break

    def _rule(self, number: int, hand: HandRule, by_strength: Sequence[str], place: int) -> tuple[int, int, bool]:
        """The strengths to which a rule can apply, and whether they alone decide."""
        rule = hand.names[place]
        lowest, highest, begins = 0, 0, len(self.conditions)
        if rule.of is not None:
            lowest = by_strength.index(rule.of)
            highest = len(by_strength) - 1 - by_strength[::-1].index(rule.of)
        for condition in rule.when:
            if _only_strength(condition, hand) and hand.ranking:
                found = condition.strengths(hand.ranking)
                lowest, highest = max(lowest, found.lowest), min(highest, found.highest)
            else:
                self._condition(condition, hand)
        ends = len(self.conditions)
        self.rules.append((number, lowest, highest, begins, ends, hand.order.index(rule.name)))
        return lowest, highest, begins == ends

    def _condition(self, condition: HandCondition, hand: HandRule) -> None:
        lowest, highest = condition.strengths(hand.ranking) if condition.asks_strength and hand.ranking else (0, 0)
        begins = len(self.ranks)
        self.ranks += [_key(ranks) for ranks in sorted(condition.sorted_ranks)]
        suited = _ANY if condition.suited is None else _YES if condition.suited else _NO
        suit = int(SUITS[condition.suit]) if condition.suit else -1
        pieces = _bits(condition.cards or hand.sources)
        self.conditions.append((pieces, lowest, highest, begins, len(self.ranks), suited, suit))


def _only_strength(condition: HandCondition, hand: HandRule) -> bool:
    """Whether a condition asks for nothing but the strength of the whole hand."""
    whole = not condition.cards or set(condition.cards) == set(hand.sources)
    return whole and condition.asks_strength and not (condition.ranks or condition.suited is not None or condition.suit)


def _bits(pieces: Sequence[str]) -> int:
    return sum(1 << PIECES.index(piece) for piece in PIECES if piece in pieces)


def _key(ranks: Sequence[Rank]) -> int:
    """Ranks as the tables add them up, spread over as many suits as they need."""
    suits = tables_of("five_card").suits
    sets = [0] * len(Suit)
    for place, rank in enumerate(ranks):
        sets[ranks[:place].count(rank)] |= 1 << rank
    return sum(int(suits[one]) for one in sets) & int(_RANKS)


@lru_cache(maxsize=64)
def compile_hands(hands: tuple[HandRule, ...]) -> Programs:
    """The program of some hands, which are numbered in this order."""
    strengths = 1 + max(len(ranking.classes) for ranking in RANKINGS.values())
    names = np.zeros((len(hands), strengths), np.uint8)
    first = np.full((len(hands), strengths), -1, np.int16)
    compiler = _Compiler()
    for number, hand in enumerate(hands):
        compiler.add(number, hand, names[number], first[number])
    plain = names.copy()
    names[first >= 0] = RULES_DECIDE
    return Programs(
        five=tables_of("five_card"),
        four=tables_of("four_card"),
        three=tables_of("three_card"),
        ranking=np.array([RANKING_NAMES.index(hand.ranking) if hand.ranking else -1 for hand in hands], np.int64),
        sizes=np.array([ranking.size for ranking in RANKINGS.values()], np.int64),
        sources=np.array([_bits(hand.sources) for hand in hands], np.int64),
        name=names,
        plain=plain,
        rules=first,
        rule=np.array(compiler.rules, np.int64).reshape(-1, 6),
        condition=np.array(compiler.conditions, np.int64).reshape(-1, 7),
        ranks=np.array(compiler.ranks, np.uint64),
        paired=np.array([_is_paired(hand) for hand in hands], np.bool_),
        pairs=np.array([_pairs(hand) for hand in hands], np.uint8).reshape(len(hands), len(DECK) ** 2),
    )


def _is_paired(hand: HandRule) -> bool:
    return hand.ranking is None and hand.sources == ("own",)


def _pairs(hand: HandRule) -> list[int]:
    """The names of all pairs of cards, for a hand that lists them."""
    if not _is_paired(hand):
        return [0] * len(DECK) ** 2
    names = (*hand.order, None)
    return [
        0 if one == two else names.index(name_of(hand, Pieces(one.mask | two.mask), _no_strength))
        for one in DECK
        for two in DECK
    ]


def _no_strength(ranking: str, cards: int) -> int:
    raise ValueError(f"cards without a ranking have no strength in {ranking}")


def programs_of(book: RuleBook) -> Programs:
    """The program of all hands of a book, in its order."""
    return compile_hands(tuple(book.hands.values()))
