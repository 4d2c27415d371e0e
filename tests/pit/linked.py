"""Tables of several processes on one meter in PostgreSQL, and the history of what each of them did and saw."""

import time
from collections.abc import Callable
from fractions import Fraction
from random import Random

from pit.linearizable import Operation
from pit.progressives import BY_HAND, FLOOR, LINK, decide, deck_for, finish, player
from pitbook.audit import read_meters
from pitbook.ledger import Store
from pitbook.ledger.postgres import PostgresStore
from pitbook.pit import Pit
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken
from table.play import MD, rules_of

RATE = Fraction(1, 10)
SHARES = {"whole": Fraction(1), "tenth": Fraction(1, 10)}
Note = Callable[[Operation], None]


def open_all(store: Store, tables: int) -> list[str]:
    """Tables on one meter; every second one has two players, and so contributes twice as much."""
    names = [f"T{number}" for number in range(1, tables + 1)]
    pit = Pit(store, automations=BY_HAND)
    for number, name in enumerate(names):
        sits = tuple(c.Sit(player(seat), seat, 5000_00) for seat in range(1, 2 + number % 2))
        pit.open_table(name, rules_of(MD), FLOOR, meters=LINK, source="scripted", then=sits)
    return names


def play(store: Store, table: str, rounds: int, note: Note, seed: int, until: Callable[[], bool] = bool) -> int:
    """Rounds at one table, as a process of its own would play them; returns how many awards there were."""
    chance, pit, hits = Random(seed), Pit(store, automations=BY_HAND), 0
    for _ in range(rounds):
        if until():
            break
        seats = sorted(pit.state(table).seats)
        what = chance.choice(("nothing", "whole") if len(seats) > 1 else ("nothing", "whole", "tenth", "tenth"))
        for seat in seats:
            wagers = {"ante": 10_00, "odds": 10_00, "progressive": 1_00}
            pit.handle(table, c.PlaceWagers(player(seat), seat, wagers))
        deck, begun = deck_for(MD, what, len(seats)), time.monotonic_ns()
        pit.handle(table, c.DealRound(c.dealer()), deck=deck)
        note(Operation("contribute", begun, time.monotonic_ns(), RATE * len(seats)))
        decide(pit, table)
        if what != "nothing":
            pit.handle(table, c.Do(FLOOR, "validate_progressive"))
            begun = time.monotonic_ns()
            outcome = pit.handle(table, c.Do(c.dealer(), "pay_progressive"))
            ended = time.monotonic_ns()
            (taken,) = (event for event in outcome.events if isinstance(event, AwardTaken))
            note(Operation("hit", begun, ended, SHARES[what], Fraction(taken.before)))
            finish(pit, table)
            hits += 1
    return hits


def look(store: Store, note: Note, pause: float = 0.0) -> None:
    """One exact reading of the meter."""
    begun = time.monotonic_ns()
    (reading,) = read_meters(store)
    note(Operation("read", begun, time.monotonic_ns(), shown=reading.meter.displayed))
    time.sleep(pause)


def play_elsewhere(url: str, table: str, rounds: int, seed: int) -> list[Operation]:
    """The same in a process of its own, which looks at the meter after each round."""
    history: list[Operation] = []
    with PostgresStore(url) as store:
        for number in range(rounds):
            play(store, table, 1, history.append, seed + number)
            look(store, history.append)
    return history
