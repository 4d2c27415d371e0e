"""The second step: what each wager is paid, and why. Each way of settling one is a function that the data select.

Three modules beside this one make the lines that are no seat's own wager in action: `envy` what a hand earns others,
`payout_limit` what a player wins too much, `void` what goes back. No payout is decided anywhere else.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitbook.rulebooks.models import LISTED_STAKES, Row, Settles, Table, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Pays, Push, ToOne
from pitbook.settlement.classify import Comparison, Outcome
from pitbook.settlement.lines import Line, Reason, Result
from pitbook.submission import HouseRules

DOLLAR = 100
Meters = Mapping[str, Fraction]


class Paid(NamedTuple):
    """What a hand of a given name earns from a table."""

    hand: str
    row: Row
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
    """What odds or a fixed sum pay on a stake, in cents; odds come out even because stakes are checked for it."""
    match pays:
        case ToOne(numerator, denominator):
            return stake * numerator // denominator
        case ForOne(amount):
            return stake * amount
        case Dollars(cents):
            return cents
        case _:
            raise ValueError(f"{pays} is not paid on a stake")


def _line(
    seat: int,
    wager: Wager,
    stake: int,
    result: Result,
    reason: Reason,
    hand: str | None,
    *,
    rule: tuple[str, ...] | None = None,
    pays: Pays | None = None,
    more: tuple[str, ...] = (),
) -> Line:
    """A line whose wager is won by odds, lost, or goes back, by the wager's rule for it and `more` clauses."""
    payout = winnings(stake, pays) if pays else 0
    kept = result in (Result.LOSE, Result.FORFEIT) or isinstance(pays, ForOne)
    returned = payout if kept else stake + payout
    clauses = (wager.rules.get(reason.value, ()) if rule is None else rule) + more
    return Line(seat, wager.name, stake, result, reason, hand, pays, payout, returned, clauses)


def rule_of(rules: HouseRules, wager: Wager, reason: str, hand: str | None, *, qualified: bool) -> tuple[str, ...]:
    """The clauses of the wager's rule for this outcome.

    Some books state their rules apart for a dealer who does not qualify, for a win that is too low for the odds wager
    to be paid, and for a loss that it pays as a bad beat.
    """
    if wager.settles is Settles.AGAINST_DEALER:
        match reason:
            case Reason.BEATS_DEALER if "win_below_straight" in wager.rules:
                if hand not in _odds_table(rules, won=True):
                    return wager.rules["win_below_straight"]
            case Reason.LOSES_TO_DEALER if "bad_beat" in wager.rules:
                if hand in _odds_table(rules, won=False):
                    return wager.rules["bad_beat"]
    apart = f"{reason}_unqualified"
    return wager.rules.get(apart if not qualified and apart in wager.rules else reason, ())


