"""Situations of the golden transcripts that one book or one kind of table has, with figures worked out by hand.

Run as a module to write the transcripts anew.
"""

from collections.abc import Callable
from pathlib import Path

from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.table import ALL
from pitbook.table import commands as c
from pitbook.table.transcript import transcript
from table.play import FOUR, MA, MD, Game, rules_of, stacked
from table.playthroughs import BOARD, BONUS, DEALER, DEALER_OF_FOUR, MAIN

FOLDER = Path(__file__).parent.parent / "golden" / "situations"

# Everybody begins with 1,000.00. Hold'em: nines and fours against a pair of kings, raised 30: ante +10, raise +30,
# odds push. Four Card: a pair of aces against a pair of kings, play 10: ante +10, play +10.
WON, WON_FOUR = "1040.00", "1020.00"


def _round(game: Game) -> None:
    """One player wins a plain round."""
    four = game.rules.book.id == FOUR
    hands = (["Ah Ad 9h 6d 4s"], DEALER_OF_FOUR, "", BONUS) if four else (["9h 4d"], DEALER, BOARD, "")
    game.deck = stacked(game.rules, *hands)
    game.sit(1)
    game.wager(1, {"ante": 10_00} if four else MAIN)
    game.deal()
    game.decide(1, game.rules.book.flow.wager, 10_00 if four else 30_00)


def _deserted(book: str) -> Game:
    """The table is open, its cards are ready, and nobody plays."""
    game = Game(rules_of(book))
    game.sit(1)
    game.do(c.Leave(c.player("player 1")))
    return game


def idle_face_up_on_request() -> tuple[str, Game]:
    """Somebody asks to see the cards of an idle table, and another player is the first to come."""
    game = _deserted(MD)
    game.do(c.GoIdle(c.dealer("Dee"), face_up=True, asked_by="Ann"))
    _round(game)
    return WON, game


def idle_face_down() -> tuple[str, Game]:
    """Shoe and rack are cleared, the cards lie face down, and are turned up for the first player."""
    game = _deserted(FOUR)
    game.do(c.GoIdle(c.dealer("Dee")))
    _round(game)
    return WON_FOUR, game


def preshuffled_deck() -> tuple[str, Game]:
    """A Massachusetts deck that comes preshuffled is inspected and cut."""
    game = Game(rules_of(MA), preshuffled=True)
    _round(game)
    return WON, game


def progressives_of_one_and_five_dollars() -> tuple[str, Game]:
    """Four sevens with a $1 chip earn the others envy, each by the own chip: $10 for $1, $50 for $5.

    Seat 1: ante and play +20, ante bonus 25 to 1 +250, progressive 300 for 1 +299. Seat 2, king high with a ten: +20,
    chip -1, envy +10. Seat 3, a pair of queens: +20, chip -5, envy +50. The dealer has king high with a nine.
    """
    data = stock_submission(load_book(FOUR))
    data["progressive"]["wager"] = ["1.00", "5.00"]
    rules = house_rules(data)
    hands = ["7s 7h 7d 7c 2c", "Kh Js Td 4h 3s", "Qc Qd 9s 5d 3h"]
    game = Game(rules, deck=stacked(rules, hands, "Kc Jd 9h 6s 3c 2d", "", BONUS))
    game.sit(3)
    for seat, chip in ((1, 1_00), (2, 1_00), (3, 5_00)):
        game.wager(seat, {"ante": 10_00, "progressive": chip})
    game.deal()
    for seat in (1, 2, 3):
        game.decide(seat, "play", 10_00)
    return "1569.00 1029.00 1065.00", game


def corrected_card() -> tuple[str, Game]:
    """A physical table: a flop card is put right before anybody decides by it, the dealer's after money was paid.

    Three kings collect 50.00 from seat 2. The pair of kings that really lies there loses to three nines and, in the
    other seat, to nines and fours: ante 10 and raise 30 are won, and ante 10 and a raise of 20 on the flop.
    """
    game = Game(rules_of(MD), source="entered", automations=ALL - {"settle"})
    game.sit(2)
    game.step("insert_cover_card", depth=20)
    for seat in (1, 2):
        game.wager(seat, MAIN)
    game.deal()
    game.decide(1, "check")
    game.decide(2, "raise", 30_00)
    game.do(c.Report(c.dealer("Dee"), "face_up_card", {"card": "3h"}))
    game.step("deal", cards="9s 4c 7d")
    game.do(c.CorrectCards(c.dealer("Dee"), "7d", "7h", "misread"))
    game.decide(1, "raise", 20_00)
    game.step("deal", cards="2c Kd")
    game.step("reveal_dealer", cards="Ks Kh")
    game.step("turn_up_hand", cards="9d 9c")
    game.step("settle")
    game.do(c.CorrectCards(c.floorperson("Flo"), "Kh", "Qd", "the card lay under another one"))
    game.step("settle")
    game.step("turn_up_hand", cards="9h 4d")
    game.step("settle")
    return "1030.00 1040.00", game


SITUATIONS: dict[str, Callable[[], tuple[str, Game]]] = {
    f"{MD}-idle-face-up-on-request": idle_face_up_on_request,
    f"{FOUR}-idle-face-down": idle_face_down,
    f"{MA}-preshuffled-deck": preshuffled_deck,
    f"{FOUR}-progressives-of-one-and-five-dollars": progressives_of_one_and_five_dollars,
    f"{MD}-corrected-card": corrected_card,
}


def path_of(name: str) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{name}.txt"


def play(name: str) -> tuple[str, list[str], str]:
    """Play a situation: what the seats should have, what they have, and the transcript."""
    right, game = SITUATIONS[name]()
    return right, list(game.stacks().values()), "\n".join(transcript(game.library, game.events)) + "\n"


def main() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SITUATIONS:
        right, _, text = play(name)
        path_of(name).write_text(f"{right}\n\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
