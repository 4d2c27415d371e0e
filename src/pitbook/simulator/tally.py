"""What a block of rounds leaves behind: counts and sums in whole numbers, and a record of its course.

Sums of products are kept in two parts, what is above 32 bits and what is below, so that no sum overflows. The record
cuts the block into segments: at the ends of shifts and sessions, and around every round in which a meter pays. With it
shifts, sessions and meters are put together later, in order, exactly.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.dealing import STREETS, Rounds
from pitbook.simulator.plan import Plan
from pitbook.simulator.settling import BACK, COLUMNS, MARK, METER, NAME, SEAT, SIDE, WAGER, settle_round

Ints = NDArray[np.int64]
_HALF: Final = 32
_LOW: Final = (1 << _HALF) - 1
_SEGMENTS, _HITS, _LINES, _OPEN = range(4)


class Tally(NamedTuple):
    """Counts and sums over rounds. Adding the tallies of blocks, in any order, gives that of all their rounds."""

    main: Ints
    """By seat, action and outcome: rounds."""
    side: Ints
    """By seat, wager by name, whether it was forfeited, and name: rounds."""
    decisions: Ints
    """By seat, street and action: decisions; action 0 waits or folds."""
    errors: Ints
    """By seat: decisions left to chance."""
    envy: Ints
    """By seat: envy bonuses, and their cents."""
    limited: Ints
    """By seat: cuts by the payout limit, and their cents."""
    sums: Ints
    """By group: net of the players, and wagered."""
    squares: Ints
    """By group: the sums of net x net, net x wagered and wagered x wagered of all seats together, in two parts. Of a
    wager that is made before the deal only the first: what is wagered is the same in every round."""
    seat_sums: Ints
    """By seat: net."""
    products: Ints
    """By seat and seat: the sum of the products of their nets, in two parts."""


class Record(NamedTuple):
    """The course of a block, segment by segment."""

    end: Ints
    """By segment: the number of its last round, counted from the first round of all."""
    total: Ints
    """By segment and seat: net."""
    low: Ints
    """By segment and seat: the lowest net since its beginning, after any round."""
    hit: Ints
    """By segment: the number of the meter round that it is, or -1."""
    net: Ints
    """By meter round and seat: net without what the meters pay."""
    groups: Ints
    """By meter round and group: net without what the meters pay, and wagered."""
    awards: Ints
    """By award, in order of settlement: meter round, seat, wager by name, and name."""


class Room(NamedTuple):
    """Room for one round, and for where the record stands."""

    envied: NDArray[np.bool_]
    lines: Ints
    net: Ints
    group: Ints
    used: Ints
    run: Ints
    """The open segment by seat: net, and lowest net."""


def new_tally(plan: Plan) -> Tally:
    """A tally of no rounds."""
    seats, wagers = plan.staked.shape
    actions, outcomes = plan.main_back.shape[1:3]
    groups = wagers + 2
    shapes = (
        (seats, actions, outcomes),
        (seats, plan.placed.shape[1], 2, plan.side_back.shape[2]),
        (seats, STREETS, actions),
        (seats,),
        (seats, 2),
        (seats, 2),
        (groups, 2),
        (groups, 3, 2),
        (seats,),
        (seats, seats, 2),
    )
    return Tally(*(np.zeros(shape, np.int64) for shape in shapes))


def new_record(plan: Plan, rounds: int, shift: int, session: int) -> Record:
    """Room for the record of so many rounds, however many of them are meter rounds."""
    seats, wagers = plan.staked.shape
    segments = 2 * rounds + 2 if plan.from_meter.any() else rounds // shift + rounds // session + 3
    hits = rounds if plan.from_meter.any() else 0
    shapes = (
        (segments,),
        (segments, seats),
        (segments, seats),
        (segments,),
        (hits, seats),
        (hits, wagers + 2, 2),
        (hits * seats, 4),
    )
    return Record(*(np.empty(shape, np.int64) for shape in shapes))


def most_lines(plan: Plan) -> int:
    """How many lines a round can have at most: every wager, envy of every other seat, and a payout limit."""
    seats, wagers = plan.staked.shape
    return int(seats * (wagers + seats + 1))


def new_room(plan: Plan) -> Room:
    """Room for the rounds of a block, one after the other."""
    seats, wagers = plan.staked.shape
    return Room(
        envied=np.zeros(seats, np.bool_),
        lines=np.zeros((most_lines(plan), COLUMNS), np.int64),
        net=np.zeros(seats, np.int64),
        group=np.zeros((wagers + 2, 2), np.int64),
        used=np.zeros(4, np.int64),
        run=np.zeros((seats, 2), np.int64),
    )


@borrowing_kernel
def _add_product(sums: Vector[np.int64], one: int, two: int) -> None:
    product = one * two
    sums[0] += product >> _HALF
    sums[1] += product & _LOW


@borrowing_kernel
def _close(record: Record, room: Room, end: int, hit: int) -> None:
    """Ends the open segment with a round."""
    segment = room.used[_SEGMENTS]
    record.end[segment] = end
    record.hit[segment] = hit
    for seat in range(room.net.size):
        record.total[segment, seat], record.low[segment, seat] = room.run[seat, 0], room.run[seat, 1]
    room.used[_SEGMENTS] = segment + 1
    room.used[_OPEN] = 0


@borrowing_kernel
def _advance(room: Room) -> None:
    """Adds the round to the open segment, or begins one with it."""
    for seat in range(room.net.size):
        if room.used[_OPEN]:
            room.run[seat, 0] += room.net[seat]
            room.run[seat, 1] = min(room.run[seat, 1], room.run[seat, 0])
        else:
            room.run[seat, 0] = room.run[seat, 1] = room.net[seat]
    room.used[_OPEN] = 1


@borrowing_kernel
def _note_hit(record: Record, room: Room, count: int, plan: Plan, number: int) -> None:
    """Records a round in which a meter pays, as a segment of its own."""
    if room.used[_OPEN]:
        _close(record, room, number - 1, -1)
    hit = room.used[_HITS]
    for place in range(count):
        line = room.lines[place]
        if line[MARK] == METER:
            award = record.awards[room.used[_LINES]]
            award[0], award[1], award[2], award[3] = hit, line[SEAT], plan.place[line[WAGER]], line[NAME]
            room.used[_LINES] += 1
    for seat in range(room.net.size):
        record.net[hit, seat] = room.net[seat]
    for group in range(room.group.shape[0]):
        record.groups[hit, group, 0], record.groups[hit, group, 1] = room.group[group, 0], room.group[group, 1]
    room.used[_HITS] = hit + 1
    _advance(room)
    _close(record, room, number, hit)


@borrowing_kernel
def _count_round(
    plan: Plan,
    outcomes: Vector[np.uint16],
    actions: Vector[np.uint16],
    room: Room,
    count: int,
    tally: Tally,
    record: Record,
    number: int,
    shift: int,
    session: int,
) -> None:
    """Counts a settled round, the one with this number, into tally and record."""
    seats, wagers = plan.staked.shape
    net, group = room.net, room.group
    main, everything = wagers, wagers + 1
    for one in range(wagers):
        group[one, 0], group[one, 1] = 0, plan.table_staked[one]
    group[main, 0] = group[main, 1] = group[everything, 0] = group[everything, 1] = 0
    for seat in range(seats):
        action = actions[seat]
        tally.main[seat, action, outcomes[seat]] += 1
        net[seat] = -plan.seat_staked[seat]
        for one in range(plan.changed.size):
            decided = plan.decided[seat, action, one]
            net[seat] -= decided
            group[plan.changed[one], 1] += decided
    hit = False
    for place in range(count):
        line = room.lines[place]
        seat, wager, back = line[SEAT], line[WAGER], line[BACK]
        net[seat] += back
        if wager < wagers:
            group[wager, 0] += back
            if plan.kind[wager] >= SIDE:
                tally.side[seat, plan.place[wager], 0 if line[MARK] != 2 else 1, line[NAME]] += 1
                hit |= line[MARK] == METER
        elif wager == wagers:
            tally.envy[seat, 0] += 1
            tally.envy[seat, 1] += back
        else:
            tally.limited[seat, 0] += 1
            tally.limited[seat, 1] += back
    for wager in range(wagers):
        group[wager, 0] -= group[wager, 1]
        group[everything, 1] += group[wager, 1]
        if plan.kind[wager] != SIDE:
            group[main, 0] += group[wager, 0]
            group[main, 1] += group[wager, 1]
    for seat in range(seats):
        group[everything, 0] += net[seat]
        tally.seat_sums[seat] += net[seat]
        for other in range(seat + 1):
            _add_product(tally.products[seat, other], net[seat], net[other])
    for one in range(wagers + 2):
        tally.sums[one, 0] += group[one, 0]
        tally.sums[one, 1] += group[one, 1]
        _add_product(tally.squares[one, 0], group[one, 0], group[one, 0])
    for place in range(plan.changed.size + 2):
        one = plan.changed[place] if place < plan.changed.size else main + place - plan.changed.size
        _add_product(tally.squares[one, 1], group[one, 0], group[one, 1])
        _add_product(tally.squares[one, 2], group[one, 1], group[one, 1])
    if hit:
        _note_hit(record, room, count, plan, number)
    else:
        _advance(room)
    if room.used[_OPEN] and ((number + 1) % shift == 0 or (number + 1) % session == 0):
        _close(record, room, number, -1)


@borrowing_kernel
def settle_rounds(
    plan: Plan, rounds: Rounds, first: int, shift: int, session: int, room: Room, tally: Tally, record: Record
) -> None:
    """Settles and counts the rounds of a block; `first` is the number of its first round."""
    number = first
    for place in range(rounds.actions.shape[0]):
        outcomes, actions = rounds.outcomes[place], rounds.actions[place]
        count = settle_round(plan, outcomes, rounds.names[place], actions, room.envied, room.lines)
        _count_round(plan, outcomes, actions, room, count, tally, record, number, shift, session)
        number += 1
    if room.used[_OPEN]:
        _close(record, room, number - 1, -1)


def trimmed(record: Record, room: Room) -> Record:
    """The part of the record that was written."""
    segments, hits, awards = (int(room.used[place]) for place in (_SEGMENTS, _HITS, _LINES))
    sizes = (segments, segments, segments, segments, hits, hits, awards)
    return Record(*(array[:size].copy() for array, size in zip(record, sizes, strict=True)))
