"""Books, clauses, layouts and signs over HTTP, and the pages to print them."""

import hashlib
import json
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from pitbook.layout import felt_of, felt_svg, layout_page, sign_page
from pitbook.layout.documents import Layout
from pitbook.layout.pages import STYLE
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks import RuleBook, book_ids, load_book, readings_of, register
from pitbook.rulebooks.flow import Bet, Check, Fold, Withdraw, limit_of
from pitbook.rulebooks.models import Paytable
from pitbook.rulebooks.pays import ToOne
from pitbook.submission import HouseRules, stock_submission
from pitbook.table.state import the_rules
from pitbook.web.dependencies import projection_of
from pitbook.web.errors import UnknownError
from pitbook.web.requests.house_rules import ChosenByAddress, OptionQuery, PaytableQuery, chosen
from pitbook.web.responses import books as responses

router = APIRouter(tags=["books and layouts"])
TargetOrNone = Annotated[str | None, Query(min_length=1, max_length=64, description="A rule book's id.")]
TableOrNone = Annotated[str | None, Query(max_length=32, description="A table, in place of a rule book.")]
SVG = "image/svg+xml"
PRINT_STYLE = "/print/style.css"
HTML: Final[dict[int | str, dict[str, object]]] = {200: {"content": {"text/html": {}}}}
"""The answer is a page, but errors are documents as everywhere; a response class would describe them as pages too."""


@router.get("/api/books")
async def books() -> list[responses.Book]:
    """The rule books, with everything that may be chosen when a table is opened."""
    return [_book(book_id) for book_id in book_ids()]


@cache
def _book(book_id: str) -> responses.Book:
    book = load_book(book_id)
    stock = stock_submission(book)
    content = json.dumps(book.model_dump(mode="json"), sort_keys=True)
    return {
        "id": book.id,
        "title": book.title,
        "unit": book.flow.unit,
        "family": book.family,
        "authority": book.authority,
        "version": hashlib.sha256(content.encode()).hexdigest()[:16],
        "positions": book.positions.most,
        "adjacent_boxes": book.positions.per_player == "as_filed",
        "player_cards": book.player.cards,
        "rests_on": book.house_default,
        "paytables": {kind.name: [_summary(book, table) for table in kind.tables] for kind in book.paytables},
        "paytable_titles": {kind.name: kind.title for kind in book.paytables},
        "wagers": [
            {
                "name": wager.name,
                "label": wager.title,
                "required": not wager.optional,
                "opens": wager.opens,
                "decided": wager.decided,
                "clauses": list(wager.clauses),
            }
            for wager in book.wagers
            if not wager.is_bonus
        ],
        "streets": _streets(book),
        "options": [
            {"name": one.name, "default": one.default, "says": one.says, "clauses": list(one.clauses)}
            for one in book.options
        ],
        "dealing_methods": [
            {"method": one.method.value, "orders": [order.name for order in one.orders]} for one in book.dealing
        ],
        "shufflers": [one.value for one in book.shuffle.shufflers],
        "payout_limit": None if book.payout_limit is None else book.payout_limit.model_dump(mode="json"),
        "stock": stock,
    }


def _streets(book: RuleBook) -> list[responses.BookStreet]:
    return [
        {
            "name": street.name,
            "title": street.title,
            "board": street.board,
            "actions": [_offer(offer) for offer in street.offers],
            "otherwise": street.otherwise,
            "clauses": list(street.clauses),
        }
        for street in book.flow.streets
    ]


def _offer(offer: Bet | Check | Fold | Withdraw) -> responses.BookOffer:
    bet = offer if isinstance(offer, Bet) else None
    return {
        "does": offer.do,
        "verb": offer.verb,
        "multiples": list(bet.multiples) if bet else [],
        "any_amount_between": bet is not None and bet.any_amount_between,
        "adds": bet is not None and bet.adds,
        "needs_hand": limit.words if (limit := limit_of(offer)) else None,
        "option": bet.option if bet else None,
        "clauses": list(offer.clauses),
    }


