"""A described hand, paid line by line over HTTP, with the case of the book behind each line."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints

from pitbook.rulebooks import book_ids
from pitbook.settlement import read_round, settle
from pitbook.settlement.explain import settled_document
from pitbook.submission import HouseRules
from pitbook.web.dependencies import compute
from pitbook.web.requests.house_rules import rules_of
from pitbook.web.responses.base import ResponseModel
from pitbook.web.responses.rounds import SettledLine, Total

router = APIRouter(tags=["books and layouts"])
Short = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SettleHandRequest(BaseModel):
    """A hand to be settled by a book's stock submission, with other paytables and options where they are given."""

    model_config = ConfigDict(extra="forbid")

    target: Short = Field(examples=[*book_ids()[:1]])
    paytables: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    options: dict[Short, StrictBool] = Field(default_factory=dict, max_length=16)
    hand: dict[str, Any] = Field(max_length=16, description="The document that `pitbook settle` takes.")
    why_not: StrictBool = False


class CasePassedOver(ResponseModel):
    """A case before the one that decided, and its conditions that were not met."""

    number: int
    conditions: dict[str, Any]
    unmet: list[str]


class DecidingCase(ResponseModel):
    """The case of its wager that decided a line, and what it asks for."""

    number: int
    of: int
    conditions: dict[str, Any]
    why_not: list[CasePassedOver] | None = None


class ExplainedLine(SettledLine):
    """A settlement line with its readings and its case; lines by a rule of their own have none."""

    readings: list[str]
    case: DecidingCase | None


class ReadingOfLine(ResponseModel):
    """A reading that decided a line, and the cited clauses that it interprets."""

    number: int
    name: str
    reading: str
    clauses: list[str]


class SettledHand(ResponseModel):
    """A hand that was settled."""

    lines: list[ExplainedLine]
    totals: dict[str, Total]
    meters: dict[str, str]
    readings: list[ReadingOfLine]


@router.post("/api/settle", response_model=SettledHand, response_model_exclude_unset=True)
async def settle_hand(request: Request, asked: SettleHandRequest) -> dict[str, Any]:
    """What every wager of a described hand is paid, why, by which clause and by which case."""
    rules = rules_of(asked.target, asked.paytables, asked.options)
    found: dict[str, Any] = await compute(request, _document, rules, asked.hand, asked.why_not)
    return found


def _document(rules: HouseRules, hand: dict[str, Any], why_not: bool) -> dict[str, Any]:
    return settled_document(settle(rules, read_round(rules, hand)), explain=True, why_not=why_not)
