"""Settles a whole round in the order of the book: `classify` says what a seat's cards are, `pay` makes its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from pitbook.documents import Document
from pitbook.money import format_cents, format_exact
from pitbook.rulebooks import Interpretation
from pitbook.settlement.classify import classify_seat, on_table
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.envy import envy_lines
from pitbook.settlement.interpretations import readings_behind
from pitbook.settlement.lines import LineDocument, SettlementLine
from pitbook.settlement.pay import abandoned, order_of_wagers, pay, pay_without_meters
from pitbook.settlement.payout_limit import limited
from pitbook.settlement.void import void_lines
from pitbook.submission import HouseRules


class LineWithReadings(LineDocument):
    """A settlement line in JSON types, with the names of the readings that decided it."""

    readings: list[str]


class Total(Document):
    """What a seat wagered and got back."""

    wagered: str
    returned: str
    net: str


class SettlementDocument(Document):
    """A settled round in JSON types; seats and meters by name."""

    lines: list[LineWithReadings]
    totals: dict[str, Total]
    meters: dict[str, str]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settled round: its lines in order, and the meters afterwards."""

    seats: tuple[Seat, ...]
    lines: tuple[SettlementLine, ...]
    meters: Mapping[str, Fraction]
    rules: HouseRules = field(compare=False, repr=False)
    dealt: DealtRound = field(compare=False, repr=False)
    """The round that was settled."""

    def readings(
        self, line: SettlementLine, shown: Sequence[SettlementLine] | None = None
    ) -> tuple[Interpretation, ...]:
        """The readings of the book that decided a line.

        Some depend on other lines; `shown` are those that may be used, by default all.
        """
        return readings_behind(self.rules, self.dealt, self.lines if shown is None else shown, line)

    def totals(self) -> dict[int, tuple[int, int]]:
        """For each seat, everything wagered and everything returned, in cents."""
        returned = dict.fromkeys((seat.seat for seat in self.seats), 0)
        for line in self.lines:
            returned[line.seat] += line.returned
        return {seat.seat: (sum(seat.wagers.values()), returned[seat.seat]) for seat in self.seats}

    def as_json(self) -> SettlementDocument:
        """The settlement as `pitbook settle --json` prints it."""
        return {
            "lines": [
                {**line.as_json(), "readings": [reading.name for reading in self.readings(line)]} for line in self.lines
            ],
            "totals": {
                str(seat): {
                    "wagered": format_cents(wagered),
                    "returned": format_cents(returned),
                    "net": format_cents(returned - wagered),
                }
                for seat, (wagered, returned) in sorted(self.totals().items())
            },
            "meters": {name: format_exact(amount) for name, amount in self.meters.items()},
        }


def place_in_order(rules: HouseRules, seat: int, *, folded: bool) -> tuple[bool, int]:
    """A sort key: seats are settled from the dealer's right; if the book says so, folded ones in a second pass."""
    return folded and rules.book.settlement.folded == "second_pass", -seat


def settle(rules: HouseRules, dealt: DealtRound) -> Settlement:
    """Settle a round from the dealer's right: the pure function behind every payout."""
    seats = tuple(sorted(dealt.seats, key=lambda seat: -seat.seat))
    if dealt.void:
        lines = list(void_lines(rules, dealt, seats))
        return Settlement(seats, tuple(limited(rules, seats, lines)), dict(dealt.meters), rules, dealt)
    seats = tuple(sorted(seats, key=lambda seat: place_in_order(rules, seat.seat, folded=seat.folded)))
    meters = dict(dealt.meters)
    envied: set[str] = set()
    lines = []
    hands, shared = hands_needed(rules), on_table(rules.book, dealt)
    for seat in seats:
        if seat.abandoned:
            staked = [wager for wager in order_of_wagers(rules) if wager.name in seat.wagers]
            lines += [abandoned(rules, seat.seat, wager, seat.wagers[wager.name]) for wager in staked]
            continue
        outcome = classify_seat(rules.book, shared, seat, hands)
        if not meters:
            lines += pay_without_meters(rules, seat.seat, outcome, seat.wagers, folded=seat.folded)
        else:
            for line in pay(rules, seat.seat, outcome, seat.wagers, folded=seat.folded, meters=meters):
                if line.meter is not None and line.meter_after is not None:
                    meters[line.meter] = line.meter_after
                lines.append(line)
        lines += list(envy_lines(rules, seat, outcome, dealt.seats, envied, lines))
    return Settlement(seats, tuple(limited(rules, seats, lines)), meters, rules, dealt)


@lru_cache(maxsize=256)
def hands_needed(rules: HouseRules) -> tuple[str, ...]:
    """The names of the hands that the paytables of this house are about, such as `player`."""
    kinds = {case.table for wager in rules.wagers for case in wager.cases if case.table in rules.tables}
    if rules.envy_table and rules.book.envy:
        kinds.add(rules.book.envy.paytables)
    return tuple(sorted({rules.tables[kind].evaluates for kind in kinds if kind}))
