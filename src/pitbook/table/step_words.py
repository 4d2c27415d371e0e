"""Every step of the agenda in words, as an instruction."""

from typing import Final

from pitbook.rulebooks.flow import Bet, Street
from pitbook.rulebooks.procedures import Method
from pitbook.rulebooks.steps import StepName
from pitbook.settlement.envy import ENVY
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep
from pitbook.table.decide.decisions import allowed_amounts
from pitbook.table.forfeits import progressive_chips, side_wagers_alive
from pitbook.table.kinds import CardPlace
from pitbook.table.round_seeds import REVEAL, unrevealed
from pitbook.table.state import Round, State, the_rules

WORDS: Final[dict[StepName, str]] = {
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
    StepName.COUNT_PROGRESSIVE_CHIPS: "Count the progressive chips against the wagers that were accepted: {accepted}.",
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
OF_TWO_DECKS: Final[dict[StepName, str]] = {
    StepName.INSERT_COVER_CARD: (
        "Insert the cover card into the {back} deck, at least {fewest} cards from the top and from the bottom."
    ),
    StepName.MOVE_CUT_CARDS_TO_BOTTOM: (
        "Put the cards above the cover card, and the cover card, on the bottom of the {back} deck."
    ),
    StepName.PLACE_COVER_CARD: "Place the cover card in front of the {back} deck.",
    StepName.CUT_ONTO_COVER_CARD: "Put at least {fewest} cards from the top of the {back} deck onto the cover card.",
    StepName.REST_ON_TOP: "Put the rest of the {back} deck on top of them.",
}
"""Steps that say which deck they are about where there are two."""


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _covers(number: int) -> str:
    return "a cover card" if number == 1 else f"{number} cover cards"


def step_in_words(state: State, step: AgendaStep) -> str:
    """A step of the agenda as an instruction to whoever performs it."""
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
    words = WORDS | OF_TWO_DECKS if rules.decks > 1 else WORDS
    return words[step.do].format(
        back=back,
        covers=_covers(rules.book.deck.cover_cards),
        fewest=rules.book.cut.fewest,
        accepted=progressive_chips(rules, current) if current else 0,
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
    """What a seat may do at a decision, given its chips."""
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
    """Which cards are collected with the forfeited wagers: not those that a side wager still needs."""
    if current is None or not current.cards_stay & current.folded:
        return " and their cards"
    stay = f"the cards of {_listed([f'seat {seat}' for seat in sorted(current.cards_stay & current.folded)])} stay"
    return f" and their cards; {stay}" if current.folded - current.cards_stay else f"; {stay}"


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
    """In whose name the wagers of a seat are held, if its player has left."""
    holder = state.players.get(state.seats.get(step.seat or 0, ""))
    return f" in the name of {holder.name}, who has left and may fetch them" if holder and holder.left else ""


def _of_fold(rules: HouseRules, current: Round | None, step: AgendaStep) -> dict[str, str]:
    """Which wagers a folding seat loses, and where its cards wait for the wagers that stay alive."""
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
