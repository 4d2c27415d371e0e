"""Short decks on which, together, every category of hand is dealt.

A dealer who does not qualify has seven ranks without a straight, and so does then the player of a hand below a pair:
unless there are at least eight ranks, with gaps, these two always tie.
"""

from typing import NamedTuple

from oracle.hands import RANKS


class Short(NamedTuple):
    """Some ranks, 0 for a two to 12 for an ace, in the first suits."""

    ranks: tuple[int, ...]
    suits: int

    def __str__(self) -> str:
        """As it is named in reports: 4 x 9TJQ."""
        return f"{self.suits} x {''.join(RANKS[rank] for rank in self.ranks)}"


def short(ranks: str, suits: int) -> Short:
    """A deck by the letters of its ranks."""
    return Short(tuple(sorted(RANKS.index(letter) for letter in ranks)), suits)


HOLDEM = (
    short("89TJQKA", 2),  # straights, flushes, straight and royal flushes
    short("239TJQKA", 2),  # the same beside high cards: a dealer who does not qualify may lose, tie or win
    short("2345789", 2),  # no straight at all; high cards always tie
    short("23456A", 2),  # the ace below a two
    short("TJQKA", 3),  # three of a kind, full houses, straights and royal flushes
    short("259JA", 3),  # flushes beside full houses, no straight
    short("6TKA", 4),  # four of a kind
    short("23456789TJ", 1),  # one suit: flushes and straight flushes only
)
"""At most 16 cards each."""

HOLDEM_SHORTEST = (
    short("TJQKA", 2),  # straights and royal flushes beside pairs
    short("23456A", 2),  # the ace below a two
    short("2345789", 2),  # high cards, which always tie
    short("6KA", 4),  # full houses and four of a kind
    short("23456789TJ", 1),  # one suit: flushes and straight flushes only
)
"""At most 14 cards each, slowly solved in a second or two: every category but three of a kind, which needs fifteen."""

HOLDEM_LONGER = (
    short("2356789T", 2),  # straights and high cards without an ace
    short("23456TJA", 2),  # the ace below a two, and high cards
    short("9TJQKA", 3),
    short("259JA", 4),  # flushes in four suits, four of a kind
)
"""Sixteen to twenty cards: the last takes about a minute and a gigabyte."""

FOUR_CARD = (
    short("89TJQKA", 2),  # high cards, straights, flushes, straight flushes
    short("234579A", 2),  # the ace below a two
    short("9TJQK", 3),  # three of a kind
    short("369QA", 3),  # no straight
    short("9TQA", 4),  # four of a kind, flushes
    short("JQKA", 4),  # four of a kind beside straight flushes
    short("2345678TJQKA", 1),  # one suit
)
"""At most 16 cards each."""

FOUR_CARD_SHORTEST = (
    short("89TJKA", 2),  # high cards, straights, flushes, straight flushes
    short("234579A", 2),  # the ace below a two
    short("9TJQ", 3),  # three of a kind
    short("JQA", 4),  # four of a kind
    short("2345678TJQKA", 1),  # one suit
)
"""At most 14 cards each."""

FOUR_CARD_LONGER = (
    short("3456TJQK", 2),
    short("2345KA", 3),
    short("6789A", 4),
)
"""Sixteen to twenty cards."""
