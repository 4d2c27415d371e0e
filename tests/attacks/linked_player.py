"""A process that plays at one table on a shared meter, and writes down when it began what and when that was answered.

    python linked_player.py URL TABLE FILE READ_EVERY

It reads what other tables have added to the meter only every so many seconds, unless something else happened to it. It
goes on through every fault, and where an earlier process of the table was killed, from what the record has.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pit.linearizable import Operation
from pit.linked import RATE, SHARES
from pit.progressives import BY_HAND, FLOOR, deck_for, player
from pitbook.audit import read_meters
from pitbook.ledger import Store, StoredCommit
from pitbook.ledger.postgres import PostgresStore
from pitbook.pit import Pit, memory
from pitbook.problems import PitbookError
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken, ChipsCounted
from table.play import MD

PATIENCE = 2.0
LOW = 1000_00


class Diary:
    """What a process did, in a file that survives it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")

    def note(self, **what: object) -> None:
        self._file.write(json.dumps(what) + "\n")
        self._file.flush()

    def noted(self, kind: str, key: str, work: Callable[[], object]) -> None:
        """Work between two notes; without the second one nobody knows whether it was done."""
        self.note(kind=kind, key=key, begun=time.monotonic_ns())
        shown = work()
        self.note(key=key, ended=time.monotonic_ns(), shown=shown if isinstance(shown, str) else None)


def open_keys(path: Path) -> list[str]:
    """The commands that an earlier process began and got no answer to."""
    notes = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    ended = {note["key"] for note in notes if "ended" in note}
    return [note["key"] for note in notes if note.get("kind", "read") != "read" and note["key"] not in ended]


def step(pit: Pit, table: str, diary: Diary) -> None:
    """The next command at the table, or a look at the meter."""
    state = pit.state(table)
    seats, todo, key = sorted(state.seats), state.agenda[0].do, f"{table} {state.version}"
    if random.random() < 0.2:
        diary.noted("read", f"{key} {time.monotonic_ns()}", lambda: read(pit.store))
    elif todo == "decide":
        assert state.rules is not None
        assert state.round is not None
        seat, flow = state.round.to_act[0], state.rules.book.flow
        wager = c.Decide(player(seat), seat, flow.wager, state.rules.streets[0].multiples[-1] * 10_00)
        pit.handle(table, wager, key=key, expected=state.version)
    elif todo == "pay_progressive":
        command = c.Do(c.dealer(), "pay_progressive")
        diary.noted("hit", key, lambda: pit.handle(table, command, key=key, expected=state.version))
    elif todo in ("validate_progressive", "complete_paperwork"):
        pit.handle(table, c.Do(FLOOR, todo), key=key, expected=state.version)
    elif poor := [one for one in state.players.values() if one.stack < LOW]:
        pit.handle(table, c.BuyIn(c.player(poor[0].name), 5000_00), key=key, expected=state.version)
    elif waiting := [seat for seat in seats if state.round is None or seat not in state.round.wagers]:
        wagers = {"ante": 10_00, "odds": 10_00, "progressive": 1_00}
        place = c.PlaceWagers(player(waiting[0]), waiting[0], wagers)
        pit.handle(table, place, key=key, expected=state.version)
    else:
        what = random.choice(("nothing", "whole") if len(seats) > 1 else ("nothing", "whole", "tenth", "tenth"))
        deal, deck = c.DealRound(c.dealer()), deck_for(MD, what, len(seats))
        diary.noted("contribute", key, lambda: pit.handle(table, deal, key=key, expected=state.version, deck=deck))


def read(store: Store) -> str:
    """An exact look at the meter."""
    (reading,) = read_meters(store)
    return str(reading.meter.displayed)


def play(url: str, table: str, path: Path) -> None:
    """Play until somebody ends the process."""
    unanswered, diary = open_keys(path), Diary(path)
    while True:
        try:
            with PostgresStore(url, patience=PATIENCE) as store:
                for key in unanswered:
                    if store.find(key):
                        diary.note(key=key, ended=time.monotonic_ns(), shown=None)
                unanswered = []
                pit = Pit(store, automations=BY_HAND)
                while True:
                    step(pit, table, diary)
        except PitbookError:
            # Whatever became of it is in the record, and the next step starts from there.
            unanswered = open_keys(path)
            time.sleep(0.05)


def history(paths: list[Path], commits: dict[str, StoredCommit]) -> list[Operation]:
    """What all processes did, with the amounts that the record has; what it lacks was never done, nor answered."""
    found: list[Operation] = []
    for path in paths:
        notes: dict[str, dict[str, Any]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            note = json.loads(line)
            notes.setdefault(note["key"], {}).update(note)
        for key, note in notes.items():
            begun, ended = note["begun"], note.get("ended")
            if note["kind"] == "read":
                found += [] if ended is None else [Operation("read", begun, ended, shown=Fraction(note["shown"]))]
            elif key not in commits:
                assert ended is None, f"{key} was acknowledged and is not in the record"
            elif note["kind"] == "contribute":
                (counted,) = _of(commits[key], ChipsCounted.type)
                found.append(Operation("contribute", begun, ended, RATE * counted["count"]))
            else:
                (taken,) = _of(commits[key], AwardTaken.type)
                share = SHARES["tenth" if taken["hand"].startswith("community") else "whole"]
                found.append(Operation("hit", begun, ended, share, Fraction(taken["before"])))
    return found


def _of(commit: StoredCommit, kind: str) -> list[Any]:
    return [event.event.data for event in commit.events if event.event.type == kind]


if __name__ == "__main__":
    setattr(memory, "READ_EVERY", float(sys.argv[4]))  # noqa: B010 (it is final for everybody else)
    play(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
