"""The state of a table: a fold over its events. Nothing else writes it.

The state changes in place; only the fold owns it. Deciding reads it and never writes.
"""

from collections import deque
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Final

from pitbook.cards import Card
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep
from pitbook.table.events import RoundOpened
from pitbook.table.kinds import SourceName, TableStatus
from pitbook.table.lines import Lines

Slot = Card | None
"""A card, or None for one that lies face down and that nobody has entered."""
UNKNOWN: Final = "??"


class TableDeck:
    """One deck on the table."""

    __slots__ = (
        "back",
        "by_shuffler",
        "cuts",
        "cuts_before",
        "held_by",
        "jammed",
        "preshuffled",
        "received",
        "removed",
        "shuffles",
    )

    def __init__(self, back: str, received: datetime, *, preshuffled: bool) -> None:
        self.back = back
        self.received = received
        self.preshuffled = preshuffled
        self.removed = False
        self.jammed = False
        self.held_by = ""
        """The device that holds the deck: the shuffler, the automated shoe, or none."""
        self.shuffles = 0
        """Shuffles since the deck was last played."""
        self.by_shuffler = False
        """Whether a device made the last shuffle."""
        self.cuts: list[int | None] = []
        """The depths of the cuts since the deck was last played, as far as they are known."""
        self.cuts_before = 0
        """How many of the cuts were made before the last shuffle."""

    @property
    def is_cut(self) -> bool:
        """Whether the deck was cut since its last shuffle."""
        return len(self.cuts) > self.cuts_before


class SeatedPlayer:
    """Somebody with chips at the table."""

    __slots__ = ("left", "name", "rounds", "seats", "stack")

    def __init__(self, name: str) -> None:
        self.name = name
        self.stack = 0
        self.seats: list[int] = []
        self.left = False
        """Left during a round in which they have wagers."""
        self.rounds = 0
        """Finished rounds in which they wagered, since they sat down."""


