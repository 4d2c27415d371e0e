"""Very many rounds, dealt and audited in parts: what is done is kept, and a soak that is started again goes on.

Each part has a record of its own in the state folder: `PITBOOK_SOAK`, or else `soak` in Pitbook's cache folder; in it,
a folder named by the digest of the code that deals and audits, so that other code begins anew. A part that was
interrupted goes on with the rounds that are missing. When its audit holds, its result is written and its record is
removed; otherwise the record is kept, to be looked into.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from audit.ways import WAYS, rules_for
from pit.playing import FLOOR
from pitbook import audit as auditing
from pitbook.compiled import cache_folder
from pitbook.ledger import Store
from pitbook.pit import Host, Pit, open_record, simple
from pitbook.pit.records import table_stream
from pitbook.source_digest import digest_of_rooms

FOLDER = "PITBOOK_SOAK"
ROOMS = "audit cards fairness ledger meters pit rulebooks settlement submission table".split()
RATE = 0.1
SHARES = 20
"""Progress is told once in this part of the work."""
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """The result of a part; the seconds are those of the process that finished it."""

    part: int
    rounds: int
    void: int
    events: int
    holds: bool
    problems: list[str]
    dealt_before: int
    """Rounds that were there already when that process began."""
    dealing_cpu_seconds: float
    audit_cpu_seconds: float

    def __str__(self) -> str:
        """One line for people."""
        audited = "holds" if self.holds else f"DOES NOT HOLD: {'; '.join(self.problems)}"
        seconds = f"{self.dealing_cpu_seconds:.0f} s of CPU time to deal, {self.audit_cpu_seconds:.0f} s to audit"
        return f"part {self.part}: {self.rounds:,} rounds, {self.void:,} void; the audit {audited}; {seconds}"


def to_standard_error(words: str) -> None:
    """Say it at once."""
    print(f"soak: {words}", file=sys.stderr, flush=True)


def state_folder() -> Path:
    """Where the parts are kept."""
    base = Path(os.environ.get(FOLDER) or cache_folder() / "soak")
    return base / digest_of_rooms(*ROOMS, endings=(".py", ".toml"))[:16]


def soak(part: int, rounds: int, folder: Path, tell: Tell = to_standard_error) -> Part:
    """Deal and audit at least so many rounds, spread over all ways of dealing, unless that has been done."""
    folder.mkdir(parents=True, exist_ok=True)
    result, record = folder / f"part-{part}.json", folder / f"part-{part}.db"
    if result.exists():
        done = Part(**json.loads(result.read_text(encoding="utf-8")))
        tell(f"{done} (done before)")
        return done
    with open_record(record, create=True) as store:
        begun = time.process_time()
        before = _deal(store, part, -(-rounds // len(WAYS)), tell)
        dealt = time.process_time()
        report = auditing.audit(store, progress=_by_shares(f"part {part}: audited", tell))
        found = Part(
            part,
            report.rounds,
            report.void,
            report.events,
            report.holds,
            [problem.message for problem in report.problems],
            before,
            round(dealt - begun, 1),
            round(time.process_time() - dealt, 1),
        )
    tell(str(found))
    if found.holds:
        written = result.with_suffix(".new")
        written.write_text(json.dumps(asdict(found), indent=2) + "\n", encoding="utf-8")
        written.rename(result)
        for path in folder.glob(f"{record.name}*"):
            path.unlink()
    return found


def _deal(store: Store, part: int, rounds: int, tell: Tell) -> int:
    """So many rounds at a table of each way of dealing, those included that are there; how many these are."""
    hosts = [_host(store, part, number) for number in range(len(WAYS))]
    missing = [max(0, rounds - host.pit.state(host.table).rounds) for host in hosts]
    told, dealt = _by_shares(f"part {part}: dealt", tell), rounds * len(hosts) - sum(missing)
    before = dealt
    for host, left in zip(hosts, missing, strict=True):
        seats = len(host.pit.state(host.table).seats)
        for _ in range(left):
            host.play_round(seats)
            dealt += 1
            told(dealt / (rounds * len(hosts)))
    return before


def _host(store: Store, part: int, number: int) -> Host:
    """A host at the table of a way of dealing, which is opened if it is new."""
    pit, table = Pit(store), f"T{number + 1}"
    rules = rules_for(*WAYS[number])
    if not store.version(table_stream(table)):
        pit.open_table(table, rules, FLOOR)
    rounds = pit.state(table).rounds
    host = Host(pit, table, simple, irregularities=RATE, chance=Random(f"{part} {number} {rounds}"))
    host.seat(rules.positions)
    return host


def _by_shares(what: str, tell: Tell) -> Callable[[float], None]:
    last = 0

    def progress(done: float) -> None:
        nonlocal last
        if int(done * SHARES) > last:
            last = int(done * SHARES)
            tell(f"{what} {last / SHARES:.0%}")

    return progress
