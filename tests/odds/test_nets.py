"""Every net with its share: they come to the values that are counted in another way, and to deals counted by hand."""

from fractions import Fraction

import pytest

from pitbook.cards import DECK, parse_cards
from pitbook.odds import advise
from pitbook.odds.nets import nets
from table.play import FOUR, GALAXY, MA, MD, rules_of

SPOTS = [
    (MD, "AhKh", "2h9hJc", ""),
    (MA, "7c7d", "2h9hJc", "AsAd"),
    (GALAXY, "7c2d", "2h9hJc", ""),
    (MD, "Kh2d", "AcQs9d7h5c", ""),
    (FOUR, "2h2d9sJcKd", "Ks", ""),
]


@pytest.mark.parametrize(("book", "own", "seen", "dead"), SPOTS)
def test_the_mean_of_every_action_is_its_value(book: str, own: str, seen: str, dead: str) -> None:
    rules = rules_of(book)
    cards = (parse_cards(own), parse_cards(seen), parse_cards(dead))
    found = nets(rules, *cards)
    values = advise(rules, *cards)
    assert {action: sum(net * share for net, share in each.items()) for action, each in found.items()} == values
    assert all(sum(each.values()) == 1 for each in found.values())


def test_before_the_flop_with_few_cards_left() -> None:
    """Sixteen live cards: 4,368 boards with ten flops each, and the two decisions after a check."""
    rules, own = rules_of(MD), parse_cards("KhTd")
    live = parse_cards("AcAd9h9c8h7s6d5cKcTs2h2s3d4cQhJs")
    dead = [card for card in DECK if card not in (*own, *live)]
    found, values = nets(rules, own, (), dead), advise(rules, own, (), dead)
    assert {action: sum(net * share for net, share in each.items()) for action, each in found.items()} == values


@pytest.mark.prove
@pytest.mark.parametrize("own", ["AhKd", "7h2d", "8c8d", "Js9s"])
def test_before_the_flop_with_the_whole_deck(own: str) -> None:
    rules, hole = rules_of(MD), parse_cards(own)
    found, values = nets(rules, hole, ()), advise(rules, hole, ())
    assert {action: sum(net * share for net, share in each.items()) for action, each in found.items()} == values


def test_a_royal_flush_on_the_river_by_hand() -> None:
    """500 on the odds and 1 on the raise always, and 1 on the ante unless the dealer is without a pair: 342 of 990."""
    found = nets(rules_of(MD), parse_cards("AhKh"), parse_cards("QhJhTh2c3d"))
    assert found == {
        "fold": {Fraction(-2): Fraction(1)},
        "raise_1": {Fraction(501): Fraction(342, 990), Fraction(502): Fraction(648, 990)},
    }
