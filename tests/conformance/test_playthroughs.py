"""Every book that is in the repository has a golden playthrough."""

import pytest

from conformance.books import targets
from conformance.playthroughs import BY_OTHERS, FOLDER, STACKS, path_of, play


@pytest.mark.parametrize("book", STACKS)
def test_golden_playthrough(book: str) -> None:
    head, _, text = path_of(book).read_text(encoding="utf-8").partition("\n\n")
    stacks, told = play(book)
    assert stacks == head == STACKS[book]
    assert told == text


def test_every_book_has_one() -> None:
    kept = {path.stem for folder in BY_OTHERS for path in folder.iterdir()} | set(STACKS)
    assert set(targets()) <= kept
    assert {path_of(book) for book in STACKS} == set(FOLDER.iterdir())