class Round:
    """A round of play."""

    __slots__ = (
        "abandoned",
        "accepted",
        "announced",
        "beacon",
        "board",
        "board_up",
        "burned",
        "cards_dealt",
        "cards_stay",
        "closed",
        "collected",
        "commitment",
        "commitments",
        "contributions",
        "dealer",
        "dealer_hand",
        "dealer_up",
        "deck",
        "discarded",
        "drawn",
        "extra",
        "extra_up",
        "fixed",
        "folded",
        "hands",
        "id",
        "in_place",
        "lines",
        "listed",
        "locked_out",
        "meters",
        "misdealt",
        "missing",
        "not_from_inventory",
        "number",
        "opened",
        "order",
        "paid",
        "participants",
        "player_seeds",
        "racked",
        "relied_on",
        "reveal_by",
        "revealed",
        "ruled",
        "rules",
        "sealed",
        "seed",
        "set_aside",
        "shown",
        "street",
        "stub_called",
        "stub_count",
        "stub_left",
        "to_act",
        "void",
        "wagers",
    )

    def __init__(self, opened: RoundOpened) -> None:
        self.id = opened.round
        self.number = opened.number
        self.deck = opened.deck
        self.rules = opened.rules
        """The digest of the rules that the commitment is about."""
        self.opened = opened.at
        self.sealed = opened.sealed
        self.commitment = opened.commitment
        self.seed: str | None = None
        """The server's seed, once the round is over."""
        self.commitments: dict[str, str] = {}
        """The commitments to seeds, by player."""
        self.beacon: tuple[str, str] | None = None
        """A public value in the shuffle, and its time."""
        self.listed: tuple[tuple[str, str], ...] = ()
        """Who has to reveal a seed, with the commitment to it: fixed at "no more bets"."""
        self.fixed: tuple[int, int, int] | None = None
        """The deck's shuffles, its cuts, and its cuts before the last shuffle, when the list was closed."""
        self.reveal_by: str | None = None
        """When the time to reveal is over."""
        self.player_seeds: dict[str, str] = {}
        """The revealed seeds, by player."""
        self.missing: tuple[str, ...] = ()
        """Who did not reveal in time, if the round was called off."""
        self.wagers: dict[int, dict[str, int]] = {}
        self.accepted: set[int] = set()
        """Positions whose progressive wager the device has acknowledged."""
        self.closed = False
        """The dealer has announced "no more bets"."""
        self.locked_out = False
        self.contributions: Mapping[str, str] = {}
        self.participants: tuple[int, ...] = ()
        """The seats that are dealt in, from the dealer's left."""
        self.order: list[Card] | None = None
        """The deck as it is dealt, top card first; None if the order is not fixed yet, or never known."""
        self.cards_dealt = 0
        """How many cards have left the top of the deck."""
        self.in_place = False
        """The deck lies where it is dealt from: in a shoe or in the hand."""
        self.drawn = 0
        """How many cards have been drawn in error; they are dealt next."""
        self.stub_called = False
        self.stub_count: int | None = None
        """The result of the last count of the stub."""
        self.misdealt: Mapping[str, int] = {}
        """The hands that were found to have a wrong number of cards, by seat or "dealer"."""
        self.stub_left = True
        """The stub is still in the shoe or in the hand."""
        self.hands: dict[int, list[Slot]] = {}
        self.board: list[Slot] = []
        self.board_up = 0
        self.dealer: list[Slot] = []
        self.dealer_up: set[int] = set()
        """Places of the dealer's cards that lie face up."""
        self.revealed = False
        self.extra: list[Slot] = []
        self.extra_up = False
        self.burned: list[Slot] = []
        self.set_aside: list[Slot] = []
        """Cards that were found face up."""
        self.shown: set[int] = set()
        """Seats whose hands have been turned up."""
        self.announced: set[int] = set()
        """Seats whose hands have been announced, or selected."""
        self.relied_on: set[Card] = set()
        """Entered cards that a decision or the settlement depends on."""
        self.street: str | None = None
        self.to_act: list[int] = []
        self.folded: set[int] = set()
        self.cards_stay: set[int] = set()
        """Folded seats whose cards stay on the table, because a side wager is still alive."""
        self.racked: list[int] = []
        """Folded seats whose cards are in the discard rack, in the order in which they were put there."""
        self.abandoned: set[int] = set()
        self.ruled: set[str] = set()
        """Players who left and whose wagers stand, by the floorperson's ruling."""
        self.collected: set[tuple[int, str]] = set()
        """Wagers whose chips are already in the inventory."""
        self.void: str | None = None
        self.meters: Mapping[str, str] = {}
        """What the meters showed after the round's contributions; empty if these went back."""
        self.dealer_hand: str | None = None
        self.lines: Lines | None = None
        """The settlement lines so far; the amount of a meter share is filled in when it is taken."""
        self.paid = 0
        """How many of the lines have been settled."""
        self.not_from_inventory: set[int] = set()
        self.discarded: tuple[tuple[str, str], ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether the deal has begun: a card has left the deck, even if only face up or in error."""
        return self.cards_dealt > 0 or self.drawn > 0


class State:
    """A table."""

    __slots__ = (
        "agenda",
        "arrived",
        "aside",
        "cage",
        "called_off",
        "closing",
        "decks",
        "devices",
        "failed",
        "filed",
        "idle",
        "in_play",
        "inventory",
        "last_round",
        "later",
        "library",
        "one_machine",
        "players",
        "rack",
        "round",
        "rounds",
        "rules",
        "rulings_due",
        "seats",
        "silent",
        "since_count",
        "source",
        "status",
        "table",
        "taken",
        "version",
        "withdrawn",
    )

    def __init__(self, library: Mapping[str, HouseRules]) -> None:
        self.library = library
        """House rules by digest: all that events of this table name."""
        self.version = 0
        """How many events have been folded in."""
        self.table = ""
        self.status = TableStatus.NEW
        self.rules: HouseRules | None = None
        self.filed: HouseRules | None = None
        """The rules to go back to when every device is in use again."""
        self.source: SourceName | None = None
        self.agenda: deque[AgendaStep] = deque()
        """What has to be done next, in order."""
        self.later: list[AgendaStep] = []
        """What is left to do for the deck that waits, once a void round is over."""
        self.decks: list[TableDeck] = []
        self.in_play = 0
        self.rack: int | None = None
        """The deck that has cards in the discard rack."""
        self.idle: str | None = None
        """How the cards of an idle table lie: up or down. None while somebody plays."""
        self.arrived = ""
        """Who came to the idle table first."""
        self.closing = False
        self.seats: dict[int, str] = {}
        self.players: dict[str, SeatedPlayer] = {}
        self.round: Round | None = None
        self.last_round: Round | None = None
        self.called_off: Round | None = None
        """The round before this one, if it was called off."""
        self.silent: set[str] = set()
        """Players who did not reveal a seed in time. They may not contribute again at this table."""
        self.rounds = 0
        """Rounds that were played or void."""
        self.withdrawn = 0
        """Rounds that were opened and withdrawn before anybody wagered, or called off."""
        self.since_count = 0
        """Rounds since the stub was last counted."""
        self.devices: dict[str, str] = {}
        """Devices out of use, each with what was done to it."""
        self.one_machine = False
        """The shuffler and the shoe that are out of use are one machine."""
        self.aside: set[str] = set()
        """Devices back at the table that the method in use leaves aside."""
        self.failed: set[str] = set()
        """Devices that jammed and have not worked since."""
        self.rulings_due = 0
        self.inventory = 0
        """Chips in the table inventory, relative to what it held when the table opened."""
        self.cage = 0
        """What the cage paid to players, as a debt of the table."""
        self.taken = 0
        """Chips that players carried away."""


def chips(state: State) -> int:
    """All chips, wherever they are, relative to the inventory at the opening. The sum is always 0."""
    on_layout = 0
    if state.round is not None:
        settled = {(line.seat, line.wager) for line in (state.round.lines or ())[: state.round.paid]}
        on_layout = sum(
            amount
            for seat, wagers in state.round.wagers.items()
            if seat not in state.round.abandoned
            for name, amount in wagers.items()
            if (seat, name) not in state.round.collected and (seat, name) not in settled
        )
    stacks = sum(player.stack for player in state.players.values())
    return state.inventory + state.cage + state.taken + stacks + on_layout


def the_rules(state: State) -> HouseRules:
    """The house rules of a table that has been opened."""
    if state.rules is None:
        raise ValueError("the table has not been opened")
    return state.rules


def the_round(state: State) -> Round:
    """The round in progress."""
    if state.round is None:
        raise ValueError("no round is in progress")
    return state.round


def exact(amounts: Mapping[str, str]) -> dict[str, Fraction]:
    """Meter amounts as fractions."""
    return {name: Fraction(amount) for name, amount in amounts.items()}
