"""The dealer's script: at every moment what must or may be done, by whom, in words, with the clause."""

import pytest

from clauses import procedures as p
from pitbook.rulebooks import load_book
from pitbook.table import NONE, next_steps
from pitbook.table import commands as c
from pitbook.table.step_words import WORDS
from table.play import BOOKS, FOUR, MA, MD, METHODS, Game, rules_of


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_duty_of_the_books_has_words(book_id: str) -> None:
    book = load_book(book_id)
    duties = [*book.opening.steps, *book.conduct.progressive_win]
    duties += [duty for duty in book.cut.steps if duty.do not in ("into_shoe", "deal")]
    duties += [duty for dealing in book.dealing for duty in (*dealing.before, *dealing.after)]
    assert {duty.do for duty in duties} <= set(WORDS)
    assert set(book.idle.reopen_with) <= set(WORDS)


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_every_step_is_said_with_its_clause(book: str, method: str, order: str) -> None:
    game = p.with_wagers(book, method, order, automations=NONE)
    game.deal()
    silent = set()
    while game.state.round is not None:
        line = next_steps(game.state)[0]
        assert line.must
        assert line.as_json()["words"] == line.words
        if not line.clauses:
            silent.add(line.do)
        if line.do == "decide":
            game.decide(line.seat or 0, *p.raises(game))
        else:
            game.step(line.do)
    assert silent <= ({"turn_up_hand", "announce_hand", "reckon", "settle", "discard"} if book == MA else set())


def test_a_decision_is_said_with_its_amounts() -> None:
    game = p.with_wagers(MD)
    game.deal()
    line = next_steps(game.state)[0]
    assert (line.by, line.seat, line.words) == ("player", 1, "Seat 1 may raise 30.00, or check.")
    assert line.clauses == ("md-heads-up-holdem 11.B", "md-heads-up-holdem 11.B(1)")
    four = p.with_wagers(FOUR)
    four.deal()
    words = "Seat 1 may play 10.00 to 30.00, in steps of 0.50, or fold."
    assert next_steps(four.state)[0].words == words


def test_what_may_be_done_besides() -> None:
    game = p.with_wagers(MD, source="virtual", automations=NONE)
    optional = {line.do for line in next_steps(game.state) if not line.must}
    assert optional >= {"place_wagers", "commit_seed", "report", "sit", "order_recut", "order_reshuffle", "close_table"}
    game.deal()
    after = {line.do for line in next_steps(game.state) if not line.must}
    assert "place_wagers" not in after
    assert next_steps(Game(rules_of(MD), opened=False).state)[0].do == "open_table"


def test_rulings_and_arrivals_are_said() -> None:
    game = p.with_wagers(MD)
    game.deal()
    game.do(c.Leave(c.player("player 1")))
    game.do(c.Report(c.dealer(), "player_or_community_card_exposed", {"seat": 2}))
    lines = {line.do: line for line in next_steps(game.state)}
    assert lines["rule_on_leaving"].clauses == ("md-heads-up-holdem 7.C(2)",)
    assert lines["rule"].by == "floorperson"
    idle = Game(rules_of(MD), source="virtual")
    idle.sit(1)
    idle.do(c.Leave(c.player("player 1")))
    idle.do(c.GoIdle(c.dealer()))
    assert [line.do for line in next_steps(idle.state)][:1] == ["sit"]
    assert any(line.do == "player_arrives" and line.must for line in next_steps(idle.state))
    idle.do(c.CloseTable(c.floorperson()))
    assert next_steps(idle.state) == []
