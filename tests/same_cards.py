"""The same cards each time: tables of tests draw from a stream that begins anew with every fixture and every test.

Otherwise a test that holds for nearly every deck would fail now and then, for no change of the code. Which test begins
a stream decides what comes out of it, and nothing else does: neither the order of tests nor which worker runs them.
Processes of their own, and the proofs, draw from the operating system.
"""

from random import Random
from typing import Any

import pytest

from pitbook.pit import Pit, host


class SameCards:
    """A plugin that gives tables their entropy, and their hosts the chance by which irregularities happen."""

    def __init__(self) -> None:
        self._entropy = Random()
        self._chance = Random()

    def _begin(self, name: str) -> None:
        self._entropy.seed(f"entropy of {name}")
        self._chance.seed(f"chance of {name}")

    def pytest_sessionstart(self) -> None:
        """Only what is drawn by default: a test that hands in its own entropy or chance keeps it."""
        defaults = Pit.__init__.__kwdefaults__
        assert defaults is not None
        assert "entropy" in defaults
        defaults["entropy"] = self._entropy.randbytes
        assert hasattr(host, "SystemRandom")
        vars(host)["SystemRandom"] = lambda: self._chance

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
        self._begin(f"{request.node.nodeid} {fixturedef.argname}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        self._begin(item.nodeid)
