"""The stored answers of drills: a stream for each person, `drill:` and the person's 32 digits.

Nothing else in the record depends on them. Each has the whole question with its house rules, so that it can be asked
and evaluated again.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from fractions import Fraction
from typing import ClassVar, Final, Self

from pitbook.cards.card import read_cards, repeated_cards
from pitbook.json_types import Json, JsonObject, made_of
from pitbook.ledger import StoredEvent
from pitbook.problems import MalformedError, Problem

DRILL: Final = "drill:"
_PERSON: Final = re.compile(r"[^~]{1,24}~([0-9a-f]{32})")
_COST: Final = re.compile(r"(0|[1-9][0-9]{0,99})(/[1-9][0-9]{0,99})?", re.ASCII)
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class DrillAnswered:
    """Somebody decided a spot in the drill."""

    type: ClassVar[str] = "drill_answered"
    version: ClassVar[int] = 1
    book: str
    paytables: Mapping[str, str]
    options: Mapping[str, bool]
    street: str
    cards: str
    seen: str
    """The community cards that lie face up, then the dealer's."""
    dead: str
    left: str
    """What earlier decisions left on wagers, as in `ante=1 play=0`."""
    action: str
    best: str
    cost: str
    """What the action costs compared with the best one, in the book's unit, as a fraction."""
    day: str
    """The date where the person is."""

    @property
    def right(self) -> bool:
        """Whether no other action is better."""
        return self.cost == "0"

    def to_data(self) -> JsonObject:
        """The content in JSON types."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content; its form is checked, but its values are not computed again."""
        names = [field.name for field in fields(cls)]
        if set(data) != set(names):
            raise MalformedError(
                Problem(f"drill_answered must have exactly the keys {', '.join(names)}", ", ".join(data)[:80])
            )
        event = made_of(cls, data)
        for name in names:
            if not _is_valid(name, data[name]):
                message = f"drill_answered.{name} is not valid"
                raise MalformedError(Problem(message, str(data[name])[:80]))
        cards, problems = read_cards(f"{event.cards} {event.seen} {event.dead}")
        if problems := [*problems, *repeated_cards(cards)]:
            raise MalformedError(problems)
        if event.action == event.best and not event.right:
            raise MalformedError(Problem("the best action costs nothing", event.cost[:80]))
        return event


def _is_valid(name: str, value: object) -> bool:
    match name, value:
        case "paytables", dict():
            return all(isinstance(one, str) for one in value.values())
        case "options", dict():
            return all(isinstance(one, bool) for one in value.values())
        case (("paytables" | "options"), _):
            return False
        case "cost", str() if len(value) <= _LONGEST:
            return _COST.fullmatch(value) is not None and str(Fraction(value)) == value
        case "day", str():
            return _is_day(value)
        case _:
            return isinstance(value, str) and len(value) <= _LONGEST


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def drill_stream(player: str) -> str:
    """The stream of a person, whose name ends with `~` and 32 digits."""
    found = _PERSON.fullmatch(player)
    if found is None:
        raise MalformedError(Problem("drills need a signed-in player", player[:80]))
    return DRILL + found[1]


def read_drill_event(stored: StoredEvent) -> DrillAnswered:
    """An answer as it was stored, in the stream of whoever gave it."""
    event = stored.event
    if (event.type, event.schema) != (DrillAnswered.type, DrillAnswered.version):
        message = f"{event.type}, version {event.schema}, is not a drill event"
        raise MalformedError(Problem(message, event.type[:80]))
    role, _, player = event.actor.partition(":")
    if role != "player" or drill_stream(player) != stored.stream:
        raise MalformedError(Problem(f"{event.actor} does not own this stream", event.actor[:80]))
    return DrillAnswered.from_data(event.data)
