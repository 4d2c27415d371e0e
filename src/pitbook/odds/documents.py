"""Solved games in JSON types."""

from typing import NotRequired

from typing_extensions import TypedDict

from pitbook.documents import Document
from pitbook.exact import Exact


class NetOdds(Document):
    """The result of a round in units, and how often it occurs."""

    net: Exact
    probability: Exact


class WagerEnding(Document):
    """One way in which a wager of the main game ends, and how often."""

    result: str
    reason: str
    hand: str | None
    stake: int
    pays: str | None
    deals: int
    probability: Exact
    net: Exact


class MainWagerOdds(Document):
    """The part of one wager in the main game."""

    average_stake: Exact
    net: Exact
    house_advantage: Exact | None
    variance: Exact
    standard_deviation: float
    lines: list[WagerEnding]


class MainOdds(Document):
    """The main game with the best decisions, per unit of its base."""

    house_edge: Exact
    element_of_risk: Exact
    average_wager: Exact
    equal_actions: str
    """Which of several equal actions is taken: the two figures above depend on it."""
    most_average_wager: Exact | None
    """The average wager if the one of equal actions that wagers most is taken; null if that is not known to be more."""
    least_element_of_risk: Exact | None
    """The element of risk with that average wager."""
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


class PaytableOdds(_Return, Document):
    """A line of a paytable, and how often it comes."""

    hand: str
    combinations: int
    probability: Exact
    one_in: Exact | None
    pays: str


class ProgressiveOdds(Document):
    """What the meters make of a progressive wager."""

    meters: dict[str, Exact]
    fixed_return: Exact
    per_meter_dollar: dict[str, Exact]
    break_even: dict[str, Exact | None]
    """At which reading the wager is fair."""
    reset_house_edge: Exact
    long_run_house_edge: Exact
    envy_per_other_player: Exact


class SideOdds(Document):
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


class SolvedDocument(Document):
    """A game that is solved."""

    rulebook: str
    main: MainOdds
    wagers: dict[str, SideOdds]


class MainEdge(Document):
    """The house edge of the main game alone."""

    house_edge: Exact
    seconds: float


class EdgeDocument(Document):
    """A game of which only the house edge was asked for."""

    rulebook: str
    main: MainEdge
    wagers: dict[str, SideOdds]
