"""A description is enough: both games solved, advised on, charted and played by rules, through the protocol alone."""

from fractions import Fraction

import pytest

from odds.described import let_it_ride, three_card
from pitbook.cards import parse_cards
from pitbook.odds.advice import advise, situation_problems
from pitbook.odds.families.main_wagers import main_wagers
from pitbook.odds.families.protocol import HandClasses, KnownCards
from pitbook.odds.families.registry import family_of
from pitbook.odds.nets import nets
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import generate_card
from pitbook.settlement.compile import compile_main
from pitbook.strategy.card import card_lines
from pitbook.submission import HouseRules

GAMES = {"three_card": three_card, "let_it_ride": let_it_ride}
BOTH = pytest.mark.parametrize("game", GAMES)


def _house(game: str) -> HouseRules:
    return GAMES[game]()


def test_the_published_figures_follow_from_the_descriptions() -> None:
    three = solve_main(three_card()).result
    assert three is not None
    assert f"{float(three.house_edge):.4%} {three.standard_deviation:.4f}" == "3.3730% 1.6393"
    assert f"{float(three.element_of_risk):.2%}" == "2.01%"
    ride = solve_main(let_it_ride()).result
    assert ride is not None
    assert f"{float(ride.house_edge):.3%} {float(ride.element_of_risk):.2%}" == "3.506% 2.86%"
    assert f"{float(Fraction(ride.decisions['first']['ride'], ride.deals)):.6%}" == "7.276018%"
    assert f"{float(solve_main(let_it_ride(500)).house_edge):.3%}" == "3.737%"


def test_tens_or_better_are_a_pay_class() -> None:
    assert compile_main(let_it_ride()).names[:3] == ("high_card", "pair", "tens_or_better")


@BOTH
def test_the_wagers_add_up_to_the_game(game: str) -> None:
    rules = _house(game)
    result = solve_main(rules).result
    assert result is not None
    found = main_wagers(rules, result.outcomes)
    assert sum((wager.net for wager in found), Fraction(0)) == -result.house_edge
    assert sum((wager.average_stake for wager in found), Fraction(0)) == result.average_wager


@BOTH
def test_a_solution_is_stored_and_found_again(game: str) -> None:
    rules = _house(game)
    once, again = solve_main(rules), solve_main(rules)
    assert once.result == again.result
    assert family_of(rules).evaluate(rules, again.policy, progress=None) == once.result


@pytest.mark.parametrize(
    ("game", "own", "seen", "best"),
    [
        ("three_card", "Qh 6d 4c", "", "play_1"),
        ("three_card", "Qh 6d 3c", "", "fold"),
        ("let_it_ride", "Th Jh Qh", "", "ride"),
        ("let_it_ride", "2c 7d Ks", "", "withdraw_bet_1"),
        ("let_it_ride", "2c 7d Ks", "Kd", "ride"),
        ("let_it_ride", "2c 7d Ks", "8d", "withdraw_bet_2"),
    ],
)
def test_advice_has_the_best_action_and_its_distribution(game: str, own: str, seen: str, best: str) -> None:
    rules, cards = _house(game), (parse_cards(own), parse_cards(seen))
    values = advise(rules, *cards)
    assert max(values, key=lambda action: values[action]) == best
    assert solve_main(rules).policy.action(*cards) == best
    for action, shares in nets(rules, *cards).items():
        assert sum(shares.values()) == 1
        assert sum((net * share for net, share in shares.items()), Fraction(0)) == values[action]
    deals = family_of(rules).deals(rules, KnownCards(*cards))
    assert (deals.by_level >= 0).all()
    assert int(deals.by_level.sum()) > 0


def test_a_situation_has_the_cards_of_a_decision() -> None:
    assert [p.message for p in situation_problems(let_it_ride(), parse_cards("Th Jh"), (), ())] == [
        "a player has 3 cards, not 2"
    ]
    assert situation_problems(let_it_ride(), parse_cards("Th Jh Qh"), parse_cards("2c 3c"), ())


@BOTH
def test_a_chart_counts_every_hand(game: str) -> None:
    rules = _house(game)
    solved = solve_main(rules)
    result = solved.result
    assert result is not None
    for chart, decisions in zip(family_of(rules).charts(solved), result.decisions.values(), strict=True):
        assert isinstance(chart, HandClasses)
        found = {action: sum(row.shares[0].get(action, 0) for row in chart.rows) for action in chart.actions}
        total = sum(found.values())
        assert {a: Fraction(n, total) for a, n in found.items()} == {
            a: Fraction(n, result.deals) for a, n in decisions.items()
        }


@BOTH
def test_a_card_costs_little(game: str) -> None:
    rules = _house(game)
    card = generate_card(rules, use_stored=False)
    assert 0 <= card.cost < Fraction(1, 2000)
    assert card_lines(card.strategy)


def test_the_card_of_three_card_poker_is_the_known_rule() -> None:
    card = generate_card(three_card())
    assert card.cost == 0
    assert card_lines(card.strategy)[1:] == ["  1. play 1x: queen six four high or better", "  2. fold everything else"]
