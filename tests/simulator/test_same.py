"""The same seed gives the same bytes: on one thread, on two, on a cluster, and on one that loses a worker."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pitbook.simulator import SimulationRequest, simulate
from pitbook.simulator.blocks import BLOCK, Block, Game, Player
from pitbook.simulator.document import as_csv, as_json
from pitbook.simulator.running import block_sizes, threads_blocks
from pitbook.simulator.setup import players_of
from pitbook.simulator.simulation import Runner, RunStoppedError, Simulation
from pitbook.submission import HouseRules, load_target

BOOK = "galaxy-heads-up-holdem"
ROUNDS = 4 * BLOCK + 123


def _asked(seed: int = 4, rounds: int = ROUNDS) -> SimulationRequest:
    return SimulationRequest(
        rounds, seats=2, seed=seed, strategies=("never-fold",), error_rates=("2:0.1",), bankroll="150"
    )


def _bytes(run: Simulation) -> str:
    document = as_json(run)
    del document["seconds"]
    return json.dumps(document) + as_csv(run)


@cache
def _table() -> tuple[HouseRules, list[Player]]:
    rules = load_target(BOOK)
    return rules, players_of(rules, _asked())


def _run(runner: Runner | None = None, *, threads: int = 1, seed: int = 4, rounds: int = ROUNDS) -> Simulation:
    rules, players = _table()
    return simulate(rules, _asked(seed, rounds), runner=runner, threads=threads, players=players)


def test_threads_change_nothing_and_another_seed_everything() -> None:
    alone = _bytes(_run(threads=1))
    assert _bytes(_run(threads=2)) == alone
    assert _bytes(_run(threads=3)) == alone
    assert _bytes(_run(seed=5)) != alone


def test_blocks_played_late_and_twice_change_nothing() -> None:
    def backwards(game: Game, seed: int, rounds: int) -> Iterator[Block]:
        sizes = list(block_sizes(rounds))
        played = {number: game.block(seed, number, size) for number, size in reversed(sizes)}
        for number, size in sizes:
            again = game.block(seed, number, size)
            for one, two in zip(
                (*again.tally, *again.record), (*played[number].tally, *played[number].record), strict=True
            ):
                assert one.tobytes() == two.tobytes()
            yield again

    assert _bytes(_run(backwards)) == _bytes(_run())


def test_without_a_seed_every_run_is_another() -> None:
    rules, players = _table()
    one, two = (simulate(rules, replace(_asked(), rounds=1_000, seed=None), players=players) for _ in range(2))
    assert one.seed != two.seed
    again = simulate(rules, replace(_asked(), rounds=1_000, seed=one.seed), players=players)
    assert _bytes(again) != _bytes(two)
    assert again.totals.seat_net(0) == one.totals.seat_net(0)


@pytest.mark.parametrize(("problem", "said"), [(KeyboardInterrupt(), "interrupted"), (RunStoppedError("gone"), "gone")])
def test_a_run_that_is_stopped_gives_what_is_done(problem: BaseException, said: str) -> None:
    def stopping(game: Game, seed: int, rounds: int) -> Iterator[Block]:
        for block in threads_blocks(game, seed, rounds, 1):
            if block.number == 3:
                raise problem
            yield block

    stopped, whole = _run(stopping), _run(rounds=3 * BLOCK)
    assert stopped.stopped == said
    assert stopped.totals.rounds == 3 * BLOCK
    assert as_json(stopped)["all"] == as_json(whole)["all"]


def test_a_run_that_is_stopped_at_once_has_no_figures() -> None:
    def nothing(game: Game, seed: int, rounds: int) -> Iterator[Block]:
        raise RunStoppedError("gone")
        yield

    document = as_json(_run(nothing))
    assert document["rounds"] == 0
    assert document["stopped"] == "gone"
    assert "all" not in document


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_bytes_also_when_a_worker_is_killed() -> None:
    distributed = pytest.importorskip("distributed")
    from pitbook.simulator.cluster import cluster_runner

    rounds = 80 * BLOCK
    alone = _bytes(_run(threads=2, rounds=rounds))
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings, silence_logs=50) as cluster:
        address = cluster.scheduler_address
        assert _bytes(_run(cluster_runner(address), rounds=rounds)) == alone
        with distributed.Client(address, set_as_default=False) as client:
            pids = list(client.run(os.getpid).values())
        assert len(pids) == 2
        killing = threading.Timer(1.0, os.kill, (pids[0], signal.SIGKILL))
        killing.start()
        assert _bytes(_run(cluster_runner(address), rounds=rounds)) == alone
        killing.join()


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_dies_ends_the_run_with_what_is_done(tmp_path: Path) -> None:
    """Scheduler and worker started by the commands of docs/reference/simulator.md."""
    pytest.importorskip("distributed")
    from pitbook.simulator.cluster import cluster_runner

    file = tmp_path / "scheduler.json"
    commands = (
        ("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)),
        ("dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard"),
    )
    processes = []
    try:
        for name, *words in commands:
            command = [sys.executable, "-m", f"distributed.cli.{name}", *words]
            processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        for _ in range(300):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        runner = cluster_runner(json.loads(file.read_text())["address"])
        killing = threading.Timer(12.0, processes[0].kill)
        killing.start()
        run = _run(runner, rounds=40_000 * BLOCK)
        killing.join()
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert run.stopped is not None
    assert "was lost" in run.stopped
    assert run.totals.rounds < 40_000 * BLOCK
    assert run.totals.rounds == run.totals.shifts.count * 300 + run.totals.rounds % 300
