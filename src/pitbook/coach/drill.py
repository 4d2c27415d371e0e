"""Decisions to practise on, in levels: the less the smallest mistake costs, the harder the decision."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from pitbook.cards.card import read_cards
from pitbook.coach import documents
from pitbook.coach.advice import Advice, advice_on
from pitbook.coach.spot import Spot, after
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.flow import Street
from pitbook.submission import HouseRules

LEVELS: Final[Mapping[int, tuple[Fraction, Fraction | None]]] = {
    1: (Fraction(1, 2), None),
    2: (Fraction(1, 5), Fraction(1, 2)),
    3: (Fraction(1, 20), Fraction(1, 5)),
    4: (Fraction(0), Fraction(1, 20)),
}
"""By level: the cost of the next best action in antes, which is more than the first number and at most the second."""
ATTEMPTS: Final = 400
_LEFT: Final = re.compile("([a-z0-9_]+)=([0-9]{1,9}(?:/[1-9][0-9]{0,8})?)")
"""A wager and what earlier decisions left on it."""


def level_of(cost: Fraction) -> int | None:
    """The level of a decision by the cost of the smallest mistake; None if no mistake is possible."""
    return next((level for level, (low, high) in LEVELS.items() if low < cost and (high is None or cost <= high)), None)


def deal_drill(rules: HouseRules, chance: Random, street: str | None = None, level: int | None = None) -> Spot:
    """A spot to decide, dealt at random; of the given street and level, or of any."""
    streets = [one for one in rules.streets if street in (None, one.name)]
    if not streets:
        names = ", ".join(one.name for one in rules.streets)
        raise MalformedError(Problem(f"{rules.book.id} has no decision {street!r}; it has {names}", str(street)[:40]))
    for _ in range(ATTEMPTS):
        spot = _reached(_deal(rules, chance.choice(streets), chance))
        found = level_of(advice_on(spot).margin) if spot else None
        if spot and found is not None and level in (None, found):
            return spot
    raise RefusedError(Problem(f"no such decision was found in {ATTEMPTS} deals; try again", street))


def _deal(rules: HouseRules, street: Street, chance: Random) -> Spot:
    own = rules.book.player.cards
    cards = chance.sample(rules.book.deck.playing_cards, own + rules.book.seen_at(street))
    return Spot(rules, street, tuple(cards[:own]), tuple(cards[own:]))


def _reached(spot: Spot) -> Spot | None:
    """The spot with the wagers that the best decisions leave until then; None if they leave nothing to decide."""
    flow = spot.rules.book.flow
    wagers: dict[str, int] | None = {flow.base: 1, **dict.fromkeys(flow.withdrawable, 1)}
    for street in spot.rules.streets:
        if not wagers or not street.asks(wagers):
            return None
        here = spot.at(street, spot.board, wagers)
        if street.name == spot.street.name:
            return here
        wagers = after(street, advice_on(here).best, wagers, 1)
    return None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer to a drill was worth."""

    advice: Advice
    action: str

    @property
    def cost(self) -> Fraction:
        """The cost against the best action, in antes."""
        return self.advice.values[self.advice.best] - self.advice.values[self.action]


def answer(spot: Spot, action: str) -> Answer:
    """Compare an action with the best one."""
    advice = advice_on(spot)
    if action not in advice.values:
        known = ", ".join(advice.values)
        raise MalformedError(Problem(f"{action[:40]!r} is not one of the actions {known}", action[:40]))
    return Answer(advice, action)


def write_spot(spot: Spot) -> documents.SpotDocument:
    """A spot in JSON types, without its house rules."""
    return {
        "street": spot.street.name,
        "cards": " ".join(str(card) for card in spot.cards),
        "seen": " ".join(str(card) for card in spot.seen),
        "dead": " ".join(str(card) for card in spot.dead),
        "left": " ".join(f"{name}={units}" for name, units in spot.left),
    }


def read_spot(rules: HouseRules, document: Mapping[str, object]) -> Spot:
    """The spot that `write_spot` wrote, under the same house rules."""
    street = next((one for one in rules.streets if one.name == document.get("street")), None)
    read = [read_cards(str(document.get(part, ""))) for part in ("cards", "seen", "dead")]
    left = [_LEFT.fullmatch(part) for part in str(document.get("left", "")).split()]
    if street is None or not all(left) or any(problems for _, problems in read):
        raise MalformedError(Problem("this is not a drill of this game", json.dumps(dict(document))[:40]))
    (cards, _), (seen, _), (dead, _) = read
    return Spot(rules, street, cards, seen, dead, tuple((one[1], Fraction(one[2])) for one in left if one))
