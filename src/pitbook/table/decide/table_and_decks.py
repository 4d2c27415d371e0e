"""Opening and closing a table, its decks, its idle times, and the rules that it is played by."""

from collections.abc import Sequence

from pitbook.rulebooks.procedures import Shuffler
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.submission.devices import SHUFFLER
from pitbook.table.agenda import jam_steps
from pitbook.table.commands import (
    CallStubCount,
    ChangeDeck,
    CloseTable,
    GoIdle,
    OpenTable,
    OrderRecut,
    OrderReshuffle,
    PlayerArrives,
)
from pitbook.table.context import Context
from pitbook.table.decide.checks import (
    being_opened,
    between_rounds,
    played_out,
    refuse,
    reopening,
    require_open,
    require_role,
    withdrawal,
)
from pitbook.table.decide.steps import late_in_round, overdue
from pitbook.table.decks import same_back
from pitbook.table.event import TableEvent
from pitbook.table.events import (
    DRAWN_IN_ERROR,
    ClosingOrdered,
    DeckReceived,
    DeckRemoved,
    PlayerArrived,
    RecutOrdered,
    ReshuffleOrdered,
    StubCountCalled,
    TableClosed,
    TableOpened,
    WentIdle,
)
from pitbook.table.kinds import RemovalCause, SourceName, TableStatus
from pitbook.table.state import State, the_rules


def open_table(state: State, command: OpenTable, context: Context) -> tuple[TableEvent, ...]:
    """A floorperson opens a table; its decks are received and their clocks begin."""
    require_role(command, ActorRole.FLOORPERSON)
    if state.status != TableStatus.NEW:
        refuse(f"the table {state.table} has already been opened", value=state.table)
    rules = state.library.get(command.rules)
    if rules is None:
        refuse("these house rules are not known", value=command.rules[:16])
    if command.source not in set(SourceName):
        refuse(f"cards come from {', '.join(SourceName)}, not from {command.source!r}", value=command.source)
    if command.source == SourceName.ENTERED and (limited := next((one for one in rules.streets if one.limits), None)):
        words = limited.limits[0].words
        refuse(
            f"{limited.name} allows something with {words} alone, and entered cards are not known then",
            (),
            SourceName.ENTERED,
        )
    deck = rules.book.deck
    if len(command.backs) != rules.decks:
        number = deck.clauses if rules.decks == 1 else deck.decks_with_shuffler_clauses
        decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
        refuse(f"the house plays with {decks}, and {len(command.backs)} came", number)
    backs: list[str] = []
    for one in command.backs:
        backs.append(_back(rules, one, backs))
    at = context.now.isoformat()
    return (
        TableOpened(command.table, command.rules, command.source),
        *(DeckReceived(number, back, command.preshuffled, at) for number, back in enumerate(backs)),
    )


def _back(rules: HouseRules, back: str, others: Sequence[str]) -> str:
    """The colour of a deck's back, in words; it tells two decks apart."""
    differ = next((duty.clauses for duty in rules.book.deck.alternation if duty.do == "backs_differ"), ())
    words = " ".join(back.split())
    if not words:
        refuse("say what colour the backs of the deck are", differ if rules.decks > 1 else (), back)
    if any(same_back(words, other) for other in others):
        refuse("the backs of the two decks must be of different colours", differ, words)
    return words


def change_deck(state: State, command: ChangeDeck, context: Context) -> tuple[TableEvent, ...]:
    """A deck is changed before "no more bets"; the new one is inspected, spread and shuffled like the first.

    After that, it is changed only before the first card if it is too old, or while it is being made ready.
    """
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    rules = the_rules(state)
    waiting = any(step.do == StepName.RECEIVE_DECK and step.deck == command.deck for step in state.agenda)
    there = 0 <= command.deck < len(state.decks) and not state.decks[command.deck].removed
    if not waiting and not there:
        refuse(f"there is no deck {command.deck + 1} at this table", value=str(command.deck))
    betting = state.round is not None and not state.round.closed
    late = command.deck == state.in_play and late_in_round(state, context.now)
    inside = next(
        (step for step in state.agenda if step.do == StepName.REMOVE_CARDS and step.deck == command.deck), None
    )
    if inside is None and there and state.decks[command.deck].jammed:
        inside = next((step for step in jam_steps(rules, command.deck) if step.do == StepName.REMOVE_CARDS), None)
    if inside is not None:
        refuse("first the cards of this deck are taken out of the device", inside.clauses, str(command.deck + 1))
    if not (waiting or betting or late or being_opened(state, command.deck) or state.round is None):
        refuse(
            'a deck is changed before "no more bets", while it is being opened, '
            "or before the first card if it has reached its age limit"
        )
    if state.round is not None and state.round.drawn and command.deck == state.round.deck and not waiting:
        refuse("a card has been drawn and is dealt next: its deck is not changed", _drawn_clauses(rules))
    others = [deck.back for number, deck in enumerate(state.decks) if number != command.deck and not deck.removed]
    back = _back(rules, command.back, others)
    received = DeckReceived(command.deck, back, command.preshuffled, context.now.isoformat())
    if waiting:
        return (received,)
    late = overdue(state, state.decks[command.deck], context.now)
    cause = RemovalCause.OVERDUE if late else RemovalCause.CHANGED
    return (DeckRemoved(command.deck, cause, command.reason), received)


