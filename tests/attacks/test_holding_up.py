"""Somebody takes a seat, wagers, and never does anything again."""

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
