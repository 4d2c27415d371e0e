"""Whatever stands in a submission, the answer is house rules, problems, or a malformed file; never anything else."""

from contextlib import suppress
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.submission import check, house_rules, stock_submission
from pitbook.submission.stock import choose_table
from submission.edits import BOOKS

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.dates()
    | st.datetimes()
    | st.text(max_size=5)
    | st.sampled_from(["0.00", "0.01", "5.00", "999999999999.99", "A", "J", "1", "hand", "reshuffling", "progressive"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(part: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place within the content, parts and values alike."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [here, *(place for key, value in inner for place in places(value, (*here, key)))]


@st.composite
def broken(draw: st.DrawFn) -> dict[str, Any]:
    """A stock submission in which up to four places have other values, are gone, or have a new neighbour."""
    data = deepcopy(stock_submission(load_book(draw(st.sampled_from(BOOKS)))))
    for _ in range(draw(st.integers(1, 4))):
        *way, last = draw(st.sampled_from([place for place in places(data) if place and place != ("rulebook",)]))
        part: Any = data
        for key in way:
            part = part[key]
        match draw(st.sampled_from(["change", "remove", "add"])):
            case "change":
                part[last] = draw(VALUES)
            case "remove":
                del part[last]
            case _ if isinstance(part, dict):
                part[draw(st.text(max_size=6))] = draw(VALUES)
    return data


@given(broken())
@settings(max_examples=300, deadline=None)
def test_a_broken_submission_is_answered_in_sentences(data: dict[str, Any]) -> None:
    before = repr(data)
    try:
        rules, problems = check(data)
    except MalformedError:
        return
    assert repr(data) == before
    for problem in problems:
        assert problem.message
        assert len(problem.message) < 600
    assert len(set(problems)) == len(problems), "a problem is said twice"
    if not problems:
        assert rules.digest == house_rules(data).digest


@given(broken(), st.sampled_from(["progressive", "envy", "odds", "x"]), st.sampled_from(["A", "D", "J", "1", "9", ""]))
@settings(max_examples=100, deadline=None)
def test_so_is_a_choice_on_top_of_it(data: dict[str, Any], kind: str, table: str) -> None:
    with suppress(MalformedError, RefusedError):
        choose_table(load_book(data["rulebook"]), data, kind, table)
        assert house_rules(data).tables[kind].id == table
