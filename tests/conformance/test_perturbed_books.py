"""Small changes of a book: refused with a sentence, or played as the changed book says, by the slow solver's word."""

import json
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.books import folder_of, smallest, without_options
from conformance.test_numbers import CHEAP, conforms
from conformance.test_simulator import kernels_pay_alike
from conformance.test_table import plays_alike
from pitbook.odds.families.counted import stakes_problem
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.folder import BASED_ON, DEFAULT, REGISTER
from pitbook.submission import HouseRules, load_target

Document = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]
Change = Callable[[Document, Draw], None]
Solved = Callable[[HouseRules], None]
"""Fails if the main game of a house is not solved as the book says."""
ODDS = ("1 to 1", "2 to 1", "3 to 2", "5 to 1", "push", "lose")
STRENGTHS = ("pair", "pair of kings", "ace high", "king high", "jack high", "ace king", "two pairs", "a heap")
CONDITIONS = ("folded", "qualifies", "result", "table", "options", "made", "pays")


def _cases(document: Document, draw: Draw) -> list[Document]:
    wagers = [wager for wager in document["wagers"] if not wager.get("optional")]
    cases: list[Document] = draw(st.sampled_from(wagers))["cases"]
    return cases


def other_odds(document: Document, draw: Draw) -> None:
    """What a case pays."""
    draw(st.sampled_from(_cases(document, draw)))["pays"] = draw(st.sampled_from(ODDS))


def case_gone(document: Document, draw: Draw) -> None:
    """A case less."""
    cases = _cases(document, draw)
    if cases:
        cases.pop(draw(st.integers(0, len(cases) - 1)))


def cases_swapped(document: Document, draw: Draw) -> None:
    """Two cases in each other's place."""
    cases = _cases(document, draw)
    if len(cases) > 1:
        one, other = draw(st.lists(st.integers(0, len(cases) - 1), min_size=2, max_size=2, unique=True))
        cases[one], cases[other] = cases[other], cases[one]


def condition_gone(document: Document, draw: Draw) -> None:
    """A condition less in a case."""
    case = draw(st.sampled_from(_cases(document, draw)))
    case.pop(draw(st.sampled_from([name for name in CONDITIONS if name in case] or [""])), None)


def condition_more(document: Document, draw: Draw) -> None:
    """A condition more in a case."""
    case = draw(st.sampled_from(_cases(document, draw)))
    more: dict[str, list[Any]] = {
        "folded": [True, False],
        "qualifies": [True, False],
        "result": ["beats", "ties", "loses"],
    }
    name = draw(st.sampled_from(sorted(more)))
    case[name] = draw(st.sampled_from(more[name]))


def _table(document: Document, draw: Draw) -> Document:
    table: Document = draw(st.sampled_from([kind["tables"][0] for kind in document["paytables"]]))
    return table


def other_row(document: Document, draw: Draw) -> None:
    """What a row pays."""
    draw(st.sampled_from(_table(document, draw)["rows"]))["pays"] = draw(st.sampled_from(ODDS[:4]))


def row_gone(document: Document, draw: Draw) -> None:
    """A row less."""
    rows = _table(document, draw)["rows"]
    if rows:
        rows.pop(draw(st.integers(0, len(rows) - 1)))


def row_of_another_hand(document: Document, draw: Draw) -> None:
    """A row for another hand."""
    rows = _table(document, draw)["rows"]
    hands = ["pair", "high_card", "flush", "straight", "two_pairs", "three_of_a_kind", "tens_or_better", "elephant"]
    draw(st.sampled_from(rows))["hand"] = draw(st.sampled_from(hands))


def other_multiples(document: Document, draw: Draw) -> None:
    """What may be wagered at a decision."""
    offers = [offer for step in document["flow"]["steps"] for offer in step.get("actions", ()) if offer["do"] == "bet"]
    if offers:
        multiples = draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))
        draw(st.sampled_from(offers))["multiples"] = multiples


def other_qualifier(document: Document, draw: Draw) -> None:
    """What the dealer needs, or nothing."""
    if dealer := document["hands"].get("dealer"):
        dealer["qualifies"] = draw(st.sampled_from(STRENGTHS))
        if draw(st.booleans()):
            del dealer["qualifies"]


def other_deck(document: Document, draw: Draw) -> None:
    """A shorter deck, or one that cannot be."""
    document["deck"] = document.get("deck", {}) | {"cards": draw(st.sampled_from([0, 32, 36, 51, 104]))}


def other_cards(document: Document, draw: Draw) -> None:
    """Another number of cards for somebody."""
    if draw(st.booleans()):
        document["board"] = draw(st.integers(0, 6))
    else:
        who = draw(st.sampled_from(["player", "dealer"]))
        document[who] = document.get(who, {}) | {"cards": draw(st.integers(0, 7))}


