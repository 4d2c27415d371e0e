"""Hold'em rounds that make each hand once, for the tests of the clauses: hole cards, board, dealer's cards."""

from typing import Any

from clauses.hands import Hand

Cards = tuple[str, str, str]

BOARD = "9s 4c 7h 2c Kd"
KINGS = "Ks Qd"
KING_HIGH = "Qs 5d"
TIES = [
    ("Kh Qh", BOARD, KINGS),  # kings with a queen, both
    ("Kh Kd", "9s 8c 7h 6d 5c", "2c 3d"),  # the board's straight
    ("2c 3d", "Ah Kh Qh Jh Th", "4s 5s"),  # the board's royal flush
]
POCKET_BOARD = ("9s 8c 5h 4c 3d", "9c 6s")
WINNING: dict[str, Cards] = {
    "royal_flush": ("Ah Kh", "Qh Jh Th 2c 2d", "3s 4s"),  # the dealer has the board's pair of twos
    "straight_flush": ("9h 8h", "7h 6h 2c 5h 2d", "Ks Qs"),  # a pair of twos again
    "four_of_a_kind": ("9h 9d", "9s 9c 4h 2c 7d", "Ks Kd"),  # kings and nines
    "full_house": ("9h 9d", "9s 4c 4h 2c 7d", "Ks Kd"),  # kings and fours
    "flush": ("Ah 9h", "7h 4h 2h 2c Kd", "Ks Qs"),  # kings and twos
    "straight": ("9h 8d", "7s 6c 5h 2c 2d", "Ks Qd"),  # a pair of twos
    "three_of_a_kind": ("9h 9d", "9s 4c 7h 2c Kd", "Ks Qd"),  # a pair of kings
    "two_pairs": ("9h 4d", "9s 4c 7h 2c Kd", "Ks Qd"),  # a pair of kings
    "pair": ("Ah Ad", "9s 4c 7h 2c Kd", "Ks Qd"),  # a pair of kings
    "high_card": ("Ah Jd", "9s 4c 7h 2c Kd", "Qs 5d"),  # K Q 9 7 5, which is no pair
}
"""The player's hand is of this category and beats the dealer's, which is noted beside it."""

BEATEN: dict[str, Cards] = {
    "straight_flush": ("7h 6h", "Th 9h 8h 2c 3d", "Qh Jh"),  # a queen-high straight flush
    "four_of_a_kind": ("9h 9d", "9s 9c Kd Kc 4h", "Kh Ks"),  # four kings
    "full_house": ("9h 9d", "9s 4c 4h 2c Kd", "Kh Ks"),  # kings full of fours
    "flush": ("Qh 9h", "7h 4h 2h 2c Kd", "Ah 3h"),  # an ace-high flush
    "straight": ("4h 3d", "7s 6c 5h 2c Kd", "9h 8d"),  # nine to five over seven to three
    "three_of_a_kind": ("9h 9d", "9s 4c 7h 2c Kd", "Kh Ks"),  # three kings
    "two_pairs": ("9h 4d", "9s 4c 7h 2c Kd", "Kh 7d"),  # kings and sevens
    "pair": ("Qh Qs", "9s 4c 7h 2c Kd", "Ks Td"),  # a pair of kings
    "high_card": ("Jh Td", "9s 4c 7h 2c Kd", "Ks Qd"),  # a pair of kings
}
"""The player's hand is of this category and loses to the dealer's, which is noted beside it."""

PROGRESSIVE: dict[str, Cards] = WINNING | {
    "flopped_royal_flush_in_spades": ("As Ks", "Qs Js Ts 2c 2d", "3h 4h"),
    "flopped_royal_flush": ("Ah Kh", "Qh Jh Th 2c 2d", "3s 4s"),
    "royal_flush": ("Ah Kh", "Qh Jh 2c Th 2d", "3s 4s"),  # the ten comes on the turn
    "community_royal_flush": ("2c 3d", "Ah Kh Qh Jh Th", "4s 5s"),
    "flopped_straight_flush": ("9h 8h", "7h 6h 5h 2c 2d", "Ks Qs"),
}
"""The same with the names of the progressive tables; the straight flush of WINNING comes on the turn."""


def seat(number: int, hole: str, *, ante: str = "10.00", raised: str | None = "10.00", **wagers: str) -> dict[str, Any]:
    """A seat with ante and odds, a raise or (with none) a fold, and further wagers."""
    placed = {"ante": ante, "odds": ante} | ({"raise": raised} if raised else {}) | wagers
    return {"seat": number, "hole": hole, "folded": raised is None, "wagers": placed}


def table(board: str, dealer: str, *seats: dict[str, Any], meter: str = "10000.00", **more: Any) -> Hand:
    """A round of these seats; the meter stands at $10,000 when there is a progressive wager."""
    hand = {"board": board, "dealer": dealer, "seats": list(seats)} | more
    return hand | ({"meters": {"progressive": meter}} if any("progressive" in one["wagers"] for one in seats) else {})


def alone(cards: Cards, *, ante: str = "10.00", raised: str | None = "10.00", **wagers: str) -> Hand:
    """A round of one player, in seat 1."""
    hole, board, dealer = cards
    return table(board, dealer, seat(1, hole, ante=ante, raised=raised, **wagers))
