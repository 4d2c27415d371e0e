"""Somebody holds up a table: never does anything again, changes wagers for ever, or leaves friend by friend."""

import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from pitbook.web.settings import Settings
from web.running import FAST, least_wagers, served

SHORT = 1


def _hurried() -> Settings:
    return Settings(
        bot_seconds=0.0, commands=FAST.commands, requests=FAST.requests, shared_seconds=SHORT, waiting_seconds=30
    )


@pytest.mark.parametrize("dealing", ["house", "dealer"])
def test_who_never_decides_does_not_hold_the_wagers_of_others(tmp_path: Path, dealing: str) -> None:
    """Nothing was arranged about time: the opener would gain by that, and nobody else can."""
    with served(tmp_path / "record.db", _hurried()) as server:
        eve, vic, ada = server.client("Eve"), server.client("Vic"), server.operator()
        table = eve.open(dealing=dealing)
        if dealing == "dealer":
            ada.http.post("/api/session/grants", json={"invitation": ada.invite(table, "dealer")})
            ada.http.cookies.clear()
        rule = vic.view(table)["time_rule"]
        assert rule.startswith(f"A decision takes at most {SHORT} seconds while others play here too.")
        listed = vic.http.get("/api/tables").json()["tables"]
        assert [one["time_rule"] for one in listed] == [rule]
        vic.do(table, "sit", seat=2, buy_in="500.00")
        with vic.live(table) as live:
            live.next()
            while not live.view["wagering"]["open"]:
                ada.do(table, "step", step=ada.view(table, "dealer")["steps"][0]["do"])
                live.next()
            wagers = least_wagers(live.view)
            eve.do(table, "place_wagers", seat=1, wagers=wagers)
            if dealing == "house":
                live.do("ready", seat=2, wagers=wagers)
                assert live.view["wagering"]["deadline"]
            else:
                live.do("place_wagers", seat=2, wagers=wagers)
            while not live.view["last_round"]:
                if live.view["ask"]:
                    live.do("decide", seat=2, action="fold" if live.view["round"]["street"] == "river" else "check")
                    continue
                steps = [one["do"] for one in live.view["steps"]]
                if dealing == "dealer" and steps and steps[0] != "decide":
                    ada.ask(table, "step", step=steps[0])
                live.next()
            assert live.view["last_round"]["void"] is None


def test_who_plays_alone_may_take_any_time(tmp_path: Path) -> None:
    with served(tmp_path / "record.db", _hurried()) as server:
        ann = server.client("Ann")
        table = ann.open(bots=[{"plays": "simple"}], seat=2)
        with ann.live(table) as live:
            live.next()
            live.do("ready", seat=2, wagers=least_wagers(live.view))
            live.until(lambda view: view["ask"])
            assert live.view["ask"]["deadline"] is None


def test_nobody_puts_off_the_deal_by_withdrawing_and_placing_wagers(tmp_path: Path) -> None:
    """Each change would begin another time, and the one who is ready waits for ever."""
    settings = replace(FAST, shared_seconds=2, waiting_seconds=1)
    with served(tmp_path / "record.db", settings) as server:
        vic, eve = server.client("Vic"), server.client("Eve")
        table = vic.open("md-four-card-poker")
        eve.do(table, "sit", seat=2, buy_in="5000.00")
        wagers = least_wagers(vic.view(table))
        with eve.live(table):
            eve.do(table, "place_wagers", seat=2, wagers=wagers)
            vic.do(table, "ready", seat=1, wagers=wagers)
            deadline, began = vic.view(table)["wagering"]["deadline"], time.monotonic()
            lies = True
            while not (view := vic.view(table))["round"]["no_more_bets"]:
                assert view["wagering"]["deadline"] <= deadline
                assert time.monotonic() - began < 4
                time.sleep(0.3)
                lies = not lies
                eve.ask(table, "place_wagers", seat=2, wagers=wagers if lies else {})


def test_a_decision_ends_in_time_though_others_leave_one_by_one(tmp_path: Path) -> None:
    with served(tmp_path / "record.db") as server:
        people = [server.client(name) for name in ("Vic", "Eve", "Mal", "Sly")]
        table = people[0].open("md-four-card-poker", decision_seconds=2)
        for seat, one in enumerate(people[1:], 2):
            one.do(table, "sit", seat=seat, buy_in="5000.00")
        wagers = least_wagers(people[0].view(table))
        for seat, one in enumerate(people, 1):
            one.do(table, "place_wagers", seat=seat, wagers=wagers)
        for one in people:
            one.do(table, "ready")
        first = people[0].view(table)["waiting_for"]
        others = [one for one in people if one.player != first["player"]]
        watching, leaving, began = others.pop(), 1.0, time.monotonic()
        while (now := watching.view(table)["waiting_for"]) is not None and now["seat"] == first["seat"]:
            assert abs(_seconds(now["deadline"]) - _seconds(first["deadline"])) < 0.1
            assert time.monotonic() - began < 3
            if others and time.monotonic() - began > leaving:
                others.pop().do(table, "leave")
                leaving += 0.5
            time.sleep(0.05)
        assert not others


def _seconds(time_text: str) -> float:
    return datetime.fromisoformat(time_text).timestamp()
