"""Every paytable of the four books, typed in by hand.

A table maps the name of a row to what it pays, the most valuable row first.
"""

from dataclasses import dataclass

MD = "md-heads-up-holdem"
MA = "ma-heads-up-holdem"
GALAXY = "galaxy-heads-up-holdem"
FOUR = "md-four-card-poker"


@dataclass(frozen=True)
class To:
    """Odds: so many units for each so many wagered, and the wager stays the player's."""

    units: int
    each: int = 1


@dataclass(frozen=True)
class For:
    """So many times the wager, which the house keeps."""

    units: int


@dataclass(frozen=True)
class Dollars:
    """A sum of money."""

    amount: int


@dataclass(frozen=True)
class Share:
    """A percentage of a meter."""

    percent: int
    meter: str = "progressive"


Pay = To | For | Dollars | Share
Table = dict[str, Pay]
Tables = dict[str, Table]


# --- Heads-Up Hold'em ------------------------------------------------------------------------------

_ODDS: Table = {
    "royal_flush": To(500),
    "straight_flush": To(50),
    "four_of_a_kind": To(10),
    "full_house": To(3),
    "flush": To(3, 2),
    "straight": To(1),
}


def _rows(hands: str, units: tuple[int, ...]) -> Table:
    return {hand: To(each) for hand, each in zip(hands.split(), units, strict=True)}


def _bad_beat(*units: int) -> Table:
    return _rows("straight_flush four_of_a_kind full_house flush straight", units)


def _trips_plus(full_house: int, flush: int, straight: int) -> Table:
    return _rows(
        "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind",
        (100, 40, 30, full_house, flush, straight, 3),
    )


def _pocket(*units: int) -> Table:
    return _rows("pair_of_aces suited_ace_and_face unsuited_ace_and_face pair_of_twos_to_kings", units)


def _all6(*units: int) -> Table:
    return _rows(
        "six_card_royal_of_diamonds six_card_royal royal_flush straight_flush four_of_a_kind full_house "
        "flush straight three_of_a_kind",
        units,
    )


MD_BAD_BEAT: Tables = {
    "A": _bad_beat(500, 50, 10, 8, 5),
    "B": _bad_beat(500, 50, 10, 6, 5),
    "C": _bad_beat(500, 50, 10, 5, 4),
    "D": _bad_beat(500, 25, 6, 5, 4),
}
MA_BAD_BEAT: Tables = {"A": _bad_beat(500, 25, 6, 5, 4)}
GALAXY_BAD_BEAT: Tables = {
    "1": _bad_beat(500, 50, 10, 8, 5),
    "2": _bad_beat(500, 50, 10, 6, 5),
    "3": _bad_beat(500, 50, 10, 5, 4),
    "4": _bad_beat(500, 25, 6, 5, 4),
}

MD_TRIPS_PLUS: Tables = {
    "A": _trips_plus(9, 7, 4),
    "B": _trips_plus(8, 6, 5),
    "C": _trips_plus(7, 6, 5),
    "D": _trips_plus(8, 7, 4),
}
MA_TRIPS_PLUS: Tables = {
    "A": _trips_plus(9, 7, 4),
    "B": _trips_plus(8, 6, 5),
    "C": _trips_plus(8, 7, 4),
    "D": _trips_plus(7, 6, 5),
}
GALAXY_TRIPS_PLUS: Tables = {
    "1": _trips_plus(9, 7, 4),
    "2": _trips_plus(8, 6, 5),
    "3": _trips_plus(8, 7, 4),
    "4": _trips_plus(7, 6, 5),
}

MD_POCKET: Tables = {"A": _pocket(30, 20, 10, 5), "B": _pocket(25, 20, 10, 5), "C": _pocket(30, 20, 10, 4)}
MA_POCKET: Tables = {"A": _pocket(30, 20, 10, 5), "B": _pocket(25, 20, 10, 5), "C": _pocket(30, 20, 10, 4)}
GALAXY_POCKET: Tables = {
    "1": _pocket(30, 20, 10, 5),
    "2": _pocket(25, 20, 10, 5),
    "3": _pocket(30, 20, 10, 4),
}

