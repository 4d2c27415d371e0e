"""Golden playthroughs of Pitbook's own books: a full table each, worked out by hand from the statement of the game.

Run as a module to write the transcripts anew; the figures at the head of each file come from `STACKS`.
"""

from pathlib import Path

from oracle.house_paytables import ULTIMATE
from pitbook.table import chips
from pitbook.table.transcript import transcript
from table.play import Game, rules_of, stacked

FOLDER = Path(__file__).parent.parent / "golden" / "house_playthroughs"
Script = list[tuple[int, str, int | None]]
"""By turn: seat, action and amount in cents."""

HANDS: dict[str, tuple[list[str], str, str]] = {
    ULTIMATE: (["9h 4d", "Ah Ad", "Kh Qc", "Jh Td", "9d 9c", "Qs 8d"], "Ks Qd", "9s 4c 7h 2c Kd"),
}
"""Players' cards by seat, the dealer's, the board."""
WAGERS: dict[str, dict[str, int]] = {ULTIMATE: {"ante": 10_00, "blind": 10_00, "trips": 5_00}}
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
}
# From 1,000.00 each.
# Ultimate Texas Hold'em (ante and blind 10, trips 5; the dealer has kings with a queen, nine and seven):
#   1 nines and fours, play 30:   ante +10, blind back, play +30, trips -5
#   2 aces, play 40:              ante +10, blind back, play +40, trips -5
#   3 kings with a queen, 10:     a tie: all back, trips -5
#   4 folded:                     ante -10, blind -10, trips -5
#   5 three nines, play 20:       ante +10, blind back, play +20, trips 3 to 1 +15
#   6 king high, play 10:         ante -10, blind -10, play -10, trips -5
STACKS: dict[str, str] = {ULTIMATE: "1035.00 1045.00 995.00 975.00 1045.00 965.00"}


def play(book: str) -> tuple[str, str]:
    """Play it: what the seats have in the end, and the transcript."""
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
