"""The value of every action, against enumeration: through settlement at the river, street by street before it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from odds.holdem_stock import deal, game, pre_flop_values, rules, streets, with_multiples
from pitbook.cards import DECK, Card, parse_cards
from pitbook.odds import advise
from pitbook.odds.families.board_dealer import advise_holdem
from pitbook.problems import MalformedError
from pitbook.rulebooks.flow import DecisionStep, Fold
from pitbook.settlement import DealtRound, Seat, settle

ANTE = 1_000


def _unseen(*known: Sequence[Card]) -> list[Card]:
    return [card for card in DECK if not any(card in cards for cards in known)]


def _net(hole: Sequence[Card], board: Sequence[Card], dealer: Sequence[Card], *, raised: bool) -> Fraction:
    """What settlement pays for one deal, in antes."""
    wagers = {"ante": ANTE, "odds": ANTE} | ({"raise": ANTE} if raised else {})
    seat = Seat(1, "player", tuple(hole), wagers, folded=not raised)
    wagered, returned = settle(rules(), DealtRound(tuple(dealer), (seat,), tuple(board))).totals()[1]
    return Fraction(returned - wagered, ANTE)


@pytest.mark.parametrize(("seed", "dead"), [(1, 0), (2, 0), (3, 2), (4, 9)])
def test_at_the_river_settlement_of_every_dealers_hand_agrees(seed: int, dead: int) -> None:
    cards = deal(random.Random(seed), 7 + dead)
    hole, board, out = cards[:2], cards[2:7], cards[7:]
    dealers = list(combinations(_unseen(cards), 2))
    values = advise_holdem(game(), streets(), hole, board, out)
    assert values["raise_1"] == sum(_net(hole, board, dealer, raised=True) for dealer in dealers) / len(dealers)
    assert values["fold"] == _net(hole, board, dealers[0], raised=False) == -2


def test_a_flush_board_with_a_bad_beat_agrees_with_settlement() -> None:
    hole, board = parse_cards("6h 2h"), parse_cards("7h 8h 9h Th As")
    dealers = list(combinations(_unseen(hole, board), 2))
    values = advise_holdem(game(), streets(), hole, board)
    assert values["raise_1"] == sum(_net(hole, board, dealer, raised=True) for dealer in dealers) / len(dealers)


@pytest.mark.parametrize(("seed", "dead"), [(5, 0), (6, 3)])
def test_on_the_flop_every_turn_and_river_agrees(seed: int, dead: int) -> None:
    cards = deal(random.Random(seed), 5 + dead)
    hole, flop, out = cards[:2], cards[2:5], cards[5:]
    at_river = with_multiples((3,), (2,), (1, 2))
    values = [advise_holdem(game(), at_river, hole, [*flop, *dealt], out) for dealt in combinations(_unseen(cards), 2)]
    advised = advise_holdem(game(), streets(), hole, flop, out)
    assert advised["raise_2"] == sum(value["raise_2"] for value in values) / len(values)
    assert advised["check"] == sum(max(value["fold"], value["raise_1"]) for value in values) / len(values)


@pytest.mark.parametrize("seed", [7, 8])
def test_before_the_flop_every_flop_agrees_when_most_cards_are_dead(seed: int) -> None:
    """With 36 dead cards, 14 are left, and every flop of them can be asked for."""
    cards = deal(random.Random(seed), 38)
    hole, out = cards[:2], cards[2:]
    values = [
        advise_holdem(game(), with_multiples((3,), (2, 3), (1,)), hole, flop, out)
        for flop in combinations(_unseen(cards), 3)
    ]
    advised = advise_holdem(game(), streets(), hole, (), out)
    assert advised["raise_3"] == sum(value["raise_3"] for value in values) / len(values)
    best = [max(value["check"], value["raise_2"]) for value in values]
    assert advised["check"] == sum(best) / len(values)


@pytest.mark.prove
@pytest.mark.parametrize("hole", ["Kh 5d", "Jc 8c"])
def test_before_the_flop_the_solution_agrees(hole: str) -> None:
    progress: list[float] = []
    advised = advise_holdem(game(), streets(), parse_cards(hole), progress=progress.append)
    assert advised == pre_flop_values(parse_cards(hole))
    assert progress == sorted(progress)
    assert progress[-1] == 1


@pytest.mark.prove
def test_before_the_flop_the_solution_agrees_for_a_fifth_of_the_169_hands() -> None:
    """Every fifth place of the chart: suited hands, unsuited ones and pairs."""
    holes = [
        (DECK[4 * high], DECK[4 * low + (low >= high)])
        for high in range(13)
        for low in range(13)
        if (13 * high + low) % 5 == 0
    ]
    assert {len({card.rank for card in hole}) for hole in holes} == {1, 2}
    for hole in holes:
        assert advise_holdem(game(), streets(), hole) == pre_flop_values(hole)


@pytest.mark.parametrize(
    ("board", "action"), [("7c 8c 2d", "raise_2"), pytest.param("", "raise_3", marks=pytest.mark.prove)]
)
def test_dead_cards_matter_to_a_decision(board: str, action: str) -> None:
    hole, dead = parse_cards("Kh 5d"), parse_cards("Ks Kc Kd 5c 5h 5s")
    values = advise_holdem(game(), streets(), hole, parse_cards(board))
    assert advise_holdem(game(), streets(), hole, parse_cards(board), dead)[action] < values[action]


@pytest.mark.parametrize(("board", "last"), [("", 0), ("7c 8c 2d", 1)])
def test_a_game_that_ends_early_ends_in_a_fold(board: str, last: int) -> None:
    ending = streets()[last].model_copy(update={"offers": (streets()[last].offers[0], Fold(do="fold"))})
    cut = (*streets()[:last], ending)
    dead = [card for card in DECK[10:40] if str(card) not in {"7c", "8c"}]
    values = advise_holdem(game(), cut, parse_cards("As Kd"), parse_cards(board), dead)
    assert values["fold"] == -2
    if last:
        before = advise_holdem(game(), cut, parse_cards("As Kd"), (), dead)
        assert before["check"] >= before["raise_3"] - 2


@pytest.mark.parametrize(
    ("hole", "board", "dead", "message"),
    [
        ("Ah", "", "", "a player has 2 cards, not 1"),
        ("Ah Kh", "2c 3c", "", "a board has 0, 3 or 5 cards, not 2"),
        ("Ah Kh", "Ah 3c 4c", "", "Ah is given 2 times"),
        ("Ah Kh", "2c 3c 4c", "2c", "2c is given 2 times"),
        ("Ah Kh", "", " ".join(str(card) for card in DECK[:44]), "44 dead cards leave too few"),
    ],
)
def test_what_is_no_situation_is_refused(hole: str, board: str, dead: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        advise(rules(), parse_cards(hole), parse_cards(board), parse_cards(dead))


def test_as_many_cards_can_be_dead_as_leave_the_dealer_a_hand() -> None:
    """Two cards are left at the river, so the dealer's hand is known: a pair of threes against a pair of aces."""
    hole, board, dealer = parse_cards("Ah Kh"), parse_cards("As 3c 8d 9h Jh"), parse_cards("3d 2c")
    dead = _unseen(hole, board, dealer)
    assert advise(rules(), hole, board, dead) == {"fold": -2, "raise_1": 2}
    with pytest.raises(MalformedError, match="44 dead cards leave too few"):
        advise(rules(), hole, board[:3], [*dead, board[3]])


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(MalformedError) as raised:
        advise(rules(), parse_cards("Ah"), parse_cards("Ah 2c"))
    assert len(raised.value.problems) == 3


def test_a_board_without_a_decision_is_refused() -> None:
    flow = rules().book.flow
    early = {street.name for street in flow.streets[:-1]}
    steps = tuple(step for step in flow.steps if not isinstance(step, DecisionStep) or step.name not in early)
    only_river = replace(
        rules(), book=rules().book.model_copy(update={"flow": flow.model_copy(update={"steps": steps})})
    )
    with pytest.raises(MalformedError, match="a board has 5 cards, not 0"):
        advise(only_river, parse_cards("Ah Kh"), ())