GALAXY_ALL6: Tables = {
    "1": _all6(1000, 1000, 1000, 200, 50, 25, 20, 10, 5),
    "2": _all6(1000, 1000, 1000, 200, 50, 25, 15, 10, 5),
    "3": _all6(1000, 1000, 1000, 200, 100, 20, 15, 9, 8),
    "4": _all6(1000, 1000, 1000, 200, 100, 20, 15, 10, 7),
    "5": _all6(200000, 20000, 1000, 200, 50, 20, 15, 10, 5),
}

MD_HOLDEM_PROGRESSIVE: Tables = {
    "A": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(10),
        "royal_flush": Share(10),
        "community_royal_flush": Share(10),
        "straight_flush": Dollars(200),
        "four_of_a_kind": Dollars(50),
        "full_house": Dollars(10),
        "flush": Dollars(5),
    },
    "B": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Dollars(1000),
        "royal_flush": Dollars(1000),
        "community_royal_flush": Dollars(1000),
        "straight_flush": Dollars(200),
        "four_of_a_kind": Dollars(50),
        "full_house": Dollars(10),
        "flush": Dollars(5),
    },
    "C": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(10),
        "royal_flush": Share(10),
        "community_royal_flush": Share(10),
        "straight_flush": Dollars(500),
        "four_of_a_kind": Dollars(100),
        "full_house": Dollars(10),
    },
    "D": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(100),
        "royal_flush": Dollars(1000),
        "community_royal_flush": Dollars(1000),
        "straight_flush": Dollars(500),
        "four_of_a_kind": Dollars(100),
        "full_house": Dollars(10),
    },
    "E": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(100),
        "royal_flush": Dollars(3000),
        "community_royal_flush": Dollars(3000),
        "straight_flush": Dollars(250),
        "four_of_a_kind": Dollars(100),
        "full_house": Dollars(10),
    },
    "F": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(100),
        "royal_flush": Share(5),
        "community_royal_flush": Dollars(3000),
        "straight_flush": Dollars(250),
        "four_of_a_kind": Dollars(100),
        "full_house": Dollars(10),
    },
    "G": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(100),
        "royal_flush": Share(100),
        "community_royal_flush": Dollars(1000),
        "straight_flush": Dollars(250),
        "four_of_a_kind": Dollars(75),
        "full_house": Dollars(11),
    },
    "H": {
        "flopped_royal_flush_in_spades": Share(100),
        "flopped_royal_flush": Share(100),
        "royal_flush": Share(100),
        "community_royal_flush": Dollars(1000),
        "straight_flush": Dollars(300),
        "four_of_a_kind": Dollars(100),
        "full_house": Dollars(10),
    },
    "I": {
        "flopped_straight_flush": Share(100),
        "royal_flush": Dollars(2000),
        "straight_flush": Dollars(250),
        "four_of_a_kind": Dollars(50),
        "full_house": Dollars(7),
        "flush": Dollars(5),
    },
    "J": {
        "flopped_royal_flush": Share(100),
        "royal_flush": Share(100),
        "community_royal_flush": Dollars(1000),
        "straight_flush": Dollars(250),
        "four_of_a_kind": Dollars(75),
        "full_house": Dollars(11),
    },
}

_ROYALS_AND_BELOW = (
    "flopped_royal_flush_in_spades",
    "flopped_royal_flush",
    "royal_flush",
    "community_royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
)


def _column(*pays: Pay) -> Table:
    """A column of the Galaxy progressive tables, read downward; a row that loses is left out."""
    return dict(zip(_ROYALS_AND_BELOW, pays, strict=False))


