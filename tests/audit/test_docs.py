"""Every command of docs/how-to/operations.md works, in its order."""

import shlex
import sys
from pathlib import Path

import pytest

from docs.snippets import read
from pitbook.cli import main


def test_the_commands_and_examples_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOOK_PASSPHRASE", "of our own documentation")
    head = ""
    for block in read("docs/how-to/operations.md"):
        if block.mark:
            continue
        for line in block.text.splitlines():
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