def _against_dealer(rules: HouseRules, seat: int, wager: Wager, stake: int, outcome: Outcome) -> Line:
    """Even money when the player's hand is higher, lost when it is lower; a tie as the book says.

    Where the book says so, the wager goes back whenever the dealer does not qualify, whoever has the higher hand.
    """
    hand = outcome.category
    if wager.push_unless_dealer_qualifies and not outcome.dealer_qualifies:
        return _line(seat, wager, stake, Result.PUSH, Reason.DEALER_DOES_NOT_QUALIFY, hand)
    match outcome.comparison:
        case Comparison.WIN:
            rule = rule_of(rules, wager, Reason.BEATS_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(seat, wager, stake, Result.WIN, Reason.BEATS_DEALER, hand, rule=rule, pays=wager.pays)
        case Comparison.TIE if wager.tie == "win":
            return _line(seat, wager, stake, Result.WIN, Reason.TIES_DEALER, hand, pays=wager.pays)
        case Comparison.TIE:
            rule = rule_of(rules, wager, Reason.TIES_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(seat, wager, stake, Result.PUSH, Reason.TIES_DEALER, hand, rule=rule)
        case _:
            rule = rule_of(rules, wager, Reason.LOSES_TO_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(seat, wager, stake, Result.LOSE, Reason.LOSES_TO_DEALER, hand, rule=rule)


def _odds_table(rules: HouseRules, *, won: bool) -> Mapping[str, Paid]:
    """The hands that the odds wager pays for when they win, or when they lose."""
    for wager in rules.wagers:
        if wager.settles is Settles.ODDS:
            kind = wager.win_table if won else wager.loss_table
            return earnings(rules, kind) if kind in rules.tables else {}
    return {}


def _odds(rules: HouseRules, seat: int, wager: Wager, stake: int, outcome: Outcome) -> Line:
    """A win pays by the table and pushes below it; a tie pushes; a loss pays as a bad beat if high enough."""
    hand = outcome.category
    match outcome.comparison:
        case Comparison.WIN:
            paid = _odds_table(rules, won=True).get(hand)
            if paid is None or isinstance(paid.row.pays, Push):
                return _line(seat, wager, stake, Result.PUSH, Reason.WIN_BELOW_STRAIGHT, hand)
            rule = rule_of(rules, wager, Reason.BEATS_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(
                seat,
                wager,
                stake,
                Result.WIN,
                Reason.BEATS_DEALER,
                hand,
                rule=rule,
                pays=paid.row.pays,
                more=paid.clauses,
            )
        case Comparison.TIE:
            rule = rule_of(rules, wager, Reason.TIES_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(seat, wager, stake, Result.PUSH, Reason.TIES_DEALER, hand, rule=rule)
        case _:
            paid = _odds_table(rules, won=False).get(hand)
            if paid:
                return _line(
                    seat,
                    wager,
                    stake,
                    Result.WIN,
                    Reason.BAD_BEAT,
                    hand,
                    pays=paid.row.pays,
                    more=paid.clauses,
                )
            rule = rule_of(rules, wager, Reason.LOSES_TO_DEALER, hand, qualified=outcome.dealer_qualifies)
            return _line(seat, wager, stake, Result.LOSE, Reason.LOSES_TO_DEALER, hand, rule=rule)


def by_paytable(rules: HouseRules, seat: int, wager: Wager, stake: int, name: str | None) -> Line:
    """The hand alone decides: a hand in the table wins its odds or its fixed sum, any other loses."""
    table = rules.tables[wager.table or ""]
    paid = earnings(rules, wager.table or "").get(name or "")
    if paid is None:
        return _line(
            seat,
            wager,
            stake,
            Result.LOSE,
            Reason.NO_QUALIFYING_HAND,
            name and rules.book.hands[table.evaluates].category_of(name),
            more=table.clauses,
        )
    return _line(
        seat,
        wager,
        stake,
        Result.WIN,
        Reason.QUALIFYING_HAND,
        paid.hand,
        pays=paid.row.pays,
        more=paid.clauses,
    )


def _bonus(rules: HouseRules, seat: int, wager: Wager, on: int, outcome: Outcome) -> Line | None:
    """Paid on another wager, whoever has the higher hand, when the hand is in the table; otherwise there is no line."""
    name = outcome.names[rules.tables[wager.table or ""].evaluates]
    paid = earnings(rules, wager.table or "").get(name or "")
    if paid is None:
        return None
    payout = winnings(on, paid.row.pays)
    beaten = outcome.comparison is Comparison.LOSE
    clauses = () if beaten else wager.rules.get("not_beaten", ())
    clauses += wager.rules.get(Reason.QUALIFYING_HAND.value, ()) + paid.clauses
    return Line(
        seat,
        wager.name,
        0,
        Result.WIN,
        Reason.QUALIFYING_HAND,
        paid.hand,
        paid.row.pays,
        payout,
        payout,
        clauses,
    )


def _progressive(rules: HouseRules, seat: int, wager: Wager, stake: int, name: str | None, meters: Meters) -> Line:
    """Every award takes the stake, which was collected before the deal.

    Fixed awards are stated for $1 and scale with the wager. A share is taken out of the meter as it stands at this
    player's turn; where the meter is not given, the line stays open until then.
    """
    table = rules.tables[wager.table or ""]
    paid = earnings(rules, wager.table or "").get(name or "")
    if paid is None:
        return _line(
            seat,
            wager,
            stake,
            Result.LOSE,
            Reason.NO_QUALIFYING_HAND,
            name and rules.book.hands[table.evaluates].category_of(name),
            more=table.clauses,
        )
    pays = paid.row.pays
    rule = wager.rules.get(Reason.QUALIFYING_HAND.value, ())
    if not isinstance(pays, MeterShare):
        award = stake * pays.cents // DOLLAR if isinstance(pays, Dollars) else winnings(stake, pays)
        return Line(
            seat,
            wager.name,
            stake,
            Result.WIN,
            Reason.QUALIFYING_HAND,
            paid.hand,
            pays,
            award,
            award,
            rule + paid.clauses,
        )
    clauses = rule + wager.rules.get("meter_share", ()) + paid.clauses
    line = Line(seat, wager.name, stake, Result.WIN, Reason.QUALIFYING_HAND, paid.hand, pays, 0, 0, clauses, pays.meter)
    if pays.meter not in meters:
        return line
    award, after = share_of_meter(rules, pays, meters[pays.meter])
    return line._replace(payout=award, returned=award, meter_before=meters[pays.meter], meter_after=after)


def share_of_meter(rules: HouseRules, pays: MeterShare, shown: Fraction) -> tuple[int, Fraction]:
    """What a share of a meter that shows so much pays, and what the meter shows afterwards.

    The award is rounded up to the cent; the whole of the meter resets it.
    """
    share = shown * pays.share
    after = Fraction(rules.meters[pays.meter].reset, DOLLAR) if pays.share == 1 else shown - share
    return -(-share * DOLLAR // 1), after


def _survives_fold(rules: HouseRules, wager: Wager) -> bool:
    """Whether a wager stays in action when the player folds."""
    return wager.survives_fold or (wager.survives_fold_option is not None and rules.option(wager.survives_fold_option))


def stays_on_table(rules: HouseRules, wagers: Mapping[str, int]) -> bool:
    """Whether a folded player's cards stay: while any side wager is alive."""
    return any(wager.name in wagers and _survives_fold(rules, wager) for wager in rules.wagers)


def abandoned(rules: HouseRules, seat: int, wager: Wager, stake: int) -> Line:
    """A wager that the floorperson ruled abandoned is lost."""
    clauses = rules.book.conduct.leaving_clauses
    return _line(seat, wager, stake, Result.LOSE, Reason.ABANDONED, None, more=clauses)


def order_of_wagers(rules: HouseRules) -> tuple[Wager, ...]:
    """The order in which one player's wagers are settled."""
    if not rules.option("trips_plus_before_main"):
        return rules.wagers
    return tuple(sorted(rules.wagers, key=lambda wager: wager.name != "trips_plus"))


def pay(
    rules: HouseRules, seat: int, outcome: Outcome, wagers: Mapping[str, int], *, folded: bool, meters: Meters
) -> Iterator[Line]:
    """Settle one seat's wagers in their order."""
    for wager in order_of_wagers(rules):
        if wager.settles is Settles.BONUS:
            if all(name in wagers for name in wager.needs_all):
                bonus = _bonus(rules, seat, wager, wagers[wager.on or ""], outcome)
                if bonus:
                    yield bonus
            continue
        stake = wagers.get(wager.name)
        if stake is None:
            continue
        if folded and rules.book.decision.of in wagers:
            if not _survives_fold(rules, wager):
                yield _line(seat, wager, stake, Result.FORFEIT, Reason.FOLDED, None)
                continue
            line = _settled(rules, seat, wager, stake, outcome, meters)
            yield line._replace(clauses=tuple(dict.fromkeys(wager.rules.get("survives_fold", ()) + line.clauses)))
        else:
            yield _settled(rules, seat, wager, stake, outcome, meters)


def _settled(rules: HouseRules, seat: int, wager: Wager, stake: int, outcome: Outcome, meters: Meters) -> Line:
    """One wager in action, settled as the book's data say."""
    match wager.settles:
        case Settles.AGAINST_DEALER:
            return _against_dealer(rules, seat, wager, stake, outcome)
        case Settles.ODDS:
            return _odds(rules, seat, wager, stake, outcome)
        case Settles.PROGRESSIVE:
            name = outcome.names[rules.tables[wager.table or ""].evaluates]
            return _progressive(rules, seat, wager, stake, name, meters)
        case _:
            return by_paytable(rules, seat, wager, stake, outcome.names[rules.tables[wager.table or ""].evaluates])


def envy_amount(table: Table, row: Row, stake: int) -> tuple[Pays, int, tuple[str, ...]]:
    """What an envy row pays for the receiver's wager: the amount listed for it, or the $1 amount scaled by it."""
    if LISTED_STAKES.get(stake) == "pays_for_5" and isinstance(row.pays_for_5, Dollars):
        return row.pays_for_5, row.pays_for_5.cents, row.clauses_for_5 or table.clauses
    if not isinstance(row.pays, Dollars):
        raise ValueError(f"envy table {table.id} pays {row.pays}, which is no amount")
    return row.pays, row.pays.cents * stake // DOLLAR, row.clauses or table.clauses
