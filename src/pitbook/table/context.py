"""What the world hands in when a table decides: the time, entropy, the meters, and a scripted deck."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that a decision needs and the state does not have."""

    now: datetime
    """An aware time."""
    entropy: Callable[[int], bytes] = os.urandom
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What the meters show now, in dollars."""
    deck: str | None = None
    """The order of the next deck at a table that is dealt by a script, top card first."""
    terms: Mapping[str, tuple[Fraction, Fraction | None]] = field(default_factory=dict)
    """The meters' rates and limits as they are now; where nothing is said, they are those of the rules."""
