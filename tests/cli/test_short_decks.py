"""A book with a short deck, in every command: its numbers are those of its deck, or it is refused everywhere."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.running import Run, runner
from pitbook.cards import Card, parse_cards
from pitbook.cards.three_card import best_three_card_hand
from pitbook.settlement import DealtRound, Seat
from pitbook.settlement.classify import classify
from pitbook.settlement.pay import pay
from pitbook.settlement.settle import hands_needed
from pitbook.submission import HouseRules, load_target

HOLDEM, FOUR, THREE, RIDE = "md-heads-up-holdem", "md-four-card-poker", "three-card-poker", "let-it-ride"
SHORT = 36
TOO_SHORT = "book.toml: deck.cards: 7 positions need 42 cards, but the deck has 36"
BASE = 600_00
"""The stake in cents: every odds come out even."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def _book(folder: Path, base: str, cards: int = SHORT, seats: int | None = None) -> str:
    """A book that changes the deck of another one, and the table where it would be too large."""
    folder.mkdir()
    text = f'id = "short"\ntitle = "Short Deck"\nauthority = "a test"\nbased_on = "{base}"\n[deck]\ncards = {cards}\n'
    text += "" if seats is None else f"[positions]\nmost = {seats}\n"
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return str(folder)


def _net(
    rules: HouseRules,
    own: Sequence[Card],
    dealer: Sequence[Card],
    board: Sequence[Card],
    wagers: dict[str, int],
    *,
    folded: bool = False,
) -> int:
    """What settlement says of one deal, in cents."""
    seat = Seat(1, "", tuple(own), wagers, folded=folded)
    outcome = classify(rules.book, DealtRound(tuple(dealer), (seat,), tuple(board)), seat, hands_needed(rules))
    lines = pay(rules, 1, outcome, wagers, folded=folded, meters={})
    return sum(line.returned for line in lines) - sum(wagers.values())


def _main_game(target: str) -> HouseRules:
    """The house without side wagers: what `pay` then says is the main game."""
    rules = load_target(target)
    return HouseRules(**{**vars(rules), "wagers": tuple(one for one in rules.wagers if not one.optional)})


def _edge(done: Any) -> Fraction:
    return Fraction(done.document["main"]["house_edge"]["fraction"])


def _three_card_edge(rules: HouseRules) -> Fraction:
    """Every hand against every other; settlement is asked once for each kind of deal, and the better action taken."""
    hands = list(combinations(rules.book.deck.playing_cards, 3))
    masks = np.array([sum(card.mask for card in hand) for hand in hands], np.uint64)
    found = [best_three_card_hand(hand) for hand in hands]
    strengths = np.array([hand.strength for hand in found])
    example = {hand.strength: cards for hand, cards in zip(found, hands, strict=True)}
    lowest = best_three_card_hand(parse_cards(f"Qc {rules.book.deck.playing_cards[0]} 7d")).strength
    base, (bet,) = rules.book.flow.base, rules.streets[0].bets
    nets: dict[tuple[object, bool, int], int] = {}

    def play(mine: int, dealers: int) -> int:
        """The net of a deal; hands of the same category are paid alike, and `pay` does not mind cards that meet."""
        kind = best_three_card_hand(example[mine]).category, dealers >= lowest, int(np.sign(mine - dealers))
        if kind not in nets:
            nets[kind] = _net(rules, example[mine], example[dealers], (), {base: BASE, bet.wager: BASE})
        return nets[kind]

    fold = _net(rules, hands[0], hands[-1], (), {base: BASE}, folded=True)
    total = 0
    for mask, mine in zip(masks, strengths.tolist(), strict=True):
        against = strengths[masks & mask == 0]
        groups = {
            "weaker": against[(against < mine) & (against < lowest)],
            "weaker, qualified": against[(against < mine) & (against >= lowest)],
            "as strong": against[against == mine],
            "stronger": against[(against > mine) & (against < lowest)],
            "stronger, qualified": against[(against > mine) & (against >= lowest)],
        }
        value = sum(play(mine, int(group[0])) * len(group) for group in groups.values() if len(group))
        total += max(value, fold * len(against))
    return Fraction(-total, len(hands) * comb(rules.book.deck.cards - 3, 3) * BASE)


def _ride_edge(rules: HouseRules) -> Fraction:
    """Every deal of own cards and two community cards: a wager that may be withdrawn stays if that is better."""
    cards, flow = rules.book.deck.playing_cards, rules.book.flow
    nets: dict[int, int] = {}
    for five in combinations(cards, 5):
        own, board = five[:3], five[3:]
        nets[sum(card.mask for card in five)] = _net(rules, own, (), board, {flow.base: BASE})
    total = 0
    for own in combinations(cards, 3):
        mask = sum(card.mask for card in own)
        left = [card.mask for card in cards if card not in own]
        by_first = [sum(nets[mask | first | second] for second in left if second != first) for first in left]
        total += sum(by_first) + max(sum(by_first), 0) + sum(max(one, 0) for one in by_first)
    return Fraction(-total, comb(len(cards), 3) * perm(len(cards) - 3, 2) * BASE)


def test_three_cards_of_36_solved_as_by_enumeration_through_settlement(run: Run, tmp_path: Path) -> None:
    target = _book(tmp_path / "book", THREE)
    found = _edge(run("solve", target, "--json", "--no-cache"))
    assert found == _three_card_edge(_main_game(target))
    assert found != _edge(run("solve", THREE, "--json"))


