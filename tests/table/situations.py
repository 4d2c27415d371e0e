"""Situations of the golden transcripts that one book or one kind of table has, with figures worked out by hand.

Run as a module to write the transcripts anew.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.submission.devices import without_device
from pitbook.table import ALL, NONE
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
    data: dict[str, Any] = stock_submission(load_book(FOUR))
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


def marked_shuffler_after_no_more_bets() -> tuple[str, Game]:
    """A shuffle is ordered before the first card and the shuffler jams: the dealer shuffles and cuts, and deals on.

    In Four Card Poker nothing is void by that.
    """
    game = Game(rules_of(FOUR, "hand"), automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {"ante": 10_00})
    game.perform_until("deal")
    game.do(c.OrderReshuffle(c.floorperson("Flo"), "a card was bent"))
    game.do(c.Report(c.dealer("Dee"), "shuffler_jam"))
    game.do(c.Report(c.dealer("Dee"), "device_out_of_order", {"device": "shuffler", "made": "marked"}))
    other = without_device(game.rules, "shuffler")
    game.library[other.digest] = other
    game.do(c.AdoptRules(c.floorperson("Flo"), other.digest))
    game.deck = stacked(other, ["Ah Ad 9h 6d 4s"], DEALER_OF_FOUR, "", BONUS)
    game.table.automations = ALL
    game.step("shuffle")
    game.decide(1, "play", 10_00)
    return WON_FOUR, game


def jam_of_an_ordered_shuffle() -> tuple[str, Game]:
    """In Maryland hold'em the jam voids the round: the order has put its deck back into the shuffler."""
    game = Game(rules_of(MD, "hand"), automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, MAIN)
    game.perform_until("deal")
    game.do(c.OrderReshuffle(c.floorperson("Flo"), "a card was bent"))
    game.table.automations = ALL
    game.do(c.Report(c.dealer("Dee"), "shuffler_jam"))
    return "1000.00", game


def abandoned_in_a_void_round() -> tuple[str, Game]:
    """Seat 1 has raised and left when a dealer's card is exposed: its side wagers wait for the ruling, and lose.

    Seat 2 has a pair of nines, 5 to 1, and three of them with the board, 3 to 1: 25 and 15 on wagers of 5.
    """
    rules = rules_of(MD)
    game = Game(rules, deck=stacked(rules, ["9h 4d", "9d 9c"], DEALER, BOARD))
    game.sit(2)
    for seat in (1, 2):
        game.wager(seat, MAIN | {"pocket_bonus": 5_00, "trips_plus": 5_00})
    game.deal()
    game.decide(1, "raise", 30_00)
    game.do(c.Leave(c.player("player 1")))
    game.do(c.Report(c.dealer("Dee"), "dealer_card_exposed", {"place": 1}))
    game.do(c.RuleOnLeaving(c.floorperson("Flo"), "player 1", True, "walked off"))
    return "1040.00", game


def a_card_too_many_beside_a_right_stub() -> tuple[str, Game]:
    """The stub has the 35 cards that it should have, and seat 2 has six: 53 in all, so that the deck leaves."""
    rules = rules_of(FOUR)
    game = Game(rules, deck=stacked(rules, ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h"], DEALER_OF_FOUR, "", BONUS))
    game.sit(2)
    for seat in (1, 2):
        game.wager(seat, {"ante": 10_00})
    game.do(c.CallStubCount(c.dealer("Dee")))
    game.table.automations = ALL - {"count_stub"}
    game.deal()
    game.step("count_stub", count=35, misdealt={"2": 6})
    return "1000.00 1000.00", game


SITUATIONS: dict[str, Callable[[], tuple[str, Game]]] = {
    f"{MD}-idle-face-up-on-request": idle_face_up_on_request,
    f"{FOUR}-idle-face-down": idle_face_down,
    f"{MA}-preshuffled-deck": preshuffled_deck,
    f"{FOUR}-progressives-of-one-and-five-dollars": progressives_of_one_and_five_dollars,
    f"{MD}-corrected-card": corrected_card,
    f"{FOUR}-marked-shuffler-after-no-more-bets": marked_shuffler_after_no_more_bets,
    f"{MD}-jam-of-an-ordered-shuffle": jam_of_an_ordered_shuffle,
    f"{MD}-abandoned-in-a-void-round": abandoned_in_a_void_round,
    f"{FOUR}-a-card-too-many-beside-a-right-stub": a_card_too_many_beside_a_right_stub,
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
