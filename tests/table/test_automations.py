"""One engine, by hand or by itself: with every automation, with none, or with some, a round comes out the same."""

import random

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError
from pitbook.table import ALL, NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.step_words import WORDS
from table.play import MD, METHODS, Game, stacked


def _played(game: Game) -> tuple[dict[int, str], list[str], int]:
    number = game.state.round.number
    game.deal()
    while game.state.round is not None and game.state.round.number == number:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(step.do)
    return game.stacks(), [str(meter.displayed) for meter in game.meters.values()], game.state.inventory


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_all_none_and_some(book: str, method: str, order: str) -> None:
    rng = random.Random(f"{book} {method} {order}")
    names = [*sorted(WORDS), "acknowledge_progressive"]
    some = [frozenset(rng.sample(names, len(names) // 2)) for _ in range(4)]
    results = [_played(p.with_wagers(book, method, order, automations=chosen)) for chosen in (ALL, NONE, *some)]
    assert all(result == results[0] for result in results)
    assert results[0][0] != {1: "1000.00", 2: "1000.00"}


def test_without_automations_every_step_waits_for_its_command() -> None:
    game = Game(p.rules_of(p.FOUR), automations=NONE)
    for expected in ("inspect", "verify_inspection", "spread_face_up", "first_player_inspects", "turn_face_down"):
        assert game.state.agenda[0].do == expected
        assert len(game.step(expected)) == 1


def test_with_all_automations_a_round_needs_wagers_and_decisions_alone() -> None:
    game = p.with_wagers("md-heads-up-holdem")
    game.deal()
    game.decide(1, "raise", 30_00)
    game.decide(2, "raise", 30_00)
    assert (game.state.rounds, game.state.round.number) == (1, 2)


def test_a_table_without_players_waits() -> None:
    game = Game(p.rules_of(p.FOUR))
    assert game.state.agenda[0].do == "first_player_inspects"
    game.sit(1)
    assert game.state.round is not None


def test_an_automated_step_that_lacks_something_waits_for_its_command() -> None:
    """A flopped royal flush of seat 1: what it is paid can't be said while nobody knows what the meter shows."""
    game = p.with_wagers("md-heads-up-holdem")
    game.deck = stacked(game.rules, ["Ah Kh", "2s 3s"], "5c 6c", "Qh Jh Th 2c 2d")
    game.deal()
    game.decide(1, "raise", 30_00)
    shown, game.meters = game.meters, {}
    game.decide(2, "raise", 30_00)
    assert game.state.agenda[0].do == "pay_progressive"
    p.refused(game, c.Do(c.dealer(), "pay_progressive"))
    before, game.meters = game.state.players["player 1"].stack, shown
    game.step("pay_progressive")
    assert game.state.players["player 1"].stack == before + 500_02


def test_the_time_has_a_zone() -> None:
    game = p.with_wagers("md-heads-up-holdem")
    game.now = game.now.replace(tzinfo=None)
    with pytest.raises(MalformedError):
        game.deal()


def test_what_a_table_does_by_itself_is_done_in_the_place_of_whoever_has_the_duty() -> None:
    """The dealer inspects, the floorperson verifies (4.A), the device accepts (2.C(1)) and reckons."""
    game = Game(p.rules_of(MD), opened=False)
    backs = c.OpenTable(c.floorperson("Ada"), "T", game.rules.digest, "scripted")
    opened = game.table.handle_by_actor(backs, game.context())
    assert [(str(deed.by.role), deed.by.name) for deed in opened] == [
        ("floorperson", "Ada"),
        ("dealer", "auto"),
        ("floorperson", "auto"),
        ("dealer", "auto"),
    ]
    assert [event.steps for deed in opened[1:] for event in deed.events if isinstance(event, happened.Performed)] == [
        ("inspect",),
        ("verify_inspection",),
        ("spread_face_up",),
    ]
    game = p.with_wagers(MD)
    game.wager(1, {})
    wagers = c.PlaceWagers(c.player("player 1"), 1, p.every_wager(MD))
    placed = game.table.handle_by_actor(wagers, game.context())
    assert [(deed.by.role, [event.type for event in deed.events]) for deed in placed] == [
        ("player", ["wagers_placed"]),
        ("device", ["progressive_acknowledged"]),
    ]
    game.deal()
    game.decide(1, "raise", 30_00)
    last = game.table.handle_by_actor(c.Decide(c.player("player 2"), 2, "raise", 30_00), game.context())
    by = {event.type: f"{deed.by.role}:{deed.by.name}" for deed in last for event in deed.events}
    assert by["decided"] == "player:player 2"
    assert by["settlement_reckoned"] == "device:auto"
    dealers = ("cards_dealt", "cards_discarded", "round_ended", "shuffled", "deck_cut", "round_opened", "performed")
    assert {by[name] for name in dealers} == {"dealer:auto"}


def test_nobody_is_called_auto() -> None:
    game = Game(p.rules_of(MD))
    with pytest.raises(MalformedError, match="nobody is called auto"):
        game.do(c.Sit(c.player("auto"), 1))
