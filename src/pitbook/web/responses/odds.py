"""Answers about exact odds."""

from typing import Annotated, Literal

from pydantic import Field

from pitbook.documents import Document
from pitbook.exact import Exact
from pitbook.odds.documents import SolvedDocument


class StartingHand(Document):
    """A starting hand, its best action, and what each action is worth."""

    hand: str
    action: str
    values: dict[str, Exact]


class StartingHands(Document):
    """The best decision before the flop: a row for each rank of the deck, from the ace down."""

    kind: Literal["pre_flop"]
    when: str
    """When the decision is, in words."""
    actions: list[str]
    ranks: list[str]
    rows: list[list[StartingHand]]


class HandClass(Document):
    """A class of hands; for each up card, in how many deals each action is best."""

    hand: str
    cells: list[dict[str, int]]


class HandsByUpCard(Document):
    """The best decision by class of hand, and by the dealer's up card if there is one."""

    kind: Literal["up_card"]
    when: str
    """When the decision is, in words."""
    actions: list[str]
    ranks: list[str]
    """The ranks of the up card; empty if there is none, and then each row has one cell."""
    rows: list[HandClass]


class Odds(SolvedDocument):
    """The document of `pitbook solve --json`, with the choices that it is for and charts of the decisions."""

    title: str
    unit: str
    """The name of the wager that amounts are counted in."""
    units: str
    """The same in the plural."""
    streets: dict[str, str]
    """By decision: when it is, in words."""
    rules: str
    approved: str | None
    paytables: dict[str, str]
    options: dict[str, bool]
    meters: dict[str, str]
    charts: list[Annotated[StartingHands | HandsByUpCard, Field(discriminator="kind")]]
    """The decisions that can be drawn, in their order."""
