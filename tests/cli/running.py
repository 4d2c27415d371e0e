"""Running the command: in this process for speed, or as a process of its own where that is the point."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pitbook.cli import main
from pitbook.cli.compiling import announce

PATIENCE = 600
"""Seconds after which a process hangs: far more than a busy machine needs to start one and to compile its kernels."""
COMMAND = [sys.executable, "-W", "error", "-m", "pitbook"]
BOOKS = ("galaxy-heads-up-holdem", "ma-heads-up-holdem", "md-four-card-poker", "md-heads-up-holdem")


@dataclass(frozen=True)
class Result:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it has to be; no traceback anywhere."""
        assert "Traceback" not in self.out + self.err
        return json.loads(self.out)

    @property
    def problems(self) -> list[dict[str, str | None]]:
        """The problems of a malformed or refused input, by the contract."""
        assert self.code == 2
        document = self.document
        assert list(document) == ["error"]
        assert sorted(document["error"]) == ["kind", "problems"]
        assert document["error"]["kind"] in ("malformed", "refused", "conflict")
        problems: list[dict[str, str | None]] = document["error"]["problems"]
        assert problems
        for problem in problems:
            assert sorted(problem) == ["clause", "message", "value"]
            assert problem["message"]
        assert len(self.err.splitlines()) == len(problems), "one sentence for each problem on standard error"
        return problems


Run = Callable[..., Result]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process, as its entry point does, and gives back how it ended.

    Nothing is said of compiling: after a kernel's source has changed, whichever command came first would say a line.
    """
    monkeypatch.setattr(announce(), "said", True)

    def run_here(*words: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["pitbook", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, said.out, said.err)

    return run_here


def environment(**changes: str) -> dict[str, str]:
    """The environment, which has nothing in it that would change the output, with the changes."""
    return os.environ | changes


def run_process(*words: str | bytes, **changes: str) -> Result:
    """Run the real command."""
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, check=False, env=environment(**changes), timeout=PATIENCE
    )
    return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def run_in_terminal(*words: str, **changes: str) -> Result:
    """Run the command with a terminal for standard output and error."""
    master, slave = pty.openpty()
    settings = environment(TERM="xterm-256color", **changes)
    with subprocess.Popen([*COMMAND, *words], stdin=slave, stdout=slave, stderr=slave, env=settings) as process:
        os.close(slave)
        said = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # The other side has been closed.
                break
            if not part:
                break
            said += part
        code = process.wait(timeout=PATIENCE)
    os.close(master)
    return Result(code, said.decode("utf-8"), "")
