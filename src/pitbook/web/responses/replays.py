"""A round that is over."""

from typing import Literal

from pitbook.documents import Document
from pitbook.fairness.proof import ShuffleProof
from pitbook.settlement.settle import Total
from pitbook.web.responses.rounds import Line, Sentence
from pitbook.web.responses.views import RoundOnTable


class Frame(Document):
    """One event of a round: what was said, and what everybody saw after it."""

    type: str
    time: str
    words: list[Sentence]
    view: RoundOnTable | None


class Dealt(Document):
    """Every card that was dealt."""

    board: list[str]
    dealer: list[str]
    extra: list[str]
    seats: dict[str, list[str]]
    drawn: int
    """How many more cards were drawn in error, and lay on top of the deck when the round was over."""


class ReplayStart(Document):
    """What is known of a round when it begins."""

    number: int
    opened: str
    commitment: str | None
    commitment_published: str | None


class ReplayEnd(Document):
    """What is known of a round when it is over."""

    rulebook: str
    title: str
    house_name: str
    rules: str
    positions: int
    ended: str
    void: str | None
    players: dict[str, str]
    dealt: Dealt
    lines: list[Line]
    totals: dict[str, Total]
    meters: dict[str, str]


class Replay(ReplayStart, ReplayEnd):
    """A round that is over, step by step."""

    replay: Literal[True]
    round: str
    frames: list[Frame]
    proof: ShuffleProof | None
    """Null if the cards were not shuffled here."""
