"""Many rounds by themselves, with irregularities at random: cards, chips and meters hold after every command."""

import random

import pytest

from pitbook.problems import RefusedError
from pitbook.settlement.wagers import least_amount, placeable
from pitbook.table import ALL, NONE, fold
from pitbook.table import commands as c
from pitbook.table.stub import right_stub
from table.looking import dump
from table.play import HOUSE_METHODS, METHODS, Game, rules_of
from table.playthroughs import SLOWLY

WATCHED = SLOWLY - {"remove_stub", "stub_to_rack"}
BASE = 10_00
IRREGULARITIES = (
    "face_up_card",
    "face_up_cards",
    "card_drawn_in_error",
    "wrong_number_of_cards",
    "dealer_card_exposed",
    "player_or_community_card_exposed",
    "shuffler_jam",
    "shoe_jam",
)


def _mishap(game: Game, rng: random.Random) -> None:
    """Something goes wrong, if it can now."""
    counted = game.state.agenda[0].do in ("remove_stub", "stub_to_rack") and not game.state.round.void
    if counted and rng.random() < 0.5:
        _wrong_stub(game, rng)
        return
    try:
        game.do(c.Report(c.dealer(), rng.choice(IRREGULARITIES)))
    except RefusedError:
        return
    if game.state.rulings_due:
        game.do(c.Rule(c.floorperson(), "Play goes on."))


def _wrong_stub(game: Game, rng: random.Random) -> None:
    """The stub is counted, and a card is missing from it: the deck lacks it, or a player has it, or both."""
    automations, game.table.automations = game.table.automations, NONE
    if all(step.do != "count_stub" for step in game.state.agenda):
        game.do(c.CallStubCount(c.dealer()))
    game.perform_until("count_stub")
    current = game.state.round
    seat = str(current.participants[0])
    missing = rng.randrange(1, 3)
    game.step("count_stub", count=right_stub(game.rules, current) - missing)
    game.step("resolve_stub", misdealt=rng.choice(({}, {seat: game.rules.book.player.cards + 1})))
    game.table.automations = automations


def _round(game: Game, rng: random.Random, rate: float) -> None:
    known, base = placeable(game.rules), game.rules.book.flow.base
    wagers = {
        name: BASE if base in (name, one.equals) else least_amount(game.rules, one) for name, one in known.items()
    }
    for seat in sorted(game.state.seats):
        game.wager(seat, wagers)
    number = game.state.round.number
    game.table.automations = WATCHED if rng.random() < rate else ALL
    game.deal()
    while game.state.round is not None and game.state.round.number == number:
        step = game.state.agenda[0]
        if game.table.automations == WATCHED and rng.random() < 0.1:
            _mishap(game, rng)
        elif step.do == "decide":
            street = next(one for one in game.rules.streets if one.name == game.state.round.street)
            action = rng.choice(list(street.names.values()))
            amount = action.multiple * BASE if isinstance(action.multiple, int) else None
            game.decide(game.state.round.to_act[0], action.verb, amount)
        else:
            game.step(step.do)
    if game.state.agenda[0].do == "receive_deck":
        back = f"back {game.state.rounds}"
        game.do(c.ChangeDeck(c.floorperson(), game.state.agenda[0].deck, back, "short", True))
    game.later(minutes=1)
    for deck in [n for n, deck in enumerate(game.state.decks) if (game.now - deck.received).total_seconds() > 3 * 3600]:
        if game.state.round is None:
            game.do(c.ChangeDeck(c.floorperson(), deck, f"back {game.state.rounds}", "in time"))


def _run(book: str, method: str, order: str, rounds: int) -> None:
    rng = random.Random(f"{book} {method} {order}")
    game = Game(rules_of(book, method, order), source="virtual", meter="9000.00")
    game.sit(min(4, game.rules.positions), stack=10_000_000_00)
    for _ in range(rounds):
        if game.state.round is None:
            game.do(c.ChangeDeck(c.floorperson(), 0, f"back {game.state.rounds}", "in time"))
        _round(game, rng, rate=0.5)
        game.now = game.now if game.state.round is None else game.state.decks[0].received
    assert game.state.rounds == rounds
    assert dump(fold(game.library, game.events)) == dump(game.state)
    voided = sum(event.type == "round_voided" for event in game.events)
    assert 0 < voided < rounds


@pytest.mark.parametrize(("book", "method", "order"), [*METHODS, HOUSE_METHODS[0]])
def test_many_rounds(book: str, method: str, order: str) -> None:
    _run(book, method, order, 40)


@pytest.mark.prove
@pytest.mark.parametrize(("book", "method", "order"), [*METHODS, *HOUSE_METHODS])
def test_thousands_of_rounds(book: str, method: str, order: str) -> None:
    """Twenty thousand of the books of regulators, and as many of each way to deal the others."""
    _run(book, method, order, 20_000 // len(METHODS))
