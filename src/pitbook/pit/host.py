"""A host runs a table: seats bots, places their wagers, plays whole rounds, and lets things go wrong now and then."""

import time
from random import Random, SystemRandom
from typing import Final

from pitbook.pit.auto_dealer import AutoDealer
from pitbook.pit.batch import Batch
from pitbook.pit.bot_wagers import least_wagers, most_needed
from pitbook.pit.bots import Bot, decision
from pitbook.pit.methods import change_method
from pitbook.pit.pit import Pit
from pitbook.pit.records import table_stream
from pitbook.problems import ConflictError, RefusedError
from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule
from pitbook.rulebooks.steps import StepName
from pitbook.submission.devices import devices_used
from pitbook.table import NONE
from pitbook.table.commands import (
    BuyIn,
    CallStubCount,
    Do,
    PlaceWagers,
    Report,
    RestoreDevice,
    Sit,
    dealer,
    floorperson,
    player,
)
from pitbook.table.dealing_method import keep_from_play, method_due, way_of
from pitbook.table.decide.steps import change_due
from pitbook.table.departures import awaiting_ruling
from pitbook.table.state import State, the_round, the_rules
from pitbook.table.stub import COUNTED, right_stub

BUY_IN_ROUNDS: Final = 200
"""How many rounds' chips a player buys at a time."""
PATIENCE: Final = 60.0
"""How many seconds to retry a round that another table disturbed at a shared meter."""
PAUSE: Final = 0.05
"""The longest pause before a retry, in seconds."""
REPAIRED: Final = 0.25
"""How likely a device that is out of use is put back between two rounds."""
LATEST: Final = 40
"""An irregularity happens within this many steps from the start of its round."""


