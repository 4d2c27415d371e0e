"""Golden playthroughs: what each comes to was worked out by hand, and the transcript stays as it is."""

import pytest

from table.play import METHODS
from table.playthroughs import FOLDER, SCENARIOS, path_of, play

ALL_OF_THEM = [(*way, scenario) for way in METHODS for scenario in SCENARIOS]


@pytest.mark.parametrize(("book", "method", "order", "scenario"), ALL_OF_THEM)
def test_playthrough(book: str, method: str, order: str, scenario: str) -> None:
    head, _, text = path_of(book, method, order, scenario).read_text(encoding="utf-8").partition("\n\n")
    heads, told = play(book, method, order, scenario)
    assert heads == head.splitlines()
    assert told == text


def test_there_is_no_other_playthrough() -> None:
    assert {path_of(*one) for one in ALL_OF_THEM} == set(FOLDER.rglob("*.txt"))
