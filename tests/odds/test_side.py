"""Side wagers: the counts of names are those of settlement, and the known ones."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest

from pitbook.cards import DECK, Card, FiveCard, FourCard, Suit, best_five_card_hand
from pitbook.cards.enumeration import category_counts4, category_counts5
from pitbook.odds.side import side_counts
from pitbook.rulebooks import load_book
from pitbook.settlement import DealtRound, Seat, name_of

DEALS = 20_000
HOLDEM, GALAXY, FOUR = "md-heads-up-holdem", "galaxy-heads-up-holdem", "md-four-card-poker"
OWN_AND_OTHERS = {
    (HOLDEM, "hole_cards"): (2, 0, 0),
    (HOLDEM, "player"): (2, 5, 0),
    (HOLDEM, "flopped"): (2, 5, 0),
    (GALAXY, "six_cards"): (2, 0, 4),
    (FOUR, "player"): (5, 0, 0),
    (FOUR, "five_cards"): (5, 0, 0),
    (FOUR, "six_cards"): (5, 0, 1),
}
"""How many cards each hand looks at: the player's, the board's, and the All 6 or bonus cards."""
TOTALS = {
    (HOLDEM, "hole_cards"): 1_326,
    (HOLDEM, "player"): 133_784_560,
    (HOLDEM, "flopped"): comb(52, 2) * comb(50, 3) * comb(47, 2),
    (GALAXY, "six_cards"): 20_358_520,
    (FOUR, "player"): 2_598_960,
    (FOUR, "five_cards"): 2_598_960,
    (FOUR, "six_cards"): 20_358_520,
}
"""How many combinations there are; flopped hands tell the player's two, the flop, and turn and river apart."""
Of = tuple[str, str]
"""A book and a hand of it."""


def _counts(of: Of) -> dict[str | None, int]:
    return side_counts(load_book(of[0]), of[1])


def _order(of: Of) -> tuple[str, ...]:
    return load_book(of[0]).hands[of[1]].order


def _name(of: Of, cards: tuple[Card, ...]) -> str | None:
    own, board, _ = OWN_AND_OTHERS[of]
    dealt = DealtRound((), (), cards[own : own + board], cards[own + board :])
    return name_of(load_book(of[0]), of[1], Seat(1, "", cards[:own], {}), dealt)


@pytest.mark.parametrize("of", OWN_AND_OTHERS)
def test_every_combination_has_one_name(of: Of) -> None:
    counts = _counts(of)
    assert list(counts) == [*_order(of), None]
    assert sum(counts.values()) == TOTALS[of]
    assert min(counts.values()) >= 0


@pytest.mark.parametrize("of", OWN_AND_OTHERS)
def test_random_deals_have_the_names_as_often_as_counted(of: Of) -> None:
    """Within six standard deviations of what the counts say, with one event to spare for the rare names."""
    chance = random.Random(of[1])
    cards = sum(OWN_AND_OTHERS[of])
    found = Counter(_name(of, tuple(chance.sample(DECK, cards))) for _ in range(DEALS))
    for name, count in _counts(of).items():
        share = count / TOTALS[of]
        assert abs(found[name] - DEALS * share) <= 6 * (DEALS * share * (1 - share)) ** 0.5 + 1
        assert count or not found[name]


def test_two_cards_by_hand() -> None:
    assert _counts((HOLDEM, "hole_cards")) == {
        "pair_of_aces": comb(4, 2),
        "suited_ace_and_face": 3 * 4,
        "unsuited_ace_and_face": 3 * 4 * 3,
        "pair_of_twos_to_kings": 12 * comb(4, 2),
        None: 1_326 - 6 - 12 - 36 - 72,
    }


def test_royal_flushes_by_hand() -> None:
    """Four suits; the two cards besides a royal are any of 47, and the split decides who holds it when."""
    counts = _counts((HOLDEM, "flopped"))
    late = comb(47, 2)
    assert counts["flopped_royal_flush_in_spades"] == comb(5, 2) * late
    assert counts["flopped_royal_flush"] == 3 * comb(5, 2) * late
    community = [name for name in counts if name and name.startswith("community")]
    assert sum(counts[name] for name in community) == 4 * comb(5, 3) * late
    # The player holds nine and eight, and queen, jack and ten are the flop: once in each suit.
    assert counts["community_royal_flush_after_flopped_straight_flush"] == 4
    # Nine to king, split in ten ways, with the ace and any of 46 cards; eight to queen, split in the nine other ways,
    # with ace and king.
    assert counts["royal_flush_after_flopped_straight_flush"] == 4 * (comb(5, 2) * 46 + 9)
    royals = sum(count for name, count in counts.items() if name and "royal" in name)
    assert royals == 4 * late * comb(7, 2) * comb(5, 3)


