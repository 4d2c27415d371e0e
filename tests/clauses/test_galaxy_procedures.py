"""Galaxy Gaming's Heads Up Hold'em, steps 1 to 8: the deck, the cards and their order."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, player_view
from pitbook.table import commands as c
from table.play import GALAXY, Game, rules_of


@pytest.mark.clause("galaxy-heads-up-holdem 1")
def test_one_deck_of_52_cards() -> None:
    rules = rules_of(GALAXY)
    two = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue"))
    p.refused(Game(rules, opened=False), two, "galaxy-heads-up-holdem 1")
    game = p.with_wagers(GALAXY, source="virtual")
    game.deal()
    assert len(set(game.state.round.order)) == 52


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.clause("galaxy-heads-up-holdem 3", "galaxy-heads-up-holdem 4")
def test_four_cards_first_then_hole_cards_from_the_dealers_left(method: str) -> None:
    game = p.with_wagers(GALAXY, method, automations=NONE)
    game.deal()
    steps = p.dealt(game)
    assert steps[0] == ("extra", None, 4, False)
    hole = [(to, seat) for to, seat, _, _ in steps if to in ("player", "dealer")]
    once = [("player", 1), ("player", 2), ("dealer", None)]
    assert hole == (once if method == "automated" else once * 2)


@pytest.mark.parametrize("order", ["as_needed", "board_face_down"])
@pytest.mark.clause("galaxy-heads-up-holdem 4", "galaxy-heads-up-holdem 6", "galaxy-heads-up-holdem 8")
def test_the_board_face_down_or_as_needed(order: str) -> None:
    game = p.with_wagers(GALAXY, "hand", order, automations=NONE)
    game.deal()
    game.perform_until("decide")
    board = player_view(game.state, "player 1")["round"]["board"]
    assert board == (["hidden"] * 5 if order == "board_face_down" else [])
    for seat in (1, 2):
        game.decide(seat, "check")
    game.step("turn_up" if order == "board_face_down" else "deal")
    flop = player_view(game.state, "player 1")["round"]["board"]
    assert flop[:3] == ["9s", "4c", "7h"]
    for seat in (1, 2):
        game.decide(seat, "check")
    game.step("turn_up" if order == "board_face_down" else "deal")
    assert player_view(game.state, "player 1")["round"]["board"] == ["9s", "4c", "7h", "2c", "Kd"]


@pytest.mark.clause("galaxy-heads-up-holdem 4")
def test_players_do_not_see_each_others_cards() -> None:
    game = p.with_wagers(GALAXY)
    game.deal()
    view = player_view(game.state, "player 1")["round"]
    assert view["seats"]["2"]["cards"] == ["hidden", "hidden"]
    assert view["extra"] == ["hidden"] * 4


def test_procedures_that_galaxy_leaves_open_are_marylands_and_cited_so() -> None:
    game = Game(rules_of(GALAXY), source="virtual", automations=NONE)
    cited = {(step.do, clause) for step in game.state.agenda for clause in step.clauses}
    own = {(step, clause) for step, clause in cited if clause.startswith(GALAXY)}
    assert own == {("inspect", f"{GALAXY} 1")}, "only that the deck has 52 cards is Galaxy's own"
    assert {clause.split()[0] for _, clause in cited - own} == {"md-heads-up-holdem"}
