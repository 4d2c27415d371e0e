"""The clauses of the steps from a fold to the settlement, by the case: who folded, whether the dealer qualifies."""

from pathlib import Path
from typing import Any

import pytest

from clauses import procedures as p
from pitbook.problems import RefusedError
from pitbook.rulebooks import load_book
from pitbook.submission import house_rules, stock_submission
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.script import next_steps
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of, stacked

SHOWN = ("collect_fold", "keep_folded_cards", "discard_folded_cards", "turn_up_hand", "announce_hand", "settle")
QUALIFIED, UNQUALIFIED = "Ks Qd", "Qs 5d"
BOARD = "9s 4c 7h 2c Kd"
"""With it the dealer's king makes a pair, the queen does not."""


def _steps(game: Game, folds: set[int]) -> list[tuple[str, int, set[str], str]]:
    """A round in which these seats fold and the others raise: its steps from the first fold on, with their clauses."""
    game.deal()
    number, found = game.state.round.number, []
    while game.state.round is not None and game.state.round.number == number:
        step = game.state.agenda[0]
        if step.do == "decide":
            seat, street = game.state.round.to_act[0], game.state.round.street
            last = street in ("river", "play")
            game.decide(seat, *(("fold" if last else "check",) if seat in folds else p.raises(game)))
            continue
        if step.do in SHOWN:
            cited = {clause.removeprefix(f"{game.rules.book.id} ") for clause in step.clauses}
            found.append((step.do, step.seat, cited, next_steps(game.state)[0].words))
        game.step(step.do)
    return found


def _holdem(book: str, dealer: str, wagers: dict[int, dict[str, int]]) -> Game:
    game = Game(rules_of(book))
    extra = "3c 5h 8s 8h" if book == GALAXY else ""
    game.deck = stacked(game.rules, ["Ah Jd", "9h 8d"][: len(wagers)], dealer, BOARD, extra)
    game.sit(len(wagers))
    for seat, placed in wagers.items():
        game.wager(seat, p.MAIN | placed)
    game.table.automations = NONE
    return game


def _cited(found: list[tuple[str, int, set[str], str]]) -> list[tuple[str, int, set[str]]]:
    return [(do, seat, clauses) for do, seat, clauses, _ in found]


@pytest.mark.parametrize(
    ("dealer", "number", "outcome", "other"),
    [
        (QUALIFIED, "11.H(3)", {"11.H(4)(c)", "11.H(4)(c)(i)"}, "11.H(1)"),
        (UNQUALIFIED, "11.H(1)", {"11.H(2)(a)", "12.A", "12.B(1)(g)"}, "11.H(3)"),
    ],
)
def test_maryland_cites_what_holds_for_this_hand_of_the_dealer(
    dealer: str, number: str, outcome: set[str], other: str
) -> None:
    """An ace and a pair of nines lose to kings, and beat king high."""
    found = _steps(_holdem(MD, dealer, {1: {}, 2: {}}), set())
    one = [("turn_up_hand", {f"{number}(a)"}), ("announce_hand", {f"{number}(b)", f"{number}(c)"})]
    one.append(("settle", {number, f"{number}(d)"} | outcome))
    assert _cited(found) == [(do, seat, clauses) for seat in (2, 1) for do, clauses in one]
    assert not any(other in clause for _, _, clauses, _ in found for clause in clauses)


def test_maryland_looks_at_a_folded_hand_for_its_side_wagers_alone() -> None:
    """The cards wait under the wagers by 11.F(3), are never announced, and are settled after the players who raised."""
    found = _steps(_holdem(MD, UNQUALIFIED, {1: {}, 2: {"trips_plus": 5_00, "pocket_bonus": 5_00}}), {2})
    assert _cited(found) == [
        ("collect_fold", 2, {"11.F(2)"}),
        ("keep_folded_cards", 2, {"11.F(3)(a)", "11.F(3)(c)"}),
        ("turn_up_hand", 1, {"11.H(1)(a)"}),
        ("announce_hand", 1, {"11.H(1)(b)", "11.H(1)(c)"}),
        ("settle", 1, {"11.H(1)", "11.H(1)(d)", "11.H(2)(a)", "12.A", "12.B(1)(g)"}),
        ("turn_up_hand", 2, {"11.F(3)(a)", "11.F(3)(c)"}),
        ("settle", 2, {"11.F(2)", "11.F(3)(a)", "11.F(3)(c)", "11.I(1)", "11.I(3)"}),
    ]
    assert [words for do, _, _, words in found if "fold" in do] == [
        "Collect ante and odds of seat 2 into the table inventory.",
        "Place the cards of seat 2 face down under its pocket bonus and trips plus.",
    ]


def test_maryland_discards_a_folded_hand_without_side_wagers() -> None:
    found = _steps(_holdem(MD, QUALIFIED, {1: {}, 2: {}}), {2})
    assert found[1][::2] == ("discard_folded_cards", {"11.F(3)(b)", "11.F(3)(d)"})
    assert found[1][3] == "Place the cards of seat 2 in the discard rack."
    assert [do for do, seat, _, _ in found if seat == 2] == ["collect_fold", "discard_folded_cards", "settle"]


