"""The definitions of chapter 1, and what a deck looks like: each term means at the table what the book says."""

from typing import Any

import pytest

import clauses.procedures as p
from pitbook.cards import DECK, parse_cards
from pitbook.cli.rulebooks import show
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.table import NONE, dealer_view, next_steps, player_view, public_view
from pitbook.table import commands as c
from pitbook.table.events import Performed, RoundEnded
from pitbook.table.stub import right_stub
from table.looking import there
from table.play import FOUR, MA, MD, METHODS, Game, rules_of
from table.playthroughs import SLOWLY


@pytest.mark.clause(f"{MD} 1.A", f"{MD} 1.B", f"{MD} 1.B(2)", f"{MA} 1 check")
@pytest.mark.parametrize("book", [MD, MA])
def test_to_check_is_to_stay_and_to_give_up_the_raise_of_the_moment(book: str) -> None:
    game = p.with_wagers(book)
    game.deal()
    game.decide(1, "check")
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 30_00))
    game.decide(2, *p.raises(game))
    assert game.state.round.to_act == [1]  # the next street asks again
    assert game.state.round.folded == set()
    assert "raise" not in game.state.round.wagers[1]
    game.decide(1, "raise", 20_00)
    assert game.state.last_round.wagers[1]["raise"] == 20_00


@pytest.mark.clause(f"{MD} 1.A", f"{MD} 1.B")
@pytest.mark.clause(f"{MD} 1.B(7)", f"{MD} 1.B(8)", f"{MA} 1 flop", f"{MA} 1 turn and river", f"{MA} 1 hole cards")
@pytest.mark.parametrize(("book", "method", "order"), [way for way in METHODS if way[0] in (MD, MA)])
def test_hole_cards_flop_turn_and_river(book: str, method: str, order: str) -> None:
    """Two cards face down for each; three of the board are shown, then the fourth and the fifth."""
    shuffler = "reshuffling" if (book, order) == (MD, "board_first") else ""
    game = p.seated(book, method, order, shuffler=shuffler)
    for seat in (1, 2):
        game.wager(seat, p.MAIN)
    game.deal()
    board = p.BOARD.split()
    cards = there(public_view(game.state)["round"])["seats"]
    assert [cards[seat]["cards"] for seat in ("1", "2")] == [["hidden"] * 2] * 2
    assert there(player_view(game.state, "player 2")["round"])["seats"]["2"]["cards"] == ["9d", "9c"]
    shown = []
    for _ in range(2):
        for seat in (1, 2):
            game.decide(seat, "check")
        shown.append([card for card in there(public_view(game.state)["round"])["board"] if card != "hidden"])
    assert shown == [board[:3], board]


@pytest.mark.clause(f"{MA} 1 burn")
def test_what_burning_means_is_shown_with_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    show(MA)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "1 burn" in line]
    assert "Cards are burned only when dealt from the hand" in line


@pytest.mark.clause(f"{MA} 1 burn")
@pytest.mark.parametrize(("book", "method", "order"), [way for way in METHODS if way[0] == MA])
def test_massachusetts_explains_burning_and_no_step_of_it_burns(book: str, method: str, order: str) -> None:
    game = p.with_wagers(book, method, order)
    game.deal()
    p.play_out(game)
    assert game.state.last_round.burned == []


def test_where_cards_are_burned_nobody_sees_them() -> None:
    """The word means the same in Maryland, whose steps use it: face down, to the rack."""
    game = p.with_wagers(MD, "hand", automations=SLOWLY)
    game.deal()
    p.play_out(game)
    burned = {str(card) for card in game.state.last_round.burned}
    assert len(burned) == 2
    for view in (public_view(game.state), dealer_view(game.state), player_view(game.state, "player 1")):
        assert there(view["last_round"])["burned"] == 2
        assert not burned & set(str(there(view["last_round"])).replace("'", " ").replace(",", " ").split())


