"""The steps of settlement: player by player from the dealer's right, and what a void round leaves to do."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule, StepDuty
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement import Result
from pitbook.settlement.envy import ENVY
from pitbook.settlement.pay import case_behind
from pitbook.settlement.settle import place_in_order
from pitbook.settlement.void import clauses_of, returned_by, voids
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep, alternating, as_well, remove_cards_step, shuffled_when, stub_count_step
from pitbook.table.dealer_hand import dealer_qualifies
from pitbook.table.forfeits import alive_clauses, forfeit_clauses, progressive_name
from pitbook.table.kinds import CardPlace
from pitbook.table.lines import Lines
from pitbook.table.state import Round
from pitbook.table.stub import deck_leaves_by

_CARD_STEPS = frozenset({StepName.DEAL, StepName.BURN, StepName.TURN_UP, StepName.REMOVE_REST})
_COUNTING = frozenset({StepName.COUNT_STUB, StepName.RESOLVE_STUB})
_OF_STUB = _COUNTING | {StepName.REMOVE_REST, StepName.REMOVE_STUB, StepName.STUB_TO_RACK}
"""A counted stub is first taken out of the shoe, and goes to the rack."""


def settlement_steps(rules: HouseRules, current: Round, *, count_stub: bool = False) -> list[AgendaStep]:
    """The steps that the settlement lines ask for: hands turned up and announced, wagers settled, awards verified.

    If a count of the stub is still due in a void round, all wagers go back first.
    """
    found = turns(current.lines or ())
    if current.void:
        steps = [step for turn in found for step in _void_turn(rules, current, *turn)]
        steps += _rest_of_deck(rules, current, voids(rules)[current.void], count_stub=count_stub)
    else:
        qualified = dealer_qualifies(rules, current)
        steps = [step for turn in found for step in _turn(rules, current, *turn, qualified=qualified)]
    return [*steps, _discard(rules, current)]


def _rest_of_deck(
    rules: HouseRules, current: Round, case: IrregularityRule, *, count_stub: bool
) -> Iterable[AgendaStep]:
    """Where undealt cards go: out of the jammed device, to the dealt cards, or off the table with them."""
    counted = [*_out_of_shoe(rules, current, case), stub_count_step(rules)] if count_stub else []
    if out := remove_cards_step(case):
        return [out, *counted]
    if removing := _removing(rules, current):
        return [remove_deck_step(rules, current, removing)]
    if not current.stub_left:
        return []
    gather = AgendaStep(
        StepName.GATHER_STUB, ActorRole.DEALER, case.reshuffle_clauses or shuffled_when(rules, "after_each_round")
    )
    return [*counted, gather]


def _out_of_shoe(rules: HouseRules, current: Round, case: IrregularityRule) -> list[AgendaStep]:
    """A stub leaves the shoe before it is counted; a device that jammed is empty already."""
    if not current.in_place or case.name == IrregularityName.SHOE_JAM or remove_cards_step(case):
        return []
    rest = [step.clauses for step in rules.order.steps if step.do == "remove_rest"]
    removal = [duty for duty in rules.dealing.after if duty.do == StepName.REMOVE_STUB]
    return [
        *(AgendaStep(StepName.REMOVE_REST, ActorRole.DEALER, clauses) for clauses in rest),
        *(AgendaStep(duty.do, duty.by, duty.clauses) for duty in removal),
    ]


def _removing(rules: HouseRules, current: Round) -> IrregularityRule | None:
    """The irregularity that removes the deck of a void round: its cause, or a count that found a hand misdealt."""
    case = voids(rules)[current.void or ""]
    if case.remove_deck or not current.misdealt:
        return case if case.remove_deck else None
    leaves_by = deck_leaves_by(rules, current, current.stub_count or 0, current.misdealt)
    return voids(rules)[leaves_by] if leaves_by else None


def remove_deck_step(rules: HouseRules, current: Round, case: IrregularityRule) -> AgendaStep:
    """A deck that is not whole leaves the table."""
    return AgendaStep(StepName.REMOVE_DECK, ActorRole.DEALER, clauses_of(rules, case), deck=current.deck)


def removed_after_count(rules: HouseRules, current: Round, case: IrregularityRule) -> list[AgendaStep]:
    """The remaining steps of a void round if the count of its stub shows that the deck is not whole."""
    return [
        remove_deck_step(rules, current, case),
        AgendaStep(StepName.DISCARD, ActorRole.DEALER, clauses_of(rules, case)),
    ]


def _discard(rules: HouseRules, current: Round) -> AgendaStep:
    """All cards go to the discard rack, or off the table with a deck that is removed."""
    rack = alternating(rules, "one_deck_in_rack")
    if not current.void:
        return AgendaStep(StepName.DISCARD, ActorRole.DEALER, rules.book.conduct.discard_clauses + rack)
    case = voids(rules)[current.void]
    if removing := _removing(rules, current):
        return AgendaStep(StepName.DISCARD, ActorRole.DEALER, clauses_of(rules, removing))
    return AgendaStep(StepName.DISCARD, ActorRole.DEALER, (case.reshuffle_clauses or clauses_of(rules, case)) + rack)


def turn_steps(rules: HouseRules, current: Round, seat: int, first: int) -> list[AgendaStep]:
    """The steps for one player's lines, which were the last to be added."""
    last = len(current.lines or ())
    if first == last:
        return []
    if current.void:
        return _void_turn(rules, current, seat, first, last)
    return _turn(rules, current, seat, first, last, qualified=dealer_qualifies(rules, current))