def test_a_fold_is_collected_before_the_next_player_is_asked() -> None:
    game = p.with_wagers(MD)
    game.deal()
    for seat in (1, 2, 1, 2):
        game.decide(seat, "check")
    game.table.automations = NONE
    before = game.state.inventory
    game.decide(1, "fold")
    with pytest.raises(RefusedError, match="no decision is asked for now"):
        game.decide(2, "fold")
    assert game.state.inventory == before
    game.step("collect_fold")
    assert game.state.inventory == before + 20_00
    game.step("keep_folded_cards")
    game.decide(2, "fold")


def test_massachusetts_selects_and_announces_nothing() -> None:
    found = _steps(_holdem(MA, UNQUALIFIED, {1: {}, 2: {"trips_plus": 5_00, "pocket_bonus": 5_00}}), {2})
    assert _cited(found) == [
        ("collect_fold", 2, {"10(h)"}),
        ("keep_folded_cards", 2, {"10(h)", "11(g)"}),
        ("turn_up_hand", 1, set()),
        ("announce_hand", 1, {"10(i)"}),
        ("settle", 1, {"11(b)", "11(b)(1)", "11(c)"}),
        ("turn_up_hand", 2, {"10(h)", "11(g)"}),
        ("settle", 2, {"10(h)", "11(i)", "11(g)", "11(h)"}),
    ]
    assert found[3][3] == "Select the cards of the hand of seat 1."


def test_galaxy_has_its_own_clauses_and_marylands_for_the_rest() -> None:
    found = _steps(_holdem(GALAXY, UNQUALIFIED, {1: {}, 2: {"all6": 5_00}}), {2})
    md = "md-heads-up-holdem 11."
    assert _cited(found) == [
        ("collect_fold", 2, {"9", f"{md}F(2)"}),
        ("keep_folded_cards", 2, {"All 6"}),
        ("turn_up_hand", 1, {f"{md}H(1)(a)"}),
        ("announce_hand", 1, {"10", f"{md}H(1)(b)", f"{md}H(1)(c)"}),
        ("settle", 1, {"11", "11.a", "11.f", f"{md}H(1)", f"{md}H(1)(d)"}),
        ("turn_up_hand", 2, {"All 6"}),
        ("settle", 2, {"9", "All 6"}),
    ]


def test_four_card_poker_turns_up_every_hand_that_is_there() -> None:
    """11.D(4) speaks of each player: a folded one whose aces up lives is shown like the others."""
    game = p.with_wagers(FOUR, automations=NONE)
    found = _steps(game, {2})
    assert [(do, clauses) for do, seat, clauses, _ in found if seat == 2][:2] == [
        ("turn_up_hand", {"11.D(4)(a)"}),
        ("announce_hand", {"11.D(4)(b)"}),
    ]
    assert found[1][3] == "Select the cards of the hand of seat 2."
    lines = {line.wager: line.result for line in game.state.last_round.lines if line.seat == 2}
    assert lines == {"ante": "forfeit", "aces_up": "win", "six_card_bonus": "win", "progressive": "forfeit"}


@pytest.mark.parametrize("book", [MD, GALAXY])
def test_a_progressive_that_the_house_takes_at_a_fold_shows_the_reading_that_lets_it(book: str) -> None:
    """No clause says what becomes of it: reading 3 does, which interprets 11.F(3) and leaves it to the house."""
    data: dict[str, Any] = stock_submission(load_book(book))
    data["options"]["progressive_survives_fold"] = False
    game = Game(house_rules(data, Path()))
    game.deck = stacked(game.rules, ["Ah Jd"], QUALIFIED, BOARD, "3c 5h 8s 8h" if book == GALAXY else "")
    game.sit(1)
    game.wager(1, p.MAIN | {"progressive": 1_00})
    game.deal()
    for action in ("check", "check", "fold"):
        game.decide(1, action)
    settlement = settlement_of(game.state, game.state.last_round)
    (line,) = [line for line in settlement.lines if line.wager == "progressive"]
    assert (line.result, line.clauses) == ("forfeit", ("md-heads-up-holdem 11.F(3)",))
    assert [reading.number for reading in settlement.readings(line)] == [3]


@pytest.mark.parametrize(("book", "clause"), [(MD, None), (FOUR, None), (MA, f"{MA} 10(b)"), (GALAXY, f"{GALAXY} 2")])
def test_only_a_book_that_speaks_of_limits_is_cited_for_them(book: str, clause: str | None) -> None:
    game = p.seated(book)
    wagers = {"ante": 4_00} if book == FOUR else {"ante": 4_00, "odds": 4_00}
    with pytest.raises(RefusedError, match=r"outside the limits, 5\.00 to 500\.00") as caught:
        game.do(c.PlaceWagers(c.player("player 1"), 1, wagers))
    assert {problem.clause for problem in caught.value.problems} == {clause}
