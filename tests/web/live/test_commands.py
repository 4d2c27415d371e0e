"""Commands: once each, at the version they are for, with every problem in words; connections come back."""

import threading

import pytest

from web.running import Served, least_wagers


def _error(answer: object) -> str:
    return str(answer.json()["error"]["problems"][0]["message"])  # type: ignore[attr-defined]


def test_a_key_has_its_effect_once(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    first = ann.do(table, "buy_in", amount="10.00", key="once")
    again = ann.do(table, "buy_in", amount="10.00", key="once")
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert ann.view(table)["players"][ann.player]["stack"] == "5010.00"
    ann.do(table, "buy_in", amount="10.00", key="twice")
    assert ann.view(table)["players"][ann.player]["stack"] == "5020.00"


def test_keys_are_each_persons_own(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    ann.do(table, "buy_in", amount="10.00", key="same")
    assert not bob.do(table, "sit", seat=2, buy_in="50.00", key="same")["repeated"]
    assert bob.view(table)["players"][bob.player]["stack"] == "50.00"


def test_opening_a_table_twice_with_a_key_opens_one(server: Served) -> None:
    ann = server.client()
    asked = {"target": "md-heads-up-holdem", "seat": 1, "buy_in": "5.00"}
    answers = [ann.http.post("/api/tables", json=asked, headers={"Idempotency-Key": "open"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()


def test_two_tabs_do_not_act_twice(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    with ann.live(table) as one, ann.live(table) as two:
        one.next(), two.next()
        one.send("buy_in", amount="7.00", key="tab")
        two.send("buy_in", amount="7.00", key="tab")
        done = []
        for live in (one, two):
            while True:
                message = live.next()
                if message["type"] == "done":
                    done.append(message["repeated"])
                    break
        assert sorted(done) == [False, True]
    assert ann.view(table)["players"][ann.player]["stack"] == "5007.00"


def test_two_tabs_that_decide_at_once_decide_once(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    version = ann.view(table)["version"]
    statuses = []

    def decide() -> None:
        other = ann.ask(table, "decide", seat=1, action="check", at=version)
        statuses.append(other.status_code)

    threads = [threading.Thread(target=decide) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 412, 412, 412]
    assert ann.view(table)["ask"]["street"] == "flop"


def test_a_command_for_an_earlier_version_is_a_conflict(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    version = ann.view(table)["version"]
    after = ann.do(table, "buy_in", amount="1.00", at=version)["version"]
    assert after == version + 1
    answer = ann.ask(table, "buy_in", amount="1.00", at=version)
    assert answer.status_code == 412
    assert answer.json()["error"]["kind"] == "conflict"
    assert ann.ask(table, "arrange", coach="off", at=version).status_code == 412
    bad = ann.http.post(f"/api/tables/{table}/commands", json={"do": "leave"}, headers={"If-Match": "soon"})
    assert bad.status_code == 422


def test_a_dropped_connection_returns_to_its_seat_and_decision(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        live.do("ready", seat=1, wagers=least_wagers(live.view))
        before = live.view
        assert before["ask"]["street"]
        assert before["players"][ann.player]["connected"]
    assert not ann.view(table)["players"][ann.player]["connected"]
    assert not ann.view(table)["players"][ann.player]["left"]
    with ann.live(table) as live:
        live.next()
        assert live.view == before
        assert live.do("decide", seat=1, action="check")["type"] == "done"


def test_a_command_that_was_sent_again_after_the_connection_was_lost(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        wagers = least_wagers(live.view)
        live.send("ready", seat=1, wagers=wagers, key="lost")
    # The answer was never read. Whether or not the command arrived, it is carried out once.
    with ann.live(table) as live:
        live.next()
        message = live.do("ready", seat=1, wagers=wagers, key="lost")
        assert message["type"] == "done"
        assert live.view["round"]["number"] == 1
        assert live.view["round"]["no_more_bets"]


def test_ready_waits_for_everybody_with_wagers(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    wagers = least_wagers(ann.view(table))
    assert _error(ann.ask(table, "ready")) == "place your wagers first"
    assert _error(ann.ask(table, "ready", seat=1, wagers={})) == "place your wagers first"
    bob.do(table, "place_wagers", seat=2, wagers=wagers)
    ann.do(table, "ready", seat=1, wagers=wagers)
    view = ann.view(table)
    assert view["you"]["ready"]
    assert not view["round"]["no_more_bets"]
    ann.do(table, "place_wagers", seat=1, wagers=wagers | {"trips_plus": "2.00"})
    assert not ann.view(table)["you"]["ready"]
    ann.do(table, "ready", key="mine")
    bob.do(table, "ready")
    assert ann.view(table)["round"]["no_more_bets"]
    assert ann.do(table, "ready", key="mine")["repeated"]


def test_who_looks_on_without_wagers_is_waited_for_and_who_is_away_is_not(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    wagers = least_wagers(ann.view(table))
    with bob.live(table) as live:
        live.next()
        ann.do(table, "ready", seat=1, wagers=wagers)
        assert not ann.view(table)["round"]["no_more_bets"]
        assert ann.view(table)["wagering"]["deadline"]
        live.do("ready", seat=2, wagers=wagers)
        assert ann.view(table)["round"]["no_more_bets"]
    other = ann.open()
    bob.do(other, "sit", seat=2, buy_in="500.00")
    ann.do(other, "ready", seat=1, wagers=wagers)
    assert ann.view(other)["round"]["no_more_bets"]


@pytest.mark.parametrize(
    ("asked", "status", "clause"),
    [
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": "1.00", "odds": "1.00"}}, 409, False),
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": "5.25", "odds": "5.25"}}, 409, False),
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": "5.00"}}, 409, True),
        ({"do": "place_wagers", "seat": 1, "wagers": {"raise": "5.00"}}, 409, True),
        ({"do": "place_wagers", "seat": 2, "wagers": {"ante": "5.00", "odds": "5.00"}}, 409, True),
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": "-5.00", "odds": "5.00"}}, 422, False),
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": 5}}, 422, False),
        ({"do": "place_wagers", "seat": 1, "wagers": {"ante": "1e9", "odds": "1e9"}}, 422, False),
        ({"do": "place_wagers", "seat": True, "wagers": {}}, 422, False),
        ({"do": "sit", "seat": 1}, 409, True),
        ({"do": "sit", "seat": 7}, 409, True),
        ({"do": "sit", "seat": 0}, 422, False),
        ({"do": "decide", "seat": 1, "action": "check"}, 409, True),
        ({"do": "decide", "seat": 1, "action": "raise_3"}, 409, True),
        ({"do": "decide", "seat": 1, "action": "raise_x"}, 422, False),
        ({"do": "decide", "seat": 1, "action": "raise_999999999999"}, 422, False),
        ({"do": "cash_out", "amount": "99999.00"}, 409, False),
        ({"do": "cash_out", "amount": "0.00"}, 422, False),
        ({"do": "buy_in", "amount": "999999999999.99"}, 409, False),
        ({"do": "reveal_seed", "seed": "x" * 200}, 422, False),
        ({"do": "reveal_seed", "seed": "x"}, 409, False),
        ({"do": "commit_seed", "commitment": "00"}, 422, False),
        ({"do": "commit_seed", "commitment": "00" * 32}, 409, False),
        ({"do": "give_beacon", "value": "x", "at": "soon"}, 422, False),
        ({"do": "give_beacon", "value": "x", "at": "2020-01-01T00:00:00Z"}, 409, False),
        ({"do": "rule", "words": "So be it.\x1b[2J"}, 422, False),
        ({"do": "order_recut", "reason": "why\rnot"}, 422, False),
        ({"do": "step", "step": "no_more_bets"}, 409, False),
        ({"do": "deal_round"}, 409, False),
        ({"do": "seat_bot", "seat": 1, "plays": "simple"}, 409, True),
        ({"do": "dismiss_bot", "seat": 1}, 409, False),
        ({"do": "arrange", "dealing": None}, 422, False),
        ({"do": "arrange", "decision_seconds": 0}, 422, False),
        ({"do": "no_such_thing"}, 422, False),
        ({}, 422, False),
        ([], 422, False),
        ("leave", 422, False),
        ({"do": "leave", "more": 1}, 422, False),
    ],
)
def test_what_is_refused_is_refused_in_words(server: Served, asked: object, status: int, clause: bool) -> None:
    ann = server.client()
    table = ann.open()
    before = ann.view(table)
    answer = ann.http.post(f"/api/tables/{table}/commands", json=asked)
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["kind"] == ("refused" if status == 409 else "malformed")
    assert all(problem["message"] for problem in error["problems"])
    assert bool(error["problems"][0]["clause"]) == clause
    assert ann.view(table) == before


def test_all_problems_of_wagers_come_together(server: Served) -> None:
    ann = server.client()
    table = ann.open(buy_in="10.00")
    answer = ann.ask(table, "place_wagers", seat=1, wagers={"ante": "1000.25", "odds": "5.00", "nonsense": "1.00"})
    assert len(answer.json()["error"]["problems"]) >= 4


def test_there_is_no_such_table(server: Served) -> None:
    ann = server.client()
    assert ann.http.get("/api/tables/T999").status_code == 404
    assert ann.ask("T999", "leave").status_code == 404
    assert ann.http.get("/api/tables/T%20%2F").status_code in (404, 422)
    assert ann.http.get(f"/api/tables/{'T' * 40}").status_code == 422


def test_leaving_takes_all_chips_and_frees_the_seat(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    ann.do(table, "leave")
    view = ann.view(table)
    assert view["players"] == {}
    assert view["you"]["seats"] == []
    assert ann.ask(table, "leave").status_code == 409
    ann.do(table, "sit", seat=4, buy_in="20.00")
    assert ann.view(table)["you"]["seats"] == [4]


def test_a_short_stack_is_asked_only_what_it_can_pay(server: Served) -> None:
    ann = server.client()
    table = ann.open(buy_in="12.00")
    ann.do(table, "ready", seat=1, wagers={"ante": "5.00", "odds": "5.00"})
    assert [one["action"] for one in ann.view(table)["ask"]["actions"]] == ["check"]
    assert ann.ask(table, "decide", seat=1, action="raise_3").status_code == 409
    four = ann.open("md-four-card-poker", buy_in="14.00")
    ann.do(four, "ready", seat=1, wagers={"ante": "5.00"})
    ask = ann.view(four)["ask"]
    assert [one["action"] for one in ask["actions"]] == ["play_1", "fold"]
    assert ask["any_amount"] == {"action": "play", "label": "Play", "least": "5.00", "most": "9.00", "unit": "0.50"}
    ann.do(four, "decide", seat=1, action="play", amount="8.50")
    assert ann.view(four)["last_round"]["seats"]["1"]["wagers"] == {"ante": "5.00", "play": "8.50"}
