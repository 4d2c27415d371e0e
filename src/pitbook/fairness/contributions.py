"""What others than the server add to a shuffle: players' seeds by commit and reveal, and a public beacon."""

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
    """A player's part in a shuffle: the commitment on the closed list, and the seed that was revealed after it."""

    player: str
    commitment: str
    seed: str | None
    """None if the player did not reveal it in time."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A value that nobody at the table could know before its moment."""

    value: str
    at: str
    """When it was published, as ISO 8601 has it, with a time zone."""


def mixed_in(contributions: Sequence[SeedContribution], beacon: Beacon | None = None) -> tuple[str, ...]:
    """The texts that name a stream besides its label and its round: three for the beacon, three for each player.

    There is no stream while a seed on the list is missing.
    """
    texts = [] if beacon is None else [BEACON, beacon.value, beacon.at]
    for one in contributions:
        if one.seed is None:
            raise MalformedError(Problem(f"the seed of {one.player} is missing", one.player))
        texts += [PLAYER, one.player, one.seed]
    return tuple(texts)


def contribution_problems(contributions: Sequence[SeedContribution]) -> list[Problem]:
    """What is no list of contributions: a name or a seed that is no text, a commitment that is none, a name twice."""
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
    """The seeds that are not what their players had committed to."""
    return [
        Problem(f"the seed of {one.player} is not what {one.player} had committed to", one.seed)
        for one in contributions
        if one.seed is not None and commit_player(one.seed, round_id, one.player) != one.commitment.lower()
    ]


def beacon_problems(beacon: Beacon, opened: datetime) -> list[Problem]:
    """A beacon is no older than the commitment of its round: the server could not know it when it committed."""
    problems = text_problems(beacon.value, "the value of a beacon") + text_problems(beacon.at, "the time of a beacon")
    at = aware_time(beacon.at)
    if at is None:
        problems.append(Problem(f"{beacon.at[:40]!r} is not a time with its zone, like 2026-01-31T12:00:00Z"))
    elif at < opened:
        message = f"the beacon is of {beacon.at}, and the commitment was published at {opened.isoformat()}: it is older"
        problems.append(Problem(message, beacon.at))
    return problems


def aware_time(text: str) -> datetime | None:
    """A time from its text in the one form of ISO 8601 that every verifier reads: with seconds and a time zone."""
    try:
        return datetime.fromisoformat(text) if _TIME.fullmatch(text) else None
    except ValueError:
        return None


def hex_problems(text: str, what: str) -> list[Problem]:
    """What is wrong with a text that should be 64 hexadecimal digits."""
    try:
        checked_hex(text, what)
    except MalformedError as error:
        return list(error.problems)
    return []
