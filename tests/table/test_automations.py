"""One engine, by hand or by itself: with every automation, with none, or with some, a round comes out the same."""

import random

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError
from pitbook.table import ALL, NONE
from pitbook.table import commands as c
from pitbook.table.script import WORDS
from table.play import METHODS, Game


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
    game = p.with_wagers("md-heads-up-holdem")
    game.deal()
    game.decide(1, "raise", 30_00)
    shown, game.meters = game.meters, {}
    game.decide(2, "raise", 30_00)
    assert game.state.agenda[0].do == "reckon"
    p.refused(game, c.Do(c.device(), "reckon"))
    game.meters = shown
    game.step("reckon")
    assert game.stacks() == {1: "1029.00", 2: "1079.00"}


def test_the_time_has_a_zone() -> None:
    game = p.with_wagers("md-heads-up-holdem")
    game.now = game.now.replace(tzinfo=None)
    with pytest.raises(MalformedError):
        game.deal()
