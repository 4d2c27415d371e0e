"""Reported irregularities, and what follows from each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pitbook.cards import Card, parse_cards
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission.devices import SHOE, SHUFFLER, devices_used, one_device
from pitbook.table import events as happened
from pitbook.table.card_places import place_of
from pitbook.table.card_text import write_slots
from pitbook.table.commands import Report, Rule
from pitbook.table.context import Context
from pitbook.table.dealer_hand import dealt_face_up
from pitbook.table.dealing_method import deck_in_shuffler, holds_deck_in_play, taking_out
from pitbook.table.decide.checks import refuse, require_of_the_deck, require_open, require_role
from pitbook.table.decide.steps import ordered, overdue
from pitbook.table.decision_effects import asked
from pitbook.table.event import TableEvent
from pitbook.table.events import RULING
from pitbook.table.kinds import SourceName
from pitbook.table.settlement_steps import settled_anyway_at, settles_anyway
from pitbook.table.state import Round, State, the_round, the_rules
from pitbook.table.stub import COUNTED

Follows = Callable[[State, IrregularityRule, Report, Context], tuple[TableEvent, ...] | None]
"""The events that follow from a report; None if no clause decides, so that the floorperson rules."""
_CARD_STEPS: Final = frozenset({StepName.DEAL, StepName.BURN})


def report(state: State, command: Report, context: Context) -> tuple[TableEvent, ...]:
    """Report one of the book's irregularities; its clause or our reading says what follows."""
    require_role(command, ActorRole.DEALER, ActorRole.FLOORPERSON)
    require_open(state)
    rules = the_rules(state)
    if command.irregularity in COUNTED:
        clauses = rules.dealing.stub_count.clauses
        refuse("a wrong stub is counted, not reported: have it counted", clauses, command.irregularity)
    cases: dict[str, IrregularityRule] = {
        case.name: case for case in rules.book.irregularities if case.name not in COUNTED
    }
    case = cases.get(command.irregularity)
    if case is None:
        refuse(f"{command.irregularity[:40]!r} is not one of {', '.join(cases)}", value=command.irregularity[:40])
    if RULING in command.detail:
        refuse("the table decides whether a floorperson has to rule", case.clauses, RULING)
    _require_known(command, case)
    follows = _FOLLOWS[case.name](state, case, command, context)
    if case.outcome == "device_out_of_use" and _said(command, case, "works"):
        return follows or ()
    detail: dict[str, int | bool | str] = dict(command.detail)
    if follows is None:
        detail[RULING] = True
    return (happened.IrregularityReported(case.name, detail, command.by.name), *(follows or ()))


_DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    IrregularityName.FACE_UP_CARD: ("card", "note"),
    IrregularityName.FACE_UP_CARDS: ("cards", "note"),
    happened.DRAWN_IN_ERROR: ("exposed", "note"),
    IrregularityName.DEALER_CARD_EXPOSED: ("place", "found_later", "note"),
    IrregularityName.PLAYER_OR_COMMUNITY_CARD_EXPOSED: ("seat", "note"),
    IrregularityName.SHUFFLER_JAM: (happened.OTHER_DECK, "note"),
    IrregularityName.DEVICE_OUT_OF_ORDER: ("device", "made", "works"),
}
"""The details that each irregularity allows in a report; the others allow only a note."""


def _require_known(command: Report, case: IrregularityRule) -> None:
    """Refuse details that mean nothing for this irregularity; a note has to be text."""
    known = _DETAILS.get(case.name, ("note",))
    if strange := sorted(command.detail.keys() - set(known)):
        what = case.name.replace("_", " ")
        refuse(f"of {what} only this is recorded: {', '.join(known)}", case.clauses, strange[0][:40])
    note = command.detail.get("note", "")
    if not isinstance(note, str):
        raise MalformedError(Problem("a note is a text", str(note)[:40]))


def _not_void(state: State, case: IrregularityRule) -> Round:
    """The round, if it is neither over nor void."""
    current = state.round
    if current is None:
        refuse("no round is in progress", case.clauses)
    if current.void:
        refuse("the round is void already", case.clauses)
    return current


def _not_settled(state: State, case: IrregularityRule) -> Round:
    """The round, if it is not over; a void round only if it still settles wagers by its cards."""
    current = state.round
    if current is None or not settles_anyway(the_rules(state), current):
        return _not_void(state, case)
    return current