def turns_to_come(
    rules: HouseRules, current: Round, seats: Iterable[int], agenda: Iterable[AgendaStep]
) -> list[AgendaStep]:
    """One player after the other: the hand is turned up, and its wagers are settled.

    Of the planned steps, the paperwork of awards stays: it is completed before the cards leave the table.
    """
    steps: list[AgendaStep] = []
    for seat in seats:
        if seat not in current.shown and (seat not in current.folded or seat in current.cards_stay):
            steps.append(_turn_up(rules, current, seat, dealer_qualifies(rules, current)))
        folded = seat in current.folded
        why = forfeit_clauses(rules, current, seat) if folded else rules.book.settlement.clauses[:1]
        steps.append(AgendaStep(StepName.RECKON, ActorRole.DEVICE, why, seat))
    awarded = current.not_from_inventory
    documents = [step for step in agenda if step.do == StepName.COMPLETE_PAPERWORK and step.seat in awarded]
    return [*steps, *documents, _discard(rules, current)]


def in_order(rules: HouseRules, current: Round) -> list[int]:
    """The seats whose wagers are settled, in their order."""
    seats = [seat for seat in current.participants if seat not in current.abandoned]
    return sorted(seats, key=lambda seat: place_in_order(rules, seat, folded=seat in current.folded))


def turns(lines: Lines) -> list[tuple[int, int, int]]:
    """Each player's lines, with the envy bonuses that the hand earns others: seat, first line, end."""
    found: list[tuple[int, int, int]] = []
    seat, first, place = 0, 0, -1
    for place, line in enumerate(lines):
        if line.seat != seat and line.wager != ENVY:
            if seat:
                found.append((seat, first, place))
            seat, first = line.seat, place
    if seat:
        found.append((seat, first, place + 1))
    return found


def _turn(rules: HouseRules, current: Round, seat: int, first: int, last: int, *, qualified: bool) -> list[AgendaStep]:
    conduct = rules.book.conduct
    steps: list[AgendaStep] = []
    if seat not in current.folded or seat in current.cards_stay:
        if seat not in current.shown:
            steps.append(_turn_up(rules, current, seat, qualified))
        if not _for_side_wagers(rules, current, seat) and seat not in current.announced:
            steps.append(_plain_steps(rules, seat, qualified)[1])
    award = _award(rules, current, first, last) if conduct.progressive_win else None
    end = last if award is None else award
    steps.append(_settle_step(_settle_clauses(rules, current, seat, (first, end), qualified), seat, first, end))
    if award is not None:
        steps += [_award_step(rules, current, duty, seat, award, last) for duty in conduct.progressive_win]
    return steps


