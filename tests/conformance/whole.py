"""A second solver, for whole short decks, which the slow one would not finish: the same game by other means.

Hands come from the evaluator, which has its own proofs, and payouts from settlement, which is asked with real cards
once for each strength of the player's hand and each outcome. What lies between is counted here in the plainest way that
arrays allow: every board with every two hands on it, or every hand with every hand of the dealer's, up to an exchange
of suits. Nothing is shared with the families: no classes of boards, no inclusion and exclusion, no compiled game.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from conformance.slow import BASE, Settlement, Standing, first_wagers
from pitbook.cards import RANKINGS, Suit
from pitbook.cards.kernels import rank_masks
from pitbook.cards.rankings import strengths_called
from pitbook.odds.deck import Deck, deck_of
from pitbook.rulebooks.flow import Street
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]
UNITS = 60
"""Nets are in sixtieths of the base: odds of halves, thirds, quarters and fifths come out even."""
OUTCOMES = 6
"""3 x qualifies + comparison: lose, tie, win."""
FLOP, BOARD, PLAYER, DEALER = 3, 5, 5, 6
NEITHER = np.int8(9)
"""Stands for two hands that share a card."""


class Payouts:
    """What settlement pays for hands of one ranking, asked once for each strength and outcome that are met."""

    def __init__(self, rules: HouseRules, deck: Deck) -> None:
        hands, streets = rules.book.hands, rules.streets
        self.ranking, self.cards = rules.book.players_hand.ranking or "", [1 << card for card in deck.cards]
        qualifies = hands["dealer"].qualifies
        self.least = strengths_called(self.ranking, qualifies).lowest if qualifies else 0
        self.multiples = sorted({multiple for street in streets for multiple in street.multiples})
        self._tell, self._wager, self._before = Settlement(rules), streets[0].wager, first_wagers(rules)
        strengths = 1 + len(RANKINGS[self.ranking].classes)
        self.nets = np.zeros((len(self.multiples), strengths, OUTCOMES), np.int64)
        self._known = np.zeros((strengths, OUTCOMES), np.bool_)

    def set_of(self, places: Iterable[int]) -> int:
        """Cards of the deck by their places, as a set."""
        return sum(self.cards[place] for place in places)

    def net(self, end: Standing) -> int:
        """What a deal nets."""
        cents = sum(self._tell(end).values()) - sum(dict(end.wagers).values())
        units, rest = divmod(cents * UNITS, BASE)
        assert rest == 0
        return units

    def fold(self, end: Standing) -> int:
        """What a hand that is folded nets."""
        return self.net(end._replace(wagers=self._before, folded=True))

    def learn(self, strengths: Ints, counts: Ints, example: Callable[[int, int], Standing]) -> None:
        """Asks for everything that some hand met and none did before; `example` has the cards of a hand's outcome."""
        for hand, outcome in np.argwhere((counts > 0) & ~self._known[strengths]).tolist():
            strength = strengths[hand]
            if not self._known[strength, outcome]:
                self._known[strength, outcome] = True
                end = example(hand, outcome)
                for place, multiple in enumerate(self.multiples):
                    wagers = (*self._before, (self._wager, multiple * BASE))
                    self.nets[place, strength, outcome] = self.net(end._replace(wagers=wagers))

    def values(self, strengths: Ints, counts: Ints) -> Ints:
        """By multiple and hand: the sum of the nets of all deals."""
        found: Ints = (counts * self.nets[:, strengths]).sum(axis=2)
        return found


class Sets(NamedTuple):
    """All sets of so many cards, by their places in the deck, and which of them an exchange of suits makes equal."""

    masks: NDArray[np.uint64]
    """Sorted."""
    like: Ints
    """By set: the number of the one that stands for it."""
    exchange: Ints
    """By set: the number of the exchange of suits that makes it that one."""
    standing: NDArray[np.uint64]
    """Those that stand for others."""

    def find(self, masks: NDArray[np.uint64]) -> Ints:
        """The numbers of some sets."""
        return np.searchsorted(self.masks, masks)


