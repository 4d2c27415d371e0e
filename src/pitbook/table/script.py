"""The dealer's script: what must or may be done now, by whom, in words, with the clauses."""

from dataclasses import dataclass, replace
from datetime import datetime

from pitbook.documents import Document
from pitbook.rulebooks.procedures import IdleRule, Shuffler
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.table.agenda import AgendaStep
from pitbook.table.card_places import places
from pitbook.table.dealing_method import (
    blocked_by,
    blocked_in_words,
    by_shuffler,
    method_due,
    shuffler_may_insert,
    taking_out,
    unusable,
    way_of,
)
from pitbook.table.decide.checks import being_opened, between_rounds, played_out, reopening
from pitbook.table.decide.steps import change_due, hours_allowed, overdue
from pitbook.table.departures import awaiting_ruling
from pitbook.table.forfeits import progressive_name
from pitbook.table.kinds import SourceName, TableStatus
from pitbook.table.round_seeds import awaits_seeds, unrevealed
from pitbook.table.settlement_steps import settles_anyway
from pitbook.table.state import State, TableDeck, the_rules
from pitbook.table.step_words import step_in_words


class NextStep(Document):
    """Something that must or may be done next."""

    do: str
    by: str
    words: str
    clauses: list[str]
    must: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One thing to do: it must be done next, or it may be done."""

    do: str
    by: str
    words: str
    clauses: tuple[str, ...]
    must: bool
    seat: int | None = None

    def as_json(self) -> NextStep:
        """The line in JSON types."""
        return {
            "do": self.do,
            "by": self.by,
            "words": self.words,
            "clauses": list(self.clauses),
            "must": self.must,
            "seat": self.seat,
        }


def next_steps(state: State, now: datetime | None = None) -> list[ScriptLine]:
    """The next step and the other actions, in words and with the clauses.

    With the time `now`, a deck that is too old is reported too.
    """
    if state.status != TableStatus.OPEN:
        return (
            []
            if state.status == TableStatus.CLOSED
            else [ScriptLine("open_table", ActorRole.FLOORPERSON, "Open the table.", (), True)]
        )
    late = now is not None and change_due(state, now)
    due = _next(state, late)
    told = [line.words for line in due]
    due += [line for line in _old_decks(state, now) if line.words not in told]
    return due + _rulings(state) + _in_round(state) + _at_table(state, late)


def _next(state: State, late: bool) -> list[ScriptLine]:
    """The step at the head of the agenda, or what blocks it."""
    if not state.agenda:
        return []
    step = state.agenda[0]
    if _deserted(state):
        return [_go_idle(the_rules(state).book.idle)]
    if broken := blocked_by(state, step):
        if (awaited := _awaited(state)) and method_due(state).decks != the_rules(state).decks:
            return [awaited]
        why = blocked_in_words(state, broken)
        return [_other_method(state, f"{why[0].upper()}{why[1:]}.")]
    if late:
        return [_too_old(state, state.decks[state.in_play])]
    seat = _seat_of(state, step)
    if step.do == StepName.DECIDE and state.seats[seat or 0] in awaiting_ruling(state):
        return []
    gone = step.do == StepName.DECIDE and state.round is not None and state.seats[seat or 0] in state.round.ruled
    by = "dealer" if gone else step.by
    lines = [ScriptLine(step.do, by, step_in_words(state, step), _clauses_of(state, step), True, seat)]
    if shuffler_may_insert(state, step):
        words = "The shuffler may put the stack into the shoe by itself."
        lines.append(ScriptLine("insert_stack", ActorRole.DEVICE, words, by_shuffler(the_rules(state), step), False))
    return lines


def _awaited(state: State) -> ScriptLine | None:
    """The deck that the table waits for, whatever is due before it."""
    step = next((step for step in state.agenda if step.do == StepName.RECEIVE_DECK), None)
    return ScriptLine(step.do, step.by, step_in_words(state, step), step.clauses, True) if step else None


def _too_old(state: State, deck: TableDeck) -> ScriptLine:
    words = f"The {deck.back} deck has been in use for {hours_allowed(state)} hours: change it."
    return ScriptLine("change_deck", ActorRole.FLOORPERSON, words, the_rules(state).hours_clauses, True)


def _old_decks(state: State, now: datetime | None) -> list[ScriptLine]:
    """Between rounds every deck whose hours are over is due for a change, whatever its next step is."""
    if now is None or state.round is not None:
        return []
    inside = {step.deck for step in state.agenda if step.do == StepName.REMOVE_CARDS}
    return [
        _too_old(state, deck)
        for number, deck in enumerate(state.decks)
        if number not in inside and not deck.removed and overdue(state, deck, now)
    ]


def _clauses_of(state: State, step: AgendaStep) -> tuple[str, ...]:
    """The clauses of a step; for a decision, also those of the possible answers."""
    if step.do != StepName.DECIDE or state.round is None:
        return step.clauses
    return tuple(dict.fromkeys(step.clauses + the_rules(state).street(state.round.street).clauses))


def _other_method(state: State, words: str) -> ScriptLine:
    """Another method is needed, because a device is out of use or set aside."""
    return ScriptLine("change_method", ActorRole.FLOORPERSON, words, taking_out(the_rules(state)).clauses, True)


def _seat_of(state: State, step: AgendaStep) -> int | None:
    if step.do == StepName.DECIDE and state.round is not None:
        return state.round.to_act[0]
    return step.seat


def _rulings(state: State) -> list[ScriptLine]:
    conduct = the_rules(state).book.conduct
    lines = [
        ScriptLine(
            "rule_on_leaving",
            ActorRole.FLOORPERSON,
            f"Rule whether the wagers of {name}, who left, are abandoned.",
            conduct.leaving_clauses,
            True,
        )
        for name in awaiting_ruling(state)
    ]
    if state.rulings_due:
        lines.append(ScriptLine("rule", ActorRole.FLOORPERSON, "Rule on what was recorded for it.", (), False))
    return lines


def _in_round(state: State) -> list[ScriptLine]:
    current, rules = state.round, the_rules(state)
    if current is None:
        return []
    lines = []
    if not current.closed:
        before = rules.book.conduct.before_no_more_bets_clauses
        for seat, name in sorted(state.seats.items()):
            words = f"{name} may place, change or withdraw the wagers of seat {seat}."
            lines.append(ScriptLine("place_wagers", ActorRole.PLAYER, words, before, False, seat))
        progressive = progressive_name(rules)
        for seat, wagers in sorted(current.wagers.items()):
            if progressive in wagers and seat not in current.accepted:
                words = f"Accept the progressive wager of seat {seat}."
                clauses = rules.book.conduct.acknowledge_clauses
                lines.append(ScriptLine("acknowledge", ActorRole.DEVICE, words, clauses, False, seat))
        if current.commitment:
            lines.append(
                ScriptLine("commit_seed", ActorRole.PLAYER, "A player may commit to a seed for the shuffle.", (), False)
            )
            if current.beacon is None:
                words = "The value of a public beacon may be added to the shuffle."
                lines.append(ScriptLine("give_beacon", ActorRole.FLOORPERSON, words, (), False))
    if awaits_seeds(state):
        lines += [
            ScriptLine("reveal_seed", ActorRole.PLAYER, f"{name} reveals the seed.", (), False)
            for name in unrevealed(current)
        ]
    if state.source == SourceName.ENTERED and any(card for cards in places(current).values() for card in cards):
        lines.append(
            ScriptLine("correct_cards", ActorRole.DEALER, "Correct a card that was entered wrongly.", (), False)
        )
    if not current.void or settles_anyway(rules, current):
        lines.append(ScriptLine("report", ActorRole.DEALER, "Report an irregularity.", (), False))
    return lines


def _deserted(state: State) -> bool:
    """Whether the cards of an open table are ready but nobody is there, so that they have to be spread."""
    rules = the_rules(state)
    waiting = between_rounds(state) and state.idle is None and not state.seats
    return waiting and not state.closing and rules.shuffler not in rules.book.idle.not_with


def _turn_up(idle: IdleRule) -> ScriptLine:
    words = "Turn the cards face up." if idle.spread == "either" else "Turn the cards face up, if a player asks."
    return ScriptLine("go_idle", ActorRole.DEALER, words, idle.spread_clauses, False)


def _go_idle(idle: IdleRule) -> ScriptLine:
    how = "face up or face down" if idle.spread == "either" else "face down, or face up if a player asks"
    clauses = tuple(dict.fromkeys(idle.clauses + idle.clear_clauses + idle.spread_clauses))
    return ScriptLine("go_idle", ActorRole.DEALER, f"Nobody plays: spread the cards, {how}.", clauses, True)


def _at_table(state: State, late: bool) -> list[ScriptLine]:
    rules, lines = the_rules(state), []
    book = rules.book
    free = [seat for seat in range(1, rules.positions + 1) if seat not in state.seats]
    if free and not state.closing:
        words = f"A player may sit at {', '.join(map(str, free))}."
        lines.append(ScriptLine("sit", ActorRole.PLAYER, words, book.positions.clauses, False))
    current = state.round
    untouched = current is None or not (current.has_begun or current.void or current.listed)
    ready = bool(state.agenda) and all(step.deck is None for step in state.agenda) and state.idle is None
    if untouched and ready and state.decks[state.in_play].is_cut and rules.shuffler is not Shuffler.RESHUFFLING:
        lines.append(ScriptLine("order_recut", ActorRole.FLOORPERSON, "Order a recut.", book.cut.recut_clauses, False))
    on_order = [duty for duty in book.shuffle.when if duty.do == "on_order"]
    if untouched and ready and on_order:
        lines.append(
            ScriptLine("order_reshuffle", ActorRole.FLOORPERSON, "Order a shuffle.", on_order[0].clauses, False)
        )
    if state.idle is not None:
        arrives = book.idle.reopen_clauses
        lines.append(
            ScriptLine(
                "player_arrives", ActorRole.PLAYER, "A player may arrive at the table.", arrives, not state.agenda
            )
        )
        lines += [_turn_up(book.idle)] if state.idle == "down" else []
    if (played_out(state) or reopening(state)) and not state.seats and rules.shuffler not in book.idle.not_with:
        lines.append(replace(_go_idle(book.idle), must=False))
    blocked = bool(state.agenda) and bool(blocked_by(state, state.agenda[0]))
    if state.round is None and not unusable(state) and not blocked and way_of(method_due(state)) != way_of(rules):
        lines.append(
            ScriptLine("change_method", ActorRole.FLOORPERSON, "Go back to the method that was filed.", (), False)
        )
    opening = state.round is not None and bool(state.agenda) and being_opened(state, state.agenda[0].deck)
    if not late and (opening or (ready and (state.round is None or not state.round.closed))):
        lines.append(ScriptLine("change_deck", ActorRole.FLOORPERSON, "Change a deck.", rules.hours_clauses, False))
    if not state.closing:
        lines.append(ScriptLine("close_table", ActorRole.FLOORPERSON, "Close the table.", (), False))
    return lines