@lru_cache(maxsize=4096)
def _settle_step(clauses: tuple[str, ...], seat: int, first: int, end: int) -> AgendaStep:
    return AgendaStep(StepName.SETTLE, ActorRole.DEALER, clauses, seat, lines=(first, end))


def _award_step(rules: HouseRules, current: Round, duty: StepDuty, seat: int, award: int, last: int) -> AgendaStep:
    """A step towards paying an award: for the whole meter as the book says, with the envy bonuses it earns."""
    conduct, lines = rules.book.conduct, current.lines or ()
    if (
        duty.do == StepName.VALIDATE_PROGRESSIVE
        and lines[award].is_whole_meter
        and not conduct.whole_meter_from_inventory
    ):
        return AgendaStep(duty.do, duty.by, duty.clauses + conduct.whole_meter_clauses, seat)
    if duty.do != StepName.PAY_PROGRESSIVE:
        return AgendaStep(duty.do, duty.by, duty.clauses, seat)
    envy = _envy_clauses(rules, lines, award, last)
    return AgendaStep(duty.do, duty.by, duty.clauses + envy, seat, lines=(award, last))


def paid_without(rules: HouseRules, current: Round, step: AgendaStep) -> AgendaStep:
    """A step of the current turn after lines at its end were dropped: others' envy bonuses, which are not paid."""
    first, last = step.lines[0], min(step.lines[1], len(current.lines or ()))
    if last == step.lines[1]:
        return step
    several = rules.book.envy.several_clauses if rules.book.envy else ()
    gone = {*rules.book.conduct.envy_clauses, *several} - set(_envy_clauses(rules, current.lines or (), first, last))
    return replace(step, lines=(first, last), clauses=tuple(one for one in step.clauses if one not in gone))


def _envy_clauses(rules: HouseRules, lines: Lines, first: int, last: int) -> tuple[str, ...]:
    """The clauses by which these lines pay envy bonuses, and by which a seat gets another one."""
    paid = [line.seat for line in lines[first:last] if line.wager == ENVY]
    if not paid:
        return ()
    before = {line.seat for line in lines[:first] if line.wager == ENVY}
    several = rules.book.envy.several_clauses if rules.book.envy and before & set(paid) else ()
    return rules.book.conduct.envy_clauses + several


@lru_cache(maxsize=1024)
def _plain_steps(rules: HouseRules, seat: int, qualified: bool) -> tuple[AgendaStep, AgendaStep, tuple[str, ...]]:
    """The steps that turn up and announce a hand, and the clauses to settle it, by whether the dealer qualifies."""
    conduct = rules.book.conduct
    show, announce, settle = conduct.turn_up_hand_clauses, conduct.announce_hand_clauses, conduct.settle_clauses
    if not qualified:
        show = conduct.turn_up_hand_unqualified_clauses or show
        announce = conduct.announce_hand_unqualified_clauses or announce
        settle = conduct.settle_unqualified_clauses or settle
    return (
        AgendaStep(StepName.TURN_UP_HAND, ActorRole.DEALER, show, seat, CardPlace.PLAYER),
        AgendaStep(StepName.ANNOUNCE_HAND, ActorRole.DEALER, announce, seat),
        settle or rules.book.settlement.clauses,
    )


def _for_side_wagers(rules: HouseRules, current: Round, seat: int) -> bool:
    """Whether the hand is folded and only looked at for its remaining side wagers."""
    return seat in current.folded and rules.book.conduct.folded_hands == "for_side_wagers"


def _turn_up(rules: HouseRules, current: Round, seat: int, qualified: bool) -> AgendaStep:
    if not _for_side_wagers(rules, current, seat):
        return _plain_steps(rules, seat, qualified)[0]
    return AgendaStep(
        StepName.TURN_UP_HAND, ActorRole.DEALER, alive_clauses(rules, current, seat), seat, CardPlace.PLAYER
    )


