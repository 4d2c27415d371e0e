"""The last decision in plain Python: the same values as the kernels, to the last digit."""

from random import Random

import pytest

from pitbook.cards import DECK
from pitbook.odds import advise, complete_board
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.families import FamilyName
from pitbook.submission import load_target

WITH_BOARD = [book for book in book_ids() if load_book(book).family is FamilyName.BOARD_DEALER]


@pytest.mark.parametrize("book", WITH_BOARD)
def test_the_kernels_give_the_same(book: str) -> None:
    rules, chance = load_target(book), Random(book)
    for dead in (0, 0, 1, 6):
        cards = chance.sample(DECK, 7 + dead)
        own, board, gone = cards[:2], cards[2:7], cards[7:]
        assert complete_board.fits(rules, board)
        assert complete_board.advise(rules, own, board, gone) == advise(rules, own, board, gone)


def test_it_is_for_complete_boards_of_games_with_a_dealer() -> None:
    assert len(WITH_BOARD) >= 4
    assert not complete_board.fits(load_target(WITH_BOARD[0]), DECK[:3])
    assert not complete_board.fits(load_target("let-it-ride"), DECK[:2])
    assert not complete_board.fits(load_target("md-four-card-poker"), ())
