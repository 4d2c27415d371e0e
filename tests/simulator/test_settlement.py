"""The kernels settle every round as `settlement.settle` does: each line, in its order, to the cent, meters included."""

import random
from itertools import islice

import pytest

from kinds import one_of_each_kind
from pitbook.odds.choices import with_table
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement import Settlement, SettlementLine, settle
from pitbook.submission import HouseRules
from simulator.given_rounds import KernelLine, settle_by_kernels
from simulator.tables import random_tables


def _paid_by_name(rules: HouseRules) -> set[str]:
    """The wagers of which the kernels tell the row that paid."""
    base = rules.book.flow.base
    main = {wager.name for wager in rules.wagers if wager.against_dealer or base in (wager.name, wager.equals)}
    return {"envy", *(wager.name for wager in rules.wagers if wager.name not in main)}


def _expected(line: SettlementLine, by_name: set[str]) -> KernelLine:
    hand = line.hand if line.payout and line.wager in by_name else None
    return KernelLine(line.seat, line.wager, hand, line.payout, line.returned)


def _agree(book_id: str, seed: int, rounds: int) -> list[Settlement]:
    settled: list[Settlement] = []
    for rules, played in random_tables(book_id, random.Random(f"simulator {book_id} {seed}")):
        by_name = _paid_by_name(rules)
        for cards, (lines, meters) in zip(played, settle_by_kernels(rules, played), strict=True):
            settlement = settle(rules, cards)
            assert lines == [_expected(line, by_name) for line in settlement.lines], (rules.digest, cards)
            assert meters == settlement.meters, (rules.digest, cards)
            settled.append(settlement)
        if len(settled) >= rounds:
            break
    return settled


def _everything_came_up(book_id: str, settled: list[Settlement]) -> None:
    """Folds, and whatever the book has of limits, envy and meters."""
    lines = [line for settlement in settled for line in settlement.lines]
    assert any(line.result == "forfeit" for line in lines) == bool(load_book(book_id).dealers_hand)
    if load_book(book_id).payout_limit:
        assert any(line.wager == "payout_limit" for line in lines)
    if load_book(book_id).envy:
        assert any(line.wager == "envy" for line in lines)
    if load_book(book_id).kind_of_table("progressive"):
        assert sum(line.meter is not None for line in lines) > len(settled) // 50
        assert any(str(line.pays).startswith("100%") for line in lines)


@pytest.mark.parametrize("book_id", one_of_each_kind(book_ids()))
def test_kernel_lines_are_those_of_settlement(book_id: str) -> None:
    _everything_came_up(book_id, _agree(book_id, seed=1, rounds=500))


def test_lines_paid_by_another_table_are_found() -> None:
    """The control: kernels that pay the pocket bonus by another of the book's tables do not agree."""
    book = load_book("md-heads-up-holdem")
    kind = book.kind_of_table("pocket_bonus")
    assert kind is not None
    differ = 0
    for rules, played in islice(random_tables(book.id, random.Random(3)), 20):
        other = next(table for table in kind.tables if table.id != rules.tables["pocket_bonus"].id)
        by_name = _paid_by_name(rules)
        for cards, (lines, _) in zip(
            played, settle_by_kernels(with_table(rules, "pocket_bonus", other), played), strict=True
        ):
            differ += lines != [_expected(line, by_name) for line in settle(rules, cards).lines]
    assert differ > 10


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("book_id", book_ids())
def test_kernel_lines_are_those_of_settlement_in_a_million_rounds(book_id: str, seed: int) -> None:
    settled = _agree(book_id, seed=100 + seed, rounds=25_000)
    assert len(settled) == 25_000
    _everything_came_up(book_id, settled)
