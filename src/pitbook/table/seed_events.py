"""What happened to the seeds of a virtual deck: players commit, the list is closed, they reveal, or one is missing."""

from dataclasses import dataclass

from pitbook.table.event import TableEvent


@dataclass(frozen=True, slots=True)
class SeedCommitted(TableEvent):
    """A player committed to a seed for the shuffle of the round, in place of an earlier commitment."""

    type = "seed_committed"
    player: str
    commitment: str


@dataclass(frozen=True, slots=True)
class BeaconGiven(TableEvent):
    """A public value of this time is part of the shuffle."""

    type = "beacon_given"
    value: str
    at: str
    by: str


@dataclass(frozen=True, slots=True)
class SeedListClosed(TableEvent):
    """These players, by name and commitment, have until then to reveal their seeds; nothing is dealt before."""

    type = "seed_list_closed"
    seeds: tuple[tuple[str, str], ...]
    until: str


@dataclass(frozen=True, slots=True)
class SeedRevealed(TableEvent):
    """A player on the list revealed the seed."""

    type = "seed_revealed"
    player: str
    seed: str


@dataclass(frozen=True, slots=True)
class RoundCalledOff(TableEvent):
    """Seeds were missing when the time was over: nothing was dealt, every wager went back, the server's seed is known.

    The players whose seeds were missing may not contribute again at this table.
    """

    type = "round_called_off"
    round: str
    missing: tuple[str, ...]
    seed: str
    by: str
