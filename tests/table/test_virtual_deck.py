"""The virtual deck: committed before the first wager, fixed by the seeds, provable afterwards."""

import pytest

from clauses import procedures as p
from pitbook.fairness import (
    CUT_LABEL,
    DECK_LABEL,
    Cut,
    Proof,
    ProofTerms,
    commit,
    cut_depth,
    numbered,
    prove,
    shuffle,
    verify,
)
from pitbook.problems import MalformedError
from pitbook.table import NONE, public_view
from pitbook.table import commands as c
from pitbook.table.events import CardsOrdered, RoundOpened
from table.looking import there
from table.play import BOOKS, KEYS, MD, Game


def _played(game: Game) -> None:
    game.deal()
    number = game.state.round.number
    while game.state.round is not None and game.state.round.number == number:
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do)


@pytest.mark.parametrize("book", BOOKS)
def test_anyone_can_prove_the_round_afterwards(book: str) -> None:
    game = p.with_wagers(book, source="virtual")
    opened = next(event for event in game.events if isinstance(event, RoundOpened))
    before = there(public_view(game.state)["round"])
    terms = ProofTerms("T-1", game.rules.digest, game.rules.par_digest, opened.at)
    assert before["commitment"] == commit(game.secret(), "T-1", terms.rules, terms.par)
    assert before["seed"] is None
    assert game.secret().hex() not in str(game.events)
    _played(game)
    after = there(public_view(game.state)["last_round"])
    seed, commitment = bytes.fromhex(there(after["seed"])), there(after["commitment"])
    ordered = next(event for event in game.events if isinstance(event, CardsOrdered))
    proof = Proof(terms, commitment, seed, (), None, (shuffle(seed, "T-1"),), (Cut(10, ordered.cuts[0]),))
    assert verify(proof) == []
    assert prove(seed, terms, (), None, [10]) == proof


def test_a_second_shuffle_and_a_second_cut_have_their_own_numbers() -> None:
    game = p.with_wagers(MD, source="virtual", automations=NONE)
    game.do(c.OrderReshuffle(c.floorperson(), "to be sure"))
    game.perform_until("no_more_bets")
    game.do(c.OrderRecut(c.floorperson(), "uneven"))
    game.perform_until("no_more_bets")
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    current, seed = game.state.round, game.secret()
    deck = shuffle(seed, "T-1", (), numbered(DECK_LABEL, 2))
    depths = [cut_depth(seed, "T-1", (), 10, label=numbered(CUT_LABEL, number)) for number in (1, 2, 3)]
    for depth in depths[1:]:  # the first cut was made before the second shuffle
        deck = (*deck[depth:], *deck[:depth])
    assert [card.index for card in current.order] == list(deck)
    assert game.state.decks[0].cuts == depths


def test_rounds_have_different_seeds_and_orders() -> None:
    game = p.with_wagers(MD, source="virtual")
    _played(game)
    for seat in (1, 2):
        game.wager(seat, p.every_wager(MD))
    _played(game)
    orders = [event.order for event in game.events if isinstance(event, CardsOrdered)]
    opened = [event for event in game.events if isinstance(event, RoundOpened)]
    seeds = [KEYS.unseal(event.sealed or "", event.round) for event in opened]
    assert len(orders) == len(set(orders)) == 2
    assert len(seeds) == len(set(seeds)) == 3


def test_a_scripted_deck_has_to_be_given_and_whole() -> None:
    game = p.with_wagers(MD)
    game.deck = None
    game.deal()  # what is automated stops where the deck is missing
    assert game.state.agenda[0].do == "deal"
    p.refused(game, c.Report(c.dealer(), "face_up_card"))
    p.refused(game, c.Do(c.dealer(), "deal"))
    for deck in ("As Ks", "As " * 52):
        game.deck = deck
        with pytest.raises(MalformedError):
            game.step("deal")


def test_scripted_and_entered_tables_have_no_seeds() -> None:
    game = p.seated(MD)
    p.refused(game, c.CommitSeed(c.player("player 1"), "00" * 32))
    p.refused(game, c.GiveBeacon(c.floorperson(), "value", "2026-01-31T12:00:00Z"))
    assert game.state.round.commitment is None
