"""Every command and example of docs/how-to/operations.md works, in its order."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from pitbook.cli import main

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "operations.md"


def test_the_commands_and_examples_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOOK_PASSPHRASE", "of our own documentation")
    head = ""
    for language, block in re.findall(r"```(sh|python)\n(.*?)```", DOCS.read_text(), re.DOTALL):
        if language == "python":
            exec(block, {})  # noqa: S102 - our own documentation
            continue
        for line in block.splitlines():
            command, _, file = line.partition(" > ")
            words = shlex.split(command.replace("HEAD", head))
            if words[1] == "deal" and "--strategy" not in words:
                words += ["--strategy", "holdem-basic"]  # solving is tested elsewhere
            monkeypatch.setattr(sys, "argv", words)
            with pytest.raises(SystemExit) as ended:
                main()
            said = capsys.readouterr()
            assert ended.value.code == 0, (line, said.err)
            if file:
                Path(file).write_text(said.out)
            if words[1] == "audit":
                head = said.out.split()[-1]
    assert len(head.partition(":")[2]) == 64
    made = {path.name for path in tmp_path.iterdir()}
    assert {"pit.db", "events.jsonl", "events.csv", "submissions.csv", "backup.db", "restored.db"} <= made
