"""The drill over HTTP: decisions to practise on, what an answer was worth, and what was practised.

Anybody may practise. Answers of somebody who is signed in are kept in the record.
"""

import secrets
from datetime import date, timedelta
from random import Random
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field, TypeAdapter, ValidationError

from pitbook.coach.advice import why
from pitbook.coach.documents import AdvisedActions, SpotDocument
from pitbook.coach.drill import LEVELS, Answer, answer, deal_drill, level_of, read_spot, write_spot
from pitbook.coach.spot import Spot
from pitbook.coach.what_if import shares
from pitbook.documents import Document
from pitbook.exact import exact
from pitbook.pit.drills import DrillAnswered
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.submission import HouseRules
from pitbook.web.computations import queue_of
from pitbook.web.dependencies import Current, Required, compute, server_of, signer_of
from pitbook.web.history.practice import practice_of
from pitbook.web.history.rounds import history_of
from pitbook.web.requests.base import RequestModel
from pitbook.web.requests.house_rules import ChosenByAddress, rules_of
from pitbook.web.requests.validation import problems_of
from pitbook.web.responses import coach as responses
from pitbook.web.routes.tables import IdempotencyKey

router = APIRouter(prefix="/api/drill", tags=["drill"])
MISTAKES: Final = 20
DRILL: Final = "drill"
ANSWERED: Final = "answered drill"


class DrillChoices(Document):
    """Whose house rules a drill is for: a book, with the choices that differ from its stock submission."""

    target: str
    paytables: dict[str, str]
    options: dict[str, bool]


class DrillDocument(DrillChoices, SpotDocument):
    """What the signed id of a drill contains."""


_DOCUMENT: Final[TypeAdapter[DrillDocument]] = TypeAdapter(DrillDocument)


class DrillAnswer(RequestModel):
    """What somebody would do in a drill."""

    id: Annotated[str, Field(max_length=4096)]
    action: Annotated[str, Field(max_length=32, examples=["fold"])]
    day: Annotated[date | None, Field(description="The caller's own date, which the answer counts for.")] = None


class DrillInstead(RequestModel):
    """What somebody might have done in a drill that was answered."""

    answered: Annotated[str, Field(max_length=4096)]
    action: Annotated[str, Field(max_length=32, examples=["fold"])]


@router.get("")
async def drill(
    request: Request,
    asked: ChosenByAddress,
    street: Annotated[str | None, Query(max_length=32, description="pre_flop, flop, river or play.")] = None,
    level: Annotated[
        int | None, Query(ge=1, le=len(LEVELS), description="By what a mistake costs; 4 is close.")
    ] = None,
    seed: Annotated[int | None, Query(ge=0, lt=2**53, description="Gives the same drill again.")] = None,
) -> responses.Drill:
    """A decision to practise on, of one level or of any."""
    seeded = secrets.randbits(48) if seed is None else seed
    chance = Random(seeded)  # noqa: S311 (practice, not play)
    spot = await compute(request, deal_drill, asked.rules, chance, street, level)
    choices: DrillChoices = {
        "target": asked.target,
        "paytables": dict(asked.paytables),
        "options": dict(asked.options),
    }
    return {**_asked(request, choices, spot), "seed": seeded}


@router.get("/mistakes")
async def drill_mistakes(request: Request, session: Required) -> responses.DrillMistakes:
    """The caller's own mistakes at the tables as drills, the costliest first."""
    spots = await compute(request, history_of(request).mistakes, session.player)
    return {"drills": [_asked(request, _choices_of(spot.rules), spot) for spot in spots[:MISTAKES]]}


def _choices_of(rules: HouseRules) -> DrillChoices:
    """The choices of a table's house rules, as an address would name them."""
    tables = {kind: table.id for kind, table in rules.tables.items()}
    return {"target": rules.book.id, "paytables": tables, "options": dict(rules.options)}


