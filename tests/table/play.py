"""Tables in tests: house rules with another way of dealing, decks that deal chosen cards, and meters that follow."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kinds import one_of_each_kind
from oracle import paytables as typed
from pitbook.cards import DECK, Card, parse_cards
from pitbook.house_keys import HouseKeys
from pitbook.meters import Meter, award, contribute, evolve, open_meter, return_contribution
from pitbook.meters.events import TableJoined
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.table import ALL, AutomatedTable, Automations, Context, TableEvent, chips, meter_moves
from pitbook.table import commands as c
from pitbook.table.agenda import CUTTING
from pitbook.table.decide.steps import first_player, known_cards
from pitbook.table.forfeits import progressive_chips
from pitbook.table.stub import right_stub
from rulebooks.facts import DEALING

MD, MA, GALAXY, FOUR = typed.MD, typed.MA, typed.GALAXY, typed.FOUR
BOOKS = (MD, MA, GALAXY, FOUR)
HOUSE_BOOKS = ("let-it-ride", "three-card-poker", "ultimate-texas-holdem")
EVERY_BOOK = [
    *one_of_each_kind([*BOOKS, HOUSE_BOOKS[0]]),
    *(pytest.param(book, marks=pytest.mark.prove) for book in HOUSE_BOOKS[1:]),
]
"""By default one of each kind, and of the games that Pitbook states itself the one without a dealer's hand."""
NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
KEYS = HouseKeys.ephemeral()
METHODS = [(book, method, order) for book in BOOKS for method, order in DEALING[book]]
HOUSE_METHODS = [(book, method, order) for book in HOUSE_BOOKS for method, order in DEALING[book]]


def shuffler_for(method: str, order: str, book: str) -> str:
    """A shuffler that the book allows for a method: by hand only with an automated one, early boards with a shoe."""
    if book == MD and order == "board_first":
        return "reshuffling"
    return "automatic" if method == "hand" else "manual"


@cache
def rules_of(
    book: str, method: str = "", order: str = "", shuffler: str = "", decks: int = 1, edits: str = ""
) -> HouseRules:
    """The stock rules of a book with another way of dealing; `edits` are further values, like `positions=3`."""
    data: dict[str, Any] = stock_submission(load_book(book))
    dealing = data["dealing"]
    if method:
        first = next(name for way, name in DEALING[book] if way == method)
        dealing |= {"method": method, "order": order or first}
        dealing["shuffler"] = shuffler_for(method, order, book)
    if shuffler:
        dealing["shuffler"] = shuffler
    dealing["decks"] = decks
    for edit in filter(None, edits.split(";")):
        key, _, value = edit.partition("=")
        data[key] = int(value) if value.isdigit() else value
    return house_rules(data, Path())


def stacked(rules: HouseRules, hands: Sequence[str], dealer: str, board: str = "", extra: str = "") -> str:
    """A deck that deals these cards by the sequence typed from the book; other cards are burned or left over."""
    places = [list(parse_cards(hand)) for hand in hands]
    left = {"D": list(parse_cards(dealer)), "B": list(parse_cards(board)), "X": list(parse_cards(extra))}
    used = {card for cards in (*places, *left.values()) for card in cards}
    spare = [card for card in DECK if card not in used]
    order: list[Card] = []
    for token in DEALING[rules.book.id][rules.dealing.method.value, rules.order.name].split():
        kind, number = ("b", token[4:]) if token.startswith("burn") else (token[0], token[1:].rstrip("^"))
        if kind not in "PDBXb" or not number.isdigit():
            continue
        if kind == "P":
            for hand in places:
                order += [hand.pop(0) for _ in range(int(number))]
        elif kind == "b":
            order += [spare.pop(0) for _ in range(int(number))]
        else:
            order += [left[kind].pop(0) for _ in range(int(number))]
    assert not any((*places, *left.values())), "the deck does not deal all of these cards"
    return " ".join(map(str, order + spare))


def right_count(state: Any, step: Any) -> int | None:
    """The count that a dealer of a physical table says with a step when nothing is wrong, if it asks for one."""
    rules = state.rules
    match step.do:
        case "shuffle" if step.by == "device" and rules.shuffler in ("automatic_counting", "reshuffling"):
            return int(rules.book.deck.cards)
        case "count_progressive_chips":
            return progressive_chips(rules, state.round)
        case "count_stub":
            return right_stub(rules, state.round)
        case _:
            return None


