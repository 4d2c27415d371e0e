"""The game that the tutorial writes is the example, to the letter."""

import pytest

from conformance.books import ROOT

EXAMPLE = ROOT / "examples" / "books" / "three-card-ladder"


@pytest.mark.parametrize("name", ["book.toml", "clauses.toml"])
def test_the_tutorial_has_the_example(name: str) -> None:
    tutorial = (ROOT / "docs" / "tutorials" / "book.md").read_text(encoding="utf-8")
    block = f"<!-- file: three-card-ladder/{name} -->\n```toml\n{(EXAMPLE / name).read_text(encoding='utf-8')}```\n"
    assert block in tutorial
