"""The kernels settle every round as `settlement.settle` does: each line, in its order, to the cent, meters included."""

import random

import pytest

from oracle.rounds import four_card_hand, holdem_hand, random_choices
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.models import Settles
from pitbook.settlement import Line, Settlement, read_round, settle
from pitbook.simulator.dealt import KernelLine, settle_dealt
from pitbook.submission import HouseRules
from settlement.choices import rules_of

PER_CHOICE = 60
"""Rounds that are played under the same choices of the operator."""


def _expected(rules: HouseRules, line: Line) -> KernelLine:
    """A line as the kernels know it: the row that paid is told where a name decides."""
    by_name = line.wager == "envy" or (
        line.wager in rules.wager_names
        and rules.book.wager(line.wager).settles in (Settles.BY_PAYTABLE, Settles.PROGRESSIVE, Settles.BONUS)
    )
    return KernelLine(line.seat, line.wager, line.hand if by_name and line.payout else None, line.payout, line.returned)


def _agree(book_id: str, seed: int, rounds: int) -> list[Settlement]:
    rng = random.Random(f"simulator {book_id} {seed}")
    settled: list[Settlement] = []
    while len(settled) < rounds:
        choices = random_choices(book_id, rng)
        if load_book(book_id).payout_limit is None:
            choices["payout_limit"] = None
        rules = rules_of(book_id, choices)
        for _ in range(PER_CHOICE):
            four_card = rules.book.game == "four_card"
            hand = four_card_hand(choices, rng) if four_card else holdem_hand(book_id, choices, rng)
            cards = read_round(rules, hand)
            if cards.void:
                continue
            settlement = settle(rules, cards)
            lines, meters = settle_dealt(rules, cards)
            assert lines == [_expected(rules, line) for line in settlement.lines], f"{choices} {hand}"
            assert meters == settlement.meters, f"{choices} {hand}"
            settled.append(settlement)
    return settled


@pytest.mark.parametrize("book_id", book_ids())
def test_kernel_lines_are_those_of_settlement(book_id: str) -> None:
    settled = _agree(book_id, seed=1, rounds=5_000)
    lines = [line for settlement in settled for line in settlement.lines]
    assert any(line.result == "forfeit" for line in lines)
    if load_book(book_id).payout_limit:
        assert any(line.wager == "payout_limit" for line in lines)
    if load_book(book_id).envy:
        assert any(line.wager == "envy" for line in lines)
    if load_book(book_id).kind_of_table("progressive"):
        assert sum(line.meter is not None for line in lines) > 100
        assert any(str(line.pays).startswith("100%") for line in lines)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("book_id", book_ids())
def test_kernel_lines_are_those_of_settlement_in_a_million_rounds(book_id: str, seed: int) -> None:
    _agree(book_id, seed=100 + seed, rounds=25_000)
