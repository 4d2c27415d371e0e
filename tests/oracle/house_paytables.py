"""The paytables of Pitbook's own books, typed in from the statement of each game."""

from .paytables import Pay, Table, Tables, To

ULTIMATE = "ultimate-texas-holdem"
THREE = "three-card-poker"
RIDE = "let-it-ride"

_SEVEN = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
_THREE = "straight_flush three_of_a_kind straight flush pair"


def _tables(hands: str, *units: str) -> Tables:
    """Tables A, B, C and so on, each as its numbers stand in the statement: "50/40/30"."""
    return {letter: _table(hands, each) for letter, each in zip("ABCDEFG", units, strict=False)}


def _table(hands: str, units: str) -> Table:
    return {hand: _to(number) for hand, number in zip(hands.split(), units.split("/"), strict=True)}


def _to(number: str) -> Pay:
    units, _, each = number.partition(":")
    return To(int(units), int(each or 1))


HOUSE_PAYTABLES: dict[str, dict[str, Tables]] = {
    ULTIMATE: {
        "blind": _tables("royal_flush straight_flush four_of_a_kind full_house flush straight", "500/50/10/3/3:2/1"),
        "trips": _tables(_SEVEN, "50/40/30/9/7/4/3", "50/40/30/8/6/5/3", "50/40/30/8/7/4/3", "50/40/20/7/6/5/3"),
    },
    THREE: {
        "ante_bonus": _tables("straight_flush three_of_a_kind straight", "5/4/1", "4/3/1", "3/2/1", "5/3/1", "3/1/1"),
        "pair_plus": _tables(
            _THREE,
            *("40/30/6/4/1", "40/30/6/3/1", "40/30/5/4/1", "40/25/6/4/1", "35/25/6/4/1", "35/33/6/4/1", "50/30/6/3/1"),
        ),
        "six_card_bonus": _tables(
            _SEVEN,
            "1000/200/100/20/15/10/8",
            "1000/200/100/20/15/9/8",
            "1000/200/100/20/15/10/7",
            "1000/200/50/25/20/10/5",
            "1000/200/100/25/15/10/5",
            "1000/200/50/25/15/10/5",
        ),
    },
    RIDE: {
        "bets": _tables(f"{_SEVEN} two_pairs tens_or_better", "1000/200/50/11/8/5/3/2/1", "500/200/50/11/8/5/3/2/1"),
        "three_card_bonus": _tables(_THREE, "40/30/6/3/1", "40/30/5/4/1")
        | {"C": _table(f"mini_royal {_THREE}", "50/40/30/6/3/1")},
    },
}