@pytest.mark.clause(f"{MA} 1 play wager")
def test_play_wager_is_only_a_name_for_ante_and_raise() -> None:
    """There is no such wager to place, to decide or to settle."""
    book = load_book(MA)
    assert "play" not in {wager.name for wager in book.wagers}
    assert book.flow.wager == "raise"
    game = p.with_wagers(MA)
    with pytest.raises(MalformedError, match="has no wager 'play'"):
        game.wager(1, p.MAIN | {"play": 10_00})
    game.deal()
    p.refused(game, c.Decide(c.player("player 1"), 1, "play", 10_00))
    p.play_out(game)
    settled = {line.wager for line in game.state.last_round.lines}
    assert {"ante", "raise"} <= settled
    assert "play" not in settled


@pytest.mark.clause(f"{MA} 1 round of play")
def test_a_round_is_over_when_everybody_has_decided_and_been_paid_or_collected() -> None:
    game = p.with_wagers(MA, automations=NONE)
    game.perform_until("no_more_bets")
    game.step("no_more_bets")
    number, seats = game.state.round.number, set(game.state.round.participants)
    while game.state.round is not None:
        step = game.state.agenda[0]
        assert game.state.rounds == 0
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            if step.do == "discard":
                assert game.state.round.paid == len(game.state.round.lines)
            game.step(step.do)
    last = game.state.last_round
    assert (last.number, game.state.rounds, game.events[-1]) == (number, 1, RoundEnded(last.id, None))
    assert {line.seat for line in last.lines} == seats == {1, 2}
    assert {(line.seat, line.wager) for line in last.lines} >= {
        (seat, wager) for seat in seats for wager in last.wagers[seat]
    }


@pytest.mark.clause(f"{MA} 1 stub")
def test_the_stub_is_what_is_left_of_the_deck_once_the_round_is_dealt() -> None:
    """Two players and the dealer have two cards each, and the board five: 52 - 11 = 41."""
    game = p.with_wagers(MA, automations=NONE)
    game.table.automations = frozenset({"deal", "burn", "turn_up"})
    game.perform_until("no_more_bets")
    game.step("no_more_bets")
    while not any(step.do in ("remove_stub", "stub_to_rack") for step in list(game.state.agenda)[:1]):
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(step.do)
    assert right_stub(game.rules, game.state.round) == 41


@pytest.mark.clause(f"{MA} 1 suit")
def test_there_are_four_suits() -> None:
    assert {card.suit.name for card in DECK} == {"CLUBS", "DIAMONDS", "HEARTS", "SPADES"}
    assert {len([card for card in DECK if card.suit is suit]) for suit in {card.suit for card in DECK}} == {13}


@pytest.mark.clause(f"{MA} 1 cover card")
def test_the_cover_card_serves_in_the_cut_and_over_the_dealers_cards() -> None:
    """Each step with it is confirmed, and the record says by whom; its colour is for the inspection."""
    game = Game(rules_of(MA), automations=NONE)
    cutting = ["place_cover_card", "cut_onto_cover_card", "rest_on_top", "cover_card_to_rack"]
    game.perform_until(cutting[0])
    assert [step.do for step in game.state.agenda][:4] == cutting
    assert game.step("place_cover_card") == (Performed(("place_cover_card",), "dealer"),)
    assert "cover card" in next_steps(Game(rules_of(MA), automations=NONE).state)[0].words


LOOKS = [
    pytest.param(MD, "3.A(2)", "3.A(3)", "2 cover cards", marks=pytest.mark.clause(f"{MD} 3.A(2)", f"{MD} 3.A(3)")),
    pytest.param(
        FOUR, "3.A(1)", "3.A(2)", "a cover card", marks=pytest.mark.clause(f"{FOUR} 3.A(1)", f"{FOUR} 3.A(2)")
    ),
    pytest.param(MA, "2(a)", "2(a)", "a cover card"),
]


