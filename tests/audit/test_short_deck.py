"""A deck of 36 cards at the table: shuffled, dealt, counted, proved and audited as what it is."""

import shutil
from pathlib import Path

import pytest

from pit.playing import hosted, play
from pitbook.audit import audit, verify
from pitbook.cards import DECK, Card, Rank
from pitbook.ledger import MemoryStore
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks.known_books import BOOKS
from pitbook.settlement import read_round
from pitbook.submission import HouseRules, load_target
from pitbook.table.card_source import SOURCES
from pitbook.table.kinds import SourceName
from table.play import Game

SHORT = DECK[4 * Rank.SIX :]


@pytest.fixture
def rules(tmp_path: Path) -> HouseRules:
    folder = tmp_path / "book"
    shutil.copytree(BOOKS / "md-heads-up-holdem", folder)
    path = folder / "procedures.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("cards = 52", "cards = 36", 1), encoding="utf-8")
    return load_target(str(folder))


def test_rounds_hold_and_have_no_other_cards(rules: HouseRules) -> None:
    store = MemoryStore()
    rounds = play(hosted(store, rules, rate=0.5, seed=3), 30)
    report = audit(store)
    assert report.holds, report.problems
    assert report.rounds == 30
    orders = [
        str(stored.event.data["order"])
        for stream in store.streams("table:")
        for stored in store.read(stream)
        if stored.event.type == "cards_ordered"
    ]
    assert len(orders) > 20
    right = sorted(map(str, SHORT))
    assert all(sorted(order[at : at + 2] for at in range(0, len(order), 2)) == right for order in orders)
    checked = verify(store, rounds[0])
    assert not checked.problems
    assert checked.proof is not None
    assert {len(deck) for deck in checked.proof.decks} <= {len(SHORT)}


@pytest.mark.parametrize(
    ("cards", "words"), [(DECK, "has 36 cards, not 52"), ((DECK[0], *SHORT[1:]), "2c is not a card of this deck")]
)
def test_a_script_needs_the_cards_of_the_deck(rules: HouseRules, cards: tuple[Card, ...], words: str) -> None:
    game = Game(rules, deck=" ".join(map(str, cards)))
    game.sit(1)
    game.wager(1, {"ante": 10_00, "odds": 10_00})
    with pytest.raises(MalformedError, match=words):
        SOURCES[SourceName.SCRIPTED].order(game.state, game.context())


def test_a_described_hand_has_no_other_cards(rules: HouseRules) -> None:
    seat = {"seat": 1, "hole": "As 5s", "wagers": {"ante": "10.00", "odds": "10.00", "raise": "30.00"}}
    with pytest.raises(RefusedError, match="5s is not a card of this deck"):
        read_round(rules, {"board": "Ks Qs Js Td 9c", "dealer": "6c 7d", "seats": [seat]})
