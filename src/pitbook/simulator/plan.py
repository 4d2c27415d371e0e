"""What every seat stakes and gets back for each outcome, in cents: settlement's money as arrays.

Nothing here knows a payout of its own: rates come from calling `pay` for every class and from `compile_side`, and are
multiplied by the stakes once, before the first round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Wager
from pitbook.settlement.classify import HandComparison, HandOutcome
from pitbook.settlement.compile import MainGame, compile_main, compile_side, main_wagers
from pitbook.settlement.pay import earnings, envy_amount, order_of_wagers, pay, stays_on_table
from pitbook.simulator.settling import BONUS, MAIN, SIDE
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
ENVY, PAYOUT_LIMIT = "envy", "payout_limit"


def width_of(book: RuleBook) -> int:
    """The number of places for the names of any hand of the book, and one for no name."""
    return 1 + max(len(hand.order) for hand in book.hands.values())


class Plan(NamedTuple):
    """The money of a table for the kernels, as one argument. Seats are in order from the dealer's left."""

    kind: Ints
    """By wager, in order of settlement: whether it is of the main game, paid by the hand's name, or a bonus."""
    place: Ints
    """By wager: its place among the wagers of the main game, or among those paid by name."""
    hand: Ints
    """By wager paid by name: the number of the hand that decides it."""
    has_base: Flags
    """By seat: whether it has the base wager, so that it is asked for decisions."""
    decided: Ints
    """By seat, action and wager that decisions make or withdraw: the stake on it after the action."""
    changed: Ints
    """The wagers that decisions make or withdraw."""
    staked: Ints
    """By seat and wager: the stake that no decision changes."""
    seat_staked: Ints
    """By seat: the sum of these stakes."""
    table_staked: Ints
    """By wager: the sum of these stakes over all seats."""
    main_back: Ints
    """By seat, action, outcome and wager of the main game: what is handed back; -1 if there is no such wager."""
    main_won: Ints
    placed: Flags
    """By seat and wager paid by name: whether it is in play."""
    survives: Flags
    """By wager paid by name: whether it stays in action when the player folds."""
    side_back: Ints
    """By seat, wager paid by name, and name: what is handed back, not counting meters."""
    side_won: Ints
    from_meter: Flags
    """By wager paid by name, and name: whether a meter pays."""
    folded_last: bool
    player: Ints
    """By seat: the number of the player."""
    limit: int
    """The payout limit; -1 is none."""
    limited: Flags
    """By wager, with envy last: whether it counts towards the limit."""
    envy_hand: int
    """The number of the hand that the envy table evaluates; -1 is none."""
    envied_name: Flags
    """By name: whether it earns others an envy bonus."""
    holder: Flags
    """By seat and whether it folded: whether its hand can earn others an envy bonus."""
    receives: Flags
    """By seat: whether it made the wager that envy is paid on."""
    envy: Ints
    """By seat and name: what it receives for another's hand."""


@dataclass(frozen=True, eq=False)
class Rates:
    """What the wagers of a house hand back for each outcome, per stake."""

    wagers: tuple[Wager, ...]
    """The wagers in order of settlement."""
    main: tuple[str, ...]
    sides: tuple[str, ...]
    """The wagers and bonuses that are paid by the name of a hand."""
    scale: int
    main_back: Ints
    """By outcome and wager of the main game, in 1/scale of the stake; an outcome is (pay class x 2 + qualifies) x 3 +
    comparison; qualifies and comparison are 0 if the dealer has no hand."""
    main_won: Ints
    side_back: Ints
    """By wager paid by name, and name: in 1/scale of the stake (for a bonus, of the wager that it is paid on)."""
    side_fixed: Ints
    """The same for fixed sums, in cents."""
    shares: Mapping[tuple[int, int], tuple[str, Fraction]]
    """By wager paid by name, and name: the meter that pays, and the share of it."""
    rows: tuple[tuple[str | None, ...], ...]
    """By wager paid by name, and name: the row of the table that pays, if any."""