def _exchanges(cards: int) -> Ints:
    """By exchange of suits and place: the place of the card that takes its place."""
    suits = np.array(list(permutations(range(len(Suit)))), np.int64)
    places = np.arange(cards)
    return (places // len(Suit) * len(Suit))[None, :] + suits[:, places % len(Suit)]


def sets_of(cards: int, size: int) -> Sets:
    """All sets of that many cards."""
    members = np.array(list(combinations(range(cards), size)), np.int64)
    one = np.uint64(1)
    exchanged = np.stack([(one << to[members].astype(np.uint64)).sum(axis=1) for to in _exchanges(cards)])
    order = np.argsort(exchanged[0])
    exchanged = exchanged[:, order].astype(np.uint64)
    standing, like = np.unique(exchanged.min(axis=0), return_inverse=True)
    return Sets(exchanged[0], like, exchanged.argmin(axis=0), standing)


def places_of(mask: int, cards: int) -> list[int]:
    """The places of the cards of a set."""
    return [place for place in range(cards) if mask >> place & 1]


def _street(rules: HouseRules, board: int) -> Street | None:
    return next((street for street in rules.streets if street.board == board), None)


def house_edge(rules: HouseRules) -> Fraction:
    """What the house wins per base of the main game, over every deal of the book's own deck."""
    return _with_board(rules) if rules.book.board else _own_hands(rules)


class _Boards:
    """The two cards of each side on every board: what each multiple nets, and the best there."""

    def __init__(self, rules: HouseRules, deck: Deck) -> None:
        self.cards, self.deck, self.pay = len(deck), deck, Payouts(rules, deck)
        self.pairs = list(combinations(range(self.cards), 2))
        number = {pair: place for place, pair in enumerate(self.pairs)}
        self.exchanged = np.array(
            [
                [number[min(to[a], to[b]), max(to[a], to[b])] for a, b in self.pairs]
                for to in _exchanges(self.cards).tolist()
            ]
        )
        live = np.array(list(combinations(range(self.cards - BOARD), 2)))
        apart = ~(live[:, None, :, None] == live[None, :, None, :]).any(axis=(2, 3))
        self._live, self._apart = live, apart
        self.boards = sets_of(self.cards, BOARD)
        shape = len(self.boards.standing), len(self.pairs)
        river = _street(rules, BOARD)
        self.at_river = [self.pay.multiples.index(one) for one in (river.multiples if river else ())]
        self.made = np.zeros((len(self.pay.multiples), *shape), np.int32)
        self.best = np.zeros(shape, np.int32)
        for place, mask in enumerate(self.boards.standing.tolist()):
            self._look(place, places_of(mask, self.cards), number)

    def _look(self, place: int, board: list[int], number: dict[tuple[int, int], int]) -> None:
        left = np.array([card for card in range(self.cards) if card not in board])
        hands, masks = left[self._live], self.deck.masks
        on_board = np.bitwise_or.reduce(masks[board])
        strengths = rank_masks(on_board | masks[hands[:, 0]] | masks[hands[:, 1]], self.pay.ranking).astype(np.int64)
        qualifies = strengths >= self.pay.least
        comparisons = np.where(self._apart, np.sign(strengths[:, None] - strengths[None, :]).astype(np.int8), NEITHER)
        by_dealer = [comparisons[:, dealers] for dealers in (~qualifies, qualifies)]
        counts = np.stack(
            [np.count_nonzero(some == compared, axis=1) for some in by_dealer for compared in (-1, 0, 1)], axis=1
        )

        def example(hand: int, outcome: int) -> Standing:
            wanted = (comparisons[hand] == outcome % 3 - 1) & (qualifies == outcome // 3)
            dealer = int(np.argmax(wanted))
            of = self.pay.set_of
            return Standing(own=of(hands[hand].tolist()), board=of(board), hidden=of(hands[dealer].tolist()))

        self.pay.learn(strengths, counts, example)
        values = self.pay.values(strengths, counts)
        if place == 0:
            self.fold = self.pay.fold(example(0, int(np.argmax(counts[0]))))
        best = np.max([np.full(len(hands), self.fold) * counts.sum(axis=1), *values[self.at_river]], axis=0)
        assert max(np.abs(values).max(), np.abs(best).max()) < 1 << 31
        numbers = [number[a, b] for a, b in hands.tolist()]
        self.made[:, place, numbers], self.best[place, numbers] = values, best


def _with_board(rules: HouseRules) -> Fraction:
    deck = deck_of(rules.book)
    boards, cards = _Boards(rules, deck), len(deck)
    flops = sets_of(cards, FLOP)
    bits = np.array([(1 << a) | (1 << b) for a, b in boards.pairs], np.uint64)
    shape = len(flops.standing), len(boards.pairs)
    made, best = np.zeros((len(boards.pay.multiples), *shape), np.int64), np.zeros(shape, np.int64)
    at_flop, at_first = (
        [boards.pay.multiples.index(multiple) for multiple in (street.multiples if street else ())]
        for street in (_street(rules, FLOP), _street(rules, 0))
    )
    wanted = sorted({*at_flop, *at_first})
    for place, flop in enumerate(flops.standing):
        found = boards.boards.find(flop | bits[(bits & flop) == 0])
        where = boards.boards.like[found][:, None], boards.exchanged[boards.boards.exchange[found]]
        for multiple in wanted:
            made[multiple, place] = boards.made[multiple][where].sum(axis=0, dtype=np.int64)
        best[place] = np.max([boards.best[where].sum(axis=0, dtype=np.int64), *made[at_flop, place]], axis=0)
    where = flops.like[:, None], boards.exchanged[flops.exchange]
    wait = best[where].sum(axis=0)
    total = int(np.max([wait, *(made[multiple][where].sum(axis=0) for multiple in at_first)], axis=0).sum())
    deals = comb(cards, 2) * comb(cards - 2, FLOP) * comb(cards - 5, 2) * comb(cards - 7, 2)
    return Fraction(-total, deals * UNITS)


class OwnHands:
    """Five cards of the player's against six of the dealer's, one of them face up: every hand, every hand to beat."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules, deck = rules, deck_of(rules.book)
        self.cards, self.deck, self.pay = len(deck), deck, Payouts(rules, deck)
        left = self.cards - PLAYER
        self._dealers = np.array(list(combinations(range(left), DEALER)), np.int64).T.copy()
        self.completions = comb(left - 1, DEALER - 1)

    def values(self, own: list[int]) -> tuple[list[int], Ints, int]:
        """For a hand: the other cards; by multiple and up card of these, the sum of all nets; and that of folding."""
        left = [card for card in range(self.cards) if card not in own]
        masks = self.deck.masks[left]
        held = np.bitwise_or.reduce(self.deck.masks[own])
        strength = int(rank_masks(held[None], self.pay.ranking)[0])
        their = masks[self._dealers[0]]
        for card in self._dealers[1:]:
            their |= masks[card]
        dealers = rank_masks(their, self.pay.ranking).astype(np.int64)
        outcomes = 1 + np.sign(strength - dealers) + 3 * (dealers >= self.pay.least)
        places = (np.bincount(OUTCOMES * card + outcomes, minlength=OUTCOMES * len(left)) for card in self._dealers)
        counts: Ints = sum(places, np.zeros(OUTCOMES * len(left), np.int64)).reshape(-1, OUTCOMES)
        strengths = np.full(len(left), strength)

        def example(up: int, outcome: int) -> Standing:
            dealer = self._dealers[:, np.argmax((outcomes == outcome) & (self._dealers == up).any(axis=0))]
            of, hidden = self.pay.set_of, [left[card] for card in dealer.tolist() if card != up]
            return Standing(own=of(own), up=of([left[up]]), hidden=of(hidden))

        self.pay.learn(strengths, counts, example)
        fold = self.pay.fold(example(0, int(np.argmax(counts[0]))))
        return left, self.pay.values(strengths, counts), fold * self.completions


def _own_hands(rules: HouseRules) -> Fraction:
    (street,) = rules.streets
    hands, total = OwnHands(rules), 0
    every = sets_of(hands.cards, PLAYER)
    for mask, times in zip(every.standing.tolist(), np.bincount(every.like).tolist(), strict=True):
        _, values, fold = hands.values(places_of(mask, hands.cards))
        allowed: list[Any] = [values[hands.pay.multiples.index(multiple)] for multiple in street.multiples]
        total += times * int(np.max([np.full(values.shape[1], fold), *allowed], axis=0).sum())
    deals = comb(hands.cards, PLAYER) * (hands.cards - PLAYER) * hands.completions
    return Fraction(-total, deals * UNITS)
