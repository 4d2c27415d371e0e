"""A process in which players at many tables buy chips at once; it says which commands were acknowledged."""

import sys
import threading
from pathlib import Path

from pit.playing import FLOOR
from pitbook.ledger import SqliteStore
from pitbook.pit import Pit
from pitbook.table import commands as c
from table.play import MD, rules_of


def main(path: Path, run: str, tables: int) -> None:
    """Opens the tables if they are not there; then each has a thread of its own."""
    pit = Pit(SqliteStore(path))
    names = [f"T{number}" for number in range(tables)]
    for name in names:
        pit.open_table(name, rules_of(MD), FLOOR, then=(c.Sit(c.player(name), 1),), key=f"open {name}")
    say("ready")

    def buy(name: str) -> None:
        number = 0
        while True:
            number += 1
            key = f"{run} {name} {number}"
            pit.handle(name, c.BuyIn(c.player(name), 5_00), key=key)
            say(key)

    for name in names:
        threading.Thread(target=buy, args=(name,)).start()


def say(words: str) -> None:
    """A whole line at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
