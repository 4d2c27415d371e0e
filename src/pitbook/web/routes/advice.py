"""The coach over HTTP: advice on a decision, the review of a round, and the report on a session."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from pitbook.coach.advice import advice_on
from pitbook.coach.documents import WhatIf
from pitbook.coach.review import review
from pitbook.coach.spot import spot_of
from pitbook.coach.table_history import PlayedRound
from pitbook.coach.what_if import what_if
from pitbook.pit.records import table_of
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.steps import StepName
from pitbook.web.computations import queue_of
from pitbook.web.dependencies import Required, compute, projection_of
from pitbook.web.errors import ForbiddenError, UnknownError
from pitbook.web.history.rounds import history_of
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.views import coach_modes
from pitbook.web.responses import coach as responses
from pitbook.web.responses.views import CoachMode

router = APIRouter(tags=["coach"])
MAX_ROUNDS = 200
ActionQuery = Annotated[str, Query(max_length=32, description="The other action.", examples=["fold"])]


def _require_mode(projection: TableProjection, mode: CoachMode) -> None:
    """Refuse what the table's settings turn off; if people share a table, the coach speaks only after the round."""
    if mode in coach_modes(projection):
        return
    if projection.shared and mode in ("before", "after"):
        raise ForbiddenError(Problem("people share this table: the coach speaks only after the round"))
    raise ForbiddenError(Problem("the coach is turned off for this at this table"))


async def _find_round(request: Request, round_id: str) -> tuple[TableProjection, PlayedRound]:
    """A round, finished or in progress, and its table."""
    table, _ = table_of(round_id)
    projection = await projection_of(request, table)
    found = await compute(request, history_of(request).find, round_id)
    if found is None:
        raise UnknownError(Problem(f"there is no round {round_id}", round_id))
    return projection, found


@router.get("/api/tables/{table}/advice")
async def advice(request: Request, table: str, session: Required) -> responses.Advice:
    """What every action is worth in the decision that the caller has to make now."""
    projection = await projection_of(request, table)
    _require_mode(projection, "before")
    state = projection.state
    asked = state.round.to_act[0] if state.round and state.round.to_act else None
    if asked is None or not state.agenda or state.agenda[0].do != StepName.DECIDE:
        raise RefusedError(Problem("no decision is asked for now"))
    if state.seats.get(asked) != session.player:
        raise RefusedError(Problem(f"it is not your turn: position {asked} has to decide", str(asked)))
    spot = spot_of(state)
    if spot is None:
        raise RefusedError(Problem("the table does not know your cards: nobody has entered them"))
    version = state.version
    found = await compute(request, lambda: advice_on(spot).as_json())
    return {**found, "seat": asked, "version": version}


@router.get("/api/rounds/{round_id}/review")
async def round_review(request: Request, round_id: str, session: Required) -> responses.Review:
    """What the caller's decisions in a round were worth; in the round in progress, those already made."""
    projection, found = await _find_round(request, round_id)
    _require_mode(projection, "after_round" if found.over else "after")
    own = [one for one in tuple(found.decisions) if one.player == session.player]
    reviewed = await compute(request, lambda: [one.as_json() for one in review(own)])
    return {"round": round_id, "over": found.over, "decisions": reviewed}


@router.get("/api/rounds/{round_id}/what-if")
async def round_what_if(
    request: Request,
    round_id: str,
    session: Required,
    action: ActionQuery,
    decision: Annotated[int, Query(ge=0, lt=2**31, description="Its place among the caller's decisions.")],
) -> WhatIf:
    """What the caller's hand would have won with another action; only after the round is over."""
    projection, found = await _find_round(request, round_id)
    if not found.over:
        raise RefusedError(Problem(f"round {round_id} is not over yet; what-if is available afterwards", round_id))
    _require_mode(projection, "after_round")
    own = [one for one in found.decisions if one.player == session.player]
    if decision >= len(own):
        raise UnknownError(Problem(f"you made {len(own)} decisions in round {round_id}", str(decision)))
    return await compute(request, what_if, found, own[decision], action)


@router.get("/api/session/report")
async def session_report(
    request: Request, session: Required, table: Annotated[str | None, Query(max_length=32)] = None
) -> responses.SessionReport:
    """The caller's newest rounds, at one table or at all: decisions and their cost, and luck against expectation."""
    if table is not None:
        _require_mode(await projection_of(request, table), "after_round")
    player, history = session.player, history_of(request)
    head = await compute(request, history.store.head)
    return await queue_of(request, "report").get(
        (player, table, head.number), lambda: compute(request, history.report, player, table)
    )


@router.get("/api/session/rounds")
async def session_rounds(
    request: Request,
    session: Required,
    after: Annotated[str | None, Query(max_length=64, description="Where the page before ended.")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_ROUNDS)] = MAX_ROUNDS,
) -> responses.Lifetime:
    """All rounds of the caller, page by page, for lifetime statistics."""
    player, history = session.player, history_of(request)
    head = await compute(request, history.store.head)
    return await queue_of(request, "lifetime").get(
        (player, after, limit, head.number), lambda: compute(request, history.lifetime, player, after, limit)
    )
