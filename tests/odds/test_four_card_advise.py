"""The value of a decision is the mean of what settlement pays over everything that the dealer may have."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from odds.four_card_stock import deal, game, rules, solution, street_of, streets, varied
from pitbook.cards import DECK, Card, parse_card, parse_cards
from pitbook.odds import advise
from pitbook.odds.families.own_dealer import advise_four_card
from pitbook.problems import MalformedError
from pitbook.settlement import DealtRound, Seat, settle

ANTE = 100


def _settled(cards: tuple[Card, ...], up: Card, dead: tuple[Card, ...], multiple: int) -> Fraction:
    """The mean net in antes over all hands of the dealer, each settled."""
    wagers = {"ante": ANTE} | ({"play": multiple * ANTE} if multiple else {})
    seat = Seat(1, "player", cards, wagers, folded=not multiple)
    nets = []
    for hidden in combinations([card for card in DECK if card not in (*cards, up, *dead)], 5):
        wagered, returned = settle(rules(), DealtRound((*hidden, up), (seat,))).totals()[1]
        nets.append(returned - wagered)
    return Fraction(sum(nets), len(nets) * ANTE)


@pytest.mark.parametrize("left", [5, 6, 9, 10])
def test_values_are_the_means_of_settlement(left: int) -> None:
    """With so many cards dead that the dealer has only a few left to draw from."""
    chance = random.Random(left)
    for _ in range(4):
        *cards, up = dealt = deal(chance, 6)
        dead = tuple(chance.sample([card for card in DECK if card not in dealt], 46 - left))
        values = advise_four_card(game(), streets(), cards, up, dead)
        for action, multiple in (("fold", 0), ("play_1", 1), ("play_3", 3)):
            assert values[action] == _settled(tuple(cards), up, dead, multiple)


def test_values_without_dead_cards_are_those_of_the_solution() -> None:
    chance = random.Random(8)
    for _ in range(50):
        *cards, up = deal(chance, 6)
        (_, (loses, ties, wins)) = solution().counts.of(cards, up).tolist()
        per_ante = Fraction(wins + ties - loses, loses + ties + wins)
        values = advise_four_card(game(), streets(), cards, up)
        assert values["play_3"] - values["play_1"] == 2 * per_ante
        assert values["fold"] == -1


def test_other_rules_and_multiples() -> None:
    chance = random.Random(9)
    for level in (0, 1, 4):
        rule = varied(chance, level)
        *cards, up = deal(chance, 6)
        values = advise_four_card(rule, street_of(2, 5), cards, up)
        assert list(values) == ["fold", "play_2", "play_5"]
        assert values["fold"] == Fraction(rule.fold, 2)


def test_dead_cards_matter() -> None:
    """With the other queens dead, the dealer's queen can't be paired."""
    cards, up = parse_cards("Th Td 8c 5s 2d"), parse_card("Qc")
    values = advise_four_card(game(), streets(), cards, up)
    safer = advise_four_card(game(), streets(), cards, up, parse_cards("Qd Qh Qs"))
    assert safer["play_1"] > values["play_1"]


@pytest.mark.parametrize(
    ("cards", "up", "dead", "says"),
    [
        ("Ah Ad 7c 4s", "2d", "", "has 5 cards, not 4"),
        ("Ah Ad 7c 4s 2d", "2d", "", "2d is given 2 times"),
        ("Ah Ad 7c 4s 2d", "3d", "3d", "3d is given 2 times"),
        ("Ah Ad 7c 4s 2d", "", "", "the dealer shows 1 card, not 0"),
        ("Ah Ad 7c 4s 2d", "3d 4d", "", "the dealer shows 1 card, not 2"),
    ],
)
def test_what_is_no_deal_is_refused(cards: str, up: str, dead: str, says: str) -> None:
    with pytest.raises(MalformedError, match=says):
        advise(rules(), parse_cards(cards), parse_cards(up), parse_cards(dead))


def test_too_few_cards_for_the_dealer_are_refused() -> None:
    assert advise(rules(), DECK[:5], DECK[5:6], DECK[11:])["fold"] == -1
    with pytest.raises(MalformedError, match="42 dead cards leave too few"):
        advise(rules(), DECK[:5], DECK[5:6], DECK[10:])
