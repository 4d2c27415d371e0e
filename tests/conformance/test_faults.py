"""Faults that the engine once had, each with a book of a few lines that shows it."""

from pathlib import Path

import pytest

from cli.running import Run, runner
from coach.rounds import ANN, Dealt
from conformance.books import smallest, without_options
from conformance.test_numbers import conforms
from conformance.test_perturbed_books import loaded, original_of
from conformance.test_simulator import kernels_pay_alike
from conformance.test_table import plays_alike
from pitbook.cards import parse_cards
from pitbook.coach.advice import advice_on
from pitbook.coach.spot import Spot
from pitbook.problems import MalformedError, RefusedError
from pitbook.submission import HouseRules, load_target
from table.house_playthroughs import DECISIONS, HANDS, WAGERS
from table.play import rules_of, stacked

HOLDEM, FOUR, ULTIMATE = "md-heads-up-holdem", "md-four-card-poker", "ultimate-texas-holdem"
THREE = "three-card-poker"
BY_TABLE = """
[[wagers]]
name = "{name}"
title = "{name}"
equals = "ante"
clauses = ["1"]
cases = [
    {{ folded = true, pays = "forfeit", clauses = ["1"] }},
    {{ qualifies = false, pays = "{unqualified}", clauses = ["1"] }},
    {{ result = "beats", table = "{name}", clauses = ["1"] }},
    {{ result = "beats", pays = "push", clauses = ["1"] }},
    {{ result = "ties", pays = "{tie}", clauses = ["1"] }},
    {{ result = "loses", pays = "lose", clauses = ["1"] }},
]
[[paytables]]
name = "{name}"
title = "{name}"
clauses = ["1"]
[[paytables.tables]]
id = "A"
evaluates = "player"
clauses = ["1"]
rows = [{{ hand = "straight", pays = "{straight}" }}, {{ hand = "pair", pays = "{pair}" }}]
"""
"""A wager beside the ante that pays wins by a table of its own."""
ORDER = '[settlement]\norder = ["ante", "first", {more}"play", "ante_bonus", "pair_plus", "six_card_bonus"]\n'


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, run in this process."""
    return runner(monkeypatch, capsys)


def _book(folder: Path, based_on: str, changes: str) -> str:
    """The path of a book that changes another one."""
    folder.mkdir(exist_ok=True)
    head = f'id = "changed"\ntitle = "Changed"\nauthority = "a test"\nbased_on = "{based_on}"\n'
    (folder / "book.toml").write_text(head + changes, encoding="utf-8")
    return str(folder)


def _is_played(rules: HouseRules) -> None:
    """Solver, kernels and table do what settlement does."""
    main = without_options(rules)
    conforms(main, smallest(main))
    kernels_pay_alike(rules, 50)
    plays_alike(rules, 5)


@pytest.mark.parametrize(
    ("book", "change", "words"),
    [
        (HOLDEM, "[deck]\ncards = 35\n", "deck.cards: 35 is not a deck"),
        (FOUR, "[deck]\ncards = 36\n", "deck.cards: 7 positions need 42 cards"),
        (HOLDEM, "[player]\ncards = 3\n", "player.cards"),
        (HOLDEM, "[dealer]\ncards = 5\n", "dealer.cards"),
        (FOUR, "[dealer]\nface_up = 2\n", "dealer.face_up"),
    ],
)
@pytest.mark.parametrize("command", [("solve", "--edge-only"), ("deal", "--rounds", "1")])
def test_cards_that_cannot_be_counted_are_neither_solved_nor_dealt(
    run: Run, tmp_path: Path, book: str, change: str, words: str, command: tuple[str, ...]
) -> None:
    target = _book(tmp_path / "book", book, change)
    more = ("--db", str(tmp_path / "record.db")) if command[0] == "deal" else ()
    result = run(command[0], target, *command[1:], *more, "--json")
    assert any(words in str(problem["message"]) for problem in result.problems)
    assert not (tmp_path / "record.db").exists()


@pytest.mark.prove
def test_a_row_finer_than_a_category_is_solved_as_it_is_paid(tmp_path: Path) -> None:
    change = """