def other_ranking(document: Document, draw: Draw) -> None:
    """Hands that rank otherwise."""
    hand = draw(st.sampled_from(sorted(document["hands"])))
    document["hands"][hand]["ranking"] = draw(st.sampled_from(["five_card", "four_card", "three_card", "two_card"]))


def other_option(document: Document, draw: Draw) -> None:
    """What a house does if it says nothing."""
    if options := document.get("options"):
        option = draw(st.sampled_from(options))
        option["default"] = not option.get("default")


def unknown_key(document: Document, draw: Draw) -> None:
    """A key that nothing reads."""
    inside = [document, document["flow"], *document["wagers"], *document["paytables"], *document["hands"].values()]
    draw(st.sampled_from(inside))["colour"] = "green"


CHANGES = (
    other_odds,
    case_gone,
    cases_swapped,
    condition_gone,
    condition_more,
    other_row,
    row_gone,
    row_of_another_hand,
    other_multiples,
    other_qualifier,
    other_deck,
    other_cards,
    other_ranking,
    other_option,
    unknown_key,
)


def document_of(folder: Path) -> Document:
    """All that a book's files say, with what it is based on or borrows named by whole paths."""
    document: Document = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name != REGISTER:
            document |= tomllib.loads(path.read_text(encoding="utf-8"))
    for key in (BASED_ON, DEFAULT):
        if key in document and (folder / document[key]).is_dir():
            document[key] = str((folder / document[key]).absolute())
    return document


def toml_of(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {toml_of(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return "[\n" + "".join(toml_of(one) + ",\n" for one in value) + "]"
    return json.dumps(value)


def is_sentence(problem: Problem) -> bool:
    """Whether somebody is told what is wrong, and where."""
    return len(problem.message.split()) > 3 and "error" not in problem.message.casefold()


def original_of(target: str, folder: Path) -> Document:
    """What a book says; its register is copied to the folder where it will be changed."""
    register = folder_of(target) / REGISTER
    if register.exists():
        shutil.copy(register, folder)
    return document_of(folder_of(target))


def loaded(document: Document, folder: Path) -> HouseRules:
    """The stock house of a book that is written to a folder."""
    text = "".join(f"{key} = {toml_of(value)}\n" for key, value in document.items())
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return load_target(str(folder))


def on_a_tiny_deck(main: HouseRules) -> None:
    """The main game is solved as the slow solver does."""
    conforms(main, smallest(main))


def verdict(document: Document, folder: Path, solved: Solved = on_a_tiny_deck) -> str:
    """How a book is taken: refused, or played as it says by solver, table, and the simulator where it can be."""
    try:
        rules = loaded(document, folder)
        solved(without_options(rules))
    except (MalformedError, RefusedError) as error:
        return "refused" if all(map(is_sentence, error.problems)) else f"refused without a word: {error}"
    plays_alike(rules, 2)
    return "played" if all(map(is_sentence, _simulated(rules))) else "not simulated, without a word"


def _simulated(rules: HouseRules) -> tuple[Problem, ...]:
    """The kernels pay what settlement pays, or refuse the book for these reasons."""
    if stakes_problem(rules) is None:
        try:
            kernels_pay_alike(rules, 20)
        except RefusedError as error:
            return tuple(error.problems)
    return ()


def tried(
    original: Document,
    folder: Path,
    examples: int,
    solved: Solved = on_a_tiny_deck,
    kinds: Sequence[Change] = CHANGES,
) -> Counter[str]:
    """How many changed books were refused, and how many were played as they say."""
    found = Counter[str]()

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        database=None,
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        document = json.loads(json.dumps(original))
        changes = data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2), "changes")
        for change in changes:
            change(document, data.draw)
        taken = "played" if document == original else verdict(document, folder, solved)
        assert taken in ("played", "refused")
        assert unknown_key not in changes or taken == "refused"
        found[taken] += 1

    one()
    return found


def test_a_book_as_it_is_written_is_played(tmp_path: Path) -> None:
    assert verdict(original_of(CHEAP, tmp_path), tmp_path) == "played"


def test_a_changed_book_is_refused_or_obeyed(tmp_path: Path) -> None:
    found = tried(original_of(CHEAP, tmp_path), tmp_path, 12)
    assert found["refused"]
    assert found["played"]


@pytest.mark.prove
def test_many_changed_books_are_refused_or_obeyed(whole_target: str, tmp_path: Path) -> None:
    original = original_of(whole_target, tmp_path)
    assert verdict(original, tmp_path) == "played"
    found = tried(original, tmp_path, 60)
    assert found["refused"] > 5
    assert found["played"] > 5
