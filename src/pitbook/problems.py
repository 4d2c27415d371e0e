"""The three kinds of input errors. All problems of one input are reported together.

*Malformed* input is not what it claims to be (not a card, not an amount). *Refused* input is understood, but the
rules do not allow it. A *conflict* is input that was meant for an earlier state: the table has moved on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Literal

ErrorKind = Literal["malformed", "refused", "conflict"]
_LONGEST_NAME = 80
"""Longer texts are not compared with known names: that is slow, and no name is that long."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: a sentence that names the value, and the clause if a rule is the reason."""

    message: str
    value: str | None = None
    clause: str | None = None

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message


class PitbookError(Exception):
    """Base of the three kinds of error; holds every problem found, not only the first."""

    kind: ClassVar[ErrorKind]

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
    """The input was stored, but a later step failed, so it is not acknowledged."""


class ConflictError(PitbookError):
    """The input was meant for an earlier state."""

    kind = "conflict"


def closest(name: str, known: Sequence[str], likeness: float = 0.5) -> str | None:
    """The known name most similar to this text, if any is similar enough; `likeness` is from 0 to 1."""
    return next(iter(get_close_matches(name[:_LONGEST_NAME], known, n=1, cutoff=likeness)), None)


def nearest(name: str, known: Sequence[str]) -> str:
    """A hint for an error message: the most similar name, or the list of all names."""
    if close := closest(name, known):
        return f"did you mean {close!r}?"
    return f"known are {', '.join(known)}" if known else "none is known here"