def _asked(request: Request, choices: DrillChoices, spot: Spot) -> responses.OwnDrill:
    """A drill under a signed id that contains it."""
    document: DrillDocument = {**choices, **write_spot(spot)}
    return {"id": signer_of(request).sign(DRILL, document), **_question(spot.rules, spot)}


@router.post("")
async def answer_drill(
    request: Request, given: DrillAnswer, session: Current, idempotency_key: IdempotencyKey = None
) -> responses.DrillResult:
    """What an answer was worth, and every other one; the answer of somebody who is signed in goes into the record."""
    server = server_of(request)
    person = None if session is None or session.operator else session
    if person is not None:
        await server.commands.take(person.id)
    day = _day(given.day, server.pit.now().date())
    document = _read(request, DRILL, given.id)
    rules = rules_of(document["target"], document["paytables"], document["options"])
    spot = read_spot(rules, document)

    def held_against_the_best() -> tuple[Answer, AdvisedActions, str]:
        found = answer(spot, given.action)
        return found, found.advice.as_json(), why(found.advice, given.action)

    found, advised, words = await compute(request, held_against_the_best)
    if person is not None:
        event = DrillAnswered(
            book=document["target"],
            paytables=document["paytables"],
            options=document["options"],
            **write_spot(spot),
            action=given.action,
            best=found.advice.best,
            cost=str(found.cost),
            day=day.isoformat(),
        )
        await server.note_answer(event, person, given, idempotency_key)
    return {
        **_question(rules, spot),
        **advised,
        "answered": signer_of(request).sign(ANSWERED, document),
        "recorded": person is not None,
        "action": given.action,
        "correct": found.cost == 0,
        "cost": exact(found.cost),
        "level": level_of(found.advice.margin),
        "why": words,
    }


def _read(request: Request, purpose: str, text: str) -> DrillDocument:
    """A drill that this server signed."""
    try:
        return _DOCUMENT.validate_python(signer_of(request).read(purpose, text))
    except ValidationError as error:
        raise MalformedError(problems_of(error.errors())) from error


def _day(given: date | None, now: date) -> date:
    """The caller's date, if it is today's date somewhere on earth."""
    if given is not None and abs(given - now) > timedelta(days=1):
        raise RefusedError(Problem(f"{given} is not today's date anywhere: set the clock of your device", str(given)))
    return given or now


@router.get("/results")
async def drill_results(request: Request, session: Required) -> responses.DrillResults:
    """What the caller has practised: results by book and street, days, the level, and missed decisions as drills."""
    if session.operator:
        raise RefusedError(Problem("the operator does not play: sign in with a name to play"))

    def ask(answer: DrillAnswered) -> responses.OwnDrill:
        choices: DrillChoices = {
            "target": answer.book,
            "paytables": dict(answer.paytables),
            "options": dict(answer.options),
        }
        rules = rules_of(answer.book, answer.paytables, answer.options)
        return _asked(request, choices, read_spot(rules, answer.to_data()))

    player, practices = session.player, practice_of(request)
    version = await compute(request, practices.version, player)
    # The first time reads all answers: one person's at a time, so that the coach stays available.
    return await queue_of(request, "practice").get(
        (player, version), lambda: compute(request, practices.results, player, ask)
    )


@router.post("/what-if")
async def drill_what_if(request: Request, given: DrillInstead) -> responses.DrillWhatIf:
    """How an action in an answered drill can come out, as exact shares, because no cards were dealt to the end."""
    document = _read(request, ANSWERED, given.answered)
    rules = rules_of(document["target"], document["paytables"], document["options"])
    spot = read_spot(rules, document)
    value = await compute(request, lambda: answer(spot, given.action).advice.values[given.action])
    # Before the flop this takes seconds, and anybody may ask: one at a time, so that the coach stays available.
    found = await queue_of(request, "what if").get(
        (given.answered, given.action), lambda: compute(request, shares, spot, given.action)
    )
    return {
        "instead": given.action,
        "value": exact(value),
        "units": rules.book.flow.units,
        "basis": "distribution",
        "distribution": found,
    }


def _question(rules: HouseRules, spot: Spot) -> responses.Question:
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
