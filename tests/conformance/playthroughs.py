"""Golden playthroughs of the books that are folders: a few rounds of one player, worked out by hand.

Run as a module to write the transcripts anew; the stacks at the head of each file come from `STACKS`.
"""

from pathlib import Path

from conformance.books import ROOT, rules_of
from conformance.slow import Standing, Taken
from conformance.tellers import deck_for
from pitbook.cards import parse_cards
from pitbook.table.transcript import transcript
from table.play import Game

FOLDER = ROOT / "tests" / "golden" / "folders"
BY_OTHERS = (ROOT / "tests" / "golden" / "playthroughs", ROOT / "tests" / "golden" / "house_playthroughs")
"""Where the playthroughs of the embedded books are kept."""
Round = tuple[str, str, str, list[Taken]]
"""The player's cards, the board, the dealer's, and what the player does."""
HOLDEM, THREE, RIDE = "examples/books/generous-holdem", "tests/books/three-card-poker", "tests/books/let-it-ride"
WAGERS: dict[str, dict[str, int]] = {
    HOLDEM: {"ante": 10_00, "odds": 10_00, "trips_plus": 5_00},
    THREE: {"ante": 10_00, "pair_plus": 5_00},
    RIDE: {"bet_1": 10_00, "bet_2": 10_00, "dollar": 10_00},
}
ROUNDS: dict[str, list[Round]] = {
    HOLDEM: [
        ("Ah 9h", "2h 7h Kh 3c 4d", "Qs Qd", [Taken("pre_flop", "raise", 30_00)]),
        (
            "7c 2d",
            "Ks Qd 9h 4s 3c",
            "Jh Td",
            [Taken("pre_flop", "check", None), Taken("flop", "check", None), Taken("river", "fold", None)],
        ),
    ],
    THREE: [
        ("Ah Ad 7c", "", "Kh Qs 8c", [Taken("play", "play", None)]),
        ("7h 8h 9h", "", "Jd 9s 2c", [Taken("play", "play", None)]),
        ("Jh 9d 2s", "", "Kh Qs 8c", [Taken("play", "fold", None)]),
    ],
    RIDE: [
        ("Th Td 4c", "Ts 6s", "", [Taken("first", "ride", None), Taken("second", "ride", None)]),
        ("2h 7d Jh", "Ts 6s", "", [Taken("first", "withdraw_bet_1", None), Taken("second", "withdraw_bet_2", None)]),
        ("Kc Qc 3d", "Kd 9s", "", [Taken("first", "withdraw_bet_1", None), Taken("second", "ride", None)]),
    ],
}
# From 1,000.00.
# Generous Heads-Up Hold'em (ante and odds 10, trips plus 5):
#   1 a flush beats queens: ante +10, odds 3 to 2 +15, raise +30, trips plus 8 to 1 +40, which is 5 more than Maryland's
#   2 folded after the river: ante -10, odds -10, trips plus -5
# Three Card Poker (ante 10, pair plus 5):
#   1 aces beat a dealer who qualifies: ante +10, play +10, pair plus +5
#   2 a straight flush, and the dealer has jack high: ante +10, play back, ante bonus 5 to 1 +50, pair plus 40 to 1 +200
#   3 folded: ante -10, pair plus -5
# Let It Ride (three times 10):
#   1 three tens, all ride: 3 to 1 on each +90
#   2 jack high, two taken back: -10
#   3 a pair of kings, one taken back: 1 to 1 on two +20
STACKS = {
    HOLDEM: "1095.00 1070.00",
    THREE: "1025.00 1285.00 1270.00",
    RIDE: "1090.00 1080.00 1100.00",
}


def _cards(text: str) -> int:
    return sum(1 << card.index for card in parse_cards(text))


def play(target: str) -> tuple[str, str]:
    """Play it: what the player has after each round, and the transcript."""
    rules = rules_of(target)
    game, stacks = Game(rules), []
    game.sit(1)
    for own, board, dealer, taken in ROUNDS[target]:
        game.deck = deck_for(rules, Standing(own=_cards(own), board=_cards(board), hidden=_cards(dealer)))
        game.wager(1, WAGERS[target])
        game.deal()
        for _, verb, amount in taken:
            game.decide(1, verb, amount)
        stacks.append(game.stacks()[1])
    return " ".join(stacks), "\n".join(transcript(game.library, game.events)) + "\n"


def path_of(target: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{target.replace('/', '-')}.txt"


def main() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(exist_ok=True)
    for target, stacks in STACKS.items():
        path_of(target).write_text(f"{stacks}\n\n{play(target)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
