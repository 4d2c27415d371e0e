"""What a paytable row pays, as typed odds that print exactly as the sign at the table does.

"To one" returns the stake; "for one" includes it. A dollar amount is a fixed sum, and a meter share is a part of what a
progressive meter shows. A row can also be a push, or pay nothing.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from pitbook.money import format_dollars, parse_cents


@dataclass(frozen=True, slots=True)
class ToOne:
    """`numerator` to `denominator`: the winnings, with the stake returned on top."""

    numerator: int
    denominator: int = 1

    def __str__(self) -> str:
        return f"{self.numerator:,} to {self.denominator}"


@dataclass(frozen=True, slots=True)
class ForOne:
    """`amount` for 1: the award, which includes the stake."""

    amount: int

    def __str__(self) -> str:
        return f"{self.amount:,} for 1"


@dataclass(frozen=True, slots=True)
class Dollars:
    """A fixed sum, in cents."""

    cents: int

    def __str__(self) -> str:
        return format_dollars(self.cents)


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A part of what the named meter shows; a share of 1 resets the meter."""

    share: Fraction
    meter: str

    def __str__(self) -> str:
        name = "meter" if self.meter == "progressive" else self.meter
        return f"{self.share * 100}% of {name}"


@dataclass(frozen=True, slots=True)
class Push:
    """The stake is returned."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Nothing:
    """The table lists the hand only to say that it wins nothing."""

    def __str__(self) -> str:
        return "nothing"


Pays = ToOne | ForOne | Dollars | MeterShare | Push | Nothing

_WHOLE = r"[1-9][0-9]{0,2}(?:,[0-9]{3})*"
_ODDS = re.compile(rf"({_WHOLE}) (to|for) ([1-9][0-9]*)")
_DOLLARS = re.compile(rf"\$({_WHOLE}(?:\.[0-9]{{2}})?)")
_SHARE = re.compile(r"([1-9][0-9]?|100)% of ([a-z]+)")


def parse_pays(text: object) -> Pays:
    """Parse odds as they are printed; ValueError for anything else."""
    if not isinstance(text, str):
        raise ValueError(_not_odds(text))
    if text == "push":
        return Push()
    if text == "nothing":
        return Nothing()
    if odds := _ODDS.fullmatch(text):
        numerator, word, denominator = int(odds[1].replace(",", "")), odds[2], int(odds[3])
        if word == "to":
            return ToOne(numerator, denominator)
        if denominator == 1:
            return ForOne(numerator)
    if dollars := _DOLLARS.fullmatch(text):
        return Dollars(parse_cents(dollars[1].replace(",", "")))
    if share := _SHARE.fullmatch(text):
        return MeterShare(Fraction(int(share[1]), 100), "progressive" if share[2] == "meter" else share[2])
    raise ValueError(_not_odds(text))


def _not_odds(given: object) -> str:
    examples = '"3 to 2", "300 for 1", "$1,000", "10% of meter", "push" or "nothing"'
    return f"{given!r} is not odds (write {examples})"
