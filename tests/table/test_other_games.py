"""Other games at the live table, from their descriptions alone: other wagers, no board, no hand of the dealer's."""

import pytest

from pit.playing import recorded
from pitbook.audit import audit
from pitbook.cards import DECK, parse_cards
from pitbook.problems import RefusedError
from pitbook.submission import load_target
from pitbook.table import commands as c
from pitbook.table import next_steps, public_view
from pitbook.table.transcript import transcript
from table.looking import there
from table.play import Game

ULTIMATE, THREE, RIDE = "ultimate-texas-holdem", "three-card-poker", "let-it-ride"
EQUAL = {"bet_1": 10_00, "bet_2": 10_00, "bet_3": 10_00}


def _game(book: str, cards: str, *, source: str = "scripted") -> Game:
    """A table with one player, whose deck begins with these cards."""
    first = parse_cards(cards)
    deck = " ".join(map(str, (*first, *(card for card in DECK if card not in first))))
    game = Game(load_target(book), source=source, deck=deck if source == "scripted" else None)
    game.sit(1)
    return game


def _said(game: Game) -> list[str]:
    return [line.words for line in next_steps(game.state) if line.must]


@pytest.mark.parametrize("book", [ULTIMATE, THREE, RIDE])
@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_rounds_are_dealt_and_audited(book: str, rate: float) -> None:
    store = recorded(load_target(book), 6, rate=rate)
    report = audit(store)
    assert report.holds, report


def test_ultimate_texas_holdem_is_dealt_under_its_own_names() -> None:
    game = _game(ULTIMATE, "Ah 2c Ad 3c")
    game.wager(1, {"ante": 10_00, "blind": 10_00})
    game.deal()
    with pytest.raises(RefusedError, match="'raise' is not possible here; a player may play or check"):
        game.decide(1, "raise", 40_00)
    assert _said(game) == ["Seat 1 may play 30.00 or 40.00, or check."]
    game.decide(1, "check")
    game.decide(1, "play", 20_00)
    assert game.state.rounds == 1


def test_a_wager_that_is_withdrawn_is_the_players_again() -> None:
    """Three tens: what is left pays 3 to 1, and the wager that went back wins nothing."""
    game = _game(RIDE, "Th Tc 5c Td 2s")
    game.wager(1, EQUAL)
    game.deal()
    assert game.stacks() == {1: "970.00"}
    assert _said(game) == ["Seat 1 may ride, or withdraw bet 1."]
    assert there(public_view(game.state)["round"])["board"] == ["hidden", "hidden"]
    with pytest.raises(RefusedError, match="a player may ride or withdraw bet 1"):
        game.decide(1, "withdraw_bet_2")
    with pytest.raises(RefusedError, match=r"bet 1 goes back whole, 10\.00"):
        game.decide(1, "withdraw_bet_1", 5_00)
    with pytest.raises(RefusedError, match="a ride wagers nothing"):
        game.decide(1, "ride", 10_00)
    game.decide(1, "withdraw_bet_1")
    assert game.stacks() == {1: "980.00"}
    assert list(there(public_view(game.state)["round"])["seats"]["1"]["wagers"]) == ["bet_2", "bet_3"]
    assert there(public_view(game.state)["round"])["board"] == ["Td", "hidden"]
    game.decide(1, "ride")
    assert game.stacks() == {1: "1060.00"}
    told = list(transcript(game.library, game.events))
    assert any(line.startswith("Seat 1: withdraw bet 1, 10.00 goes back. [let-it-ride 5.a]") for line in told)
    assert sum("at 3 to 1" in line for line in told) == 2
    assert not any("dealer's hand" in line or "dealer's cards" in line for line in told)


def test_who_lets_everything_ride_is_paid_on_all_of_it() -> None:
    game = _game(RIDE, "Th Tc 5c Td 2s")
    game.wager(1, EQUAL)
    game.deal()
    game.decide(1, "ride")
    game.decide(1, "ride")
    assert game.stacks() == {1: "1090.00"}


def test_a_game_without_a_dealer_at_a_physical_table() -> None:
    """The community cards and each hand are entered when they are turned up, and settled in turn."""
    game = _game(RIDE, "", source="entered")
    while game.state.round is None:
        game.step(game.state.agenda[0].do)
    game.wager(1, EQUAL)
    game.deal()
    while game.state.agenda[0].do == "deal":
        game.step("deal")
    game.decide(1, "withdraw_bet_1")
    game.step("turn_up", cards="Td")
    game.decide(1, "withdraw_bet_2")
    game.step("turn_up", cards="2s")
    game.step("turn_up_hand", cards="Th 5c 9d")
    while game.state.rounds == 0:
        game.step(game.state.agenda[0].do)
    assert game.stacks() == {1: "1010.00"}


def test_wagers_of_three_equal_amounts_are_made_together() -> None:
    game = _game(RIDE, "Th")
    with pytest.raises(RefusedError, match=r"bet_3 and bet_1 must be equal, not 10\.00 and none"):
        game.wager(1, {"bet_3": 10_00, "bet_2": 10_00})


def test_three_cards_against_three_of_the_dealers() -> None:
    """A pair of nines beats a dealer who qualifies with a queen; pair plus alone is asked nothing."""
    game = Game(load_target(THREE), source="scripted", deck=_deck("9h 4c Qd 9d 5h 8s 2c 7c 3d"))
    game.sit(2)
    game.wager(1, {"ante": 10_00, "pair_plus": 5_00})
    game.wager(2, {"pair_plus": 5_00})
    game.deal()
    assert game.state.round.to_act == [1]
    game.decide(1, "play")
    assert game.state.rounds == 1
    assert game.stacks() == {1: "1025.00", 2: "995.00"}


def _deck(cards: str) -> str:
    first = parse_cards(cards)
    return " ".join(map(str, (*first, *(card for card in DECK if card not in first))))


def test_a_fold_in_three_card_poker_forfeits() -> None:
    game = _game(THREE, "9h Qd 8d 5c 2c 3d")
    game.wager(1, {"ante": 10_00})
    game.deal()
    game.decide(1, "fold")
    assert game.stacks() == {1: "990.00"}


def test_who_left_lets_everything_ride() -> None:
    game = _game(RIDE, "Th Tc 5c Td 2s")
    game.wager(1, EQUAL)
    game.deal()
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", abandoned=False, reason="called away"))
    assert game.state.rounds == 1
    assert game.state.taken == 1090_00 - 1000_00 + 1000_00
