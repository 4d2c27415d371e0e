"""The sequencer: behind the commits it gives each its place in the order, and its leaf in the tree."""

import logging
import threading
from typing import Final

from pitbook.ledger.postgres.connecting import Pool
from pitbook.problems import PitbookError

log = logging.getLogger(__name__)
MOST: Final = 1000
"""Commits that are numbered in one transaction."""
PAUSE: Final = 0.02
"""Seconds between two transactions, so that several commits share one."""
IDLE: Final = 0.25
"""Seconds after which commits of others are looked for."""


def number_commits(pool: Pool) -> None:
    """Every commit that is stored when this is called is in the order when it returns."""
    while True:
        with pool.connection() as connection:
            row = connection.execute("SELECT number_commits(%s, true)", (MOST,)).fetchone()
        if row is None or row[0] < MOST:
            return


class Sequencer:
    """A thread that numbers commits, its own process's and those of others; of all such threads one is at it."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
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
        failed = False
        while not self._stopping.is_set():
            self._stored.clear()
            try:
                with self._pool.connection() as connection:
                    row = connection.execute("SELECT number_commits(%s, false)", (MOST,)).fetchone()
                # Nothing: another one is at it, and may not have seen what was stored here.
                more = row is not None and row[0] in (MOST, None)
                failed = False
            except PitbookError as error:
                if not failed:
                    log.error("commits are not numbered: %s", error)
                more, failed = False, True
            self._stopping.wait(PAUSE)
            if not more:
                self._stored.wait(IDLE)
