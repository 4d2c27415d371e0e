"""Layouts drawn for a window, over HTTP: the same drawing that is printed, with the places of cards and chips on it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from pitbook.layout import LayoutSheet, felt_of, felt_svg, plan_of
from pitbook.layout.documents import FeltDrawing, Layout
from pitbook.problems import MalformedError, Problem
from pitbook.submission import HouseRules
from pitbook.table.state import the_rules
from pitbook.web.dependencies import compute, projection_of
from pitbook.web.history.rounds import finished_round
from pitbook.web.translation.felt import felt_in
from pitbook.web.translation.sentences import language_of, wanted

router = APIRouter(tags=["books and layouts"])
LARGE = 1.25
"""How much larger small letters are in large print."""
Pixels = Annotated[int, Query(ge=160, le=8192, description="Of the window, in its pixels.")]


def window(
    width: Pixels,
    height: Pixels,
    own: Annotated[list[int], Query(max_length=3, description="Positions to be drawn large.")] = [],  # noqa: B006
    large: Annotated[bool, Query(description="Large print.")] = False,
) -> LayoutSheet:
    """The window that a layout is to be drawn for."""
    return LayoutSheet(width, height, tuple(sorted(set(own))), LARGE if large else 1.0)


Window = Annotated[LayoutSheet, Depends(window)]


def spoken_by(request: Request) -> str | None:
    """The language of a request; None for English."""
    return wanted(request.headers.get("accept-language", ""))


def drawn(rules: HouseRules, sheet: LayoutSheet, language: str | None = None) -> FeltDrawing:
    """The drawing and its places, in English or in another language."""
    wrong = [seat for seat in sheet.own if not 1 <= seat <= rules.positions]
    if wrong:
        message = f"there is no position {wrong[0]}: the positions are 1 to {rules.positions}"
        raise MalformedError(Problem(message, str(wrong[0])))
    felt = felt_in(felt_of(rules), language_of(language) if language else None)
    return {"svg": felt_svg(felt, sheet), **plan_of(felt, sheet).as_json()}


@router.get("/api/tables/{table}/felt")
async def table_felt(request: Request, table: str, sheet: Window) -> FeltDrawing:
    """The layout of a table, drawn for a window."""
    rules = the_rules((await projection_of(request, table)).state)
    return await compute(request, drawn, rules, sheet, spoken_by(request))


@router.get("/api/rounds/{round_id}/layout")
async def round_layout(request: Request, round_id: str) -> Layout:
    """The layout that a round was played on."""
    return felt_of((await finished_round(request, round_id)).rules).as_json()


@router.get("/api/rounds/{round_id}/felt")
async def round_felt(request: Request, round_id: str, sheet: Window) -> FeltDrawing:
    """The layout that a round was played on, drawn for a window."""
    played = await finished_round(request, round_id)
    return await compute(request, drawn, played.rules, sheet, spoken_by(request))
