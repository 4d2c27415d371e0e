"""What can be wrong with an input, in three kinds, all problems of one input together.

*Malformed* input is not what it claims to be (not a card, not an amount). *Refused* input is understood, but the
rules do not allow it. A *conflict* is an input that came too late: the table has moved on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar

_LONGEST_NAME = 80
"""Longer texts are not compared with names: that takes time, and they are none."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a sentence that names the value, and the clause where a rule is the reason."""

    message: str
    value: str | None = None
    clause: str | None = None

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message


class PitbookError(Exception):
    """Base of the three kinds of error; carries every problem that was found, not only the first."""

    kind: ClassVar[str]

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class MalformedError(PitbookError):
    """The input is not what it claims to be."""

    kind = "malformed"


class RefusedError(PitbookError):
    """The input is understood, but the rules do not allow it now."""

    kind = "refused"


class UnconfirmedError(RefusedError):
    """The input was stored, but what follows the storing has failed: it is not acknowledged."""


class ConflictError(PitbookError):
    """The input was meant for an earlier state."""

    kind = "conflict"


def closest(name: str, known: Sequence[str], likeness: float = 0.5) -> str | None:
    """The known name that somebody who wrote this may have meant; `likeness` is from 0 to 1."""
    return next(iter(get_close_matches(name[:_LONGEST_NAME], known, n=1, cutoff=likeness)), None)


def nearest(name: str, known: Sequence[str]) -> str:
    """A hint at the nearest known name, or at all of them."""
    if close := closest(name, known):
        return f"did you mean {close!r}?"
    return f"known are {', '.join(known)}" if known else "none is known here"
