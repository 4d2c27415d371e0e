"""The examples of docs/ledger.md run, and its query finds what they stored."""

import re
from contextlib import closing
from pathlib import Path

import apsw
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "ledger.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = DOCS.read_text().replace("/backup/", f"{tmp_path}/")
    store, copies = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(store, {})  # noqa: S102 - our own documentation
    assert capsys.readouterr().out == "1 WagerPlaced {'amount': 500, 'seat': 3, 'wager': 'ante'}\n[]\n"
    exec(copies, {})  # noqa: S102
    assert (tmp_path / "restored.db").exists()
    (query,) = re.findall(r'sqlite3 pit.db "(.*)"', text)
    with closing(apsw.Connection("pit.db")) as connection:
        (row,) = connection.execute(query)
    assert row[:7] == (1, "table:1", 1, "WagerPlaced", 1, '["amount","seat","wager"]', '[500,3,"ante"]')
    assert row[8:] == ("seat 3", "")
