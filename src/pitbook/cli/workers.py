"""Several processes that do the same work: started together, started again when one dies, and stopped together."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

from pitbook.cli.output import errors
from pitbook.problems import PitbookError, Problem, RefusedError

EARLY: Final = 5.0
"""A process that dies within this many seconds counts as not started."""
PAUSE: Final = 0.5
"""Seconds before another one is started in its place."""
MOST_EARLY: Final = 5
"""If this many processes exit before any process has lived longer than `EARLY`, none will start."""
PATIENCE: Final = 20
"""Seconds that processes have to stop."""
ORPHANED_EVERY: Final = 1.0
"""Seconds between two checks whether the process that started this one is still there."""
_STOPS: Final = (signal.SIGTERM, signal.SIGINT)


class Processes:
    """The processes that run some work, until somebody stops the one that started them."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        self._count = count
        self._work = work
        self._started: dict[int, float] = {}
        """When each process was started, by its id."""
        self._stopping = False

    def run(self, started: Callable[[], None]) -> None:
        """Run them until SIGTERM or Ctrl-C, and return when all have stopped; RefusedError if none starts.

        `started` is called once, after the first processes were started.
        """
        for number in _STOPS:
            signal.signal(number, self._stop)
        signal.signal(signal.SIGALRM, self._kill)
        for _ in range(self._count):
            self._start()
        started()
        early, works = 0, False
        while self._started:
            pid, status = os.wait()
            works = works or time.monotonic() - min(self._started.values()) > EARLY
            lived = time.monotonic() - self._started.pop(pid)
            if self._stopping:
                continue
            early += not works and os.WIFEXITED(status)
            if early == MOST_EARLY:
                self._stop()
                continue
            errors.print(f"A server process ended ({_how(status)}); starting another one.", markup=False)
            if lived < EARLY:
                # The database may be unavailable for a while.
                time.sleep(PAUSE)
            if not self._stopping:
                self._start()
        if early == MOST_EARLY:
            raise RefusedError(Problem("the server processes could not start; see the messages above"))

    def _start(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        # A child that is stopped before it has its own signal handlers just ends.
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
        pid = os.fork()
        if not pid:
            for number in (*_STOPS, signal.SIGALRM):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
            self._child(parent)
        self._started[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)

    def _child(self, parent: int) -> NoReturn:
        threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
        code = 1
        try:
            self._work()
            code = 0
        except PitbookError as error:
            errors.print(str(error), markup=False, soft_wrap=True)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            # Skip the clean-up that this process inherited: the parent does it.
            os._exit(code)

    def _stop(self, number: int = signal.SIGTERM, frame: FrameType | None = None) -> None:
        self._stopping = True
        signal.alarm(PATIENCE)
        self._send(signal.SIGTERM)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        for pid in list(self._started):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}"
    return f"exit code {os.waitstatus_to_exitcode(status)}"


def _end_with(parent: int) -> None:
    """End this process when the one that started it is gone, for whatever reason."""
    while os.getppid() == parent:
        time.sleep(ORPHANED_EVERY)
    os.kill(os.getpid(), signal.SIGTERM)