def turned_up_by(rules: HouseRules, current: Round, step: AgendaStep) -> AgendaStep:
    """A step on the agenda, updated for the dealer's present hand: the clauses for turning up a hand depend on it."""
    if step.do != StepName.TURN_UP_HAND or step.seat is None:
        return step
    return _turn_up(rules, current, step.seat, dealer_qualifies(rules, current))


def _settle_clauses(
    rules: HouseRules, current: Round, seat: int, which: tuple[int, int], qualified: bool
) -> tuple[str, ...]:
    """The clauses that settle these lines: the procedure if the hand is compared, and each wager's own rule."""
    lines = current.lines or ()
    folded = seat in current.folded
    compared = not _for_side_wagers(rules, current, seat) and (not folded or seat in current.cards_stay)
    settled = tuple([(line.wager, line.reason, line.hand) for line in lines[slice(*which)]])
    alive = alive_clauses(rules, current, seat) if folded else ()
    return _clauses_of(rules, qualified, compared, settled, alive + _envy_clauses(rules, lines, *which))


@lru_cache(maxsize=4096)
def _clauses_of(
    rules: HouseRules,
    qualified: bool,
    compared: bool,
    settled: tuple[tuple[str, str, str | None], ...],
    more: tuple[str, ...],
) -> tuple[str, ...]:
    """The clauses of settling wagers for these reasons with these hands, each once."""
    found: list[tuple[str, ...]] = [_plain_steps(rules, 0, qualified)[2]] if compared else []
    by_name = {wager.name: wager for wager in rules.wagers}
    for name, reason, hand in settled:
        if name in by_name and (case := case_behind(rules, by_name[name], reason, hand, qualified=qualified)):
            found.append(case.clauses)
    return _together([*found, more])


