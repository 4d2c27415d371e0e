"""Every test with a `target` is run on every book; with `--books FOLDER` on the books of that folder."""

import pytest

from conformance.books import cheap_targets, simulated_targets, solved_targets, targets, whole_targets
from kinds import one_of_each_kind

TARGETS = {
    "target": targets,
    "solved_target": solved_targets,
    "simulated_target": simulated_targets,
    "cheap_target": cheap_targets,
    "whole_target": whole_targets,
}
LONG = ("solved_target", "simulated_target")
"""What takes long is done with one book of each kind; the others are proved."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    own = metafunc.config.getoption("--books")
    for name, found in TARGETS.items():
        if name in metafunc.fixturenames:
            each = one_of_each_kind(found(own)) if name in LONG else found(own)
            metafunc.parametrize(name, each)
