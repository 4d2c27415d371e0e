"""How numbers are written on the sheet: decimals for reading, with the fraction beside them where it is wanted."""

from fractions import Fraction

from pitbook.rulebooks.hands import in_words

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
"""Where there is no number."""


def decimal(value: Fraction | float, places: int = 6) -> str:
    """So many decimals, groups of three digits, and a true minus sign."""
    return f"{float(value):,.{places}f}".replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    """In percent."""
    return f"{decimal(float(value) * 100, places)}{SPACE}%"


def level(value: Fraction) -> str:
    """A confidence, in whole percent."""
    return percent(value, 0)


def plain(value: Fraction) -> str:
    """A net result in antes: as few decimals as it needs, with its sign."""
    text = f"{float(value):+,.10f}".rstrip("0").rstrip(".") if value else "0"
    return text.replace("-", MINUS)


def times(multiple: int) -> str:
    """How many times something is taken, in words."""
    return {1: "once", 2: "twice"}.get(multiple, f"{multiple} times")


def whole(value: int) -> str:
    """A count."""
    return f"{value:,}"


def probability(value: Fraction) -> str:
    """Twelve decimals, so that the rarest line has some digits left."""
    return decimal(value, 12)


def one_in(value: Fraction) -> str:
    """The mean number of rounds from one time to the next."""
    return decimal(1 / value, 2) if value else NONE


def to_one(value: Fraction) -> str:
    """Odds to 1, with as many decimals as they need, at most two."""
    text = decimal(value, 2)
    return f"{text.rstrip('0').rstrip('.')}{SPACE}to{SPACE}1"


def true_odds(value: Fraction) -> str:
    """The odds against something of this probability: what a fair wager on it would pay."""
    return to_one(1 / value - 1) if value else NONE


def dollars(value: Fraction) -> str:
    """To the cent."""
    return f"${float(value):,.2f}"


def exactly(value: Fraction) -> str:
    """The fraction itself."""
    return str(value).replace("-", MINUS)


def clean(text: str) -> str:
    """Words of a submission as they can be printed: what is no printable character is written as its escape."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def title_case(name: str) -> str:
    """The first letter in upper case, the rest as it is."""
    words = in_words(name)
    return words[:1].upper() + words[1:]
