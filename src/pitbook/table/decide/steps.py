"""Performing the steps of the agenda: what each step needs to know, and the events it leads to."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from operator import attrgetter
from typing import Final

from pitbook.cards import Card, parse_cards
from pitbook.money import format_exact
from pitbook.rulebooks.procedures import IrregularityName, Method, Shuffler
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement.pay import share_of_meter
from pitbook.table import events as happened
from pitbook.table.agenda import AgendaStep, stub_count_step
from pitbook.table.awards import open_award
from pitbook.table.card_places import places
from pitbook.table.card_source import source_of
from pitbook.table.card_text import UNKNOWN, write_slots
from pitbook.table.commands import AUTO, Actor, DealRound, Do
from pitbook.table.context import Context
from pitbook.table.dealing_method import blocked_by, blocked_in_words, shuffler_may_insert, taking_out
from pitbook.table.decide.checks import refuse, require_of_the_deck, require_open
from pitbook.table.decide.seeds import call_off, closed_list
from pitbook.table.decide.settlement import settle_round
from pitbook.table.decide.stub import count_stub, remove_deck, resolve_stub
from pitbook.table.departures import awaiting_ruling
from pitbook.table.event import TableEvent
from pitbook.table.forfeits import progressive_chips, progressive_name
from pitbook.table.kinds import CardPlace, RemovalCause, SourceName
from pitbook.table.round_seeds import REVEAL, awaits_seeds
from pitbook.table.state import Round, Slot, State, TableDeck, the_round, the_rules

Performer = Callable[[State, AgendaStep, Do, Context], tuple[TableEvent, ...]]
CENTS: Final = 100
_ENTERED: Final = SourceName.ENTERED
_COUNTING: Final = frozenset({Shuffler.AUTOMATIC_COUNTING, Shuffler.RESHUFFLING})


def do(state: State, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Only the step at the head of the agenda can be performed, and only by whoever has that duty."""
    require_open(state)
    if not state.agenda:
        refuse(f"no step is due now, and so not {command.step.replace('_', ' ')[:40]}", value=command.step[:40])
    step = step_asked(state, command.step)
    if command.step != step.do:
        refuse(f"the next step is {step.do}, not {command.step[:40]}", step.clauses, command.step[:40])
    require_actor(state, step, command.by)
    return perform_step(state, step, command, context)


def step_asked(state: State, name: str) -> AgendaStep:
    """The step at the head of the agenda; a wrong stub may be counted again instead of being resolved."""
    step = state.agenda[0]
    again = step.do == StepName.RESOLVE_STUB and name == StepName.COUNT_STUB
    return stub_count_step(the_rules(state)) if again else step


def require_actor(state: State, step: AgendaStep, by: Actor) -> None:
    """A step is performed by whoever has the duty; a dealer also operates the devices."""
    roles: set[ActorRole] = (
        {step.by, ActorRole.DEALER} if step.by == ActorRole.DEVICE or _absent(state, step) else {step.by}
    )
    if step.or_shuffler and by.role == ActorRole.DEVICE:
        if not shuffler_may_insert(state, step):
            refuse("the deck is not in the shuffler: the dealer does this", step.clauses, by.role)
        roles.add(ActorRole.DEVICE)
    if by.role not in roles:
        refuse(f"{step.do} is for a {step.by}, not for the {by.role} {by.name}", step.clauses, by.role)
    first = first_player(state)
    if step.do == StepName.FIRST_PLAYER_INSPECTS and by.name != AUTO and first not in (None, by.name):
        refuse(f"{first} came first and looks at the cards", step.clauses, by.name[:40])


def first_player(state: State) -> str | None:
    """The first player to arrive at an idle table or, if that player has left, the first of those seated."""
    return state.arrived or next(iter(state.players), None)


def require_usable(state: State, step: AgendaStep) -> None:
    """No step is performed with a device that is out of use, or by a method that needs it."""
    if broken := blocked_by(state, step):
        refuse(blocked_in_words(state, broken), taking_out(the_rules(state)).clauses, broken[0])


def _absent(state: State, step: AgendaStep) -> bool:
    """Whether the step is the decision of a player who left and whose wagers stand by the floorperson's ruling."""
    if step.do != StepName.DECIDE or state.round is None or not state.round.to_act:
        return False
    return state.seats[state.round.to_act[0]] in state.round.ruled


