"""A player who leaves the table in a round of play: the floorperson rules on the wagers while they are not settled."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.play import FOUR, GALAXY, MA, MD, Game

CLAUSE = {MD: f"{MD} 7.C(2)", MA: None, FOUR: f"{FOUR} 7.B(2)", GALAXY: f"{MD} 7.C(2)"}
BOOKS = [
    pytest.param(MD, marks=pytest.mark.clause(f"{MD} 7.C(2)")),
    MA,
    pytest.param(FOUR, marks=pytest.mark.clause(f"{FOUR} 7.B(2)")),
    GALAXY,
]


def _reckoned(book: str) -> Game:
    """Both have raised, everything is reckoned, and seat 2, which is settled first, is next."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    while game.state.round.lines is None:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(step.do)
    return game


def _must_rule(game: Game) -> bool:
    return any(line.do == "rule_on_leaving" and line.must for line in next_steps(game.state))


def _finish(game: Game) -> None:
    number = game.state.round.number
    while game.state.round is not None and game.state.round.number == number:
        game.step(game.state.agenda[0].do)


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_that_stand_after_the_reckoning(book: str) -> None:
    """Nothing of the leaver's is settled before the ruling; then it is paid as it was reckoned."""
    stayed, left = _reckoned(book), _reckoned(book)
    left.do(c.Leave(c.player("player 1")))
    assert _must_rule(left)
    while left.state.agenda[0].seat == 2:
        left.step(left.state.agenda[0].do)
    while left.state.agenda[0].do != "settle":
        left.step(left.state.agenda[0].do)
    p.refused(left, c.Do(c.dealer(), "settle"), CLAUSE[book])
    left.do(c.RuleOnLeaving(c.floorperson(), "player 1", False, "was called away"))
    assert not _must_rule(left)
    for game in (stayed, left):
        _finish(game)
    assert left.state.last_round.lines == stayed.state.last_round.lines
    assert left.state.inventory == stayed.state.inventory


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_that_are_abandoned_after_the_reckoning(book: str) -> None:
    """Seat 1's wagers go to the inventory whole, whatever its hand; seat 2 is settled as if nothing had happened."""
    stayed, left = _reckoned(book), _reckoned(book)
    staked = sum(left.state.round.wagers[1].values())
    collected = sum(amount for (seat, _), amount in _collected(left).items() if seat == 1)
    before = left.state.inventory
    left.do(c.Leave(c.player("player 1")))
    left.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "walked off"))
    assert left.state.inventory == before + staked - collected
    for game in (stayed, left):
        _finish(game)
    assert [line for line in left.state.last_round.lines if line[0] == 1] == []
    of_two = [[line for line in game.state.last_round.lines if line[0] == 2] for game in (stayed, left)]
    assert of_two[0] == of_two[1]
    assert sum(isinstance(event, happened.LeavingRuled) for event in left.events) == 1


def _collected(game: Game) -> dict[tuple[int, str], int]:
    current = game.state.round
    return {(seat, name): current.wagers[seat][name] for seat, name in current.collected}


@pytest.mark.parametrize("book", BOOKS)
def test_settled_wagers_need_no_ruling(book: str) -> None:
    game = _reckoned(book)
    while game.state.agenda[0].seat == 2:
        game.step(game.state.agenda[0].do)
    game.do(c.Leave(c.player("player 2")))
    assert not _must_rule(game)
    for abandoned in (True, False):
        (problem,) = p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 2", abandoned, "too late"), CLAUSE[book])
        assert problem.message == "the wagers of player 2 are settled"
    _finish(game)


@pytest.mark.parametrize("book", BOOKS)
def test_a_void_round_needs_no_ruling(book: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    assert _must_rule(game)
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    assert not _must_rule(game)
    p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 1", True, "walked off"), CLAUSE[book])
    _finish(game)
    assert {line[2] for line in game.state.last_round.lines} == {"void"}
