"""What only the live table can hold players to: the raise that each street allows, and the posted limits."""

import pytest

from clauses import procedures as p
from pitbook.table import commands as c

MD, MA, GALAXY = "md-heads-up-holdem", "ma-heads-up-holdem", "galaxy-heads-up-holdem"


def _streets(book: str, edits: str = "") -> dict[str, set[int]]:
    """Which of one to four antes a player may raise at each street, tried one after the other."""
    allowed: dict[str, set[int]] = {}
    for street, checks in (("pre_flop", 0), ("flop", 1), ("river", 2)):
        allowed[street] = set()
        for multiple in (1, 2, 3, 4):
            game = p.seated(book, edits=edits)
            game.wager(1, {"ante": 10_00, "odds": 10_00})
            game.deal()
            for _ in range(checks):
                game.decide(1, "check")
            raise_ = c.Decide(c.player("player 1"), 1, "raise", multiple * 10_00)
            try:
                p.refused(game, raise_)
            except pytest.fail.Exception:
                allowed[street].add(multiple)
    return allowed


@pytest.mark.clause(f"{MD} 11.B(1)", f"{MD} 11.D(1)", f"{MD} 11.F")
def test_maryland_three_then_two_then_one() -> None:
    assert _streets(MD) == {"pre_flop": {3}, "flop": {2}, "river": {1}}


@pytest.mark.clause(*(f"{MA} 1 raise wager({letter})" for letter in "abc"), f"{MA} 10(d)", f"{MA} 10(f)", f"{MA} 10(h)")
def test_massachusetts_up_to_three_then_up_to_two_then_one() -> None:
    assert _streets(MA) == {"pre_flop": {1, 2, 3}, "flop": {1, 2}, "river": {1}}


@pytest.mark.clause(f"{GALAXY} 5", f"{GALAXY} 7", f"{GALAXY} 9")
def test_galaxy_three_then_two_then_one() -> None:
    assert _streets(GALAXY) == {"pre_flop": {3}, "flop": {2}, "river": {1}}


@pytest.mark.clause(f"{MA} 10(b)", f"{GALAXY} 2")
@pytest.mark.parametrize(("book", "clause"), [(MA, f"{MA} 10(b)"), (GALAXY, f"{GALAXY} 2")])
def test_ante_and_odds_are_equal_and_within_the_posted_limits(book: str, clause: str) -> None:
    """The stock limits are 5 to 500."""
    game = p.seated(book)
    for amount in (4_50, 500_50):
        problems = p.refused(game, c.PlaceWagers(c.player("player 1"), 1, {"ante": amount, "odds": amount}))
        assert clause in {problem.clause for problem in problems}, problems
    p.refused(game, c.PlaceWagers(c.player("player 1"), 1, {"ante": 10_00, "odds": 9_50}))
    for amount in (5_00, 500_00):
        game.wager(1, {"ante": amount, "odds": amount})
        assert game.state.round.wagers[1] == {"ante": amount, "odds": amount}
