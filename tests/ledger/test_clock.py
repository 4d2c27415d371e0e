"""The clock of a database, as somebody knows it who asks now and then."""

from datetime import UTC, datetime, timedelta

import pytest

from pitbook.ledger import MemoryStore
from pitbook.ledger.clock import SharedClock, utc_now
from pitbook.ledger.postgres import PostgresStore
from postgresql import Server

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Ours:
    """A monotonic clock that a test moves."""

    at = 100.0

    def __call__(self) -> float:
        return self.at


def hear(clock: SharedClock, ours: Ours, takes: float, said: datetime) -> None:
    asked, ours.at = ours.at, ours.at + takes
    clock.hear(asked, said)


def test_it_is_as_far_ahead_as_it_said_at_least_and_at_most() -> None:
    ours = Ours()
    clock = SharedClock(ours)
    hear(clock, ours, 0.2, NOON)  # said between 100.0 and 100.2, so it is noon at 100.2 at the latest
    assert clock.now() == NOON
    hear(clock, ours, 10.0, NOON + timedelta(seconds=5))  # an answer that took long says nothing new
    assert clock.now() == NOON + timedelta(seconds=10)
    hear(clock, ours, 0.1, NOON + timedelta(seconds=10.15))  # between 110.2 and 110.3: a little more than was thought
    assert abs(clock.now() - (NOON + timedelta(seconds=10.15))) < timedelta(microseconds=2)


@pytest.mark.parametrize("arrives", [0.0, 0.5, 1.0])
def test_a_slow_first_answer_makes_no_clock_that_is_ahead_or_runs_backwards(arrives: float) -> None:
    """Three seconds on a line, of which the question took this part; then answers that take a hundredth."""
    ours = Ours()
    clock = SharedClock(ours)
    hear(clock, ours, 3.0, NOON + timedelta(seconds=3 * arrives))
    last = clock.now()
    for _ in range(20):
        hear(clock, ours, 0.01, NOON + timedelta(seconds=ours.at - 100 + 0.005))
        assert last <= clock.now() <= NOON + timedelta(seconds=ours.at - 100, microseconds=2)
        last = clock.now()
    assert NOON + timedelta(seconds=ours.at - 100) - last < timedelta(seconds=0.01)


def test_a_clock_that_is_set_is_followed() -> None:
    ours = Ours()
    clock = SharedClock(ours)
    for said in (NOON, NOON - timedelta(minutes=7), NOON + timedelta(hours=1)):
        hear(clock, ours, 0.1, said)
        assert timedelta() <= clock.now() - said <= timedelta(seconds=0.1)


def test_a_store_says_the_time_of_its_database(postgres: Server) -> None:
    with PostgresStore(postgres.ledger("clock"), read_only=True) as store:
        assert abs(store.now() - utc_now()) < timedelta(seconds=1)
        store._clock.hear(store._clock.monotonic(), NOON)
        assert abs(store.now() - NOON) < timedelta(seconds=1)
        assert abs(MemoryStore().now() - utc_now()) < timedelta(seconds=1)
