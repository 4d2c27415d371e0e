"""A table that a person deals: every step by its command, guests, cards that are entered by hand, rulings."""

import re
from itertools import islice
from typing import Any

import pytest

from web.running import EVERY_BOOK, Client, Served, least_wagers


def _open(client: Client, book: str = "md-heads-up-holdem", **asked: Any) -> str:
    return client.open(book, dealing="dealer", **asked)


def _step(client: Client, table: str, **told: Any) -> str:
    """Perform the step at the head of the agenda; a cut of real cards says how deep it is."""
    view = client.view(table, "dealer")
    step = view["steps"][0]["do"]
    if "cut" in view["asks"]:
        told.setdefault("depth", 20)
    client.do(table, "step", step=step, **told)
    return str(step)


def _until(client: Client, table: str, stop: str) -> list[str]:
    done = []
    while client.view(table, "dealer")["steps"][0]["do"] != stop:
        done.append(_step(client, table))
        assert len(done) < 300
    return done


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_round_step_by_step(server: Served, book: str) -> None:
    ann = server.client("Ann")
    table = _open(ann, book)
    assert not ann.view(table)["wagering"]["open"]
    before = _until(ann, table, "open_round")
    assert before[0] == "inspect"
    assert "shuffle" in before
    _step(ann, table)
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    assert ann.ask(table, "ready").status_code == 409
    assert ann.ask(table, "step", step="settle").status_code == 409
    steps = _until(ann, table, "decide")
    assert "no_more_bets" in steps
    while True:
        view = ann.view(table)
        if view["last_round"]:
            break
        if view["ask"]:
            ann.do(table, "decide", seat=1, action=view["ask"]["actions"][-1]["action"])
        else:
            _step(ann, table)
    script = view["last_round"]["script"]
    assert script[-1]["words"].startswith("Round")
    assert any(line["clauses"] and line["clauses"][0].startswith(book) for line in script)
    assert view["round"] is None


def test_the_floor_validates_and_devices_acknowledge(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann)
    _until(ann, table, "open_round")
    _step(ann, table)
    wagers = least_wagers(ann.view(table)) | {"progressive": "1.00"}
    ann.do(table, "place_wagers", seat=1, wagers=wagers)
    assert not ann.view(table)["round"]["seats"]["1"]["acknowledged"]
    ann.do(table, "acknowledge", seat=1)
    assert ann.view(table)["round"]["seats"]["1"]["acknowledged"]
    meter = float(ann.view(table)["meters"]["progressive"])
    _until(ann, table, "decide")
    assert float(ann.view(table)["meters"]["progressive"]) == meter + 0.10


