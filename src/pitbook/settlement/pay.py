"""The second step: what each wager is paid, and why. The book's cases decide; this is their interpreter.

Three modules beside this one make the other lines: `envy` for what a hand earns others, `payout_limit` for winnings
above the limit, `void` for what goes back. No payout is decided anywhere else.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitbook.rulebooks.cases import CaseSituation, deciding
from pitbook.rulebooks.models import LISTED_STAKES, Case, Clauses, Paytable, PaytableRow, Reason, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Pays, Push, ToOne
from pitbook.settlement.classify import HandComparison, HandOutcome
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.submission import HouseRules

DOLLAR = 100
Meters = Mapping[str, Fraction]
_COMPARED = {HandComparison.WIN: "beats", HandComparison.TIE: "ties", HandComparison.LOSE: "loses"}
_ENDS = {"push": Result.PUSH, "lose": Result.LOSE, "forfeit": Result.FORFEIT}


class Paid(NamedTuple):
    """What a hand of a given name earns from a table."""

    hand: str
    row: PaytableRow
    clauses: tuple[str, ...]


@lru_cache(maxsize=4096)
def earnings(rules: HouseRules, kind: str) -> Mapping[str, Paid]:
    """For every name that pays in the chosen table of a kind: the row that pays it, by its finest listed name."""
    table = rules.tables[kind]
    rows = {row.hand: row for row in table.rows}
    hand = rules.book.hands[table.evaluates]
    found: dict[str, Paid] = {}
    for name in hand.order:
        for listed in hand.names_of(name, rules.option):
            if listed in rows:
                row = rows[listed]
                if not isinstance(row.pays, Nothing):
                    found[name] = Paid(listed, row, row.clauses or table.clauses)
                break
    return found


def winnings(stake: int, pays: Pays) -> int:
    """What odds or a fixed sum pay on a stake, in cents; odds give whole cents because stakes are checked for that."""
    match pays:
        case ToOne(numerator, denominator):
            return stake * numerator // denominator
        case ForOne(amount):
            return stake * amount
        case Dollars(cents):
            return cents
        case _:
            raise ValueError(f"{pays} is not paid on a stake")


def compared(comparison: HandComparison | None) -> str | None:
    """How the player's hand compares with the dealer's, in the words of cases; None without a dealer's hand."""
    return None if comparison is None else _COMPARED[comparison]


def situation(rules: HouseRules, outcome: HandOutcome, wagers: Container[str], *, folded: bool) -> CaseSituation:
    """What cases ask about, for one seat's cards, wagers and decision."""
    result = compared(outcome.comparison)
    return CaseSituation(folded, outcome.dealer_qualifies, result, _Listed(rules, outcome), rules.options, wagers)


@dataclass(frozen=True, slots=True)
class _Listed:
    """The kinds of tables with a row for the player's cards, looked up only when a case asks."""

    rules: HouseRules
    outcome: HandOutcome

    def __contains__(self, kind: object) -> bool:
        return row_for(self.rules, str(kind), self.outcome) is not None


def row_for(rules: HouseRules, kind: str, outcome: HandOutcome) -> Paid | None:
    """The row that the player's cards earn in the chosen table of a kind; None if there is no such row or table."""
    if kind not in rules.tables:
        return None
    return earnings(rules, kind).get(outcome.names.get(rules.tables[kind].evaluates) or "")


class _Decisions(NamedTuple):
    """What the cases of a wager ask about, and the deciding case for each answer, once it was found."""

    tables: tuple[tuple[str, Mapping[str, Paid]], ...]
    """For each table that a case asks for: the hand that it looks at, and the names that have a row."""
    made: tuple[str, ...]
    known: dict[tuple[object, ...], Case]


@lru_cache(maxsize=4096)
def _decisions(rules: HouseRules, wager: str) -> _Decisions:
    found = rules.book.wager(wager)
    kinds = dict.fromkeys(case.table for case in found.cases if case.table in rules.tables)
    tables = tuple((rules.tables[kind].evaluates, earnings(rules, kind)) for kind in kinds if kind)
    return _Decisions(tables, found.beside, {})


def _case(rules: HouseRules, wager: Wager, outcome: HandOutcome, wagers: Container[str], folded: bool) -> Case:
    """The first case of a wager that holds; the answer to the same question is remembered."""
    asked = _decisions(rules, wager.name)
    names = outcome.names
    key = (
        folded,
        outcome.dealer_qualifies,
        outcome.comparison,
        *[names.get(hand) in rows for hand, rows in asked.tables],
        *[name in wagers for name in asked.made],
    )
    case = asked.known.get(key)
    if case is None:
        at = situation(rules, outcome, wagers, folded=folded)
        case = deciding(wager, at)
        if case is None:
            raise ValueError(f"{rules.book.id}: no case of {wager.name} decides {at}")
        asked.known[key] = case
    return case


