"""Putting a device back into use, and adopting other house rules, such as another method of shuffling or dealing."""

from pitbook.problems import RefusedError
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement.wagers import box_problem
from pitbook.submission import HouseRules
from pitbook.submission.devices import devices_used, same_but_for_dealing
from pitbook.table import events as happened
from pitbook.table.commands import AdoptRules, RestoreDevice
from pitbook.table.context import Context
from pitbook.table.dealing_method import blocked_by, keep_from_play, leaving_decks, taking_out
from pitbook.table.decide.checks import refuse, require_open, require_role, withdrawal
from pitbook.table.event import TableEvent
from pitbook.table.kinds import RemovalCause
from pitbook.table.state import State, the_rules


def restore_device(state: State, command: RestoreDevice, context: Context) -> tuple[TableEvent, ...]:
    """A floorperson puts a device back into use; a shoe that is also the shuffler comes back as both.

    Where the book wants an unused device away from the table, it comes back only between rounds.
    """
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    device, rules, current = command.device, the_rules(state), state.round
    if device not in state.devices:
        refuse(f"the {device[:40]} is not out of use", value=device[:40])
    case = taking_out(rules)
    wagered = current is not None and (current.closed or bool(current.wagers))
    if wagered and case.before_any_change and device not in devices_used(rules):
        refuse(f"the {device} comes back between rounds: this one is played without it", case.clauses, device)
    whole = [device, *sorted(state.devices.keys() - {device})] if state.one_machine else [device]
    return tuple(happened.DeviceRestored(one, command.by.name) for one in whole)


def adopt_rules(state: State, command: AdoptRules, context: Context) -> tuple[TableEvent, ...]:
    """Other house rules of the same book may be adopted when no round is in progress.

    In a round without a dealt card only the method of shuffling and dealing may change, and only because a device is
    out of use. After "no more bets" the deck of the round must also depend on that device.
    """
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    rules = state.library.get(command.rules)
    if rules is None:
        refuse("these house rules are not known", value=command.rules[:16])
    if rules.book.id != the_rules(state).book.id:
        refuse(f"this table plays by {the_rules(state).book.id}", value=rules.book.id)
    if any(seat > rules.positions for seat in state.seats):
        refuse("a seated player would lose the position", rules.book.positions.clauses)
    boxes = [box_problem(rules, player.name, player.seats) for player in state.players.values()]
    if problems := [problem for problem in boxes if problem]:
        raise RefusedError(problems)
    _require_devices(state, rules)
    _require_no_deck_pending(state, rules)
    stays_open = _keeps_the_round(state, rules)
    if rules.decks > the_rules(state).decks and (stays_open or state.idle is not None):
        clauses = rules.book.deck.decks_with_shuffler_clauses
        refuse("another deck is received when the cards are ready for the next round", clauses)
    reason = "the game goes on with one deck"
    return (
        *(() if stays_open else withdrawal(state)),
        happened.RulesAdopted(command.rules),
        *(happened.DeckRemoved(deck, RemovalCause.ONE_DECK, reason) for deck in leaving_decks(state, rules)),
    )


def _require_no_deck_pending(state: State, rules: HouseRules) -> None:
    """The number of decks changes once each deck has come, and each has left with all its cards."""
    if rules.decks == the_rules(state).decks:
        return
    for step in state.agenda:
        number = step.deck or 0
        if step.do == StepName.RECEIVE_DECK:
            refuse(f"first deck {number + 1} is received", step.clauses, str(number + 1))
        if step.do == StepName.REMOVE_CARDS and step.deck is not None and state.decks[number].removed:
            refuse("first the cards of this deck are taken out of the device", step.clauses, str(number + 1))


def _require_devices(state: State, rules: HouseRules) -> None:
    """Refuse rules that need a device that is out of use, or drop one that the book wants taken out of use first."""
    case = taking_out(rules)
    needed, left = devices_used(rules), (devices_used(the_rules(state)) | state.aside) - devices_used(rules)
    for device in sorted(needed & state.devices.keys()):
        refuse(f"these rules need the {device}, which is {state.devices[device]}", case.clauses, device)
    for device in sorted(left - state.devices.keys()):
        if case.before_any_change or device in state.failed:
            made = " or ".join(case.device)
            refuse(f"before another method is used the {device} has to be {made}", case.clauses, device)


def _keeps_the_round(state: State, rules: HouseRules) -> bool:
    """Whether the open round continues by the new rules; one without wagers is withdrawn instead."""
    current = state.round
    if current is None:
        return False
    if current.closed and not (state.agenda and blocked_by(state, state.agenda[0])):
        refuse("rules change only between rounds")
    if not current.wagers and all(step.deck is None for step in state.agenda):
        return False
    if not keep_from_play(state):
        refuse("rules change only between rounds, unless a device is out of use")
    if not same_but_for_dealing(the_rules(state), rules):
        refuse("in a round only the way of shuffling and dealing may change")
    return True