@pytest.mark.parametrize(("book", "alike", "covers", "words"), LOOKS)
def test_the_dealer_looks_for_identical_cards_and_for_the_cover_cards(
    book: str, alike: str, covers: str, words: str
) -> None:
    game = Game(rules_of(book), automations=NONE)
    line = next_steps(game.state)[0]
    assert (line.do, line.by) == ("inspect", "dealer")
    assert "all backs alike" in line.words
    assert words in line.words
    assert {f"{book} {alike}", f"{book} {covers}"} <= set(line.clauses)
    p.refused(game, c.Do(c.player("player 1"), "inspect"))
    assert game.do(c.Do(c.dealer("Dee"), "inspect")) == (Performed(("inspect",), "Dee"),)
    assert next_steps(game.state)[0].do == "verify_inspection"


@pytest.mark.clause(f"{MD} 3.B(1)", f"{FOUR} 3.B(1)", f"{MA} 2(b)(1)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "3.B(1)"), (FOUR, "3.B(1)"), (MA, "2(b)(1)")])
def test_each_of_two_decks_is_inspected_by_itself(book: str, clause: str) -> None:
    """Each has one back, its own, and cards that all look like it."""
    game = Game(rules_of(book, shuffler="automatic", decks=2), automations=NONE)
    inspections = [step for step in game.state.agenda if step.do == "inspect"]
    assert [step.deck for step in inspections] == [0, 1]
    assert all(f"{book} {clause}" in step.clauses for step in inspections)
    assert [deck.back for deck in game.state.decks] == ["red", "blue"]
    single = Game(rules_of(book), automations=NONE)
    assert f"{book} {clause}" not in single.state.agenda[0].clauses


@pytest.mark.clause(f"{MD} 5.C")
@pytest.mark.parametrize("method", ["manual_shoe", "automated"])
@pytest.mark.parametrize("shuffler", ["automatic", "automatic_counting"])
def test_a_shuffler_may_feed_the_shoe(method: str, shuffler: str) -> None:
    """The house may file such a device; between its shuffle and the shoe there is no cut, and no other step."""
    game = Game(rules_of(MD, method, shuffler=shuffler), source="virtual", automations=NONE)
    game.perform_until("shuffle")
    assert p.agenda(game) == [("shuffle", "device"), ("open_round", "dealer")]
    game.step("shuffle")
    game.sit(1)
    game.step("open_round")
    assert [do for do, _ in p.agenda(game)] == ["place_in_shoe", "no_more_bets"]
    by_hand = Game(rules_of(MD, method, shuffler="manual"), source="virtual", automations=NONE)
    by_hand.perform_until("shuffle")
    assert p.agenda(by_hand)[1][0] == "insert_cover_card"


@pytest.mark.clause(f"{MD} 5.C")
def test_a_shuffler_that_the_book_does_not_know_is_not_filed() -> None:
    data: dict[str, Any] = stock_submission(load_book(MD))
    data["dealing"]["shuffler"] = "kitchen_mixer"
    with pytest.raises(RefusedError) as caught:
        house_rules(data)
    assert [problem.clause for problem in caught.value.problems] == [f"{MD} 5.C"]


@pytest.mark.clause(f"{FOUR} 1.A", f"{FOUR} 1.B", f"{FOUR} 1.B(4)")
def test_a_hand_is_the_best_four_cards_once_all_are_dealt() -> None:
    """A pair of aces with a ten of the player's five cards; the dealer makes four of six."""
    game = p.with_wagers(FOUR)
    game.deal()
    assert (len(game.state.round.hands[1]), len(game.state.round.dealer)) == (5, 6)
    assert list(parse_cards("Ah Ad 9h 6d 4s")) == game.state.round.hands[1]
    for seat in (1, 2):
        game.decide(seat, *p.raises(game))
    lines = {(line.seat, line.wager): line for line in game.state.last_round.lines}
    assert (lines[1, "ante"][4], lines[2, "ante"][4]) == ("pair", "three_of_a_kind")
