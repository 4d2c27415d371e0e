"""Galaxy Gaming's Heads Up Hold'em, steps 1 to 8: the deck, the cards and their order."""

from typing import Any

import pytest

from clauses import procedures as p
from pitbook.cards import DECK
from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.table import ALL, NONE, player_view
from pitbook.table import commands as c
from table.looking import there
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
    assert p.cited(game, "deal", "extra") == {"galaxy-heads-up-holdem 3"}
    assert p.cited(game, "deal", "player") == p.cited(game, "deal", "dealer") == {"galaxy-heads-up-holdem 4"}
    hole = [(to, seat) for to, seat, _, _ in steps if to in ("player", "dealer")]
    once = [("player", 1), ("player", 2), ("dealer", None)]
    assert hole == (once if method == "automated" else once * 2)
    assert all(not face_up for to, _, _, face_up in steps if to in ("player", "dealer"))
    p.check_dealt_as_planned(game)


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.clause("galaxy-heads-up-holdem 3")
def test_without_all_6_on_the_layout_the_hole_cards_come_first(method: str) -> None:
    data: dict[str, Any] = stock_submission(load_book(GALAXY))
    data["wagers"].remove("all6")
    del data["paytables"]["all6"]
    dealing = rules_of(GALAXY, method)
    data["dealing"] |= {"method": method, "order": dealing.order.name, "shuffler": dealing.shuffler.value}
    game = Game(house_rules(data), automations=ALL)
    game.sit(2)
    for seat in (1, 2):
        game.wager(seat, p.MAIN)
    game.table.automations = NONE
    game.deck = " ".join(map(str, DECK))
    game.deal()
    steps = p.dealt(game)
    assert steps[0][:2] == ("player", 1)
    assert not [step for step in steps if step[0] == "extra"]
    p.play_out(game)
    last = game.state.last_round
    assert (last.extra, last.hands[1][0]) == ([], DECK[0])


@pytest.mark.parametrize("order", ["as_needed", "board_face_down"])
@pytest.mark.clause("galaxy-heads-up-holdem 4", "galaxy-heads-up-holdem 6", "galaxy-heads-up-holdem 8")
def test_the_board_face_down_or_as_needed(order: str) -> None:
    game = p.with_wagers(GALAXY, "hand", order, automations=NONE)
    game.deal()
    game.perform_until("decide")
    board = there(player_view(game.state, "player 1")["round"])["board"]
    assert board == (["hidden"] * 5 if order == "board_face_down" else [])
    for seat in (1, 2):
        game.decide(seat, "check")
    assert game.state.agenda[0].clauses == ("galaxy-heads-up-holdem 6", "galaxy-heads-up-holdem 4")
    game.step("turn_up" if order == "board_face_down" else "deal")
    flop = there(player_view(game.state, "player 1")["round"])["board"]
    assert flop == ["9s", "4c", "7h", *(["hidden"] * 2 if order == "board_face_down" else [])]
    for seat in (1, 2):
        game.decide(seat, "check")
    assert game.state.agenda[0].clauses == ("galaxy-heads-up-holdem 8", "galaxy-heads-up-holdem 4")
    game.step("turn_up" if order == "board_face_down" else "deal")
    assert there(player_view(game.state, "player 1")["round"])["board"] == ["9s", "4c", "7h", "2c", "Kd"]


@pytest.mark.clause("galaxy-heads-up-holdem 4")
def test_players_do_not_see_each_others_cards() -> None:
    game = p.with_wagers(GALAXY)
    game.deal()
    view = there(player_view(game.state, "player 1")["round"])
    assert view["seats"]["2"]["cards"] == ["hidden", "hidden"]
    assert view["extra"] == ["hidden"] * 4


def test_procedures_that_galaxy_leaves_open_are_marylands_and_cited_so() -> None:
    game = Game(rules_of(GALAXY), source="virtual", automations=NONE)
    cited = {(step.do, clause) for step in game.state.agenda for clause in step.clauses}
    own = {(step, clause) for step, clause in cited if clause.startswith(GALAXY)}
    assert own == {("inspect", f"{GALAXY} 1")}, "only that the deck has 52 cards is Galaxy's own"
    assert {clause.split()[0] for _, clause in cited - own} == {"md-heads-up-holdem"}
