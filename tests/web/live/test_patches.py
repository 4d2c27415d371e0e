"""Patches of views: with what a page has they give the whole view, at every step, and nothing that is not in it."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from pitbook.web.live.connections import ShownView, Texts
from pitbook.web.live.patches import patch_of, patch_of_view, patched
from web.running import Live, Served, least_wagers

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "#", "@", "0"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["a", "b", "#", "@", "0", "c"]), inner),
    max_leaves=25,
)


@given(st.lists(VALUES, min_size=2, max_size=5))
def test_a_patched_value_is_the_new_one(values: list[Any]) -> None:
    """Of any kinds, one after the other, as they are after a page has read them."""
    has = values[0]
    for old, new in pairwise(values):
        patch = patch_of(old, new, {})
        assert (patch is None) == (json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True))
        has = has if patch is None else patched(has, json.loads(json.dumps(patch)))
        assert json.dumps(has, sort_keys=True) == json.dumps(new, sort_keys=True)


def test_a_patch_names_only_what_changed() -> None:
    old = {"same": {"a": [1, 2]}, "script": ["x", "y", "z"], "gone": 1, "deep": {"cards": ["??"], "n": None}}
    new = {"same": {"a": [1, 2]}, "script": ["x", "y", "z", "!"], "deep": {"cards": ["As"], "n": None}, "new": {}}
    patch = patch_of(old, new, {})
    assert patch == {"script": {"#": 4, "3": ["!"]}, "deep": {"cards": [["As"]]}, "new": [{}], "gone": None}
    assert patch_of(new, old, {}) == {
        "script": {"#": 3},
        "deep": {"cards": [["??"]]},
        "new": None,
        "gone": [1],
    }


def test_the_last_round_is_made_of_what_it_was_while_it_was_played() -> None:
    old: Any = {"round": {"round": "T1-2", "script": ["x", "y"], "seed": None}, "last_round": {"round": "T1-1"}}
    new: Any = {"round": None, "last_round": {"round": "T1-2", "script": ["x", "y", "z"], "seed": "ab"}}
    patch = patch_of_view(old, new, {})
    assert patch == {"round": [None], "last_round": {"@": "round", "script": {"#": 3, "2": ["z"]}, "seed": ["ab"]}}
    assert patched(old, patch) == new
    assert patched(new, patch_of_view(new, new | {"round": {"round": "T1-3"}}, {})) == {
        "round": {"round": "T1-3"},
        "last_round": new["last_round"],
    }


def test_a_page_that_skipped_views_gets_what_changed_since_the_one_that_it_has() -> None:
    views: list[Any] = [{"round": None, "last_round": None, **one} for one in ({"a": 1}, {"a": 2}, {"a": 2, "b": 3})]
    first, second, third = (ShownView(number, number, view, Texts(), {}) for number, view in enumerate(views, 1))
    head = {"type": "patch", "number": 3, "version": 3}
    assert json.loads(third.text_after(second)) == head | {"base": 2, "patch": {"b": [3]}}
    assert json.loads(third.text_after(first)) == head | {"base": 1, "patch": {"a": [2], "b": [3]}}
    assert json.loads(third.text_after(None)) == {"type": "view", "number": 3, "version": 3, "view": third.view}


def _whole(server: Served, live: Live, player: str | None, role: str) -> Any:
    """The view of the same person, made anew."""
    tables: Any = server.app.state.server
    projection = tables.projections[live.view["table"]]
    session = next((one.session for one in tables.pages.connections if one.player == player), None)
    return json.loads(json.dumps(tables.pages.view(projection, session, role)))


def test_at_every_step_of_random_play_a_patched_view_is_the_whole_one(server: Served) -> None:
    """Two players and somebody who looks on, two rounds, with chips bought and wagers changed in between."""
    ann, bob, eve = server.client("Ann"), server.client("Bob"), server.client("Eve")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    chance = Random(7)
    with ann.live(table) as one, bob.live(table) as two, eve.live(table, "viewer") as three:
        lives = ((one, ann.player, "player"), (two, bob.player, "player"), (three, eve.player, "viewer"))

        def same(version: int) -> None:
            for live, player, role in lives:
                live.until(lambda view: view["version"] >= version)
                whole = _whole(server, live, player, role)
                drop = {"steps": 0, "players": 0}
                assert live.view | drop == whole | drop
                assert live.view["players"].keys() == whole["players"].keys()

        rounds = 0
        while rounds < 2:
            live, seat = (one, 1) if chance.random() < 0.5 else (two, 2)
            view = live.view or live.until(lambda view: True)
            if view["ask"]:
                done = live.do("decide", seat=seat, action=chance.choice(view["ask"]["actions"])["action"])
            elif not view["wagering"]["open"]:
                live, seat = (one, 1) if view["waiting_for"] and view["waiting_for"]["seat"] == 1 else (two, 2)
                action = live.until(lambda view: view["ask"])["ask"]["actions"][0]["action"]
                done = live.do("decide", seat=seat, action=action)
            elif chance.random() < 0.3:
                done = live.do("buy_in", amount="1.00")
            elif chance.random() < 0.3:
                done = live.do("place_wagers", seat=seat, wagers=least_wagers(view, all_of_them=True))
            else:
                done = live.do("ready", seat=seat, wagers=least_wagers(view))
            assert done["type"] == "done", done
            same(done["version"])
            rounds = live.view["round"]["number"] - 1 if live.view["round"] else rounds
        for live, _, _ in lives:
            # Ann, who opened the table, is its dealer only while nobody else has wagers.
            kinds = [message["type"] for message in live.received]
            assert kinds.count("patch") > 8
            assert kinds.count("view") == 1
        largest = max(len(json.dumps(message)) for message in three.received if message["type"] == "patch")
        assert largest < len(json.dumps(three.received[0])) + len(json.dumps(three.view["last_round"]))


def test_a_page_in_doubt_gets_the_whole_view(server: Served) -> None:
    ann = server.client()
    with ann.live(ann.open()) as live:
        first = live.next()
        live.socket.send('{"type":"view"}')
        again = live.next()
        assert (again["type"], again["view"]) == ("view", first["view"])
        assert live.do("buy_in", amount="1.00")["type"] == "done"
        assert (live.received[-2]["type"], live.received[-2]["base"]) == ("patch", again["number"])
        assert live.view["players"][ann.player]["stack"] == "5001.00"
