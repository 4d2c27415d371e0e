"""A described hand, paid line by line over HTTP, with the case of the book behind each line."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints

from pitbook.rulebooks import book_ids
from pitbook.settlement import read_round, settle
from pitbook.settlement.explain import ExplainedHand, explained_document
from pitbook.submission import HouseRules
from pitbook.web.dependencies import compute
from pitbook.web.requests.house_rules import rules_of

router = APIRouter(tags=["books and layouts"])
Short = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SettleHandRequest(BaseModel):
    """A hand to be settled by a book's stock submission, with other paytables and options where they are given."""

    model_config = ConfigDict(extra="forbid")

    target: Short = Field(examples=[*book_ids()[:1]])
    paytables: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    options: dict[Short, StrictBool] = Field(default_factory=dict, max_length=16)
    hand: dict[str, object] = Field(max_length=16, description="The document that `pitbook settle` takes.")
    why_not: StrictBool = False


@router.post("/api/settle")
async def settle_hand(request: Request, asked: SettleHandRequest) -> ExplainedHand:
    """What every wager of a described hand is paid, why, by which clause and by which case."""
    rules = rules_of(asked.target, asked.paytables, asked.options)
    return await compute(request, _document, rules, asked.hand, asked.why_not)


def _document(rules: HouseRules, hand: Mapping[str, object], why_not: bool) -> ExplainedHand:
    return explained_document(settle(rules, read_round(rules, hand)), why_not=why_not)
