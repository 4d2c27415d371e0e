"""The seeds of a round: who may contribute, who still has to reveal, and what the events of seeds change.

A newcomer contributes from the second round on. A player who did not reveal once may not contribute again. So a player
who forces a redraw loses the right to contribute, and a new name has to play a round first.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from pitbook.fairness import Beacon, SeedContribution
from pitbook.fairness.contributions import aware_time
from pitbook.rulebooks.steps import StepName
from pitbook.submission.devices import SHOE, SHUFFLER, one_device
from pitbook.table import seed_events as happened
from pitbook.table.agenda import AgendaStep, open_round_step
from pitbook.table.state import Round, State, the_round, the_rules

REVEAL: Final = StepName.REVEAL_SEEDS
"""The step at which a table waits for the seeds on the closed list."""
CALLED_OFF: Final = "called_off"
"""The outcome of a round in which a seed was missing, used where other rounds are void or not."""


def why_not(state: State, player: str) -> str | None:
    """Why a player may not contribute a seed to this round; None if the player may."""
    found = state.players.get(player)
    if player in state.silent:
        return "you did not reveal a seed in time at this table, and contribute no more to its shuffles"
    if found is None or not found.rounds:
        return "newcomers contribute to the shuffle from their second round at a table"
    return None


def unrevealed(current: Round) -> list[str]:
    """The players on the closed list whose seeds are not known yet."""
    return [player for player, _ in current.listed if player not in current.player_seeds]


def reveal_until(current: Round, serving_since: datetime | None, seconds: float) -> datetime | None:
    """When the time to reveal ends: as the list says, but a server that started later first waits the full time."""
    until = aware_time(current.reveal_by or "")
    if until is None or serving_since is None:
        return until
    return max(until, serving_since + timedelta(seconds=seconds))


def awaits_seeds(state: State) -> bool:
    """Whether the table waits until seeds are revealed, or their time is over."""
    return bool(state.agenda) and state.agenda[0].do == REVEAL


def contributions_of(current: Round, seeds: Mapping[str, str] | None = None) -> tuple[SeedContribution, ...]:
    """The closed list with the seeds that were revealed, or with `seeds`."""
    known = current.player_seeds if seeds is None else seeds
    return tuple(SeedContribution(player, commitment, known.get(player)) for player, commitment in current.listed)


def made_ready(state: State) -> tuple[int, int, int]:
    """How often the deck of the round was shuffled and cut, and how often it was cut before its last shuffle.

    If there are seeds on the list, nothing done after it was closed counts: somebody may know what it would lead to.
    """
    current = the_round(state)
    deck = state.decks[current.deck]
    return current.fixed or (max(1, deck.shuffles), len(deck.cuts), deck.cuts_before)


def order_is_fixed(state: State, deck: int) -> bool:
    """Whether the closed list of seeds decides in which order this deck is dealt."""
    return state.round is not None and state.round.fixed is not None and state.round.deck == deck


def beacon_of(current: Round) -> Beacon | None:
    """The public value in the shuffle, if one was given."""
    return None if current.beacon is None else Beacon(*current.beacon)


def seed_committed(state: State, event: happened.SeedCommitted) -> None:
    the_round(state).commitments[event.player] = event.commitment


def beacon_given(state: State, event: happened.BeaconGiven) -> None:
    the_round(state).beacon = (event.value, event.at)


def seed_list_closed(state: State, event: happened.SeedListClosed) -> None:
    current = the_round(state)
    current.fixed = made_ready(state)
    current.listed, current.reveal_by = event.seeds, event.until
    state.agenda.appendleft(AgendaStep(REVEAL))


def seed_revealed(state: State, event: happened.SeedRevealed) -> None:
    the_round(state).player_seeds[event.player] = event.seed


def round_called_off(state: State, event: happened.RoundCalledOff) -> None:
    """The cards stay ready, and the next round opens with new commitments."""
    current = the_round(state)
    current.seed, current.missing = event.seed, event.missing
    state.silent.update(event.missing)
    for seat, wagers in current.wagers.items():
        state.players[state.seats[seat]].stack += sum(wagers.values())
    withdraw(state)
    state.called_off = current


def withdraw(state: State) -> None:
    """The round in progress is not played, and its number is not used again; the deck is ready for another round."""
    deck = state.decks[the_round(state).deck]
    if deck.held_by == SHOE:
        deck.held_by = SHUFFLER if one_device(the_rules(state)) else ""
    state.round = None
    state.withdrawn += 1
    state.agenda.clear()
    state.agenda.append(open_round_step(the_rules(state)))
