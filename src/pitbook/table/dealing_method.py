"""Devices out of use, and the change to another method of shuffling or dealing."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule, Shuffler
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.submission.devices import SHOE, SHUFFLER, devices_used, one_device, without_devices
from pitbook.table.agenda import (
    CUTTING,
    AgendaStep,
    as_well,
    betting_steps,
    by_a_device,
    cut_steps,
    jam_steps,
    open_round_step,
    opening_steps,
    receive_step,
    round_steps,
    shuffle_steps,
    shuffle_to_wait_steps,
    shuffled_by,
    store_in_shuffler_step,
    stub_count_due,
)
from pitbook.table.state import State, the_rules

JAMS: Final[Mapping[str, str]] = {IrregularityName.SHUFFLER_JAM: SHUFFLER, IrregularityName.SHOE_JAM: SHOE}
"""The device that has failed, by the irregularity that reports it."""


def taking_out(rules: HouseRules) -> IrregularityRule:
    """What the book says about taking a device out of use."""
    return next(case for case in rules.book.irregularities if case.outcome == "device_out_of_use")


def taken_out_clauses(case: IrregularityRule, made: str) -> tuple[str, ...]:
    """The clauses by which a device is covered, marked or removed."""
    return {
        "covered": case.covered_clauses,
        "marked": case.marked_clauses,
        "removed": case.removed_clauses,
    }.get(made) or case.clauses


def unusable(state: State) -> list[str]:
    """Devices of the method in use that are out of use."""
    return sorted(devices_used(the_rules(state)) & state.devices.keys())


def in_the_way(state: State) -> list[str]:
    """Unused devices still at the table, where the book allows another method only once they are gone."""
    return sorted(state.aside) if taking_out(the_rules(state)).before_any_change else []


def keep_from_play(state: State) -> list[str]:
    """The devices that prevent the next round from being dealt by the method in use."""
    return unusable(state) + in_the_way(state)


def blocked_by(state: State, step: AgendaStep) -> list[str]:
    """The devices that block a step because they are out of use or in the way."""
    if not state.devices and not state.aside:
        return []
    if step.do == StepName.SHUFFLE:
        out = [SHUFFLER] if step.by == ActorRole.DEVICE and SHUFFLER in state.devices else []
        return out + in_the_way(state)
    if step.do == StepName.STORE_IN_SHUFFLER:
        return [SHUFFLER] if SHUFFLER in state.devices else []
    if step.do == StepName.OPEN_ROUND:
        return keep_from_play(state)
    current, before = state.round, the_rules(state).dealing.before
    if current is None or current.void:
        return []
    first = {duty.do for duty in (before[:1] if current.closed else before)}
    return keep_from_play(state) if step.do in first else []


def blocked_in_words(state: State, devices: Iterable[str]) -> str:
    """Why a step cannot be performed, and what helps."""
    found = list(devices)
    why = " and ".join(f"the {device} is {state.devices.get(device, 'back at the table')}" for device in found)
    again = "" if set(found) <= state.devices.keys() else " or remove it again"
    return f"{why}: change the method{again}"


def way_of(rules: HouseRules) -> tuple[str, str, str, int]:
    """How the cards are shuffled and dealt: method, order, shuffler, decks."""
    return rules.dealing.method.value, rules.order.name, rules.shuffler.value, rules.decks


def method_due(state: State) -> HouseRules:
    """The filed rules without the devices that are out of use."""
    return without_devices(state.filed or the_rules(state), state.devices)


def deck_in_shuffler(state: State, *, other: bool = False) -> int | None:
    """The deck that the shuffler holds: being shuffled there, or shuffled and not yet taken out.

    If it holds both decks, this is the one being shuffled, or else the one in play; with `other` the one not in play.
    """
    held = {SHUFFLER, SHOE} if one_device(the_rules(state)) else {SHUFFLER}
    inside = [number for number, deck in enumerate(state.decks) if deck.held_by in held and not deck.removed]
    inside.sort(key=lambda number: number != state.in_play)
    if (shuffling := being_shuffled(state)) is not None:
        inside.insert(0, shuffling)
    return next((number for number in inside if not other or number != state.in_play), None)


def being_shuffled(state: State) -> int | None:
    """The deck that a device shuffles now."""
    head = state.agenda[0] if state.agenda else None
    return head.deck if head is not None and head.do == StepName.SHUFFLE and head.by == ActorRole.DEVICE else None


def to_wait_in_shuffler(state: State, planned: Iterable[AgendaStep]) -> list[AgendaStep]:
    """The steps that put a waiting deck into the shuffler, unless it is there or a planned step puts it there.

    The shuffler stores a deck that it has shuffled or that came preshuffled; it shuffles one that was shuffled by hand.
    """
    rules = the_rules(state)
    if rules.decks == 1 or shuffled_by(rules) is not ActorRole.DEVICE or state.idle is not None:
        return []
    going = {step.deck for step in planned if step.do in (StepName.SHUFFLE, StepName.STORE_IN_SHUFFLER)}
    steps: list[AgendaStep] = []
    for number, deck in enumerate(state.decks):
        elsewhere = deck.removed or deck.jammed or deck.held_by == SHUFFLER
        if number == state.in_play or number in going or elsewhere or not (deck.shuffles or deck.preshuffled):
            continue
        as_it_is = deck.by_shuffler or deck.preshuffled
        steps += [store_in_shuffler_step(rules, number)] if as_it_is else shuffle_to_wait_steps(rules, number)
    return steps


def holds_deck_in_play(state: State, device: str) -> bool:
    """Whether a device holds the deck of the round."""
    if state.round is None:
        return False
    if device == SHUFFLER:
        return deck_in_shuffler(state) == state.round.deck
    return state.decks[state.round.deck].held_by == SHOE


def shuffler_may_insert(state: State, step: AgendaStep) -> bool:
    """Whether the shuffler itself may do a step: it still holds the deck of the round, which it has shuffled."""
    if not step.or_shuffler or state.round is None:
        return False
    deck = state.decks[state.round.deck]
    return deck.held_by == SHUFFLER and deck.by_shuffler


def staying_deck(state: State) -> int:
    """The deck that stays when the game continues with one: that of the round, or the next one."""
    if state.round is not None:
        return state.round.deck
    if not state.decks[state.in_play].removed:
        return state.in_play
    return next((number for number, deck in enumerate(state.decks) if not deck.removed), state.in_play)


def leaving_decks(state: State, rules: HouseRules) -> list[int]:
    """The decks on the table that the new rules have no use for."""
    if rules.decks >= the_rules(state).decks:
        return []
    stays = staying_deck(state)
    return [number for number, deck in enumerate(state.decks) if number != stays and not deck.removed]


def is_cut(state: State, deck: int, ahead: Iterable[AgendaStep]) -> bool:
    """Whether a deck will have been cut since its last shuffle, once these steps are performed."""
    steps = [step for step in ahead if step.deck == deck]
    found = state.decks[deck]
    before = found.is_cut and all(step.do != StepName.SHUFFLE for step in steps)
    return before or any(step.do in CUTTING for step in steps)


def into_play(state: State, deck: int, ahead: Iterable[AgendaStep] = ()) -> tuple[AgendaStep, ...]:
    """The steps for the deck of a round while wagers are open, once the steps `ahead` have made it ready."""
    steps = [step for step in ahead if step.deck == deck]
    shuffled = not state.decks[deck].preshuffled or any(step.do == StepName.SHUFFLE for step in steps)
    return betting_steps(the_rules(state), is_cut(state, deck, steps), shuffled)


def adopt(state: State, rules: HouseRules) -> None:
    """Apply other rules from now on, and convert the remaining steps for the cards to them."""
    old, stays, several = the_rules(state), staying_deck(state), rules.decks > 1
    if state.filed is None or rules.digest not in _ways(state.filed):
        state.filed = rules
    state.rules = rules
    state.aside -= devices_used(rules)
    for deck in state.decks:
        if deck.held_by not in devices_used(rules):
            deck.held_by = ""
    steps = [step for step in state.agenda if step.deck is not None and (several or step.deck == stays)]
    ready = _made_ready(state, old, rules, steps)
    if not several:
        ready = [*_cards_out(state, stays), *ready]
    if several and old.decks == 1:
        other = next((number for number, deck in enumerate(state.decks) if deck.removed), len(state.decks))
        ready.insert(0, receive_step(rules, other))
    if not several:
        state.in_play = stays
    rest = [
        open_round_step(rules) if step.do == StepName.OPEN_ROUND else step for step in state.agenda if step.deck is None
    ]
    if state.round is not None:
        rest = _still_to_come(state, old, rest, ready)
    # Before the cards of an idle table are spread, they are taken out of the shoe and the rack.
    first = [step for step in rest if step.do == StepName.CLEAR_SHOE_AND_RACK]
    state.agenda.clear()
    state.agenda.extend((*first, *ready, *(step for step in rest if step not in first)))


def _cards_out(state: State, stays: int) -> list[AgendaStep]:
    """The cards of a leaving deck that jammed are taken out of the device."""
    due = {step.deck for step in state.agenda if step.do == StepName.REMOVE_CARDS}
    jammed = {number for number, deck in enumerate(state.decks) if deck.jammed and not deck.removed}
    return [
        step
        for number in sorted(jammed | {deck for deck in due if deck is not None} - {stays})
        for step in jam_steps(the_rules(state), number)
        if step.do == StepName.REMOVE_CARDS
    ]


@lru_cache(maxsize=256)
def _ways(filed: HouseRules) -> frozenset[str]:
    """The digests of the filed rules, and of what is left of them without some of their devices."""
    used = sorted(devices_used(filed))
    some = [devices for number in range(len(used) + 1) for devices in combinations(used, number)]
    return frozenset(without_devices(filed, devices).digest for devices in some)


def _made_ready(state: State, old: HouseRules, new: HouseRules, steps: list[AgendaStep]) -> list[AgendaStep]:
    """The steps that make decks ready under the new rules: who shuffles, and the cut that follows.

    The cards of a device that reshuffles by itself are not cut.
    """
    cut_names = {duty.do for duty in new.book.cut.steps}
    reshuffles = new.shuffler is Shuffler.RESHUFFLING
    ready: list[AgendaStep] = []
    shuffled: set[int | None] = set()
    for step in steps:
        if step.do == StepName.SHUFFLE:
            shuffled.add(step.deck)
            ready.append(_in_the_new_way(step, old, new))
            ready += _cut_after(new, step)
        elif not (step.do in cut_names and (reshuffles or step.deck in shuffled)):
            ready.append(_in_the_new_way(step, old, new))
    if state.idle is None:
        for number, deck in enumerate(state.decks):
            if not deck.removed and number not in shuffled:
                ready = _made_fit(new, state, number, ready)
    return ready


def _cut_after(rules: HouseRules, shuffle: AgendaStep) -> list[AgendaStep]:
    """The cut that is due after a shuffle; when an idle table reopens, by the clauses for that too."""
    if rules.shuffler not in rules.book.cut.after:
        return []
    idle = rules.book.idle
    more = idle.cut_clauses if set(idle.reopen_clauses) & set(shuffle.clauses) else ()
    return [as_well(step, more) for step in cut_steps(rules, shuffle.deck or 0)]


def _made_fit(new: HouseRules, state: State, number: int, ready: list[AgendaStep]) -> list[AgendaStep]:
    """If a deck's shuffle does not meet the new rules, it is shuffled or cut as they require."""
    deck = state.decks[number]
    others = [step for step in ready if step.deck != number]
    reshuffles = new.shuffler is Shuffler.RESHUFFLING
    if deck.shuffles and not deck.by_shuffler and (reshuffles or Shuffler.MANUAL not in new.dealing.shufflers):
        why = by_a_device(new) or new.book.shuffle.reshuffling_clauses
        return [*others, *shuffle_steps(new, number, why, waits=number != state.in_play)]
    cuts = not reshuffles and new.book.cut.preshuffled_too
    if deck.preshuffled and not deck.cuts and cuts and len(others) == len(ready):
        waits = number != state.in_play and shuffled_by(new) is ActorRole.DEVICE
        return [*ready, *cut_steps(new, number), *([store_in_shuffler_step(new, number)] if waits else [])]
    return ready


