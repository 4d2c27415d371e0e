"""Golden playthroughs of progressive awards: what is paid, worked out by hand, and the transcript.

Run as a module to write the transcripts anew; the figures at the head of each file come from the table below.
"""

from pathlib import Path

from pitbook.table import ALL
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MD, Game, rules_of, stacked
from table.playthroughs import ALL6, BONUS, DEALER_OF_FOUR, found

FOLDER = Path(__file__).parent.parent / "golden" / "awards"
STAKES = {"ante": 10_00, "progressive": 1_00}

# Two seats with ante (and odds) 10 and progressive 1, raise or play 30, from 1,000.00 each; the meter from 5,000.00.
# Between the reckoning and the last turn another table on the meter contributes 0.10.
#
# Hold'em: the board is a royal flush. Everything ties and pushes; each has a tenth of the meter, seat 2 first.
#   2 of 5,000.20: 500.02, less the chip                 1 of 4,500.18 + 0.10 = 4,500.28: 450.028, paid 450.03
#   meter 4,500.28 - 450.028 = 4,050.252
# Four Card: seat 1 has four aces, seat 2 queen high against a pair of kings.
#   1 ante +10, play +30, ante bonus 25 to 1 +250, the whole of 5,000.20 + 0.10, less the chip
#   2 ante -10, play -30, chip -1, envy +100             meter reset to 5,000.00
COMES_TO = {
    MD: "1449.03 1499.02 | 4050.25",
    GALAXY: "1449.03 1499.02 | 4050.25",
    FOUR: "6289.30 1059.00 | 5000.00",
}


def _deck(game: Game) -> str:
    book = game.rules.book.id
    if book == FOUR:
        return stacked(game.rules, ["Ah Ad Ac As 4s", "Qh 8d 7s 4c 2d"], DEALER_OF_FOUR, extra=BONUS)
    return stacked(game.rules, ["2h 3d", "4d 7d"], "5c 6c", "Ah Kh Qh Jh Th", ALL6 if book == GALAXY else "")


def _stakes(book: str) -> dict[str, int]:
    return STAKES if book == FOUR else STAKES | {"odds": 10_00}


def play_game(book: str) -> Game:
    """The round of a book, up to its end."""
    game = Game(rules_of(book), automations=ALL - {"validate_progressive", "pay_progressive", "complete_paperwork"})
    other = Game(rules_of(book), table="U")
    other.join(game.meters, "U")
    other.sit(1)
    other.deck = stacked(other.rules, ["9h 4d" if book != FOUR else "Ah Jd 9h 6d 4s"], *_dull(book))
    game.deck = _deck(game)
    game.sit(2)
    for seat in (1, 2):
        game.wager(seat, _stakes(book))
    game.deal()
    for seat in (1, 2):
        game.decide(seat, game.rules.book.flow.wager, 30_00)
    winners = [line.seat for line in game.state.round.lines if line.pays and "of meter" in line.pays]
    for seat in winners:
        game.step("validate_progressive")
        if seat == winners[-1]:
            other.wager(1, _stakes(book))
            other.deal()
        game.step("pay_progressive")
        if game.state.agenda[0].do == "complete_paperwork":
            game.step("complete_paperwork")
    return game


def play(book: str) -> tuple[str, str]:
    """What the round came to, and its transcript."""
    game = play_game(book)
    return found(game), "\n".join(transcript(game.library, game.events)) + "\n"


def _dull(book: str) -> tuple[str, str, str]:
    if book == FOUR:
        return DEALER_OF_FOUR, "", BONUS
    return "Ks Qd", "9s 4c 7h 2c Kd", ALL6 if book == GALAXY else ""


def main() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for book, head in COMES_TO.items():
        (FOLDER / f"{book}.txt").write_text(f"{head}\n\n{play(book)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
