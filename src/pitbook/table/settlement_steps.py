"""The steps of settlement: player by player from the dealer's right, and what a void round leaves to do."""

from collections.abc import Iterable
from functools import lru_cache

from pitbook.rulebooks.procedures import Irregularity
from pitbook.settlement.void import voids
from pitbook.submission import HouseRules
from pitbook.table.agenda import Step
from pitbook.table.forfeits import progressive_name
from pitbook.table.state import Round

_CARD_STEPS = frozenset({"deal", "burn", "turn_up"})


def settlement_steps(rules: HouseRules, current: Round) -> list[Step]:
    """What the reckoned lines still ask for: hands turned up and announced, wagers settled, awards verified."""
    steps: list[Step] = []
    for seat, first, last in _turns(current):
        steps += (
            _void_turn(rules, current, seat, first, last) if current.void else _turn(rules, current, seat, first, last)
        )
    steps.append(Step("discard", "dealer", rules.book.conduct.discard_clauses))
    return steps


def _turns(current: Round) -> list[tuple[int, int, int]]:
    """Each player's lines, with the envy bonuses that the hand earns others: seat, first line, end."""
    turns: list[tuple[int, int, int]] = []
    seat, first, place = 0, 0, -1
    lines = current.lines or ()
    for place, line in enumerate(lines):
        if line[0] != seat and line[1] != "envy":
            if seat:
                turns.append((seat, first, place))
            seat, first = line[0], place
    if seat:
        turns.append((seat, first, place + 1))
    return turns


def _turn(rules: HouseRules, current: Round, seat: int, first: int, last: int) -> list[Step]:
    show, announce, settle, collect = _plain_steps(rules, seat)
    steps: list[Step] = []
    if seat not in current.folded or seat in current.kept:
        if seat not in current.shown:
            steps.append(show)
        steps.append(announce)
        clauses = settle
    else:
        clauses = collect
    conduct = rules.book.conduct
    award = _award(rules, current, first, last) if conduct.progressive_win else None
    steps.append(Step("settle", "dealer", clauses, seat, lines=(first, last if award is None else award)))
    if award is not None:
        for duty in conduct.progressive_win:
            lines = (award, last) if duty.do == "pay_progressive" else (0, 0)
            steps.append(Step(duty.do, duty.by, duty.clauses, seat, lines=lines))
    return steps


@lru_cache(maxsize=1024)
def _plain_steps(rules: HouseRules, seat: int) -> tuple[Step, Step, tuple[str, ...], tuple[str, ...]]:
    conduct = rules.book.conduct
    return (
        Step("turn_up_hand", "dealer", conduct.turn_up_hand_clauses, seat, "player"),
        Step("announce_hand", "dealer", conduct.announce_hand_clauses, seat),
        conduct.settle_clauses + rules.book.settlement.clauses,
        conduct.collect_forfeits_clauses,
    )


def _award(rules: HouseRules, current: Round, first: int, last: int) -> int | None:
    """The place of a winning progressive line."""
    name = progressive_name(rules)
    for place in range(first, last):
        line = (current.lines or ())[place]
        if line[1] == name and line[2] == "win":
            return place
    return None


def _void_turn(rules: HouseRules, current: Round, seat: int, first: int, last: int) -> list[Step]:
    """Everything goes back; a hand is turned up only where a wager is settled all the same."""
    lines = (current.lines or ())[first:last]
    steps = []
    if any(line[2] != "void" for line in lines) and seat not in current.shown:
        steps.append(_plain_steps(rules, seat)[0])
    clauses = voids(rules)[current.void or ""].clauses
    steps.append(Step("return_wagers", "dealer", clauses, seat, lines=(first, last)))
    return steps


def hands_to_show(rules: HouseRules, current: Round) -> list[Step]:
    """The hands that have to be turned up before a round with entered cards can be reckoned."""
    return [
        _plain_steps(rules, seat)[0]
        for seat in sorted(current.participants, reverse=True)
        if seat not in current.abandoned and (seat not in current.folded or seat in current.kept)
    ]


def settled_anyway_at(rules: HouseRules, current: Round, case: Irregularity) -> list[int]:
    """The seats with a wager that the void round settles all the same."""
    complete = len(current.dealer) == rules.book.dealer.cards and all(
        len(hand) == rules.book.player.cards for hand in current.hands.values()
    )
    names = {one.wager for one in case.settled if one.when == "always" or complete}
    return [
        seat
        for seat in sorted(current.participants, reverse=True)
        if seat not in current.abandoned and names & current.wagers[seat].keys()
    ]


def void_steps(rules: HouseRules, current: Round, agenda: Iterable[Step], *, entered: bool) -> list[Step]:
    """What a void round leaves to do: cards for the wagers that are settled all the same, and the reckoning."""
    case = voids(rules)[current.void or ""]
    seats = settled_anyway_at(rules, current, case)
    steps: list[Step] = []
    if seats and any(one.when == "always" for one in case.settled):
        steps += [step for step in agenda if step.do in _CARD_STEPS]
    if entered:
        steps += [_plain_steps(rules, seat)[0] for seat in seats]
    steps.append(Step("reckon", "device", case.clauses))
    return steps
