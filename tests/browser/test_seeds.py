"""The page's own seed: contributed without asking, kept over a reload, and loud when the table tells another story."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from browser.conftest import Arrive
from browser.playing import decide, own_seat, settled, sit_at_new
from browser.visiting import Visitor
from pitbook.fairness import read_proof, verify
from pitbook.web.live.patches import patched

BOOK = "md-heads-up-holdem"
Change = Callable[[Any], Any]


def play(ann: Visitor) -> None:
    ann.press("deal")
    decide(ann, "raise_3")
    settled(ann)


def altered(ann: Visitor, change: Change, drops: str = "") -> list[str]:
    """The table tells this page something else in its views, or drops a command; what the page sends, in order."""
    sent: list[str] = []
    ann.turn_to_a_new_page()

    def through(route: WebSocketRoute) -> None:
        table = route.connect_to_server()
        whole: list[Any] = []

        def to_page(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "patch":
                told |= {"type": "view", "view": patched(whole[-1], told["patch"])}
            if told["type"] == "view":
                whole.append(deepcopy(told["view"]))
                told["view"] = change(told["view"])
            route.send(json.dumps(told))

        def to_table(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["type"] == "command":
                sent.append(asked["command"]["do"])
            if not drops or asked["type"] != "command" or asked["command"]["do"] != drops:
                table.send(message)

        route.on_message(to_table)
        table.on_message(to_page)

    ann.page.route_web_socket(re.compile(r"/live\?as=player"), through)
    return sent


def test_the_page_contributes_by_itself_and_keeps_its_seed_over_a_reload(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    play(ann)
    expect(ann.at("seed-alarm")).to_have_count(0)
    ann.page.locator("#tab-table").click()
    expect(ann.at("seed-added")).to_be_visible()
    ann.page.reload()
    play(ann)
    proof = read_proof(ann.get(f"/api/rounds/{table}-2")["proof"])
    assert verify(proof) == []
    (one,) = proof.contributions
    assert one.seed is not None
    assert len(one.seed) == 64
    play(ann)
    (other,) = read_proof(ann.get(f"/api/rounds/{table}-3")["proof"]).contributions
    assert other.seed != one.seed
    expect(ann.at("seed-alarm")).to_have_count(0)


def _commitment(view: Any) -> Any:
    """From "no more bets" on another commitment."""
    if view["round"] and view["round"]["no_more_bets"]:
        view["round"]["commitment"] = "0" * 64
    return view


def _left_out(view: Any) -> Any:
    """A closed list without this player."""
    if view["round"] and view["round"]["no_more_bets"]:
        view["round"]["seeds"]["listed"] = []
    return view


def _somebody_elses(view: Any) -> Any:
    """A commitment in this player's name that the page never made."""
    if view["round"] and view["round"]["no_more_bets"]:
        for one in view["round"]["seeds"]["listed"]:
            one["commitment"] = "0" * 64
    return view


STORIES: dict[str, Change] = {
    "has changed since you placed your wagers": _commitment,
    "but left it off the list": _left_out,
    "has a seed in your name that this browser does not know": _somebody_elses,
}
FIRST, *OTHERS = STORIES


@pytest.mark.parametrize("says", [FIRST, *(pytest.param(says, marks=pytest.mark.prove) for says in OTHERS)])
def test_a_page_that_is_told_another_story_says_so_and_reveals_nothing(says: str, arrive: Arrive) -> None:
    ann = arrive()
    sent = altered(ann, STORIES[says])
    sit_at_new(ann, BOOK)
    play(ann)
    ann.press("deal")
    alarm = ann.at("seed-alarm").first
    expect(alarm).to_contain_text(says)
    expect(alarm).to_have_attribute("role", "alert")
    expect(ann.page.locator("#announcer")).to_contain_text(says)
    assert "commit_seed" in sent
    assert "reveal_seed" not in sent


@pytest.mark.prove
def test_a_page_that_is_said_not_to_have_revealed_says_that_it_did(arrive: Arrive) -> None:
    ann = arrive()
    before: list[Any] = []

    def accused(view: Any) -> Any:
        last = view["last_round"]
        if last and last["seeds"]["listed"]:
            view["called_off"] = {name: last[name] for name in ("round", "commitment", "seed", "seeds")}
            view["called_off"]["seeds"]["missing"] = [view["you"]["player"]]
            view["last_round"] = before[-1]
        elif last:
            before.append(last)
        return view

    altered(ann, accused)
    sit_at_new(ann, BOOK)
    play(ann)
    ann.press("deal")
    decide(ann, "raise_3")
    expect(ann.at("seed-alarm")).to_contain_text("but this page revealed it and the table accepted it")


@pytest.mark.prove
def test_a_page_whose_reveal_is_dropped_says_that_it_had_sent_it(arrive: Arrive) -> None:
    ann = arrive()
    sent = altered(ann, lambda view: view, drops="reveal_seed")
    sit_at_new(ann, BOOK)
    play(ann)
    ann.press("deal")
    expect(ann.at("seed-alarm")).to_contain_text("This page sent it and got no answer")
    assert "reveal_seed" in sent


@pytest.mark.prove
def test_a_page_that_was_away_is_told_what_it_means(arrive: Arrive) -> None:
    """Who wagers and closes the page is missing; the round is called off, and the wagers are back."""
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    play(ann)
    stack = ann.view(table)["players"][ann.view(table)["you"]["player"]]["stack"]
    wagers, seat = {"ante": "5.00", "odds": "5.00"}, own_seat(ann, table)
    ann.page.goto("/about")
    ann.do(table, do="ready", seat=seat, wagers=wagers)
    for _ in range(100):
        view = ann.view(table)
        if view["called_off"]:
            break
        ann.page.wait_for_timeout(200)
    assert view["called_off"]["seeds"]["missing"] == [view["you"]["player"]]
    assert view["players"][view["you"]["player"]]["stack"] == stack
    ann.page.goto(f"/table/{table}")
    expect(ann.at("seed-alarm")).to_contain_text("did not arrive in time, so the round was called off")
    ann.page.locator("#tab-table").click()
    expect(ann.at("no-seed")).to_contain_text("contribute no more")
    ann.page.locator("#tab-round").click()
    play(ann)
