"""The sequencer: after a commit is stored, it gives the commit its place in the order and its leaf in the tree."""

import logging
import threading
from typing import Final

from pitbook.ledger.clock import SharedClock
from pitbook.ledger.postgres.connecting import Connection, Pool, Row
from pitbook.problems import PitbookError

log = logging.getLogger(__name__)
MOST: Final = 1000
"""How many commits are numbered in one transaction."""
PAUSE: Final = 0.02
"""Seconds between two transactions, so that several commits share one."""
LONGEST_PAUSE: Final = 0.1
"""The longest such pause, while others are faster and little is left to do here."""
IDLE: Final = 0.25
"""Seconds after which to look for commits of others."""


def number_commits(pool: Pool) -> None:
    """Returns when every commit that was stored before the call is in the order."""
    while True:
        with pool.connection() as connection:
            row = connection.execute("SELECT number_commits(%s, true)", (MOST,)).fetchone()
        if row is None or row[0] < MOST:
            return


def hear_clock(clock: SharedClock, connection: Connection, query: str) -> Row:
    """The row of a query that ends with the time by the database's clock, which is passed on to `clock`."""
    asked = clock.monotonic()
    row = connection.execute(f"SELECT {query}".encode()).fetchone() or ()
    clock.hear(asked, row[-1])
    return row


class Sequencer:
    """A thread that numbers commits, those of its own process and of others.

    One such thread at a time does the work. The others find nothing to do, and check less often as long as that lasts.
    With every check the thread also learns the time by the database's clock.
    """

    def __init__(self, pool: Pool, clock: SharedClock) -> None:
        self._pool = pool
        self._clock = clock
        self._stored = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sequencer", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something was stored."""
        self._stored.set()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._stored.set()
        self._thread.join()

    def _run(self) -> None:
        failed, pause = False, PAUSE
        while not self._stopping.is_set():
            self._stored.clear()
            more = False
            try:
                with self._pool.connection() as connection:
                    numbered, _ = hear_clock(
                        self._clock, connection, f"number_commits({MOST}, false), clock_timestamp()"
                    )
                # None: another process is numbering, and may not have seen what was stored here.
                more = numbered in (MOST, None)
                pause = PAUSE if numbered else min(LONGEST_PAUSE, pause * 2)
                failed = False
            except PitbookError as error:
                if not failed:
                    log.error("cannot number the commits: %s", error)
                failed = True
            self._stopping.wait(pause)
            if not more:
                self._stored.wait(IDLE)