def deal_round(state: State, command: DealRound, context: Context) -> tuple[TableEvent, ...]:
    """The dealer does everything up to "no more bets"."""
    require_open(state)
    current = state.round
    if command.by.role != ActorRole.DEALER:
        refuse("only a dealer deals", value=command.by.role)
    if current is None or current.closed:
        refuse("no round is open for wagers")
    events: list[TableEvent] = []
    for step in state.agenda:
        require_actor(state, step, command.by)
        events += perform_step(state, step, Do(command.by, step.do), context)
        if step.do == StepName.NO_MORE_BETS:
            break
    return tuple(events)


def perform_step(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """The events of a step. Most steps are only confirmed, and the record says who did it."""
    require_usable(state, step)
    _require_no_more(step, command)
    if step.or_shuffler and command.by.role == ActorRole.DEVICE:
        return (happened.StackInserted(the_round(state).deck, command.by.name),)
    performer = PERFORMERS.get(step.do)
    if performer is None:
        _require_rulings(state, _unruled(state, step))
        return (*_award(state, step, command, context), happened.Performed((step.do,), command.by.name))
    return performer(state, step, command, context)


def _require_no_more(step: AgendaStep, command: Do) -> None:
    """A command may contain only what its step asks for."""
    if _GIVEN(command) == _NOTHING:
        return
    for name, asked_by in _ASKED_BY.items():
        value = getattr(command, name)
        if value is not None and step.do not in asked_by:
            steps = " or ".join(sorted(asked_by))
            refuse(f"{step.do} does not ask for {name}: {steps} does", step.clauses, str(value)[:40])


def waits_for_ruling(state: State, step: AgendaStep) -> bool:
    """Whether a step settles or pays a player who left with wagers that nobody has ruled on."""
    return bool(_unruled(state, step))


def _unruled(state: State, step: AgendaStep) -> list[str]:
    first, last = step.lines
    current = state.round
    if first == last or current is None or not any(player.left for player in state.players.values()):
        return []
    paid = {state.seats[line.seat] for line in (current.lines or ())[first:last]}
    return [name for name in awaiting_ruling(state) if name in paid]


def is_plain(state: State, step: AgendaStep) -> bool:
    """Whether a step is only confirmed: nothing is counted, dealt or taken from a meter."""
    if state.round is not None and open_award(state.round, step):
        return False
    return step.do not in PERFORMERS or step.do in _SHOWING


def _award(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """A share is taken of what the meter shows when the player is paid, even if others have moved it since."""
    found = open_award(state.round, step) if state.round is not None else None
    if found is None:
        return ()
    line, pays = found
    shown = context.meters.get(pays.meter)
    if shown is None:
        refuse(f"what the meter {pays.meter} shows is not known", step.clauses, pays.meter)
    amount, after = share_of_meter(the_rules(state), pays, shown)
    before, left = format_exact(shown), format_exact(after)
    return (
        happened.AwardTaken(line.seat, line.hand or "", str(pays), pays.meter, before, left, amount, command.by.name),
    )


def _shuffle(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """If the device counts a wrong number of cards, the deck is removed."""
    rules, deck = the_rules(state), step.deck or 0
    cards = rules.book.deck.cards
    counts = shuffler_counts(state, step)
    if command.count is None and counts and state.source is _ENTERED:
        refuse("say how many cards the shuffler counted", rules.shuffler_count_clauses or step.clauses)
    if command.count is not None and not counts:
        refuse("this shuffler does not count the cards", rules.shuffler_count_clauses)
    if command.count is not None and not 0 <= command.count <= 2 * cards:
        refuse(f"{command.count} cards cannot be in the shuffler", rules.shuffler_count_clauses, str(command.count))
    count = command.count if command.count is not None else cards if counts else None
    shuffled = happened.Shuffled(deck, count, command.by.name)
    if count is not None and count != cards:
        return (shuffled, happened.DeckRemoved(deck, RemovalCause.SHUFFLER_COUNT, f"the shuffler counts {count} cards"))
    return (shuffled,)


def shuffler_counts(state: State, step: AgendaStep) -> bool:
    """Whether a step is a shuffle by a device that counts the cards."""
    return step.do == StepName.SHUFFLE and step.by == ActorRole.DEVICE and the_rules(state).shuffler in _COUNTING


def _cut(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """At least as many cards as the book says on either side; a virtual deck is cut where its seeds say."""
    depth = source_of(state).cut_depth(command.depth, the_rules(state).book)
    return (happened.DeckCut(step.deck or 0, depth, command.by.name),)


def hours_allowed(state: State) -> int | None:
    """How many hours a deck may be used with this way of dealing."""
    rules = the_rules(state)
    deck = rules.book.deck
    by_hand = rules.dealing.method is Method.HAND
    return deck.change_after_hours_by_hand if by_hand else deck.change_after_hours_from_shoe


def overdue(state: State, deck: TableDeck, now: datetime) -> bool:
    """Whether a deck has reached its age limit."""
    hours = hours_allowed(state)
    return hours is not None and now - deck.received >= timedelta(hours=hours)


def change_due(state: State, now: datetime) -> bool:
    """Whether the deck in play has to be changed now, because the next step needs one that is not too old."""
    current, step = state.round, state.agenda[0] if state.agenda else None
    if step is None or not overdue(state, state.decks[state.in_play], now):
        return False
    if step.do == StepName.OPEN_ROUND or current is None:
        return step.do == StepName.OPEN_ROUND
    return _is_first_card(current, step) or (step.do == StepName.NO_MORE_BETS and not current.has_begun)


def late_in_round(state: State, now: datetime) -> bool:
    """Whether the deck of a closed round is too old, and no card has left it."""
    current = state.round
    untouched = current is not None and current.closed and not current.has_begun and not current.void
    return untouched and not awaits_seeds(state) and overdue(state, state.decks[state.in_play], now)


def _is_first_card(current: Round, step: AgendaStep) -> bool:
    """Whether a step deals the first card of its round."""
    return step.do in (StepName.DEAL, StepName.BURN) and not current.has_begun and not current.void


def _require_deck_in_time(state: State, context: Context) -> None:
    rules, deck = the_rules(state), state.decks[state.in_play]
    if overdue(state, deck, context.now):
        message = f"the {deck.back} deck has been in use for {hours_allowed(state)} hours: change it first"
        refuse(message, rules.hours_clauses, deck.back)


def _require_first_card_in_time(state: State, step: AgendaStep, context: Context) -> None:
    """The deck must not be too old for the first card; if it is, it is changed and the wagers stay."""
    if _is_first_card(the_round(state), step):
        _require_deck_in_time(state, context)


def _open_round(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """A round opens with the cards ready, a deck that is not too old, and somebody to play."""
    rules = the_rules(state)
    if not state.seats:
        refuse("nobody is seated", rules.book.conduct.seated_clauses)
    _require_deck_in_time(state, context)
    number = state.rounds + state.withdrawn + 1
    round_id = f"{state.table}-{number}"
    sealed, commitment = source_of(state).open(state, context, round_id)
    at = context.now.isoformat()
    return (happened.RoundOpened(round_id, number, rules.digest, state.in_play, sealed, commitment, at),)


def _no_more_bets(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """A deck that became too old while wagers were open is changed before the deal; the wagers stay."""
    current = the_round(state)
    if not current.has_begun:
        _require_deck_in_time(state, context)
    if not current.wagers:
        refuse("nobody has placed a wager", step.clauses)
    return (happened.NoMoreBets(command.by.name), *closed_list(state, context))


def _lock_out(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Accepted wagers contribute to each meter at its own exact rate; a chip that was not accepted goes back."""
    current, rules = the_round(state), the_rules(state)
    name = progressive_name(rules)
    staked = sum(current.wagers[seat][name] for seat in current.accepted)
    contributions, shown = {}, {}
    for meter, filed in rules.meters.items() if staked else ():
        if meter not in context.meters:
            refuse(f"what the meter {meter} shows is not known", step.clauses, meter)
        of_rules = (filed.rate, None if filed.limit is None else Fraction(filed.limit, CENTS))
        rate, limit = context.terms.get(meter, of_rules)
        amount, before = Fraction(staked, CENTS) * rate, context.meters[meter]
        contributions[meter] = format_exact(amount)
        shown[meter] = format_exact(before + amount if limit is None else max(before, min(before + amount, limit)))
    unaccepted = [
        seat
        for seat in current.participants
        if name in current.wagers[seat] and seat not in current.accepted and seat not in current.abandoned
    ]
    return (happened.ProgressiveLockedOut(contributions, shown, tuple(unaccepted), command.by.name),)


def _count_chips(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    accepted = progressive_chips(the_rules(state), the_round(state))
    if command.count is None and state.source is _ENTERED:
        refuse("say how many chips were counted", step.clauses)
    count = accepted if command.count is None else command.count
    if count != accepted:
        refuse(f"{count} chips lie there, and {accepted} wagers were accepted", step.clauses, str(count))
    return (happened.ChipsCounted(count, command.by.name),)


def ordered(state: State, context: Context) -> tuple[TableEvent, ...]:
    """The event with the order of the deck, the first time that it is needed."""
    if the_round(state).order is not None:
        return ()
    event = source_of(state).order(state, context)
    return () if event is None else (event,)


def deal_steps(state: State, steps: Sequence[AgendaStep], by: str, context: Context) -> tuple[TableEvent, ...]:
    """Deal the cards of consecutive steps from the top of a deck that is not too old."""
    current = the_round(state)
    _require_first_card_in_time(state, steps[0], context)
    number = sum(step.cards for step in steps)
    fixed = ordered(state, context)
    if fixed and isinstance(fixed[0], happened.CardsOrdered):
        cards = fixed[0].order[2 * current.cards_dealt :][: 2 * number]
    elif current.order is not None:
        cards = write_slots(current.order[current.cards_dealt : current.cards_dealt + number])
    else:
        cards = UNKNOWN * number
    return (*fixed, happened.CardsDealt(cards, by))


def _deal(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """The next cards; at a physical table, those that are dealt face up are entered."""
    if state.source == SourceName.ENTERED and step.face_up:
        _require_first_card_in_time(state, step, context)
        return (happened.CardsDealt(_entered(state, command, step.cards), command.by.name),)
    if command.cards is not None:
        refuse("these cards are not entered by hand", value=command.cards[:40])
    return deal_steps(state, (step,), command.by.name, context)


def _entered(state: State, command: Do, number: int) -> str:
    """The cards that a dealer enters: as many as are shown, none of them seen before in this round."""
    if command.cards is None:
        refuse(f"enter the {number} card(s) that are shown", state.agenda[0].clauses)
    cards = parse_cards(command.cards)
    if len(cards) != number:
        message = f"{number} card(s) are shown, and {len(cards)} were entered"
        refuse(message, state.agenda[0].clauses, command.cards[:40])
    require_of_the_deck(state, cards)
    current = the_round(state)
    if aside := [card for card in cards if card in current.set_aside]:
        clauses = next(
            case.clauses for case in the_rules(state).book.irregularities if case.name == IrregularityName.FACE_UP_CARD
        )
        refuse(f"{aside[0]} was found face up and is not used in this round", clauses, str(aside[0]))
    known = {card for place in places(current).values() for card in place}
    if seen := [card for card in cards if card in known]:
        refuse(f"{' and '.join(map(str, seen))} already lies on the table", value=str(seen[0]))
    return write_slots(cards)


def needs_cards(state: State, step: AgendaStep) -> bool:
    """Whether a step waits for the dealer to enter cards."""
    return state.source is _ENTERED and (
        (step.do == StepName.DEAL and step.face_up) or (step.do in _SHOWING and None in to_show(the_round(state), step))
    )


def needs_entry(state: State, step: AgendaStep) -> bool:
    """Whether a step needs what only the dealer of a physical table knows: cards, or a count."""
    return needs_cards(state, step) or (
        state.source is _ENTERED and (step.do in _COUNTS or shuffler_counts(state, step))
    )


_COUNTS: Final = frozenset({StepName.COUNT_PROGRESSIVE_CHIPS, StepName.COUNT_STUB})


_SHOWING: Final = {
    StepName.TURN_UP: CardPlace.BOARD,
    StepName.REVEAL_DEALER: CardPlace.DEALER,
    StepName.TURN_UP_EXTRA: CardPlace.EXTRA,
    StepName.TURN_UP_HAND: CardPlace.PLAYER,
}


def to_show(current: Round, step: AgendaStep) -> list[Slot]:
    """The cards that a step turns up."""
    match step.do:
        case StepName.TURN_UP:
            return current.board[current.board_up : current.board_up + step.cards]
        case StepName.REVEAL_DEALER:
            return current.dealer
        case StepName.TURN_UP_EXTRA:
            return current.extra
        case _:
            return current.hands[step.seat or 0]


def _show(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Cards that lay face down are turned up; at a physical table they are entered now."""
    hidden = to_show(the_round(state), step).count(None)
    if not hidden:
        return (happened.Performed((step.do,), command.by.name),)
    cards = _entered(state, command, hidden)
    return (happened.CardsEntered(_SHOWING[step.do], step.seat, cards, command.by.name),)


def _settle_wagers(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    _require_rulings(state, awaiting_ruling(state))
    return (settle_round(state, step.seat),)


def _require_rulings(state: State, waiting: Sequence[str]) -> None:
    if waiting:
        clauses = the_rules(state).book.conduct.leaving_clauses
        refuse(f"a floorperson has to rule on the wagers of {' and '.join(waiting)}", clauses)


def _validate(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Where the book forbids it, the whole meter is not paid from the inventory; otherwise the floorperson decides."""
    current, conduct, seat = the_round(state), the_rules(state).book.conduct, step.seat or 0
    forbidden = (current.lines or ())[current.paid].is_whole_meter and not conduct.whole_meter_from_inventory
    if command.from_inventory and forbidden:
        refuse("the whole meter may not be paid from the table inventory", conduct.whole_meter_clauses)
    from_inventory = not forbidden if command.from_inventory is None else command.from_inventory
    return (happened.ProgressiveValidated(seat, from_inventory, command.by.name),)


def _discard(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Hand by hand, so that each can be found: first those in the rack, then as settled, the dealer's, the rest."""
    current = the_round(state)
    seats = [*current.racked, *sorted(current.hands.keys() - set(current.racked), reverse=True)]
    lying = places(current)
    order = [f"seat {seat}" for seat in seats] + ["dealer", "board", "extra", "burned", "set aside"]
    piles: list[tuple[str, str]] = [(place, write_slots(cards)) for place in order if (cards := lying[place])]
    seed = source_of(state).reveal(state, context)
    discarded = happened.CardsDiscarded(tuple(piles), command.by.name)
    events: list[TableEvent] = [discarded, happened.RoundEnded(current.id, seed)]
    if state.closing:
        events.append(happened.TableClosed(command.by.name))
    return tuple(events)


def _for_absent(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """A player who left and whose wagers stand makes no new wagers: checks, or folds if checking is not offered."""
    current = the_round(state)
    seat = current.to_act[0]
    if not _absent(state, step):
        refuse(f"position {seat} decides", step.clauses, str(seat))
    return (happened.Decided(seat, the_rules(state).street(current.street).otherwise, 0),)


def _receive(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    refuse("the table needs a new deck: change the deck", step.clauses)


_ASKED_BY: Final[Mapping[str, frozenset[str]]] = {
    "cards": frozenset(
        {
            StepName.DEAL,
            StepName.BURN,
            StepName.TURN_UP,
            StepName.REVEAL_DEALER,
            StepName.TURN_UP_EXTRA,
            StepName.TURN_UP_HAND,
        }
    ),
    "count": frozenset({StepName.SHUFFLE, StepName.COUNT_PROGRESSIVE_CHIPS, StepName.COUNT_STUB}),
    "depth": frozenset({StepName.INSERT_COVER_CARD, StepName.CUT_ONTO_COVER_CARD}),
    "misdealt": frozenset({StepName.COUNT_STUB, StepName.RESOLVE_STUB}),
    "from_inventory": frozenset({StepName.VALIDATE_PROGRESSIVE}),
}
"""The fields of a command, and the steps that ask for them."""
_GIVEN: Final = attrgetter(*_ASKED_BY)
_NOTHING: Final = (None,) * len(_ASKED_BY)

PERFORMERS: Final[Mapping[str, Performer]] = {
    StepName.SHUFFLE: _shuffle,
    StepName.INSERT_COVER_CARD: _cut,
    StepName.CUT_ONTO_COVER_CARD: _cut,
    StepName.OPEN_ROUND: _open_round,
    StepName.NO_MORE_BETS: _no_more_bets,
    StepName.LOCK_OUT_PROGRESSIVE: _lock_out,
    StepName.COUNT_PROGRESSIVE_CHIPS: _count_chips,
    StepName.DEAL: _deal,
    StepName.BURN: _deal,
    StepName.TURN_UP: _show,
    StepName.REVEAL_DEALER: _show,
    StepName.TURN_UP_EXTRA: _show,
    StepName.TURN_UP_HAND: _show,
    StepName.COUNT_STUB: count_stub,
    StepName.RESOLVE_STUB: resolve_stub,
    StepName.REMOVE_DECK: remove_deck,
    StepName.RECKON: _settle_wagers,
    StepName.VALIDATE_PROGRESSIVE: _validate,
    StepName.DISCARD: _discard,
    StepName.DECIDE: _for_absent,
    REVEAL: call_off,
    StepName.RECEIVE_DECK: _receive,
}
"""Steps that need more than a confirmation."""


def known_cards(current: Round) -> list[Card]:
    """Every card of a round whose face the engine knows, wherever it lies."""
    lying = [card for cards in places(current).values() for card in cards if card is not None]
    return lying + (current.order[current.cards_dealt :] if current.order is not None else [])
