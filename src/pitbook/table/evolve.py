"""How each event changes the state. Nothing else writes it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeVar, cast

from pitbook.rulebooks.steps import StepName
from pitbook.settlement.void import voids
from pitbook.submission import HouseRules
from pitbook.submission.devices import SHOE
from pitbook.table import decks, departures, players, round_seeds, seed_events
from pitbook.table import events as happened
from pitbook.table.agenda import (
    AgendaStep,
    as_well,
    counted_stub_to_rack_step,
    idle_steps,
    jam_steps,
    open_round_step,
    paperwork_step,
    receive_step,
    round_steps,
    shuffle_steps,
    stub_count_due,
    stub_count_step,
    turned_up_steps,
)
from pitbook.table.awards import with_award
from pitbook.table.card_places import cards_settled_from, seen_by_all
from pitbook.table.card_text import read_slots
from pitbook.table.corrections import correct
from pitbook.table.dealing_method import JAMS, adopt, bring_back, into_play, take_out
from pitbook.table.decision_effects import answered, asked
from pitbook.table.event import TableEvent
from pitbook.table.forfeits import collect_forfeits_step, progressive_name
from pitbook.table.kinds import CardPlace, SourceName, TableStatus
from pitbook.table.players import player_at, remove_departed, return_open_wagers
from pitbook.table.settlement_steps import (
    in_order,
    removed_after_count,
    settlement_steps,
    turn_steps,
    turns_to_come,
    void_steps,
)
from pitbook.table.state import Round, Slot, State, the_round, the_rules
from pitbook.table.step_effects import perform
from pitbook.table.stub import deck_leaves_by, resolve_stub_step, right_stub

Handler = Callable[[State, TableEvent], None]
E = TypeVar("E", bound=TableEvent)


def evolve(state: State, event: TableEvent) -> State:
    """The state after one more event; it is changed in place."""
    _HANDLERS[type(event)](state, event)
    state.version += 1
    agenda = state.agenda
    while agenda and (is_moot := _MOOT.get(agenda[0].do)) is not None and is_moot(state, agenda[0]):
        agenda.popleft()
    if agenda and (prepare := _PREPARED.get(agenda[0].do)) is not None:
        prepare(state)
    return state


def _prepare_forfeits(state: State) -> None:
    """Which forfeited wagers are collected is known only now."""
    state.agenda[0] = collect_forfeits_step(the_rules(state), the_round(state))


def _settle_in_turn(state: State) -> None:
    """At a physical table the hands are not known yet: each is turned up and settled in its turn."""
    current, rules = the_round(state), the_rules(state)
    if state.source == SourceName.ENTERED and state.agenda[0].seat is None and not current.void:
        state.agenda.clear()
        state.agenda.extend(turns_to_come(rules, current, in_order(rules, current), ()))


_PREPARED: Final[Mapping[StepName, Callable[[State], None]]] = {
    StepName.COLLECT_FORFEITS: _prepare_forfeits,
    StepName.RECKON: _settle_in_turn,
}
"""Steps whose details are filled in when they become the next one."""
_MOOT: Final[Mapping[StepName, Callable[[State, AgendaStep], bool]]] = {
    StepName.DECIDE: lambda state, step: not _asks(state, step.street),
    StepName.COLLECT_FORFEITS: lambda state, step: not the_round(state).folded,
    StepName.REVEAL_SEEDS: lambda state, step: not round_seeds.unrevealed(the_round(state)),
}
"""Steps that may be moot: nobody is left to ask, nobody has folded, or every seed is revealed."""


def fold(library: Mapping[str, HouseRules], events: Iterable[TableEvent]) -> State:
    """The state of a table from all its events; the library has the house rules that they name."""
    state = State(library)
    for event in events:
        evolve(state, event)
    return state


def _asks(state: State, street: str | None) -> bool:
    """Whether anybody still has to be asked at this street; on reaching the street, this sets who."""
    current = the_round(state)
    if current.street != street:
        rules = the_rules(state)
        current.street = street
        current.to_act = asked(rules, current, rules.street(street))
    return bool(current.to_act)


def _table_opened(state: State, event: happened.TableOpened) -> None:
    state.table, state.source, state.status = event.table, SourceName(event.source), TableStatus.OPEN
    state.rules = state.filed = state.library[event.rules]
    state.agenda.append(open_round_step(state.rules))


def _rules_adopted(state: State, event: happened.RulesAdopted) -> None:
    adopt(state, state.library[event.rules])


def _stub_count_called(state: State, event: happened.StubCountCalled) -> None:
    current = the_round(state)
    current.stub_called = True
    if not current.closed:
        return
    place = next((n for n, step in enumerate(state.agenda) if step.do == StepName.STUB_TO_RACK), None)
    if place is not None and all(step.do != StepName.COUNT_STUB for step in state.agenda):
        rules = the_rules(state)
        state.agenda[place] = counted_stub_to_rack_step(rules)
        state.agenda.insert(place, stub_count_step(rules))


def _went_idle(state: State, event: happened.WentIdle) -> None:
    rules, before = the_rules(state), state.idle
    state.idle, state.arrived = event.face, ""
    out = decks.jammed_cards_out(state)
    for deck in state.decks:
        deck.held_by = ""
        deck.jammed = deck.jammed and bool(out)
    there = [number for number, deck in enumerate(state.decks) if not deck.removed]
    steps = idle_steps(rules, there, event.face) if before is None else turned_up_steps(rules, there, state.agenda)
    state.agenda.clear()
    state.agenda.extend((*out, *steps))


def _player_arrived(state: State, event: happened.PlayerArrived) -> None:
    state.arrived = event.player
    state.agenda.extend((*decks.reopen(state), open_round_step(the_rules(state))))


def _closing_ordered(state: State, event: happened.ClosingOrdered) -> None:
    state.closing = True


def _table_closed(state: State, event: happened.TableClosed) -> None:
    if state.round is not None:
        return_open_wagers(state, state.round)
    state.status, state.closing, state.idle = TableStatus.CLOSED, False, None
    state.round = None
    state.agenda.clear()


def _round_opened(state: State, event: happened.RoundOpened) -> None:
    state.agenda.popleft()
    state.arrived = ""
    state.round = Round(event)
    state.agenda.extend(into_play(state, event.deck))


def _round_withdrawn(state: State, event: happened.RoundWithdrawn) -> None:
    round_seeds.withdraw(state)


def _round_called_off(state: State, event: seed_events.RoundCalledOff) -> None:
    round_seeds.round_called_off(state, event)
    remove_departed(state)


def _wagers_placed(state: State, event: happened.WagersPlaced) -> None:
    current = the_round(state)
    before = current.wagers.pop(event.seat, None)
    player = player_at(state, event.seat)
    if before:
        player.stack += sum(before.values())
        name = progressive_name(the_rules(state))
        if event.wagers.get(name) != before.get(name):
            current.accepted.discard(event.seat)
    if event.wagers:
        current.wagers[event.seat] = dict(event.wagers)
        player.stack -= sum(event.wagers.values())


def _progressive_acknowledged(state: State, event: happened.ProgressiveAcknowledged) -> None:
    the_round(state).accepted.update(event.seats)


def _no_more_bets(state: State, event: happened.NoMoreBets) -> None:
    current, rules = the_round(state), the_rules(state)
    state.agenda.popleft()
    current.closed = True
    current.participants = tuple(sorted(current.wagers))
    current.hands = {seat: [] for seat in current.participants}
    count = current.stub_called or stub_count_due(rules, state.since_count)
    state.agenda.extend(round_steps(rules, current.participants, bool(current.accepted), count))


def _progressive_locked_out(state: State, event: happened.ProgressiveLockedOut) -> None:
    current = the_round(state)
    state.agenda.popleft()
    current.locked_out = True
    current.contributions, current.meters = event.contributions, event.shown
    name = progressive_name(the_rules(state))
    for seat in event.unaccepted:
        player_at(state, seat).stack += current.wagers[seat].pop(name)


def _chips_counted(state: State, event: happened.ChipsCounted) -> None:
    state.agenda.popleft()


def _cards_ordered(state: State, event: happened.CardsOrdered) -> None:
    current = the_round(state)
    current.order = [card for card in read_slots(event.order) if card is not None]
    if event.cuts:
        state.decks[current.deck].cuts[:] = event.cuts


def _cards_dealt(state: State, event: happened.CardsDealt) -> None:
    current = the_round(state)
    slots = read_slots(event.cards)
    current.cards_dealt += len(slots)
    current.drawn = max(0, current.drawn - len(slots))
    if state.decks[current.deck].held_by == SHOE:
        state.failed.discard(SHOE)
    agenda, at = state.agenda, 0
    while at < len(slots):
        step = agenda.popleft()
        _lay(current, step, slots[at : at + step.cards])
        at += step.cards


def _lay(current: Round, step: AgendaStep, cards: list[Slot]) -> None:
    """Put the cards of a dealing step in their place."""
    if step.seat is not None:
        current.hands[step.seat] += cards
        return
    match step.to:
        case CardPlace.BOARD:
            current.board += cards
            if step.face_up:
                current.board_up = len(current.board)
        case CardPlace.DEALER:
            if step.face_up:
                current.dealer_up.add(len(current.dealer))
            current.dealer += cards
        case CardPlace.EXTRA:
            current.extra += cards
        case _:
            current.burned += cards


def _cards_entered(state: State, event: happened.CardsEntered) -> None:
    current = the_round(state)
    cards = iter(read_slots(event.cards))
    match event.place:
        case CardPlace.PLAYER:
            places = current.hands[event.seat or 0]
        case CardPlace.DEALER:
            places = current.dealer
        case CardPlace.BOARD:
            places = current.board
        case _:
            places = current.extra
    last = current.board_up + state.agenda[0].cards if event.place == CardPlace.BOARD else len(places)
    for place in range(last):
        if places[place] is None:
            places[place] = next(cards)
    perform(state, state.agenda[0].do)


def _cards_corrected(state: State, event: happened.CardsCorrected) -> None:
    correct(state, read_slots(event.entered), read_slots(event.right))


def _decided(state: State, event: happened.Decided) -> None:
    if state.source == SourceName.ENTERED:
        the_round(state).relied_on |= seen_by_all(the_round(state))
    answered(state, event)


def _stub_counted(state: State, event: happened.StubCounted) -> None:
    current = the_round(state)
    state.since_count = -1
    current.stub_count = event.count
    state.agenda.popleft()
    rules = the_rules(state)
    if event.count != right_stub(the_rules(state), current):
        state.agenda.appendleft(resolve_stub_step(rules))
    elif current.void:
        state.agenda[0] = as_well(state.agenda[0], rules.clauses_after_count(rules.dealing.stub_count.right_clauses))


def _stub_resolved(state: State, event: happened.StubResolved) -> None:
    current, rules = the_round(state), the_rules(state)
    current.misdealt = event.misdealt
    resolving = state.agenda[0].do == StepName.RESOLVE_STUB
    if resolving:
        state.agenda.popleft()
    if current.lines is None:
        return
    if not resolving:
        right = rules.clauses_after_count(rules.dealing.stub_count.right_clauses)
        left = tuple(clause for clause in state.agenda[0].clauses if clause not in right)
        state.agenda[0] = replace(state.agenda[0], clauses=left)
    if leaves_by := deck_leaves_by(rules, current, current.stub_count or 0, event.misdealt):
        state.agenda.clear()
        state.agenda.extend(removed_after_count(rules, current, voids(rules)[leaves_by]))


def _settled(state: State, event: happened.SettlementReckoned) -> None:
    current, rules = the_round(state), the_rules(state)
    seat, before = state.agenda.popleft().seat, current.lines or ()
    current.lines, current.dealer_hand = before + event.lines, event.dealer or current.dealer_hand
    if state.source == SourceName.ENTERED:
        current.relied_on |= cards_settled_from(current, seat)
    if seat is None:
        due = current.stub_count is None and (current.stub_called or stub_count_due(rules, state.since_count))
        state.agenda.extend(settlement_steps(rules, current, count_stub=due))
    else:
        state.agenda.extendleft(reversed(turn_steps(rules, current, seat, len(before))))


def _progressive_validated(state: State, event: happened.ProgressiveValidated) -> None:
    state.agenda.popleft()
    if not event.from_inventory:
        the_round(state).not_from_inventory.add(event.seat)
        discard = next(place for place, step in enumerate(state.agenda) if step.do == StepName.DISCARD)
        state.agenda.insert(discard, paperwork_step(the_rules(state), event.seat))


def _award_taken(state: State, event: happened.AwardTaken) -> None:
    current = the_round(state)
    current.lines = with_award(current, event)


def _cards_discarded(state: State, event: happened.CardsDiscarded) -> None:
    current = the_round(state)
    state.agenda.popleft()
    current.discarded = event.order
    state.rack = None if state.decks[current.deck].removed else current.deck


def _round_ended(state: State, event: happened.RoundEnded) -> None:
    current, rules = the_round(state), the_rules(state)
    current.seed = event.seed
    state.last_round, state.called_off, state.round = current, None, None
    state.rounds += 1
    state.since_count += 1
    for name in {state.seats[seat] for seat in current.participants}:
        state.players[name].rounds += 1
    remove_departed(state)
    used = state.decks[current.deck]
    used.shuffles, used.cuts, used.cuts_before, used.held_by = 0, [], 0, ""
    state.agenda.clear()
    if used.removed:
        state.agenda.append(receive_step(rules, current.deck))
    else:
        why = voids(rules)[current.void].reshuffle_clauses if current.void else ()
        state.agenda.extend(shuffle_steps(rules, current.deck, why, waits=True))
    left = {step.deck for step in state.later}
    for number, deck in enumerate(state.decks):
        taken_out = number != current.deck and not deck.shuffles and not deck.preshuffled and number not in left
        if (deck.jammed or taken_out) and not deck.removed:
            out = [step for step in jam_steps(rules, number) if step.do == StepName.REMOVE_CARDS]
            again = [step for step in jam_steps(rules, number) if step.do != StepName.REMOVE_CARDS]
            # Nothing goes into a shuffler before the cards that jammed in it are out, or are shuffled again there.
            first = (out or again) if deck.jammed else []
            state.agenda.extendleft(reversed(first))
            state.agenda.extend(() if first is again else again)
            deck.jammed = False
    if rules.decks > 1:
        state.in_play = 1 - current.deck
    state.agenda.extend((*state.later, open_round_step(rules)))
    state.later.clear()


def _irregularity_reported(state: State, event: happened.IrregularityReported) -> None:
    device = JAMS.get(event.name)
    if device is not None:
        state.failed.add(device)
    if event.detail.get(happened.RULING):
        state.rulings_due += 1
    elif event.name == happened.DRAWN_IN_ERROR:
        the_round(state).drawn += 1


def _card_set_aside(state: State, event: happened.CardSetAside) -> None:
    current = the_round(state)
    card = read_slots(event.card)[0]
    current.set_aside.append(card)
    if current.order is not None and card is not None:
        # It lay behind cards that were drawn in error, which are still to be dealt.
        current.order.remove(card)
        current.order.insert(current.cards_dealt, card)
    current.cards_dealt += 1


def _round_voided(state: State, event: happened.RoundVoided) -> None:
    current, rules = the_round(state), the_rules(state)
    current.void = event.cause
    current.lines, current.meters, current.dealer_hand = None, {}, None
    current.contributions = {}
    current.not_from_inventory.clear()
    if not current.closed:
        current.closed = True
        current.participants = tuple(sorted(current.wagers))
        current.hands = {seat: [] for seat in current.participants}
    state.later += [step for step in state.agenda if step.deck is not None and step.deck != current.deck]
    steps = void_steps(rules, current, state.agenda, entered=state.source == SourceName.ENTERED)
    state.agenda.clear()
    state.agenda.extend(steps)


def _device_taken_out(state: State, event: happened.DeviceTakenOut) -> None:
    take_out(state, event.device, event.made)


def _device_restored(state: State, event: happened.DeviceRestored) -> None:
    bring_back(state, event.device)


def _ruling_made(state: State, event: happened.RulingMade) -> None:
    state.rulings_due -= 1


def _performed(state: State, event: happened.Performed) -> None:
    for name in event.steps:
        perform(state, name)


def _handles(kind: type[E], handler: Callable[[State, E], None]) -> tuple[type[TableEvent], Handler]:
    """A kind of event and its handler; the type check makes sure that they match."""
    return kind, cast("Handler", handler)


_HANDLERS: Final[Mapping[type[TableEvent], Handler]] = dict(
    (
        _handles(happened.TableOpened, _table_opened),
        _handles(happened.RulesAdopted, _rules_adopted),
        _handles(happened.DeckReceived, decks.deck_received),
        _handles(happened.DeckRemoved, decks.deck_removed),
        _handles(happened.Performed, _performed),
        _handles(happened.Shuffled, decks.shuffled),
        _handles(happened.StackInserted, decks.stack_inserted),
        _handles(happened.DeckCut, decks.deck_cut),
        _handles(happened.RecutOrdered, decks.recut_ordered),
        _handles(happened.ReshuffleOrdered, decks.reshuffle_ordered),
        _handles(happened.StubCountCalled, _stub_count_called),
        _handles(happened.WentIdle, _went_idle),
        _handles(happened.PlayerArrived, _player_arrived),
        _handles(happened.ClosingOrdered, _closing_ordered),
        _handles(happened.TableClosed, _table_closed),
        _handles(happened.PlayerSat, players.player_sat),
        _handles(happened.BoughtIn, players.bought_in),
        _handles(happened.CashedOut, players.cashed_out),
        _handles(happened.PlayerLeft, players.player_left),
        _handles(happened.LeavingRuled, departures.leaving_ruled),
        _handles(happened.RoundOpened, _round_opened),
        _handles(happened.RoundWithdrawn, _round_withdrawn),
        _handles(happened.WagersPlaced, _wagers_placed),
        _handles(happened.ProgressiveAcknowledged, _progressive_acknowledged),
        _handles(happened.NoMoreBets, _no_more_bets),
        _handles(happened.ProgressiveLockedOut, _progressive_locked_out),
        _handles(happened.ChipsCounted, _chips_counted),
        _handles(happened.CardsOrdered, _cards_ordered),
        _handles(happened.CardsDealt, _cards_dealt),
        _handles(happened.CardsEntered, _cards_entered),
        _handles(happened.CardsCorrected, _cards_corrected),
        _handles(happened.Decided, _decided),
        _handles(happened.StubCounted, _stub_counted),
        _handles(happened.StubResolved, _stub_resolved),
        _handles(happened.SettlementReckoned, _settled),
        _handles(happened.ProgressiveValidated, _progressive_validated),
        _handles(happened.AwardTaken, _award_taken),
        _handles(happened.CardsDiscarded, _cards_discarded),
        _handles(happened.RoundEnded, _round_ended),
        _handles(happened.IrregularityReported, _irregularity_reported),
        _handles(happened.CardSetAside, _card_set_aside),
        _handles(happened.RoundVoided, _round_voided),
        _handles(happened.DeckJammed, decks.deck_jammed),
        _handles(happened.DeviceTakenOut, _device_taken_out),
        _handles(happened.DeviceRestored, _device_restored),
        _handles(happened.RulingMade, _ruling_made),
        _handles(seed_events.SeedCommitted, round_seeds.seed_committed),
        _handles(seed_events.BeaconGiven, round_seeds.beacon_given),
        _handles(seed_events.SeedListClosed, round_seeds.seed_list_closed),
        _handles(seed_events.SeedRevealed, round_seeds.seed_revealed),
        _handles(seed_events.RoundCalledOff, _round_called_off),
    )
)
