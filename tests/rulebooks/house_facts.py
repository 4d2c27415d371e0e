"""What Pitbook's own books say, typed from the statement of each game: every number, order and choice.

The paytables stand in the oracle, typed in independently of the books.
"""

from dataclasses import dataclass

from oracle.house_paytables import ULTIMATE

_TURNED = "?pre_flop T3 ?flop T2 ?river reveal"
_AS_NEEDED = "P1 D1 P1 D1 ?pre_flop B3^ ?flop B2^ ?river reveal"
HOUSE_DEALING: dict[str, dict[tuple[str, str], str]] = {
    ULTIMATE: {
        ("manual_shoe", "as_needed"): _AS_NEEDED,
        ("manual_shoe", "board_face_down"): f"P1 D1 P1 D1 B5 {_TURNED}",
        ("hand", "as_needed"): _AS_NEEDED,
        ("hand", "board_face_down"): f"P1 D1 P1 D1 B5 {_TURNED}",
        ("automated", "board_face_down"): f"P2 D2 rest B5 {_TURNED}",
    },
}
"""In the letters of `rulebooks.facts`."""


@dataclass(frozen=True)
class Facts:
    """One book."""

    positions: int
    own: int
    dealer: int
    board: int
    qualifies: str | None
    base: str
    streets: dict[str, str]
    """By decision: community cards that are up, then everything that may be done."""
    wagers: dict[str, str]
    """By wager: what is needed for it, and what a fold does to it."""
    order: str
    folded: str
    options: dict[str, bool]
    lends: str
    """The book whose procedures serve where this one is silent."""
    settled_anyway: dict[str, list[str]]
    voids: int
    """How many irregularities void a round."""


HOUSE_FACTS = {
    ULTIMATE: Facts(
        positions=6,
        own=2,
        dealer=2,
        board=5,
        qualifies="pair",
        base="ante",
        streets={
            "pre_flop": "0: check play_3 play_4",
            "flop": "3: check play_2",
            "river": "5: fold play_1",
        },
        wagers={
            "ante": "opens; lost",
            "blind": "equals ante; lost",
            "play": "decided; lost",
            "trips": "optional, needs all of ante blind; trips_survives_fold",
        },
        order="ante blind play trips",
        folded="second_pass",
        options={"trips_survives_fold": True},
        lends="md-heads-up-holdem",
        settled_anyway={"dealer_card_exposed": ["trips"]},
        voids=8,
    ),
}
