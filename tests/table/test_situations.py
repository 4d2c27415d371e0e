"""Golden transcripts of single situations: what each comes to was worked out by hand, and the words stay."""

import pytest

from table.situations import FOLDER, SITUATIONS, path_of, play


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str) -> None:
    head, _, text = path_of(name).read_text(encoding="utf-8").partition("\n\n")
    right, found, told = play(name)
    assert found == right.split() == head.split()
    assert told == text


def test_there_is_no_other_transcript() -> None:
    assert {path_of(name) for name in SITUATIONS} == set(FOLDER.rglob("*.txt"))
