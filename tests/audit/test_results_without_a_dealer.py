"""What a record came to, in a game without a dealer's hand: the three bets together are the main game."""

from pit.playing import recorded
from pitbook.audit.results import MAIN, read_results
from pitbook.submission import load_target


def test_the_bets_that_ride_are_the_main_game() -> None:
    rules = load_target("let-it-ride")
    results = read_results(recorded(rules, 3), rules.digest)
    bets = [results.takings[name] for name in ("bet_1", "bet_2", "bet_3") if name in results.takings]
    main = results.takings[MAIN]
    assert main.made == 3 * rules.positions
    assert main.wagered == sum(one.wagered for one in bets)
    assert main.returned == sum(one.returned for one in bets)
