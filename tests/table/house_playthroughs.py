"""Golden playthroughs of Pitbook's own books: a full table each, worked out by hand from the statement of the game.

Run as a module to write the transcripts anew; the figures at the head of each file come from `STACKS`.
"""

from pathlib import Path

from oracle.house_paytables import RIDE, THREE, ULTIMATE
from pitbook.table import chips
from pitbook.table.transcript import transcript
from table.play import Game, rules_of, stacked

FOLDER = Path(__file__).parent.parent / "golden" / "house_playthroughs"
Script = list[tuple[int, str, int | None]]
"""By turn: seat, action and amount in cents."""

HANDS: dict[str, tuple[list[str], str, str]] = {
    ULTIMATE: (["9h 4d", "Ah Ad", "Kh Qc", "Jh Td", "9d 9c", "Qs 8d"], "Ks Qd", "9s 4c 7h 2c Kd"),
    THREE: (["Ah Ad 7c", "Qh 6d 4s", "Jh 9d 2s", "7h 8h 9h", "Kd Qc 8d", "5c 5d 5h", "Ts 9c 8s"], "Kh Qs 8c", ""),
    RIDE: (["Th Td 4c", "Qh Kh Ah", "5s 5d 9h", "8c 8d 8h", "2h 7d Jh", "9s 8s 7s", "Kc Qc 3d"], "", "Ts 6s"),
}
"""Players' cards by seat, the dealer's, the board."""
WAGERS: dict[str, dict[str, int]] = {
    ULTIMATE: {"ante": 10_00, "blind": 10_00, "trips": 5_00},
    THREE: {"ante": 10_00, "pair_plus": 5_00, "six_card_bonus": 5_00},
    RIDE: {"bet_1": 10_00, "bet_2": 10_00, "bet_3": 10_00, "three_card_bonus": 5_00},
}
DECISIONS: dict[str, Script] = {
    ULTIMATE: [
        (1, "play", 30_00),
        (2, "play", 40_00),
        *((seat, "check", None) for seat in (3, 4, 5, 6)),
        (3, "check", None),
        (4, "check", None),
        (5, "play", 20_00),
        (6, "check", None),
        (3, "play", 10_00),
        (4, "fold", None),
        (6, "play", 10_00),
    ],
    THREE: [
        (1, "play", 10_00),
        (2, "play", 10_00),
        (3, "fold", None),
        *((seat, "play", 10_00) for seat in (4, 5, 6, 7)),
    ],
    RIDE: [
        (1, "ride", None),
        (2, "withdraw_bet_1", None),
        (3, "withdraw_bet_1", None),
        (4, "ride", None),
        (5, "withdraw_bet_1", None),
        (6, "ride", None),
        (7, "withdraw_bet_1", None),
        (1, "ride", None),
        (2, "ride", None),
        (3, "withdraw_bet_2", None),
        (4, "withdraw_bet_2", None),
        (5, "withdraw_bet_2", None),
        (6, "ride", None),
        (7, "withdraw_bet_2", None),
    ],
}
# From 1,000.00 each.
# Ultimate Texas Hold'em (ante and blind 10, trips 5; the dealer has kings with a queen, nine and seven):
#   1 nines and fours, play 30:   ante +10, blind back, play +30, trips -5
#   2 aces, play 40:              ante +10, blind back, play +40, trips -5
#   3 kings with a queen, 10:     a tie: all back, trips -5
#   4 folded:                     ante -10, blind -10, trips -5
#   5 three nines, play 20:       ante +10, blind back, play +20, trips 3 to 1 +15
#   6 king high, play 10:         ante -10, blind -10, play -10, trips -5
# Three Card Poker (ante 10, pair plus 5, six card bonus 5; the dealer has king, queen, eight, which qualifies):
#   1 aces:                       ante +10, play +10, pair plus +5, six card bonus -5
#   2 queen high:                 ante -10, play -10, pair plus -5, six card bonus -5
#   3 folded:                     ante -10, pair plus -5, six card bonus -5
#   4 straight flush:             ante +10, play +10, ante bonus 5 to 1 +50, pair plus 40 to 1 +200, six card bonus -5
#   5 king, queen, eight:         a tie: ante and play back, pair plus -5, six card bonus -5
#   6 three fives:                ante +10, play +10, ante bonus 4 to 1 +40, pair plus 30 to 1 +150,
#                                 six card bonus 8 to 1 +40
#   7 straight:                   ante +10, play +10, ante bonus +10, pair plus 6 to 1 +30, six card bonus -5
# Let It Ride (three times 10, three card bonus 5; the board is ten and six of spades):
#   1 three tens, all ride:       3 to 1 on each of three +90, a pair in three cards +5
#   2 a mini royal, then ace high: wager 1 back, 2 and $ -20; straight flush in three cards 40 to 1 +200
#   3 fives, both back:           $ -10, a pair +5
#   4 three eights, 2 back:       3 to 1 on two +60, three of a kind 30 to 1 +150
#   5 jack high, both back:       $ -10, bonus -5
#   6 straight flush, all ride:   200 to 1 on each of three +6,000, straight flush 40 to 1 +200
#   7 king high, both back:       $ -10, bonus -5
STACKS: dict[str, str] = {
    ULTIMATE: "1035.00 1045.00 995.00 975.00 1045.00 965.00",
    THREE: "1020.00 970.00 980.00 1265.00 990.00 1250.00 1055.00",
    RIDE: "1095.00 1180.00 995.00 1210.00 985.00 7200.00 985.00",
}


def played(book: str) -> Game:
    """The table when it is played."""
    rules = rules_of(book)
    hands, dealer, board = HANDS[book]
    game = Game(rules, deck=stacked(rules, hands, dealer, board))
    game.sit(len(hands))
    for seat in range(1, len(hands) + 1):
        game.wager(seat, WAGERS[book])
    game.deal()
    for seat, action, amount in DECISIONS[book]:
        game.decide(seat, action, amount)
    assert (game.state.rounds, chips(game.state)) == (1, 0)
    return game


def play(book: str) -> tuple[str, str]:
    """What the seats have in the end, and the transcript."""
    game = played(book)
    return " ".join(game.stacks().values()), "\n".join(transcript(game.library, game.events)) + "\n"


def path_of(book: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{book}.txt"


def main() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(exist_ok=True)
    for book, stacks in STACKS.items():
        path_of(book).write_text(f"{stacks}\n\n{play(book)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