def _in_the_new_way(step: AgendaStep, old: HouseRules, new: HouseRules) -> AgendaStep:
    """A step under the new rules: by whoever shuffles now, and without the clauses that no longer apply.

    A deck that replaced another is opened without the clauses for each deck of an opening.
    """
    each = set(old.book.opening.each_deck_clauses)
    for preshuffled, waits in product((False, True), repeat=2):
        planned = opening_steps(old, step.deck or 0, preshuffled, waits)
        replaces = step not in planned
        if not replaces or step in [_without(one, each) for one in planned]:
            for one in opening_steps(new, step.deck or 0, preshuffled, waits):
                if one.do == step.do:
                    return _without(one, each) if replaces else one
    gone, device = set(old.dealing.shufflers_clauses), old.book.shuffle.reshuffling_clauses
    if new.decks == 1:
        gone |= each | {clause for duty in old.book.deck.alternation for clause in duty.clauses}
    if new.shuffler is not Shuffler.RESHUFFLING:
        gone, device = gone | set(device), ()
    left = _without(step, gone)
    return (
        as_well(replace(left, by=shuffled_by(new)), device + by_a_device(new)) if step.do == StepName.SHUFFLE else left
    )


def _without(step: AgendaStep, clauses: Collection[str]) -> AgendaStep:
    """The same step, without these clauses."""
    return replace(step, clauses=tuple(clause for clause in step.clauses if clause not in clauses))