def _together(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All of these clauses, each once."""
    return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))


def _award(rules: HouseRules, current: Round, first: int, last: int) -> int | None:
    """The place of a winning progressive line."""
    name = progressive_name(rules)
    for place, line in enumerate((current.lines or ())[first:last], first):
        if line.wager == name and line.result is Result.WIN:
            return place
    return None


def _void_turn(rules: HouseRules, current: Round, seat: int, first: int, last: int) -> list[AgendaStep]:
    """Everything goes back; a hand is turned up only if one of its wagers is still settled."""
    case = voids(rules)[current.void or ""]
    lines = (current.lines or ())[first:last]
    settled = {line.wager for line in lines if line.result is not Result.VOID}
    steps = []
    if settled and seat not in current.shown and seat not in current.abandoned:
        steps.append(_turn_up_anyway(case, seat, settled))
    back = {line.wager for line in lines} - settled
    lost = rules.book.conduct.leaving_clauses if settled and seat in current.abandoned else ()
    clauses = _together((returned_by(rules, case, back) if back else (), _anyway_clauses(case, settled), lost))
    steps.append(AgendaStep(StepName.RETURN_WAGERS, ActorRole.DEALER, clauses, seat, lines=(first, last)))
    return steps


def _anyway_clauses(case: IrregularityRule, names: Iterable[str]) -> tuple[str, ...]:
    """The clauses by which a void round still settles these wagers."""
    return _together(one.clauses for one in case.settled if one.wager in names)


def _turn_up_anyway(case: IrregularityRule, seat: int, names: Iterable[str]) -> AgendaStep:
    return AgendaStep(StepName.TURN_UP_HAND, ActorRole.DEALER, _anyway_clauses(case, names), seat, CardPlace.PLAYER)


def settled_anyway_at(rules: HouseRules, current: Round) -> dict[int, set[str]]:
    """The wagers that a void round still settles, by seat from the dealer's right."""
    if current.void is None:
        return {}
    case = voids(rules)[current.void]
    complete = len(current.dealer) == rules.book.dealer.cards and all(
        len(hand) == rules.book.player.cards for hand in current.hands.values()
    )
    names = {one.wager for one in case.settled if one.when == "always" or complete}
    found = {seat: names & current.wagers[seat].keys() for seat in sorted(current.participants, reverse=True)}
    return {seat: wagers for seat, wagers in found.items() if wagers and seat not in current.abandoned}


def settles_anyway(rules: HouseRules, current: Round) -> bool:
    """Whether the round is void but still has wagers to settle by its cards."""
    return current.lines is None and bool(settled_anyway_at(rules, current))


def void_steps(rules: HouseRules, current: Round, agenda: Iterable[AgendaStep], *, entered: bool) -> list[AgendaStep]:
    """The remaining steps of a void round: cards for the wagers that it still settles, and the settlement.

    A stub that is due for a count is counted before any wager is settled: a wrong count returns them all.
    """
    case = voids(rules)[current.void or ""]
    seats = settled_anyway_at(rules, current)
    planned = tuple(agenda)
    always = {one.wager for one in case.settled if one.when == "always"}
    names = set().union(*seats.values())
    cards = _cards_for(rules, names, planned) if seats and always else set()
    stub = _stub_steps(current, planned, settles=bool(seats))
    why = _anyway_clauses(case, always)
    steps: list[AgendaStep] = []
    for place, step in enumerate(planned):
        if place in cards:
            steps.append(as_well(step, why) if step.do == StepName.REMOVE_REST else replace(step, clauses=why))
        elif place in stub:
            steps.append(step)
    if entered:
        steps += [_turn_up_anyway(case, seat, names) for seat, names in seats.items() if seat not in current.shown]
    anyway = _anyway_clauses(case, names)
    placed = {name for wagers in current.wagers.values() for name in wagers}
    steps.append(AgendaStep(StepName.RECKON, ActorRole.DEVICE, _together((returned_by(rules, case, placed), anyway))))
    return steps


def _cards_for(rules: HouseRules, names: Container[str], agenda: Sequence[AgendaStep]) -> set[int]:
    """Where the agenda deals the cards for these wagers; community cards only if one of the wagers depends on them."""
    places = {place for place, step in enumerate(agenda) if step.do in _CARD_STEPS}
    tables = [rules.tables.get(kind) for wager in rules.wagers if wager.name in names for kind in wager.tables]
    if any(table and "board" in rules.book.hands[table.evaluates].sources for table in tables):
        return places
    hands = [place for place in places if agenda[place].to in (CardPlace.PLAYER, CardPlace.DEALER)]
    return {place for place in places if place <= max(hands, default=-1)}


def _stub_steps(current: Round, agenda: Sequence[AgendaStep], *, settles: bool) -> set[int]:
    """Where the agenda counts the stub and puts it away, if the count comes before the settlement.

    Where no wager is settled, only a wrong count that is not resolved yet does.
    """
    names = {step.do for step in agenda}
    counts = current.stub_count is not None or not _COUNTING.isdisjoint(names)
    if not (counts if settles else StepName.RESOLVE_STUB in names):
        return set()
    return {place for place, step in enumerate(agenda) if step.do in _OF_STUB}


def void_steps_again(
    rules: HouseRules, current: Round, agenda: Iterable[AgendaStep], *, entered: bool
) -> list[AgendaStep]:
    """The remaining steps of a void round after wagers that it would have settled were ruled abandoned.

    If the settlement has been computed already, the wagers that have not been paid are computed again.
    """
    if current.lines is None:
        return void_steps(rules, current, agenda, entered=entered)
    case = voids(rules)[current.void or ""]
    again = [seat for seat, first, _ in turns(current.lines) if first >= current.paid]
    current.lines = current.lines[: current.paid]
    anyway = settled_anyway_at(rules, current)
    steps = []
    for seat in again:
        why = _together((returned_by(rules, case, current.wagers[seat]), _anyway_clauses(case, anyway.get(seat, ()))))
        steps.append(AgendaStep(StepName.RECKON, ActorRole.DEVICE, why, seat))
    return steps + [step for step in agenda if step.seat not in again]
