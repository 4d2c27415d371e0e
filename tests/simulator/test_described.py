"""Three Card Poker and Let It Ride in kernels: as settlement pays them, and as often as the solver counts."""

import random

import pytest

from odds.described import let_it_ride, three_card
from pitbook.cards import DECK
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.settlement import DealtRound, Seat, settle
from pitbook.simulator.blocks import BLOCK, Player, game_of
from pitbook.simulator.expected import expected_of
from pitbook.simulator.figures import SimulationFigures
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules
from simulator.given_rounds import settle_by_kernels

GAMES = {"three_card": three_card, "let_it_ride": let_it_ride}
BOTH = pytest.mark.parametrize("game", GAMES)
SEATS = 3


def _wagers(rules: HouseRules) -> dict[str, int]:
    return {wager.name: 1_000 for wager in rules.wagers if not wager.decided and not wager.is_bonus}


@BOTH
def test_the_kernels_pay_what_settlement_pays(game: str) -> None:
    rules = GAMES[game]()
    chance = random.Random(14)
    flow, book = rules.book.flow, rules.book
    rounds = []
    for _ in range(300):
        drawn = chance.sample(DECK, book.board + book.dealer.cards + book.player.cards)
        board, rest = drawn[: book.board], drawn[book.board :]
        dealer, own = rest[: book.dealer.cards], rest[book.dealer.cards :]
        wagers = _wagers(rules)
        for name in flow.withdrawable:
            if chance.random() < 0.5:
                del wagers[name]
        folded = bool(flow.decided) and chance.random() < 0.3
        wagers |= {} if folded else dict.fromkeys(flow.decided, 1_000)
        rounds.append(DealtRound(tuple(dealer), (Seat(1, "one", tuple(own), wagers, folded=folded),), tuple(board)))
    for cards, (lines, _) in zip(rounds, settle_by_kernels(rules, rounds), strict=True):
        expected = [(line.wager, line.payout, line.returned) for line in settle(rules, cards).lines]
        assert [(line.wager, line.payout, line.returned) for line in lines] == expected


@BOTH
def test_a_simulation_agrees_with_the_exact_odds(game: str) -> None:
    rules = GAMES[game]()
    solved = solve_main(rules)
    players = [Player(_wagers(rules), solved.policy) for _ in range(SEATS)]
    table = game_of(rules, players, shift=100, session=100)
    totals = Totals(rules, table, 100_000)
    for number in range(4):
        totals.add(table.block(2026, number, BLOCK))
    figures = SimulationFigures(rules, players, totals, expected_of(rules, players))
    main = figures.main()
    assert main is not None
    assert main.exact == solved.house_edge
    assert main.z is not None
    assert abs(main.z) < 4
    assert main.p is not None
    assert main.p > 0.0005
    for place, wager in enumerate(figures.names):
        found = figures.wager(place)
        assert found.z is None or abs(found.z) < 4, wager
    assert totals.sessions > 0


@BOTH
def test_somebody_who_errs_does_everything(game: str) -> None:
    rules = GAMES[game]()
    player = Player(_wagers(rules), family_of(rules).constant(rules), error_rate=1.0)
    table = game_of(rules, [player], shift=100, session=100)
    tally = table.block(1, 0, 2_000).tally
    for number, street in enumerate(rules.streets):
        assert (tally.decisions[0, number, : len(street.actions)] > 0).all()
    assert int(tally.errors[0]) == int(tally.decisions.sum())
