"""The agenda: the next steps in order, built from the book's data."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pitbook.rulebooks.procedures import (
    DealingStep,
    IrregularityName,
    IrregularityRule,
    Method,
    Shuffler,
    StepDuty,
)
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.table.kinds import CardPlace

CUTTING: Final = frozenset({StepName.INSERT_COVER_CARD, StepName.CUT_ONTO_COVER_CARD})
"""The step of a cut that decides how deep it is."""
_INTO_PLAY: Final = frozenset({StepName.INTO_SHOE, StepName.DEAL})
"""The last step of a cut. It is also the first step of dealing, which cites its clauses."""
_PROGRESSIVE: Final = frozenset(
    {StepName.COLLECT_PROGRESSIVE_CHIPS, StepName.COUNT_PROGRESSIVE_CHIPS, StepName.CHIPS_TO_INVENTORY}
)
_DEALING: Final = frozenset({StepName.DEAL, StepName.BURN, StepName.COVER_DEALER_CARDS, StepName.REMOVE_REST})
"""The steps of dealing; the stub is what remains after the last one."""


@dataclass(frozen=True, slots=True)
class AgendaStep:
    """Something to be done: what, by whom, and by which clauses."""

    do: StepName
    by: ActorRole = ActorRole.DEALER
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    to: CardPlace | None = None
    """Where cards are dealt."""
    cards: int = 0
    face_up: bool = False
    street: str | None = None
    deck: int | None = None
    lines: tuple[int, int] = (0, 0)
    """The settlement lines that the step pays or collects."""
    or_shuffler: bool = False
    """The shuffler may do it instead of the dealer, if it holds the deck."""


def _duty(rules: HouseRules, duty: StepDuty) -> AgendaStep:
    """A duty of dealing, with the clauses that the book has elsewhere for the same step."""
    conduct = rules.book.conduct
    match duty.do:
        case StepName.NO_MORE_BETS:
            more = conduct.none_after_clauses
        case StepName.LOCK_OUT_PROGRESSIVE:
            more = conduct.lock_out_clauses
        case StepName.STUB_TO_RACK:
            more = alternating(rules, "one_deck_in_rack")
        case _:
            more = ()
    clauses = tuple(dict.fromkeys(duty.clauses + more))
    return AgendaStep(duty.do, duty.by, clauses, or_shuffler=duty.or_shuffler)


def shuffled_when(rules: HouseRules, when: str) -> tuple[str, ...]:
    """The clauses by which the cards are shuffled before play, after each round or on order."""
    return next((duty.clauses for duty in rules.book.shuffle.when if duty.do == when), ())


def alternating(rules: HouseRules, what: str) -> tuple[str, ...]:
    """The clauses by which two decks take turns; none where one deck is used."""
    if rules.decks == 1:
        return ()
    return next((duty.clauses for duty in rules.book.deck.alternation if duty.do == what), ())


@lru_cache(maxsize=256)
def shuffle_steps(
    rules: HouseRules, deck: int, why: tuple[str, ...] = (), *, waits: bool = False
) -> tuple[AgendaStep, ...]:
    """A shuffle, and the cut if one is due: by the clauses `why`, or else those of the shuffle after each round.

    A deck that waits is stored in the shuffler while the other is dealt.
    """
    shuffler = rules.shuffler
    clauses = why or shuffled_when(rules, "after_each_round")
    clauses += rules.book.shuffle.single_stack_clauses + (_stored(rules) if waits else ())
    if shuffler is Shuffler.RESHUFFLING:
        clauses += rules.book.shuffle.reshuffling_clauses
    clauses += by_a_device(rules)
    return (
        AgendaStep(StepName.SHUFFLE, shuffled_by(rules), tuple(dict.fromkeys(clauses)), deck=deck),
        *(cut_steps(rules, deck) if shuffler in rules.book.cut.after else ()),
    )


def store_in_shuffler_step(rules: HouseRules, deck: int) -> AgendaStep:
    """A deck that is shuffled waits in the shuffler while the other is dealt."""
    return AgendaStep(StepName.STORE_IN_SHUFFLER, ActorRole.DEALER, _stored(rules), deck=deck)


def as_waiting(rules: HouseRules, step: AgendaStep) -> AgendaStep:
    """A step of a deck that now has to wait: a device that shuffles the deck keeps it while the other is dealt."""
    by_device = step.do == StepName.SHUFFLE and step.by is ActorRole.DEVICE
    return as_well(step, _stored(rules)) if by_device else step


def shuffle_to_wait_steps(rules: HouseRules, deck: int) -> tuple[AgendaStep, ...]:
    """The device shuffles a deck that a dealer has shuffled, and keeps it while the other is dealt."""
    return shuffle_steps(rules, deck, _stored(rules), waits=True)


def _stored(rules: HouseRules) -> tuple[str, ...]:
    """The clauses by which one of two decks is in the shuffler while the other is dealt."""
    return alternating(rules, "other_deck_in_shuffler")


def shuffled_by(rules: HouseRules) -> ActorRole:
    """Who shuffles."""
    return ActorRole.DEALER if rules.shuffler is Shuffler.MANUAL else ActorRole.DEVICE


def by_a_device(rules: HouseRules) -> tuple[str, ...]:
    """The clauses that require a device to shuffle for this way of dealing; none if the dealer shuffles."""
    return rules.dealing.shufflers_clauses if shuffled_by(rules) is ActorRole.DEVICE else ()


@lru_cache(maxsize=256)
def jam_steps(rules: HouseRules, deck: int, *, waits: bool = False) -> tuple[AgendaStep, ...]:
    """After a shuffler jam: the cards are taken out if the book says so, and the deck is shuffled again."""
    case = next(case for case in rules.book.irregularities if case.name == IrregularityName.SHUFFLER_JAM)
    out = remove_cards_step(case, deck)
    return (*((out,) if out else ()), *shuffle_steps(rules, deck, case.reshuffle_clauses, waits=waits))


def remove_cards_step(case: IrregularityRule, deck: int | None = None) -> AgendaStep | None:
    """Taking the remaining cards out of a jammed device, if the book requires it."""
    return (
        AgendaStep(StepName.REMOVE_CARDS, ActorRole.DEALER, case.remove_cards_clauses, deck=deck)
        if case.remove_cards_clauses
        else None
    )


def ordered_shuffle_steps(rules: HouseRules, deck: int) -> tuple[AgendaStep, ...]:
    """A shuffle that a floorperson orders."""
    return shuffle_steps(rules, deck, shuffled_when(rules, "on_order"))


@lru_cache(maxsize=256)
def cut_steps(rules: HouseRules, deck: int, why: tuple[str, ...] = ()) -> tuple[AgendaStep, ...]:
    """How a deck is cut, after a shuffle or for another reason; putting it into the shoe is a step of dealing."""
    cut = rules.book.cut
    return tuple(
        AgendaStep(duty.do, duty.by, duty.clauses + (why or cut.after_clauses[-1:]), deck=deck)
        for duty in cut.steps
        if duty.do not in _INTO_PLAY
    )


@lru_cache(maxsize=256)
def opening_steps(rules: HouseRules, deck: int, preshuffled: bool, waits: bool) -> tuple[AgendaStep, ...]:
    """What is done with a deck that has been received; a preshuffled one skips what the book lets it skip.

    A deck that waits is stored in the shuffler while the other is dealt.
    """
    opening, cut = rules.book.opening, rules.book.cut
    skip = opening.preinspected_and_preshuffled_skip if preshuffled else ()
    more = opening.each_deck_clauses if rules.decks > 1 else ()
    steps = []
    for duty in opening.steps:
        if duty.do in skip:
            continue
        clauses = duty.clauses + more
        if duty.do == StepName.INSPECT:
            clauses += _what_a_deck_looks_like(rules)
        if duty.do == StepName.SHUFFLE:
            clauses += _first_shuffle(rules) + (_stored(rules) if waits else ())
        by = shuffled_by(rules) if duty.do == StepName.SHUFFLE else duty.by
        steps.append(AgendaStep(duty.do, by, tuple(dict.fromkeys(clauses)), deck=deck))
    reshuffles = rules.shuffler is Shuffler.RESHUFFLING
    if not reshuffles and (rules.shuffler in cut.after or (preshuffled and cut.preshuffled_too)):
        steps += cut_steps(rules, deck)
    if preshuffled and waits and shuffled_by(rules) is ActorRole.DEVICE:
        steps.append(store_in_shuffler_step(rules, deck))
    return tuple(steps)


def _first_shuffle(rules: HouseRules) -> tuple[str, ...]:
    """The clauses of the shuffle before play begins."""
    shuffle = rules.book.shuffle
    device = shuffle.reshuffling_clauses if rules.shuffler is Shuffler.RESHUFFLING else ()
    return shuffled_when(rules, "before_play") + shuffle.single_stack_clauses + device + by_a_device(rules)


def _what_a_deck_looks_like(rules: HouseRules) -> tuple[str, ...]:
    """The clauses that an inspection checks: how many decks there are, identical cards, and the cover cards."""
    deck = rules.book.deck
    number = deck.clauses if rules.decks == 1 else deck.decks_with_shuffler_clauses
    return number + deck.looks_clauses + alternating(rules, "same_design")


IDLE_STEPS: Final = frozenset({StepName.CLEAR_SHOE_AND_RACK, StepName.SPREAD_IDLE})
"""What is done with the cards when nobody plays."""


def idle_steps(rules: HouseRules, decks: Iterable[int], face: str) -> list[AgendaStep]:
    """What is done with the cards when nobody plays: out of shoe and rack where the book says so, and spread."""
    idle = rules.book.idle
    steps = (
        [AgendaStep(StepName.CLEAR_SHOE_AND_RACK, ActorRole.DEALER, idle.clear_clauses)] if idle.clear_clauses else []
    )
    return steps + [
        AgendaStep(StepName.SPREAD_IDLE, ActorRole.DEALER, idle.spread_clauses, face_up=face == "up", deck=deck)
        for deck in decks
    ]


def turn_up_step(deck: int, clauses: tuple[str, ...]) -> AgendaStep:
    """Face-down cards are turned up so that a player can see them."""
    return AgendaStep(StepName.TURN_FACE_UP, ActorRole.DEALER, clauses, deck=deck)


def turned_up_steps(rules: HouseRules, decks: Iterable[int], steps: Iterable[AgendaStep]) -> list[AgendaStep]:
    """The steps when a player at an idle table asks to see the cards, which lie face down or are being spread."""
    left = [replace(step, face_up=True) if step.do == StepName.SPREAD_IDLE else step for step in steps]
    waiting = {step.deck for step in left if step.do == StepName.SPREAD_IDLE}
    clauses = rules.book.idle.spread_clauses
    return left + [turn_up_step(deck, clauses) for deck in decks if deck not in waiting]


def reopening_steps(rules: HouseRules, deck: int, face: str, waits: bool) -> tuple[AgendaStep, ...]:
    """The steps when a player arrives at an idle table; cards that lie face down are turned up first."""
    idle = rules.book.idle
    by_name = {step.do: step for step in opening_steps(rules, deck, False, waits)}
    steps = [turn_up_step(deck, idle.turn_up_clauses)] if face == "down" else []
    for name in idle.reopen_with:
        left = tuple(clause for clause in by_name[name].clauses if clause not in idle.reopen_without_clauses)
        steps.append(as_well(replace(by_name[name], clauses=left), idle.reopen_clauses))
    if rules.shuffler in rules.book.cut.after:
        steps += [as_well(step, idle.cut_clauses) for step in cut_steps(rules, deck)]
    return tuple(steps)


def as_well(step: AgendaStep, clauses: tuple[str, ...]) -> AgendaStep:
    """The same step, governed by these clauses too."""
    return replace(step, clauses=tuple(dict.fromkeys(step.clauses + clauses)))


@lru_cache(maxsize=256)
def open_round_step(rules: HouseRules) -> AgendaStep:
    """Wagers are opened once the cards are ready."""
    clauses = rules.book.conduct.before_no_more_bets_clauses + alternating(rules, "alternate_every_round")
    return AgendaStep(StepName.OPEN_ROUND, ActorRole.DEALER, clauses)


@lru_cache(maxsize=256)
def betting_steps(rules: HouseRules, was_cut: bool, was_shuffled: bool) -> tuple[AgendaStep, ...]:
    """What is done while wagers are open, up to "no more bets".

    A deck goes into play from the cut or from the shuffler; a preshuffled one that is not cut comes from neither.
    """
    cut = rules.book.cut
    ends = _INTO_PLAY - {StepName.INTO_SHOE} if rules.dealing.method is Method.HAND else _INTO_PLAY
    from_cut = tuple(clause for duty in cut.steps if duty.do in ends for clause in duty.clauses)
    reshuffles = rules.shuffler is Shuffler.RESHUFFLING
    uncut = rules.book.shuffle.reshuffling_clauses[-1:] if reshuffles else ()
    into = from_cut if was_cut and not reshuffles else cut.after_clauses[:1] if was_shuffled else uncut
    steps: list[AgendaStep] = []
    for duty in rules.dealing.before:
        step = _duty(rules, duty)
        if not steps:
            step = replace(step, clauses=step.clauses + into)
        steps.append(step)
        if duty.do == StepName.NO_MORE_BETS:
            break
    return tuple(steps)


@lru_cache(maxsize=4096)
def round_steps(
    rules: HouseRules, seats: tuple[int, ...], progressive: bool, count_stub: bool
) -> tuple[AgendaStep, ...]:
    """Everything from "no more bets" to the settlement, for the seats that are dealt in."""
    conduct, order = rules.book.conduct, rules.order.steps
    names = [duty.do for duty in rules.dealing.before]
    steps = [
        _duty(rules, duty)
        for duty in rules.dealing.before[names.index(StepName.NO_MORE_BETS) + 1 :]
        if rules.progressive_wagers and (progressive or duty.do not in _PROGRESSIVE)
    ]
    last_card = max(place for place, step in enumerate(order) if step.do in _DEALING)
    for place, step in enumerate(order):
        if step.do == "reveal_dealer" and conduct.forfeits_collected == "after_decisions":
            steps.append(AgendaStep(StepName.COLLECT_FORFEITS, ActorRole.DEALER, conduct.collect_forfeits_clauses))
        steps += _expanded(rules, step, seats)
        if place == last_card:
            steps += _after(rules, count_stub)
    if not rules.book.dealer.cards and conduct.forfeits_collected == "after_decisions":
        steps.append(AgendaStep(StepName.COLLECT_FORFEITS, ActorRole.DEALER, conduct.collect_forfeits_clauses))
    if rules.book.extra_cards and rules.book.extra_cards.wager in rules.wager_names:
        extra = rules.book.extra_cards
        steps.append(
            AgendaStep(
                StepName.TURN_UP_EXTRA, ActorRole.DEALER, extra.turn_up_clauses, None, CardPlace.EXTRA, extra.cards
            )
        )
    if rules.book.dealers_hand:
        steps.append(AgendaStep(StepName.ANNOUNCE_DEALER, ActorRole.DEALER, conduct.announce_dealer_clauses))
    steps.append(AgendaStep(StepName.RECKON, ActorRole.DEVICE, rules.book.settlement.clauses[:1]))
    return tuple(steps)


def stub_count_step(rules: HouseRules) -> AgendaStep:
    """The count of the stub."""
    return AgendaStep(StepName.COUNT_STUB, ActorRole.DEALER, rules.counting_clauses)


def counted_stub_to_rack_step(rules: HouseRules) -> AgendaStep:
    """A stub whose count was right goes to the rack."""
    clauses = rules.clauses_after_count(rules.dealing.stub_count.right_clauses) + alternating(rules, "one_deck_in_rack")
    return AgendaStep(StepName.STUB_TO_RACK, ActorRole.DEALER, clauses)


def _after(rules: HouseRules, count_stub: bool) -> Iterable[AgendaStep]:
    """The stub leaves the shoe, is counted when that is due, and goes to the rack."""
    for duty in rules.dealing.after:
        if duty.do == StepName.STUB_TO_RACK and count_stub:
            yield stub_count_step(rules)
            yield counted_stub_to_rack_step(rules)
        else:
            yield _duty(rules, duty)


def _expanded(rules: HouseRules, step: DealingStep, seats: tuple[int, ...]) -> Iterable[AgendaStep]:
    """A step of the book's order for these seats, one player at a time from the dealer's left."""
    match step.do, step.to:
        case "deal", "each_player":
            others = step.others_clauses or step.clauses
            by_seat = [(seat, others if place else step.clauses) for place, seat in enumerate(seats)]
            return [_deal(step, clauses, CardPlace.PLAYER, seat) for seat, clauses in by_seat]
        case "deal", "extra":
            extra = rules.book.extra_cards
            offered = extra is not None and extra.wager in rules.wager_names
            return [_deal(step, step.clauses, CardPlace.EXTRA)] if offered else []
        case "deal", place:
            more = step.reshuffling_clauses if rules.shuffler is Shuffler.RESHUFFLING else ()
            return [_deal(step, step.clauses + more, CardPlace(place or ""))]
        case "burn", _:
            return [AgendaStep(StepName.BURN, ActorRole.DEALER, step.clauses, None, CardPlace.BURN, step.cards)]
        case "decide", _:
            return [AgendaStep(StepName.DECIDE, ActorRole.PLAYER, step.clauses, street=step.street)]
        case _:
            to = CardPlace.BOARD if step.do == "turn_up" else None
            return [AgendaStep(StepName(step.do), ActorRole.DEALER, step.clauses, None, to, step.cards)]


def _deal(step: DealingStep, clauses: tuple[str, ...], to: CardPlace, seat: int | None = None) -> AgendaStep:
    return AgendaStep(StepName.DEAL, ActorRole.DEALER, clauses, seat, to, step.cards, step.face == "up")


def receive_step(rules: HouseRules, deck: int) -> AgendaStep:
    """Another deck has to be brought to the table in place of one that was removed."""
    return AgendaStep(StepName.RECEIVE_DECK, ActorRole.FLOORPERSON, rules.book.opening.steps[0].clauses, deck=deck)


def paperwork_step(rules: HouseRules, seat: int) -> AgendaStep:
    """The documents of an award that is not paid from the inventory; until then the cards stay."""
    return AgendaStep(StepName.COMPLETE_PAPERWORK, ActorRole.FLOORPERSON, rules.book.conduct.paperwork_clauses, seat)


def stub_count_due(rules: HouseRules, since_count: int) -> bool:
    """Whether the stub is due for a count: enough rounds have passed since the last, and no device counts the cards."""
    count = rules.dealing.stub_count
    return rules.shuffler not in count.excused_by and since_count + 1 >= count.every_rounds
