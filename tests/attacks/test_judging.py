"""Somebody with a seat has rounds judged by a session of their own, and tries every way to a role."""

from typing import Any

import pytest

from web.running import Client, Served, least_wagers

WAYS = ("report", "arrange", "close", "step", "recut")
ASKED: dict[str, dict[str, Any]] = {
    "report": {"do": "report", "irregularity": "dealer_card_exposed"},
    "arrange": {"do": "arrange", "decision_seconds": 1},
    "close": {"do": "close_table"},
    "step": {"do": "call_stub_count"},
    "recut": {"do": "order_reshuffle", "reason": "so"},
}


def _play(players: list[Client], table: str) -> None:
    """Everybody wagers; then a round is dealt."""
    for seat, player in enumerate(players, 1):
        player.do(table, "place_wagers", seat=seat, wagers=least_wagers(player.view(table)))
    for player in players:
        player.do(table, "ready")


def _finish(players: list[Client], table: str, number: int) -> Any:
    while (view := players[0].view(table))["last_round"] is None or view["last_round"]["number"] < number:
        asked = view["waiting_for"]["seat"]
        found = players[asked - 1].view(table)["ask"]["actions"]
        players[asked - 1].do(table, "decide", seat=asked, action=found[0]["action"])
    return view["last_round"]


@pytest.mark.parametrize("seated", [True, False])
def test_a_second_session_of_the_openers_voids_no_round(server: Served, seated: bool) -> None:
    """The opener invites dealer and floor and redeems both with a second session; or keeps them, and plays with it."""
    opener, second, victim = server.client("Eve"), server.client("Eva"), server.client("Vic")
    table = opener.open() if seated else opener.open(seat=None, buy_in=None)
    player, judge = (opener, second) if seated else (second, opener)
    if not seated:
        player.do(table, "sit", seat=1, buy_in="5000.00")
    victim.do(table, "sit", seat=2, buy_in="5000.00")
    for role in ("dealer", "floor"):
        judge.redeem(opener.invite(table, role))
    for number in range(1, 6):
        _play([player, victim], table)
        for way in WAYS:
            answer = judge.ask(table, **ASKED[way])
            assert answer.status_code in (403, 409), (way, answer.text)
        assert _finish([player, victim], table, number)["void"] is None


def test_a_role_that_was_fine_is_gone_when_the_command_is_carried_out(server: Served) -> None:
    """Roles are looked at in the thread that carries out commands, with the table as it is there."""
    opener, victim = server.client("Eve"), server.client("Vic")
    table = opener.open(seat=None, buy_in=None)
    victim.do(table, "sit", seat=1, buy_in="5000.00")
    wagers = least_wagers(victim.view(table))
    with victim.live(table) as live, opener.live(table, "floor") as judging:
        live.next()
        judging.next()
        for _ in range(10):
            live.send("place_wagers", seat=1, wagers=wagers)
            judging.send("order_recut", reason="so")
            live.do("place_wagers", seat=1, wagers={})
            judging.do("player_arrives")
    record = [one.event for one in server.pit.store.read(f"table:{table}")]
    wagered = False
    for event in record:
        wagered = bool(event.data["wagers"]) if event.type == "wagers_placed" else wagered
        assert not (wagered and event.actor == f"floorperson:{opener.player}"), event
