"""The server's own work for a command, without sockets: deciding and storing it, and showing it to five pages.

Processor time by the number of open tables, of onlookers, and of rounds that were played before; beside it the bytes
that the pages are sent, as patches and as whole views. `python benchmarks/live.py 1000` goes up to so many tables.
"""

import gc
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rich.console import Console
from rich.table import Table

from pitbook.ledger import MemoryStore
from pitbook.pit import Batch, Pit, TableSettings
from pitbook.submission import load_target
from pitbook.table import commands as c
from pitbook.table.state import the_rules
from pitbook.web.access.sessions import Session
from pitbook.web.access.shared_limits import SharedLimits
from pitbook.web.live.connections import Connection
from pitbook.web.live.pages import Pages
from pitbook.web.live.projection import TableProjection, load_projection
from pitbook.web.settings import Settings

BOOK = "md-heads-up-holdem"
SEATS = 5
COMMANDS = 300
IN_PLAY = 10
TABLES = (10, 100)
HISTORY = 3_000
WAGERS = {"ante": 5_00, "odds": 5_00}


@dataclass
class Spent:
    """Seconds of processor time, and what pages were sent."""

    deciding: float = 0.0
    showing: float = 0.0
    messages: int = 0
    characters: int = 0


class House:
    """Open tables with five players each; every player has a page, and so has every onlooker at the tables in play."""

    def __init__(self, tables: int, onlookers: int = 0, *, patches: bool = True) -> None:
        self.pit = Pit(MemoryStore())
        self.projections: dict[str, TableProjection] = {}
        self.pages = Pages(Settings(), self.projections, self.pit.now, SharedLimits(None, "", b"", lambda: 1))
        rules = load_target(BOOK)
        for number in range(1, tables + 1):
            name = f"T{number}"
            people = [Session(f"{number * 10 + seat:032x}", f"P{seat}") for seat in range(1, SEATS + 1)]
            sit = [c.Sit(c.player(one.player), seat, 10**9) for seat, one in enumerate(people, 1)]
            self.pit.open_table(name, rules, c.floorperson(), arrangement=TableSettings(), then=sit)
            projection = load_projection(self.pit, name, 60)
            if projection is None:
                raise SystemExit(f"there is no table {name}")
            self.projections[name] = projection
            people += [
                Session(f"{one + 10**9:032x}", f"W{one}") for one in range(onlookers if number <= IN_PLAY else 0)
            ]
            for session in people:
                self.pages.connections.add(Connection(name, session, "player", "127.0.0.1", patches=patches))
        self._moves = {name: self._moves_at(name) for name in list(self.projections)[:IN_PLAY]}

    def play(self, commands: int) -> Spent:
        """Commands at the tables in play, one after the other; every page reads at once."""
        spent = Spent()
        names = list(self._moves)
        for number in range(commands):
            name = names[number % len(names)]
            command = next(self._moves[name])
            start = time.process_time()
            decision = self.pit.decide(name, partial(_do, command))
            decision.stored()
            decided = time.process_time()
            projection = self.projections[name]
            for event in decision.events:
                projection.fold(event)
            self.pages.show(projection)
            texts = [_read(page) for page in self.pages.connections.at(name)]
            spent.showing += time.process_time() - decided
            spent.deciding += decided - start
            spent.messages += len(texts)
            spent.characters += sum(map(len, texts))
        return spent

    def _moves_at(self, name: str) -> Iterator[c.Command]:
        """What players do, round after round."""
        state = self.projections[name].state
        while True:
            for seat in range(1, SEATS + 1):
                yield c.PlaceWagers(c.player(state.seats[seat]), seat, WAGERS)
            yield c.DealRound(c.dealer())
            while state.agenda[0].do == "decide" and state.round is not None:
                seat = state.round.to_act[0]
                yield c.Decide(c.player(state.seats[seat]), seat, the_rules(state).street(state.round.street).otherwise)


def _do(command: c.Command, batch: Batch) -> None:
    batch.do(command)


def _read(page: Connection) -> str:
    """What a page is sent; it waits already."""
    try:
        page.next().send(None)
    except StopIteration as done:
        return str(done.value)
    raise ValueError("nothing waits for this page")


def main(most: int = TABLES[-1]) -> None:
    """Print one line for each house."""
    houses = [("tables", (number, 0, 0, True)) for number in (*TABLES, most) if number <= most]
    houses = list(dict.fromkeys(houses))
    houses += [("onlookers", (IN_PLAY, 50, 0, True)), ("history", (IN_PLAY, 0, HISTORY, True))]
    houses += [("whole views", (IN_PLAY, 0, 0, False))]
    shown = Table(
        title=f"Processor time of a command, {COMMANDS} commands at {IN_PLAY} tables with {SEATS} players each"
    )
    for column in ("", "tables", "onlookers", "commands before", "decide, ms", "show, ms", "messages", "bytes each"):
        shown.add_column(column, justify="left" if not column else "right")
    for what, (tables, onlookers, history, patches) in houses:
        house = House(tables, onlookers, patches=patches)
        house.play(IN_PLAY * 20 + history)
        gc.collect()
        gc.freeze()
        spent = house.play(COMMANDS)
        figures = (f"{one / COMMANDS * 1e3:.2f}" for one in (spent.deciding, spent.showing))
        size = f"{spent.characters / spent.messages:,.0f}"
        row = (f"{tables:,}", str(onlookers), f"{history:,}", *figures, f"{spent.messages / COMMANDS:.0f}", size)
        shown.add_row(what, *row)
    Console().print(shown)
    Console().print(f"Load average: {', '.join(f'{value:.2f}' for value in os.getloadavg())}.")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