[[paytables]]
name = "ante_bonus"
[[paytables.tables]]
id = "A"
rows = [{ hand = "four_aces", pays = "500 to 1" }]
"""
    changed, stock = (load_target(target) for target in (_book(tmp_path / "book", FOUR, change), FOUR))
    assert changed.tables["ante_bonus"].rows != stock.tables["ante_bonus"].rows
    main = without_options(changed)
    conforms(main, smallest(main))
    kernels_pay_alike(changed, 50)


def _by_table(name: str, straight: str, pair: str, *, unqualified: str = "push", tie: str = "push") -> str:
    return BY_TABLE.format(name=name, straight=straight, pair=pair, unqualified=unqualified, tie=tie)


def test_two_wagers_are_each_paid_by_their_own_table(tmp_path: Path) -> None:
    wagers = _by_table("first", "3 to 1", "1 to 1") + _by_table("second", "7 to 1", "3 to 2")
    change = ORDER.format(more='"second", ') + wagers
    _is_played(load_target(_book(tmp_path / "book", THREE, change)))


@pytest.mark.parametrize(("unqualified", "tie"), [("lose", "1 to 1"), ("2 to 1", "lose"), ("push", "3 to 2")])
def test_ties_and_the_qualifier_of_a_wager_by_table_are_obeyed(tmp_path: Path, unqualified: str, tie: str) -> None:
    wager = _by_table("first", "3 to 1", "1 to 1", unqualified=unqualified, tie=tie)
    _is_played(load_target(_book(tmp_path / "book", THREE, ORDER.format(more="") + wager)))


@pytest.mark.parametrize("key", ['settles = "odds"', "push_unless_dealer_qualifies = true", 'tie = "win"'])
def test_keys_that_nothing_obeys_are_refused(tmp_path: Path, key: str) -> None:
    target = _book(tmp_path / "book", HOLDEM, f'[[wagers]]\nname = "odds"\n{key}\n')
    with pytest.raises(MalformedError, match=rf"wagers\.odds\.{key.split(maxsplit=1)[0]}"):
        load_target(target)


def test_ultimate_texas_holdem_is_dealt_and_coached_under_its_own_names() -> None:
    rules = rules_of(ULTIMATE)
    hands, dealer, board = HANDS[ULTIMATE]
    table = Dealt(rules=rules)
    table.sit(ANN)
    table.wager({1: WAGERS[ULTIMATE]}, stacked(rules, hands[:1], dealer, board))
    seat, verb, amount = DECISIONS[ULTIMATE][0]
    table.decide(seat, verb, amount)
    assert table.pit.state("T1").rounds == 1
    spot = Spot(rules, rules.street("river"), parse_cards(hands[3]), parse_cards(board))
    advice = advice_on(spot)
    assert set(advice.values) == {"play_1", "fold"}
    assert advice.values["fold"] == -2


def test_a_bonus_for_lost_hands_alone_is_not_simulated(tmp_path: Path) -> None:
    """Kernels pay a bonus by the hand alone; they once paid this one to winners too."""
    document = original_of(FOUR, tmp_path)
    bonus = next(wager for wager in document["wagers"] if wager["name"] == "ante_bonus")
    lost, _, nothing = bonus["cases"]
    bonus["cases"] = [lost, nothing]
    rules = loaded(document, tmp_path)
    conforms(without_options(rules), smallest(rules))
    plays_alike(rules, 2)
    with pytest.raises(RefusedError, match="Ante Bonus depends on how the hand compares with the dealer's"):
        kernels_pay_alike(rules, 1)


def test_without_a_dealer_the_dealer_qualifies_wager_by_wager_too(tmp_path: Path) -> None:
    """The wagers' own figures once took the dealer of a game without one as not qualified."""
    document = original_of("tests/books/stud", tmp_path)
    ante = next(wager for wager in document["wagers"] if wager["name"] == "ante")
    next(case for case in ante["cases"] if "table" in case)["qualifies"] = True
    rules = loaded(document, tmp_path)
    conforms(without_options(rules), smallest(rules))


def test_where_every_hand_qualifies_a_case_may_ask_for_it(tmp_path: Path) -> None:
    """The solver once asked what is paid if the dealer of such a game does not qualify, which no case decides."""
    document = original_of("md-four-card-poker", tmp_path)
    ante = next(wager for wager in document["wagers"] if wager["name"] == "ante")
    next(case for case in ante["cases"] if case.get("result") == "beats")["qualifies"] = True
    rules = loaded(document, tmp_path)
    conforms(without_options(rules), smallest(rules))