def _still_to_come(state: State, old: HouseRules, rest: list[AgendaStep], ready: list[AgendaStep]) -> list[AgendaStep]:
    """The remaining steps of an open round; its deck goes to where it is now dealt from, unless it is there already."""
    current, rules = state.round, the_rules(state)
    if current is None:
        return rest
    names = {step.do for step in rest}
    steps = into_play(state, current.deck, ready)
    making = [step for step in ready if step.deck == current.deck]
    there = old.dealing.method is rules.dealing.method and steps[0].do not in names and not making
    if not current.closed:
        return [step for step in steps if not there or step.do in names]
    count = current.stub_called or stub_count_due(rules, state.since_count)
    to_come = round_steps(rules, current.participants, bool(current.accepted), count)
    done = {duty.do for duty in rules.dealing.before} - names
    waits = [step for step in rest if step.do == StepName.REVEAL_SEEDS]
    return [*waits, *(() if there else steps[:1]), *(step for step in to_come if step.do not in done)]


def by_shuffler(rules: HouseRules, step: AgendaStep) -> tuple[str, ...]:
    """The clauses by which the shuffler puts the stack into the shoe."""
    return tuple(dict.fromkeys(step.clauses + rules.book.shuffle.into_shoe_clauses))


def take_out(state: State, device: str, made: str) -> None:
    """A device goes out of use and its deck comes out; in an open round the deck has to go into play again."""
    state.devices[device] = made
    state.aside.discard(device)
    state.one_machine = one_device(the_rules(state))
    again = state.round is not None and not state.round.closed and holds_deck_in_play(state, SHOE) and device == SHOE
    for deck in state.decks:
        if deck.held_by == device:
            deck.held_by = ""
    if again and state.round is not None:
        state.round.in_place = False
        ready = sum(step.deck is not None for step in state.agenda)
        state.agenda.insert(ready, into_play(state, state.round.deck, state.agenda)[0])


