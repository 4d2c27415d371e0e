"""The main game wager by wager: how often each of them wins, by which line, and what that is worth.

The deals were counted by the solver; settlement is asked again what it pays for each kind of outcome.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.odds.main_result import FOLDED, MainResult
from pitbook.rulebooks.hands import Evaluation
from pitbook.rulebooks.models import Settles
from pitbook.settlement.classify import Comparison, Outcome
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.settlement.lines import Line, Reason, Result
from pitbook.settlement.pay import pay
from pitbook.submission import HouseRules

_RESULTS: Final = [result.value for result in (Result.WIN, Result.PUSH, Result.LOSE, Result.FORFEIT)]
_REASONS: Final = [reason.value for reason in Reason]


@dataclass(frozen=True)
class MainLine:
    """One way in which a wager of the main game can end."""

    result: str
    reason: str
    hand: str | None
    """The hand, where a table pays by it."""
    stake: int
    """The antes on this wager; a bonus has no stake of its own."""
    pays: str | None
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
        """What is on this wager in the mean, in antes."""
        return sum((line.probability * line.stake for line in self.lines), Fraction(0))

    @property
    def house_advantage(self) -> Fraction | None:
        """What the house keeps of each unit on this wager; a bonus has none."""
        return -self.net / self.average_stake if self.average_stake else None


def _lines(rules: HouseRules, game: MainGame, outcome: tuple[int, int, int, int]) -> list[Line]:
    """What settlement says of an outcome, with an ante of as many units as make every payout whole."""
    base, decided = rules.book.decision.of, rules.book.decision.wager
    wagers = {wager.name: game.scale for wager in rules.wagers if base in (wager.name, wager.equals)}
    multiple, level, qualifies, comparison = outcome
    if outcome != FOLDED:
        wagers[decided] = multiple * game.scale
    category = game.categories[level]
    names: Mapping[Evaluation, str | None] = dict.fromkeys(Evaluation, category)
    classified = Outcome(Comparison(comparison), bool(qualifies), category, names)
    return list(pay(rules, 1, classified, wagers, folded=outcome == FOLDED, meters={}))


def main_wagers(rules: HouseRules, result: MainResult) -> tuple[MainWager, ...]:
    """Every wager of the main game, in the order of settlement; their results add up to that of the game."""
    game = compile_main(rules)
    by_table = {wager.name for wager in rules.wagers if wager.settles in (Settles.ODDS, Settles.BONUS)}
    deals: dict[tuple[str, str, str, str | None, int, str | None], int] = {}
    nets: dict[tuple[str, str, str, str | None, int, str | None], int] = {}
    for outcome, count in sorted(result.outcomes.items(), reverse=True):
        for line in _lines(rules, game, outcome):
            pays = str(line.pays) if line.pays else None
            hand = line.hand if pays and line.wager in by_table else None
            key = (line.wager, line.result.value, line.reason.value, hand, line.stake // game.scale, pays)
            deals[key] = deals.get(key, 0) + count
            nets[key] = nets.get(key, 0) + count * (line.returned - line.stake)
    unit = result.deals * game.scale
    found: dict[str, list[MainLine]] = {}
    for (wager, ended, reason, hand, stake, pays), count in deals.items():
        net = Fraction(nets[wager, ended, reason, hand, stake, pays], unit)
        chance = Fraction(count, result.deals)
        found.setdefault(wager, []).append(MainLine(ended, reason, hand, stake, pays, count, chance, net))
    return tuple(
        MainWager(wager.name, wager.title, tuple(sorted(lines, key=_place)))
        for wager in rules.wagers
        if (lines := found.get(wager.name))
    )


def _place(line: MainLine) -> tuple[int, int, int]:
    """Wins first, then what goes back, then losses; within them by reason, and the greatest wager first."""
    return _RESULTS.index(line.result), _REASONS.index(line.reason), -line.stake
