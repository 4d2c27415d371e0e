"""What others contribute to a shuffle: players' seeds by commit and reveal, and a public beacon."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pitbook.fairness.seeds import checked_hex, commit_player, name_problems, player_seed_problems, text_problems
from pitbook.problems import MalformedError, Problem

PLAYER: Final = "player"
BEACON: Final = "beacon"
_HOUR: Final = r"([01]\d|2[0-3]):[0-5]\d"
_TIME: Final = re.compile(rf"\d{{4}}-\d\d-\d\dT{_HOUR}:[0-5]\d(\.\d{{1,6}})?(Z|[+-]{_HOUR})", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeedContribution:
    """A player's contribution to a shuffle: the commitment on the closed list, and the seed revealed later."""

    player: str
    commitment: str
    seed: str | None
    """None if the player did not reveal it in time."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A public random value that nobody could know before it was published."""

    value: str
    at: str
    """When it was published, in ISO 8601 with a time zone."""


def mixed_in(contributions: Sequence[SeedContribution], beacon: Beacon | None = None) -> tuple[str, ...]:
    """The texts that name a stream besides its label and its round: three for the beacon, three for each player.

    No stream exists while a seed on the list is missing.
    """
    texts = [] if beacon is None else [BEACON, beacon.value, beacon.at]
    for one in contributions:
        if one.seed is None:
            raise MalformedError(Problem(f"the seed of {one.player} is missing", one.player))
        texts += [PLAYER, one.player, one.seed]
    return tuple(texts)


def contribution_problems(contributions: Sequence[SeedContribution]) -> list[Problem]:
    """The problems of a list of contributions: invalid names, seeds and commitments, and repeated names."""
    problems = []
    for one in contributions:
        problems += name_problems(one.player) + ([] if one.seed is None else player_seed_problems(one.seed))
        problems += hex_problems(one.commitment, "a player's commitment")
    names = [one.player for one in contributions]
    problems += [
        Problem(f"{name} is on the list twice", name) for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    return problems


def unlike_commitments(contributions: Sequence[SeedContribution], round_id: str) -> list[Problem]:
    """A problem for each seed that does not match its player's commitment."""
    return [
        Problem(f"the seed of {one.player} does not match the commitment of {one.player}", one.seed)
        for one in contributions
        if one.seed is not None and commit_player(one.seed, round_id, one.player) != one.commitment.lower()
    ]


def beacon_problems(beacon: Beacon, opened: datetime) -> list[Problem]:
    """A beacon must be newer than the round's commitment, so that the server could not know it when it committed."""
    problems = text_problems(beacon.value, "the value of a beacon") + text_problems(beacon.at, "the time of a beacon")
    at = aware_time(beacon.at)
    if at is None:
        problems.append(Problem(f"{beacon.at[:40]!r} is not a time with its zone, like 2026-01-31T12:00:00Z"))
    elif at < opened:
        message = f"the beacon of {beacon.at} is older than the commitment, which was published at {opened.isoformat()}"
        problems.append(Problem(message, beacon.at))
    return problems


def aware_time(text: str) -> datetime | None:
    """Parse a time in the only form of ISO 8601 that every verifier reads: with seconds and a time zone."""
    try:
        return datetime.fromisoformat(text) if _TIME.fullmatch(text) else None
    except ValueError:
        return None


def hex_problems(text: str, what: str) -> list[Problem]:
    """The problems of a text that should be 64 hexadecimal digits."""
    try:
        checked_hex(text, what)
    except MalformedError as error:
        return list(error.problems)
    return []
