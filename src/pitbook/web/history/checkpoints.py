"""Signs checkpoints on a schedule while a server runs: in a thread and over a connection of their own."""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pitbook.ledger import Place
from pitbook.pit import Record, open_record
from pitbook.pit.checkpoints import (
    CheckpointSigner,
    Protection,
    StoredCheckpoint,
    judged_by,
    last_protecting,
    protection_of,
    read_checkpoints,
)
from pitbook.problems import PitbookError
from pitbook.transparency.client import KnownWitness

log = logging.getLogger(__name__)
TIMEOUT: Final = 10.0
"""Seconds that witnesses have to answer, each time."""
LAST_TIMEOUT: Final = 3.0
"""The same, when the server stops."""


@dataclass(frozen=True, slots=True)
class CheckpointSchedule:
    """How often a checkpoint is signed, and who cosigns it: k of these witnesses."""

    seconds: float = 60.0
    witnesses: tuple[KnownWitness, ...] = ()
    k: int = 0


@dataclass(frozen=True, slots=True)
class Signed:
    """The newest checkpoint, the newest that enough witnesses have cosigned, and what they protect."""

    latest: StoredCheckpoint
    cosigned: StoredCheckpoint | None
    protection: Protection
    at: datetime
    """When this was determined."""


class Checkpoints:
    """What the server knows about its record's checkpoints. Only their thread writes it; any thread may read it."""

    def __init__(self) -> None:
        self.signed: Signed | None = None
        """None until the first one is signed."""
        self.problem: str | None = None
        """Why the last one could not be signed."""

    @property
    def published(self) -> str | None:
        """The checkpoint to show: the newest that enough witnesses cosigned, or if there never was one, the newest."""
        return None if self.signed is None else (self.signed.cosigned or self.signed.latest).note


@contextmanager
def checkpoints_of(record: Place, key: Path | None, schedule: CheckpointSchedule) -> Iterator[Checkpoints]:
    """Sign a checkpoint at once, then on schedule, and at the end."""
    found, stopping = Checkpoints(), threading.Event()
    thread = threading.Thread(target=_run, args=(record, key, schedule, found, stopping), name="checkpoints")
    thread.start()
    try:
        yield found
    finally:
        stopping.set()
        thread.join()


def _run(
    path: Place, key: Path | None, schedule: CheckpointSchedule, found: Checkpoints, stopping: threading.Event
) -> None:
    """Sign until the server stops; if the record can't be opened, try again on schedule."""
    while not stopping.is_set():
        try:
            with closing(open_record(path, key=key)) as record:
                _keep_signing(record, schedule, found, stopping)
        except PitbookError as error:
            found.problem = str(error)
            log.error("no checkpoints are signed: %s", error)
            stopping.wait(schedule.seconds)


def _keep_signing(record: Record, schedule: CheckpointSchedule, found: Checkpoints, stopping: threading.Event) -> None:
    signer = CheckpointSigner(record)
    signer.sign()  # Before the others are read, because it removes a line that a crash cut short.
    kept = _cosigned(record, schedule)
    while not stopping.is_set():
        _sign(record, signer, schedule, TIMEOUT, kept, found)
        stopping.wait(schedule.seconds)
    _sign(record, signer, schedule, LAST_TIMEOUT, kept, found)


def _cosigned(record: Record, schedule: CheckpointSchedule) -> list[StoredCheckpoint]:
    """The newest stored checkpoint that the schedule's witnesses cosigned, if any; it is checked."""
    last = last_protecting(_judged_by(read_checkpoints(record.path), schedule))
    if last is not None:
        last.check(record.house)
    return [] if last is None else [last]


def _judged_by(kept: Sequence[StoredCheckpoint], schedule: CheckpointSchedule) -> list[StoredCheckpoint]:
    return judged_by(kept, [one.vkey for one in schedule.witnesses], schedule.k)


def _sign(
    record: Record,
    signer: CheckpointSigner,
    schedule: CheckpointSchedule,
    timeout: float,
    kept: list[StoredCheckpoint],
    found: Checkpoints,
) -> None:
    """Sign a checkpoint and have it cosigned; `kept` then has the newest protecting one and the new one."""
    try:
        new = _judged_by([signer.sign()], schedule)
        found.signed = _signed(record, [*kept, *new])
        if schedule.witnesses:
            published = signer.publish(schedule.witnesses, schedule.k, timeout)
            new.append(published.kept)
            for problem in published.problems:
                log.warning("checkpoint of %d commits: %s", published.kept.checkpoint.size, problem)
        kept[:] = [one for one in (last_protecting([*kept, *new]), new[-1]) if one is not None]
        found.signed = _signed(record, kept)
        found.problem = None
    except PitbookError as error:
        found.problem = str(error)
        log.error("no checkpoint was signed: %s", error)


def _signed(record: Record, kept: Sequence[StoredCheckpoint]) -> Signed:
    return Signed(kept[-1], last_protecting(kept), protection_of(record, kept), datetime.now(UTC))
