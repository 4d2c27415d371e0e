"""Ranking seven-card hands, one thread: our batch call beside two public evaluators, in the same run."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
import phevaluator
import treys
from rich.console import Console
from rich.table import Table

from pitbook.cards import DECK, best_five_card_hand
from pitbook.cards.enumeration import strength_counts5
from pitbook.cards.kernels import CARD_MASKS, rank5_cards, rank5_masks
from pitbook.cards.tables import FIVE_CARD_TABLES

HANDS = 2_000_000
PEER_HANDS = 200_000
FRIENDLY_HANDS = 20_000
REPEATS = 3
ALL_HANDS = comb(52, 7)
PHEVALUATOR = "phevaluator.evaluate_cards"
TREYS = "treys.Evaluator().evaluate"


@dataclass(frozen=True)
class Timing:
    """How long a call took for so many hands, by the clock and in processor time."""

    hands: int
    seconds: float
    cpu_seconds: float

    @property
    def nanoseconds(self) -> float:
        """Per hand."""
        return self.seconds / self.hands * 1e9


def measure(work: Callable[[], object], hands: int) -> Timing:
    """The best of several runs."""
    timings = []
    for _ in range(REPEATS):
        start, cpu_start = time.perf_counter(), time.process_time()
        work()
        timings.append(Timing(hands, time.perf_counter() - start, time.process_time() - cpu_start))
    return min(timings, key=lambda timing: timing.seconds)


def time_random_hands() -> dict[str, Timing]:
    """Every evaluator on random hands; the peers, which take one hand at a time, on fewer of them."""
    chance = np.random.default_rng(7)
    order = chance.random((HANDS, 52), np.float32).argpartition(7, axis=1)
    hands = np.ascontiguousarray(order[:, :7].astype(np.uint8))
    masks = np.bitwise_or.reduce(CARD_MASKS[hands], axis=1)
    rank5_cards(hands[:1])
    rank5_masks(masks[:1])

    one_by_one = hands[:PEER_HANDS].tolist()
    as_cards = [[DECK[index] for index in hand] for hand in one_by_one[:FRIENDLY_HANDS]]
    treys_deck = [treys.Card.new(str(card)) for card in DECK]
    for_treys = [[treys_deck[index] for index in hand] for hand in one_by_one]
    evaluate, treys_evaluate = phevaluator.evaluate_cards, treys.Evaluator().evaluate
    return {
        "pitbook rank5_masks": measure(lambda: rank5_masks(masks), HANDS),
        "pitbook rank5_cards": measure(lambda: rank5_cards(hands), HANDS),
        "pitbook best_five_card_hand": measure(
            lambda: [best_five_card_hand(hand) for hand in as_cards], FRIENDLY_HANDS
        ),
        PHEVALUATOR: measure(lambda: [evaluate(*hand) for hand in one_by_one], PEER_HANDS),
        TREYS: measure(lambda: [treys_evaluate(hand[:2], hand[2:]) for hand in for_treys], PEER_HANDS),
    }


def random_hands_table(timings: dict[str, Timing]) -> Table:
    """Time per hand, and how many times as fast as phevaluator each call is."""
    table = Table(title="Random seven-card hands, one thread")
    table.add_column("call", no_wrap=True)
    for heading in ("hands", "ns a hand", "CPU s", "speed"):
        table.add_column(heading, justify="right")
    for name, timing in timings.items():
        table.add_row(
            name,
            f"{timing.hands:,}",
            f"{timing.nanoseconds:,.1f}",
            f"{timing.cpu_seconds:.3f}",
            f"{timings[PHEVALUATOR].nanoseconds / timing.nanoseconds:,.2f} x",
        )
    return table


def all_hands_table(timings: dict[str, Timing]) -> Table:
    """Our count of all hands, and how long the peers would take at their speed on random hands."""
    strength_counts5(5)
    everything = measure(lambda: strength_counts5(7), ALL_HANDS)
    table = Table(title=f"All {ALL_HANDS:,} seven-card hands, one thread", caption="* extrapolated from random hands")
    table.add_column("call", no_wrap=True)
    for heading in ("seconds", "ns a hand", "CPU s", "time"):
        table.add_column(heading, justify="right")
    for name, timing in (
        ("pitbook strength_counts5", everything),
        (f"{PHEVALUATOR} *", timings[PHEVALUATOR]),
        (f"{TREYS} *", timings[TREYS]),
    ):
        table.add_row(
            name,
            f"{timing.nanoseconds * ALL_HANDS / 1e9:,.1f}",
            f"{timing.nanoseconds:,.1f}",
            f"{timing.cpu_seconds / timing.hands * ALL_HANDS:,.1f}",
            f"{timing.nanoseconds / everything.nanoseconds:,.0f} x",
        )
    return table


def main() -> None:
    """Prints both comparisons, the size of our tables and how busy the machine is."""
    console = Console()
    timings = time_random_hands()
    console.print(random_hands_table(timings))
    console.print(all_hands_table(timings))
    size = sum(part.nbytes for part in FIVE_CARD_TABLES)
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    console.print(f"Tables of five-card poker: {size / 1024:,.0f} KiB. Load average: {load}.")


if __name__ == "__main__":
    main()
