"""The command run in this process."""

import pytest

from cli.running import Run, runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command as its entry point does, and give back how it ended."""
    return runner(monkeypatch, capsys)
