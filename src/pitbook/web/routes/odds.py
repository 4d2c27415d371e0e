"""Exact odds over HTTP: the solved game, its charts, and the PAR sheet to download."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints

from pitbook.exact import exact
from pitbook.money import format_cents, parse_cents, parse_exact
from pitbook.odds.families.protocol import Chart, HandClasses
from pitbook.odds.families.registry import family_of
from pitbook.odds.paper.par import FORMATS
from pitbook.odds.solution import solve
from pitbook.odds.strategies import generate_card
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks import book_ids
from pitbook.settlement.compile import side_wagers
from pitbook.submission import HouseRules
from pitbook.web.computations import queue_of
from pitbook.web.dependencies import compute
from pitbook.web.requests.house_rules import ChosenByAddress, Pairs, read_pairs, rules_of
from pitbook.web.responses.odds import HandClass, HandsByUpCard, Odds, StartingHand, StartingHands

router = APIRouter(tags=["exact odds"])
Short = Annotated[str, StringConstraints(min_length=1, max_length=64)]
MEDIA = {"pdf": "application/pdf", "html": "text/html", "csv": "text/csv", "json": "application/json"}
Amounts = Mapping[str, Fraction]
MeterQuery = Annotated[
    Pairs, Query(max_length=8, description="What a meter shows, like progressive:12000.00; may be repeated.")
]
StakeQuery = Annotated[Pairs, Query(max_length=16, description="A stake, like trips_plus:5.00; may be repeated.")]


class OddsRequest(BaseModel):
    """Which game: a book, with other paytables, options, meter readings and stakes than its stock submission has."""

    model_config = ConfigDict(extra="forbid")

    target: Short = Field(examples=[*book_ids()[:1]])
    paytables: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    options: dict[Short, StrictBool] = Field(default_factory=dict, max_length=16)
    meters: dict[Short, Short] = Field(default_factory=dict, max_length=8, examples=[{"progressive": "12000.00"}])
    stakes: dict[Short, Short] = Field(default_factory=dict, max_length=16)


@router.post("/api/odds")
async def odds(request: Request, asked: OddsRequest) -> Odds:
    """The exact edge of everything, the strategy in figures, and the chart of decisions."""
    rules = rules_of(asked.target, asked.paytables, asked.options)
    meters, stakes = _figures(rules, asked.meters, asked.stakes)
    return await queue_of(request, "solve").get(
        _key(rules, meters, stakes), lambda: compute(request, solved_document, rules, meters, stakes)
    )


def _figures(rules: HouseRules, meters: Mapping[str, str], stakes: Mapping[str, str]) -> tuple[Amounts, Amounts]:
    """Meter readings and stakes, in dollars; all problems are reported together."""
    sides = [wager.name for wager in side_wagers(rules)]
    problems: list[Problem] = []
    found = _amounts(meters, "meter", list(rules.meters), problems), _amounts(stakes, "stake", sides, problems)
    if problems:
        raise MalformedError(problems)
    return found


def _key(rules: HouseRules, meters: Amounts, stakes: Amounts) -> tuple[object, ...]:
    return rules.digest, tuple(sorted(meters.items())), tuple(sorted(stakes.items()))


def solved_document(rules: HouseRules, meters: Amounts, stakes: Amounts) -> Odds:
    """The document of `pitbook solve --json`, with the house's choices and the chart of decisions."""
    solution = solve(rules, meters=meters, stakes=stakes)
    if solution.main.result is None:
        raise ValueError("a game that is solved has a result")
    return {
        **solution.solved_json(solution.main.result),
        "title": rules.book.title,
        "unit": rules.book.flow.unit,
        "units": rules.book.flow.units,
        "streets": {street.name: street.title for street in rules.streets},
        "rules": rules.digest,
        "approved": rules.approved.isoformat() if rules.approved else None,
        "paytables": {kind: table.id for kind, table in rules.tables.items()},
        "options": dict(rules.options),
        "meters": {name: format_cents(terms.reset) for name, terms in rules.meters.items()},
        "charts": [_chart(rules, chart) for chart in family_of(rules).charts(solution.main)],
    }


def _chart(rules: HouseRules, chart: Chart) -> StartingHands | HandsByUpCard:
    """Rows of starting hands from the ace down, or classes of hands, by the dealer's up card if there is one.

    Each cell of a class says for how many deals each action is the best one.
    """
    actions = list(chart.actions)
    if isinstance(chart, HandClasses):
        rows: list[HandClass] = [{"hand": row.name, "cells": list(row.shares)} for row in chart.rows]
        when = next((one.title for one in rules.streets if one.name == chart.street), rules.streets[-1].title)
        return {"kind": "up_card", "when": when, "actions": actions, "ranks": list(chart.against), "rows": rows}
    cells: list[list[StartingHand]] = [
        [
            {
                "hand": hand.name,
                "action": hand.action,
                "values": {action: exact(value) for action, value in hand.values.items()},
            }
            for hand in row
        ]
        for row in chart.rows
    ]
    when = rules.streets[0].title
    return {"kind": "pre_flop", "when": when, "actions": actions, "ranks": list(chart.ranks), "rows": cells}


def _amounts(given: Mapping[str, str], what: str, known: list[str], problems: list[Problem]) -> dict[str, Fraction]:
    """Amounts by name; unknown names and invalid amounts become problems."""
    amounts = {}
    for name, text in given.items():
        if name not in known:
            problems.append(Problem(f"there is no {what} {name!r} here; {nearest(name, known)}", name))
            continue
        try:
            amounts[name] = Fraction(parse_cents(text), 100) if what == "stake" else parse_exact(text)
        except MalformedError as error:
            problems += error.problems
            continue
        if what == "stake" and not amounts[name]:
            problems.append(Problem(f"a stake must be more than zero, not {text}", text))
    return amounts


@router.get(
    "/api/odds/par",
    response_class=Response,
    responses={200: {"content": {media: {} for media in MEDIA.values()}}},
)
async def par(
    request: Request,
    asked: ChosenByAddress,
    format: Annotated[Literal["pdf", "html", "csv", "json"], Query()] = "pdf",  # noqa: A002 (its name in the address)
    meter: MeterQuery = [],  # noqa: B006 (FastAPI copies it)
    stake: StakeQuery = [],  # noqa: B006
) -> Response:
    """The PAR sheet of a book's stock submission, with other choices where they are given."""
    rules = asked.rules
    meters, stakes = _figures(rules, read_pairs(meter, "meter"), read_pairs(stake, "stake"))
    sheet: bytes = await queue_of(request, "par").get(
        (format, *_key(rules, meters, stakes)), lambda: compute(request, _sheet, rules, meters, stakes, format)
    )
    name = f"par-{rules.book.id}.{format}"
    return Response(sheet, media_type=MEDIA[format], headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _sheet(rules: HouseRules, meters: Amounts, stakes: Amounts, form: str) -> bytes:
    return FORMATS[f".{form}"](solve(rules, meters=meters, stakes=stakes), generate_card(rules))
