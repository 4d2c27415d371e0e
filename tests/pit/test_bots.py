"""Seats played by a function: it is told what its player knows, and its answer becomes the player's decision."""

import pytest

from pit.playing import hosted, play
from pitbook.ledger import MemoryStore
from pitbook.pit import Situation
from pitbook.pit.bot_wagers import least_wagers, most_needed
from pitbook.problems import RefusedError
from pitbook.rulebooks.actions import Action
from table.play import FOUR, GALAXY, MD, METHODS, rules_of, shuffler_for


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_a_bot_knows_its_own_cards_and_what_lies_face_up(book: str, method: str, order: str) -> None:
    rules = rules_of(book, method, order, shuffler_for(method, order, book))
    host = hosted(MemoryStore(), rules)
    seen: list[Situation] = []

    def bot(asked: Situation) -> Action:
        seen.append(asked)
        return Action(asked.street.otherwise)

    host.bot = bot
    play(host, 2)
    assert len(seen) == 2 * rules.positions * len(rules.streets)
    for asked in seen:
        assert len(asked.cards) == rules.book.player.cards
        assert len(asked.board) == asked.street.board
        assert len(asked.up) == rules.book.flow.up
        assert asked.rules.digest == rules.digest


def test_a_bot_may_only_do_what_the_rules_allow() -> None:
    host = hosted(MemoryStore(), rules_of(MD))
    for action in (Action("raise", 7), Action("play", 1), Action("raise_x")):
        host.bot = lambda _, chosen=action: chosen  # type: ignore[misc]
        with pytest.raises(RefusedError):
            host.play_round(6)
    host.bot = lambda asked: Action("raise", 3)
    assert host.play_round(6) == "T1-1", "nothing of the failed rounds was stored"


def test_every_wager_on_offer_is_placed_at_its_least() -> None:
    """A stock submission: ante 5.00, side wagers 1.00, progressive 1.00."""
    side = {"pocket_bonus": 1_00, "trips_plus": 1_00, "all6": 1_00, "progressive": 1_00}
    assert least_wagers(rules_of(GALAXY)) == {"ante": 5_00, "odds": 5_00, **side}
    assert most_needed(rules_of(GALAXY)) == 14_00 + 15_00
    four = {"ante": 5_00, "aces_up": 1_00, "six_card_bonus": 1_00, "progressive": 1_00}
    assert least_wagers(rules_of(FOUR)) == four
