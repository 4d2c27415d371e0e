"""How the sheet writes numbers: as decimals, as fractions, as odds, in percent and in dollars."""

from fractions import Fraction

from pitbook.rulebooks.hands import in_words

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
"""What a cell without a value shows."""


def decimal(value: Fraction | float, places: int = 6) -> str:
    """A number with this many decimals, groups of three digits, and a real minus sign."""
    return f"{float(value):,.{places}f}".replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share in percent."""
    return f"{decimal(float(value) * 100, places)}{SPACE}%"


def level(value: Fraction) -> str:
    """A level of confidence, in whole percent."""
    return percent(value, 0)


def plain(value: Fraction) -> str:
    """A net result with its sign, and no more decimals than it needs."""
    text = f"{float(value):+,.10f}".rstrip("0").rstrip(".") if value else "0"
    return text.replace("-", MINUS)


def times(multiple: int) -> str:
    """A multiple in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(multiple, f"{multiple} times")


def whole(value: int) -> str:
    """A whole number."""
    return f"{value:,}"


def probability(value: Fraction) -> str:
    """A probability with twelve decimals, so that even the rarest line shows some digits."""
    return decimal(value, 12)


def one_in(value: Fraction) -> str:
    """The mean number of rounds between two hits."""
    return decimal(1 / value, 2) if value else NONE


def to_one(value: Fraction) -> str:
    """Odds to 1, with as many decimals as they need, at most two."""
    text = decimal(value, 2)
    return f"{text.rstrip('0').rstrip('.')}{SPACE}to{SPACE}1"


def true_odds(value: Fraction) -> str:
    """What a fair wager on something of this probability would pay."""
    return to_one(1 / value - 1) if value else NONE


def dollars(value: Fraction) -> str:
    """An amount to the cent."""
    return f"${float(value):,.2f}"


def exactly(value: Fraction) -> str:
    """The exact fraction."""
    return str(value).replace("-", MINUS)


def clean(text: str) -> str:
    """Text of a book or submission with unprintable characters as escapes."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def title_case(name: str) -> str:
    """A name in words, with a capital at the beginning."""
    words = in_words(name)
    return words[:1].upper() + words[1:]
