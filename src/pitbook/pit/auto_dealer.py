"""What the croupier does by himself at a table that the house deals, within the commit of whatever led to it.

He is dealer, floorperson and devices there: makes the cards ready, puts out the bots' wagers, announces "no more
bets" when everybody is ready, and rules on what waits for a ruling.
"""

from collections.abc import Iterable
from typing import Any, Final

from pitbook.pit import Arrangement, Batch
from pitbook.pit.bot_wagers import bot_wagers
from pitbook.pit.host import another_back, most_needed
from pitbook.pit.methods import go_without
from pitbook.pit.names import kind_of
from pitbook.problems import RefusedError
from pitbook.table import Context, State
from pitbook.table.commands import (
    Actor,
    BuyIn,
    ChangeDeck,
    Command,
    DealRound,
    Do,
    PlaceWagers,
    Rule,
    RuleOnLeaving,
    dealer,
    floorperson,
    player,
)
from pitbook.table.dealing_method import keep_from_play
from pitbook.table.decide.steps import change_due, overdue
from pitbook.table.departures import awaiting_ruling
from pitbook.table.state import the_rules

CROUPIER: Final = "croupier"
BOT_ROUNDS: Final = 100
"""A bot buys chips for so many rounds."""
MOST_STEPS: Final = 400
"""More steps than any preparation of cards has."""


def serve(batch: Batch, arrangement: Arrangement, ready: Iterable[str], here: Iterable[str], context: Context) -> None:
    """Everything that can be done now without a player's decision; `here` are the people who look at the table."""
    state = batch.state
    if state.status != "open":
        return
    if arrangement.dealing == "dealer":
        _wager_for_bots(batch)
        return
    _rule(batch, at_once=arrangement.decision_seconds is None)
    _prepare(batch, context)
    if wagered_are_ready(state, ready) and not missing(state, here):
        deal(batch, context)


def deal(batch: Batch, context: Context) -> None:
    """Deal the open round to everybody who has wagered, and to the bots."""
    state = batch.state
    if state.round is None or state.round.closed or not state.round.wagers:
        return
    if overdue(state, state.decks[state.in_play], context.now):
        _change_deck(batch, state.in_play, "the deck has been in use long enough")
    _wager_for_bots(batch)
    _try(batch, DealRound(dealer(CROUPIER)))
    _rule(batch, at_once=False)
    _prepare(batch, context)


def wagered_are_ready(state: State, ready: Iterable[str]) -> bool:
    """Whether every person with wagers in the open round wants it dealt, and there is one."""
    if state.round is None or state.round.closed:
        return False
    wagered = {state.seats[seat] for seat in state.round.wagers}
    people = {name for name in wagered if kind_of(name) == "person"}
    return bool(people) and people <= set(ready)


def missing(state: State, here: Iterable[str]) -> set[str]:
    """The people at the table who look at it and have no wagers in the open round yet."""
    current = state.round
    wagered = set() if current is None else {state.seats[seat] for seat in current.wagers}
    return {name for name in here if name in state.players and not state.players[name].left} - wagered


def rule_on_leaving(batch: Batch) -> None:
    """The wagers of everybody who left in the round stand, by the house's ruling."""
    for gone in awaiting_ruling(batch.state):
        reason = "the house deals, and the wagers stand"
        if not _try(batch, RuleOnLeaving(floorperson(CROUPIER), gone, abandoned=False, reason=reason)):
            return


def _rule(batch: Batch, *, at_once: bool) -> None:
    if at_once:
        rule_on_leaving(batch)
    while batch.state.rulings_due and batch.state.status == "open":
        if not _try(batch, Rule(floorperson(CROUPIER), "The round stands as it was played.")):
            return


def _try(batch: Batch, command: Command, reason: str = "") -> bool:
    """Give a command; one that is refused has changed nothing, and whatever led here stands."""
    try:
        batch.do(command, reason)
    except RefusedError:
        if batch.broken:
            raise
        return False
    return True


def _prepare(batch: Batch, context: Context) -> None:
    """Whatever keeps the next round from opening: a deck that is missing or too old, a device out of use, a step."""
    state = batch.state
    for _ in range(MOST_STEPS):
        if state.status != "open" or not state.seats or not state.agenda:
            return
        step = state.agenda[0]
        if keep_from_play(state) and (state.round is None or not state.round.closed) and _go_without(batch):
            continue
        if state.round is not None and state.round.closed and change_due(state, context.now):
            if not _change_deck(batch, state.in_play, "the deck has been in use long enough"):
                return
            continue
        waiting = state.round is not None and step.deck is None
        if waiting or (state.closing and state.round is None):
            _go_on(batch)
            return
        if step.do == "receive_deck":
            done = _change_deck(batch, step.deck or 0, "the deck was removed")
        elif step.do != "open_round":
            done = _perform(batch)
        elif overdue(state, state.decks[state.in_play], context.now):
            done = _change_deck(batch, state.in_play, "the deck has been in use long enough")
        else:
            done = _perform(batch)
        if not done:
            return


def _go_without(batch: Batch) -> bool:
    """Another method takes the place of one whose device is out of use."""
    try:
        go_without(batch, floorperson(CROUPIER))
    except RefusedError:
        if batch.broken:
            raise
        return False
    return True


def _go_on(batch: Batch) -> None:
    """A round that stands still though nobody has to be asked: its table was dealt by a dealer before."""
    state = batch.state
    for _ in range(MOST_STEPS):
        if state.round is None or not state.round.closed or not state.agenda or state.agenda[0].do == "decide":
            return
        if not _perform(batch):
            return


def _perform(batch: Batch) -> bool:
    """The step at the head of the agenda, by the one whose step it is."""
    step = batch.state.agenda[0]
    role: Any = step.by
    return _try(batch, Do(Actor(role, CROUPIER), step.do))


def _change_deck(batch: Batch, deck: int, reason: str) -> bool:
    return _try(batch, ChangeDeck(floorperson(CROUPIER), deck, another_back(batch.state, deck), reason))


def _wager_for_bots(batch: Batch) -> None:
    """Every bot at the table wagers in the open round, and buys chips when it has to."""
    state = batch.state
    if state.round is None or state.round.closed or not state.agenda:
        return
    rules = the_rules(state)
    needed = most_needed(rules)
    seed = state.round.commitment or state.round.id
    for seat, name in sorted(state.seats.items()):
        found = state.players[name]
        if kind_of(name) != "bot" or found.left or seat in state.round.wagers:
            continue
        if found.stack < needed:
            _try(batch, BuyIn(player(name), BOT_ROUNDS * needed))
        _try(batch, PlaceWagers(player(name), seat, bot_wagers(rules, seed, name)))
