"""A witness that is killed at each step of a cosignature, and then started again and shown another history.

Run as a program, `killed_witness.py FOLDER`: prints one JSON list for each step.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pitbook.witness import witness as module
from transparency import naive
from witness.running import again, new_witness, show

COMMON = naive.leaves(5)
ONE, OTHER = naive.Log([*COMMON, *naive.leaves(4, "one")]), naive.Log([*COMMON, *naive.leaves(6, "other")])
MOST_STEPS = 40


def kill_at(point: int) -> None:
    """Die before or after the given one of all calls that store or sign."""
    steps = 0

    def stepping(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*words: Any, **named: Any) -> Any:
            step()
            result = call(*words, **named)
            step()
            return result

        return called

    def step() -> None:
        nonlocal steps
        if steps == point:
            os.kill(os.getpid(), signal.SIGKILL)
        steps += 1

    for owner, name in ((os, "open"), (os, "fsync"), (Path, "replace"), (Path, "unlink"), (module, "cosign")):
        setattr(owner, name, stepping(getattr(owner, name)))


def insist(folder: Path, log: naive.Log) -> int:
    """Show the witness, started again, the checkpoint of a log with a proof from whatever size it has cosigned."""
    witness = again(folder)
    answer = show(witness, log, len(COMMON))
    if answer.status == HTTPStatus.CONFLICT and int(answer.text) <= len(log.leaves):
        answer = show(witness, log, int(answer.text))
    return answer.status


def one_death(folder: Path, point: int) -> dict[str, Any]:
    """Kill a witness that cosigned the common beginning at one step; how it answered, and what it signs later."""
    shutil.rmtree(folder, ignore_errors=True)
    show(new_witness(folder), ONE, 0, len(COMMON))
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        witness = again(folder)
        kill_at(point)
        os.write(writing, b"%d" % show(witness, ONE, len(COMMON)).status)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        answer = answers.read().decode()
    killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    later = [insist(folder, log) for log in (OTHER, ONE)]
    stored = later[0] != HTTPStatus.OK
    return {"step": point, "killed": killed, "answer": answer, "stored": stored, "later": later}


if __name__ == "__main__":
    for number in range(MOST_STEPS):
        found = one_death(Path(sys.argv[1]) / "witness", number)
        sys.stdout.write(json.dumps(found) + "\n")
        if not found["killed"]:
            break
