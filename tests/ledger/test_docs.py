"""The examples of docs/explanation/ledger.md run, and its query finds what they stored."""

import re
from contextlib import closing
from pathlib import Path

import apsw
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "ledger.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = DOCS.read_text()
    store, copies = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(store, {})  # noqa: S102 - our own documentation
    assert capsys.readouterr().out == "1 wagers_placed {'seat': 3, 'wagers': {'ante': 500}}\n[]\n"
    exec(copies, {})  # noqa: S102
    assert (tmp_path / "ledger-restored.db").exists()
    (query,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    with closing(apsw.Connection("ledger.db")) as connection:
        (row,) = connection.execute(query)
    assert row[:7] == (1, "table:T1", 1, "wagers_placed", 1, '["seat","wagers"]', '[3,{"ante":500}]')
    assert row[8:] == ("player:Ann", "")


def test_no_page_uses_the_files_of_another() -> None:
    """So that somebody may try out all of them in one folder: what is restored or backed up never overwrites a file."""
    pages = sorted(DOCS.parents[1].rglob("*.md"))
    copied = r'"([^"/ ]+\.db)"|^pitbook restore \S+ (\S+\.db)$'
    files = {page: {a or b for a, b in re.findall(copied, page.read_text(), re.MULTILINE)} for page in pages}
    named = [name for names in files.values() for name in names]
    assert {"ledger-restored.db", "restored.db"} <= set(named)
    assert len(named) == len(set(named)), files
