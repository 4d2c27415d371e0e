"""Past rounds over HTTP: lists, and each as a replay with its proof. Of a round in progress there is nothing here."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from pitbook.money import format_cents
from pitbook.pit.records import table_of
from pitbook.problems import Problem, RefusedError
from pitbook.web import answers
from pitbook.web.chronicles import may_see_past, past_of
from pitbook.web.dependencies import Current, compute
from pitbook.web.errors import UnknownError
from pitbook.web.replay_answers import Replay
from pitbook.web.sessions import display_name

router = APIRouter(tags=["history"])
MOST = 200


@router.get("/api/tables/{table}/rounds", response_model=answers.Rounds)
async def rounds(
    request: Request,
    table: str,
    session: Current,
    before: Annotated[int | None, Query(ge=1, lt=2**53, description="Only rounds with lower numbers.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> dict[str, Any]:
    """The rounds of a table that are over, the latest first, with what the caller won in each."""
    await may_see_past(request, table)
    found, more = await compute(request, past_of(request).page, table, before, limit)
    own = session.player if session else ""
    return {
        "rounds": [
            {
                "round": one.round,
                "number": one.number,
                "opened": one.opened,
                "void": one.void,
                "net": None if (net := one.net_of(own)) is None else format_cents(net),
                "seats": {str(seat): display_name(player) for seat, player in one.seats.items()},
            }
            for one in found
        ],
        "more": more,
    }


@router.get("/api/rounds/{round_id}", response_model=Replay, response_model_exclude_unset=True)
async def round_replay(request: Request, round_id: str) -> dict[str, Any]:
    """A round that is over, as a replay: what was said and seen, step by step, the settlement, and the proof."""
    table, _ = table_of(round_id)
    await may_see_past(request, table)
    found = await compute(request, past_of(request).find, round_id)
    if found is None:
        raise UnknownError(Problem(f"there is no round {round_id}", round_id))
    if not found.over:
        raise RefusedError(Problem(f"round {round_id} is not over: it can be shown when it is", round_id))
    return await compute(request, past_of(request).replay, round_id)
