"""Who plays among others does not judge the round, whatever else they may be there, nor does anybody they invited."""

from typing import Any

from web.running import Client, Served, least_wagers

JUDGING: tuple[dict[str, Any], ...] = (
    {"do": "rule", "words": "The round is void."},
    {"do": "call_stub_count"},
    {"do": "order_recut", "reason": "so"},
    {"do": "order_reshuffle", "reason": "so"},
    {"do": "change_deck", "deck": 0, "back": "green", "reason": "so"},
    {"do": "arrange", "decision_seconds": 1},
    {"do": "close_table"},
)
CARDS = ("dealer_card_exposed", "wrong_number_of_cards", "player_or_community_card_exposed")


def _dealt(ann: Client, bob: Client, **asked: Any) -> str:
    """A table of Ann's where she and Bob have seen their cards; it is her turn."""
    table = ann.open(**asked)
    bob.do(table, "sit", seat=2, buy_in="500.00")
    bob.do(table, "place_wagers", seat=2, wagers=least_wagers(bob.view(table)))
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    bob.do(table, "ready")
    assert ann.view(table)["round"]["no_more_bets"]
    return table


def _refused(client: Client, table: str, status: int = 403) -> None:
    """Nothing that a dealer or a floorperson does to a round is done."""
    version = client.view(table)["version"]
    for asked in JUDGING:
        answer = client.ask(table, **asked)
        assert answer.status_code == status, (asked, answer.text)
    for name in CARDS:
        assert client.ask(table, "report", irregularity=name).status_code in (403, 409)
    assert client.view(table)["version"] == version


def test_an_opener_who_plays_among_others_has_no_other_role(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob)
    assert ann.view(table)["you"]["roles"] == ["player", "viewer"]
    _refused(ann, table)
    assert "only if the operator appointed them" in ann.ask(table, "close_table").text


def test_nor_after_leaving_the_round(server: Served) -> None:
    """The wagers stay, and so does the interest in what becomes of them."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob)
    ann.do(table, "leave")
    _refused(ann, table)


def test_nor_can_the_wagers_of_somebody_who_left_be_called_abandoned(server: Served) -> None:
    """With a time for decisions the house waits before it rules that they stand."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _dealt(ann, bob, decision_seconds=600)
    bob.do(table, "leave")
    answer = ann.ask(table, "rule_on_leaving", player=bob.player, abandoned=True, reason="gone")
    assert answer.status_code == 403


def test_before_the_cards_it_is_the_same(server: Served) -> None:
    """What is wagered is at stake, whether or not the cards are on the table."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    ann.do(table, "order_recut", reason="nobody has wagered")
    bob.do(table, "place_wagers", seat=2, wagers=least_wagers(bob.view(table)))
    assert ann.ask(table, "order_recut", reason="so").status_code == 403
    bob.do(table, "place_wagers", seat=2, wagers={})
    ann.do(table, "order_recut", reason="nobody has wagered")


def test_whom_the_operator_appoints_judges_unless_they_play(server: Served) -> None:
    ann, bob, cid, ada = server.client("Ann"), server.client("Bob"), server.client("Cid"), server.operator()
    table = _dealt(ann, bob)
    for role in ("dealer", "floor"):
        cid.redeem(ada.invite(table, role))
        bob.redeem(ada.invite(table, role))
    _refused(bob, table)
    cid.do(table, "call_stub_count")
    assert cid.view(table, "floor")["you"]["roles"] == ["dealer", "floor", "viewer"]


def test_what_cards_did_is_not_reported_where_the_house_deals_virtual_ones(server: Served) -> None:
    """Whoever asks, and whoever plays: the operator too."""
    ann, ada = server.client("Ann"), server.operator()
    table = ann.open()
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    for client in (ann, ada):
        for name in CARDS:
            answer = client.ask(table, "report", irregularity=name)
            assert answer.status_code == 409
            assert "knows what happened" in answer.text
    assert ann.view(table)["round"]["void"] is None


def test_a_guest_is_somebody_else_too(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    ann.do(table, "seat_guest", seat=2, name="Joe", buy_in="500.00")
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    assert "nobody who plays at the table judges it" in ann.ask(table, "call_stub_count").text


def test_who_plays_alone_or_with_bots_may_try_out_everything(server: Served) -> None:
    """At a table where every step is a command, also what goes wrong with cards."""
    ann = server.client("Ann")
    table = ann.open(bots=[{"plays": "simple"}], seat=2, dealing="dealer")
    while not (view := ann.view(table, "dealer"))["round"] or not view["round"]["no_more_bets"]:
        if view["wagering"]["open"] and "2" not in view["round"]["seats"]:
            ann.do(table, "place_wagers", seat=2, wagers=least_wagers(view))
        ann.do(table, "step", step=view["steps"][0]["do"])
    ann.do(table, "report", irregularity="face_up_cards")
    assert ann.view(table)["round"]["void"] == "face_up_cards"
    other = ann.open(bots=[{"plays": "simple"}], seat=2)
    ann.do(other, "ready", seat=2, wagers=least_wagers(ann.view(other)))
    ann.do(other, "call_stub_count")


def test_nobody_wagers_where_somebody_deals_whom_the_operator_has_not_appointed(server: Served) -> None:
    ann, bob, cid, ada = server.client("Ann"), server.client("Bob"), server.client("Cid"), server.operator()
    table = ann.open(dealing="dealer", seat=None, buy_in=None)
    bob.do(table, "sit", seat=2, buy_in="500.00")

    def open_round(dealer: Client) -> None:
        while not (view := dealer.view(table, "dealer"))["wagering"]["open"]:
            dealer.do(table, "step", step=view["steps"][0]["do"])

    open_round(ann)
    wagers = least_wagers(bob.view(table))
    answer = bob.ask(table, "place_wagers", seat=2, wagers=wagers)
    assert answer.status_code == 409
    assert "whom the operator has not appointed" in answer.text
    cid.redeem(ada.invite(table, "dealer"))
    bob.do(table, "place_wagers", seat=2, wagers=wagers)
    assert ann.ask(table, "step", step="no_more_bets").status_code == 403
    while cid.view(table, "dealer")["steps"][0]["do"] != "decide":
        cid.do(table, "step", step=cid.view(table, "dealer")["steps"][0]["do"])


def test_the_operator_does_not_play(server: Served) -> None:
    ann, ada = server.client("Ann"), server.operator()
    table = ann.open(private=True)
    assert ada.view(table, "floor")["you"]["roles"] == ["dealer", "floor", "viewer"]
    assert "does not play" in ada.ask(table, "sit", seat=2, buy_in="5.00").text
    asked = {"target": "md-heads-up-holdem", "seat": 1, "buy_in": "5.00"}
    assert "does not play" in ada.http.post("/api/tables", json=asked).text
    ada.do(table, "close_table")
    assert ann.view(table)["status"] == "closed"
