"""Work for other processes, which import this module and nothing heavy with it."""

import os
import signal
from pathlib import Path

from pitbook.problems import MalformedError, Problem
from pitbook.progress import Progress

Task = tuple[int, Path]


def squared(task: Task, tell: Progress) -> int:
    """The square of a number; tells that half is done."""
    tell(0.5)
    return task[0] ** 2


def killed_once(task: Task, tell: Progress) -> int:
    """The same by a process that notes its tasks; the first one that asks is killed."""
    number, folder = task
    (folder / f"{number} {os.getpid()}").touch()
    try:
        (folder / "killed").touch(exist_ok=False)
    except FileExistsError:
        return squared(task, tell)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def killed_always(task: Task, tell: Progress) -> int:
    """Nothing ever comes of it."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def refused(task: Task, tell: Progress) -> int:
    """What is wrong with the task."""
    raise MalformedError([Problem("one thing", "1"), Problem("another", "2")])


def failed(task: Task, tell: Progress) -> int:
    """A mistake in the code."""
    raise AssertionError
