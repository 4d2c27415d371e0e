"""Golden playthroughs of progressive awards: the amounts were worked out by hand, and the transcript stays as it is."""

import pytest

from table.awards import COMES_TO, FOLDER, play


@pytest.mark.parametrize("book", COMES_TO)
def test_an_award_is_what_the_meter_shows_at_the_players_turn(book: str) -> None:
    head, _, text = (FOLDER / f"{book}.txt").read_text(encoding="utf-8").partition("\n\n")
    found, told = play(book)
    assert found == head == COMES_TO[book]
    assert told == text