def _in_play(state: State, case: IrregularityRule) -> Round:
    """The round, as in `_not_settled`, if its settlement has not begun."""
    current = _not_settled(state, case)
    if current.lines is not None:
        refuse("the round is already being settled", case.clauses)
    return current


def _require_a_card(current: Round, case: IrregularityRule) -> None:
    """A card has to be on the table; one that was set aside does not count as dealt."""
    if current.cards_dealt <= len(current.set_aside):
        refuse("no cards have been dealt", case.clauses)


def _said(command: Report, case: IrregularityRule, name: str) -> bool:
    """Whether a report states this detail; a detail that is left out is false."""
    value = command.detail.get(name, False)
    if type(value) is not bool:
        refuse(f"{name} is true or false", case.clauses, str(value)[:40])
    return value


def _cards_to_come(state: State) -> bool:
    return any(step.do in _CARD_STEPS for step in state.agenda)


def _void(current: Round, case: IrregularityRule) -> tuple[TableEvent, ...]:
    return (happened.RoundVoided(case.name, current.contributions),)


def _while_dealing(state: State, case: IrregularityRule, context: Context) -> Round:
    current = _in_play(state, case)
    if not current.closed or not _cards_to_come(state):
        refuse("no cards are being dealt", case.clauses)
    _require_dealable(state, context)
    return current


def _require_dealable(state: State, context: Context) -> None:
    """Cards are dealt only from a deck that is ready and not too old."""
    step, current = state.agenda[0], the_round(state)
    if step.deck is not None:
        refuse(f"first the deck is made ready: {step.do}", step.clauses)
    if not current.has_begun and overdue(state, state.decks[current.deck], context.now):
        refuse("first the deck is changed: no card of it is dealt", the_rules(state).hours_clauses)


def _face_up_card(state: State, case: IrregularityRule, command: Report, context: Context) -> tuple[TableEvent, ...]:
    """The first face-up card goes to the rack, a second voids the round; cards drawn in error come before it."""
    current = _while_dealing(state, case, context)
    seen = _entered(state, case, command, "card")
    fixed = ordered(state, context)
    if fixed and isinstance(fixed[0], happened.CardsOrdered):
        card = fixed[0].order[2 * (current.cards_dealt + current.drawn) :][:2]
    elif current.order is not None:
        card = write_slots([current.order[current.cards_dealt + current.drawn]])
    else:
        if len(seen) != 1:
            refuse(f"one card was found face up, and {len(seen)} were entered", case.clauses)
        card = write_slots(seen)
    events: tuple[TableEvent, ...] = (*fixed, happened.CardSetAside(card))
    if current.set_aside:
        return (*events, happened.RoundVoided(IrregularityName.FACE_UP_CARDS, current.contributions))
    return events


def _face_up_cards(state: State, case: IrregularityRule, command: Report, context: Context) -> tuple[TableEvent, ...]:
    current = _while_dealing(state, case, context)
    seen = _entered(state, case, command, "cards")
    if state.source == SourceName.ENTERED and len(seen) + len(current.set_aside) <= 1:
        refuse("more than one card was found face up: enter them all", case.clauses)
    return (*(happened.CardSetAside(write_slots([card])) for card in seen), *_void(current, case))


def _entered(state: State, case: IrregularityRule, command: Report, name: str) -> tuple[Card, ...]:
    """Cards found face up have been seen, so at a physical table the report has to name them."""
    text = command.detail.get(name)
    if state.source != SourceName.ENTERED:
        if text is not None:
            refuse("the cards of this table are not entered by hand", case.clauses, str(text)[:40])
        return ()
    if not isinstance(text, str):
        refuse("a card that is found face up is seen: enter it", case.clauses)
    cards = parse_cards(text)
    require_of_the_deck(state, cards)
    if lying := [card for card in cards if place_of(the_round(state), card) is not None]:
        refuse(f"{' and '.join(map(str, lying))} already lies on the table", case.clauses, str(lying[0]))
    return cards


