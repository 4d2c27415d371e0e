"""The charts of decisions say what the policy says, for real cards."""

import random

import pytest

from odds.four_card_stock import deal
from odds.par.sheets import FOUR, MD, TARGETS, ULTIMATE, result, solution
from pitbook.cards import FourCard, Rank, best_four_card_hand, parse_cards
from pitbook.odds.families.board_dealer import HoldemPolicy
from pitbook.odds.families.board_dealer.chart import pre_flop_chart
from pitbook.odds.families.own_dealer import FourCardPolicy
from pitbook.odds.families.own_dealer.chart import four_card_chart
from pitbook.odds.families.protocol import HandClasses
from pitbook.odds.families.registry import family_of

HOLDEM = [target for target in TARGETS if target.endswith("holdem")]


@pytest.mark.parametrize("target", HOLDEM)
def test_the_chart_is_the_policy(target: str) -> None:
    solved = solution(target).main
    assert isinstance(solved.policy, HoldemPolicy)
    chart = pre_flop_chart(solved)
    assert chart is not None
    hands = {hand.name: hand for line in chart.rows for hand in line}
    assert len(hands) == 169
    for name, hand in hands.items():
        suits = "hh" if name.endswith("s") else "hd"
        cards = parse_cards(f"{name[0]}{suits[0]} {name[1]}{suits[1]}")
        assert solved.policy.action(cards) == hand.action, name
        assert hand.values[hand.action] == max(hand.values.values()), name


def test_the_chart_begins_with_aces_and_has_suited_hands_above_the_diagonal() -> None:
    chart = pre_flop_chart(solution(MD).main)
    assert chart is not None
    assert [hand.name for hand in chart.rows[0][:3]] == ["AA", "AKs", "AQs"]
    assert [line[0].name for line in chart.rows[:3]] == ["AA", "AKo", "AQo"]
    assert chart.rows[12][12].name == "22"


def test_the_chart_counts_as_the_decisions_do() -> None:
    """6 hands for a pair, 4 suited and 12 unsuited ones, of 1,326."""
    for target in (MD, ULTIMATE):
        chart = pre_flop_chart(solution(target).main)
        assert chart is not None
        weights = {"": 6, "s": 4, "o": 12}
        decisions = dict.fromkeys(result(target).decisions["pre_flop"], 0)
        for line in chart.rows:
            for hand in line:
                decisions[hand.action] += weights[hand.name[2:]]
        of_all = {action: count * result(target).deals // 1326 for action, count in decisions.items()}
        assert of_all == result(target).decisions["pre_flop"]


def test_four_card_has_no_chart_before_a_flop() -> None:
    (chart,) = family_of(solution(FOUR).rules).charts(solution(FOUR).main)
    assert isinstance(chart, HandClasses)


def test_the_classes_count_every_hand_and_up_card() -> None:
    policy = solution(FOUR).main.policy
    assert isinstance(policy, FourCardPolicy)
    found = dict.fromkeys(policy.actions, 0)
    for row in four_card_chart(policy):
        for shares in row.shares:
            for action, count in shares.items():
                found[action] += count
    assert sum(found.values()) == 2_598_960 * 47
    completions = result(FOUR).deals // (2_598_960 * 47)
    assert {action: count * completions for action, count in found.items()} == result(FOUR).decisions["play"]


def test_a_class_holds_the_decisions_of_its_hands() -> None:
    policy = solution(FOUR).main.policy
    assert isinstance(policy, FourCardPolicy)
    rows = {row.name: row for row in four_card_chart(policy)}
    assert next(iter(rows)) == "pair of aces to four of a kind"
    assert list(rows)[-1] == "seven high to ace high"
    chance = random.Random(8)
    for _ in range(300):
        *cards, up = deal(chance, 6)
        hand = best_four_card_hand(cards)
        if hand.category is not FourCard.PAIR:
            continue
        row = rows.get(f"pair of {hand.ranks[0].plural}")
        if row:
            assert policy.action(cards, [up]) in row.shares[Rank.ACE - up.rank]


def test_charts_are_told_apart_by_the_decisions() -> None:
    solved = solution(FOUR)
    never_folds = family_of(solved.rules).constant(solved.rules)
    (row,) = four_card_chart(never_folds)
    assert {action for shares in row.shares for action in shares} == {"play_1"}
    assert len(four_card_chart(solved.main.policy)) > 1
    assert four_card_chart(family_of(solved.rules).constant(solved.rules)) == (row,)
