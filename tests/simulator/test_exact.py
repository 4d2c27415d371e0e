"""Simulated figures agree with the exact ones: edges in their 99 % bands, hits by chi-square. Wrong ones do not."""

from dataclasses import replace
from math import sqrt

import pytest

from kinds import one_of_each_kind
from pitbook.odds.choices import with_table
from pitbook.odds.families.main_wagers import main_wagers
from pitbook.odds.solution import solve_main
from pitbook.odds.wagers import wager_result
from pitbook.rulebooks import book_ids
from pitbook.simulator import Simulation, SimulationRequest, simulate
from pitbook.simulator.expected import Expected
from pitbook.simulator.testing import chi_square, quantile
from pitbook.submission import load_target

ROUNDS = 300_000
SEED = 20_261_115


def _agrees(run: Simulation, *, level: float) -> None:
    """Every known edge lies in the band of this confidence, and no chi-square is less likely than its rest."""
    band, least = quantile(level), 1 - level
    for figures in (*run.wagers, run.main):
        assert figures is not None
        if figures.z is not None:
            assert abs(figures.z) < band, (figures.name, figures.z)
        if figures.p is not None:
            assert figures.p > least, (figures.name, figures.p)


@pytest.mark.parametrize("book_id", one_of_each_kind(book_ids()))
def test_a_run_at_the_exact_strategy_is_in_the_bands(book_id: str) -> None:
    run = simulate(load_target(book_id), SimulationRequest(ROUNDS, seats=1, seed=SEED), threads=2)
    assert run.main is not None
    assert run.main.z is not None
    known = {figures.name for figures in run.wagers if figures.p is not None}
    assert known >= {figures.name for figures in run.wagers if figures.hits}
    _agrees(run, level=0.999)
    assert abs(run.main.z) < quantile(0.99)
    low, high = run.main.edge.interval(0.99) if run.main.edge else (0, 0)
    assert low < float(run.main.exact or 0) < high


@pytest.mark.parametrize("book_id", one_of_each_kind(book_ids()))
def test_every_wager_of_the_main_game_has_its_exact_edge_and_results(book_id: str) -> None:
    """Weighed by what is on them in the mean, their edges add up to that of the game: a bonus counts by the ante."""
    rules = load_target(book_id)
    run = simulate(
        rules, SimulationRequest(20_000, seats=2, seed=SEED, wagers=(f"2:{rules.book.flow.base}=25",)), threads=2
    )
    assert run.main is not None
    assert run.main.exact is not None
    solved = solve_main(rules).result
    assert solved is not None
    stakes = {wager.name: wager.average_stake or 1 for wager in main_wagers(rules, solved.outcomes)}
    figures = {one.name: one for one in run.wagers if one.name in stakes}
    assert figures.keys() == stakes.keys()
    assert sum(stakes[name] * (one.exact or 0) for name, one in figures.items()) == run.main.exact
    flow = rules.book.flow
    rounds = {flow.base: 40_000} | {name: figures[name].rounds for name in (*flow.decided, *flow.withdrawable)}
    for name, made in rounds.items():
        assert sum(ended.count for ended in figures[name].results) == made
        assert sum(ended.expected or 0 for ended in figures[name].results) == pytest.approx(made, rel=0.02)
        assert figures[name].p is not None


def test_the_error_is_the_exact_one_even_if_the_rare_line_never_came() -> None:
    """A win of 500 to 1 that did not come in 2,000 rounds is in the error of the odds; a constant stake has its own."""
    rules = load_target("md-heads-up-holdem")
    run = simulate(rules, SimulationRequest(2_000, seats=1, seed=SEED, wagers=("ante",)))
    solved = solve_main(rules).result
    assert solved is not None
    exact = {wager.name: wager for wager in main_wagers(rules, solved.outcomes)}
    for one in run.wagers:
        assert one.edge is not None
        edge = exact[one.name].house_advantage
        assert edge is not None
        per_round = sqrt(exact[one.name].spread(edge))
        mean_stake = one.wagered / 2_000 / 500
        assert one.edge.error == pytest.approx(per_round / mean_stake / sqrt(2_000))


@pytest.mark.prove
@pytest.mark.parametrize("book_id", book_ids())
def test_a_hundred_million_hands_are_in_the_bands(book_id: str) -> None:
    run = simulate(load_target(book_id), SimulationRequest(100_000_000, seats=1, seed=SEED + 1), threads=2)
    assert run.totals.rounds == 100_000_000
    _agrees(run, level=0.99)