def bring_back(state: State, device: str) -> None:
    """A device is at the table again; it is set aside unless the method in use needs it."""
    del state.devices[device]
    state.failed.discard(device)
    if device not in devices_used(the_rules(state)):
        state.aside.add(device)
    elif device == SHUFFLER:
        state.agenda.extendleft(reversed(to_wait_in_shuffler(state, state.agenda)))
    if not state.devices:
        state.one_machine = False


def change_clauses(state: State, new: HouseRules) -> tuple[str, ...]:
    """The clauses for a change of method: the devices that it drops are out of use, and what needs them goes too."""
    old, case = the_rules(state), taking_out(new)
    left = devices_used(old) - devices_used(new)
    clauses = case.clauses if left & state.devices.keys() else ()
    if old.dealing.method is not new.dealing.method and new.shuffler not in old.dealing.shufflers:
        clauses += old.dealing.shufflers_clauses
    if new.decks < old.decks:
        clauses += one_deck_clauses(new)
    return clauses


def one_deck_clauses(new: HouseRules) -> tuple[str, ...]:
    """The clauses by which one of two decks leaves: a game uses one deck, and two only if a device shuffles."""
    deck = new.book.deck
    return deck.decks_with_shuffler_clauses if new.shuffler is Shuffler.MANUAL else deck.clauses


_SHUFFLES: Final = {
    Shuffler.MANUAL: "by hand",
    Shuffler.AUTOMATIC: "by a shuffler",
    Shuffler.AUTOMATIC_COUNTING: "by a shuffler that counts them",
    Shuffler.RESHUFFLING: "by a device that reshuffles by itself",
}


def change_in_words(state: State, new: HouseRules) -> str:
    """What changes with other rules, in a sentence."""
    if way_of(the_rules(state)) == way_of(new):
        return "Other house rules apply from now on."
    source = {"manual_shoe": "a manual shoe", "hand": "the hand", "automated": "an automated shoe"}
    decks = "one deck" if new.decks == 1 else f"{new.decks} decks"
    where = source[new.dealing.method.value]
    return f"The method changes: cards are shuffled {_SHUFFLES[new.shuffler]} and dealt from {where}, with {decks}."
