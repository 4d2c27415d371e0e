"""A policy answers for real cards whatever their suits, and a file of it is refused once it is damaged."""

import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from odds.four_card_stock import deal, game, solution, streets
from pitbook.cards import Card, mask_of, parse_card, parse_cards
from pitbook.odds.deck import Deck
from pitbook.odds.families.own_dealer import FourCardPolicy, advise_four_card
from pitbook.odds.families.own_dealer.policy import action_of
from pitbook.odds.families.sets import canonical_sets
from pitbook.problems import MalformedError


def _lane(card: Card) -> int:
    return 16 * card.suit + card.rank


def test_the_action_is_the_one_of_greatest_value() -> None:
    chance = random.Random(3)
    for _ in range(60):
        *cards, up = deal(chance, 6)
        values = advise_four_card(game(), streets(), cards, up)
        chosen = solution().policy.action(cards, [up])
        assert values[chosen] == max(values.values())


def test_the_action_is_the_same_in_all_suits_and_orders_and_in_kernels() -> None:
    chance = random.Random(4)
    policy = solution().policy
    for _ in range(40):
        *cards, up = deal(chance, 6)
        action = policy.action(cards, [up])
        for suits in permutations(range(4)):
            *others, other_up = [Card(4 * card.rank + suits[card.suit]) for card in (*cards, up)]
            chance.shuffle(others)
            assert policy.action(others, [other_up]) == action
            number = action_of(np.uint64(mask_of(others)), _lane(other_up), policy.hands, policy.planes)
            assert policy.actions[number] == action


@pytest.mark.parametrize(
    ("cards", "up", "action"),
    [
        ("Ah Ad 7c 4s 2d", "3c", "play_3"),
        ("Ah Kd Jc 7s 2d", "3c", "fold"),
        ("2h 2d 7c 4s 3d", "Ac", "fold"),
        ("4h 4d 7c 3s 2d", "3c", "play_1"),
        ("2h 2d 2c 2s 3d", "Ac", "play_3"),
    ],
)
def test_plain_decisions(cards: str, up: str, action: str) -> None:
    assert solution().policy.action(parse_cards(cards), [parse_card(up)]) == action


def test_not_a_hand_is_refused() -> None:
    policy = solution().policy
    with pytest.raises(ValueError, match="all different"):
        policy.action(parse_cards("Ah Ad 7c 4s 2d"), [parse_card("2d")])
    with pytest.raises(ValueError, match="all different"):
        policy.action(parse_cards("Ah Ad 7c 4s"), [parse_card("2d")])
    deck = Deck((0, 1, 2), 4)
    folds = FourCardPolicy.from_actions((1,), np.zeros(len(canonical_sets(deck, 5)), np.uint8), deck=deck)
    with pytest.raises(ValueError, match="of this deck"):
        folds.action(parse_cards("Ah Ad 7c 4s 2d"), [parse_card("3d")])


def test_actions_of_another_shape_or_number_are_refused() -> None:
    hands = len(solution().policy.hands)
    with pytest.raises(ValueError, match="hands"):
        FourCardPolicy.from_actions((1, 3), np.zeros(5, np.uint8))
    with pytest.raises(ValueError, match="0 to 2"):
        FourCardPolicy.from_actions((1, 3), np.full(hands, 3, np.uint8))


def test_a_saved_policy_is_the_same_when_loaded(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    solution().policy.save(path)
    loaded = FourCardPolicy.load(path)
    assert loaded.digest == solution().policy.digest
    assert (loaded.deck, loaded.multiples) == (solution().policy.deck, solution().policy.multiples)
    assert np.array_equal(loaded.planes, solution().policy.planes)
    assert path.stat().st_size < 1_000_000


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    solution().policy.save(path)
    content = path.read_bytes()
    chance = random.Random(6)
    other_kind = content.replace(b"four cards", b"hands")
    damaged = [b"", content[:40], content[:-1], content[1:], content + b"x", other_kind]
    for _ in range(40):
        place = chance.randrange(len(content))
        damaged.append(content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :])
    for other in damaged:
        path.write_bytes(other)
        with pytest.raises(MalformedError, match="is not a policy of four cards, or damaged"):
            FourCardPolicy.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="can't be read"):
        FourCardPolicy.load(tmp_path / "none")
