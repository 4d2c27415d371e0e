"""The coach over HTTP: before a decision, after it, over a whole session, and with hard decisions to practise on."""

import secrets
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from pitbook.coach.advice import advice_on, why
from pitbook.coach.drill import LEVELS, answer, deal_drill, level_of, read_spot, write_spot
from pitbook.coach.review import review
from pitbook.coach.spot import Spot, spot_of
from pitbook.coach.what_if import shares, what_if
from pitbook.odds.exact import exact
from pitbook.pit.records import table_of
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.steps import StepName
from pitbook.submission import HouseRules
from pitbook.web.computations import queue_of
from pitbook.web.dependencies import Required, compute, projection_of, signer_of
from pitbook.web.errors import ForbiddenError, UnknownError
from pitbook.web.history.rounds import history_of
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.views import coach_modes
from pitbook.web.requests.house_rules import ChosenByAddress, rules_of
from pitbook.web.responses import coach as responses

router = APIRouter(tags=["coach"])
MISTAKES = 20
MAX_ROUNDS = 200
DRILL = "drill"
ANSWERED = "answered drill"
ActionQuery = Annotated[str, Query(max_length=32, description="What would have been done.", examples=["fold"])]


def _may_speak(projection: TableProjection, mode: str) -> None:
    """The coach is silent where the table's arrangement says so, and among people who share a table."""
    if mode in coach_modes(projection):
        return
    if projection.shared and mode in ("before", "after"):
        raise ForbiddenError(Problem("people share this table: the coach speaks only after the round"))
    raise ForbiddenError(Problem("the coach is not allowed to say this at this table"))


@router.get("/api/tables/{table}/advice", response_model=responses.Advice)
async def advice(request: Request, table: str, session: Required) -> dict[str, Any]:
    """What every action is worth in the decision that the caller has to make now."""
    projection = await projection_of(request, table)
    _may_speak(projection, "before")
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
    return found | {"seat": asked, "version": version}


@router.get("/api/rounds/{round_id}/review", response_model=responses.Review)
async def round_review(request: Request, round_id: str, session: Required) -> dict[str, Any]:
    """What the caller's decisions in a round were worth; in the round in progress, those already made."""
    table, _ = table_of(round_id)
    projection = await projection_of(request, table)
    found = await compute(request, history_of(request).find, round_id)
    if found is None:
        raise UnknownError(Problem(f"there is no round {round_id}", round_id))
    _may_speak(projection, "after_round" if found.over else "after")
    own = [one for one in tuple(found.decisions) if one.player == session.player]
    reviewed = await compute(request, lambda: [one.as_json() for one in review(own)])
    return {"round": round_id, "over": found.over, "decisions": reviewed}


@router.get("/api/rounds/{round_id}/what-if", response_model=responses.WhatIf)
async def round_what_if(
    request: Request,
    round_id: str,
    session: Required,
    action: ActionQuery,
    decision: Annotated[int, Query(ge=0, lt=2**31, description="Its place among the caller's decisions.")],
) -> dict[str, Any]:
    """The caller's hand played the other way, to the end; never of a round that is not over."""
    table, _ = table_of(round_id)
    projection = await projection_of(request, table)
    found = await compute(request, history_of(request).find, round_id)
    if found is None:
        raise UnknownError(Problem(f"there is no round {round_id}", round_id))
    if not found.over:
        raise RefusedError(Problem(f"round {round_id} is not over: what if is told when it is", round_id))
    _may_speak(projection, "after_round")
    own = [one for one in found.decisions if one.player == session.player]
    if decision >= len(own):
        raise UnknownError(Problem(f"you made {len(own)} decisions in round {round_id}", str(decision)))
    return await compute(request, what_if, found, own[decision], action)


@router.get("/api/session/report", response_model=responses.SessionReport)
async def session_report(
    request: Request, session: Required, table: Annotated[str | None, Query(max_length=32)] = None
) -> dict[str, Any]:
    """The caller's newest rounds, at one table or at all: decisions and their cost, and luck against expectation."""
    if table is not None:
        _may_speak(await projection_of(request, table), "after_round")
    player, history = session.player, history_of(request)
    head = await compute(request, history.store.head)
    found: dict[str, Any] = await queue_of(request, "report").get(
        (player, table, head.number), lambda: compute(request, history.report, player, table)
    )
    return found


@router.get("/api/session/rounds", response_model=responses.Lifetime)
async def session_rounds(
    request: Request,
    session: Required,
    after: Annotated[str | None, Query(max_length=64, description="Where the page before ended.")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_ROUNDS)] = MAX_ROUNDS,
) -> dict[str, Any]:
    """All rounds of the caller's, page by page: what lifetime statistics are added up from."""
    player, history = session.player, history_of(request)
    head = await compute(request, history.store.head)
    found: dict[str, Any] = await queue_of(request, "lifetime").get(
        (player, after, limit, head.number), lambda: compute(request, history.lifetime, player, after, limit)
    )
    return found


