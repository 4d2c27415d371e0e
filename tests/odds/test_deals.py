"""Deals by how the hands compare: against a naive count with another evaluator, and against known numbers."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from math import comb

import numpy as np
import pytest

from odds.holdem_stock import game, with_multiples
from oracle.hands import best_five, best_four
from pitbook.cards import DECK, Card, Rank, parse_cards
from pitbook.odds.families.board_dealer import solve_holdem
from pitbook.odds.families.board_dealer.deals import STARTING_HANDS
from pitbook.odds.families.board_dealer.deals import count_deals as count_with_board
from pitbook.odds.families.own_dealer.deals import count_deals
from pitbook.strategy.starting_hands import PLACES, RANKS

SEVEN_CARD_HANDS = (
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    37_260,
    4_324,
)
"""Of all 133,784,560, by category from the high card to the royal flush."""


def few(text: str, known: str) -> tuple[list[Card], list[Card]]:
    """The cards that are left live, and all the others that are not known: they are dead."""
    live = list(parse_cards(text))
    return live, [card for card in DECK if card not in (*live, *parse_cards(known))]


def names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def holdem_deals(hole: str, board: str, live: Sequence[Card]) -> Iterator[tuple[int, list[Card]]]:
    """Every deal: how the hands compare, and the cards that came to the board, or else to the dealer."""
    own, seen = names(parse_cards(hole)), names(parse_cards(board))
    for came in combinations(live, 5 - len(seen)):
        whole = [*seen, *names(came)]
        mine = best_five([*own, *whole])
        for dealer in combinations([card for card in live if card not in came], 2):
            theirs = best_five([*names(dealer), *whole])
            yield 1 + (mine > theirs) - (mine < theirs), list(came or dealer)


@pytest.mark.parametrize(
    ("hole", "board", "left"),
    [
        ("AhKh", "2h7h9cTs3d", "2c2d3c3s4h5h6hJsQdQcAdAcKs8c"),
        ("AhKh", "2h7h9c", "3h4h5sAcKd9d9s2sTcJdQc8d"),
        ("7c7d", "", "7h7s8h9hThJhQcKd2s"),
    ],
)
def test_holdem_agrees_with_a_naive_count(hole: str, board: str, left: str) -> None:
    live, dead = few(left, hole + board)
    found = count_with_board(1, parse_cards(hole), parse_cards(board), dead)
    deals = list(holdem_deals(hole, board, live))
    assert found.by_level.sum(axis=0).tolist() == [sum(one == how for one, _ in deals) for how in range(3)]
    if not board:
        assert found.by_card is None
        return
    by_card = Counter((card, how) for how, came in deals for card in came)
    assert found.by_card is not None
    assert found.by_card.tolist() == [[by_card[card, how] for how in range(3)] for card in DECK]


def test_four_card_agrees_with_a_naive_count() -> None:
    own, up = "2h2d9sJcKd", "Ks"
    live, dead = few("AsKhKc9d9h9c8s7s6s2cJd", own + up)
    found = count_deals(1, parse_cards(own), parse_cards(up), dead)
    mine = best_four(names(parse_cards(own)))
    counts: Counter[tuple[Card, int]] = Counter()
    totals = [0, 0, 0]
    for came in combinations(live, 5):
        theirs = best_four([up, *names(came)])
        how = 1 + (mine > theirs) - (mine < theirs)
        totals[how] += 1
        counts.update((card, how) for card in came)
    assert found.by_level.sum(axis=0).tolist() == totals
    assert found.by_card is not None
    assert found.by_card.tolist() == [[counts[card, how] for how in range(3)] for card in DECK]


def starting_hands() -> tuple[np.ndarray[tuple[int, int, int], np.dtype[np.int64]], list[int]]:
    """The counts that are kept, and how many pairs of cards each starting hand is."""
    kept = np.array(
        json.loads((files("pitbook.odds.families.board_dealer") / STARTING_HANDS).read_text(encoding="utf-8")), np.int64
    )
    weights = [6 if high == low else 4 if high > low else 12 for high in range(RANKS) for low in range(RANKS)]
    return kept.reshape(PLACES, len(SEVEN_CARD_HANDS), 3), weights


def test_the_starting_hands_have_every_deal_and_every_hand_of_the_dealer() -> None:
    """Of 2,097,572,400 deals each. All together the dealer has every seven cards alike, and nobody has an edge."""
    kept, weights = starting_hands()
    assert (kept.sum(axis=(1, 2)) == comb(50, 5) * comb(45, 2)).all()
    total = (kept.astype(object) * np.array(weights, object)[:, None, None]).sum(axis=0)
    ways = comb(7, 2) * comb(45, 2)
    assert [sum(level) for level in total] == [number * ways for number in SEVEN_CARD_HANDS]
    lost, _, won = total.sum(axis=0)
    assert lost == won


def test_hands_are_worth_against_an_unknown_hand_what_is_known() -> None:
    """A tie is half a win: aces 85.20 %, kings 82.40 %, ace-king suited 67.04 %, seven-two offsuit 34.58 %."""
    for hole, known in (("AhAd", "85.20%"), ("KhKd", "82.40%"), ("AhKh", "67.04%"), ("7h2d", "34.58%")):
        _, tied, won = count_with_board(1, parse_cards(hole), ()).by_level.sum(axis=0).tolist()
        assert f"{(won + tied / 2) / (comb(50, 5) * comb(45, 2)):.2%}" == known


@pytest.mark.prove
def test_the_solver_counts_the_same_starting_hands() -> None:
    """Its own count of the money, where a win is worth 1 before the deal, and a tie 1 for each ante raised."""
    kept, _ = starting_hands()
    wins, ties = np.zeros_like(game().fixed), np.zeros_like(game().decided)
    wins[:, :, 2], ties[:, :, 1] = 1, 1
    counting = replace(game(), scale=1, fixed=wins, per_unit=ties[None], fold=0)
    solved = solve_holdem(counting, with_multiples((1, 2), (1,), (1,)), distribution=False)
    once, twice = solved.pre_flop_totals["raise_1"], solved.pre_flop_totals["raise_2"]
    deals = comb(50, 5) * comb(45, 2)
    for place, many in enumerate(solved.pre_flop_deals):
        _, tied, won = kept[place].sum(axis=0).tolist()
        assert Fraction(once[place], many) == Fraction(won + tied, deals)
        assert Fraction(twice[place], many) == Fraction(won + 2 * tied, deals)


def test_every_rank_has_its_place() -> None:
    """A suited hand wins more than the same ranks of two suits."""
    kept, _ = starting_hands()
    won = kept.sum(axis=1)[:, 2]
    for high in Rank:
        for low in range(high):
            assert won[RANKS * high + low] > won[RANKS * low + high]
