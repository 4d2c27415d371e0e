"""What is told of a round as it happens: every step with its clauses, and never a card."""

from dataclasses import asdict

import pytest

from clauses import procedures as p
from oracle.house_paytables import RIDE, THREE
from pitbook.table import State, TableEvent, evolve
from pitbook.table.events import CardsDealt, DeckRemoved, LeavingRuled, RecutOrdered, ReshuffleOrdered
from pitbook.table.narration import Sentence, event_in_words, tell
from table.house_playthroughs import DECISIONS, played
from table.looking import CARD
from table.play import BOOKS


def _told(book: str) -> tuple[list[Sentence], list[TableEvent]]:
    game = p.with_wagers(book, source="virtual")
    game.deal()
    while game.state.round is not None and game.state.agenda[0].do == "decide":
        game.decide(game.state.round.to_act[0], *p.raises(game))
    state = State(game.state.library)
    told: list[Sentence] = []
    for event in game.events:
        told += tell(state, event)
        evolve(state, event)
    return told, game.events


@pytest.mark.parametrize("book", BOOKS)
def test_everything_is_told_and_no_card(book: str) -> None:
    told, events = _told(book)
    words = "\n".join(line.words for line in told)
    assert any(isinstance(event, CardsDealt) for event in events)
    assert not CARD.search(words)
    for phrase in ('Announce "no more bets".', "to seat 1", "Turn up the dealer's cards.", "The dealer has: "):
        assert phrase in words, phrase
    assert "is over." in words
    assert {line.by for line in told} >= {"dealer", "player", "table"}
    dealt = [line for line in told if line.words.startswith("Deal ")]
    assert dealt
    assert all(line.clauses for line in dealt)


def test_wagers_and_decisions_are_told_with_their_amounts() -> None:
    told, _ = _told("md-heads-up-holdem")
    words = [line.words for line in told]
    assert any(line.startswith("Seat 1 wagers ante ") for line in words)
    assert any(line.startswith("Seat 1: raise ") for line in words)


@pytest.mark.parametrize("book", [THREE, RIDE])
def test_a_decision_is_told_with_what_it_changes(book: str) -> None:
    """The playthrough's own list of decisions: what is wagered, what goes back, who folds."""
    game = played(book)
    answers, state = [], State(game.library)
    for event in game.events:
        answers += [(line.did.seat, asdict(line.answered)) for line in tell(state, event) if line.answered and line.did]
        evolve(state, event)
    none = {"wager": None, "amount": 0, "takes_back": False, "folds": False}
    changes = {
        "ride": none,
        "fold": none | {"folds": True},
        "play": none | {"wager": "play", "amount": 10_00},
        "withdraw_bet_1": none | {"wager": "bet_1", "amount": 10_00, "takes_back": True},
        "withdraw_bet_2": none | {"wager": "bet_2", "amount": 10_00, "takes_back": True},
    }
    assert answers == [(seat, changes[action]) for seat, action, _ in DECISIONS[book]]


@pytest.mark.parametrize(
    ("reason", "words"),
    [("marked", "marked."), ("It is marked.", "It is marked."), ("Marked!", "Marked!"), ("Is it?", "Is it?")],
)
def test_a_reason_ends_once(reason: str, words: str) -> None:
    assert event_in_words(State({}), DeckRemoved(0, "changed", reason)) == f"Deck 1 is removed: {words}"
    assert event_in_words(State({}), RecutOrdered(reason, "Ada")) == f"Ada has the cards cut again: {words}"
    assert event_in_words(State({}), ReshuffleOrdered(reason, "Ada")) == f"Ada has the cards shuffled again: {words}"
    ruled = LeavingRuled("Bob", abandoned=False, reason=reason, by="Ada")
    assert event_in_words(State({}), ruled) == f"Ada rules that the wagers of Bob stand: {words}"
