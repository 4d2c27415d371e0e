"""Money: whole cents inside, decimal strings at the edges; meters are exact fractions of a dollar.

An amount is digits with at most two decimals. Signs, exponents, separators and words are not amounts, so that
"1e9", "NaN" and "-5" never become money by accident.
"""

import re
from fractions import Fraction

from pitbook.problems import MalformedError, Problem

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_EXACT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,18})?")


def _malformed(text: object, what: str) -> MalformedError:
    shown = repr(text)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return MalformedError(Problem(f"{shown} is not {what}", text[:40] if isinstance(text, str) else shown))


def parse_cents(text: object) -> int:
    """Whole cents from a decimal string such as "12.50": digits, and at most two decimals."""
    if not isinstance(text, str) or not _AMOUNT.fullmatch(text):
        raise _malformed(text, 'an amount of money (write it like "12.50")')
    dollars, _, decimals = text.partition(".")
    return int(dollars) * 100 + int(decimals.ljust(2, "0"))


def parse_exact(text: object) -> Fraction:
    """An exact amount such as a meter's reading, which may have decimals beyond the cent."""
    if not isinstance(text, str) or not _EXACT.fullmatch(text):
        raise _malformed(text, 'an exact amount (write it like "12345.678")')
    return Fraction(text)


def format_cents(cents: int) -> str:
    """Two decimals, no separators, a minus sign in front: "-0.50"."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{dollars}.{rest:02d}"


def format_exact(amount: Fraction) -> str:
    """All the decimals that an exact amount has, and at least two. Only terminating decimals can be written."""
    denominator, twos, fives = amount.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    if denominator != 1:
        raise ValueError(f"{amount} has no finite decimal form")
    places = max(2, twos, fives)
    scaled = abs(amount.numerator) * 10**places // amount.denominator
    whole, decimals = divmod(scaled, 10**places)
    return f"{'-' if amount < 0 else ''}{whole}.{decimals:0{places}d}"


def format_dollars(cents: int) -> str:
    """As printed on a sign: "$1,000", and with cents only where there are any: "$7.50"."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${dollars:,}" + (f".{rest:02d}" if rest else "")
