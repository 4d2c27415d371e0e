"""Games that no casino offers: random amounts, multiples and qualifying hands, sensible and absurd."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from odds.by_category import game_by_category
from oracle.hands import FIVE_CARD_CATEGORIES
from pitbook.rulebooks.flow import Bet, Street
from pitbook.settlement.compile import MainGame

LOSE, TIE, WIN = 0, 1, 2
FIVE_CARD_LEVELS = len(FIVE_CARD_CATEGORIES)

Amounts = NDArray[np.int64]
Variation = tuple[MainGame, tuple[Street, ...]]


def random_game(rng: Random, levels: int = FIVE_CARD_LEVELS) -> Variation:
    """A game of ten levels is hold'em with its three streets, one of eight is Four Card Poker with one decision."""
    make = rng.choice((_sensible, _small, _wild))
    scale, qualifying = rng.choice((1, 2)), rng.randrange(levels)
    fixed, decided, fold = make(rng, levels, scale)
    streets = holdem_streets(rng) if levels == FIVE_CARD_LEVELS else four_card_streets(rng)
    game = game_by_category(
        "five_card" if levels == FIVE_CARD_LEVELS else "four_card",
        scale=scale,
        qualifying_level=rng.choice((0, 1, qualifying)),
        fixed=fixed,
        decided=decided,
        fold=fold,
        staked=rng.choice((1, 2)),
    )
    return game, streets


def street(name: str, board: int, multiples: tuple[int, ...], otherwise: str, wager: str = "bet") -> Street:
    """A decision where one of these multiples may be wagered."""
    said = {"name": name, "title": name, "offers": [{"do": otherwise}], "clauses": ()}
    return with_bet(Street.model_validate(said | {"own": 2, "board": board, "up": 0}), multiples, wager=wager)


def with_bet(
    street: Street, multiples: tuple[int, ...], *, wager: str = "", any_amount_between: bool = False
) -> Street:
    """The street with other multiples, or without any."""
    others = tuple(offer for offer in street.offers if not isinstance(offer, Bet))
    name = wager or next((bet.wager for bet in street.bets), "bet")
    bet = {"do": "bet", "wager": name, "multiples": multiples, "any_amount_between": any_amount_between}
    bets = (Bet.model_validate(bet),) if multiples else ()
    return street.model_copy(update={"offers": (*bets, *others)})


def holdem_streets(rng: Random) -> tuple[Street, ...]:
    """Before the flop, on the flop, and on the river, where the player has to raise or to fold.

    Waiting is rarely wrong unless more can be raised early, so in two games of three it can.
    """
    before, flop, river = rng.choice((_ALIKE, _FALLING, _STEEP))
    return (
        street("pre_flop", 0, _multiples(rng, before), "check"),
        street("flop", 3, _multiples(rng, flop), "check"),
        street("river", 5, _multiples(rng, river), "fold"),
    )


def four_card_streets(rng: Random) -> tuple[Street, ...]:
    """One decision, to play or to fold."""
    return (street("play", 0, _multiples(rng, range(1, 6)), "fold"),)


_ALIKE = (range(1, 6), range(1, 6), range(1, 6))
_FALLING = (range(3, 8), range(2, 5), range(1, 4))
_STEEP = (range(9, 20), range(3, 8), range(1, 4))


def _multiples(rng: Random, among: range) -> tuple[int, ...]:
    """One to three different ones, in rising order."""
    return tuple(sorted(rng.sample(among, rng.randint(1, 3))))


def _sensible(rng: Random, levels: int, scale: int) -> tuple[Amounts, Amounts, int]:
    """The decided wager is even money; an ante that may push, odds on a win and a bonus on a loss that rise."""
    fixed, decided = np.zeros((2, levels, 2, 3), np.int64)
    tie = rng.choice((0, scale))
    for comparison, net in ((LOSE, -scale), (TIE, tie), (WIN, scale)):
        decided[:, :, comparison] = net
        fixed[:, 1, comparison] = net
        fixed[:, 0, comparison] = rng.choice((0, net))
    for comparison in (LOSE, WIN):
        least = rng.randrange(1, levels)
        rising = sorted(rng.randint(0, 40) * scale // 2 for _ in range(least, levels))
        fixed[least:, :, comparison] += np.array(rising, np.int64)[:, None]
    return fixed, decided, -scale * rng.choice((1, 1, 2, 3))


def _small(rng: Random, levels: int, scale: int) -> tuple[Amounts, Amounts, int]:
    """Small amounts without any order, so that decisions are close."""
    return _random(rng, levels, 3 * scale), _random(rng, levels, 2 * scale), rng.randint(-3, 1) * scale


def _wild(rng: Random, levels: int, scale: int) -> tuple[Amounts, Amounts, int]:
    """Large amounts without any order, where a loss may pay and a fold may be a prize."""
    most = rng.choice((10, 1_000, 100_000))
    return _random(rng, levels, most), _random(rng, levels, most), rng.randint(-most, most) * scale


def _random(rng: Random, levels: int, most: int) -> Amounts:
    amounts = [rng.randint(-most, most) for _ in range(levels * 6)]
    return np.array(amounts, np.int64).reshape(levels, 2, 3)
