"""Lessons over HTTP: for every book, for what is chosen in it, and for nobody in particular."""

import pytest

from pitbook.rulebooks import book_ids, load_book
from web.running import BOOKS, EVERY_BOOK, Served

MD, MA, GALAXY, FOUR = BOOKS


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_every_book_has_a_lesson_for_anybody(server: Served, book: str) -> None:
    found = server.plain().get("/api/lesson", params={"target": book})
    assert found.status_code == 200
    assert found.json()["title"] == load_book(book).title
    assert found.json()["steps"][0]["title"] == "Wager"


def test_a_lesson_is_of_the_paytables_and_options_that_are_chosen(server: Served) -> None:
    params = {"target": GALAXY, "option": "smaller_raises:true", "paytable": "trips_plus:2"}
    found = server.client().http.get("/api/lesson", params=params).json()
    (before,) = [step for step in found["steps"] if step["title"] == "Before the community cards"]
    assert before["says"][0]["text"] == "Raise 1, 2 or 3 times the Ante, or check."


def test_a_book_that_is_not_there_is_refused_in_words(server: Served) -> None:
    found = server.client().http.get("/api/lesson", params={"target": "no-such-book"})
    assert found.status_code in (404, 409, 422)
    assert found.json()["error"]["problems"][0]["message"]


def test_differences_and_glossary(server: Served) -> None:
    found = server.client().http.get("/api/books/differences").json()
    assert tuple(book["id"] for book in found["books"]) == book_ids()
    assert all(len(line["cells"]) == len(book_ids()) for line in found["lines"])
    terms = server.client().http.get("/api/glossary").json()["terms"]
    assert {"Ante", "Push", "Qualify"} <= {term["name"] for term in terms}
