"""When players look at their cards, and at which: their own, once the dealing is complete."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, dealer_view, player_view, public_view
from pitbook.table import commands as c
from table.looking import there
from table.play import BOOKS, FOUR, GALAXY, MA, MD, METHODS

HOLES = {1: ["9h", "4d"], 2: ["9d", "9c"]}
FIVES = {1: ["Ah", "Ad", "9h", "6d", "4s"], 2: ["Qh", "Qd", "Qs", "8c", "6h"]}


def _open(game: p.Game, player: str) -> dict[str, list[str]]:
    """The cards of each seat that a player can see."""
    seats = there(player_view(game.state, player)["round"])["seats"]
    return {seat: [card for card in part["cards"] if card != "hidden"] for seat, part in seats.items()}


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
@pytest.mark.clause(f"{MD} 11.A", f"{FOUR} 11.A", f"{FOUR} 11.A(1)")
@pytest.mark.clause(f"{MA} 10(a)", f"{MA} 10(c)", f"{GALAXY} 4")
def test_players_look_when_the_dealing_is_complete_and_only_at_their_own(book: str, method: str, order: str) -> None:
    game = p.with_wagers(book, method, order, automations=NONE)
    game.deal()
    while game.state.agenda[0].do != "decide":
        for seat in (1, 2):
            assert _open(game, f"player {seat}") == {"1": [], "2": []}
        game.step(game.state.agenda[0].do)
    hands = FIVES if book == FOUR else HOLES
    assert _open(game, "player 1") == {"1": hands[1], "2": []}
    assert _open(game, "player 2") == {"1": [], "2": hands[2]}
    for view in (public_view(game.state), dealer_view(game.state), player_view(game.state, "nobody")):
        assert {card for part in there(view["round"])["seats"].values() for card in part["cards"]} == {"hidden"}


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.clause(f"{FOUR} 11.A")
def test_the_dealers_up_card_is_seen_as_it_is_dealt(method: str) -> None:
    game = p.with_wagers(FOUR, method, automations=NONE)
    game.deal()
    while len(game.state.round.dealer) < 6:
        game.step(game.state.agenda[0].do)
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == ["hidden"] * 5 + ["2s"]


@pytest.mark.parametrize("book", BOOKS)
def test_cards_of_a_round_that_was_void_before_anybody_looked_stay_unseen(book: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    while game.state.round is not None:
        assert _open(game, "player 1") == {"1": [], "2": []}
        game.step(game.state.agenda[0].do)