GALAXY_PROGRESSIVE: Tables = {
    "1": _column(Share(100), Share(10), Share(10), Share(10), For(200), For(50), For(10), For(5)),
    "2": _column(Share(100), For(1000), For(1000), For(1000), For(200), For(50), For(10), For(5)),
    "3": _column(Share(100), Share(10), Share(10), Share(10), For(500), For(100), For(10)),
    "4": _column(Share(100), Share(100), For(1000), For(1000), For(500), For(100), For(10)),
    "5": _column(Share(100), Share(100), For(3000), For(3000), For(250), For(100), For(10)),
    "6": _column(Share(100), Share(100), Share(5), For(3000), For(250), For(100), For(10)),
    "7": _column(Share(100), Share(100), Share(100), For(1000), For(250), For(75), For(11)),
    "8": _column(Share(100), Share(100), Share(100), For(1000), For(300), For(100), For(10)),
    "9": {
        "flopped_straight_flush": Share(100),
        "royal_flush": For(2000),
        "straight_flush": For(250),
        "four_of_a_kind": For(50),
        "full_house": For(7),
        "flush": For(5),
    },
}

HOLDEM_ENVY: dict[str, dict[str, int]] = {"J": {"flopped_royal_flush": 100, "royal_flush": 100}}
"""Dollars for a wager of one dollar."""

# --- Four Card Poker -------------------------------------------------------------------------------

ANTE_BONUS: Tables = {"A": _rows("four_of_a_kind straight_flush three_of_a_kind", (25, 20, 2))}


def _aces_up(*units: int) -> Table:
    return _rows("four_of_a_kind straight_flush three_of_a_kind flush straight two_pairs pair_of_aces", units)


ACES_UP: Tables = {
    "A": _aces_up(50, 30, 9, 6, 4, 2, 1),
    "B": _aces_up(50, 30, 7, 6, 5, 2, 1),
    "C": _aces_up(50, 40, 8, 5, 4, 3, 1),
    "D": _aces_up(50, 40, 8, 6, 4, 2, 1),
    "E": _aces_up(50, 30, 8, 6, 4, 2, 1),
    "F": _aces_up(50, 40, 7, 5, 4, 3, 1),
}

FOUR_PROGRESSIVE: Tables = {
    "A": {
        "four_aces": Share(100),
        "four_of_a_kind": For(300),
        "straight_flush": For(100),
        "three_of_a_kind": For(9),
    },
    "B": {
        "four_aces": Share(100),
        "four_of_a_kind": For(300),
        "straight_flush": For(100),
        "three_of_a_kind": For(15),
    },
    "C": {
        "royal_flush": Share(100),
        "straight_flush": Share(10),
        "four_of_a_kind": For(300),
        "full_house": For(50),
        "flush": For(40),
        "straight": For(30),
        "three_of_a_kind": For(9),
    },
    "D": {
        "royal_flush": Share(100, "major"),
        "straight_flush": Share(100, "minor"),
        "four_of_a_kind": For(300),
        "full_house": For(50),
        "flush": For(40),
        "straight": For(30),
        "three_of_a_kind": For(9),
    },
    "E": {
        "royal_flush": Share(100, "mega"),
        "straight_flush": Share(100, "major"),
        "four_of_a_kind": Share(100, "minor"),
        "full_house": For(50),
        "flush": For(40),
        "straight": For(30),
        "three_of_a_kind": For(10),
    },
    "F": {
        "royal_flush": Share(100, "mega"),
        "straight_flush": Share(100, "major"),
        "four_of_a_kind": Share(100, "minor"),
        "full_house": For(50),
        "flush": For(40),
        "straight": For(30),
        "three_of_a_kind": For(9),
    },
}

