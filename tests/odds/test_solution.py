"""Solutions as a whole: settlement is the judge of their money, and what is stored is rebuilt when it is damaged."""

import random
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from kinds import one_of_each_kind
from pitbook.cards import DECK
from pitbook.odds import stored
from pitbook.odds.families.main_result import FOLDED, End, net_of
from pitbook.odds.families.own_dealer.family import OwnDealer
from pitbook.odds.families.protocol import Solved
from pitbook.odds.solution import Solution, solve, solve_main
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.flow import Bet, DecisionStep, FlowStep
from pitbook.settlement import DealtRound, HandComparison, Seat, classify, settle
from pitbook.settlement.compile import compile_main
from pitbook.source_digest import digest_of_rooms
from pitbook.submission import HouseRules, load_target

FOUR = "md-four-card-poker"


def _deal(rules: HouseRules, rng: random.Random, multiple: int) -> tuple[DealtRound, Seat]:
    """A random deal of one seat with the main wagers; a multiple of nothing folds."""
    book = rules.book
    cards = iter(rng.sample(DECK, len(DECK)))
    own, dealer, board = (
        tuple(next(cards) for _ in range(number)) for number in (book.player.cards, book.dealer.cards, book.board)
    )
    wagers = {wager.name: 1000 for wager in rules.wagers if book.flow.base in (wager.name, wager.equals)}
    if multiple:
        wagers[book.flow.wager] = 1000 * multiple
    seat = Seat(1, "one", own, wagers, folded=not multiple)
    return DealtRound(dealer, (seat,), board), seat


@pytest.mark.parametrize(
    "book_id", one_of_each_kind(book_id for book_id in book_ids() if load_book(book_id).dealers_hand)
)
def test_settlement_is_the_judge_of_every_outcome(book_id: str) -> None:
    """The money that the solver books for a deal is what settlement returns for it, line by line."""
    rules = load_target(book_id)
    game = compile_main(rules)
    rng = random.Random(5)
    multiples = sorted({multiple for street in rules.streets for multiple in street.multiples})
    seen = set()
    for _ in range(4_000):
        multiple = rng.choice([0, *multiples])
        cards, seat = _deal(rules, rng, multiple)
        found = classify(rules.book, cards, seat, ())
        assert found.comparison is not None
        level = int(game.class_of[found.strength])
        comparison = int(found.comparison or 0)
        outcome = End((multiple,), level, int(found.dealer_qualifies), comparison) if multiple else FOLDED
        returned = sum(line.returned - line.stake for line in settle(rules, cards).lines)
        assert Fraction(net_of(game, outcome), game.scale) == Fraction(returned, 1000)
        seen.add(outcome[1:])
    assert {comparison for *_, comparison in seen} == {HandComparison.LOSE, HandComparison.TIE, HandComparison.WIN}


@pytest.fixture(scope="module")
def four_card() -> Solution:
    return solve(load_target(FOUR))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    return tmp_path / "solutions"


