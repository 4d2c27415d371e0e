"""A flow that no table could follow is refused at loading, with a sentence that names the place."""

from collections.abc import Callable
from typing import Any

import pytest

from pitbook.problems import MalformedError
from pitbook.rulebooks import load_book
from pitbook.rulebooks.folder import book_of

Change = Callable[[Any], None]
RIDE, THREE = "let-it-ride", "three-card-poker"


def decision(book: Any, number: int = 0) -> Any:
    """The number of a decision in the flow of a document."""
    return [step for step in book["flow"]["steps"] if step["do"] == "decide"][number]


def actions(*changed: Any) -> Change:
    return lambda book: decision(book).update(actions=list(changed))


def in_flow(**values: str) -> Change:
    return lambda book: book["flow"].update(values)


def in_action(number: int, **values: Any) -> Change:
    return lambda book: decision(book)["actions"][number].update(values)


def dealing(**values: Any) -> Change:
    """A change to the first dealing order's step that deals to a player."""
    return lambda book: book["dealing"][0]["orders"][0]["steps"][0].update(values)


def without(do: str) -> Change:
    def change(book: Any) -> None:
        order = book["dealing"][0]["orders"][0]
        order["steps"] = [step for step in order["steps"] if step["do"] != do]

    return change


CHECK = {"do": "check", "called": "ride", "clauses": []}
FOLD = {"do": "fold", "clauses": []}
BET = {"do": "bet", "wager": "play", "multiples": [1], "clauses": []}
WRONG: list[tuple[str, Change, str]] = [
    (THREE, in_flow(base="anti"), "flow.base names 'anti'"),
    (THREE, in_flow(base="play"), "flow.base: play does not open"),
    (THREE, in_flow(unit="side"), "flow.unit: side has another meaning"),
    (THREE, actions(BET), "flow.play has neither check nor fold"),
    (THREE, actions(BET, FOLD, FOLD), "flow.play has check or fold more than once"),
    (RIDE, actions(CHECK), "flow.first has nothing to decide"),
    (THREE, in_action(0, wager="pley"), "flow.play names 'pley'"),
    (THREE, in_action(0, option="opt"), "flow.play names the option 'opt'"),
    (THREE, in_action(0, adds=True), "flow.play: play adds to itself, and no other decision makes it"),
    (THREE, in_action(0, any_amount_between=True), "between needs two different multiples, not only 1"),
    (RIDE, in_action(1, wager="bet_3"), "flow.first: bet_3 is the base wager and cannot be withdrawn"),
    (RIDE, in_action(1, wager="three_card_bonus"), "so every player must make it: equals must be the base"),
    (RIDE, in_action(0, called="fold"), "flow.first: the check cannot be called fold"),
    (RIDE, lambda book: decision(book, 1).update(name="first"), "two decisions are called first"),
    (THREE, dealing(cards=2), "deals 4 cards to each player, not 3"),
    (RIDE, without("turn_up"), "leaves 2 community cards face down"),
    (THREE, without("reveal_dealer"), "never reveals the cards of the dealer"),
    (THREE, without("decide"), "does not have every decision"),
]


@pytest.mark.parametrize(("book_id", "change", "sentence"), WRONG, ids=[sentence for *_, sentence in WRONG])
def test_a_flow_that_cannot_be_followed_is_refused(book_id: str, change: Change, sentence: str) -> None:
    document = load_book(book_id).model_dump(mode="json")
    change(document)
    with pytest.raises(MalformedError) as refused:
        book_of(document, "book")
    assert any(sentence in problem.message for problem in refused.value.problems), str(refused.value)


@pytest.mark.parametrize("book_id", [RIDE, THREE])
def test_the_unchanged_documents_are_accepted(book_id: str) -> None:
    assert book_of(load_book(book_id).model_dump(mode="json"), "book").id == book_id
