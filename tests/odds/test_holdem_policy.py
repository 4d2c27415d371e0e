"""The solved decisions: looked up for real cards, stored compactly, and refused when damaged."""

import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from odds.holdem_stock import deal, game, solution, streets
from pitbook.cards import DECK, Card, parse_cards
from pitbook.odds.families.board_dealer import HoldemPolicy, advise_holdem
from pitbook.problems import MalformedError


def _turned(cards: list[Card], suits: tuple[int, ...]) -> list[Card]:
    return [DECK[card.index & ~3 | suits[card.suit]] for card in cards]


@pytest.mark.parametrize("size", [0, 3, 5])
@pytest.mark.parametrize("samples", [3, pytest.param(200, marks=pytest.mark.prove)])
def test_decisions_do_not_depend_on_which_suit_is_which(size: int, samples: int) -> None:
    chance = random.Random(size)
    for _ in range(samples):
        cards = deal(chance, 2 + size)
        actions = set()
        for suits in permutations(range(4)):
            turned = _turned(cards, suits)
            hole, board = turned[:2], turned[2:]
            chance.shuffle(hole)
            chance.shuffle(board)
            actions.add(solution().policy.action(hole, board))
        assert len(actions) == 1


@pytest.mark.parametrize(("size", "samples"), [(3, 40), (5, 400)])
def test_decisions_are_the_best_actions(size: int, samples: int) -> None:
    chance = random.Random(size)
    for _ in range(samples):
        cards = deal(chance, 2 + size)
        values = advise_holdem(game(), streets(), cards[:2], cards[2:])
        assert values[solution().policy.action(cards[:2], cards[2:])] == max(values.values())


def test_well_known_decisions() -> None:
    policy = solution().policy
    assert policy.action(parse_cards("Ah 2c")) == "raise_3"
    assert policy.action(parse_cards("7h 2c")) == "check"
    assert policy.action(parse_cards("7h 2c"), parse_cards("7c 7d Ks")) == "raise_2"
    assert policy.action(parse_cards("2h 3c"), parse_cards("9c Td Ks Kd Js")) == "fold"


def test_a_stored_policy_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    solution().policy.save(path)
    assert path.stat().st_size < 1_000_000
    loaded = HoldemPolicy.load(path)
    assert loaded.stages == solution().policy.stages
    for name in ("pre_flop", "flop", "plain", "flush"):
        assert np.array_equal(getattr(loaded, name), getattr(solution().policy, name))


def test_a_damaged_policy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    solution().policy.save(path)
    content = path.read_bytes()
    for damaged in (b"", content[:-1], content + b"\0", content[:1000] + b"\0" + content[1001:], b"x" + content):
        path.write_bytes(damaged)
        with pytest.raises(MalformedError, match="damaged"):
            HoldemPolicy.load(path)


def test_decisions_with_a_hole_or_an_unknown_action_are_refused() -> None:
    policy = solution().policy
    with pytest.raises(MalformedError, match="codes"):
        replace(policy, flop=policy.flop[1:])
    with pytest.raises(MalformedError, match="no action 2"):
        HoldemPolicy.constant(streets(), river=2)


@pytest.mark.parametrize(
    ("hole", "board"), [("Ah", ""), ("Ah Kh", "2c 3c"), ("Ah Kh", "Ah 3c 4c"), ("Ah Kh Qh", "2c 3c 4c")]
)
def test_what_is_no_situation_is_refused(hole: str, board: str) -> None:
    with pytest.raises(MalformedError):
        solution().policy.action(parse_cards(hole), parse_cards(board))