def _settled(
    rules: HouseRules, seat: int, wager: Wager, stake: int, outcome: HandOutcome, case: Case, meters: Meters
) -> SettlementLine | None:
    """One wager, settled by the case that decides; None if that case says that nothing is paid."""
    if case.pays == "nothing":
        return None
    if case.by_row:
        paid = row_for(rules, case.table or "", outcome)
        if paid is None:
            raise ValueError(f"{rules.book.id}: {wager.name} is paid by a row that {case.table} does not have")
        return _by_row(rules, seat, wager, stake, case, paid, meters)
    hand = outcome.category if wager.against_dealer else _category(rules, wager, outcome)
    return _line(seat, wager.name, stake, case, None if case.pays == "forfeit" else hand, _unlisted(rules, wager))


def _category(rules: HouseRules, wager: Wager, outcome: HandOutcome) -> str | None:
    """The category of the cards that this wager's table looks at; a losing line calls them by it."""
    evaluates = rules.tables[wager.table or ""].evaluates
    name = outcome.names.get(evaluates)
    return name and rules.book.hands[evaluates].category_of(name)


def _unlisted(rules: HouseRules, wager: Wager) -> tuple[str, ...]:
    """The clauses of the table that has no row for a losing hand, if the hand alone decides."""
    return rules.tables[wager.table or ""].clauses if wager.by_hand_alone else ()


def _line(
    seat: int,
    wager: str,
    stake: int,
    case: Case,
    hand: str | None,
    more: Clauses = (),
    pays: Pays | None = None,
) -> SettlementLine:
    """A line whose wager is won by odds, lost, or goes back, by the clauses of a case and `more`."""
    odds = pays or (case.pays if isinstance(case.pays, ToOne) else None)
    if odds is not None and not isinstance(odds, Push):
        payout = winnings(stake, odds)
        returned = payout if isinstance(odds, ForOne) else stake + payout
        return SettlementLine(
            seat, wager, stake, Result.WIN, case.reason, hand, odds, payout, returned, case.clauses + more
        )
    result = Result.PUSH if odds is not None else _ENDS[str(case.pays)]
    more = () if result is Result.FORFEIT else more
    returned = stake if result is Result.PUSH else 0
    return SettlementLine(seat, wager, stake, result, case.reason, hand, None, 0, returned, case.clauses + more)


def _by_row(
    rules: HouseRules, seat: int, wager: Wager, stake: int, case: Case, paid: Paid, meters: Meters
) -> SettlementLine:
    """What the row of a table pays: a bonus on another wager, an award of a progressive, or odds and sums."""
    pays = paid.row.pays
    if wager.is_bonus:
        payout = winnings(stake, pays)
        clauses = case.clauses + paid.clauses
        return SettlementLine(seat, wager.name, 0, Result.WIN, case.reason, paid.hand, pays, payout, payout, clauses)
    if wager.progressive:
        return _award(rules, seat, wager, stake, case, paid, meters)
    return _line(seat, wager.name, stake, case, paid.hand, paid.clauses, pays)


def _award(
    rules: HouseRules, seat: int, wager: Wager, stake: int, case: Case, paid: Paid, meters: Meters
) -> SettlementLine:
    """Every award takes the stake, which was collected before the deal.

    A share is taken out of the meter as it is at this player's turn; if the meter is not given, the line stays open
    until then.
    """
    pays = paid.row.pays
    line = SettlementLine(
        seat, wager.name, stake, Result.WIN, case.reason, paid.hand, pays, 0, 0, case.clauses + paid.clauses
    )
    if not isinstance(pays, MeterShare):
        award = fixed_award(pays.cents, stake) if isinstance(pays, Dollars) else winnings(stake, pays)
        return line._replace(payout=award, returned=award)
    line = line._replace(clauses=case.clauses + case.meter_clauses + paid.clauses, meter=pays.meter)
    if pays.meter not in meters:
        return line
    award, after = share_of_meter(rules, pays, meters[pays.meter])
    return line._replace(payout=award, returned=award, meter_before=meters[pays.meter], meter_after=after)


def fixed_award(cents: int, stake: int) -> int:
    """What a sum pays on a progressive wager, in cents: it is stated for $1 and scales with the wager."""
    return cents * stake // DOLLAR


def case_behind(rules: HouseRules, wager: Wager, reason: str, hand: str | None, *, qualified: bool) -> Case | None:
    """The case that gave a line its reason, for a hand of this name."""
    for case in wager.cases:
        if case.reason != reason or (case.qualifies is not None and case.qualifies != qualified):
            continue
        listed = {paid.hand for paid in earnings(rules, case.table).values()} if case.table in rules.tables else ()
        if case.table is None or hand in listed:
            return case
    return None