class Host:
    """Plays rounds at one table, each in one commit; first it finishes what was left unfinished."""

    def __init__(
        self, pit: Pit, table: str, bot: Bot, *, irregularities: float = 0.0, chance: Random | None = None
    ) -> None:
        self.pit = pit
        self.table = table
        self.bot = bot
        self.rate = irregularities
        self.chance = chance or SystemRandom()

    def seat(self, seats: int) -> None:
        """Seat a player at each of the first `seats` positions."""
        with self.pit.batch(self.table) as batch:
            buy_in = BUY_IN_ROUNDS * most_needed(the_rules(batch.state))
            for seat in range(1, seats + 1):
                if seat not in batch.state.seats:
                    batch.do(Sit(player(f"player {seat}"), seat, buy_in))

    def play_round(self, seats: int) -> str:
        """Play one round with the first `seats` positions, and return its id.

        The round and its commitment are in the record before any wager is. A round that another table disturbed at a
        shared meter is played again: nothing of it was stored.
        """
        end, version, ready = time.monotonic() + PATIENCE, None, False
        while True:
            try:
                with self.pit.batch(self.table) as batch:
                    version = batch.state.version
                    if ready or self._is_ready(batch):
                        return self._play(batch, seats)
                    self._make_ready(batch)
                ready = True
            except ConflictError:
                moved = version is not None and self.pit.store.version(table_stream(self.table)) != version
                if moved or time.monotonic() > end:
                    raise
                ready = False
                # Without a pause of random length two tables would keep disturbing each other.
                time.sleep(self.chance.uniform(0, PAUSE))

    def _play(self, batch: Batch, seats: int) -> str:
        state, rules = batch.state, the_rules(batch.state)
        current = the_round(state)
        wagers, needed = least_wagers(rules), most_needed(rules)
        for seat in range(1, seats + 1):
            by = player(state.seats[seat])
            if state.players[by.name].stack < needed:
                batch.do(BuyIn(by, BUY_IN_ROUNDS * needed))
            batch.do(PlaceWagers(by, seat, wagers))
        if self.rate and self.chance.random() < self.rate:
            self._go_wrong(batch, current.number)
        self._finish(batch, current.number)
        return current.id

    def make_ready(self) -> None:
        """Finish what was interrupted, and open the next round for wagers."""
        with self.pit.batch(self.table) as batch:
            self._make_ready(batch)

    def _is_ready(self, batch: Batch) -> bool:
        """Whether a round is open for wagers and nothing has to be done before."""
        current = batch.state.round
        if current is None or current.closed or current.wagers or (self.rate and batch.state.devices):
            return False
        return not self._dealer(batch).has_old_deck

    def _make_ready(self, batch: Batch) -> None:
        state = batch.state
        if state.round is not None and (state.round.closed or state.round.wagers):
            self._finish(batch, state.round.number)
        if self.rate and state.devices and self.chance.random() < REPAIRED:
            self._repair(batch)
        while state.round is None:
            self._prepare(batch)
        self._change_in_time(batch)

    def _dealer(self, batch: Batch) -> AutoDealer:
        return AutoDealer(batch, self.pit.now())

    def _finish(self, batch: Batch, number: int) -> None:
        """Perform every step and decision until the round is over."""
        state = batch.state
        while state.round is not None and state.round.number == number:
            self._step(batch)
        while state.rulings_due:
            self._dealer(batch).let_round_stand()

    def _step(self, batch: Batch) -> None:
        state = batch.state
        current = the_round(state)
        gone = awaiting_ruling(state)
        if not current.closed:
            self._go_without(batch)
            self._change_in_time(batch)
            self._dealer(batch).deal()
        elif gone:
            self._dealer(batch).let_wagers_stand(gone[0], "the wagers stand")
        elif state.agenda[0].do == StepName.DECIDE and state.seats[current.to_act[0]] not in current.ruled:
            batch.do(decision(state, self.bot))
        else:
            if change_due(state, self.pit.now()):
                self._change_in_time(batch)
            self._dealer(batch).perform()

    def _prepare(self, batch: Batch) -> None:
        """Clear what prevents the next round from opening: a missing or old deck, a device out of use, a step."""
        state, dealer = batch.state, self._dealer(batch)
        step = state.agenda[0]
        if step.do == StepName.RECEIVE_DECK:
            dealer.change_deck(step.deck or 0, "the deck was removed")
        elif keep_from_play(state):
            self._go_without(batch)
        elif step.do != StepName.OPEN_ROUND or not self._change_in_time(batch):
            dealer.perform()

    def _go_without(self, batch: Batch) -> None:
        """Play continues without a device that is out of use; wagers stay, and the deck is made ready."""
        state, dealer = batch.state, self._dealer(batch)
        if keep_from_play(state):
            dealer.go_without_devices()
            while state.round is not None and state.agenda[0].deck is not None:
                dealer.perform()

    def _repair(self, batch: Batch) -> None:
        """Every device is put back into use, and the game returns to the filed method."""
        while batch.state.devices:
            batch.do(RestoreDevice(floorperson(), min(batch.state.devices)), reason="repaired")
        if way_of(method_due(batch.state)) != way_of(the_rules(batch.state)):
            self._dealer(batch).finish_with_decks()
            change_method(batch, floorperson())

    def _change_in_time(self, batch: Batch) -> bool:
        """A deck that has reached its age limit is replaced and made ready; wagers stay where they are."""
        state, dealer = batch.state, self._dealer(batch)
        late = dealer.has_old_deck
        if late:
            dealer.change_old_deck()
            while state.agenda[0].deck is not None:
                dealer.perform()
        return late

    def _go_wrong(self, batch: Batch, number: int) -> None:
        """At some moment of the round the dealer reports something that can happen then."""
        state = batch.state
        batch.automations = NONE
        for _ in range(self.chance.randrange(LATEST)):
            if state.round is None or state.round.number != number:
                break
            self._step(batch)
        cases = list(the_rules(state).book.irregularities)
        self.chance.shuffle(cases)
        for case in cases:
            try:
                if case.name in COUNTED:
                    self._count_wrong_stub(batch, case)
                else:
                    batch.do(Report(dealer(), case.name, self._detail(state, case)))
                break
            except RefusedError:
                continue  # it can't happen at this moment
        batch.automations = self.pit.automations

    def _count_wrong_stub(self, batch: Batch, case: IrregularityRule) -> None:
        """Count a stub that is short: a card went to a hand that already had enough, is missing, or both."""
        state, rules = batch.state, the_rules(batch.state)
        if all(step.do != StepName.COUNT_STUB for step in state.agenda):
            batch.do(CallStubCount(dealer()))
        while state.agenda[0].do != StepName.COUNT_STUB:
            self._step(batch)
        current = the_round(state)
        hand = str(self.chance.choice(current.participants))
        misdealt = {} if case.name == IrregularityName.STUB_COUNT_WRONG_DECK else {hand: rules.book.player.cards + 1}
        missing = len(misdealt) + case.remove_deck
        batch.do(Do(dealer(), StepName.COUNT_STUB, count=right_stub(rules, current) - missing))
        batch.do(Do(dealer(), StepName.RESOLVE_STUB, misdealt=misdealt))

    def _detail(self, state: State, case: IrregularityRule) -> dict[str, str]:
        if case.outcome != "device_out_of_use":
            return {}
        devices = sorted(devices_used(the_rules(state)))
        return {"device": self.chance.choice(devices or ["shoe"]), "made": case.device[0]}
