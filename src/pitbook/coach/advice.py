"""The exact value of every action that is legal now, the best one, and why, in words about this hand."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from threading import Lock
from typing import Final

from pitbook.cards import Card, Suit
from pitbook.coach import documents
from pitbook.coach.outlook import outlook_in_words, outlook_of
from pitbook.coach.spot import Spot
from pitbook.exact import exact
from pitbook.odds.advice import advise, best_of
from pitbook.odds.solution import solve_main
from pitbook.rulebooks.actions import Action
from pitbook.strategy.starting_hands import place_of_hole
from pitbook.submission import HouseRules

HOLE: Final = 2
_KEPT: Final = 20_000
_MOST_PLACES: Final = 6
_Cards = tuple[tuple[int, ...], ...]
_Key = tuple[str, _Cards, tuple[tuple[str, Fraction], ...]]


class _Values:
    """The latest values that were counted. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[_Key, Mapping[str, Fraction]] = OrderedDict()

    def of(self, spot: Spot) -> Mapping[str, Fraction]:
        """The value of every legal action, in antes."""
        key = (spot.rules.digest, _alike(spot), spot.left)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = _counted(spot)
        with self._lock:
            self._known[key] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found


def _counted(spot: Spot) -> Mapping[str, Fraction]:
    if not spot.seen and not spot.dead and len(spot.cards) == HOLE and (chart := _chart(spot.rules)):
        return {action: values[place_of_hole(spot.cards)] for action, values in chart.items()}
    return advise(spot.rules, spot.cards, spot.seen, spot.dead, dict(spot.left))


@lru_cache(maxsize=64)
def _chart(rules: HouseRules) -> Mapping[str, list[Fraction]]:
    """The values of all starting hands, kept because they are part of the solution, which takes long to read."""
    return solve_main(rules, edge_only=True).pre_flop or {}


def _alike(spot: Spot) -> _Cards:
    """The same key for all spots that differ only in the names of the suits, or in the order of cards."""
    groups = (spot.cards, spot.seen, spot.dead)
    return min(tuple(_renamed(cards, suits) for cards in groups) for suits in permutations(range(len(Suit))))


def _renamed(cards: Iterable[Card], suits: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(len(Suit) * card.rank + suits[card.suit] for card in cards))


_values: Final = _Values()


@dataclass(frozen=True, slots=True)
class Advice:
    """What every action is worth in a spot."""

    spot: Spot
    values: Mapping[str, Fraction]
    best: str
    """The action with the highest value; of equal ones the one that wagers least."""

    def as_json(self) -> documents.AdvisedActions:
        """The advice in JSON types."""
        return {
            "street": self.spot.street.name,
            "when": self.spot.street.title,
            "units": self.spot.rules.book.flow.units,
            "actions": {action: {"value": exact(value)} for action, value in self.values.items()},
            "best": self.best,
            "why": why(self),
            "outlook": outlook_of(self.spot).as_json(),
        }

    def value_of(self, action: str, multiple: Fraction | None = None) -> Fraction:
        """The value of an action; that of an amount between two multiples is interpolated between their values."""
        if multiple is None or action in self.values:
            return self.values[action]
        multiples = [each for bet in self.spot.street.bets_of(action) for each in bet.multiples]
        below = max(each for each in multiples if each <= multiple)
        above = min(each for each in multiples if each >= multiple)
        low, high = (self.values[Action(action, each).name] for each in (below, above))
        return low if above == below else low + (high - low) * (multiple - below) / (above - below)

    @property
    def margin(self) -> Fraction:
        """By how much the best action is better than the next."""
        first, second, *_ = sorted(self.values.values(), reverse=True)
        return first - second


def advice_on(spot: Spot) -> Advice:
    """Count everything that can still happen, and say what each action is worth."""
    values = _values.of(spot)
    return Advice(spot, values, best_of(values))


def why(advice: Advice, chosen: str | None = None, multiple: Fraction | None = None) -> str:
    """What the hand is and how it compares, then the numbers: the best action against another one.

    The other action is the chosen one, or if that is the best or missing, the next best.
    """
    best, values = advice.best, advice.values
    if chosen is None or chosen == best:
        others = sorted((action for action in values if action != best), key=lambda action: -values[action])
        chosen, multiple = others[0], None
    value, other = values[best], advice.value_of(chosen, multiple)
    first, second = _told_apart(value, other)
    doing, instead = in_words(best).capitalize(), in_words(chosen, multiple)
    said, units = outlook_in_words(advice.spot), advice.spot.rules.book.flow.units
    if value == other:
        return f"{said} {doing} and {instead} are worth the same: {first} {units}."
    verb = "loses less" if value < 0 else "is worth more"
    return f"{said} {doing} {verb} than {instead}: {first} {units} against {second}."


def in_words(action: str, multiple: Fraction | None = None) -> str:
    """An action in words: "raising 3x", "checking"; for an amount between multiples "playing 1.5x"."""
    done = Action.parse(action)
    if multiple is None or done.multiple is not None:
        return done.doing
    return f"{done.doing} {float(multiple):g}x"


def _told_apart(first: Fraction, second: Fraction) -> tuple[str, str]:
    """Both values with two decimals, or with more if different values would look the same."""
    for places in range(2, _MOST_PLACES + 1):
        shown = f"{float(first):.{places}f}", f"{float(second):.{places}f}"
        if shown[0] != shown[1] or first == second:
            break
    return shown
