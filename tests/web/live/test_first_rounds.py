"""A newcomer's first rounds, over the real server: open a table, sit, wager, deal, decide, be paid."""

import pytest

from pitbook.rulebooks import load_book
from web.running import EVERY_BOOK, Served, least_wagers


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_first_round_over_http(server: Served, book: str) -> None:
    ann = server.client("Ann")
    table = ann.open(book)
    view = ann.view(table)
    assert view["you"] == {
        "player": ann.player,
        "seats": [1],
        "roles": ["player", "dealer", "floor", "viewer"],
        "ready": False,
        "no_seed": "newcomers contribute to the shuffle from their second round at a table",
        "last_seats": [],
    }
    assert view["wagering"]["open"]
    assert view["round"]["commitment"]
    ann.do(table, "ready", seat=1, wagers=least_wagers(view))
    view = ann.view(table)
    assert view["round"]["no_more_bets"]
    assert "hidden" not in view["round"]["seats"]["1"]["cards"]
    assert view["ask"]["seat"] == 1
    while view["ask"]:
        ann.do(table, "decide", seat=1, action=view["ask"]["actions"][0]["action"])
        view = ann.view(table)
    over = view["last_round"]
    assert over["number"] == 1
    assert over["seed"] is not None
    settled = over["seats"]["1"]["settled"]
    assert {line["wager"] for line in settled} >= {load_book(book).flow.base}
    assert all(line["clauses"] and line["words"] for line in settled)
    assert view["round"]["number"] == 2
    returned = sum(float(line["returned"]) for line in settled)
    wagered = sum(float(amount) for amount in over["seats"]["1"]["wagers"].values())
    assert float(view["players"][ann.player]["stack"]) == 5000 + returned - wagered


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_first_round_live_with_bots(server: Served, book: str) -> None:
    ann = server.client("Ann")
    table = ann.open(book, bots=[{"plays": "simple"}, {"plays": "simple"}], seat=2)
    with ann.live(table) as live:
        live.until(lambda view: view["wagering"]["open"])
        assert live.do("ready", seat=2, wagers=least_wagers(live.view, all_of_them=True))["type"] == "done"
        while True:
            view = live.until(lambda view: view["ask"] or view["last_round"])
            if view["last_round"]:
                break
            assert live.do("decide", seat=2, action=view["ask"]["actions"][-1]["action"])["type"] == "done"
        assert sorted(view["last_round"]["seats"]) == ["1", "2", "3"]
        assert view["players"]["Ada~simple~bot"]["kind"] == "bot"
        assert view["last_round"]["script"][-1]["words"]
