"""Finds cards for which the hands of a book have given names.

The search tries cards of the book's deck that meet the conditions of the names, and checks every result with
`hand_names.name_of`. It ends after some seconds at most: where there are too many ways to make a hand, it tries the
first of them and then random deals.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from pitbook.cards import RANKINGS, Card, Rank, Suit
from pitbook.cards.card import mask_of
from pitbook.cards.hand import best_hand
from pitbook.cards.rankings import category_by_strength
from pitbook.rulebooks.hand_names import Pieces, Strength, name_of
from pitbook.rulebooks.hands import SUITS, HandCondition, HandRule, NameRule

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook

PLACES = ("own", "flop", "late", "up", "hidden", "extra")
"""The places for cards; each card is in one of them."""
PLACES_OF: Mapping[str, tuple[str, ...]] = {
    "own": ("own",),
    "flop": ("flop",),
    "board": ("flop", "late"),
    "up": ("up",),
    "dealer": ("up", "hidden"),
    "extra": ("extra",),
}
"""The places that make up each piece."""
_MOST = 5000
"""The most ways to meet one condition that are tried."""
_TRIES = 10_000
"""The tries in order before random deals begin, and about the number of random deals."""
_FILLINGS = 6
"""The most ways to fill up with irrelevant cards that are tried."""
Cards = frozenset[Card]


class PlacedCards(NamedTuple):
    """Cards by place."""

    own: tuple[Card, ...]
    flop: tuple[Card, ...]
    late: tuple[Card, ...]
    up: tuple[Card, ...]
    hidden: tuple[Card, ...]
    extra: tuple[Card, ...]

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards."""
        return self.flop + self.late

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's cards, the face-up ones last."""
        return self.hidden + self.up

    def pieces(self) -> Pieces:
        """The cards as sets."""
        return Pieces(*map(mask_of, (self.own, self.flop, self.board, self.up, self.dealer, self.extra)))


class CardDemand(NamedTuple):
    """Cards that must be in certain places."""

    cards: Cards
    places: frozenset[str]


def sizes_of(book: "RuleBook") -> dict[str, int]:
    """How many cards each place holds."""
    flop, up = book.number_of("flop"), book.flow.up
    numbers = (book.player.cards, flop, book.board - flop, up, book.dealer.cards - up, book.number_of("extra"))
    return dict(zip(PLACES, numbers, strict=True))


def plain_strength(ranking: str, cards: int) -> int:
    """The strength of a set of cards, computed without lookup tables: slower, but ready at once."""
    return best_hand([card for card in _CARDS if card.mask & cards], RANKINGS[ranking]).strength


_CARDS = tuple(Card(index) for index in range(52))


def examples(
    deck: Sequence[Card],
    sizes: Mapping[str, int],
    wanted: Mapping[str, tuple[HandRule, str | None]],
    strength: Strength,
) -> Iterator[PlacedCards]:
    """Placed cards for which each hand has its name; only the places of these hands are filled.

    If the tries in order end without random deals, these are all that the search knows.
    """
    used = {place for hand, _ in wanted.values() for place in _places(hand.sources)}
    room = {place: sizes[place] if place in used else 0 for place in PLACES}
    choices = [_Choices(hand, name, deck, sizes, alone=len(wanted) == 1) for hand, name in wanted.values()]
    for filled in _tries(choices, room, deck):
        pieces = filled.pieces()
        if all(name_of(hand, pieces, strength) == name for hand, name in wanted.values()):
            yield filled


def _tries(choices: Sequence["_Choices"], room: Mapping[str, int], deck: Sequence[Card]) -> Iterator[PlacedCards]:
    """The cards to try: those that meet the choices, in order; after `_TRIES` of them random deals."""
    left = _TRIES
    for demands in _products(choices):
        left -= 1
        for laid in _layings([one for several in demands for one in several], room):
            for filled in _fill(laid, room, deck):
                left -= 1
                yield filled
        if left <= 0:
            yield from _random_deals(choices, room, deck)
            return


