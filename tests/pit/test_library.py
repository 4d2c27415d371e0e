"""House rules as documents of the ledger, and back."""

import json
from dataclasses import replace

import pytest

from pit.playing import FLOOR, hosted, play
from pitbook.audit import audit
from pitbook.ledger import MemoryStore
from pitbook.pit import Library, Pit, read_rules, write_rules
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.submission import Limits
from pitbook.submission.house_rules import FORMAT_VERSION
from table.play import BOOKS, MD, METHODS, rules_of, shuffler_for


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_rules_are_the_same_after_they_were_stored(book: str, method: str, order: str) -> None:
    rules = rules_of(book, method, order, shuffler_for(method, order, book))
    store = MemoryStore()
    digest = Library(store).add(rules)
    found = Library(store)[digest]
    assert digest == found.digest == rules.digest
    assert found.as_json() == rules.as_json()
    assert {name: getattr(found, name) for name in found.__dataclass_fields__} == {
        name: getattr(rules, name) for name in rules.__dataclass_fields__
    }


@pytest.mark.clause(f"{MD} 12.E-2(1)")
def test_a_table_does_not_open_with_a_payout_limit_below_the_highest_win_at_the_minimum() -> None:
    """A royal flush pays odds of 200.00 at 500 to 1: 100,000.00 alone are above the limit."""
    rules = rules_of(MD)
    least = dict.fromkeys(("ante", "odds"), Limits(200_00, 500_00))
    low = replace(rules, payout_limit=50_000_00, limits=dict(rules.limits) | least)
    store = MemoryStore()
    with pytest.raises(RefusedError) as caught:
        Pit(store).open_table("T1", low, FLOOR)
    assert [problem.clause for problem in caught.value.problems] == [f"{MD} 12.E-2(1)"]
    assert (list(store.documents()), store.head().number) == ([], 0)
    Pit(store).open_table("T1", replace(low, payout_limit=200_000_00), FLOOR)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_that_is_edited_later_does_not_change_an_old_round(book: str) -> None:
    """The record holds, and replays the same, under its own rules; new tables have the edited ones."""
    store = MemoryStore()
    play(hosted(store, rules_of(book)), 3)
    edited = json.loads(write_rules(rules_of(book)))
    for kind in (one for one in edited["book"]["paytables"] if one["name"] not in ("progressive", "envy")):
        for table in kind["tables"]:
            for row in table["rows"]:
                row["pays"] = "1 to 1"
    edited["book"]["title"] = "Another edition"
    text = json.dumps(edited, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    changed = read_rules(text, "0" * 64)
    assert changed.book != load_book(book)
    vars(changed).pop("digest")
    play(hosted(store, changed, "T2"), 3)
    report = audit(store)
    assert report.holds, report.problems
    assert Pit(store).state("T1").rules is not None
    assert Library(store)[rules_of(book).digest].book == load_book(book)


def test_a_text_is_read_once_for_all_libraries_and_another_text_for_itself() -> None:
    rules = rules_of(MD)
    text, stores = write_rules(rules), (MemoryStore(), MemoryStore())
    first, second = (Library(store)[store.put_document(text)] for store in stores)
    assert first is second
    other = Library(stores[0])[stores[0].put_document(text.replace(f'"{rules.house_name}"', '"Another house"'))]
    assert (other.house_name, first.house_name) == ("Another house", rules.house_name)


def test_a_form_of_the_future_is_said_in_a_sentence() -> None:
    store = MemoryStore()
    digest = store.put_document(json.dumps(json.loads(write_rules(rules_of(MD))) | {"form": FORMAT_VERSION + 1}))
    with pytest.raises(
        MalformedError, match=f"its format version is {FORMAT_VERSION + 1}; this code reads version {FORMAT_VERSION}"
    ):
        Library(store)[digest]


def test_a_document_that_holds_no_rules_is_malformed() -> None:
    store = MemoryStore()
    rules = json.loads(write_rules(rules_of(MD)))
    for broken in ("[]", "{", "{}", json.dumps(rules | {"positions": "6"}), json.dumps(rules | {"wagers": ["x"]})):
        digest = store.put_document(broken)
        with pytest.raises(MalformedError, match="does not hold house rules"):
            Library(store)[digest]
    with pytest.raises(MalformedError, match="no document"):
        Library(store)["0" * 64]
