"""The fast solver and a slow one, written from the rules alone, give the same fraction on short decks."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from odds.four_card_stock import game, street_of, streets, varied
from odds.slow import slow_four_card
from odds.slow.decks import FOUR_CARD, FOUR_CARD_LONGER, FOUR_CARD_SHORTEST, Short
from pitbook.cards import FourCard
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4
from pitbook.odds.deck import Deck
from pitbook.odds.families.own_dealer import count_four_card, solve_four_card

LEVELS = range(len(FourCard))
"""The categories from which a dealer of random rules may qualify."""


def _agree_on(short: Short, seed: int, qualifying_levels: Sequence[int] = LEVELS) -> None:
    deck = Deck(short.ranks, short.suits)
    assert solve_four_card(game(), streets(), deck=deck).house_edge == -slow_four_card(game(), streets(), short)
    chance = random.Random(seed)
    for level in qualifying_levels:
        rules = varied(chance, qualifying_level=level)
        wagers = street_of(*sorted(chance.sample(range(1, 6), chance.randint(1, 3))))
        fast = solve_four_card(rules, wagers, deck=deck).result
        assert fast is not None
        assert -fast.house_edge == slow_four_card(rules, wagers, short)
        assert sum(fast.outcomes.values()) == fast.deals


@pytest.mark.parametrize("short", FOUR_CARD_SHORTEST, ids=str)
def test_both_solvers_agree_for_the_stock_rules_and_random_ones(short: Short) -> None:
    """Each deck with one or two random rules; over all decks the dealer qualifies from every category."""
    _agree_on(short, len(short.ranks), LEVELS[FOUR_CARD_SHORTEST.index(short) :: len(FOUR_CARD_SHORTEST)])


@pytest.mark.prove
@pytest.mark.parametrize("short", [*FOUR_CARD, *FOUR_CARD_LONGER], ids=str)
def test_both_solvers_agree_for_random_rules_of_every_qualifying_hand(short: Short) -> None:
    _agree_on(short, seed=len(short.ranks))


def test_the_short_decks_deal_every_category_to_the_player() -> None:
    dealt: Counter[int] = Counter()
    for short in FOUR_CARD:
        counts = count_four_card(deck=Deck(short.ranks, short.suits), threads=1)
        dealt.update(CATEGORY_OF_STRENGTH4[counts.strengths].tolist())
    assert set(dealt) == set(range(len(FourCard)))
