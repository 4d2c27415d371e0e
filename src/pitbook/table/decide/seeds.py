"""Players' seeds by commit and reveal: the list is closed at "no more bets", and a missing seed calls the round off."""

from datetime import timedelta

from pitbook.fairness import Beacon, beacon_problems, commit_player, player_seed_problems
from pitbook.fairness.contributions import aware_time
from pitbook.fairness.seeds import checked_hex
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.table.agenda import AgendaStep
from pitbook.table.card_source import fixed_order, source_of
from pitbook.table.commands import CommitSeed, Do, GiveBeacon, RevealSeed
from pitbook.table.context import Context
from pitbook.table.decide.checks import refuse, require_open, require_role, require_round
from pitbook.table.decide.seats import seated
from pitbook.table.event import TableEvent
from pitbook.table.events import TableClosed
from pitbook.table.round_seeds import contributions_of, reveal_until, unrevealed, why_not
from pitbook.table.seed_events import BeaconGiven, RoundCalledOff, SeedCommitted, SeedListClosed, SeedRevealed
from pitbook.table.state import Round, State, the_round


def _open_round(state: State, what: str) -> Round:
    """The round that is open for wagers, if its cards come from seeds."""
    current = state.round
    if current is None or current.closed:
        refuse(f'{what} between the opening of a round and "no more bets"')
    if current.commitment is None:
        refuse("the cards of this table do not come from a seed")
    return current


def commit_seed(state: State, command: CommitSeed, context: Context) -> tuple[TableEvent, ...]:
    """Players may commit to a seed each until "no more bets"; only the last commitment of each counts."""
    require_role(command, ActorRole.PLAYER)
    require_round(state, command.round)
    commitment = checked_hex(command.commitment, "a commitment")
    name = seated(state, command.by.name).name
    current = _open_round(state, "seeds are committed to")
    if reason := why_not(state, name):
        refuse(reason, value=name[:40])
    if current.commitments.get(name) == commitment:
        return ()
    return (SeedCommitted(name, commitment),)


def give_beacon(state: State, command: GiveBeacon, context: Context) -> tuple[TableEvent, ...]:
    """One public value for a round, published after the commitment and before "no more bets"."""
    require_role(command, ActorRole.FLOORPERSON)
    require_open(state)
    current = _open_round(state, "a beacon is given")
    if current.beacon is not None:
        refuse(f"this round already has a beacon, of {current.beacon[1]}", value=current.beacon[0][:40])
    beacon, opened, at = Beacon(command.value, command.at), aware_time(current.opened), aware_time(command.at)
    problems = beacon_problems(beacon, opened or context.now)
    if at is None:
        raise MalformedError(problems)
    if problems:
        raise RefusedError(problems)
    if at > context.now:
        refuse(f"{command.at} is in the future", value=command.at)
    return (BeaconGiven(command.value, command.at, command.by.name),)


def closed_list(state: State, context: Context) -> tuple[TableEvent, ...]:
    """The list of players who have wagered and committed to a seed; no event if there are none."""
    current = the_round(state)
    wagering = {state.seats[seat] for seat in current.wagers}
    seeds = tuple((name, found) for name, found in current.commitments.items() if name in wagering)
    until = context.now + timedelta(seconds=context.reveal_seconds)
    return (SeedListClosed(seeds, until.isoformat()),) if seeds else ()


def reveal_seed(state: State, command: RevealSeed, context: Context) -> tuple[TableEvent, ...]:
    """A seed is revealed after the list is closed, and must match the commitment on it.

    The last one fixes the order of the cards: no later shuffle or cut changes it.
    """
    require_role(command, ActorRole.PLAYER)
    if problems := player_seed_problems(command.seed):
        raise MalformedError(problems)
    current, name = state.round, command.by.name
    commitment = dict(current.listed).get(name) if current is not None else None
    if current is None or not current.listed or current.void:
        refuse("no seeds are to be revealed now")
    if commitment is None:
        refuse(f"{name} is not on the closed list of {current.id}", value=name[:40])
    if commit_player(command.seed, current.id, name) != commitment:
        refuse(f"this is not the seed that {name} has committed to: reveal that one", value=commitment)
    if name in current.player_seeds:
        return ()
    revealed = SeedRevealed(name, command.seed)
    if unrevealed(current) != [name]:
        return (revealed,)
    seeds = current.player_seeds | {name: command.seed}
    return (revealed, fixed_order(state, context, contributions_of(current, seeds)))


def call_off(state: State, step: AgendaStep, command: Do, context: Context) -> tuple[TableEvent, ...]:
    """Once the time is over, a missing seed ends the round; the event names the players, and every wager goes back."""
    current = the_round(state)
    until = reveal_until(current, context.serving_since, context.reveal_seconds)
    waiting = unrevealed(current)
    if until is not None and context.now < until:
        refuse(f"{' and '.join(waiting)} may reveal until {until.isoformat()}", value=waiting[0][:40])
    seed = source_of(state).reveal(state, context) or ""
    events: tuple[TableEvent, ...] = (RoundCalledOff(current.id, tuple(waiting), seed, command.by.name),)
    return (*events, TableClosed(command.by.name)) if state.closing else events
