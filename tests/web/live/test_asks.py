"""What pages are told that is asked: of a dealer whose cards are entered by each step, of a player at a decision."""

from collections.abc import Iterator
from typing import Any

import pytest

from submission.edits import MD, edited
from web.running import Served, least_wagers, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("asks") / "record.db") as found:
        yield found


def _asked(server: Served, cards: list[str], count_at: str, act: str, **said: Any) -> list[tuple[str, object]]:
    """What the steps of an entered round ask, one after the other; the dealer acts so at the first decision.

    Before the step `count_at` the dealer has the stub counted.
    """
    dana = server.client("Dana")
    table = dana.open(seat=None, buy_in=None, dealing="dealer", source="entered")
    dana.do(table, "seat_guest", seat=1, name="Gus", buy_in="500.00")
    asked: list[tuple[str, object]] = []
    entered = iter(cards)
    placed = called = False
    while True:
        view = dana.view(table, "dealer")
        step = next(line for line in view["steps"] if line["must"])
        if view["wagering"]["open"] and not placed:
            dana.do(table, "place_wagers", seat=1, wagers=least_wagers(view, all_of_them=True))
            dana.do(table, "acknowledge", seat=1)
            placed = True
            continue
        if step["do"] == count_at and not called:
            dana.do(table, "call_stub_count")
            called = True
            continue
        if view["asks"]:
            asked.append((step["do"], view["asks"]))
        if step["do"] == "decide":
            dana.do(table, act, **said)
        elif step["do"] == "discard":
            return asked
        else:
            told: dict[str, Any] = {"cards": next(entered)} if "cards" in view["asks"] else {}
            if "cut" in view["asks"]:
                assert dana.ask(table, "step", step=step["do"]).status_code == 409
                told["depth"] = 10
            if counted := view["asks"].get("chips", view["asks"].get("stub")):
                assert dana.ask(table, "step", step=step["do"]).status_code == 409
                told["count"] = counted
            dana.do(table, "step", step=step["do"], **told)


BEFORE_AND_BOARD: list[tuple[str, object]] = [
    ("insert_cover_card", {"cut": {"least": 10, "most": 42}}),
    ("count_progressive_chips", {"chips": 1}),
    ("deal", {"cards": 3}),
    ("deal", {"cards": 2}),
    ("count_stub", {"stub": 43, "hands": {"1": 2, "dealer": 2}}),
]
"""Maryland: at least ten cards on either side of the cut (5.D), two cards each, three and two on the board."""


def test_each_step_says_what_it_asks(server: Served) -> None:
    asked = _asked(server, ["As Kd Qc", "4h 5h", "2c 7d", "Jh 9s"], "remove_stub", "decide", seat=1, action="raise_3")
    assert asked == [*BEFORE_AND_BOARD, ("reveal_dealer", {"cards": 2}), ("turn_up_hand", {"cards": 2})]


def test_a_void_round_asks_for_the_count_before_the_hand_whose_wagers_it_settles(server: Served) -> None:
    """A dealer's card was seen, and the board is completed for trips plus; the dealer's hand is not revealed."""
    cards = ["As Kd Qc", "4h 5h", "Jh 9s"]
    asked = _asked(server, cards, "no_more_bets", "report", irregularity="dealer_card_exposed")
    assert asked == [*BEFORE_AND_BOARD, ("turn_up_hand", {"cards": 2})]


@pytest.mark.parametrize(
    ("shuffler", "source", "asked", "without"),
    [
        ("manual", "entered", {}, 200),
        ("automatic", "entered", {}, 200),
        ("automatic_counting", "entered", {"deck": 52}, 409),
        ("reshuffling", "entered", {"deck": 52}, 409),
        ("automatic_counting", "virtual", {"deck": 52}, 200),
    ],
)
def test_a_shuffler_that_counts_is_asked_for_its_number(
    server: Served, shuffler: str, source: str, asked: dict[str, int], without: int
) -> None:
    dana = server.client("Dana")
    edit = ('shuffler = "manual" ', f'shuffler = "{shuffler}" ')
    table = dana.open(None, submission=edited(MD, edit), seat=None, buy_in=None, dealing="dealer", source=source)
    dana.do(table, "seat_guest", seat=1, name="Gus", buy_in="500.00")
    while (view := dana.view(table, "dealer"))["steps"][0]["do"] != "shuffle":
        dana.do(table, "step", step=view["steps"][0]["do"])
    assert view["asks"] == asked
    answer = dana.ask(table, "step", step="shuffle")
    assert answer.status_code == without
    if without == 409:
        assert f"{MD} 5.E(1)" in answer.text
        dana.do(table, "step", step="shuffle", count=52)
    assert dana.view(table, "dealer")["steps"][0]["do"] != "shuffle"


def test_a_player_is_not_told(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    assert "asks" not in ann.view(table)
    assert "irregularities" not in ann.view(table)


def test_irregularities_come_with_what_the_book_says(server: Served) -> None:
    dana = server.client("Dana")
    found = dana.view(dana.open(), "dealer")["irregularities"]
    case = next(one for one in found if one["name"] == "dealer_card_exposed")
    assert case["outcome"] == "void"
    assert case["clauses"] == ["md-heads-up-holdem 13.F"]
    assert "pocket bonus and trips plus are settled" in case["says"]


def test_a_table_that_counts_in_bets_has_its_limits_and_says_what_comes_back_or_stays(server: Served) -> None:
    """Three equal bets, of which the first decision takes back one (3.a and 5.a of Let It Ride)."""
    ann = server.client("Ann")
    table = ann.open("let-it-ride", seat=1)
    entry = next(one for one in ann.http.get("/api/tables").json()["tables"] if one["table"] == table)
    assert entry["limits"][entry["base"]] == {"least": "5.00", "most": "500.00"}
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    asked = {one["action"]: one for one in ann.view(table)["ask"]["actions"]}
    withdraw, ride = asked["withdraw_bet_1"], asked["ride"]
    assert (withdraw["amount"], withdraw["takes_back"], withdraw["stays"]) == ("5.00", True, None)
    assert (ride["amount"], ride["takes_back"], ride["stays"]) == (None, False, "5.00")
