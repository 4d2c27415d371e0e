"""The live table: complete rounds a second, six seats, every wager, all automations on, beside pokerkit's hands.

Both play in memory and keep a record: the table its events, pokerkit its operations.
"""

import json
import random
import sys
import time
from datetime import UTC, datetime
from fractions import Fraction

import pokerkit
from rich.console import Console
from rich.table import Table as Sheet

from pitbook.rulebooks import book_ids
from pitbook.settlement.wagers import placeable
from pitbook.submission import HouseRules, load_target
from pitbook.table import AutomatedTable, Context, TableEvent, fold
from pitbook.table import commands as c

SEATS = 6
ROUNDS = 2_000
AGES = (100, 20_000, 100_000)
OLD = 20_000
"""How old a table grows here, unless the command says so: `python benchmarks/table.py 100000`."""
AROUND = 1_000
PEER_HANDS = 300
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Rounds:
    """A table that plays rounds: everybody places every wager, and raises in three rounds of five."""

    def __init__(self, rules: HouseRules, seed: int = 1) -> None:
        self.rules = rules
        self.context = Context(NOW, meters={name: Fraction(10_000) for name in rules.meters})
        self.table = AutomatedTable({rules.digest: rules})
        self.events: list[TableEvent] = []
        self.rng = random.Random(seed)
        base = rules.book.flow.base
        self.wagers = {
            name: 10_00 if base in (name, wager.equals) else 1_00 for name, wager in placeable(rules).items()
        }
        self.players = {seat: c.player(f"player {seat}") for seat in range(1, SEATS + 1)}
        self._do(c.OpenTable(c.floorperson(), "T", rules.digest))
        for seat, player in self.players.items():
            self._do(c.Sit(player, seat, 10**12))

    def _do(self, command: c.Command) -> None:
        self.events += self.table.handle(command, self.context)

    def play(self) -> None:
        """One round from the wagers to the next one's opening."""
        state = self.table.state
        for seat, player in self.players.items():
            self._do(c.PlaceWagers(player, seat, self.wagers))
        self._do(c.DealRound(c.dealer()))
        while state.agenda[0].do == "decide" and state.round is not None:
            seat, street = state.round.to_act[0], state.round.street
            found = next(one for one in self.rules.streets if one.name == street)
            if self.rng.random() < 0.4:
                self._do(c.Decide(self.players[seat], seat, found.otherwise))
            else:
                amount = found.multiples[-1] * 10_00
                self._do(c.Decide(self.players[seat], seat, self.rules.book.flow.wager, amount))


def _timed(rounds: Rounds, number: int) -> float:
    """CPU seconds for so many rounds."""
    start = time.process_time()
    for _ in range(number):
        rounds.play()
    return time.process_time() - start


def _peer(hands: int) -> float:
    """CPU seconds for complete six-player no-limit hold'em hands of pokerkit, everything but the betting automated."""
    rng = random.Random(1)
    start = time.process_time()
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation), True, 0, (1, 2), 2, 200, SEATS, mode=pokerkit.Mode.CASH_GAME
        )
        while state.status:
            if rng.random() < 0.1 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            elif state.can_check_or_call():
                state.check_or_call()
    return time.process_time() - start


def main() -> None:
    """Print rounds a second for each book beside the peer, how a round's time changes with age, and replay."""
    console = Console()
    sheet = Sheet(title=f"Complete rounds, {SEATS} seats, every wager, one core", title_justify="left")
    for column in ("engine", "rounds/s", "ms a round", "events a round", "bytes a round", "replayed events/s", "times"):
        sheet.add_column(column, justify="left" if column == "engine" else "right")
    peer = _peer(PEER_HANDS) / PEER_HANDS
    for book_id in book_ids():
        rounds = Rounds(load_target(book_id))
        _timed(rounds, 50)
        before = len(rounds.events)
        spent = _timed(rounds, ROUNDS)
        new = rounds.events[before:]
        size = sum(len(json.dumps(event.to_data(), separators=(",", ":"))) for event in new)
        start = time.process_time()
        fold(rounds.table.state.library, rounds.events)
        replayed = len(rounds.events) / (time.process_time() - start)
        sheet.add_row(
            book_id,
            f"{ROUNDS / spent:,.0f}",
            f"{spent / ROUNDS * 1e3:.2f}",
            f"{len(new) / ROUNDS:.1f}",
            f"{size / ROUNDS:,.0f}",
            f"{replayed:,.0f}",
            f"{peer / (spent / ROUNDS):.1f}",
        )
    sheet.add_row("pokerkit, no-limit hold'em", f"{1 / peer:,.0f}", f"{peer * 1e3:.2f}", "", "", "", "1.0")
    console.print(sheet)
    console.print(by_age(OLD))


def by_age(oldest: int) -> Sheet:
    """Milliseconds a round, by the table's age; the events are not kept, which is the ledger's to do."""
    ages = [age for age in AGES if age <= oldest]
    aged = Sheet(title=f"Milliseconds a round, by the table's age, over {AROUND:,} rounds", title_justify="left")
    for column in ("book", *(f"at round {age:,}" for age in ages)):
        aged.add_column(column, justify="left" if column == "book" else "right")
    for book_id in book_ids():
        rounds = Rounds(load_target(book_id))
        played, times = 0, []
        for age in ages:
            while played < age:
                rounds.play()
                rounds.events.clear()
                played += 1
            times.append(_timed(rounds, AROUND) / AROUND * 1e3)
            rounds.events.clear()
            played += AROUND
        aged.add_row(book_id, *(f"{one:.2f}" for one in times))
    return aged


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Console().print(by_age(int(sys.argv[1])))
    else:
        main()
