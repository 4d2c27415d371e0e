"""Views show what the rules have shown, and nothing else; a planted leak is found."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, dealer_view, player_view, public_view, views
from pitbook.table import commands as c
from table.looking import leaks, there
from table.play import BOOKS, FOUR, METHODS


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_no_view_leaks_at_any_step(book: str, method: str, order: str) -> None:
    game = p.with_wagers(book, method, order, automations=NONE, source="virtual")
    game.deal()
    while game.state.round is not None:
        assert leaks(game.state) == []
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do)


@pytest.mark.parametrize("book", BOOKS)
def test_a_planted_leak_is_found(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = p.with_wagers(book, source="virtual")
    game.deal()
    assert leaks(game.state) == []
    monkeypatch.setattr(views, "_all", lambda cards, up: [str(card) for card in cards])
    assert leaks(game.state)
    monkeypatch.undo()
    monkeypatch.setattr(views, "round_view", lambda current, own, over: {"seed": game.secret().hex()})
    assert ("public", "seed") in leaks(game.state)


def test_a_player_sees_the_own_cards_at_all_own_boxes() -> None:
    game = p.Game(p.rules_of(FOUR, edits="adjacent_boxes=2"))
    game.do(c.Sit(c.player("Ann"), 1, 1000_00))
    game.do(c.Sit(c.player("Ann"), 2))
    game.deck = p.two_hands(game)
    for seat in (1, 2):
        game.do(c.PlaceWagers(c.player("Ann"), seat, {"ante": 10_00}))
    game.deal()
    seats = there(player_view(game.state, "Ann")["round"])["seats"]
    assert [seats[str(seat)]["cards"][0] for seat in (1, 2)] == ["Ah", "Qh"]
    for view in (public_view(game.state), dealer_view(game.state), player_view(game.state, "nobody")):
        assert there(view["round"])["seats"]["1"]["cards"] == ["hidden"] * 5


def test_the_dealer_sees_the_decks_and_the_script() -> None:
    game = p.with_wagers("md-heads-up-holdem", automations=NONE)
    view = dealer_view(game.state)
    assert view["decks"] == [{"back": "red", "in_play": True, "removed": False}]
    assert view["steps"][0]["words"] == 'Announce "no more bets".'
    assert view["steps"][0]["clauses"] == ["md-heads-up-holdem 8.C(1)", "md-heads-up-holdem 7.E"]