class DrillAnswer(BaseModel):
    """What somebody would do in a drill."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(max_length=4096)]
    action: Annotated[str, Field(max_length=32, examples=["fold"])]


class DrillInstead(BaseModel):
    """What somebody might have done in a drill that was answered."""

    model_config = ConfigDict(extra="forbid")

    answered: Annotated[str, Field(max_length=4096)]
    action: Annotated[str, Field(max_length=32, examples=["fold"])]


@router.get("/api/drill", response_model=responses.Drill)
async def drill(
    request: Request,
    asked: ChosenByAddress,
    street: Annotated[str | None, Query(max_length=32, description="pre_flop, flop, river or play.")] = None,
    level: Annotated[
        int | None, Query(ge=1, le=len(LEVELS), description="By what a mistake costs; 4 is close.")
    ] = None,
    seed: Annotated[int | None, Query(ge=0, lt=2**53, description="Gives the same drill again.")] = None,
) -> dict[str, Any]:
    """A decision to practise on, of one level or of any."""
    seeded = secrets.randbits(48) if seed is None else seed
    chance = Random(seeded)  # noqa: S311 (practice, not play)
    spot = await compute(request, deal_drill, asked.rules, chance, street, level)
    choices = {"target": asked.target, "paytables": dict(asked.paytables), "options": dict(asked.options)}
    return _asked(request, choices, spot) | {"seed": seeded}


@router.get("/api/drill/mistakes", response_model=responses.DrillMistakes)
async def drill_mistakes(request: Request, session: Required) -> dict[str, Any]:
    """The caller's own mistakes at the tables as drills, the dearest first."""
    spots = await compute(request, history_of(request).mistakes, session.player)
    return {"drills": [_asked(request, _choices_of(spot.rules), spot) for spot in spots[:MISTAKES]]}


def _choices_of(rules: HouseRules) -> dict[str, Any]:
    """The choices of a table's house rules, as an address would name them."""
    tables = {kind: table.id for kind, table in rules.tables.items()}
    return {"target": rules.book.id, "paytables": tables, "options": dict(rules.options)}


def _asked(request: Request, choices: Mapping[str, Any], spot: Spot) -> dict[str, Any]:
    """A drill under a signed id that contains it."""
    document = {**choices, **write_spot(spot)}
    return {"id": signer_of(request).sign(DRILL, document), **_question(spot.rules, spot)}


@router.post("/api/drill", response_model=responses.DrillResult)
async def answer_drill(request: Request, given: DrillAnswer) -> dict[str, Any]:
    """What an answer was worth, and every other one."""
    document = signer_of(request).read(DRILL, given.id)
    rules = rules_of(document["target"], document["paytables"], document["options"])
    spot = read_spot(rules, document)

    def held_against_the_best() -> dict[str, Any]:
        found = answer(spot, given.action)
        about = {"action": given.action, "correct": found.cost == 0, "cost": exact(found.cost)}
        about["level"] = level_of(found.advice.margin)
        return about | found.advice.as_json() | {"why": why(found.advice, given.action)}

    answered = {"answered": signer_of(request).sign(ANSWERED, document)}
    return _question(rules, spot) | answered | await compute(request, held_against_the_best)


@router.post("/api/drill/what-if", response_model=responses.DrillWhatIf)
async def drill_what_if(request: Request, given: DrillInstead) -> dict[str, Any]:
    """How an action in a drill that was answered can come out: no cards were dealt to its end, so exactly, by share."""
    document = signer_of(request).read(ANSWERED, given.answered)
    rules = rules_of(document["target"], document["paytables"], document["options"])
    spot = read_spot(rules, document)
    value = await compute(request, lambda: answer(spot, given.action).advice.values[given.action])
    # Before the flop this takes seconds, and anybody may ask: one at a time, so that the coach stays available.
    found = await queue_of(request, "what if").get(
        (given.answered, given.action), lambda: compute(request, shares, spot, given.action)
    )
    about = {"instead": given.action, "value": exact(value), "units": rules.book.flow.units}
    return about | {"basis": "distribution", "distribution": found}


def _question(rules: HouseRules, spot: Spot) -> dict[str, Any]:
    return {
        "target": rules.book.id,
        "title": rules.book.title,
        "street": spot.street.name,
        "when": spot.street.title,
        "units": rules.book.flow.units,
        "cards": [str(card) for card in spot.cards],
        "board": [str(card) for card in spot.board],
        "up": [str(card) for card in spot.up],
        "withdrawn": {name: units == 0 for name, units in spot.left if name in rules.book.flow.withdrawable},
        "choices": [
            {"action": action.name, "label": action.label} for action in reversed(list(spot.street.names.values()))
        ],
        "clauses": list(spot.street.clauses),
    }
