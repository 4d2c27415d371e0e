"""The form of the answers about exact odds, for the description of the API."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from pitbook.odds.exact import Exact
from pitbook.web.responses.base import ResponseModel


class NetOdds(ResponseModel):
    """The result of a round in units, and how often it occurs."""

    net: Exact
    probability: Exact


class MainWagerOdds(ResponseModel):
    """The part of one wager in the main game."""

    average_stake: Exact
    net: Exact
    house_advantage: Exact | None
    variance: Exact
    standard_deviation: float
    lines: list[dict[str, Any]]
    """How it ends, with deals, probability and net."""


class MainOdds(ResponseModel):
    """The main game with the best decisions, per unit of its base."""

    house_edge: Exact
    element_of_risk: Exact
    average_wager: Exact
    equal_actions: str
    """Which of equal actions is taken: the two figures above depend on it."""
    most_average_wager: Exact | None
    """The average wager if equal actions wagered most, where that is known to be more."""
    least_element_of_risk: Exact | None
    """The element of risk then."""
    variance: Exact
    standard_deviation: float
    win_frequency: Exact
    push_frequency: Exact
    lose_frequency: Exact
    hit_frequency: Exact
    decisions: dict[str, dict[str, Exact]]
    """By street: how often each action is best, of all rounds."""
    distribution: list[NetOdds]
    by_wager: dict[str, MainWagerOdds]
    deals: int
    seconds: float


_Return = TypedDict("_Return", {"return": Exact})


class PaytableOdds(_Return, ResponseModel):
    """A line of a paytable, and how often it comes."""

    hand: str
    combinations: int
    probability: Exact
    one_in: Exact | None
    pays: str


class ProgressiveOdds(ResponseModel):
    """What the meters make of a progressive wager."""

    meters: dict[str, Exact]
    fixed_return: Exact
    per_meter_dollar: dict[str, Exact]
    break_even: dict[str, Exact | None]
    """At which reading the wager is fair."""
    reset_house_edge: Exact
    long_run_house_edge: Exact
    envy_per_other_player: Exact


class SideOdds(ResponseModel):
    """A side wager, per unit of its own stake."""

    paytable: str
    cards: str | None
    """From which cards it is paid."""
    stake: Exact
    house_edge: Exact
    hit_frequency: Exact
    variance: Exact
    standard_deviation: float
    combinations: int
    outcomes: list[PaytableOdds]
    progressive: NotRequired[ProgressiveOdds]


class StartingHand(ResponseModel):
    """A starting hand, its best action, and what each action is worth."""

    hand: str
    action: str
    values: dict[str, Exact]


class StartingHands(ResponseModel):
    """The best decision before the flop: a row for each rank of the deck, from the ace down."""

    kind: Literal["pre_flop"]
    when: str
    """When the decision is, in words."""
    actions: list[str]
    ranks: list[str]
    rows: list[list[StartingHand]]


class HandClass(ResponseModel):
    """A class of hands; for each up card, of how many deals each action is best."""

    hand: str
    cells: list[dict[str, int]]


class HandsByUpCard(ResponseModel):
    """The best decision by class of hand, and by the dealer's up card where there is one."""

    kind: Literal["up_card"]
    when: str
    """When the decision is, in words."""
    actions: list[str]
    ranks: list[str]
    """Of the up card; nothing where there is none, and one cell in each row."""
    rows: list[HandClass]


class Odds(ResponseModel):
    """The document of `pitbook solve --json`, with the choices that it is for and charts of the decisions."""

    rulebook: str
    main: MainOdds
    wagers: dict[str, SideOdds]
    title: str
    unit: str
    """What one of the wager is called that amounts are counted in."""
    units: str
    """Several of it."""
    streets: dict[str, str]
    """By decision: when it is, in words."""
    rules: str
    approved: str | None
    paytables: dict[str, str]
    options: dict[str, bool]
    meters: dict[str, str]
    charts: list[Annotated[StartingHands | HandsByUpCard, Field(discriminator="kind")]]
    """The decisions that can be drawn, in their order."""
