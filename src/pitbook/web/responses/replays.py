"""The form of a round that is over, for the description of the API."""

from typing import Literal

from pitbook.web.responses.base import ResponseModel
from pitbook.web.responses.rounds import Line, Sentence, Total
from pitbook.web.responses.views import BeaconValue, RoundOnTable


class ProvedCut(ResponseModel):
    """A cut: how deep it is, with at least so many cards on either side."""

    fewest: int
    depth: int


class ProvedSeed(ResponseModel):
    """What a player committed to, and the seed that was revealed; none where it was missing."""

    player: str
    commitment: str
    seed: str | None


class ShuffleProof(ResponseModel):
    """What anybody needs to recompute a shuffle."""

    algorithm: str
    round: str
    rules: str
    """The digest of the house rules."""
    par: str
    """The digest of what their PAR sheet is calculated from."""
    opened: str
    commitment: str
    seed: str
    players: list[ProvedSeed]
    """In the order of the closed list."""
    beacon: BeaconValue | None
    decks: list[str]
    """Cards, the top card first; one deck for each shuffle of the round."""
    cuts: list[ProvedCut]


class Frame(ResponseModel):
    """One event of a round: what was said, and what everybody saw after it."""

    type: str
    time: str
    words: list[Sentence]
    view: RoundOnTable | None


class Dealt(ResponseModel):
    """Every card that was dealt."""

    board: list[str]
    dealer: list[str]
    extra: list[str]
    seats: dict[str, list[str]]
    drawn: int
    """How many more cards were drawn in error, and lay on top of the deck when the round was over."""


class Replay(ResponseModel):
    """A round that is over, step by step."""

    replay: Literal[True]
    round: str
    number: int
    rulebook: str
    title: str
    house_name: str
    rules: str
    positions: int
    opened: str
    ended: str
    void: str | None
    commitment: str | None
    commitment_published: str | None
    players: dict[str, str]
    dealt: Dealt
    lines: list[Line]
    totals: dict[str, Total]
    meters: dict[str, str]
    frames: list[Frame]
    proof: ShuffleProof | None
    """None where the cards were not shuffled here."""
