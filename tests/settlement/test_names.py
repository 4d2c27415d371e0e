"""The names of hands: by the one Python function and by the kernels, against names given by hand from the cards alone.

The oracle knows cards as text and ranks them with its own slow ranking; nothing in it is the package's.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from oracle.hands import (
    FIVE_CARD_CATEGORIES,
    FOUR_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    best_five,
    best_four,
    best_three_card_key,
    rank,
    suit,
)
from pitbook.cards import DECK, Card, mask_of
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.examples import examples, plain_strength, sizes_of
from pitbook.rulebooks.hand_names import Pieces, name_of
from pitbook.rulebooks.hands import HandRule
from pitbook.settlement.classify import strength_of
from pitbook.settlement.name_programs import compile_hands, name_places

DEALS = 1_500
Cards = list[str]


def _hole_cards(own: Cards, *_: Cards) -> str | None:
    high, low = sorted(map(rank, own), reverse=True)
    if high == low:
        return "pair_of_aces" if high == 14 else "pair_of_twos_to_kings"
    if high == 14 and low in (11, 12, 13):
        return "suited_ace_and_face" if suit(own[0]) == suit(own[1]) else "unsuited_ace_and_face"
    return None


def _flopped(own: Cards, board: Cards, *_: Cards) -> str:
    name, early = FIVE_CARD_CATEGORIES[best_five(own + board)[0]], FIVE_CARD_CATEGORIES[best_five(own + board[:3])[0]]
    if early == "royal_flush":
        return "flopped_royal_flush" + "_in_spades" * all(suit(card) == "s" for card in own)
    if name == "royal_flush" and FIVE_CARD_CATEGORIES[best_five(board)[0]] == "royal_flush":
        name = "community_royal_flush"
    if early == "straight_flush":
        return "flopped_straight_flush" if name == "straight_flush" else name + "_after_flopped_straight_flush"
    return name


def _six(royal: str) -> Callable[..., str]:
    def called(own: Cards, board: Cards, dealer: Cards, extra: Cards) -> str:
        cards = own + extra
        if {rank(card) for card in cards} == {9, 10, 11, 12, 13, 14} and len({suit(card) for card in cards}) == 1:
            return royal + "_of_diamonds" * (suit(cards[0]) == "d")
        return FIVE_CARD_CATEGORIES[best_five(cards)[0]]

    return called


def _four_aces(own: Cards, *_: Cards) -> str:
    key = best_four(own)
    aces = key[1] == 14
    return {("four_of_a_kind", True): "four_aces", ("pair", True): "pair_of_aces"}.get(
        (FOUR_CARD_CATEGORIES[key[0]], aces), FOUR_CARD_CATEGORIES[key[0]]
    )


def _five(*pieces: Cards) -> str:
    return FIVE_CARD_CATEGORIES[best_five(pieces[0] + pieces[1])[0]]


OF_BOOKS: dict[tuple[str, str], Callable[..., str | None]] = {
    ("hole_cards", "md-heads-up-holdem"): _hole_cards,
    ("flopped", "md-heads-up-holdem"): _flopped,
    ("player", "md-heads-up-holdem"): _five,
    ("six_cards", "galaxy-heads-up-holdem"): _six("six_card_royal"),
    ("player", "md-four-card-poker"): _four_aces,
    ("five_cards", "md-four-card-poker"): _five,
    ("six_cards", "md-four-card-poker"): _six("super_royal"),
}


def _range(lowest: int, name: str) -> Callable[..., str]:
    def called(own: Cards, board: Cards, *_: Cards) -> str:
        key = best_five(own + board)
        return name if key[0] == 1 and key[1] >= lowest else FIVE_CARD_CATEGORIES[key[0]]

    return called


def _mini_royal(own: Cards, *_: Cards) -> str:
    key = best_three_card_key(own)
    return "mini_royal" if key == (5, 14) else THREE_CARD_CATEGORIES[key[0]]


def _spades(own: Cards, board: Cards, *_: Cards) -> str:
    cards = own + board
    key = best_five(cards)
    spades = [card for card in cards if suit(card) == "s"]
    return (
        "royal_flush_in_spades"
        if key[0] == 9 and len(spades) > 4 and best_five(spades) == key
        else FIVE_CARD_CATEGORIES[key[0]]
    )


def _both(own: Cards, board: Cards, dealer: Cards, extra: Cards) -> str:
    return FIVE_CARD_CATEGORIES[best_five(own + dealer)[0]]


def _with_up_card(own: Cards, board: Cards, dealer: Cards, extra: Cards) -> str:
    return FIVE_CARD_CATEGORIES[best_five(own + dealer[-1:])[0]]


MADE_UP: dict[str, tuple[dict[str, Any], tuple[int, int, int, int, int], Callable[..., str | None]]] = {
    "tens_or_better": (
        {
            "ranking": "five_card",
            "from": ["own", "board"],
            "names": [{"name": "tens_or_better", "of": "pair", "when": [{"at_least": "pair of tens"}]}],
        },
        (3, 2, 0, 0, 0),
        _range(10, "tens_or_better"),
    ),
    "mini_royal": (
        {
            "ranking": "three_card",
            "from": ["own"],
            "names": [{"name": "mini_royal", "of": "straight_flush", "when": [{"hand": "straight flush, ace high"}]}],
        },
        (3, 0, 0, 0, 0),
        _mini_royal,
    ),
    "royal_flush_in_spades": (
        {
            "ranking": "five_card",
            "from": ["own", "board"],
            "names": [{"name": "royal_flush_in_spades", "of": "royal_flush", "when": [{"suit": "spades"}]}],
        },
        (2, 5, 0, 0, 0),
        _spades,
    ),
    "six_card_bonus": ({"ranking": "five_card", "from": ["own", "dealer"]}, (3, 0, 3, 0, 0), _both),
    "five_plus_one": ({"ranking": "five_card", "from": ["own", "up"]}, (5, 0, 5, 1, 0), _with_up_card),
}


def _compare(hand: HandRule, numbers: tuple[int, int, int, int, int], oracle: Callable[..., str | None]) -> set[Any]:
    """All three say the same of random cards, half of them high ones of two suits; which names there were."""
    own, board, dealer, up, extra = numbers
    chance = random.Random(hand.order[0])
    few = [card for card in DECK if card.rank >= 6 and card.suit >= 2]
    few += [card for card in DECK if card.rank >= 6 and card.suit == 1]
    dealt, pieces = [], []
    for number in range(DEALS):
        deck: list[Card] = few[: 14 + 7 * (number % 2)] if number % 3 else list(DECK)
        cards = chance.sample(deck, own + board + dealer + extra)
        mine, rest = cards[:own], cards[own:]
        shown, theirs, others = rest[:board], rest[board : board + dealer], rest[board + dealer :]
        dealt.append([[str(card) for card in some] for some in (mine, shown, theirs, others)])
        up_cards = theirs[len(theirs) - up :]
        pieces.append(Pieces(*map(mask_of, (mine, shown[:3], shown, up_cards, theirs, others))))
    wanted = [oracle(*some) for some in dealt]
    assert [name_of(hand, one, strength_of) for one in pieces] == wanted
    places = name_places(compile_hands((hand,)), 0, pieces)
    assert [(*hand.order, None)[place] for place in places.tolist()] == wanted
    return set(wanted)


@pytest.mark.parametrize(("name", "book"), OF_BOOKS)
def test_names_of_the_books(name: str, book: str) -> None:
    found = load_book(book)
    extra = found.extra_cards.cards if found.extra_cards else 0
    numbers = (found.player.cards, found.board, found.dealer.cards, found.flow.up, extra)
    assert len(_compare(found.hands[name], numbers, OF_BOOKS[name, book])) > 3


@pytest.mark.parametrize("name", MADE_UP)
def test_names_that_other_games_need(name: str) -> None:
    described, numbers, oracle = MADE_UP[name]
    hand = HandRule.model_validate(described)
    assert len(_compare(hand, numbers, oracle)) > 3


@pytest.mark.parametrize("book_id", book_ids())
def test_every_name_of_a_book_has_cards_and_kernels_and_function_agree_on_them(book_id: str) -> None:
    """The rare names too: by the cards that the loader finds for each, and the oracle where it knows the hand."""
    book = load_book(book_id)
    hands = tuple(book.hands.values())
    programs = compile_hands(hands)
    for number, (name, hand) in enumerate(book.hands.items()):
        for called in hand.order:
            laid = next(examples(DECK, sizes_of(book), {name: (hand, called)}, plain_strength))
            place = name_places(programs, number, [laid.pieces()])[0]
            assert name_of(hand, laid.pieces(), strength_of) == called == hand.order[place]
            if oracle := OF_BOOKS.get((name, book_id)):
                texts = [[str(card) for card in cards] for cards in (laid.own, laid.board, laid.dealer, laid.extra)]
                assert oracle(*texts) == called
