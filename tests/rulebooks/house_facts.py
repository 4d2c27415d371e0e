"""What Pitbook's own books say, typed from the statement of each game: every number, order and choice.

The paytables stand in the oracle, typed in independently of the books.
"""

from dataclasses import dataclass

from oracle.house_paytables import RIDE, THREE, ULTIMATE

_TURNED = "?pre_flop T3 ?flop T2 ?river reveal"
_AS_NEEDED = "P1 D1 P1 D1 ?pre_flop B3^ ?flop B2^ ?river reveal"
_ONE_BY_ONE = "B2 ?first T1 ?second T1"
HOUSE_DEALING: dict[str, dict[tuple[str, str], str]] = {
    ULTIMATE: {
        ("manual_shoe", "as_needed"): _AS_NEEDED,
        ("manual_shoe", "board_face_down"): f"P1 D1 P1 D1 B5 {_TURNED}",
        ("hand", "as_needed"): _AS_NEEDED,
        ("hand", "board_face_down"): f"P1 D1 P1 D1 B5 {_TURNED}",
        ("automated", "board_face_down"): f"P2 D2 rest B5 {_TURNED}",
    },
    THREE: {
        ("manual_shoe", "single_cards"): "P1 D1 P1 D1 P1 D1 ?play reveal",
        ("hand", "single_cards"): "P1 D1 P1 D1 P1 D1 ?play reveal",
        ("automated", "stacks"): "P3 D3 ?play reveal",
    },
    RIDE: {
        ("manual_shoe", "single_cards"): f"P1 P1 P1 {_ONE_BY_ONE}",
        ("hand", "single_cards"): f"P1 P1 P1 {_ONE_BY_ONE}",
        ("automated", "stacks"): f"P3 {_ONE_BY_ONE}",
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
    THREE: Facts(
        positions=7,
        own=3,
        dealer=3,
        board=0,
        qualifies="queen high",
        base="ante",
        streets={"play": "0: fold play_1"},
        wagers={
            "ante": "opens; lost",
            "play": "decided; lost",
            "ante_bonus": "on ante, with ante play; stays",
            "pair_plus": "opens; pair_plus_survives_fold",
            "six_card_bonus": "optional, needs any of ante pair_plus; stays",
        },
        order="ante play ante_bonus pair_plus six_card_bonus",
        folded="same_pass",
        options={"pair_plus_survives_fold": True},
        lends="md-four-card-poker",
        settled_anyway={},
        voids=7,
    ),
    RIDE: Facts(
        positions=7,
        own=3,
        dealer=0,
        board=2,
        qualifies=None,
        base="bet_3",
        streets={"first": "0: ride withdraw_bet_1", "second": "1: ride withdraw_bet_2"},
        wagers={
            "bet_3": "opens; stays",
            "bet_1": "equals bet_3; stays",
            "bet_2": "equals bet_3; stays",
            "three_card_bonus": "optional, needs all of bet_3; stays",
        },
        order="bet_1 bet_2 bet_3 three_card_bonus",
        folded="same_pass",
        options={},
        lends="md-four-card-poker",
        settled_anyway={},
        voids=6,
    ),
}
