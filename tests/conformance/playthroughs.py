"""Golden playthroughs of the books that are folders: a few rounds of one player, worked out by hand.

Run as a module to write the transcripts anew; the stacks at the head of each file come from `STACKS`.
"""

from pathlib import Path

from conformance.books import ROOT, rules_of
from conformance.slow import Standing
from conformance.tellers import deck_for
from pitbook.cards import parse_cards
from pitbook.table.transcript import transcript
from table.play import Game

FOLDER = ROOT / "tests" / "golden" / "folders"
BY_OTHERS = (ROOT / "tests" / "golden" / "playthroughs", ROOT / "tests" / "golden" / "house_playthroughs")
"""Where the playthroughs of the embedded books are kept."""
Round = tuple[str, str, str, list[tuple[str, int | None]]]
"""The player's cards, the board, the dealer's, and what the player does."""
HOLDEM, LADDER = "examples/books/generous-holdem", "examples/books/three-card-ladder"
THREE, TWENTY = "tests/books/limited-three-card", "tests/books/twenty-card-three"
STUD, STREETS = "tests/books/stud", "tests/books/stud-by-street"
WAGERS: dict[str, dict[str, int]] = {
    HOLDEM: {"ante": 10_00, "odds": 10_00, "trips_plus": 5_00},
    LADDER: {"ante": 10_00},
    THREE: {"ante": 10_00, "pair_plus": 5_00},
    TWENTY: {"ante": 10_00},
    STUD: {"ante": 10_00},
    STREETS: {"ante": 10_00},
}
ROUNDS: dict[str, list[Round]] = {
    HOLDEM: [
        ("Ah 9h", "2h 7h Kh 3c 4d", "Qs Qd", [("raise", 30_00)]),
        ("7c 2d", "Ks Qd 9h 4s 3c", "Jh Td", [("check", None), ("check", None), ("fold", None)]),
    ],
    LADDER: [
        ("7h 8d 9c", "", "Kh Qs 8c", [("play", None)]),
        ("Ah Ad 7c", "", "Jd 9s 2c", [("play", None)]),
        ("Jh 9d 2s", "", "Kh Qs 8c", [("fold", None)]),
    ],
    THREE: [
        ("Ah Ad 7c", "", "Kh Qs 8c", [("play", 30_00)]),
        ("7h 8h 9h", "", "Jd 9s 2c", [("play", 20_00)]),
        ("Jh 9d 2s", "", "Kh Qs 8c", [("fold", None)]),
    ],
    TWENTY: [
        ("Ah Ad Ac", "", "Kh Qs Td", [("play", None)]),
        ("Jh Kd Ts", "", "Kh Ks Ac", [("fold", None)]),
    ],
    STUD: [
        ("Jh Jd", "4c 9s 2h", "", [("street", 30_00), ("street", 10_00), ("street", 20_00)]),
        ("7h 2d", "Kc 9s 4h", "", [("street", 10_00), ("fold", None)]),
        ("8h 8d", "Kc 4s 2h", "", [("street", 10_00), ("street", 10_00), ("street", 10_00)]),
    ],
    STREETS: [
        ("Jh Jd", "4c 9s 2h", "", [("street", 30_00), ("fourth", 10_00), ("fifth", 20_00)]),
        ("7h 2d", "Kc 9s 4h", "", [("street", 10_00), ("fold", None)]),
    ],
}
# From 1,000.00.
# Generous Heads-Up Hold'em (ante and odds 10, trips plus 5):
#   1 a flush beats queens: ante +10, odds 3 to 2 +15, raise +30, trips plus 8 to 1 +40, which is 5 more than Maryland's
#   2 folded after the river: ante -10, odds -10, trips plus -5
# Three Card Ladder (ante 10):
#   1 a straight beats king high: ante +10, play 2 to 1 +20
#   2 aces, and the dealer has jack high: ante +10, play back
#   3 folded: ante -10
# Three Card Poker with limits by hand (ante 10, pair plus 5):
#   1 aces, which may play 30, beat a dealer who qualifies: ante +10, play +30, pair plus +5
#   2 a straight flush, and the dealer has jack high: ante +10, play back, ante bonus 5 to 1 +50, pair plus 40 to 1 +200
#   3 folded: ante -10, pair plus -5
# Three Card Ladder with twenty cards (ante 10):
#   1 three aces beat a dealer who qualifies: ante +10, play 6 to 1 +60
#   2 folded: ante -10
# Mississippi Stud (ante 10):
#   1 jacks: 1 to 1 on the ante and on 60 of three streets +70
#   2 folded at fourth street: ante -10, third street -10
#   3 eights: everything back
STACKS = {
    HOLDEM: "1095.00 1070.00",
    LADDER: "1030.00 1040.00 1030.00",
    THREE: "1045.00 1305.00 1290.00",
    TWENTY: "1070.00 1060.00",
    STUD: "1070.00 1050.00 1050.00",
    STREETS: "1070.00 1050.00",
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
        for verb, amount in taken:
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
