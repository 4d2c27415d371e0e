"""Advice as a library: the same from many threads at once, with nothing stored before."""

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from pitbook.cards import DECK, Card
from pitbook.odds import advise, stored
from pitbook.odds.families.board_dealer import advise_holdem
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules, load_target

Situation = tuple[HouseRules, tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def _situations(chance: random.Random) -> list[Situation]:
    """Decisions of both games on every street, with dead cards and without, shuffled."""
    holdem, four_card = load_target("md-heads-up-holdem"), load_target("md-four-card-poker")
    asked: list[Situation] = []
    for _ in range(4):
        cards = tuple(chance.sample(DECK, 10))
        for dead in ((), cards[7:]):
            asked += [(holdem, cards[:2], cards[2 : 2 + board], dead) for board in (3, 5)]
            asked.append((four_card, cards[:5], cards[5:6], dead))
        asked.append((holdem, cards[:2], (), ()))
    chance.shuffle(asked)
    return asked


def test_threads_that_ask_at_once_get_what_one_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _situations(random.Random(7))
    alone = [advise(*each) for each in asked]
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda each: advise(*each), asked))
    assert together == alone
    holdem = load_target("md-heads-up-holdem")
    assert stored.recall(holdem) is not None
    assert {path.suffix for path in (tmp_path / "solutions").iterdir()} == {".json", ".policy"}


@pytest.mark.parametrize("book", ["ma-heads-up-holdem", pytest.param("ultimate-texas-holdem", marks=pytest.mark.prove)])
def test_before_the_flop_the_stored_solution_answers_what_counting_gives(book: str) -> None:
    rules = load_target(book)
    hole = DECK[-1], DECK[13]
    values = advise(rules, hole, ())
    assert values == advise_holdem(compile_main(rules), rules.streets, hole)
    assert all(isinstance(value, Fraction) for value in values.values())
