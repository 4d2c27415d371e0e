"""Situations of the golden transcripts that one book or one kind of table has, with figures worked out by hand.

Run as a module to write the transcripts anew.
"""

from collections.abc import Callable
from pathlib import Path

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
    game.decide(1, game.rules.book.decision.wager, 10_00 if four else 30_00)


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


SITUATIONS: dict[str, Callable[[], tuple[str, Game]]] = {
    f"{MD}-idle-face-up-on-request": idle_face_up_on_request,
    f"{FOUR}-idle-face-down": idle_face_down,
    f"{MA}-preshuffled-deck": preshuffled_deck,
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
