"""Views that are written together are written as they would be alone."""

import json
from typing import Any

from pitbook.web.live.connections import Texts, as_text
from web.running import Served, least_wagers


def test_views_of_several_people_are_written_as_one_by_one(server: Served) -> None:
    ann, bob = server.client('Ann "É"'), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    for _ in range(2):
        for client, seat in ((ann, 1), (bob, 2)):
            client.do(table, "place_wagers", seat=seat, wagers=least_wagers(ann.view(table), all_of_them=True))
        ann.do(table, "ready")
        bob.do(table, "ready")
        with ann.live(table) as one, bob.live(table) as two, bob.live(table, "viewer") as three:
            for live in (one, two, three):
                live.until(lambda view: len([1 for player in view["players"].values() if player["connected"]]) == 2)
            tables: Any = server.app.state.server
            assert json.loads(as_text(tables.pages.view(tables.projections[table], None, "viewer"))) == _public(
                three.view
            )
            assert one.view["round"]["seats"]["1"]["cards"] != two.view["round"]["seats"]["1"]["cards"]
            assert two.view["round"]["seats"]["1"]["cards"] == three.view["round"]["seats"]["1"]["cards"]
            assert two.view["round"]["seats"]["2"]["cards"] != three.view["round"]["seats"]["2"]["cards"]
        for client, seat in ((ann, 1), (bob, 2)):
            client.do(table, "decide", seat=seat, action="raise_3")


def _public(view: Any) -> Any:
    return view | {"you": view["you"] | {"roles": ["viewer"]}}


def test_texts_are_those_of_json() -> None:
    shared = {"a": [1, None, True, 'x\u2028"\\\n'], "b": {"é": 1.5}}
    messages = [
        {"type": "view", "view": {"same": shared, "n": n, "round": {"seats": {"1": shared, "2": {"n": n}}, "s": [n]}}}
        for n in range(5)
    ]
    texts = Texts()
    for message in messages:
        assert texts.text(message) == as_text(message)
    assert [texts.text(message) for message in messages] == [as_text(message) for message in messages]