@pytest.mark.parametrize(
    "cards", [pytest.param(24, marks=pytest.mark.prove), pytest.param(SHORT, marks=pytest.mark.prove)]
)
def test_let_it_ride_solved_as_by_enumeration_through_settlement(run: Run, tmp_path: Path, cards: int) -> None:
    target = _book(tmp_path / "book", RIDE, cards)
    assert _edge(run("solve", target, "--json", "--no-cache")) == _ride_edge(_main_game(target))


def test_hold_em_values_of_36_cards_at_the_river(run: Run, tmp_path: Path) -> None:
    """All 406 hands of the dealer, settled one by one."""
    target = _book(tmp_path / "book", HOLDEM)
    own, board = parse_cards("Ks 9d"), parse_cards("9s Td 6c 7h Jd")
    done = run("advise", target, "--hole", "Ks 9d", "--board", "9s Td 6c 7h Jd", "--json").document["actions"]
    rules = _main_game(target)
    left = [card for card in rules.book.deck.playing_cards if card not in (*own, *board)]
    dealers = list(combinations(left, 2))
    assert len(dealers) == 406
    before = {wager.name: BASE for wager in rules.wagers if rules.book.flow.base in (wager.name, wager.equals)}
    raised = before | {rules.streets[-1].wager: BASE}
    values = {
        "fold": _net(rules, own, dealers[0], board, before, folded=True) * len(dealers),
        "raise_1": sum(_net(rules, own, dealer, board, raised) for dealer in dealers),
    }
    assert {action: Fraction(one["value"]["fraction"]) for action, one in done.items()} == {
        action: Fraction(value, len(dealers) * BASE) for action, value in values.items()
    }


def test_four_cards_of_a_short_deck_valued_as_by_enumeration(run: Run, tmp_path: Path) -> None:
    """All 8,568 hands that five of eighteen cards make with the up card."""
    target = _book(tmp_path / "book", FOUR, cards=24, seats=3)
    own, up = parse_cards("Ac Ad Ks Qh Th"), parse_cards("Jc")
    done = run("advise", target, "--cards", "Ac Ad Ks Qh Th", "--up", "Jc", "--json").document["actions"]
    rules = _main_game(target)
    left = [card for card in rules.book.deck.playing_cards if card not in (*own, *up)]
    dealers = [(*five, *up) for five in combinations(left, 5)]
    assert len(dealers) == 8_568
    base, wager = rules.book.flow.base, rules.streets[0].wager
    total = sum(_net(rules, own, dealer, (), {base: BASE, wager: 3 * BASE}) for dealer in dealers)
    assert Fraction(done["play_3"]["value"]["fraction"]) == Fraction(total, len(dealers) * BASE)


BOOKS = [(HOLDEM, None), (FOUR, 5), (THREE, None), (RIDE, None)]


@pytest.mark.parametrize(
    ("base", "seats"), [pytest.param(*BOOKS[0], marks=pytest.mark.prove), *BOOKS[1:]], ids=[base for base, _ in BOOKS]
)
def test_rounds_come_out_as_solved(run: Run, tmp_path: Path, base: str, seats: int | None) -> None:
    """Dealt from the same deck, by the same strategy: the house edge of each wager within five standard errors."""
    target = _book(tmp_path / "book", base, seats=seats)
    words = ("--strategy", "never-fold" if base != RIDE else "always-ride", "--threads", "1", "--json")
    done = run("simulate", target, "--rounds", "20000", "--seats", "1", "--seed", "36", *words).document
    for found in (done["main"], *done["wagers"].values()):
        assert found["exact"] is None or abs(found["exact"]["z"]) < 5, found


@pytest.mark.parametrize(("base", "seats"), BOOKS, ids=[base for base, _ in BOOKS])
def test_rounds_are_dealt_and_audited(run: Run, tmp_path: Path, base: str, seats: int | None) -> None:
    target, record = _book(tmp_path / "book", base, seats=seats), str(tmp_path / "pit.db")
    strategy = "never-fold" if base != RIDE else "always-ride"
    dealt = run("deal", target, "--rounds", "4", "--seats", "2", "--strategy", strategy, "--db", record, "--json")
    assert dealt.code == 0, dealt.err
    assert run("audit", "--db", record, "--json").document["holds"]


@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("strategy",),
        ("par", "-o", "sheet.html"),
        ("simulate", "--rounds", "10"),
        ("deal", "--rounds", "1"),
    ],
)
def test_a_deck_that_is_too_short_for_the_table_is_refused_alike(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    command, *options = words
    target = _book(tmp_path / "book", FOUR)
    (problem,) = run(command, target, *options, "--json").problems
    assert problem["message"] == TOO_SHORT
    (checked,) = run("rulebooks", "check", target, "--json").document["problems"]
    assert checked["message"] == TOO_SHORT


def test_cards_that_the_deck_does_not_have_are_refused(run: Run, tmp_path: Path) -> None:
    target = _book(tmp_path / "book", THREE)
    (problem,) = run("advise", target, "--cards", "Ah 5d 9c", "--json").problems
    assert problem["message"] == "5d is not a card of this deck"


@pytest.mark.parametrize("base", [THREE, RIDE])
def test_the_card_and_the_chart_name_no_other_ranks(run: Run, tmp_path: Path, base: str) -> None:
    done = run("strategy", _book(tmp_path / "book", base), "--json").document
    said = " ".join([*done["card"]["lines"], *(row["hand"] for rows in done["by_hand"].values() for row in rows)])
    assert not [word for word in ("two", "three", "four", "five") if f"{word}s" in said or f"{word} high" in said]
    assert Fraction(done["card"]["cost"]["fraction"]) >= 0
