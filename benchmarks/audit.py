"""The audit: processor time a round, beside dealing those rounds, verifying their chain, and hashing their lines."""

import hashlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pitbook.audit import audit
from pitbook.ledger import Store
from pitbook.pit import Host, Library, Pit, Record, open_record, simple
from pitbook.rulebooks import book_ids
from pitbook.submission import load_target
from pitbook.table.commands import floorperson

ROUNDS = 300
"""Rounds of each book."""
RATE = 0.1
"""One round in so many has something irregular."""
REPEATS = 3


def deal(store: Record) -> None:
    """A full table of each book, with every wager and some irregularities."""
    for number, book in enumerate(book_ids(), 1):
        pit, rules, name = Pit(store), load_target(book), f"T{number}"
        pit.open_table(name, rules, floorperson())
        host = Host(pit, name, simple, irregularities=RATE)
        host.seat(rules.positions)
        for _ in range(ROUNDS):
            host.play_round(rules.positions)


def load_rules(store: Store) -> None:
    """What an audit does once, however many rounds there are."""
    library = Library(store)
    for digest in store.documents():
        _ = library[digest]


def hash_lines(store: Store) -> None:
    """One bare hash over every canonical line."""
    digest = hashlib.sha256()
    for stream in store.streams():
        for line in store.lines(stream, 0, store.version(stream)):
            digest.update(line)


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print a table; each figure but dealing is the best of several, taken in turns."""
    with tempfile.TemporaryDirectory() as folder, open_record(Path(folder) / "pit.db", create=True) as store:
        dealt = cpu_seconds(lambda: deal(store))
        report = audit(store)
        work: dict[str, Callable[[], object]] = {
            "audited": lambda: audit(store),
            "of that, the rules are loaded once": lambda: load_rules(store),
            "only the chain and the tree verified": store.verify_chain,
            "only the lines read and hashed": lambda: hash_lines(store),
        }
        best = dict.fromkeys(work, float("inf"))
        for _ in range(REPEATS):
            for name, one in work.items():
                best[name] = min(best[name], cpu_seconds(one))
    title = f"{report.rounds:,} rounds of all books, {report.events / report.rounds:.1f} events each"
    shown = Table("what", "CPU ms a round", "minutes for a million", title=title)
    for name, seconds in {"dealt, durable": dealt, **best}.items():
        shown.add_row(name, f"{seconds / report.rounds * 1e3:.3f}", f"{seconds / report.rounds * 1e6 / 60:.1f}")
    Console().print(shown)


if __name__ == "__main__":
    main()
