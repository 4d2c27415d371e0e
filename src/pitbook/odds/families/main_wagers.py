"""The main game wager by wager: how often each wager ends in each way, and what that is worth.

The solver counted the deals, or a simulator counted rounds that it played; settlement says again what it pays for each
kind of outcome. A mean is a sum, so the wagers' mean results add up exactly to that of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from pitbook.odds.families.main_result import End
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Reason
from pitbook.settlement.classify import HandComparison
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.settlement.compile import main_wagers as wagers_of_main_game
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import pay
from pitbook.submission import HouseRules

_RESULTS: Final = [result.value for result in (Result.WIN, Result.PUSH, Result.LOSE, Result.FORFEIT)]


class Ending(NamedTuple):
    """One way in which a wager of the main game can end."""

    result: str
    reason: str
    hand: str | None
    """The hand, if a table pays by it."""
    stake: int
    """The antes on this wager; a bonus has no stake of its own."""
    pays: str | None

    @property
    def words(self) -> str:
        """The ending in words."""
        words = f"{self.result}: {in_words(self.reason)}"
        return f"{words}, {in_words(self.hand)}" if self.hand else words


@dataclass(frozen=True)
class MainLine:
    """How often a wager of the main game ends in one way."""

    ending: Ending
    deals: int
    probability: Fraction
    net: Fraction
    """What the line adds to the player's mean result, in antes."""


@dataclass(frozen=True)
class MainWager:
    """A wager of the main game, over all deals."""

    name: str
    title: str
    lines: tuple[MainLine, ...]

    @property
    def net(self) -> Fraction:
        """The player's mean result with this wager, in antes."""
        return sum((line.net for line in self.lines), Fraction(0))

    @property
    def average_stake(self) -> Fraction:
        """The average amount of this wager, in antes."""
        return sum((line.probability * line.ending.stake for line in self.lines), Fraction(0))

    @property
    def house_advantage(self) -> Fraction | None:
        """What the house keeps of each unit on this wager; a bonus has none."""
        return -self.net / self.average_stake if self.average_stake else None

    @property
    def variance(self) -> Fraction:
        """The variance of the player's result with this wager in a round, in square antes."""
        return self.spread(Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the player's result with this wager in a round, in antes."""
        return sqrt(self.variance)

    def spread(self, edge: Fraction) -> Fraction:
        """The variance, in square antes, of the result with this wager plus `edge` times its stake."""
        ends = [(line.probability, line.net / line.probability + edge * line.ending.stake) for line in self.lines]
        mean = sum((chance * amount for chance, amount in ends), Fraction(0))
        return sum((chance * amount**2 for chance, amount in ends), Fraction(0)) - mean**2


def _lines(rules: HouseRules, game: MainGame, ended: End) -> list[SettlementLine]:
    """The settlement lines of an ending, with a base wager large enough to make every payout whole."""
    stakes = dict(zip(game.changed, ended.stakes, strict=True))
    wagers = {
        wager.name: game.scale * stakes.get(wager.name, 1)
        for wager in wagers_of_main_game(rules)
        if wager.on is None and stakes.get(wager.name, 1)
    }
    dealer = rules.book.dealers_hand
    comparison = HandComparison(ended.comparison) if dealer else None
    outcome = game.classes[max(ended.level, 0)].outcome(comparison, qualifies=bool(ended.qualifies) or not dealer)
    return list(pay(rules, 1, outcome, wagers, folded=ended.folded, meters={}))


def main_wagers(rules: HouseRules, outcomes: Mapping[End, int]) -> tuple[MainWager, ...]:
    """Every wager of the main game, in the order of settlement, from the number of deals that end in each outcome.

    Outcomes are those of a `MainResult`. A wager that is never made, or a bonus that is never paid, is left out.
    """
    game = compile_main(rules)
    by_table = {wager.name for wager in rules.wagers if wager.tables}
    total = sum(outcomes.values())
    deals: dict[tuple[str, Ending], int] = {}
    nets: dict[tuple[str, Ending], int] = {}
    for outcome, count in outcomes.items():
        for line in _lines(rules, game, outcome):
            pays = str(line.pays) if line.pays else None
            hand = line.hand if pays and line.wager in by_table else None
            ending = Ending(line.result.value, line.reason, hand, line.stake // game.scale, pays)
            key = line.wager, ending
            deals[key] = deals.get(key, 0) + count
            nets[key] = nets.get(key, 0) + count * (line.returned - line.stake)
    found: dict[str, list[MainLine]] = {}
    for (wager, ending), count in deals.items():
        net = Fraction(nets[wager, ending], total * game.scale)
        found.setdefault(wager, []).append(MainLine(ending, count, Fraction(count, total), net))
    reasons = list(dict.fromkeys([*Reason, *(case.reason for wager in rules.wagers for case in wager.cases)]))
    levels = {name: level for level, name in enumerate(game.names)}

    def place(line: MainLine) -> tuple[int, int, int, int]:
        """Wins first, then pushes, then losses; within each by reason, greatest wager and highest hand first."""
        ending = line.ending
        return (
            _RESULTS.index(ending.result),
            reasons.index(ending.reason),
            -ending.stake,
            -levels.get(ending.hand or "", 0),
        )

    return tuple(
        MainWager(wager.name, wager.title, tuple(sorted(lines, key=place)))
        for wager in rules.wagers
        if (lines := found.get(wager.name))
    )
