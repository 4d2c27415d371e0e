"""The automatic dealer: acts as dealer, floorperson and devices of a table, in the batch of the command before it."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from pitbook.pit.batch import Batch
from pitbook.pit.bot_wagers import bot_wagers, most_needed
from pitbook.pit.methods import go_without
from pitbook.pit.names import kind_of
from pitbook.pit.table_settings import TableSettings
from pitbook.problems import RefusedError
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.table import State
from pitbook.table.commands import (
    Actor,
    BuyIn,
    ChangeDeck,
    DealRound,
    Do,
    PlaceWagers,
    Rule,
    RuleOnLeaving,
    player,
)
from pitbook.table.dealing_method import keep_from_play
from pitbook.table.decide.steps import change_due, first_player, overdue
from pitbook.table.decks import same_back
from pitbook.table.departures import awaiting_ruling
from pitbook.table.kinds import TableStatus
from pitbook.table.state import the_rules

CROUPIER: Final = "croupier"
"""What the record calls the automatic dealer of a table that the house deals."""
BOT_ROUNDS: Final = 100
"""A bot buys chips for this many rounds."""
MAX_STEPS: Final = 400
"""More steps than making the cards ready ever takes."""
BACKS: Final = ("red", "blue", "green")


class AutoDealer:
    """Gives the commands that need no player, in one batch."""

    def __init__(self, batch: Batch, now: datetime, name: str | None = None) -> None:
        self._batch = batch
        self._state = batch.state
        self._now = now
        self._name = name
        """The name of every role in the record; without one, each role has its own name."""

    def actor(self, role: ActorRole) -> Actor:
        """The automatic dealer in one of its roles."""
        return Actor(role, self._name or role.value)

    def perform(self) -> None:
        """Perform the next step of the agenda as the actor whose duty it is."""
        step = self._state.agenda[0]
        by = self.actor(ActorRole.DEALER if step.do == StepName.DECIDE else step.by)
        if step.do == StepName.FIRST_PLAYER_INSPECTS and self._name is None:
            by = Actor(step.by, first_player(self._state) or step.by.value)
        self._batch.do(Do(by, step.do))

    def deal(self) -> None:
        """Deal the open round."""
        self._batch.do(DealRound(self.actor(ActorRole.DEALER)))

    @property
    def has_old_deck(self) -> bool:
        """Whether the deck in play has reached its age limit."""
        return overdue(self._state, self._state.decks[self._state.in_play], self._now)

    def change_old_deck(self) -> None:
        """Replace the deck in play because of its age."""
        self.change_deck(self._state.in_play, "the deck has been in use long enough")

    def change_deck(self, deck: int, reason: str) -> None:
        """Replace a deck by one whose back no other deck at the table has."""
        others = [one.back for number, one in enumerate(self._state.decks) if number != deck]
        back = next(colour for colour in BACKS if not any(same_back(colour, one) for one in others))
        self._batch.do(ChangeDeck(self.actor(ActorRole.FLOORPERSON), deck, back, reason))

    def finish_with_decks(self) -> None:
        """Receive decks that are awaited, and take out cards that jammed: only then the number of decks may change."""
        for step in tuple(self._state.agenda):
            if step.do == StepName.RECEIVE_DECK:
                self.change_deck(step.deck or 0, "the deck was removed")
        while self._state.agenda and self._state.agenda[0].do == StepName.REMOVE_CARDS:
            self.perform()

    def go_without_devices(self) -> None:
        """Change to a method without the devices that are out of use."""
        self.finish_with_decks()
        go_without(self._batch, self.actor(ActorRole.FLOORPERSON))

    def let_wagers_stand(self, gone: str, reason: str) -> None:
        """Rule that the wagers of a player who left stand."""
        self._batch.do(RuleOnLeaving(self.actor(ActorRole.FLOORPERSON), gone, abandoned=False, reason=reason))

    def let_round_stand(self) -> None:
        """Rule on something that waits for a ruling."""
        self._batch.do(Rule(self.actor(ActorRole.FLOORPERSON), "The round stands as it was played."))

    def attempt(self, action: Callable[..., object], *args: object) -> bool:
        """Try to act. A refused command changes nothing, and the command that led here stands."""
        try:
            action(*args)
        except RefusedError:
            if self._batch.broken:
                raise
            return False
        return True


def serve(batch: Batch, arrangement: TableSettings, ready: Iterable[str], here: Iterable[str], now: datetime) -> None:
    """Do everything that needs no decision of a player now; `here` are the people whose pages show the table."""
    state = batch.state
    if state.status != TableStatus.OPEN:
        return
    if arrangement.dealing == "dealer":
        _wager_for_bots(batch, AutoDealer(batch, now, CROUPIER))
        return
    _rule(batch, now, at_once=arrangement.decision_seconds is None)
    _prepare(batch, now)
    if wagered_are_ready(state, ready) and not missing(state, here):
        deal(batch, now)


def deal(batch: Batch, now: datetime) -> None:
    """Deal the open round to everybody who has wagered, and to the bots."""
    state, dealer = batch.state, AutoDealer(batch, now, CROUPIER)
    if state.round is None or state.round.closed or not state.round.wagers:
        return
    if dealer.has_old_deck:
        dealer.attempt(dealer.change_old_deck)
    _wager_for_bots(batch, dealer)
    dealer.attempt(dealer.deal)
    _rule(batch, now, at_once=False)
    _prepare(batch, now)


def wagered_are_ready(state: State, ready: Iterable[str]) -> bool:
    """Whether there are people with wagers in the open round, and all of them want it dealt."""
    if state.round is None or state.round.closed:
        return False
    wagered = {state.seats[seat] for seat in state.round.wagers}
    people = {name for name in wagered if kind_of(name) == "person"}
    return bool(people) and people <= set(ready)


def missing(state: State, here: Iterable[str]) -> set[str]:
    """The people at the table whose pages show it and who have no wagers in the open round yet."""
    current = state.round
    wagered = set() if current is None else {state.seats[seat] for seat in current.wagers}
    return {name for name in here if name in state.players and not state.players[name].left} - wagered


def rule_on_leaving(batch: Batch, now: datetime) -> None:
    """Let the wagers of everybody who left in the round stand, by the house's ruling."""
    dealer = AutoDealer(batch, now, CROUPIER)
    for gone in awaiting_ruling(batch.state):
        if not dealer.attempt(dealer.let_wagers_stand, gone, "the house deals, and the wagers stand"):
            return


