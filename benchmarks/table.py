"""The live table: complete rounds a second, six seats, every wager, all automations on, beside pokerkit's hands.

Both play in memory and keep a record: the table its events, pokerkit its operations.
"""

import json
import random
import sys
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pokerkit
from rich.console import Console
from rich.table import Table as Sheet

from pitbook.house_keys import HouseKeys
from pitbook.rulebooks import book_ids
from pitbook.settlement.wagers import placeable
from pitbook.submission import HouseRules, load_target
from pitbook.table import AutomatedTable, Context, State, TableEvent, evolve, fold
from pitbook.table import commands as c
from pitbook.table.narration import tell

SEATS = 6
ROUNDS = 2_000
AGES = (100, 20_000, 100_000)
OLD = 20_000
"""How old a table grows here, unless the command says so: `python benchmarks/table.py 100000`."""
AROUND = 1_000
PEER_HANDS = 300
SECOND_STATE_ROUNDS = 100
REPEATS = 5
MUTABLE = (list, set, dict, deque)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Rounds:
    """A table that plays rounds: everybody places every wager, and raises where it can in three rounds of five."""

    def __init__(self, rules: HouseRules, seed: int = 1) -> None:
        self.rules = rules
        meters = {name: Fraction(10_000) for name in rules.meters}
        self.context = Context(NOW, meters=meters, vault=HouseKeys.ephemeral())
        self.table = AutomatedTable({rules.digest: rules})
        self.events: list[TableEvent] = []
        self.commands = [0]
        """How many events there were after each command."""
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
        self.commands.append(len(self.events))

    def play(self) -> None:
        """One round from the wagers to the next one's opening."""
        state = self.table.state
        for seat, player in self.players.items():
            self._do(c.PlaceWagers(player, seat, self.wagers))
        self._do(c.DealRound(c.dealer()))
        while state.agenda[0].do == "decide" and state.round is not None:
            seat, street = state.round.to_act[0], state.round.street
            found = next(one for one in self.rules.streets if one.name == street)
            if self.rng.random() < 0.4 or not found.multiples:
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
    console.print(second_state())
    console.print(by_age(OLD))


def _copied(found: Any, *, containers: bool = True) -> Any:
    """A new object with the same slots, and with containers of its own or shared ones."""
    new = object.__new__(type(found))
    for name in type(found).__slots__:
        value = getattr(found, name)
        setattr(new, name, value.copy() if containers and type(value) in MUTABLE else value)
    return new


def _copy_state(state: State) -> State:
    """A copy that no later event changes; rounds that are over and steps are shared."""
    new: State = _copied(state)
    new.decks = [_copied(deck) for deck in state.decks]
    new.players = {name: _copied(player) for name, player in state.players.items()}
    if state.round is not None:
        new.round = _copied(state.round)
        new.round.wagers = {seat: wagers.copy() for seat, wagers in state.round.wagers.items()}
        new.round.hands = {seat: hand.copy() for seat, hand in state.round.hands.items()}
    return new


def _replace(state: State, event: TableEvent) -> None:
    """What a state that never changes in place would cost an event at least."""
    _copied(state, containers=False)
    if state.round is not None:
        _copied(state.round, containers=False)


def _nothing(*_: object) -> None:
    return None


def second_state() -> Sheet:
    """What a second state of a table costs a command: folded again, copied, or never changed in place."""
    rounds = Rounds(load_target(book_ids()[0]))
    _timed(rounds, SECOND_STATE_ROUNDS)
    ends, library = pairwise(rounds.commands), rounds.table.state.library
    commands = [rounds.events[first:last] for first, last in ends]

    def cost(each_event: Callable[[State, TableEvent], object], each_command: Callable[[State], object]) -> float:
        spent = []
        for _ in range(REPEATS):
            state, start = State(library), time.process_time()
            for events in commands:
                for event in events:
                    each_event(state, event)
                    evolve(state, event)
                each_command(state)
            spent.append(time.process_time() - start)
        return min(spent) / len(commands) * 1e6

    fold_again, events = cost(_nothing, _nothing), len(rounds.events) / len(commands)
    sheet = Sheet(title=f"A second state of {rounds.rules.book.id}, six seats", title_justify="left")
    sheet.add_column("what")
    sheet.add_column("us a command", justify="right")
    sheet.add_row(f"fold its {events:.1f} events again", f"{fold_again:.1f}")
    sheet.add_row("copy the state", f"{cost(_nothing, _copy_state) - fold_again:.1f}")
    sheet.add_row("replace state and round at each event", f"{cost(_replace, _nothing) - fold_again:.1f}")
    tells = cost(lambda state, event: list(tell(state, event)), _nothing) - fold_again
    sheet.add_row("put its events into words", f"{tells:.1f}")
    return sheet


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
