"""A physical table: each card is entered when its face is shown, and the payouts are exact."""

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError
from pitbook.table import commands as c
from table.play import FOUR, GALAXY, METHODS, Game


def _shown(game: Game) -> str | None:
    """The cards that are shown at the next step, if any."""
    step, current = game.state.agenda[0], game.state.round
    four, book = game.rules.book.id == FOUR, game.rules.book.id
    board = p.BOARD.split()
    hands = ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h"] if four else ["9h 4d", "9d 9c"]
    match step.do:
        case "deal" if step.face_up and step.to == "board":
            return " ".join(board[len(current.board) : len(current.board) + step.cards])
        case "deal" if step.face_up:
            return p.DEALER_OF_FOUR.split()[5]
        case "turn_up":
            return " ".join(board[current.board_up : current.board_up + step.cards])
        case "reveal_dealer":
            return " ".join(p.DEALER_OF_FOUR.split()[:5]) if four else p.DEALER
        case "turn_up_extra":
            return p.ALL6 if book == GALAXY else p.BONUS
        case "turn_up_hand":
            return hands[0] if step.seat == 1 else hands[1]
        case _:
            return None


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_the_same_round_as_from_a_script(book: str, method: str, order: str) -> None:
    entered, scripted = p.with_wagers(book, method, order, source="entered"), p.with_wagers(book, method, order)
    scripted.deal()
    for seat in (1, 2):
        scripted.decide(seat, *p.raises(scripted))
    entered.deal()
    while entered.state.rounds == 0:
        step = entered.state.agenda[0]
        if step.do == "decide":
            entered.decide(entered.state.round.to_act[0], *p.raises(entered))
        else:
            entered.step(step.do, cards=_shown(entered))
    assert entered.stacks() == scripted.stacks()
    assert [m.displayed for m in entered.meters.values()] == [m.displayed for m in scripted.meters.values()]


def test_what_may_not_be_entered() -> None:
    game = p.with_wagers("md-heads-up-holdem", source="entered")
    game.deal()
    game.step("count_progressive_chips")
    for seat in (1, 2):
        game.decide(seat, "check")
    assert game.state.agenda[0].do == "deal"
    for cards in (None, "9s 4c", "9s 4c 7h 2c"):
        p.refused(game, c.Do(c.dealer(), "deal", cards))
    for cards in ("9s 4c zz", "9s 9s 4c"):
        with pytest.raises(MalformedError):
            game.do(c.Do(c.dealer(), "deal", cards))
    game.step("deal", cards="9s 4c 7h")
    for seat in (1, 2):
        game.decide(seat, "check")
    p.refused(game, c.Do(c.dealer(), "deal", "9s 2c"))
    game.step("deal", cards="2c Kd")


def test_a_folded_hand_without_side_wagers_is_never_asked_for() -> None:
    game = p.seated("md-heads-up-holdem", source="entered")
    for seat in (1, 2):
        game.wager(seat, p.MAIN)
    game.deal()
    for cards in ("9s 4c 7h", "2c Kd"):
        for seat in (1, 2):
            game.decide(seat, "check")
        game.step("deal", cards=cards)
    game.decide(1, "fold")
    game.decide(2, "raise", 10_00)
    game.step("reveal_dealer", cards="Ks Qd")
    assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("turn_up_hand", 2)
    game.step("turn_up_hand", cards="9d 9c")
    assert game.stacks() == {1: "980.00", 2: "1020.00"}


def test_a_void_round_asks_only_for_hands_that_are_settled() -> None:
    game = p.seated("md-heads-up-holdem", source="entered")
    game.wager(1, p.MAIN)
    game.wager(2, p.MAIN | {"pocket_bonus": 5_00})
    game.deal()
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("turn_up_hand", 2)
    game.step("turn_up_hand", cards="9d 9c")
    assert game.stacks() == {1: "1000.00", 2: "1025.00"}
