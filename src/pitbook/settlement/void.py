"""Void rounds: everything goes back, except for the wagers that the book still settles."""

from collections.abc import Iterable, Iterator, Sequence

from pitbook.rulebooks.models import Reason
from pitbook.rulebooks.procedures import IrregularityRule
from pitbook.settlement.classify import name_of
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import abandoned, by_hand_alone, order_of_wagers
from pitbook.submission import HouseRules


def voids(rules: HouseRules) -> dict[str, IrregularityRule]:
    """The irregularities that void a round under these rules."""
    return {case.name: case for case in rules.book.irregularities if case.outcome == "void"}


def settled_anyway(rules: HouseRules, cards: DealtRound, case: IrregularityRule) -> dict[str, tuple[str, ...]]:
    """The wagers that a void round still settles, with the clauses that say so."""
    complete = len(cards.dealer) == rules.book.dealer.cards and all(
        len(seat.cards) == rules.book.player.cards for seat in cards.seats
    )
    return {exception.wager: exception.clauses for exception in case.settled if exception.when == "always" or complete}


def void_lines(rules: HouseRules, cards: DealtRound, seats: Sequence[Seat]) -> Iterator[SettlementLine]:
    """Every wager goes back, even one that was forfeited by a fold or ruled abandoned.

    A wager that is still settled is paid by its table; if it was ruled abandoned, it loses.
    """
    case = voids(rules)[cards.void or ""]
    settled = settled_anyway(rules, cards, case)
    for seat in seats:
        for wager in order_of_wagers(rules):
            stake = seat.wagers.get(wager.name)
            if stake is None:
                continue
            if wager.name not in settled:
                clauses = returned_by(rules, case, [wager.name])
                yield SettlementLine(
                    seat.seat, wager.name, stake, Result.VOID, Reason(case.name), None, None, 0, stake, clauses
                )
                continue
            if seat.abandoned:
                line = abandoned(rules, seat.seat, wager, stake)
            else:
                name = name_of(rules.book, rules.tables[wager.table or ""].evaluates, seat, cards)
                line = by_hand_alone(rules, seat.seat, wager, stake, name)
            yield line._replace(clauses=tuple(dict.fromkeys(settled[wager.name] + line.clauses)))


def returned_by(rules: HouseRules, case: IrregularityRule, wagers: Iterable[str]) -> tuple[str, ...]:
    """The clauses that return these wagers; wagers that they do not name go back without a clause, by our reading."""
    if case.returns and set(case.returns).isdisjoint(wagers):
        return ()
    return case.return_clauses or clauses_of(rules, case)


def clauses_of(rules: HouseRules, case: IrregularityRule) -> tuple[str, ...]:
    """The clauses of an irregularity at this table; those of a wrong stub depend on the method of dealing."""
    by_method = {
        "stub_count_misdeal": rules.dealing.wrong_count_misdeal_clauses,
        "stub_count_wrong_deck": rules.dealing.wrong_count_deck_clauses,
    }
    return rules.clauses_after_count(by_method[case.name]) if case.name in by_method else case.clauses