@lru_cache(maxsize=64)
def rates_of(rules: HouseRules) -> Rates:
    """The rates of a house, by calling settlement for every class and name."""
    game = compile_main(rules)
    wagers = order_of_wagers(rules)
    of_game = {wager.name for wager in main_wagers(rules) if not wager.is_bonus}
    main = tuple(wager.name for wager in wagers if wager.name in of_game)
    sides = tuple(w.name for w in wagers if w.name not in main)
    back, won = _main_rates(rules, game, main)
    shape = len(sides), width_of(rules.book)
    side_back, side_fixed = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    shares: dict[tuple[int, int], tuple[str, Fraction]] = {}
    rows: list[tuple[str | None, ...]] = []
    for place, name in enumerate(sides):
        wager = rules.book.wager(name)
        if wager.is_bonus:
            line, paid = _bonus_rates(rules, wager, game.scale)
            side_back[place, : len(line)] = line
            rows.append(paid)
            continue
        money = compile_side(rules, name)
        side_back[place, : len(money.names)] = money.per_stake
        side_fixed[place, : len(money.names)] = money.fixed
        rows.append(money.paid_as)
        for number, (share, meter) in enumerate(zip(money.share, money.meter, strict=True)):
            if meter is not None:
                shares[place, number] = (meter, share)
    return Rates(wagers, main, sides, game.scale, back, won, side_back, side_fixed, shares, tuple(rows))


def _main_rates(rules: HouseRules, game: MainGame, main: Sequence[str]) -> tuple[Ints, Ints]:
    stakes = dict.fromkeys(main, game.scale)
    back, won = (np.zeros((len(game.classes) * 2 * len(HandComparison), len(main)), np.int64) for _ in range(2))
    for level, one in enumerate(game.classes):
        for qualifies in (0, 1):
            for comparison in HandComparison:
                compared = comparison if rules.book.dealers_hand else None
                outcome = one.outcome(compared, qualifies=bool(qualifies) or compared is None)
                for line in pay(rules, 1, outcome, stakes, folded=False, meters={}):
                    if line.wager in main:
                        place = (level * 2 + qualifies) * len(HandComparison) + comparison, main.index(line.wager)
                        back[place], won[place] = line.returned, line.payout
    return back, won


def _bonus_rates(rules: HouseRules, wager: Wager, scale: int) -> tuple[list[int], tuple[str | None, ...]]:
    """What a bonus pays for each name on a stake of `scale`, and the row that pays it.

    Kernels pay a bonus by the name of the hand alone: a bonus that depends on the dealer's hand is refused.
    """
    hand, category = rules.tables[wager.table or ""].evaluates, compile_main(rules).classes[0].category
    stakes = dict.fromkeys((*wager.beside, wager.on or ""), scale)

    def paid(name: str | None, compared: HandComparison, *, qualifies: bool) -> tuple[int, str | None]:
        outcome = HandOutcome(compared, qualifies, 1, category, {hand: name})
        lines = pay(rules, 1, outcome, stakes, folded=False, meters={})
        return next(((line.returned, line.hand) for line in lines if line.wager == wager.name), (0, None))

    found: list[tuple[int, str | None]] = []
    for name in (*rules.book.hands[hand].order, None):
        ends = {paid(name, compared, qualifies=one) for compared in HandComparison for one in (False, True)}
        if len(ends) > 1:
            why = f"{wager.title} depends on how the hand compares with the dealer's"
            raise RefusedError(Problem(f"{rules.book.title} is solved, but can't be simulated: {why}", wager.name))
        found += ends
    return [rate for rate, _ in found], tuple(row for _, row in found)


@dataclass(frozen=True)
class Stakes:
    """One seat: its wagers before the deal, in cents, and by action the stakes on the wagers that decisions change."""

    wagers: Mapping[str, int]
    decided: tuple[tuple[int, ...], ...]
    player: int


def plan_of(rules: HouseRules, seats: Sequence[Stakes]) -> Plan:
    """The money of a table with these seats, from the dealer's left."""
    rates = rates_of(rules)
    names = [wager.name for wager in rates.wagers]
    sides = [rules.book.wager(name) for name in rates.sides]
    changed = compile_main(rules).changed
    staked = np.array(
        [[0 if name in changed else seat.wagers.get(name, 0) for name in names] for seat in seats], np.int64
    )
    decided = np.array([seat.decided for seat in seats], np.int64)
    has_base = np.array([rules.book.flow.base in seat.wagers for seat in seats], np.bool_)
    main_back, main_won = _main_money(rules, rates, seats, decided)
    placed, back, won = _side_money(rules, rates, seats)
    place = [rates.main.index(name) if name in rates.main else rates.sides.index(name) for name in names]
    kinds = [MAIN if n in rates.main else BONUS if _is_bonus(rules, n) else SIDE for n in names]
    limit = rules.payout_limit if rules.book.payout_limit else None
    never = rules.book.payout_limit.never_limits if rules.book.payout_limit else ()
    hands, envy = list(rules.book.hands), _envy(rules, seats)
    return Plan(
        kind=np.array(kinds, np.int64),
        place=np.array(place, np.int64),
        hand=np.array([hands.index(rules.tables[w.table or ""].evaluates) for w in sides], np.int64),
        has_base=has_base,
        decided=decided,
        changed=np.array([names.index(name) for name in changed], np.int64),
        staked=staked,
        seat_staked=staked.sum(axis=1),
        table_staked=staked.sum(axis=0),
        main_back=main_back,
        main_won=main_won,
        placed=placed,
        survives=np.array([stays_on_table(rules, {wager.name: 1}) for wager in sides], np.bool_),
        side_back=back,
        side_won=won,
        from_meter=np.array(
            [[(side, name) in rates.shares for name in range(width_of(rules.book))] for side in range(len(sides))],
            np.bool_,
        ).reshape(len(sides), width_of(rules.book)),
        folded_last=rules.book.settlement.folded == "second_pass",
        player=np.array([seat.player for seat in seats], np.int64),
        limit=-1 if limit is None else limit,
        limited=np.array([name not in never for name in (*names, ENVY)], np.bool_),
        envy_hand=envy.hand,
        envied_name=envy.pays,
        holder=envy.holder,
        receives=envy.receives,
        envy=envy.amounts,
    )


