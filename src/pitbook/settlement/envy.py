"""Envy: what one player's hand earns the others who made a progressive wager."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pitbook.rulebooks.models import Reason, Wager
from pitbook.settlement.classify import HandOutcome, name_of
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import earnings, envy_amount, stays_on_table
from pitbook.submission import HouseRules

ENVY = "envy"
"""Stands for the wager in the lines of envy bonuses."""


def envy_lines(
    rules: HouseRules,
    holder: Seat,
    outcome: HandOutcome,
    seats: Sequence[Seat],
    envied: set[str],
    before: Iterable[SettlementLine],
) -> Iterator[SettlementLine]:
    """What a seat's hand earns the other players, from the dealer's right, each by the amount of their own wager.

    A player earns the others one envy bonus in a round, by the first box whose hand qualifies; `envied` has the players
    who did. Several players with such hands earn a seat several bonuses; `before` has the lines of those it already
    got.
    """
    table, progressive = rules.envy_table, _progressive_wager(rules)
    if table is None or progressive is None or rules.book.envy is None or holder.player in envied:
        return
    paid = earnings(rules, rules.book.envy.paytables).get(outcome.names[table.evaluates] or "")
    if paid is None or not _is_holder(rules, holder):
        return
    envied.add(holder.player)
    envy = rules.book.envy
    got = {line.seat for line in before if line.wager == ENVY}
    for receiver in sorted(seats, key=lambda seat: -seat.seat):
        stake = receiver.wagers.get(progressive.name)
        if stake is None or receiver.abandoned or receiver.player == holder.player:
            continue
        pays, amount, clauses = envy_amount(table, paid.row, stake)
        yield SettlementLine(
            receiver.seat,
            ENVY,
            0,
            Result.WIN,
            Reason.ENVY_QUALIFYING_HAND,
            paid.hand,
            pays,
            amount,
            amount,
            envy.award_clauses
            + (envy.several_clauses if receiver.seat in got else ())
            + (envy.after_fold_clauses if receiver.folded else ())
            + clauses,
        )


def earns_envy(rules: HouseRules, seat: Seat, cards: DealtRound) -> bool:
    """Whether others are paid an envy bonus for a seat's hand."""
    table, rule = rules.envy_table, rules.book.envy
    if table is None or rule is None or seat.abandoned or not _is_holder(rules, seat):
        return False
    return (name_of(rules.book, table.evaluates, seat, cards) or "") in earnings(rules, rule.paytables)


@lru_cache(maxsize=256)
def _progressive_wager(rules: HouseRules) -> Wager | None:
    return next((wager for wager in rules.wagers if wager.progressive), None)


def _is_holder(rules: HouseRules, seat: Seat) -> bool:
    """Whether a seat's hand can earn others an envy bonus: its cards are on the table. It needs no wager of its own."""
    folded_holder = rules.book.envy is not None and rules.book.envy.folded_holder
    return not seat.folded or (folded_holder and stays_on_table(rules, seat.wagers))
