"""What a table needs from outside to decide: the time, entropy, keys, the meters, and a scripted deck."""

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from pitbook.table.events import CardsOrdered

REVEAL_SECONDS: Final = 8.0
"""How long players have to reveal their seeds unless the house says otherwise."""


class Vault(Protocol):
    """Keeps the server's seeds secret from anybody who has only the record."""

    def seal(self, secret: bytes, context: str) -> str:
        """Seal a secret so that only this vault can open it, and only for this context."""

    def unseal(self, sealed: str, context: str) -> bytes:
        """What was sealed for this context."""


class Context(NamedTuple):
    """Everything that a decision needs and the state does not have."""

    now: datetime
    """The current time, with its time zone."""
    entropy: Callable[[int], bytes] = os.urandom
    meters: Mapping[str, Fraction] = MappingProxyType({})
    """What the meters show now, in dollars."""
    deck: str | None = None
    """The order of the next deck at a table that is dealt by a script, top card first."""
    terms: Mapping[str, tuple[Fraction, Fraction | None]] = MappingProxyType({})
    """The meters' rates and limits as they are now; without an entry, those of the rules apply."""
    vault: Vault | None = None
    """The keys of the house; without them no virtual deck can be shuffled."""
    reveal_seconds: float = REVEAL_SECONDS
    recorded_order: CardsOrdered | None = None
    """In an audit without keys: the recorded order of a deck whose seed is still sealed."""
    serving_since: datetime | None = None
    """When the server started. While it was down nobody could reveal a seed, so the time to reveal starts again."""
