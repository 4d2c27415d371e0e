"""The average wager if equal actions wager most, against every situation of a short deck advised on by itself."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations

import pytest

from pitbook.cards import DECK, Card
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer import advise_holdem, solve_holdem
from pitbook.odds.families.own_dealer import advise_four_card, solve_four_card
from pitbook.odds.families.own_dealer.plain import solve_hands
from pitbook.odds.families.protocol import KnownCards, means
from pitbook.odds.families.registry import family_of
from pitbook.rulebooks.actions import Action
from pitbook.settlement.compile import compile_main
from pitbook.submission import load_target

Cards = tuple[Card, ...]
Values = Mapping[str, Fraction]


def _cards(deck: Deck) -> Cards:
    return tuple(DECK[index] for index in deck.cards)


def _wagered(values: Values, later: Callable[[], Fraction] = lambda: Fraction(0)) -> Fraction:
    """What the best action wagers, of equal ones the one that wagers most now; one that waits wagers later."""
    best = max(values.values())
    most = max((Action.parse(name) for name, value in values.items() if value == best), key=_multiple)
    return Fraction(_multiple(most)) if most.multiple else later()


def _multiple(action: Action) -> int:
    return action.multiple if isinstance(action.multiple, int) else 0


def _mean(found: Iterator[Fraction]) -> Fraction:
    listed = list(found)
    return sum(listed, Fraction(0)) / len(listed)


@pytest.mark.parametrize("deck", [Deck((10, 11, 12), 4), Deck((6, 9, 11, 12), 3)])
def test_four_cards(deck: Deck) -> None:
    rules = load_target("md-four-card-poker")
    game, cards = compile_main(rules), _cards(deck)
    solved = solve_four_card(game, rules.streets, deck=deck)
    found = _mean(
        _wagered(advise_four_card(game, rules.streets, own, up, deck=deck))
        for own in combinations(cards, 5)
        for up in cards
        if up not in own
    )
    assert solved.result is not None
    assert (solved.most_wagered or solved.result.average_wager) == game.staked + found


def test_three_cards() -> None:
    rules, deck = load_target("three-card-poker"), Deck((9, 10, 11, 12), 2)
    game, cards = compile_main(rules), _cards(deck)
    solved = solve_hands(game, *rules.streets, deck=deck)
    gone = [card for card in DECK if card not in cards]
    family = family_of(rules)
    found = _mean(
        _wagered(means(game.scale, family.nets(rules, KnownCards(own, (), gone)))) for own in combinations(cards, 3)
    )
    assert (solved.most_wagered or solved.result.average_wager) == game.staked + found


@pytest.mark.parametrize("book", ["ma-heads-up-holdem", pytest.param("ultimate-texas-holdem", marks=pytest.mark.prove)])
def test_hold_em(book: str) -> None:
    rules, deck = load_target(book), Deck((10, 11, 12), 3)
    game, cards = compile_main(rules), _cards(deck)
    solved = solve_holdem(game, rules.streets, deck=deck)
    value = partial(advise_holdem, game, rules.streets, deck=deck)

    def before(hole: Cards) -> Fraction:
        left = [card for card in cards if card not in hole]
        return _wagered(value(hole), lambda: _mean(on_flop(hole, flop) for flop in combinations(left, 3)))

    def on_flop(hole: Cards, flop: Cards) -> Fraction:
        left = [card for card in cards if card not in (*hole, *flop)]
        return _wagered(
            value(hole, flop), lambda: _mean(_wagered(value(hole, (*flop, *more))) for more in combinations(left, 2))
        )

    found = _mean(before(hole) for hole in combinations(cards, 2))
    assert solved.result is not None
    assert (solved.most_wagered or solved.result.average_wager) == game.staked + found
