"""A run from beginning to end, and all its results."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pitbook.cards.stream import SEED_BITS
from pitbook.simulator.blocks import Block, Game, Player, game_of
from pitbook.simulator.expected import Expected, expected_of
from pitbook.simulator.figures import SimulationFigures, WagerFigures
from pitbook.simulator.running import threads_blocks
from pitbook.simulator.setup import SimulationRequest, bankroll_of, players_of
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules

Runner = Callable[[Game, int, int], Iterator[Block]]
"""Plays all blocks of a game, given the seed and the rounds, and hands them on in order."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """The results of a run."""

    rules: HouseRules
    players: list[Player]
    asked: SimulationRequest
    seed: int
    totals: Totals
    expected: Expected
    seconds: float
    stopped: str | None
    """Why the run ended before its last round, if it did."""

    @cached_property
    def _figures(self) -> SimulationFigures:
        return SimulationFigures(self.rules, self.players, self.totals, self.expected)

    @cached_property
    def wagers(self) -> list[WagerFigures]:
        """Every wager that anybody made, and every bonus that can be paid."""
        found = [self._figures.wager(number) for number in range(len(self._figures.names))]
        return [one for one in found if one.wagered or one.hits]

    @cached_property
    def main(self) -> WagerFigures | None:
        """The main game."""
        return self._figures.main()

    @cached_property
    def everything(self) -> WagerFigures:
        """All of it together."""
        return self._figures.everything()

    @cached_property
    def notes(self) -> list[str]:
        """What has to be said about the figures, as sentences."""
        notes = []
        if any(one.edge is not None and not one.wagered for one in self.wagers):
            notes.append("A bonus has no stake of its own: its house edge is of the ante.")
        if self.main is not None and any(player.error_rate for player in self.players):
            notes.append("A seat errs: the main game and its wagers have no exact figures.")
        return notes

    @cached_property
    def correlation(self) -> list[list[float | None]]:
        """Between the seats."""
        return self._figures.correlation()


class RunStoppedError(Exception):
    """The machinery that plays blocks is gone; what was played before remains."""


def simulate(
    rules: HouseRules,
    asked: SimulationRequest,
    *,
    runner: Runner | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    players: list[Player] | None = None,
    expected: Expected | None = None,
) -> Simulation:
    """Play all the rounds of a request; after an interruption or a lost cluster, the result has the rounds done so far.

    The result for a seed does not depend on threads or runner. Without a seed a fresh one is drawn.
    """
    players = players_of(rules, asked) if players is None else players
    expected = expected_of(rules, players) if expected is None else expected
    bankroll = bankroll_of(asked)
    seed = secrets.randbits(SEED_BITS) if asked.seed is None else asked.seed
    game = game_of(rules, players, shift=asked.shift, session=asked.session or asked.shift)
    totals = Totals(rules, game, bankroll)
    stopped = None
    start = time.perf_counter()
    blocks = (runner or _on_threads(threads))(game, seed, asked.rounds)
    try:
        for block in blocks:
            totals.add(block)
            if progress:
                progress(totals.rounds)
    except KeyboardInterrupt:
        stopped = "interrupted"
    except RunStoppedError as error:
        stopped = str(error)
    seconds = time.perf_counter() - start
    return Simulation(rules, players, asked, seed, totals, expected, seconds, stopped)


def _on_threads(threads: int) -> Runner:
    return lambda game, seed, rounds: threads_blocks(game, seed, rounds, threads)