@pytest.fixture
def solved_before(four_card: Solution, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Solving gives what it gave before; for each time that it was asked, whether for the edge alone."""
    asked: list[bool] = []

    def solve_again(*_: object, edge_only: bool, progress: object) -> Solved:
        asked.append(edge_only)
        return replace(four_card.main, result=None) if edge_only else four_card.main

    monkeypatch.setattr(OwnDealer, "solve", solve_again)
    return asked


def test_a_solution_is_stored_and_found_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_target(FOUR)
    solved = solve_main(rules)
    assert len(list(cache.iterdir())) == 2
    monkeypatch.setattr(OwnDealer, "solve", None)
    again = solve_main(rules)
    assert again.result == solved.result
    assert again.house_edge == solved.house_edge
    assert isinstance(again.policy, type(solved.policy))
    assert again.policy.digest == solved.policy.digest


def test_the_edge_alone_does_not_answer_for_everything(cache: Path, solved_before: list[bool]) -> None:
    rules = load_target(FOUR)
    assert solve_main(rules, edge_only=True).result is None
    assert solve_main(rules).result is not None
    assert solve_main(rules, edge_only=True).result is not None
    assert solved_before == [True, False]


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other"])
@pytest.mark.parametrize("suffix", ["json", "policy"])
def test_a_damaged_solution_is_not_trusted(cache: Path, four_card: Solution, suffix: str, damage: str) -> None:
    rules = load_target(FOUR)
    stored.store(rules, four_card.main)
    assert stored.recall(rules) is not None
    (path,) = cache.glob(f"*.{suffix}")
    content = path.read_bytes()
    place = len(content) // 2
    path.write_bytes(
        {
            "cut": content[:place],
            "flip": content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :],
            "empty": b"",
            "other": b'{"key": 1, "digest": 2, "body": {}}',
        }[damage]
    )
    assert stored.recall(rules) is None


def test_a_damaged_solution_is_rebuilt(cache: Path, four_card: Solution, solved_before: list[bool]) -> None:
    rules = load_target(FOUR)
    stored.store(rules, four_card.main)
    (path,) = cache.glob("*.json")
    path.write_bytes(b"")
    assert solve_main(rules, edge_only=True).house_edge == four_card.main.house_edge
    assert path.stat().st_size > 0
    assert solved_before == [True]


@pytest.mark.usefixtures("solved_before")
def test_a_cache_that_can_not_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("PITBOOK_CACHE", str(file))
    assert solve_main(load_target(FOUR), edge_only=True).house_edge > 0


def test_the_key_depends_on_everything_that_matters() -> None:
    rules = load_target("md-heads-up-holdem")
    other = load_target("md-heads-up-holdem", [("bad_beat", "B")])
    side = load_target("md-heads-up-holdem", [("trips_plus", "B")])
    key = stored.key_of(rules)
    assert key == stored.key_of(side)
    assert key != stored.key_of(other)
    flow = rules.book.flow.model_copy(update={"steps": tuple(map(_wagering_once, rules.book.flow.steps))})
    assert key != stored.key_of(replace(rules, book=rules.book.model_copy(update={"flow": flow})))


def _wagering_once(step: FlowStep) -> FlowStep:
    if not isinstance(step, DecisionStep):
        return step
    once = [one.model_copy(update={"multiples": (1,)}) if isinstance(one, Bet) else one for one in step.actions]
    return step.model_copy(update={"actions": tuple(once)})


def test_the_document_has_what_the_contract_says(four_card: Solution) -> None:
    assert four_card.main.result is not None
    document = four_card.solved_json(four_card.main.result)
    assert document == four_card.as_json()
    assert set(document) == {"rulebook", "main", "wagers"}
    main = document["main"]
    assert {"house_edge", "element_of_risk", "average_wager", "variance", "standard_deviation"} <= set(main)
    assert {"decisions", "distribution", "deals", "seconds"} <= set(main)
    assert Fraction(main["house_edge"]["fraction"]) == Fraction(8840827253, 317119576410)
    probability = sum((Fraction(row["probability"]["fraction"]) for row in main["distribution"]), Fraction(0))
    mean = sum(
        (Fraction(row["probability"]["fraction"]) * Fraction(row["net"]["fraction"]) for row in main["distribution"]),
        Fraction(0),
    )
    assert probability == 1
    assert -mean == Fraction(main["house_edge"]["fraction"])
    assert sum((Fraction(s["fraction"]) for s in main["decisions"]["play"].values()), Fraction(0)) == 1
    assert set(document["wagers"]) == {"aces_up", "six_card_bonus", "progressive"}
    for wager in document["wagers"].values():
        assert {"paytable", "house_edge", "hit_frequency", "standard_deviation", "outcomes"} <= set(wager)
        for outcome in wager["outcomes"]:
            assert {"hand", "combinations", "probability", "pays", "return"} <= set(outcome)


def test_the_key_covers_the_code_of_every_room_that_decides(tmp_path: Path) -> None:
    package = tmp_path / "pitbook"
    shutil.copytree(Path(stored.__file__).parent.parent, package, ignore=shutil.ignore_patterns("__pycache__"))

    def digest() -> str:
        return digest_of_rooms.__wrapped__(*stored.ROOMS, package=package)

    before = digest()
    assert before == digest_of_rooms.__wrapped__(*stored.ROOMS)
    for changed in (
        "odds/families/board_dealer/solve.py",
        "odds/families/main_result.py",
        "settlement/pay.py",
        "cards/tables.py",
    ):
        path = package / changed
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# changed\n", encoding="utf-8")
        assert digest() != before, changed
        path.write_text(text, encoding="utf-8")
    assert digest() == before


@pytest.mark.usefixtures("cache", "solved_before")
def test_an_edge_alone_never_replaces_a_full_solution(four_card: Solution) -> None:
    rules = load_target(FOUR)
    stored.store(rules, four_card.main)
    solve_main(rules, edge_only=True, use_stored=False)
    found = stored.recall(rules)
    assert found is not None
    assert found.result == four_card.main.result
