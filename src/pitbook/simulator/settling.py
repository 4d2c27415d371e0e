"""A round settled in a kernel: the lines of `settlement.settle`, in their order, with money from the plan.

What a meter pays depends on what it shows, which only the sequence of all rounds decides. Such a line is marked here
and paid later, in order, by `meters`.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from pitbook.array_types import Matrix, Vector
from pitbook.compiled import borrowing_kernel, inlined_kernel

if TYPE_CHECKING:
    from pitbook.simulator.plan import Plan

SEAT, WAGER, BACK, WON, NAME, MARK = range(6)
"""The columns of a line: who, which wager, cents handed back, cents won, the hand's name, and a mark."""
COLUMNS: Final = 6
PLAIN, METER, FORFEIT = range(3)
"""The marks: nothing particular, paid from a meter, lost by folding."""
MAIN, SIDE, BONUS = range(3)
"""How a wager is settled: against the dealer, by the hand's name, or the latter without a stake of its own."""


@borrowing_kernel
def _add(lines: Matrix[np.int64], count: int, seat: int, wager: int, back: int, won: int, name: int, mark: int) -> int:
    line = lines[count]
    line[SEAT], line[WAGER], line[BACK], line[WON], line[NAME], line[MARK] = seat, wager, back, won, name, mark
    return count + 1


@borrowing_kernel
def _settle_seat(
    plan: "Plan", seat: int, outcome: int, names: Vector[np.uint8], action: int, lines: Matrix[np.int64], count: int
) -> int:
    """The lines of one seat's own wagers."""
    folded = plan.has_base[seat] and action == 0
    for wager in range(plan.kind.size):
        place = plan.place[wager]
        if plan.kind[wager] == MAIN:
            back = plan.main_back[seat, action, outcome, place]
            if back >= 0:
                won = plan.main_won[seat, action, outcome, place]
                count = _add(lines, count, seat, wager, back, won, 0, FORFEIT if folded else PLAIN)
            continue
        if not plan.placed[seat, place]:
            continue
        name = names[plan.hand[place]]
        if plan.kind[wager] == BONUS:
            back = plan.side_back[seat, place, name]
            if action > 0 and back > 0:
                count = _add(lines, count, seat, wager, back, back, name, PLAIN)
        elif folded and not plan.survives[place]:
            count = _add(lines, count, seat, wager, 0, 0, name, FORFEIT)
        else:
            mark = METER if plan.from_meter[place, name] else PLAIN
            back, won = plan.side_back[seat, place, name], plan.side_won[seat, place, name]
            count = _add(lines, count, seat, wager, back, won, name, mark)
    return count


@borrowing_kernel
def _settle_envy(
    plan: "Plan", holder: int, name: int, envied: Vector[np.bool_], lines: Matrix[np.int64], count: int
) -> int:
    """What a holder's hand earns every other player with a progressive wager, from the dealer's right."""
    envy = plan.kind.size
    envied[plan.player[holder]] = True
    for receiver in range(plan.player.size - 1, -1, -1):
        if plan.receives[receiver] and plan.player[receiver] != plan.player[holder]:
            amount = plan.envy[receiver, name]
            count = _add(lines, count, receiver, envy, amount, amount, name, PLAIN)
    return count


@borrowing_kernel
def _limit(plan: "Plan", lines: Matrix[np.int64], count: int) -> int:
    """Takes back what a player wins above the limit, in a line after the player's last limited one."""
    wagers = plan.kind.size
    seats = plan.player.size
    for player in range(seats):
        won, last = 0, -1
        for place in range(count):
            line = lines[place]
            if line[WAGER] <= wagers and plan.limited[line[WAGER]] and plan.player[line[SEAT]] == player:
                won += line[WON]
                last = place
        if last >= 0 and won > plan.limit:
            for place in range(count, last + 1, -1):
                for column in range(COLUMNS):
                    lines[place, column] = lines[place - 1, column]
            cut = plan.limit - won
            _add(lines, last + 1, lines[last, SEAT], wagers + 1, cut, cut, 0, PLAIN)
            count += 1
    return count


@inlined_kernel
def settle_round(
    plan: "Plan",
    outcomes: Vector[np.uint16],
    names: Matrix[np.uint8],
    actions: Vector[np.uint16],
    envied: Vector[np.bool_],
    lines: Matrix[np.int64],
) -> int:
    """Writes the lines of a round in order of settlement and returns how many there are.

    By seat, from the dealer's left: the outcome against the dealer, the names of the hand by evaluation, and the action
    (0 is to fold, or nothing to decide). `envied` is room for a note by player. Where the book says so, folded seats
    are settled after all others.
    """
    count = 0
    seats = actions.size
    if plan.envy_hand >= 0:
        for player in range(seats):
            envied[player] = False
    for turn in range(2 if plan.folded_last else 1):
        for seat in range(seats - 1, -1, -1):
            action = np.int64(actions[seat])
            folded = plan.has_base[seat] and action == 0
            if plan.folded_last and folded != (turn == 1):
                continue
            count = _settle_seat(plan, seat, np.int64(outcomes[seat]), names[seat], action, lines, count)
            if plan.envy_hand >= 0:
                name = names[seat, plan.envy_hand]
                held = plan.holder[seat, np.int64(folded)] and not envied[plan.player[seat]]
                if held and plan.envied_name[name]:
                    count = _settle_envy(plan, seat, name, envied, lines, count)
    if plan.limit >= 0:
        count = _limit(plan, lines, count)
    return count
