"""The dealer's script: what must or may be done now, by whom, in words, with the clauses."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pitbook.rulebooks.flow import Bet, Street
from pitbook.rulebooks.procedures import IdleRule, Method, Shuffler
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement.envy import ENVY
from pitbook.submission import HouseRules
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
from pitbook.table.decide.checks import between_rounds
from pitbook.table.decide.decisions import allowed_amounts
from pitbook.table.decide.steps import change_due, hours_allowed
from pitbook.table.departures import awaiting_ruling
from pitbook.table.forfeits import progressive_name, side_wagers_alive
from pitbook.table.kinds import CardPlace, SourceName, TableStatus
from pitbook.table.round_seeds import REVEAL, awaits_seeds, unrevealed
from pitbook.table.settlement_steps import settles_anyway
from pitbook.table.state import Round, State, the_rules


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One thing to do: it must be done next, or it may be done."""

    do: str
    by: str
    words: str
    clauses: tuple[str, ...]
    must: bool
    seat: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The line in JSON types."""
        return {
            "do": self.do,
            "by": self.by,
            "words": self.words,
            "clauses": list(self.clauses),
            "must": self.must,
            "seat": self.seat,
        }


WORDS: Final[dict[str, str]] = {
    StepName.INSPECT: "Inspect the {back} deck for defects: all backs alike, and {covers} with it.",
    StepName.VERIFY_INSPECTION: "Verify the dealer's inspection of the {back} deck.",
    StepName.SPREAD_FACE_UP: "Spread the {back} deck face up, by suit and in sequence.",
    StepName.FIRST_PLAYER_INSPECTS: "The first player to arrive looks at the {back} deck.",
    StepName.TURN_FACE_DOWN: "Turn the {back} deck face down.",
    StepName.CLEAR_SHOE_AND_RACK: "Take the cards out of {holders}.",
    StepName.SPREAD_IDLE: "Spread the {back} deck on the table, {face}.",
    StepName.TURN_FACE_UP: "Turn the {back} deck face up, for a player to see it.",
    StepName.WASH: "Wash the {back} deck.",
    StepName.STACK: "Stack the {back} deck.",
    StepName.SHUFFLE: "Shuffle the {back} deck and place it in a single stack.",
    StepName.STORE_IN_SHUFFLER: "Store the {back} deck in the shuffler while the other is dealt.",
    StepName.INSERT_COVER_CARD: "Insert the cover card, at least {fewest} cards from the top and from the bottom.",
    StepName.MOVE_CUT_CARDS_TO_BOTTOM: "Put the cards above the cover card, and the cover card, on the bottom.",
    StepName.PLACE_COVER_CARD: "Place the cover card in front of the deck.",
    StepName.CUT_ONTO_COVER_CARD: "Put at least {fewest} cards from the top onto the cover card.",
    StepName.REST_ON_TOP: "Put the rest of the deck on top of them.",
    StepName.COVER_CARD_TO_RACK: "Put the cover card in the discard rack.",
    StepName.RECEIVE_DECK: "Bring another deck to the table.",
    StepName.OPEN_ROUND: "Open the next round for wagers.",
    StepName.PLACE_IN_SHOE: "Place the stacked deck in the shoe.",
    StepName.TAKE_DECK_IN_HAND: "Take the deck in the hand that holds it for the round.",
    StepName.NO_MORE_BETS: 'Announce "no more bets".',
    REVEAL: "Wait for the seeds on the list.",
    StepName.LOCK_OUT_PROGRESSIVE: "Lock out the progressive wagers.",
    StepName.COLLECT_PROGRESSIVE_CHIPS: "Collect the chips of the progressive wagers.",
    StepName.COUNT_PROGRESSIVE_CHIPS: "Count {accepted} chips against the progressive wagers that were accepted.",
    StepName.CHIPS_TO_INVENTORY: "Put the progressive chips in the table inventory.",
    StepName.DEAL: "Deal {cards} {face} to {to}.",
    StepName.COVER_DEALER_CARDS: "Place a cover card over the dealer's cards.",
    StepName.BURN: "Burn {cards}.",
    StepName.TURN_UP: "Turn up {cards} of the board.",
    StepName.REMOVE_REST: "Take the remaining cards out of the automated shoe.",
    StepName.REMOVE_STUB: "Remove the stub from the shoe.",
    StepName.COUNT_STUB: "Count the stub face down: it should have {stub} cards.",
    StepName.RESOLVE_STUB: "{counted}, not {stub}: check whether a hand has too many or too few cards, or count again.",
    StepName.STUB_TO_RACK: "Place the stub in the discard rack without exposing it.",
    StepName.COLLECT_FOLD: "Collect {lost} of seat {seat} into the table inventory.",
    StepName.KEEP_FOLDED_CARDS: "Place the cards of seat {seat} face down {waiting}.",
    StepName.DISCARD_FOLDED_CARDS: "Place the cards of seat {seat} in the discard rack.",
    StepName.COLLECT_FORFEITS: "Collect the forfeited wagers{folded_cards}.",
    StepName.REVEAL_DEALER: "Turn up the dealer's cards.",
    StepName.TURN_UP_EXTRA: "Turn up {cards} at {extra}.",
    StepName.ANNOUNCE_DEALER: "{announce} the dealer's hand.",
    StepName.RECKON: "Work out what every wager pays.",
    StepName.TURN_UP_HAND: "Turn up the cards of seat {seat}.",
    StepName.ANNOUNCE_HAND: "{announce} the hand of seat {seat}.",
    StepName.SETTLE: "Settle the wagers of seat {seat}{envy}.",
    StepName.RETURN_WAGERS: "The round is void: return the wagers of seat {seat}{fetched}.",
    StepName.GATHER_STUB: "Put the cards that were not dealt with those that were, without exposing them.",
    StepName.REMOVE_DECK: "Gather all cards, dealt or not, and remove the {back} deck from the table.",
    StepName.REMOVE_CARDS: "Take the cards out of the device that jammed.",
    StepName.VERIFY_HAND: "Verify that seat {seat} has a winning progressive hand.",
    StepName.VERIFY_LIGHT: "Verify that the light of seat {seat} is on.",
    StepName.VALIDATE_PROGRESSIVE: "Validate the progressive award of seat {seat}.",
    StepName.PAY_PROGRESSIVE: "Pay the progressive award of seat {seat}{envy}.",
    StepName.COMPLETE_PAPERWORK: "Complete the documents of seat {seat}'s award; its cards stay until then.",
    StepName.DISCARD: "Place all cards {away}, hand by hand.",
}
"""Every step of the agenda in words."""


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _covers(number: int) -> str:
    return "a cover card" if number == 1 else f"{number} cover cards"


def in_words(state: State, step: AgendaStep) -> str:
    """A step of the agenda as it is said to whoever does it."""
    current, rules = state.round, the_rules(state)
    if step.do == StepName.DECIDE and current is not None:
        seat = current.to_act[0]
        street = rules.street(current.street)
        if state.seats[seat] in current.ruled:
            return f"Seat {seat} has left and wagers no more: it has to {street.otherwise}."
        return _may(state, current, seat, street)
    if step.do == REVEAL and current is not None:
        names = _listed(unrevealed(current))
        return f"Wait for {names} to reveal a seed; if one is missing when the time is over, the wagers go back."
    if step.do == StepName.RECKON and step.seat is not None:
        return f"Work out what the wagers of seat {step.seat} pay."
    extra = rules.book.extra_cards.place if rules.book.extra_cards else ""
    back = state.decks[step.deck].back if step.deck is not None and step.deck < len(state.decks) else "next"
    return WORDS[step.do].format(
        back=back,
        covers=_covers(rules.book.deck.cover_cards),
        fewest=rules.book.cut.fewest,
        accepted=len(current.accepted) if current else 0,
        cards=_cards(step.cards),
        face="face up" if step.face_up else "face down",
        to=_whereto(rules, step, extra),
        extra=extra,
        holders="the discard rack" if rules.dealing.method is Method.HAND else "the shoe and the discard rack",
        announce="Announce" if rules.book.conduct.hands_announced else "Select the cards of",
        counted=current.stub_count if current else 0,
        stub=rules.book.deck.cards - (current.cards_dealt if current else 0),
        seat=step.seat,
        fetched=_fetched(state, step),
        envy=_envy(current, step),
        away=_away(state, current),
        folded_cards=_folded_cards(current),
        **_of_fold(rules, current, step),
    )


def _may(state: State, current: Round, seat: int, street: Street) -> str:
    """What a seat may do at a decision, as far as its chips go."""
    rules = the_rules(state)
    base, stack = current.wagers[seat][rules.book.flow.base], state.players[state.seats[seat]].stack
    answers, beyond = [], []
    for wager in dict.fromkeys(bet.wager for bet in street.bets):
        bets = street.bets_of(wager)
        if stack < min(min(bet.multiples) for bet in bets) * base:
            beyond.append(_spaced(wager))
        else:
            answers.append(f"{_spaced(wager)} {allowed_amounts(rules, bets, base)}")
    answers += [_spaced(offer.verb) for offer in street.offers if not isinstance(offer, Bet)]
    *others, last = answers
    if beyond and not others:
        return f"Seat {seat} has too few chips to {' or '.join(beyond)}: it has to {last}."
    return f"Seat {seat} may {', '.join(others)}, or {last}."


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _whereto(rules: HouseRules, step: AgendaStep, extra: str) -> str:
    """Where cards are dealt, and whether the book has them spread out there."""
    match step.to:
        case CardPlace.PLAYER:
            return f"seat {step.seat}"
        case CardPlace.EXTRA:
            return extra
        case CardPlace.BOARD if any(one.spread for one in rules.order.steps):
            return "the board, and spread them out"
        case _:
            return f"the {step.to}"


def _folded_cards(current: Round | None) -> str:
    """Which cards are collected with what was forfeited: not those that wait for a side wager."""
    if current is None or not current.kept & current.folded:
        return " and their cards"
    stay = f"the cards of {_listed([f'seat {seat}' for seat in sorted(current.kept & current.folded)])} stay"
    return f" and their cards; {stay}" if current.folded - current.kept else f"; {stay}"


def _envy(current: Round | None, step: AgendaStep) -> str:
    """Who is paid an envy bonus with a step of settlement."""
    first, last = step.lines
    lines = (current.lines if current else None) or ()
    seats = sorted({line.seat for line in lines[first:last] if line.wager == ENVY})
    named = _listed([f"seat {seat}" for seat in seats])
    return f", and the envy bonus{'es' if len(seats) > 1 else ''} of {named}" if seats else ""


def _away(state: State, current: Round | None) -> str:
    """Where the cards of a round go."""
    removed = current is not None and state.decks[current.deck].removed
    return "with the deck that leaves the table" if removed else "in the discard rack"


def _fetched(state: State, step: AgendaStep) -> str:
    """Whose name the wagers of a seat are kept in, when its player has left."""
    holder = state.players.get(state.seats.get(step.seat or 0, ""))
    return f" in the name of {holder.name}, who has left and may fetch them" if holder and holder.left else ""


def _of_fold(rules: HouseRules, current: Round | None, step: AgendaStep) -> dict[str, str]:
    """Which wagers of a seat that folds are lost, and where its cards wait for those that stay alive."""
    seat = step.seat
    if current is None or step.do not in _AT_FOLD or seat is None:
        return {"lost": "", "waiting": ""}
    alive = [wager.name for wager in side_wagers_alive(rules, current, seat)]
    lost = [name for name in current.wagers[seat] if name not in alive and (seat, name) not in current.collected]
    lying = [name for name in alive if (seat, name) not in current.collected]
    waiting = f"under its {_listed(lying)}" if lying else f"until its {_listed(alive)} is settled"
    return {"lost": _listed(lost), "waiting": waiting}


def _listed(names: list[str]) -> str:
    *first, last = [name.replace("_", " ") for name in names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


_AT_FOLD: Final = frozenset({StepName.COLLECT_FOLD, StepName.KEEP_FOLDED_CARDS})


def next_steps(state: State, now: datetime | None = None) -> list[ScriptLine]:
    """What must be done next, and what may be done besides, in words and with the clauses.

    That a deck is too old is told from the time `now`.
    """
    if state.status != TableStatus.OPEN:
        return (
            []
            if state.status == TableStatus.CLOSED
            else [ScriptLine("open_table", ActorRole.FLOORPERSON, "Open the table.", (), True)]
        )
    late = now is not None and change_due(state, now)
    return _next(state, late) + _rulings(state) + _in_round(state) + _at_table(state, late)


def _next(state: State, late: bool) -> list[ScriptLine]:
    """The step at the head of the agenda, or what keeps it from being performed."""
    if not state.agenda:
        return []
    step = state.agenda[0]
    if _deserted(state):
        return [_go_idle(the_rules(state).book.idle)]
    if broken := blocked_by(state, step):
        why = blocked_in_words(state, broken)
        return [_other_method(state, f"{why[0].upper()}{why[1:]}.")]
    if late:
        back = state.decks[state.in_play].back
        words = f"The {back} deck has been in use for {hours_allowed(state)} hours: change it."
        return [ScriptLine("change_deck", ActorRole.FLOORPERSON, words, the_rules(state).hours_clauses, True)]
    seat = _seat_of(state, step)
    if step.do == StepName.DECIDE and state.seats[seat or 0] in awaiting_ruling(state):
        return []
    gone = step.do == StepName.DECIDE and state.round is not None and state.seats[seat or 0] in state.round.ruled
    by = "dealer" if gone else step.by
    lines = [ScriptLine(step.do, by, in_words(state, step), _clauses_of(state, step), True, seat)]
    if shuffler_may_insert(state, step):
        words = "The shuffler may put the stack into the shoe by itself."
        lines.append(ScriptLine("insert_stack", ActorRole.DEVICE, words, by_shuffler(the_rules(state), step), False))
    return lines


def _clauses_of(state: State, step: AgendaStep) -> tuple[str, ...]:
    """The clauses of a step; of a decision also those that say what may be answered."""
    if step.do != StepName.DECIDE or state.round is None:
        return step.clauses
    return tuple(dict.fromkeys(step.clauses + the_rules(state).street(state.round.street).clauses))


def _other_method(state: State, words: str) -> ScriptLine:
    """Another method has to be used, because a device is out of use or stands aside."""
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
    """Whether the cards of an open table are ready and nobody is there, so that they have to be spread."""
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
    untouched = current is None or (not current.cards_dealt and not current.void and not current.listed)
    ready = bool(state.agenda) and state.agenda[0].deck is None and state.idle is None
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
            ScriptLine("player_arrives", ActorRole.PLAYER, "A player may come to the table.", arrives, not state.agenda)
        )
        lines += [_turn_up(book.idle)] if state.idle == "down" else []
    blocked = bool(state.agenda) and bool(blocked_by(state, state.agenda[0]))
    if state.round is None and not unusable(state) and not blocked and way_of(method_due(state)) != way_of(rules):
        lines.append(
            ScriptLine("change_method", ActorRole.FLOORPERSON, "Go back to the method that was filed.", (), False)
        )
    if ready and not late and (state.round is None or not state.round.closed):
        lines.append(ScriptLine("change_deck", ActorRole.FLOORPERSON, "Change a deck.", rules.hours_clauses, False))
    if not state.closing:
        lines.append(ScriptLine("close_table", ActorRole.FLOORPERSON, "Close the table.", (), False))
    return lines
