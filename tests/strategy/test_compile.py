"""Compiled rules equal the plain evaluation of their words, on random situations and on well-known ones."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pitbook.cards import DECK, Card, Rank, mask_of, parse_card, parse_cards
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer import HoldemPolicy
from pitbook.odds.families.no_dealer.features import features_of
from pitbook.odds.families.own_dealer import FourCardPolicy
from pitbook.odds.families.sets import canonical, canonical_sets, find
from pitbook.odds.strategies import policy_of
from pitbook.problems import MalformedError
from pitbook.strategy import Strategy, fit
from pitbook.strategy.families.board_dealer import BOARD, BoardFeature, board_features
from pitbook.strategy.families.board_kernels import _straight_ranks
from pitbook.strategy.families.no_dealer import known_features
from pitbook.strategy.families.own_dealer import UpCardFeature, up_card_features
from pitbook.strategy.families.registry import LANGUAGES
from pitbook.strategy.plain import rules_for
from pitbook.strategy.rules import StrategyRule
from pitbook.submission import HouseRules
from strategy.stock import FOUR_CARD, ULTIMATE, rules, strategy_of

HANDS = [
    "pair",
    "pair of eights",
    "pair of tens, king kicker",
    "two pairs",
    "three of a kind",
    "ace king high",
    "flush",
]


def _rule(chance: random.Random, street: str) -> str:
    """A rule with one or two random conditions."""
    rank = chance.choice(list(Rank)).plural
    known = {
        "flop": [
            f'at_least = "{chance.choice(HANDS)}"',
            f'at_most = "{chance.choice(HANDS)}"',
            f'hidden_pair = "{rank}"',
            f'pocket_pair = "{rank}"',
            f'pair_with_board = "{rank}"',
            f'hole_card_at_least = "{rank}"',
            f'both_hole_cards_at_least = "{rank}"',
            f'four_to_a_flush = "{rank}"',
            f"straight_ranks_at_least = {chance.randint(1, 2)}",
            f"better_than_board = {chance.choice(['true', 'false'])}",
        ],
        "play": [
            f'at_least = "{chance.choice(HANDS)}"',
            f'at_most = "{chance.choice(HANDS)}"',
            f'up_card_at_least = "{rank}"',
            f'up_card_at_most = "{rank}"',
            f"hand_contains_up_card_rank = {chance.choice(['true', 'false'])}",
            f"up_card_above_pair = {chance.choice(['true', 'false'])}",
        ],
    }
    known["river"] = [*(each for each in known["flop"] if "flush =" not in each and "straight_" not in each)]
    known["river"] += [f"dealer_outs_below = {chance.randint(1, 40)}"] * 4
    chosen = {each.split()[0]: each for each in chance.sample(known[street], chance.randint(1, 2))}
    action = {"flop": "play_2", "river": "play_1", "play": chance.choice(["play_1", "play_3"])}[street]
    return f"[[{street}]]\n" + "\n".join(chosen.values()) + f'\ndo = "{action}"\n'


def _compiled(head: str, street: str, chance: random.Random, house: HouseRules) -> tuple[Strategy, object]:
    """Random rules; those that are refused, because one contradicts itself or never applies, are drawn again."""
    last = {"flop": "check", "river": "fold", "play": "fold"}[street]
    while True:
        text = head + "".join(_rule(chance, street) for _ in range(4)) + f'[[{street}]]\ndo = "{last}"\n'
        try:
            drawn = strategy_of(text)
            return drawn, policy_of(house, drawn)
        except MalformedError:
            continue


OTHERS = {
    "flop": 'game = "holdem"\n[[pre_flop]]\ndo = "check"\n[[river]]\ndo = "fold"\n',
    "river": 'game = "holdem"\n[[pre_flop]]\ndo = "check"\n[[flop]]\ndo = "check"\n',
}


STREETS = pytest.mark.parametrize(("street", "board"), [("flop", 3), ("river", 5)])


def _agree_on_hold_em(street: str, board: int, policies: int, situations: int, cards: int = 52) -> None:
    chance = random.Random(board)
    house = _with_deck(ULTIMATE, cards)
    deck = house.book.deck.playing_cards
    for _ in range(policies):
        drawn, policy = _compiled(OTHERS[street], street, chance, house)
        assert isinstance(policy, HoldemPolicy)
        fitted = next(each for each in fit(drawn, house) if each.street == street)
        for _ in range(situations):
            # Few ranks and suits, so that pairs, flushes and straights abound.
            pack = [card for card in deck if card.rank in chance.sample(list(Rank), 9) or card.suit == 2]
            dealt = chance.sample(pack, 2 + board)
            assert policy.action(dealt[:2], dealt[2:]) == _named("holdem", fitted.rules, dealt[:2], dealt[2:], deck)


def _with_deck(target: str, cards: int) -> HouseRules:
    house = rules(target)
    deck = house.book.deck.model_copy(update={"cards": cards})
    return replace(house, book=house.book.model_copy(update={"deck": deck}))


@STREETS
def test_hold_em_rules_compiled_and_plain(street: str, board: int) -> None:
    _agree_on_hold_em(street, board, policies=1, situations=150)


@STREETS
def test_hold_em_rules_of_a_short_deck_compiled_and_plain(street: str, board: int) -> None:
    """Straights need ranks that are there, and outs are cards that are there."""
    _agree_on_hold_em(street, board, policies=1, situations=100, cards=36)


@pytest.mark.prove
@STREETS
def test_hold_em_rules_compiled_and_plain_in_many_situations(street: str, board: int) -> None:
    _agree_on_hold_em(street, board, policies=3, situations=1_000)


def test_four_card_rules_compiled_and_plain() -> None:
    chance = random.Random(4)
    for _ in range(5):
        drawn, policy = _compiled('game = "four_card"\n', "play", chance, rules(FOUR_CARD))
        assert isinstance(policy, FourCardPolicy)
        for _ in range(250):
            *cards, up = chance.sample(DECK, 6)
            assert policy.action(cards, [up]) == _named("four_card", dict(drawn.streets)["play"], cards, [up])


def _named(
    game: str, listed: tuple[StrategyRule, ...], own: list[Card], seen: list[Card], deck: Sequence[Card] = DECK
) -> str:
    return str(listed[next(rules_for(LANGUAGES[game], listed, own, seen, deck))].action)


def test_ranges_before_the_flop() -> None:
    text = 'game = "holdem"\n[[pre_flop]]\nhands = ["JJ+", "K9s+", "QT"]\ndo = "play_4"\n[[pre_flop]]\ndo = "check"\n'
    text += '[[flop]]\ndo = "check"\n[[river]]\ndo = "fold"\n'
    drawn = strategy_of(text)
    policy = policy_of(rules(ULTIMATE), drawn)
    assert isinstance(policy, HoldemPolicy)
    for hole in combinations(DECK, 2):
        assert policy.action(hole) == _named("holdem", dict(drawn.streets)["pre_flop"], list(hole), [])


@pytest.mark.parametrize(
    ("hole", "board", "feature", "value"),
    [
        ("Kh 2d", "Ks 9c 4d", BoardFeature.HIDDEN_PAIR, 12),
        ("Kh 2d", "9s 9c 4d", BoardFeature.HIDDEN_PAIR, 0),
        ("2h 2d", "9s 9c 4d", BoardFeature.POCKET_PAIR, 1),
        ("2h 2d", "9s 9c 4d", BoardFeature.BETTER_THAN_BOARD, 1),
        ("3h 2d", "9s 9c 9d", BoardFeature.BETTER_THAN_BOARD, 0),
        ("Th 2h", "9h 4h 4d", BoardFeature.FOUR_TO_A_FLUSH, 9),
        ("Th 2d", "9h 4h 5h", BoardFeature.FOUR_TO_A_FLUSH, 9),
        ("Td 2d", "9h 4h 5h", BoardFeature.FOUR_TO_A_FLUSH, 0),
        ("Th 9d", "8h 7c 2s", BoardFeature.STRAIGHT_RANKS, 2),
        ("Ah 2d", "3h 4c 9s", BoardFeature.STRAIGHT_RANKS, 1),
        ("Ah Kd", "Qh Jc Ts", BoardFeature.STRAIGHT_RANKS, 0),
        # Five board ranks of which three unseen cards each pair, and four aces.
        ("Kd 3c", "Qh Jc 8s 6d 4h", BoardFeature.DEALER_OUTS, 19),
        ("Kd Kc", "Qh Jc 8s 6d 4h", BoardFeature.DEALER_OUTS, 0),
        # The board's pair leaves nine cards that make two pairs, two that make three of a kind, and the aces.
        ("Kd 3c", "Qh Qc 8s 6d 4h", BoardFeature.DEALER_OUTS, 15),
    ],
)
def test_features_by_hand(hole: str, board: str, feature: BoardFeature, value: int) -> None:
    assert board_features(parse_cards(hole), parse_cards(board))[feature] == value


def test_four_card_features_by_hand() -> None:
    def of(cards: str, up: str) -> list[int]:
        return up_card_features(parse_cards(cards), [parse_card(up)])[1:]

    assert of("9h 9d Ks 4c 2d", "8h") == [7, 0, 0]
    assert of("9h 9d Ks 4c 2d", "Kh") == [12, 1, 1]
    assert of("9h 9d Ks 4c 2d", "9c") == [8, 1, 0]
    assert of("Ah Qd Ks 4c 2d", "3c") == [2, 0, 1]
    assert len(UpCardFeature) == 4


def test_no_five_cards_have_more_straight_ranks_than_the_feature_allows() -> None:
    most = max(_straight_ranks.py_func(sum(1 << rank for rank in ranks), 0) for ranks in combinations(range(13), 5))
    assert most == BOARD.whole[BoardFeature.STRAIGHT_RANKS][1]


def test_a_rule_that_never_applies_is_refused() -> None:
    text = 'game = "four_card"\n[[play]]\nat_least = "pair"\nup_card_above_pair = false\ndo = "play_1"\n'
    text += '[[play]]\nat_most = "high card"\nup_card_above_pair = false\ndo = "play_3"\n[[play]]\ndo = "fold"\n'
    with pytest.raises(MalformedError, match=r"mine.toml: play rule 2 never applies"):
        policy_of(rules(FOUR_CARD), strategy_of(text))


@pytest.mark.parametrize("cards", [52, 36])
@pytest.mark.parametrize(("size", "number"), [(4, 25), (3, 3)])
def test_features_of_known_cards_compiled_and_plain(cards: int, size: int, number: int) -> None:
    """Made hands, suits, straights that the deck has, and high cards."""
    chance, deck = random.Random(size), DECK[52 - cards :]
    ranks = Deck(tuple(range(13 - cards // 4, 13)), 4)
    features, sets = features_of(ranks, size), canonical_sets(ranks, size)
    for _ in range(number):
        known = chance.sample(deck, size)
        place = find(sets, canonical(np.uint64(mask_of(known)))[0])
        assert features[place].tolist() == known_features(known[:3], known[3:], deck)