def go_idle(state: State, command: GoIdle, context: Context) -> tuple[TableEvent, ...]:
    """When nobody is at an open table, the cards are spread as the book says; a player may then have them turned up."""
    require_role(command, ActorRole.DEALER)
    require_open(state)
    idle = the_rules(state).book.idle
    if the_rules(state).shuffler in idle.not_with and SHUFFLER not in state.devices:
        clauses = the_rules(state).book.shuffle.reshuffling_clauses
        refuse("the cards of a device that reshuffles by itself are not spread", clauses[-1:])
    if state.seats:
        refuse("there are players at the table", idle.clauses)
    if state.idle is not None and (state.idle == "up" or not command.face_up):
        lie = "the cards lie face up already" if state.idle == "up" else "the cards lie face down already"
        refuse(lie, idle.clauses)
    if state.idle is None and not (between_rounds(state) or played_out(state) or reopening(state)):
        refuse("the table is not waiting for players", idle.clauses)
    asked_by = (command.asked_by or "").strip()
    if asked_by and not command.face_up:
        refuse("cards that somebody asks to see are spread face up", idle.spread_clauses, asked_by[:40])
    if command.face_up and not asked_by and idle.spread == "face_down_unless_asked":
        refuse("the cards are spread face down unless a player asks: say who asked", idle.spread_clauses)
    return (*withdrawal(state), WentIdle("up" if command.face_up else "down", asked_by, command.by.name))


def player_arrives(state: State, command: PlayerArrives, context: Context) -> tuple[TableEvent, ...]:
    """The first player at an idle table has the cards shown and shuffled again."""
    require_role(command, ActorRole.PLAYER)
    require_open(state)
    if state.idle is None:
        refuse("the table is not idle")
    return (PlayerArrived(command.by.name),)


def close_table(state: State, command: CloseTable, context: Context) -> tuple[TableEvent, ...]:
    """A round in progress is finished first; before "no more bets" a round is not in progress."""
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    if state.closing:
        refuse("the table is closing already")
    if state.round is not None and state.round.closed:
        return (ClosingOrdered(command.by.name),)
    return (TableClosed(command.by.name),)


def _before_first_card(
    state: State, clauses: tuple[str, ...], what: str, *, despite: frozenset[str] = frozenset()
) -> None:
    """Require that no card has been dealt, and that the deck is ready except for the steps `despite`."""
    require_open(state)
    if state.round is not None and (state.round.cards_dealt or state.round.void):
        refuse(f"the cards are {what} only before any card is dealt", clauses)
    if state.round is not None and state.round.drawn:
        why = _drawn_clauses(the_rules(state))
        refuse(f"a card has been drawn and is dealt next: the cards are not {what}", why)
    if state.round is not None and state.round.listed:
        refuse(f'with seeds on the list, the cards are {what} before "no more bets"', clauses)
    if not state.agenda or state.idle is not None:
        refuse("there are no cards in play")
    step = state.agenda[0]
    ready = all(one.deck is None for one in state.agenda)
    if not ready and not (step.deck == state.in_play and step.do in despite):
        refuse(f"first the deck is made ready: {step.do}", step.clauses)


def _drawn_clauses(rules: HouseRules) -> tuple[str, ...]:
    """The clauses by which a card that was drawn in error is dealt next."""
    return next(case.clauses for case in rules.book.irregularities if case.name == DRAWN_IN_ERROR)


def order_recut(state: State, command: OrderRecut, context: Context) -> tuple[TableEvent, ...]:
    """A floorperson may have the cards cut again, after a cut and before any card is dealt."""
    rules = the_rules(state) if state.rules else None
    clauses = rules.book.cut.recut_clauses if rules else ()
    if rules and rules.shuffler is Shuffler.RESHUFFLING and SHUFFLER not in state.devices:
        refuse(
            "the cards of a device that reshuffles by itself are not cut", rules.book.shuffle.reshuffling_clauses[-1:]
        )
    require_role(command, ActorRole.FLOORPERSON, clauses=clauses)
    _before_first_card(state, clauses, "cut again")
    if not state.decks[state.in_play].is_cut:
        refuse("the cards have not been cut", clauses)
    if not command.reason.strip():
        refuse("say what was wrong with the cut", clauses)
    return (RecutOrdered(command.reason, command.by.name),)


def order_reshuffle(state: State, command: OrderReshuffle, context: Context) -> tuple[TableEvent, ...]:
    """A floorperson may have the cards shuffled again where the book says so."""
    rules = the_rules(state) if state.rules else None
    when = [duty for duty in rules.book.shuffle.when if duty.do == "on_order"] if rules else []
    require_role(command, ActorRole.FLOORPERSON, clauses=when[0].clauses if when else ())
    require_open(state)
    if not when:
        refuse("in this book a floorperson cannot order a shuffle")
    cut = frozenset(step.do for step in the_rules(state).book.cut.steps)
    _before_first_card(state, when[0].clauses, "shuffled again", despite=cut)
    return (ReshuffleOrdered(command.reason, command.by.name),)


def call_stub_count(state: State, command: CallStubCount, context: Context) -> tuple[TableEvent, ...]:
    """The stub may be counted more often than required, as long as it is there."""
    require_role(command, ActorRole.DEALER, ActorRole.FLOORPERSON)
    require_open(state)
    clauses = the_rules(state).stub_count_clauses
    current = state.round
    if current is None or current.void or not current.stub_left or current.lines is not None:
        refuse("there is no stub to be counted", clauses)
    if current.stub_called or any(step.do == StepName.COUNT_STUB for step in state.agenda):
        refuse("the stub of this round is counted anyway", clauses)
    return (StubCountCalled(command.by.name),)
