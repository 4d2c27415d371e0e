"""The virtual deck: committed before the first wager, fixed by the seeds, provable afterwards."""

import pytest

from clauses import procedures as p
from pitbook.fairness import CUT_LABEL, DECK_LABEL, Cut, Proof, commit, cut_depth, numbered, prove, shuffle, verify
from pitbook.problems import MalformedError
from pitbook.table import NONE, public_view
from pitbook.table import commands as c
from pitbook.table.events import CardsOrdered, RoundOpened
from table.play import BOOKS, MD, Game


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
    assert opened.seed is not None
    before = public_view(game.state)["round"]
    assert before["commitment"] == commit(bytes.fromhex(opened.seed), "T-1")
    assert before["seed"] is None
    game.do(c.AddSeed(c.player("player 2"), "clover"))
    game.do(c.AddSeed(c.player("player 1"), "seven"))
    _played(game)
    after = public_view(game.state)["last_round"]
    seed, seeds = bytes.fromhex(after["seed"]), tuple(after["player_seeds"].values())
    assert seeds == ("clover", "seven")
    ordered = next(event for event in game.events if isinstance(event, CardsOrdered))
    deck = shuffle(seed, "T-1", seeds)
    proof = Proof("T-1", after["commitment"], seed, seeds, (deck,), (Cut(10, ordered.cuts[0]),))
    assert verify(proof) == []
    assert prove(seed, "T-1", seeds, [10]) == proof


def test_seeds_change_the_order_and_are_closed_with_the_bets() -> None:
    plain, seeded = (p.with_wagers(MD, source="virtual") for _ in range(2))
    seeded.do(c.AddSeed(c.player("player 1"), "mine"))
    for game in (plain, seeded):
        game.deal()
    assert plain.state.round.seed == seeded.state.round.seed
    assert plain.state.round.order != seeded.state.round.order
    p.refused(seeded, c.AddSeed(c.player("player 1"), "again"))
    for wrong in ("", "x" * 200):
        with pytest.raises(MalformedError):
            seeded.do(c.AddSeed(c.player("player 1"), wrong))


def test_a_second_shuffle_and_a_second_cut_have_their_own_numbers() -> None:
    game = p.with_wagers(MD, source="virtual", automations=NONE)
    game.do(c.OrderReshuffle(c.floorperson(), "to be sure"))
    game.perform_until("no_more_bets")
    game.do(c.OrderRecut(c.floorperson(), "uneven"))
    game.perform_until("no_more_bets")
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    current = game.state.round
    seed = bytes.fromhex(current.seed)
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
    seeds = [event.seed for event in game.events if isinstance(event, RoundOpened)]
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
    p.refused(game, c.AddSeed(c.player("player 1"), "seed"))
    assert game.state.round.commitment is None
