"""How the games are played, how the books differ, and the words of the table, over HTTP."""

from fastapi import APIRouter, Request

from pitbook.coach.differences import differences
from pitbook.coach.glossary import glossary
from pitbook.coach.lesson import lesson_of
from pitbook.rulebooks import book_ids
from pitbook.submission import load_target
from pitbook.table.state import the_rules
from pitbook.web.computations import queue_of
from pitbook.web.dependencies import compute, projection_of
from pitbook.web.requests.house_rules import ChosenByAddress
from pitbook.web.responses import coach as responses
from pitbook.web.translation.sentences import language_of, wanted

router = APIRouter(tags=["learning"])


@router.get("/api/lesson")
async def lesson(asked: ChosenByAddress) -> responses.Lesson:
    """How a game is played, in a minute, from its book: each sentence with its clauses."""
    rules = asked.rules
    return {"target": asked.target, "title": rules.book.title, **lesson_of(rules).as_json()}


@router.get("/api/tables/{table}/lesson")
async def table_lesson(request: Request, table: str) -> responses.Lesson:
    """How the game is played at a table, by its own rules."""
    rules = the_rules((await projection_of(request, table)).state)
    return {"target": rules.book.id, "title": rules.book.title, **lesson_of(rules).as_json()}


@router.get("/api/books/differences")
async def how_books_differ(request: Request) -> responses.Differences:
    """What the books say about the same things, side by side, by their stock submissions."""
    return await queue_of(request, "differences").get("", lambda: compute(request, _differences))


def _differences() -> responses.Differences:
    rules = [load_target(book) for book in book_ids()]
    return {
        "books": [{"id": one.book.id, "title": one.book.title} for one in rules],
        "lines": [line.as_json() for line in differences(rules)],
    }


@router.get("/api/names")
async def names_in_another_language(request: Request) -> responses.Names:
    """Names that pages derive from identifiers, in the language of the request; none if that is English."""
    name = wanted(request.headers.get("accept-language", ""))
    language = language_of(name) if name else None
    return {"names": language.names if language else {}, "verbs": language.verbs if language else {}}


@router.get("/api/glossary")
async def words_of_the_table() -> responses.Glossary:
    """Words of the table, each in a sentence, with the clauses that define it."""
    return {"terms": [term.as_json() for term in glossary()]}
