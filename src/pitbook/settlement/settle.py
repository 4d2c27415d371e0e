"""The whole round: both steps for every seat, in the books' order, with envy, the payout limit, and void rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitbook.money import format_cents, format_exact
from pitbook.rulebooks.hands import Evaluation
from pitbook.rulebooks.models import Settles, Wager
from pitbook.rulebooks.procedures import Irregularity
from pitbook.settlement.classify import Outcome, classify, name_of
from pitbook.settlement.lines import Line, Reason, Result
from pitbook.settlement.pay import by_paytable, earnings, envy_amount, order_of_wagers, pay, stays_on_table
from pitbook.settlement.round import Round, Seat
from pitbook.submission import HouseRules


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settled round: its lines in order, and the meters afterwards."""

    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    meters: Mapping[str, Fraction]

    def totals(self) -> dict[int, tuple[int, int]]:
        """For each seat, everything wagered and everything returned, in cents."""
        returned = dict.fromkeys((seat.seat for seat in self.seats), 0)
        for line in self.lines:
            returned[line.seat] += line.returned
        return {seat.seat: (sum(seat.wagers.values()), returned[seat.seat]) for seat in self.seats}

    def as_json(self) -> dict[str, Any]:
        """The answer of the command-line contract."""
        return {
            "lines": [line.as_json() for line in self.lines],
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


def settle(rules: HouseRules, cards: Round) -> Settlement:
    """Settle a round from the dealer's right: the pure function behind every payout."""
    seats = tuple(sorted(cards.seats, key=lambda seat: -seat.seat))
    if cards.void:
        returned = list(_void_lines(rules, cards, seats))
        return Settlement(seats, tuple(_limited(rules, seats, returned)), dict(cards.meters))
    if rules.book.settlement.folded == "second_pass":
        seats = tuple(sorted(seats, key=lambda seat: seat.folded))
    meters = dict(cards.meters)
    envied: set[str] = set()
    lines: list[Line] = []
    evaluations = evaluations_needed(rules)
    outcomes = {seat.seat: classify(rules.book, cards, seat, evaluations) for seat in seats}
    for seat in seats:
        outcome = outcomes[seat.seat]
        for line in pay(rules, seat.seat, outcome, seat.wagers, folded=seat.folded, meters=meters):
            if line.meter is not None and line.meter_after is not None:
                meters[line.meter] = line.meter_after
            lines.append(line)
        lines += _envy_lines(rules, seat, outcome, cards.seats, envied)
    return Settlement(seats, tuple(_limited(rules, seats, lines)), meters)


@lru_cache(maxsize=256)
def evaluations_needed(rules: HouseRules) -> tuple[Evaluation, ...]:
    """The evaluations that the tables of this house look at."""
    kinds = {wager.table for wager in rules.wagers if wager.table}
    if rules.envy_table and rules.book.envy:
        kinds.add(rules.book.envy.paytables)
    return tuple(sorted({rules.tables[kind].evaluates for kind in kinds}))


def _progressive_wager(rules: HouseRules) -> Wager | None:
    return next((wager for wager in rules.wagers if wager.settles is Settles.PROGRESSIVE), None)


def _is_holder(rules: HouseRules, seat: Seat, progressive: Wager) -> bool:
    """Whether a seat's hand can earn others an envy bonus: its cards are on the table, and the house asks no more."""
    folded_holder = rules.book.envy is not None and rules.book.envy.folded_holder
    if seat.folded and not (folded_holder and stays_on_table(rules, seat.wagers)):
        return False
    return progressive.name in seat.wagers or not rules.option("envy_needs_holder_wager")


def _envy_lines(
    rules: HouseRules, holder: Seat, outcome: Outcome, seats: Sequence[Seat], envied: set[str]
) -> Iterator[Line]:
    """What a seat's hand earns the other players who made a progressive wager, once for each player who holds one."""
    table, progressive = rules.envy_table, _progressive_wager(rules)
    if table is None or progressive is None or rules.book.envy is None or holder.player in envied:
        return
    paid = earnings(rules, rules.book.envy.paytables).get(outcome.names[table.evaluates] or "")
    if paid is None or not _is_holder(rules, holder, progressive):
        return
    envied.add(holder.player)
    rule = progressive.rules.get(Reason.ENVY_QUALIFYING_HAND.value, ())
    for receiver in sorted(seats, key=lambda seat: -seat.seat):
        stake = receiver.wagers.get(progressive.name)
        if stake is None or receiver.player == holder.player:
            continue
        pays, amount, clauses = envy_amount(table, paid.row, stake)
        yield Line(
            receiver.seat,
            "envy",
            0,
            Result.WIN,
            Reason.ENVY_QUALIFYING_HAND,
            paid.hand,
            pays,
            amount,
            amount,
            rule + clauses,
        )


def _limited(rules: HouseRules, seats: Sequence[Seat], lines: list[Line]) -> Iterator[Line]:
    """The lines, with one that takes back what a player wins above the payout limit.

    It stands after the player's last limited wager. Progressive and envy are never limited.
    """
    rule, limit = rules.book.payout_limit, rules.payout_limit
    if limit is None or rule is None:
        yield from lines
        return
    player_at = {seat.seat: seat.player for seat in seats}
    won: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, line in enumerate(lines):
        if line.wager not in rule.never_limits:
            player = player_at[line.seat]
            won[player] = won.get(player, 0) + line.payout
            last[player] = place
    cut = {last[player]: limit - amount for player, amount in won.items() if amount > limit}
    for place, line in enumerate(lines):
        yield line
        if place in cut:
            yield Line(
                line.seat,
                "payout_limit",
                0,
                Result.ADJUST,
                Reason.PAYOUT_LIMIT,
                None,
                None,
                cut[place],
                cut[place],
                rule.clauses,
            )


def voids(rules: HouseRules) -> dict[str, Irregularity]:
    """The irregularities that void a round under these rules."""
    return {case.name: case for case in rules.book.irregularities if case.outcome == "void"}


def settled_anyway(rules: HouseRules, cards: Round, case: Irregularity) -> dict[str, tuple[str, ...]]:
    """The wagers that a void round settles all the same, with the clauses that say so."""
    complete = len(cards.dealer) == rules.book.dealer.cards and all(
        len(seat.cards) == rules.book.player.cards for seat in cards.seats
    )
    return {exception.wager: exception.clauses for exception in case.settled if exception.when == "always" or complete}


def _void_lines(rules: HouseRules, cards: Round, seats: Sequence[Seat]) -> Iterator[Line]:
    """Every wager goes back, folded players' too, but for those that the book settles all the same."""
    case = voids(rules)[cards.void or ""]
    settled = settled_anyway(rules, cards, case)
    reason = Reason(case.name)
    by_method = {
        Reason.STUB_COUNT_MISDEAL: rules.dealing.wrong_count_misdeal_clauses,
        Reason.STUB_COUNT_WRONG_DECK: rules.dealing.wrong_count_deck_clauses,
    }
    clauses = by_method.get(reason, case.clauses)
    for seat in seats:
        for wager in order_of_wagers(rules):
            stake = seat.wagers.get(wager.name)
            if stake is None:
                continue
            if wager.name in settled:
                name = name_of(rules.tables[wager.table or ""].evaluates, seat, cards)
                line = by_paytable(rules, seat.seat, wager, stake, name)
                yield line._replace(clauses=settled[wager.name] + line.clauses)
            else:
                yield Line(seat.seat, wager.name, stake, Result.VOID, reason, None, None, 0, stake, clauses)
