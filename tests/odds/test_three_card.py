"""Three-card hands against the dealer's, by plain enumeration: published figures, and short decks by a slow count."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from odds.by_category import game_by_category
from odds.slow.variations import street
from pitbook.cards import DECK, Card, parse_cards
from pitbook.cards.rankings import category_by_strength, strengths_called
from pitbook.cards.three_card import ThreeCard, best_three_card_hand
from pitbook.odds.deck import Deck
from pitbook.odds.families.last_decision import nets_by_action
from pitbook.odds.families.own_dealer.plain import HandPolicy, HandSolution, count_threes, evaluate_hands, solve_hands
from pitbook.problems import MalformedError
from pitbook.settlement.compile import MainGame

BONUS = {ThreeCard.STRAIGHT_FLUSH: 5, ThreeCard.THREE_OF_A_KIND: 4, ThreeCard.STRAIGHT: 1}
PLAY = street("play", 0, (1,), "fold", wager="play")
QUEEN = strengths_called("three_card", "queen high").lowest


def _game() -> MainGame:
    """Three Card Poker: the dealer needs queen high, and the ante has a bonus whatever the dealer has."""
    fixed, decided = np.zeros((6, 2, 3), np.int64), np.zeros((6, 2, 3), np.int64)
    fixed[:, 0], fixed[:, 1], decided[:, 1] = 1, (-1, 0, 1), (-1, 0, 1)
    for category, pays in BONUS.items():
        fixed[category.level] += pays
    game = game_by_category("three_card", scale=1, qualifying_level=0, fixed=fixed, decided=decided, fold=-1)
    return MainGame(**(game.__dict__ | {"qualifying": QUEEN}))


@cache
def _solved() -> HandSolution:
    return solve_hands(_game(), PLAY)


def test_three_card_poker_has_the_published_figures() -> None:
    result = _solved().result
    assert f"{float(_solved().house_edge):.4%}" == "3.3730%"
    assert result.house_edge == _solved().house_edge
    assert f"{result.standard_deviation:.4f}" == "1.6393"
    assert f"{float(result.element_of_risk):.2%}" == "2.01%"
    assert result.deals == 22_100 * 18_424


def test_queen_six_four_is_the_lowest_hand_to_play() -> None:
    policy = _solved().policy
    assert policy.action(parse_cards("Qh 6d 4c")) == "play_1"
    assert policy.action(parse_cards("Qh 6d 3c")) == "fold"


def _slow(cards: list[Card]) -> Fraction:
    """Straight from the rules, for every hand of the player and every one of the dealer."""
    total = 0
    hands = {hand: best_three_card_hand(hand) for hand in combinations(cards, 3)}
    deals = 0
    for own, mine in hands.items():
        nets = []
        for other, theirs in hands.items():
            if set(own) & set(other):
                continue
            ante = play = (mine > theirs) - (mine < theirs)
            if theirs.category is ThreeCard.HIGH_CARD and theirs.ranks[0] < 10:
                ante, play = 1, 0
            nets.append(ante + play + BONUS.get(mine.category, 0))
        deals += len(nets)
        total += max(sum(nets), -len(nets))
    return Fraction(-total, deals)


@pytest.mark.parametrize("deck", [Deck((6, 8, 9, 10), 3), Deck((0, 1, 9, 10, 12), 2), Deck((7, 8, 9), 4)])
def test_short_decks_agree_with_a_slow_count(deck: Deck) -> None:
    solved = solve_hands(_game(), PLAY, deck=deck)
    assert solved.house_edge == solved.result.house_edge == _slow([DECK[index] for index in deck.cards])


def test_the_value_of_a_hand_is_counted_with_dead_cards() -> None:
    own = parse_cards("Qh 6d 4c")
    whole, fewer = count_threes(QUEEN, own), count_threes(QUEEN, own, parse_cards("Ah Kh"))
    assert int(whole.by_level.sum()) == 18_424
    assert int(fewer.by_level.sum()) == 47 * 46 * 45 // 6
    assert whole.by_card is not None
    assert int(whole.by_card.sum()) == 3 * 18_424
    level = category_by_strength("three_card").index("high_card") - 1
    nets = nets_by_action(_game(), PLAY, level, whole)
    assert sum(net * number for net, number in nets["play_1"].items()) > sum(
        net * number for net, number in nets["fold"].items()
    )


def test_any_play_can_be_evaluated() -> None:
    hands = len(_solved().policy.hands)
    folds = HandPolicy(_solved().policy.deck, (1,), np.zeros(hands, np.uint8), "play")
    plays = HandPolicy(_solved().policy.deck, (1,), np.ones(hands, np.uint8), "play")
    assert evaluate_hands(_game(), PLAY, folds).house_edge == 1
    assert evaluate_hands(_game(), PLAY, plays).house_edge > _solved().house_edge


def test_a_policy_is_saved_and_damage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    _solved().policy.save(path)
    assert np.array_equal(HandPolicy.load(path).codes, _solved().policy.codes)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(MalformedError, match="damaged"):
        HandPolicy.load(path)