def _rule(batch: Batch, now: datetime, *, at_once: bool) -> None:
    if at_once:
        rule_on_leaving(batch, now)
    dealer = AutoDealer(batch, now, CROUPIER)
    while batch.state.rulings_due and batch.state.status == TableStatus.OPEN:
        if not dealer.attempt(dealer.let_round_stand):
            return


def _prepare(batch: Batch, now: datetime) -> None:
    """Clear whatever prevents the next round from opening: a missing or old deck, a device out of use, a step."""
    state, dealer = batch.state, AutoDealer(batch, now, CROUPIER)
    for _ in range(MAX_STEPS):
        if state.status != TableStatus.OPEN or not state.seats or not state.agenda:
            return
        step = state.agenda[0]
        before_deal = state.round is None or not state.round.closed
        if keep_from_play(state) and before_deal and dealer.attempt(dealer.go_without_devices):
            continue
        if state.round is not None and state.round.closed and change_due(state, now):
            if not dealer.attempt(dealer.change_old_deck):
                return
            continue
        waiting = state.round is not None and step.deck is None
        if waiting or (state.closing and state.round is None):
            _resume(batch, dealer)
            return
        if step.do == StepName.RECEIVE_DECK:
            done = dealer.attempt(dealer.change_deck, step.deck or 0, "the deck was removed")
        elif step.do == StepName.OPEN_ROUND and dealer.has_old_deck:
            done = dealer.attempt(dealer.change_old_deck)
        else:
            done = dealer.attempt(dealer.perform)
        if not done:
            return


def _resume(batch: Batch, dealer: AutoDealer) -> None:
    """Resume a round that waits for no player: a person dealt at the table before."""
    state = batch.state
    for _ in range(MAX_STEPS):
        decides = bool(state.agenda) and state.agenda[0].do == StepName.DECIDE
        if state.round is None or not state.round.closed or not state.agenda or decides:
            return
        if not dealer.attempt(dealer.perform):
            return


def _wager_for_bots(batch: Batch, dealer: AutoDealer) -> None:
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
            dealer.attempt(batch.do, BuyIn(player(name), BOT_ROUNDS * needed))
        dealer.attempt(batch.do, PlaceWagers(player(name), seat, bot_wagers(rules, seed, name)))