def test_six_card_royals_by_hand() -> None:
    for of, royal in (((GALAXY, "six_cards"), "six_card_royal"), ((FOUR, "six_cards"), "super_royal")):
        counts = _counts(of)
        assert (counts[royal], counts[f"{royal}_of_diamonds"]) == (3, 1)
        assert counts["royal_flush"] == 4 * 47 - 4


def test_four_card_hands_by_hand() -> None:
    counts = _counts((FOUR, "player"))
    assert counts["four_aces"] == 48
    assert counts["four_of_a_kind"] == 624 - 48
    assert [counts[name] for name in ("straight_flush", "three_of_a_kind", "flush", "straight", "two_pairs")] == [
        2_072,
        58_656,
        114_616,
        101_808,
        123_552,
    ]
    assert counts["pair_of_aces"] + counts["pair"] == category_counts4(5)[FourCard.PAIR]


@pytest.mark.parametrize(
    ("of", "cards"), [((FOUR, "five_cards"), 5), ((GALAXY, "six_cards"), 6), ((FOUR, "six_cards"), 6)]
)
def test_counting_by_ranks_is_counting_one_by_one(of: Of, cards: int) -> None:
    _same_as_enumerated(of, cards, 1)


@pytest.mark.prove
@pytest.mark.parametrize(("of", "splits"), [((HOLDEM, "player"), 1), ((HOLDEM, "flopped"), 210)])
def test_counting_seven_cards_is_counting_one_by_one(of: Of, splits: int) -> None:
    _same_as_enumerated(of, 7, splits)


def _same_as_enumerated(of: Of, cards: int, splits: int) -> None:
    counts = _counts(of)
    for category, count in category_counts5(cards).items():
        names = [name for name in counts if name and _broadest(name) == category]
        assert sum(counts[name] for name in names) == count * splits


def _broadest(name: str) -> FiveCard:
    if "royal" in name:
        return FiveCard.ROYAL_FLUSH
    return FiveCard(name.removeprefix("flopped_"))


@pytest.mark.prove
@pytest.mark.parametrize("of", [(FOUR, "player"), (FOUR, "five_cards")])
def test_all_five_card_hands_by_settlement(of: Of) -> None:
    found = Counter(_name(of, cards) for cards in combinations(DECK, 5))
    assert {name: count for name, count in _counts(of).items() if count} == dict(found)


def _seven_with_straight_flush(suit: Suit) -> Iterator[tuple[Card, ...]]:
    own = [card for card in DECK if card.suit is suit]
    others = [card for card in DECK if card.suit is not suit]
    for suited in (5, 6, 7):
        for cards in combinations(own, suited):
            if best_five_card_hand(cards).category in (FiveCard.STRAIGHT_FLUSH, FiveCard.ROYAL_FLUSH):
                for rest in combinations(others, 7 - suited):
                    yield (*cards, *rest)


@pytest.mark.prove
def test_all_splits_of_all_straight_flushes_by_settlement() -> None:
    """In spades, and in one suit that stands for the other three."""
    found: Counter[str | None] = Counter()
    for suit, times in ((Suit.CLUBS, 3), (Suit.SPADES, 1)):
        for seven in _seven_with_straight_flush(suit):
            for hole in combinations(seven, 2):
                board = [card for card in seven if card not in hole]
                for flop in combinations(board, 3):
                    late = [card for card in board if card not in flop]
                    found[_name((HOLDEM, "flopped"), (*hole, *flop, *late))] += times
    counts = _counts((HOLDEM, "flopped"))
    names = _order((HOLDEM, "flopped"))
    straight = names[: names.index("straight_flush") + 1]
    assert dict(found) == {name: counts[name] for name in straight}
