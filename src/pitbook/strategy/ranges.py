"""Starting hands as players write them: `22+`, `A2s+`, `K5o+`, `QJ`.

Two equal ranks are a pair; `s` is suited, `o` is not, neither means both. `+` takes in every hand with a higher pair,
or with the same high card and a higher second one.
"""

import re
from collections.abc import Collection, Iterator

from pitbook.cards import Rank
from pitbook.strategy.starting_hands import RANKS, place_of

_SYMBOLS = "".join(rank.symbol for rank in Rank)
_RANGE = re.compile(f"([{_SYMBOLS}])([{_SYMBOLS}])([so]?)([+]?)", re.IGNORECASE)


def parse_range(text: str) -> frozenset[int]:
    """The places of the hands that a text names; ValueError with a sentence if the text is not a range."""
    found = _RANGE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text[:40]!r} is not a range of hands, like '22+', 'A2s+', 'K5o+' or 'QJ'")
    high, low = sorted((_SYMBOLS.index(symbol.upper()) for symbol in found.group(1, 2)), reverse=True)
    kind, more = found.group(3).lower(), bool(found.group(4))
    if high == low:
        if kind:
            raise ValueError(f"{text[:40]!r}: a pair is neither suited nor unsuited")
        return frozenset(place_of(rank, rank, suited=False) for rank in range(high, RANKS if more else high + 1))
    seconds = range(low, high if more else low + 1)
    kinds = [kind] if kind else ["s", "o"]
    return frozenset(place_of(high, second, suited=each == "s") for second in seconds for each in kinds)


def format_ranges(places: Collection[int]) -> tuple[str, ...]:
    """Hands as ranges: pairs first, then by high card, suited before unsuited."""
    pairs = [rank for rank in range(RANKS) if place_of(rank, rank, suited=False) in places]
    texts = list(_texts(pairs, [symbol * 2 for symbol in _SYMBOLS]))
    for high in reversed(range(RANKS)):
        for kind in "so":
            lows = [low for low in range(high) if place_of(high, low, suited=kind == "s") in places]
            texts += _texts(lows, [f"{_SYMBOLS[high]}{_SYMBOLS[low]}{kind}" for low in range(high)])
    return tuple(texts)


def _texts(lows: list[int], names: list[str]) -> Iterator[str]:
    """Hands in an unbroken row up to the last name as one range with a plus, the others one by one."""
    run = 0
    while run < len(lows) and lows[-1 - run] == len(names) - 1 - run:
        run += 1
    if run > 1:
        yield names[-run] + "+"
        lows = lows[:-run]
    yield from (names[low] for low in reversed(lows))