def _card_drawn_in_error(
    state: State, case: IrregularityRule, command: Report, context: Context
) -> tuple[TableEvent, ...] | None:
    """The card is dealt as the next one, so only the record changes; if it was exposed, no clause decides.

    It can happen as soon as the deck is where it is dealt from, even before "no more bets".
    """
    lies_ready = the_rules(state).dealing.before[0].do not in {step.do for step in state.agenda}
    if _in_play(state, case).closed or not lies_ready:
        _while_dealing(state, case, context)
    _require_dealable(state, context)
    return None if _said(command, case, "exposed") else ()


def _wrong_number(
    state: State, case: IrregularityRule, command: Report, context: Context
) -> tuple[TableEvent, ...] | None:
    """Void until the first player has been settled; after that, the floorperson rules.

    If the stub was counted wrong, that step already asks who was misdealt, and the answer decides about the deck.
    """
    current = state.round
    if current is None or not settled_anyway_at(the_rules(state), current):
        current = _not_void(state, case)
    _require_a_card(current, case)
    if _stub_is_wrong(state):
        refuse("the stub is wrong: tell whose hand was misdealt with that step", state.agenda[0].clauses)
    return None if current.paid else _void(current, case)


def _stub_is_wrong(state: State) -> bool:
    """Whether a wrong count of the stub still has to be resolved."""
    return bool(state.agenda) and state.agenda[0].do == StepName.RESOLVE_STUB


def undecided(state: State, current: Round) -> list[int]:
    """The seats whose players have neither folded nor wagered on their hands; players who left decide no more."""
    rules = the_rules(state)
    to_come = [step.street for step in state.agenda if step.do == StepName.DECIDE]
    open_seats = {
        seat
        for name in to_come
        for seat in (current.to_act if name == current.street else asked(rules, current, rules.street(name)))
    }
    return [seat for seat in sorted(open_seats) if not state.players[state.seats[seat]].left]


def _dealer_card_exposed(
    state: State, case: IrregularityRule, command: Report, context: Context
) -> tuple[TableEvent, ...] | None:
    """Void until the last decision or until the reveal, as the book says; an up card is meant to be seen.

    An exposure in that window that is found later still voids the round, until the first player has been settled.
    """
    current = _not_void(state, case)
    if _said(command, case, "found_later"):
        if not current.dealer:
            refuse("the dealer has no card yet", case.clauses)
        meant_to_be_seen = dealt_face_up(the_rules(state))
        _require_place(command, case, [one for one in range(len(current.dealer)) if one not in meant_to_be_seen])
        return None if current.paid else _void(current, case)
    hidden = [place for place in range(len(current.dealer)) if place not in current.dealer_up]
    if not hidden:
        refuse("no card of the dealer's lies face down", case.clauses)
    _require_place(command, case, hidden)
    if case.until == "last_decision" and not undecided(state, current):
        return None
    return _void(current, case)


def _require_place(command: Report, case: IrregularityRule, hidden: Sequence[int]) -> None:
    """A report that names one of the dealer's cards names one that lies, or lay, face down."""
    place = command.detail.get("place")
    if place is not None and (type(place) is not int or place - 1 not in hidden):
        refuse(f"the dealer's card {place!r} does not lie face down", case.clauses, str(place)[:40])


def _other_card_exposed(state: State, case: IrregularityRule, command: Report, context: Context) -> None:
    """No clause: recorded for the floorperson's ruling, and play continues."""
    current = _in_play(state, case)
    _require_a_card(current, case)
    seat = command.detail.get("seat")
    if seat is not None and (type(seat) is not int or seat not in current.hands):
        refuse(f"{seat!r} has no hand in this round", case.clauses, str(seat)[:40])


def _shuffler_jam(state: State, case: IrregularityRule, command: Report, context: Context) -> tuple[TableEvent, ...]:
    """A jam of the deck that is not in play voids nothing; for the deck in play, the book decides.

    If both decks are in the shuffler, the report says whether only the other one jammed. Once a deck has left the
    shuffler, there is nothing in it to jam.
    """
    _require_in_use(state, case, SHUFFLER)
    other = _said(command, case, happened.OTHER_DECK)
    deck, current = deck_in_shuffler(state, other=other), state.round
    inside = {step.deck for step in state.agenda if step.do == StepName.REMOVE_CARDS and step.deck is not None}
    inside |= {number for number, one in enumerate(state.decks) if one.jammed and not one.removed}
    if deck in inside or (deck is None and inside):
        clauses = case.remove_cards_clauses or case.clauses
        refuse("this jam is already on record; its cards are still in the shuffler", clauses)
    if deck is None and other:
        refuse("the other deck is not in the shuffler", case.clauses)
    if deck is None:
        refuse("no deck is in the shuffler: if it still fails, it is out of order", case.clauses)
    if current is None or deck != current.deck:
        return (happened.DeckJammed(deck),)
    _not_void(state, case)
    _in_play(state, case)
    if case.outcome == "void":
        return _void(current, case)
    if current.cards_dealt:
        refuse("cards have been dealt from the device: it is the shoe that jams", case.clauses)
    return (happened.DeckJammed(deck),)


