"""The command run in this process."""

import sys

import pytest

from cli.running import Result, Run
from pitbook.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command as its entry point does, and give back how it ended."""

    def run_here(*words: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["pitbook", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, said.out, said.err)

    return run_here