def _is_bonus(rules: HouseRules, name: str) -> bool:
    return rules.book.wager(name).is_bonus


def _main_money(rules: HouseRules, rates: Rates, seats: Sequence[Stakes], decided: Ints) -> tuple[Ints, Ints]:
    """What the wagers of the main game hand back and win; action 0 forfeits what was wagered before."""
    actions = decided.shape[1]
    shape = (len(seats), actions, *rates.main_back.shape)
    stakes = np.zeros((len(seats), actions, len(rates.main)), np.int64)
    changed = compile_main(rules).changed
    for number, seat in enumerate(seats):
        for place, name in enumerate(rates.main):
            is_changed = name in changed
            stakes[number, :, place] = (
                decided[number, :, changed.index(name)] if is_changed else seat.wagers.get(name, 0)
            )
    back, won = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    back[:] = stakes[:, :, None, :] * rates.main_back // rates.scale
    won[:] = stakes[:, :, None, :] * rates.main_won // rates.scale
    back[:, 0], won[:, 0] = 0, 0
    back[np.broadcast_to(stakes[:, :, None, :] == 0, shape)] = -1
    won[back < 0] = 0
    return back, won


def _side_money(rules: HouseRules, rates: Rates, seats: Sequence[Stakes]) -> tuple[Flags, Ints, Ints]:
    """Which wagers paid by name are in play, and what they hand back and win."""
    width = width_of(rules.book)
    shape = (len(seats), len(rates.sides), width)
    placed = np.zeros(shape[:2], np.bool_)
    back, won = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    changed = compile_main(rules).changed
    for number, seat in enumerate(seats):
        for place, name in enumerate(rates.sides):
            wager = rules.book.wager(name)
            bonus = wager.is_bonus
            stake = seat.wagers.get((wager.on or "") if bonus else name, 0)
            placed[number, place] = stake > 0 and (
                not bonus or all(needed in seat.wagers for needed in wager.beside if needed not in changed)
            )
            line = stake * rates.side_back[place] // rates.scale + rates.side_fixed[place] * (stake > 0)
            back[number, place] = line
            paid = np.array([row is not None for row in rates.rows[place]] + [False] * (width - len(rates.rows[place])))
            won[number, place] = np.where(
                paid, line - (stake if wager.by_hand_alone and not wager.progressive else 0), 0
            )
    return placed, back, won


class _Envy(NamedTuple):
    hand: int
    pays: Flags
    holder: Flags
    receives: Flags
    amounts: Ints


def _envy(rules: HouseRules, seats: Sequence[Stakes]) -> _Envy:
    """Who can hold an envied hand, who receives, and how much, by the rules of `settlement.settle`."""
    table, rule = rules.envy_table, rules.book.envy
    progressive = next((wager.name for wager in rules.wagers if wager.progressive), None)
    width = width_of(rules.book)
    pays, holder = np.zeros(width, np.bool_), np.zeros((len(seats), 2), np.bool_)
    receives, amounts = np.zeros(len(seats), np.bool_), np.zeros((len(seats), width), np.int64)
    number = -1
    if table is not None and rule is not None and progressive is not None:
        number = list(rules.book.hands).index(table.evaluates)
        paid = earnings(rules, rule.paytables)
        for place, name in enumerate(rules.book.hands[table.evaluates].order):
            if name in paid:
                pays[place] = True
                for seat, one in enumerate(seats):
                    if stake := one.wagers.get(progressive):
                        amounts[seat, place] = envy_amount(table, paid[name].row, stake)[1]
        for seat, one in enumerate(seats):
            receives[seat] = progressive in one.wagers
            holder[seat] = True, rule.folded_holder and stays_on_table(rules, one.wagers)
    return _Envy(number, pays, holder, receives, amounts)