def test_seats_with_strategies_of_their_own_are_each_compared_with_their_own() -> None:
    rules = load_target("md-four-card-poker")
    asked = SimulationRequest(100_000, seats=3, seed=SEED, strategies=("never-fold", "2:exact", "3:four-card-simple"))
    run = simulate(rules, asked, threads=2)
    _agrees(run, level=0.999)
    edges = [float(result.house_edge) for result in run.expected.results if result]
    assert len(set(edges)) == 3
    assert run.main is not None
    assert float(run.main.exact or 0) == pytest.approx(sum(edges) / 3)


def test_errors_cost_and_are_as_frequent_as_asked_for() -> None:
    rules = load_target("md-four-card-poker")
    run = simulate(rules, SimulationRequest(60_000, seats=2, seed=SEED, error_rates=("0", "2:0.25")), threads=2)
    decisions = run.totals.tally.decisions.sum(axis=(1, 2)).tolist()
    errors = run.totals.tally.errors.tolist()
    assert decisions == [60_000, 60_000]
    assert errors[0] == 0
    test = chi_square([errors[1], decisions[1] - errors[1]], [0.25, 0.75])
    assert test is not None
    assert test.p > 0.001
    assert run.totals.seat_net(1) < run.totals.seat_net(0) < 60_000 * 500
    assert run.main is not None
    assert run.main.exact is None, "nobody knows the exact edge of a player who errs"
    for one in run.wagers:
        if one.name in ("ante", "play", "ante_bonus"):
            assert (one.exact, one.z, one.p) == (None, None, None)
            assert all(ended.expected is None for ended in one.results)


def test_a_player_who_always_errs_takes_every_action_equally_often() -> None:
    rules = load_target("ma-heads-up-holdem")
    run = simulate(rules, SimulationRequest(30_000, seats=1, seed=SEED, error_rates=("1",)), threads=2)
    before = run.totals.tally.decisions[0, 0].tolist()
    test = chi_square(before, [1 / 4] * 4)
    assert test is not None
    assert test.p > 0.001


def test_a_wrong_paytable_fails() -> None:
    """The control: the edge of another table is outside the band, by far."""
    rules = load_target("md-heads-up-holdem")
    run = simulate(rules, SimulationRequest(ROUNDS, seats=1, seed=SEED, strategies=("never-fold",)), threads=2)
    figures = next(one for one in run.wagers if one.name == "pocket_bonus")
    assert figures.edge is not None
    kind = rules.book.kind_of_table("pocket_bonus")
    assert kind is not None
    others = [wager_result(with_table(rules, "pocket_bonus", table), "pocket_bonus") for table in kind.tables[1:]]
    for other in others:
        z = figures.edge.z(float(other.house_edge))
        assert z is not None
        assert abs(z) > quantile(0.99)


def test_a_wrong_strategy_and_wrong_counts_fail() -> None:
    """The controls: the outcomes of another strategy, and hits of one line counted as those of the next."""
    rules = load_target("md-four-card-poker")
    run = simulate(rules, SimulationRequest(ROUNDS, seats=1, seed=SEED), threads=2)
    other = simulate(rules, SimulationRequest(1_000, seats=1, seed=SEED, strategies=("never-fold",)))
    wrong = replace(run, expected=Expected(other.expected.results))
    assert wrong.main is not None
    assert wrong.main.p is not None
    assert wrong.main.p < 1e-6
    for name in ("ante", "play"):
        figures = next(one for one in wrong.wagers if one.name == name)
        assert figures.p is not None
        assert figures.p < 1e-6
        assert figures.z is not None
        assert abs(figures.z) > quantile(0.999)
    hits = next(one for one in run.wagers if one.name == "aces_up").hits
    chances = [(hit.expected or 0) / ROUNDS for hit in hits]
    counts = [hit.count for hit in hits]
    counts[3], counts[4] = counts[4], counts[3]
    test = chi_square(counts, chances)
    assert test is not None
    assert test.p < 1e-6


def test_seats_at_one_table_move_together() -> None:
    """They share board and dealer, so their results are correlated; a seat with itself is 1."""
    rules = load_target("md-heads-up-holdem")
    run = simulate(rules, SimulationRequest(50_000, seats=3, seed=SEED, strategies=("never-fold",)), threads=2)
    for one in range(3):
        for two in range(3):
            value = run.correlation[one][two]
            assert value is not None
            assert value == pytest.approx(run.correlation[two][one])
            assert value == pytest.approx(1) if one == two else 0 < value < 0.9