def _random_deals(
    choices: Sequence["_Choices"], room: Mapping[str, int], deck: Sequence[Card]
) -> Iterator[PlacedCards]:
    """Deals that meet the conditions of the names, with random other cards; the same ones each time."""
    chance = Random(0)  # noqa: S311 (examples, not play)
    pools = [list(islice(cards, _MOST)) for one in choices for cards in one.conditions()]
    if not all(pools):
        return
    for _ in range(_TRIES // _FILLINGS):
        shuffled = chance.sample(deck, len(deck))
        demands = [chance.choice(pool) for pool in pools]
        for laid in islice(_layings(demands, room), 1):
            yield from _fill(laid, room, shuffled)


def _products(choices: Sequence["_Choices"]) -> Iterator[tuple[tuple[CardDemand, ...], ...]]:
    """The product of the choices, without storing them: each is iterated again when needed."""
    if not choices:
        yield ()
        return
    for first in choices[0]:
        for rest in _products(choices[1:]):
            yield (first, *rest)


class _Choices:
    """The ways to make a hand of some name, generated anew on each iteration."""

    def __init__(
        self, hand: HandRule, name: str | None, deck: Sequence[Card], sizes: Mapping[str, int], *, alone: bool
    ) -> None:
        self.hand, self.name, self.deck, self.sizes = hand, name, deck, sizes
        self.one_mixed = (
            alone and not hand.ranking and not any(condition.cards for rule in hand.names for condition in rule.when)
        )
        """Whether one example of mixed suits stands for all others of the same ranks, because no condition or other
        hand can distinguish them."""

    def __iter__(self) -> Iterator[tuple[CardDemand, ...]]:
        hand, name = self.hand, self.name
        if name is None:
            yield ()
            return
        rule = next((rule for rule in hand.names if rule.name == name), None)
        made: list[Iterable[CardDemand]] = []
        if hand.ranking:
            made.append(_makings(hand, rule, name, self.deck))
        yield from _all_of([*made, *self.conditions()])

    def conditions(self) -> Iterator[Iterable[CardDemand]]:
        """The cards that meet each condition of the name."""
        rule = next((rule for rule in self.hand.names if rule.name == self.name), None)
        for condition in rule.when if rule else ():
            yield from self._meeting(condition)

    def _meeting(self, condition: HandCondition) -> Iterator[Iterable[CardDemand]]:
        """The cards that meet a condition: one iterator for its ranks and suits, one for its strength."""
        hand, places = self.hand, _places(condition.cards or self.hand.sources)
        if condition.ranks or condition.suited is not None or (condition.suit and not hand.ranking):
            number = sum(self.sizes[place] for place in places)
            found = _of_ranks_and_suits(hand, condition, self.deck, number, one_mixed=self.one_mixed)
            yield (CardDemand(cards, places) for cards in found)
        if condition.cards and not condition.ranks and (condition.asks_strength or (condition.suit and hand.ranking)):
            yield (CardDemand(cards, places) for cards in _of_strength(hand, condition, self.deck))


def _all_of(made: list[Iterable[CardDemand]]) -> Iterator[tuple[CardDemand, ...]]:
    """One demand of each kind; combinations that share the most cards come first."""
    if not made:
        yield ()
        return
    others = [list(islice(one, _MOST)) for one in made[1:]]
    for first in made[0]:
        cards = first.cards
        for rest in _all_of([sorted(one, key=lambda demand: -len(demand.cards & cards)) for one in others]):
            yield (first, *rest)


def _places(pieces: Iterable[str]) -> frozenset[str]:
    return frozenset(place for piece in pieces for place in PLACES_OF[piece])


def _makings(hand: HandRule, rule: NameRule | None, name: str, deck: Sequence[Card]) -> Iterator[CardDemand]:
    """The cards that form the best hand."""
    ranking, category = hand.ranking or "", rule.of if rule and rule.of else name
    whole = [one for one in (rule.when if rule else ()) if not one.cards]
    allowed: list[Container[int]] = [one.strengths(ranking) for one in whole if one.asks_strength]
    if rule is None:
        allowed += _without_names(hand, category)
    suits = {SUITS[one.suit] for one in whole if one.suit}
    for cards in hands_of(ranking, category, tuple(allowed), deck):
        if all(card.suit in suits for card in cards) or not suits:
            yield CardDemand(cards, _places(hand.sources))


def _without_names(hand: HandRule, category: str) -> list[Container[int]]:
    """The strengths of a category that no finer name claims by strength alone."""
    named = [
        rule.when[0].strengths(hand.ranking or "")
        for rule in hand.rules_of.get(category, ())
        if len(rule.when) == 1 and rule.when[0].only_strength
    ]
    every = range(1, 1 + len(RANKINGS[hand.ranking or ""].classes))
    return [{strength for strength in every if not any(strength in some for some in named)}] if named else []


def _of_strength(hand: HandRule, condition: HandCondition, deck: Sequence[Card]) -> Iterator[Cards]:
    """The cards that form a best hand of the strength and suit that a condition requires."""
    ranking = hand.ranking or ""
    of_suit = frozenset(card for card in deck if not condition.suit or card.suit == SUITS[condition.suit])
    if not condition.asks_strength:
        yield from map(frozenset, combinations(sorted(of_suit), RANKINGS[ranking].size))
        return
    allowed = condition.strengths(ranking)
    categories = dict.fromkeys(
        category_by_strength(ranking)[strength] for strength in range(allowed.highest, allowed.lowest - 1, -1)
    )
    for category in categories:
        yield from (cards for cards in hands_of(ranking, category, (allowed,), deck) if cards <= of_suit)


def _of_ranks_and_suits(
    hand: HandRule, condition: HandCondition, deck: Sequence[Card], number: int, *, one_mixed: bool
) -> Iterator[Cards]:
    """Sets of this number of cards with the ranks and suits that a condition requires."""
    there = set(deck)
    every_rank = sorted({card.rank for card in deck}, reverse=True)
    suit = SUITS[condition.suit] if condition.suit and not hand.ranking else None
    suited = True if suit is not None else condition.suited
    for ranks in sorted(condition.sorted_ranks, reverse=True) or combinations_with_replacement(every_rank, number):
        for cards in _suits_for(Counter(reversed(ranks)), suited=suited):
            suits = {card.suit for card in cards}
            if cards <= there and (suit is None or suit in suits):
                yield cards
            if one_mixed and len(suits) > 1:
                break


def _suits_for(copies: Mapping[Rank, int], *, suited: bool | None) -> Iterator[Cards]:
    """Every set with these counts of each rank: suited, unsuited, or (None) both with suited ones first."""
    if suited is not False and set(copies.values()) == {1}:
        for suit in Suit:
            yield frozenset(Card(4 * rank + suit) for rank in copies)
    if suited:
        return
    for suits in product(*(combinations(Suit, number) for number in copies.values())):
        chosen = zip(copies, suits, strict=True)
        cards = frozenset(Card(4 * rank + suit) for rank, several in chosen for suit in several)
        if len({card.suit for card in cards}) > 1:
            yield cards


def hands_of(ranking: str, category: str, allowed: tuple[Container[int], ...], deck: Sequence[Card]) -> Iterator[Cards]:
    """All sets of cards that are exactly a hand of this category and these strengths, the strongest first."""
    order: Any = RANKINGS[ranking]
    there_ranks = {card.rank for card in deck}
    for strength, (one, ranks) in _classes_of(ranking, category):
        if not all(strength in some for some in allowed):
            continue
        shape = order.shapes[one]
        if there_ranks.issuperset(ranks_of_hand := Counter(shape.ranks_of_cards(ranks))):
            yield from _suits_for(ranks_of_hand, suited=shape.suited)


@cache
def _classes_of(ranking: str, category: str) -> Sequence[tuple[int, Any]]:
    """The strengths of a category with their classes, the strongest first."""
    numbered = enumerate(RANKINGS[ranking].classes, 1)
    return [one for one in numbered if one[1][0].value == category][::-1]


def _layings(demands: Sequence[CardDemand], room: Mapping[str, int]) -> Iterator[Mapping[str, Sequence[Card]]]:
    """Every way to place the demanded cards so that each demand is met and no place overflows."""
    places: dict[Card, frozenset[str]] = {}
    for demand in demands:
        for card in demand.cards:
            places[card] = places.get(card, demand.places) & demand.places
    order = sorted(places, key=lambda card: (len(places[card]), card))
    if len(order) > sum(room.values()):
        return
    laid: dict[str, list[Card]] = {place: [] for place in PLACES}

    def put(number: int) -> Iterator[Mapping[str, Sequence[Card]]]:
        if number == len(order):
            yield laid
            return
        for place in PLACES:
            if place in places[order[number]] and len(laid[place]) < room[place]:
                laid[place].append(order[number])
                yield from put(number + 1)
                laid[place].pop()

    yield from put(0)


def _fill(laid: Mapping[str, Sequence[Card]], room: Mapping[str, int], deck: Sequence[Card]) -> Iterator[PlacedCards]:
    """A few ways to fill the free places with low cards."""
    taken = {card for cards in laid.values() for card in cards}
    spare = [card for card in deck if card not in taken]
    missing = sum(room.values()) - len(taken)
    for first in range(_FILLINGS if missing else 1):
        rest = [*spare[3 * first :: 5], *spare]
        others = iter(dict.fromkeys(rest))
        yield PlacedCards(
            *((*laid[place], *(next(others) for _ in range(room[place] - len(laid[place])))) for place in PLACES)
        )
