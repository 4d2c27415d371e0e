"""Every test that the page on threats names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_page_on_threats_names_tests_that_are_there() -> None:
    page = (ROOT / "docs" / "explanation" / "threats.md").read_text(encoding="utf-8")
    named = {
        one if "/" in one else f"tests/attacks/{one}" for one in re.findall(r"`((?:tests/)?[\w/]+?(?:\.py)?)`", page)
    }
    tests = {one for one in named if one.startswith("tests/")}
    assert len(tests) > 12
    assert [one for one in sorted(tests) if not (ROOT / one).exists()] == []
