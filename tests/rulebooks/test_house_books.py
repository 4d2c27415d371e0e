"""The data of Pitbook's own books is what the statement of each game says."""

import pytest

from pitbook.rulebooks import book_ids, load_book
from rulebooks.house_checks import check_house_book
from rulebooks.house_facts import HOUSE_FACTS

BOOKS = list(HOUSE_FACTS)


def test_they_come_after_the_books_of_regulators() -> None:
    house = [load_book(book_id).house_book for book_id in book_ids()]
    assert house == sorted(house)
    assert sorted(BOOKS) == [book_id for book_id in book_ids() if load_book(book_id).house_book]
    assert {load_book(book).authority for book in BOOKS} == {"Pitbook's own statement of a commonly dealt game"}


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_fact_of_the_book(book_id: str) -> None:
    check_house_book(load_book(book_id))