class Game:
    """A table with meters that follow its events; every command is followed by a check of cards and chips."""

    def __init__(
        self,
        rules: HouseRules,
        *,
        source: str = "scripted",
        automations: Automations = ALL,
        deck: str | None = None,
        meter: str = "5000.00",
        preshuffled: bool = False,
        opened: bool = True,
        table: str = "T",
    ) -> None:
        self.rules = rules
        self.library = {rules.digest: rules}
        self.table = AutomatedTable(self.library, automations)
        self.events: list[TableEvent] = []
        self.now = NOW
        self.deck = deck
        self.entropy = (bytes([number % 256] * 32) for number in range(1, 10**9))
        self.meters = {name: Meter() for name in rules.meters}
        for name, terms in rules.meters.items():
            amounts = (Fraction(meter), Fraction(terms.reset, 100), terms.rate)
            limit = None if terms.limit is None else Fraction(terms.limit, 100)
            for event in open_meter(self.meters[name], name, *amounts, limit):
                evolve(self.meters[name], event)
        self.join(self.meters, table)
        if opened:
            backs = ("red", "blue")[: rules.decks]
            self.do(c.OpenTable(c.floorperson(), table, rules.digest, source, backs, preshuffled))

    def join(self, meters: dict[str, Meter], table: str) -> None:
        """The table with this name moves these meters from now on."""
        self.meters = meters
        for meter in meters.values():
            evolve(meter, TableJoined(table))

    @property
    def state(self) -> Any:
        return self.table.state

    def context(self) -> Context:
        shown = {name: meter.displayed for name, meter in self.meters.items()}
        return Context(self.now, lambda _: next(self.entropy), shown, self.deck, vault=KEYS)

    def do(self, command: c.Command) -> tuple[TableEvent, ...]:
        """Handle a command, and let the meters follow."""
        round_id = self.state.round.id if self.state.round else ""
        events = self.table.handle(command, self.context())
        self.events += events
        for move in meter_moves(events):
            meter = self.meters[move.meter]
            match move.kind:
                case "contribute":
                    followed = contribute(meter, round_id, move.amount)
                case "return_contribution":
                    followed = return_contribution(meter, round_id)
                case _:
                    followed = award(meter, round_id, move.seat, move.hand, move.amount)
            for event in followed:
                evolve(meter, event)
        self.check()
        return events

    def secret(self) -> bytes:
        """The server's seed of the round in progress."""
        return KEYS.unseal(self.state.round.sealed, self.state.round.id)

    def check(self) -> None:
        """Chips come to nothing, no stack is negative, every card is accounted for once, the meters balance."""
        assert chips(self.state) == 0
        assert all(player.stack >= 0 for player in self.state.players.values())
        assert all(meter.balanced for meter in self.meters.values())
        current = self.state.round
        if current is not None and current.order is not None:
            cards = known_cards(current)
            assert len(cards) == len(set(cards)) == self.rules.book.deck.cards

    def sit(self, seats: int, stack: int = 1000_00) -> None:
        for seat in range(1, seats + 1):
            self.do(c.Sit(c.player(f"player {seat}"), seat, stack))

    def wager(self, seat: int, wagers: Mapping[str, int]) -> None:
        self.do(c.PlaceWagers(c.player(f"player {seat}"), seat, wagers))

    def decide(self, seat: int, action: str, amount: int | None = None) -> None:
        self.do(c.Decide(c.player(f"player {seat}"), seat, action, amount))

    def deal(self) -> None:
        self.do(c.DealRound(c.dealer()))

    def step(self, name: str, **more: Any) -> tuple[TableEvent, ...]:
        """Perform the next step, which has to be this one, as whoever's step it is."""
        step = self.state.agenda[0]
        if step.do in CUTTING and self.state.source == "entered":
            more.setdefault("depth", 20)
        if self.state.source == "entered" and (count := right_count(self.state, step)) is not None:
            more.setdefault("count", count)
        looks = step.do == "first_player_inspects"
        by = c.Actor(step.by, first_player(self.state) or step.by if looks else step.by)
        return self.do(c.Do(by, name, **more))

    def perform_until(self, name: str) -> None:
        """Perform steps one by one, without automations, until this one is next."""
        while self.state.agenda[0].do != name:
            self.step(self.state.agenda[0].do)

    def stacks(self) -> dict[int, str]:
        """What each seat's player has."""
        found = sorted(self.state.seats.items())
        return {seat: f"{self.state.players[name].stack / 100:.2f}" for seat, name in found}

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)