def _shoe_jam(state: State, case: IrregularityRule, command: Report, context: Context) -> tuple[TableEvent, ...]:
    """The round is void while the automated shoe holds its cards; the remaining cards are taken out at the end."""
    _require_in_use(state, case, SHOE)
    current = _in_play(state, case)
    if not current.closed or not holds_deck_in_play(state, SHOE):
        refuse("no cards are being dealt from the shoe", case.clauses)
    return _void(current, case)


def _require_in_use(state: State, case: IrregularityRule, device: str) -> None:
    rules = the_rules(state)
    if device not in devices_used(rules):
        refuse(f"no {'shuffler' if device == SHUFFLER else 'automated dealing shoe'} is used here", case.clauses)
    if device in state.devices:
        refuse(f"the {device} is {state.devices[device]} and not in use", taking_out(rules).clauses, device)


def _device_out_of_order(
    state: State, case: IrregularityRule, command: Report, context: Context
) -> tuple[TableEvent, ...]:
    """A device is covered, marked or removed, as the book says, before another method is used.

    A working device is only removed to change the method, where the book requires that; this is no irregularity.
    """
    rules, current = the_rules(state), state.round
    device, made = command.detail.get("device"), command.detail.get("made")
    works = _said(command, case, "works")
    if works and not case.before_any_change:
        refuse("a working device can stay as it is: change the method", case.clauses, str(device)[:40])
    if not isinstance(device, str) or device not in devices_used(rules) | state.aside:
        refuse(f"{device!r} is not a device that is used here", case.clauses, str(device)[:40])
    if made not in case.device:
        refuse(f"the {device} has to be {' or '.join(case.device)} first", case.clauses, str(made)[:40])
    if device in state.devices:
        refuse(f"the {device} is out of use already", case.clauses, device)
    finished = current is None or current.lines is not None or (current.void and not _cards_to_come(state))
    under_way = current is not None and current.closed and not finished
    if under_way and holds_deck_in_play(state, device) and _jam_voids(state):
        refuse("finish or void the round first: a jam voids it", case.clauses, device)
    both = [device, *sorted({SHUFFLER, SHOE} - {device, *state.devices})] if one_device(rules) else [device]
    return tuple(happened.DeviceTakenOut(one, str(made), works, command.by.name) for one in both)


def _jam_voids(state: State) -> bool:
    """Whether a jam of the device with the round's deck voids it: a shoe always, a shuffler if the book says so."""
    if state.decks[the_round(state).deck].held_by == SHOE:
        return True
    return any(
        one.name == IrregularityName.SHUFFLER_JAM and one.outcome == "void"
        for one in the_rules(state).book.irregularities
    )


_FOLLOWS: Final[Mapping[str, Follows]] = {
    IrregularityName.FACE_UP_CARD: _face_up_card,
    IrregularityName.FACE_UP_CARDS: _face_up_cards,
    happened.DRAWN_IN_ERROR: _card_drawn_in_error,
    IrregularityName.WRONG_NUMBER_OF_CARDS: _wrong_number,
    IrregularityName.DEALER_CARD_EXPOSED: _dealer_card_exposed,
    IrregularityName.PLAYER_OR_COMMUNITY_CARD_EXPOSED: _other_card_exposed,
    IrregularityName.SHUFFLER_JAM: _shuffler_jam,
    IrregularityName.SHOE_JAM: _shoe_jam,
    IrregularityName.DEVICE_OUT_OF_ORDER: _device_out_of_order,
}


def rule(state: State, command: Rule, context: Context) -> tuple[TableEvent, ...]:
    """The floorperson rules on an irregularity that was recorded for a ruling."""
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    if not state.rulings_due:
        refuse("nothing waits for a ruling")
    return (happened.RulingMade(command.words, command.by.name),)