FOUR_ENVY_ONE_DOLLAR: dict[str, dict[str, int]] = {
    "A": {"four_aces": 100, "four_of_a_kind": 10, "straight_flush": 5},
    "B": {"four_aces": 100, "four_of_a_kind": 25},
    "C": {"four_aces": 1000, "four_of_a_kind": 300},
    "D": {"royal_flush": 1000, "straight_flush": 300},
    "E": {"royal_flush": 1000, "straight_flush": 300},
    "F": {"royal_flush": 1000, "straight_flush": 300},
}
FOUR_ENVY_FIVE_DOLLARS: dict[str, dict[str, int]] = {
    "A": {"four_aces": 500, "four_of_a_kind": 50, "straight_flush": 25},
    "B": {"four_aces": 500, "four_of_a_kind": 125},
    "C": {"four_aces": 5000, "four_of_a_kind": 1500},
    "D": {"royal_flush": 5000, "straight_flush": 1500},
    "E": {"royal_flush": 5000, "straight_flush": 1500},
    "F": {"royal_flush": 5000, "straight_flush": 1500},
}

_SIX_CARD_ORDINARY = _rows(
    "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind",
    (1000, 200, 50, 20, 15, 10, 5),
)
SIX_CARD_BONUS: Tables = {
    "A": {"super_royal_of_diamonds": Dollars(1000000), "super_royal": Dollars(100000), **_SIX_CARD_ORDINARY},
    "B": {"super_royal": Dollars(100000), **_SIX_CARD_ORDINARY},
}

# --- By book ---------------------------------------------------------------------------------------

PAYTABLES: dict[str, dict[str, Tables]] = {
    MD: {
        "odds": {"A": _ODDS},
        "bad_beat": MD_BAD_BEAT,
        "trips_plus": MD_TRIPS_PLUS,
        "pocket_bonus": MD_POCKET,
        "progressive": MD_HOLDEM_PROGRESSIVE,
    },
    MA: {
        "odds": {"A": _ODDS},
        "bad_beat": MA_BAD_BEAT,
        "trips_plus": MA_TRIPS_PLUS,
        "pocket_bonus": MA_POCKET,
    },
    GALAXY: {
        "odds": {"1": _ODDS},
        "bad_beat": GALAXY_BAD_BEAT,
        "trips_plus": GALAXY_TRIPS_PLUS,
        "pocket_bonus": GALAXY_POCKET,
        "all6": GALAXY_ALL6,
        "progressive": GALAXY_PROGRESSIVE,
    },
    FOUR: {
        "ante_bonus": ANTE_BONUS,
        "aces_up": ACES_UP,
        "six_card_bonus": SIX_CARD_BONUS,
        "progressive": FOUR_PROGRESSIVE,
    },
}

MINIMUM_RESETS: dict[str, dict[str, dict[str, int]]] = {
    MD: {
        "A": {"progressive": 5000},
        "B": {"progressive": 5000},
        "C": {"progressive": 5000},
        "D": {"progressive": 5000},
        "E": {"progressive": 5000},
        "F": {"progressive": 6000},
        "G": {"progressive": 2000},
        "H": {"progressive": 2000},
        "I": {"progressive": 2500},
        "J": {"progressive": 2000},
    },
    MA: {},
    GALAXY: {
        "1": {"progressive": 5000},
        "2": {"progressive": 5000},
        "3": {"progressive": 5000},
        "4": {"progressive": 5000},
        "5": {"progressive": 5000},
        "6": {"progressive": 6000},
        "7": {"progressive": 2000},
        "8": {"progressive": 2000},
        "9": {"progressive": 2500},
    },
    FOUR: {
        "A": {"progressive": 5000},
        "B": {"progressive": 1000},
        "C": {"progressive": 10000},
        "D": {"major": 1000, "minor": 250},
        "E": {"mega": 10000, "major": 1000, "minor": 250},
        "F": {"mega": 10000, "major": 1000, "minor": 250},
    },
}
"""The least amount to which each meter of a progressive table may be reset, in dollars."""


def chosen_id(book: str, choices: dict[str, object], name: str) -> str:
    """The table the operator chose, or else the first one the book lists."""
    paytables = choices.get("paytables") or {}
    assert isinstance(paytables, dict)
    return str(paytables.get(name) or next(iter(PAYTABLES[book][name])))


def chosen_table(book: str, choices: dict[str, object], name: str) -> Table:
    """The rows of the table the operator chose."""
    return PAYTABLES[book][name][chosen_id(book, choices, name)]