def _summary(book: RuleBook, table: Paytable) -> responses.Summary:
    """A paytable in one line: what it pays, from the highest hand down."""
    pays = [row.pays for row in table.rows]
    beside = book.hands[table.evaluates].beside
    decided = f"{beside}: " if beside else ""
    if all(isinstance(one, ToOne) for one in pays):
        shown = [str(one).removesuffix(" to 1").replace(" to ", ":") for one in pays]
        return {"id": table.id, "summary": f"{decided}{' / '.join(shown)} to 1"}
    return {"id": table.id, "summary": decided + " / ".join(str(one) for one in pays)}


@router.get("/api/clauses/{book}/{clause}")
async def clause(book: str, clause: str) -> responses.Clause:
    """A clause in our own words, how the software covers it, and how we read it if it can be read in two ways."""
    found = _clauses(book).get(clause) if book in book_ids() else None
    if found is None:
        raise UnknownError(Problem(f"there is no clause {f'{book} {clause}'[:80]!r}", f"{book} {clause}"[:80]))
    return found


@cache
def _clauses(book: str) -> dict[str, responses.Clause]:
    title = load_book(book).title
    return {
        one.id: {
            "citation": one.citation,
            "book": book,
            "title": title,
            "id": one.id,
            "says": one.says,
            "coverage": one.coverage.value,
            "reason": one.reason,
            "readings": [
                {"number": each.number, "name": each.name, "says": each.reading, "options": list(each.options)}
                for each in readings_of(one.citation)
            ],
        }
        for one in register(book)
    }


@router.get("/api/tables/{table}/layout")
async def table_layout(request: Request, table: str) -> Layout:
    """The layout and the sign of a table."""
    return felt_of(await _rules_at(request, table)).as_json()


@router.get("/api/tables/{table}/layout.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def table_layout_drawing(request: Request, table: str) -> Response:
    """The layout of a table as a drawing."""
    return Response(felt_svg(felt_of(await _rules_at(request, table))), media_type=SVG)


@router.get("/api/layout")
async def layout(asked: ChosenByAddress) -> Layout:
    """The layout and the sign of a book's stock submission, with other choices where they are given."""
    return felt_of(asked.rules).as_json()


@router.get("/api/layout.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def layout_drawing(asked: ChosenByAddress) -> Response:
    """The layout of a book's stock submission as a drawing."""
    return Response(felt_svg(felt_of(asked.rules)), media_type=SVG)


async def printed(
    request: Request,
    target: TargetOrNone = None,
    table: TableOrNone = None,
    paytable: PaytableQuery = [],  # noqa: B006 (FastAPI copies it)
    option: OptionQuery = [],  # noqa: B006
) -> HouseRules:
    """The rules of a table, or of a book with other choices."""
    if (target is None) == (table is None):
        raise MalformedError(Problem("name either a target, which is a rule book, or a table"))
    if table is not None:
        return await _rules_at(request, table)
    return chosen(target or "", paytable, option).rules


Printed = Annotated[HouseRules, Depends(printed)]


@router.get("/print/layout", response_class=Response, responses=HTML)
async def print_layout(rules: Printed) -> Response:
    """The layout as a page to print."""
    return HTMLResponse(layout_page(rules, PRINT_STYLE))


@router.get("/print/sign", response_class=Response, responses=HTML)
async def print_sign(rules: Printed) -> Response:
    """The sign as a page to print."""
    return HTMLResponse(sign_page(rules, PRINT_STYLE))


@router.get(PRINT_STYLE, response_class=Response, responses={200: {"content": {"text/css": {}}}})
async def print_style() -> Response:
    """The style sheet of the pages to print."""
    return Response(STYLE.read_text(encoding="utf-8"), media_type="text/css")


async def _rules_at(request: Request, table: str) -> HouseRules:
    return the_rules((await projection_of(request, table)).state)
