"""The family without a dealer's hand: Let It Ride against published figures, and short decks against a slow count."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from pitbook.cards import DECK, Card, best_five_card_hand, parse_cards
from pitbook.cards.rankings import category_by_strength, strengths_called
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.no_dealer.advise import tallies
from pitbook.odds.families.no_dealer.course import Choice, Course, Decision
from pitbook.odds.families.no_dealer.money import money_of
from pitbook.odds.families.no_dealer.policy import SetPolicy
from pitbook.odds.families.no_dealer.solve import SetSolution, evaluate_sets, solve_sets
from pitbook.odds.families.protocol import means
from pitbook.problems import MalformedError
from pitbook.settlement.compile import MainGame, PayClass

PAYS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 11,
    "flush": 8,
    "straight": 5,
    "three_of_a_kind": 3,
    "two_pairs": 2,
    "tens_or_better": 1,
}
"""Let It Ride: what every wager that is left pays."""
STUD_PAYS = {
    "royal_flush": 500,
    "straight_flush": 100,
    "four_of_a_kind": 40,
    "full_house": 10,
    "flush": 6,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pairs": 2,
    "jacks_or_better": 1,
    "sixes_to_tens": 0,
}
"""Mississippi Stud: the ante and every street."""
RIDE = Course(
    ("one", "two"),
    (1, 1),
    (
        Decision("three cards", 3, (Choice("ride"), Choice("withdraw_one", wager=0, stake=0))),
        Decision("four cards", 4, (Choice("ride"), Choice("withdraw_two", wager=1, stake=0))),
    ),
    5,
)
STUD = Course(
    ("third", "fourth", "fifth"),
    (0, 0, 0),
    tuple(
        Decision(
            f"street {place}",
            2 + place,
            (Choice("fold", folds=True), *(Choice(f"bet_{n}", wager=place, stake=n) for n in (1, 2, 3))),
        )
        for place in range(3)
    ),
    5,
)


def _game(pays: dict[str, int], course: Course) -> MainGame:
    """By pay class: what a hand loses or wins of each unit. A row of pairs is a class of its own."""
    categories = category_by_strength("five_card")
    rows = {"tens_or_better": "pair of tens", "jacks_or_better": "pair of jacks", "sixes_to_tens": "pair of sixes"}
    least = {name: strengths_called("five_card", words).lowest for name, words in rows.items() if name in pays}

    def row(strength: int) -> str:
        if categories[strength] != "pair":
            return categories[strength]
        return max((name for name in least if strength >= least[name]), key=lambda name: least[name], default="pair")

    names = ["high_card", *dict.fromkeys(row(strength) for strength in range(1, len(categories)))]
    names = list(dict.fromkeys(names))
    class_of = np.array([0, *(names.index(row(strength)) for strength in range(1, len(categories)))], np.uint8)
    net = np.array([pays.get(name, -1) for name in names], np.int64).reshape(-1, 1, 1)
    return MainGame(
        scale=1,
        classes=tuple(PayClass(name, name, 1, {}) for name in names),
        class_of=class_of,
        qualifying=1,
        fixed=net,
        per_unit=np.stack([net] * len(course.wagers)),
        fold=-1,
        fold_per_unit=(-1,) * len(course.wagers),
        staked=1,
        changed=course.wagers,
    )


@cache
def _ride(royal: int = 1000) -> SetSolution:
    return solve_sets(_game(PAYS | {"royal_flush": royal}, RIDE), RIDE)


def test_let_it_ride_has_the_published_figures() -> None:
    result = _ride().result
    assert f"{float(_ride().house_edge):.3%}" == "3.506%"
    assert f"{float(result.element_of_risk):.2%}" == "2.86%"
    rides = Fraction(result.decisions["three cards"]["ride"], result.deals)
    assert f"{float(rides):.6%}" == "7.276018%"
    assert f"{float(_ride(500).house_edge):.3%}" == "3.737%"
    assert result.house_edge == _ride().house_edge


def test_mississippi_stud_fits_the_same_code() -> None:
    solved = solve_sets(_game(STUD_PAYS, STUD), STUD)
    assert f"{float(solved.house_edge):.4%}" == "4.9149%"
    assert solved.result.house_edge == solved.house_edge
    assert solved.most_wagered is not None
    assert solved.most_wagered > solved.result.average_wager
    assert f"{float(solved.most_wagered):.2f}" == "3.59"
    assert f"{float(solved.house_edge / solved.most_wagered):.2%}" == "1.37%"
    more = solve_sets(_game(STUD_PAYS | {"straight": 5}, STUD), STUD)
    assert f"{float(more.house_edge):.4%}" == "3.7591%"


@cache
def _slow_hand(mask: int) -> str:
    hand = best_five_card_hand([card for card in DECK if card.mask & mask])
    value = hand.category.value
    return "tens_or_better" if value == "pair" and hand.ranks[0] >= 8 else value


def _slow_ride(cards: Sequence[Card]) -> Fraction:
    """Straight from the rules: at each decision a wager stays if it wins in the mean."""
    total = Fraction(0)
    for own in combinations(cards, 3):
        left = [card for card in cards if card not in own]
        by_first: dict[Card, list[int]] = {}
        for first, second in permutations(left, 2):
            hand = sum(card.mask for card in (*own, first, second))
            by_first.setdefault(first, []).append(PAYS.get(_slow_hand(hand), -1))
        every = [net for nets in by_first.values() for net in nets]
        total += sum(every) + max(sum(every), 0) + sum(max(sum(nets), 0) for nets in by_first.values())
    deals = len(list(combinations(cards, 3))) * (len(cards) - 3) * (len(cards) - 4)
    return -total / deals


@pytest.mark.parametrize("deck", [Deck((4, 5, 6, 7, 8), 3), Deck((8, 9, 10, 11, 12), 2), Deck((0, 1, 2, 3, 12), 3)])
def test_short_decks_agree_with_a_slow_count(deck: Deck) -> None:
    solved = solve_sets(_game(PAYS, RIDE), RIDE, deck=deck)
    assert solved.house_edge == solved.result.house_edge == _slow_ride([DECK[index] for index in deck.cards])


def _advised(
    own: Sequence[Card], seen: Sequence[Card] = (), dead: Sequence[Card] = (), left: Mapping[str, int] | None = None
) -> dict[str, Fraction]:
    """The value of every action of Let It Ride."""
    game = _game(PAYS, RIDE)
    found = tallies(game, RIDE, FULL, own, seen, dead, left or {})
    return means(game.scale, {name: tally.nets(money_of(game)) for name, tally in found.items()})


@pytest.mark.parametrize(("own", "seen"), [("Th Jh Qh", ""), ("2c 7d 9s", ""), ("Ts Td 4c", "9h"), ("5h 6h 7h", "8h")])
def test_advice_is_what_the_solution_does(own: str, seen: str) -> None:
    values = _advised(parse_cards(own), parse_cards(seen))
    best = _ride().policy.action(parse_cards(own), parse_cards(seen))
    assert values[best] == max(values.values())


def test_advice_before_the_first_card_has_the_mean_of_what_follows() -> None:
    """The value of a starting hand is the mean over the next card, with the best decision then."""
    game, own = _game(PAYS, RIDE), parse_cards("Ts Jd 4c")
    dead = [card for card in DECK if card.rank in (0, 1, 3)]
    whole = _advised(own, (), dead)
    left = [card for card in DECK if card not in own and card not in dead]
    parts = [tallies(game, RIDE, FULL, own, (card,), dead, {}) for card in left]
    money = money_of(game)
    total = sum(max(tally.value(money) for tally in part.values()) for part in parts)
    assert whole["ride"] == Fraction(total, len(left) * (len(left) - 1))


def test_dead_cards_are_not_dealt() -> None:
    own = parse_cards("Th Jh Qh")
    assert _advised(own, (), parse_cards("Ah Kh"))["ride"] < _advised(own)["ride"]


def test_any_decisions_can_be_evaluated_and_are_no_better() -> None:
    game = _game(PAYS, RIDE)
    always = evaluate_sets(game, SetPolicy.constant(RIDE, (0, 0)))
    never = evaluate_sets(game, SetPolicy.constant(RIDE, (1, 1)))
    assert always.house_edge == 3 * never.house_edge > _ride().house_edge
    assert always.average_wager == 3
    assert never.average_wager == 1
    assert never.decisions["three cards"] == {"ride": 0, "withdraw_one": never.deals}


def test_a_policy_is_saved_and_damage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    _ride().policy.save(path)
    again = SetPolicy.load(path)
    assert again.course == RIDE
    assert again.deck == FULL
    assert all(np.array_equal(one, other) for one, other in zip(again.codes, _ride().policy.codes, strict=True))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(MalformedError, match="damaged"):
        SetPolicy.load(path)


def test_nothing_is_decided_with_five_cards() -> None:
    with pytest.raises(MalformedError, match="nothing is decided"):
        _ride().policy.action(parse_cards("Th Jh Qh"), parse_cards("2c 3c"))