def test_a_player_can_not_deal(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _open(ann)
    bob.do(table, "sit", seat=2, buy_in="50.00")
    assert bob.ask(table, "step", step="inspect").status_code == 403
    assert bob.ask(table, "deal_round").status_code == 403


def test_guests_speak_to_the_dealer(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _open(ann, seat=None, buy_in=None)
    _until(ann, table, "first_player_inspects")
    ann.do(table, "seat_guest", seat=2, name="Joe", buy_in="100.00")
    _until(ann, table, "open_round")
    _step(ann, table)
    assert bob.ask(table, "place_wagers", seat=2, wagers={"ante": "5.00", "odds": "5.00"}).status_code == 409
    ann.do(table, "place_wagers", seat=2, wagers={"ante": "5.00", "odds": "5.00"})
    _until(ann, table, "decide")
    assert ann.view(table, "dealer")["ask"]["seat"] == 2
    assert ann.view(table)["ask"] is None
    assert ann.view(table, "dealer")["round"]["seats"]["2"]["cards"] == ["hidden", "hidden"]
    assert bob.ask(table, "decide", seat=2, action="check").status_code == 409
    ann.do(table, "decide", seat=2, action="check")
    ann.do(table, "buy_in", seat=2, amount="5.00")
    view = ann.view(table)
    assert view["players"]["Joe~guest"] | {"stack": ""} == {
        "name": "Joe", "kind": "guest", "plays": None, "seats": [2], "stack": "", "left": False, "connected": True,
        "ready": False,
    }  # fmt: skip
    assert view["players"]["Joe~guest"]["stack"] == "95.00"


def test_cards_of_a_physical_table_are_entered(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann, source="entered")
    _until(ann, table, "open_round")
    _step(ann, table)
    ann.do(table, "place_wagers", seat=1, wagers={"ante": "5.00", "odds": "5.00"})
    _until(ann, table, "decide")
    view = ann.view(table, "dealer")
    assert view["round"]["commitment"] is None
    assert view["ask"]["seat"] == 1
    ann.do(table, "decide", seat=1, action="raise_3")
    board = iter("Ah Kh Qh Jh 2c".split())
    while not ann.view(table)["last_round"]:
        step = ann.view(table, "dealer")["steps"][0]
        cards = {"reveal_dealer": "3d 4c", "turn_up_hand": "Th 2d"}.get(step["do"])
        if found := re.match(r"Deal (one|[0-9]) cards? face up to the board", step["words"]):
            cards = " ".join(islice(board, 1 if found[1] == "one" else int(found[1])))
        if cards is not None:
            assert ann.ask(table, "step", step=step["do"]).status_code == 409
        if step["do"] != "reveal_dealer":
            ann.do(table, "step", step=step["do"], cards=cards)
            continue
        ann.do(table, "step", step="reveal_dealer", cards="3d 4s")
        assert ann.ask(table, "correct_cards", entered="4s", right="Ah", reason="misread").status_code == 409
        ann.do(table, "correct_cards", entered="4s", right="4c", reason="misread")
        assert ann.view(table)["round"]["dealer"] == ["3d", "4c"]
    over = ann.view(table)["last_round"]
    assert over["board"] == ["Ah", "Kh", "Qh", "Jh", "2c"]
    assert over["seats"]["1"]["hand"].startswith("royal flush")
    lines = {line["wager"]: line for line in over["seats"]["1"]["settled"]}
    assert lines["odds"]["payout"] == "2500.00"
    assert lines["ante"]["reason"] == "dealer_does_not_qualify"
    assert over["seed"] is None


def test_who_deals_changes_between_rounds(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann)
    ann.do(table, "arrange", dealing="house")
    view = ann.view(table)
    assert (view["dealing"], view["wagering"]["open"]) == ("house", True)
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(view))
    assert ann.ask(table, "arrange", dealing="dealer").status_code == 409
    ann.do(table, "ready")
    assert ann.ask(table, "arrange", dealing="dealer").status_code == 409
    while ann.view(table)["ask"]:
        ann.do(table, "decide", seat=1, action=ann.view(table)["ask"]["actions"][0]["action"])
    ann.do(table, "arrange", dealing="dealer", key="switch")
    assert ann.do(table, "arrange", dealing="dealer", key="switch")["repeated"]
    view = ann.view(table)
    assert view["dealing"] == "dealer"
    assert ann.ask(table, "step", step="place_in_shoe").status_code in (200, 409)


def test_bots_play_at_a_table_that_a_person_deals(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann, seat=None, buy_in=None, bots=[{"plays": "simple"}])
    _until(ann, table, "open_round")
    _step(ann, table)
    assert ann.view(table)["round"]["seats"]["1"]["wagers"].items() >= {"ante": "5.00", "odds": "5.00"}.items()
    with ann.live(table, "dealer") as live:
        live.next()
        while not live.view["last_round"]:
            step = live.view["steps"][0]["do"]
            if step == "decide":
                live.until(lambda view: not view["steps"] or view["steps"][0]["do"] != "decide")
            else:
                assert live.do("step", step=step)["type"] == "done"


def test_orders_of_the_floor_and_reports_of_the_dealer(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann)
    _until(ann, table, "open_round")
    assert ann.view(table, "floor")["irregularities"]
    ann.do(table, "order_recut", reason="a player asked")
    assert ann.view(table)["steps"][0]["do"] != "open_round"
    _until(ann, table, "open_round")
    ann.do(table, "change_deck", deck=0, back="blue", reason="worn")
    assert ann.view(table, "floor")["decks"] == [{"back": "blue", "in_play": True, "removed": False}]
    _until(ann, table, "open_round")
    _step(ann, table)
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    ann.do(table, "deal_round")
    _until(ann, table, "decide")
    ann.do(table, "report", irregularity="player_or_community_card_exposed")
    assert ann.view(table, "floor")["rulings_due"] == 1
    ann.do(table, "rule", words="The card is played.")
    assert ann.view(table, "floor")["rulings_due"] == 0
    ann.do(table, "leave")
    must = [step["do"] for step in ann.view(table, "floor")["steps"] if step["must"]]
    assert "rule_on_leaving" in must
    ann.do(table, "rule_on_leaving", player=ann.player, abandoned=True, reason="gone for good")
    assert ann.ask(table, "report", irregularity="an_earthquake").status_code == 409
