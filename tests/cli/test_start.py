"""Commands start quickly: what one of them does not need is not loaded."""

import os
import subprocess
import sys

import pytest

from cli.running import COMMAND, PATIENCE

RIVER = ("advise", "md-heads-up-holdem", "--hole", "Ah Kd", "--board", "2c 7d 9h 3s 4s")
NUMPY = (sys.executable, "-c", "import numpy")
HELP_TIMES, RIVER_TIMES = 3, 5
"""How many times the processor time of importing numpy the list of commands and a river's advice may take."""


def _processor_time(*words: str) -> float:
    """The least of several runs: what else the machine does only adds to it."""
    times = []
    for _ in range(5):
        before = os.times()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times)


def test_a_river_needs_no_kernels() -> None:
    code = (
        "import sys; sys.argv[0] = 'pitbook'; import pitbook.cli\ntry: pitbook.cli.main()\nfinally: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *RIVER], check=True, capture_output=True, text=True, timeout=PATIENCE
    )
    assert "raise 1   -1.534343   -1519/990       best" in done.stdout
    loaded = set(done.stdout.split())
    assert {"pitbook.settlement", "numpy"} <= loaded
    assert not loaded & {"numba", "fastapi", "cryptography", "fpdf"}


@pytest.mark.prove
def test_the_list_of_commands_and_a_river_are_quick() -> None:
    numpy = _processor_time(*NUMPY)
    shown, advised = _processor_time(*COMMAND, "--help"), _processor_time(*COMMAND, *RIVER)
    print(f"numpy {numpy:.3f} s, --help {shown / numpy:.2f} times, river {advised / numpy:.2f} times")
    assert shown < HELP_TIMES * numpy
    assert advised < RIVER_TIMES * numpy
