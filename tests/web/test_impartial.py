"""Who plays among others at a table that the house deals does not judge the round, whatever else they may be there."""

from typing import Any

import pytest

from web.running import Client, Live, Served, least_wagers

JUDGING: tuple[dict[str, Any], ...] = (
    {"do": "report", "irregularity": "dealer_card_exposed"},
    {"do": "report", "irregularity": "wrong_number_of_cards"},
    {"do": "report", "irregularity": "player_or_community_card_exposed"},
    {"do": "rule", "words": "The round is void."},
    {"do": "call_stub_count"},
    {"do": "order_recut", "reason": "so"},
    {"do": "order_reshuffle", "reason": "so"},
    {"do": "change_deck", "deck": 0, "back": "green", "reason": "so"},
)
REFUSAL = "others play here too: until this round is over, nobody who plays at the table judges it"


def _dealt(ann: Client, bob: Client, **asked: Any) -> str:
    """A table of Ann's where she and Bob have seen their cards; it is her turn."""
    table = ann.open(**asked)
    bob.do(table, "sit", seat=2, buy_in="500.00")
    bob.do(table, "place_wagers", seat=2, wagers=least_wagers(bob.view(table)))
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    bob.do(table, "ready")
    assert ann.view(table)["round"]["no_more_bets"]
    return table


def _grant(floor: Client, client: Client, table: str, role: str) -> None:
    invitation = floor.http.post(f"/api/tables/{table}/invitations", json={"role": role}).json()["invitation"]
    found = client.http.post("/api/session/grants", json={"invitation": invitation}).json()
    client.http.cookies.clear()
    client.http.headers["Authorization"] = f"Bearer {found['token']}"


def _refused(client: Client, table: str, asked: dict[str, Any]) -> None:
    answer = client.ask(table, **asked)
    assert answer.status_code == 409, (asked, answer.text)
    assert answer.json()["error"]["problems"][0]["message"] == REFUSAL, asked


def test_an_opener_who_plays_among_others_can_not_have_the_round_void(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob)
    version = ann.view(table)["version"]
    for asked in JUDGING:
        _refused(ann, table, asked)
    assert ann.view(table)["version"] == version
    assert ann.view(table)["round"]["void"] is None


def test_nor_after_leaving_the_round(server: Served) -> None:
    """The wagers stay, and so does the interest in what becomes of them."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob)
    ann.do(table, "leave")
    assert ann.view(table)["you"]["roles"] == ["dealer", "floor", "viewer"]
    for asked in JUDGING:
        _refused(ann, table, asked)


def test_nor_can_the_wagers_of_somebody_who_left_be_called_abandoned(server: Served) -> None:
    """With a time for decisions the house waits before it rules that they stand."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob, decision_seconds=600)
    bob.do(table, "leave")
    _refused(ann, table, {"do": "rule_on_leaving", "player": bob.player, "abandoned": True, "reason": "gone"})


def test_nor_can_somebody_who_plays_and_was_invited_to_deal(server: Served) -> None:
    ann, bob, cid = server.client("Ann"), server.client("Bob"), server.client("Cid")
    table = _dealt(ann, bob)
    _grant(ann, bob, table, "dealer")
    _grant(ann, cid, table, "dealer")
    _refused(bob, table, JUDGING[0])
    cid.do(table, **JUDGING[0])
    assert bob.view(table)["last_round"]["void"] == "dealer_card_exposed"


def test_a_guest_is_somebody_else_too(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    ann.do(table, "seat_guest", seat=2, name="Joe", buy_in="500.00")
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    _refused(ann, table, JUDGING[0])


def test_who_plays_with_bots_may_try_out_everything(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(bots=[{"plays": "simple"}], seat=2)
    ann.do(table, "ready", seat=2, wagers=least_wagers(ann.view(table)))
    ann.do(table, **JUDGING[0])
    assert ann.view(table)["last_round"]["void"] == "dealer_card_exposed"


def test_before_the_cards_and_with_a_dealer_nothing_has_changed(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    bob.do(table, "place_wagers", seat=2, wagers=least_wagers(bob.view(table)))
    ann.do(table, "order_recut", reason="a player asked")
    other = ann.open(dealing="dealer")
    bob.do(other, "sit", seat=2, buy_in="500.00")
    while not (view := ann.view(other, "dealer"))["round"] or not view["round"]["no_more_bets"]:
        if view["wagering"]["open"]:
            ann.do(other, "place_wagers", seat=1, wagers=least_wagers(view))
        ann.do(other, "step", step=view["steps"][0]["do"])
    ann.do(other, "report", irregularity="face_up_cards")
    assert ann.view(other)["round"]["void"] == "face_up_cards"


def _message(answer: Any) -> str:
    assert answer["type"] == "error", answer
    return str(answer["error"]["problems"][0]["message"])


@pytest.mark.parametrize("seconds", [1, 29])
def test_who_is_thinking_is_not_hurried(server: Served, seconds: int) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob)
    with ann.live(table) as live:
        live.next()
        assert _arranged(live, decision_seconds=28, key="alone")["type"] == "done"
        with bob.live(table) as looking:
            looking.next()
            answer = _arranged(live, decision_seconds=seconds)
            assert "at least 30 seconds" in _message(answer)
            assert _arranged(live, decision_seconds=30)["type"] == "done"
            again = _arranged(live, decision_seconds=28, key="alone")
            assert again["repeated"]
    assert ann.view(table)["arrangement"]["decision_seconds"] == 30


def _arranged(live: Live, **asked: Any) -> Any:
    return live.do("arrange", **asked)