def share_of_meter(rules: HouseRules, pays: MeterShare, shown: Fraction) -> tuple[int, Fraction]:
    """What a share of a meter that shows this amount pays, and what the meter shows afterwards.

    The award is rounded up to the cent; an award of the whole meter resets it.
    """
    share = shown * pays.share
    after = Fraction(rules.meters[pays.meter].reset, DOLLAR) if pays.share == 1 else shown - share
    return -(-share * DOLLAR // 1), after


def stays_on_table(rules: HouseRules, wagers: Container[str]) -> bool:
    """Whether a folded player's cards stay: while any side wager is alive."""
    return any(wager.name in wagers and wager.stays_after_fold(rules.options) for wager in rules.wagers)


def abandoned(rules: HouseRules, seat: int, wager: Wager, stake: int) -> SettlementLine:
    """A wager that the floorperson ruled abandoned is lost."""
    clauses = rules.book.conduct.leaving_clauses
    return SettlementLine(seat, wager.name, stake, Result.LOSE, Reason.ABANDONED, None, None, 0, 0, clauses)


@lru_cache(maxsize=256)
def order_of_wagers(rules: HouseRules) -> tuple[Wager, ...]:
    """The order in which one player's wagers are settled."""
    first = {option.settles_first for option in rules.book.options if rules.option(option.name)}
    return tuple(sorted(rules.wagers, key=lambda wager: wager.name not in first))


def pay(
    rules: HouseRules, seat: int, outcome: HandOutcome, wagers: Mapping[str, int], *, folded: bool, meters: Meters
) -> Iterator[SettlementLine]:
    """Settle one seat's wagers in their order."""
    folded = folded and rules.book.flow.base in wagers
    for wager in order_of_wagers(rules):
        stake = wagers.get(wager.on or wager.name)
        if stake is None:
            continue
        line = _settled(rules, seat, wager, stake, outcome, _case(rules, wager, outcome, wagers, folded), meters)
        if line is not None:
            stays = folded and line.result is not Result.FORFEIT
            yield line._replace(clauses=tuple(dict.fromkeys(wager.stays_clauses + line.clauses))) if stays else line


@lru_cache(maxsize=8192)
def _paid(
    rules: HouseRules,
    known: tuple[HandComparison | None, bool, str],
    names: tuple[tuple[str, str | None], ...],
    wagers: tuple[tuple[str, int], ...],
    folded: bool,
) -> tuple[SettlementLine, ...]:
    """The lines of a seat, without its number."""
    comparison, qualifies, category = known
    outcome = HandOutcome(comparison, qualifies, 0, category, dict(names))
    return tuple(pay(rules, 0, outcome, dict(wagers), folded=folded, meters={}))


@lru_cache(maxsize=8192)
def _paid_at(
    seat: int,
    rules: HouseRules,
    known: tuple[HandComparison | None, bool, str],
    names: tuple[tuple[str, str | None], ...],
    wagers: tuple[tuple[str, int], ...],
    folded: bool,
) -> tuple[SettlementLine, ...]:
    return tuple([line._replace(seat=seat) for line in _paid(rules, known, names, wagers, folded)])


def pay_without_meters(
    rules: HouseRules, seat: int, outcome: HandOutcome, wagers: Mapping[str, int], *, folded: bool
) -> tuple[SettlementLine, ...]:
    """Like `pay`, with meter shares left open: seats with the same hands, wagers and decision get the same lines."""
    known = (outcome.comparison, outcome.dealer_qualifies, outcome.category)
    return _paid_at(seat, rules, known, tuple(outcome.names.items()), tuple(wagers.items()), folded)


def by_hand_alone(rules: HouseRules, seat: int, wager: Wager, stake: int, name: str | None) -> SettlementLine:
    """A wager that a void round still settles: by the player's cards, which have this name."""
    outcome = HandOutcome(None, True, 0, "", {rules.tables[wager.table or ""].evaluates: name})
    line = _settled(rules, seat, wager, stake, outcome, _case(rules, wager, outcome, (wager.name,), False), {})
    if line is None:
        raise ValueError(f"{wager.name} is settled in a void round and has no line")
    return line


def envy_amount(table: Paytable, row: PaytableRow, stake: int) -> tuple[Pays, int, tuple[str, ...]]:
    """What an envy row pays for the receiver's wager: the amount listed for it, or the $1 amount scaled by it."""
    if LISTED_STAKES.get(stake) == "pays_for_5" and isinstance(row.pays_for_5, Dollars):
        return row.pays_for_5, row.pays_for_5.cents, row.clauses_for_5 or table.clauses
    if not isinstance(row.pays, Dollars):
        raise ValueError(f"envy table {table.id} pays {row.pays}, which is no amount")
    return row.pays, fixed_award(row.pays.cents, stake), row.clauses or table.clauses
