"""The coach over HTTP: exact, only where it may speak, and never about what its player can't see."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from coach.test_advice import advised
from pitbook.rulebooks import load_book
from web.coached import deal, play, wager_most, wait_least
from web.running import BOOKS, EVERY_BOOK, Client, Served, least_wagers, served

MD, MA, GALAXY, FOUR = BOOKS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("advice") / "record.db") as found:
        yield found


def fractions(actions: dict[str, dict[str, dict[str, str]]]) -> dict[str, Fraction]:
    return {action: Fraction(found["value"]["fraction"]) for action, found in actions.items()}


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_the_advice_is_that_of_the_command_for_the_cards_in_view(server: Served, book: str) -> None:
    ann = server.client()
    table = ann.open(book)
    view = deal(ann, table)
    own = " ".join(view["round"]["seats"]["1"]["cards"])
    up = " ".join(card for card in view["round"]["dealer"] if card != "hidden")
    words = [f"--{load_book(book).own_cards}", own, *(["--up", up] if up else [])]
    found = ann.http.get(f"/api/tables/{table}/advice").json()
    values = advised(book, *words)
    assert fractions(found["actions"]) == values
    assert found["best"] == max(values, key=lambda action: values[action])
    assert (found["seat"], found["street"]) == (1, view["ask"]["street"])
    assert found["version"] == view["version"]
    assert {one["action"] for one in view["ask"]["actions"]} == set(values)


def test_there_is_no_advice_without_a_decision_of_ones_own(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD)
    path = f"/api/tables/{table}/advice"
    http = server.plain()
    assert http.get(path).status_code == 401
    assert ann.http.get(path).status_code == 409
    deal(ann, table)
    assert ann.http.get(path).status_code == 200
    answer = eve.http.get(path)
    assert answer.status_code == 409
    assert answer.json()["error"]["problems"][0]["message"] == "it is not your turn: position 1 has to decide"
    assert ann.http.get("/api/tables/T999/advice").status_code == 404


def test_at_a_shared_table_the_coach_speaks_only_after_the_round(server: Served) -> None:
    """Players don't exchange information, and neither does the coach for them (ma 10(a), (c))."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open(MA)
    bob.do(table, "sit", seat=2, buy_in="500.00")
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    deal(bob, table, 2)
    view = deal(ann, table, 1)
    round_id = view["round"]["round"]
    assert view["shared"]
    answer = ann.http.get(f"/api/tables/{table}/advice")
    assert answer.status_code == 403
    assert answer.json()["error"]["problems"][0]["message"] == (
        "people share this table: the coach speaks only after the round"
    )
    assert ann.http.get(f"/api/rounds/{round_id}/review").status_code == 403
    for action in ("check", "check", "fold"):
        ann.do(table, "decide", seat=1, action=action)
        bob.do(table, "decide", seat=2, action=action)
    reviews = [one.http.get(f"/api/rounds/{round_id}/review").json()["decisions"] for one in (ann, bob)]
    assert [{made["seat"] for made in decisions} for decisions in reviews] == [{1}, {2}]
    assert all(len(decisions) == 3 for decisions in reviews)


def test_who_leaves_in_the_middle_of_a_round_still_shares_it(server: Served) -> None:
    """Bob knows his cards until the round is over, so the coach says nothing to Ann before that."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open(MA)
    bob.do(table, "sit", seat=2, buy_in="500.00")
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    deal(bob, table, 2)
    round_id = deal(ann, table, 1)["round"]["round"]
    bob.do(table, "leave")
    assert ann.http.get(f"/api/tables/{table}/advice").status_code == 403
    assert ann.http.get(f"/api/rounds/{round_id}/review").status_code == 403
    for action in ("check", "check", "fold"):
        ann.do(table, "decide", seat=1, action=action)
    assert len(ann.http.get(f"/api/rounds/{round_id}/review").json()["decisions"]) == 3
    deal(ann, table)
    assert ann.http.get(f"/api/tables/{table}/advice").status_code == 200


def test_a_guest_of_the_dealer_shares_the_table(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(MA)
    assert "before" in ann.view(table)["coach"]["mode_allowed"]
    ann.do(table, "seat_guest", seat=2, name="Joe", buy_in="500.00")
    view = ann.view(table)
    assert (view["shared"], view["coach"]["mode_allowed"]) == (True, ["off", "after_round"])


@pytest.mark.parametrize(
    ("coach", "before", "after", "in_the_end"),
    [("allowed", 200, 200, 200), ("after_round", 403, 403, 200), ("off", 403, 403, 403)],
)
def test_the_arrangement_says_when_the_coach_may_speak(
    server: Served, coach: str, before: int, after: int, in_the_end: int
) -> None:
    ann = server.client()
    table = ann.open(MD, coach=coach)
    round_id = deal(ann, table)["round"]["round"]
    assert ann.http.get(f"/api/tables/{table}/advice").status_code == before
    ann.do(table, "decide", seat=1, action="check")
    assert ann.http.get(f"/api/rounds/{round_id}/review").status_code == after
    for action in ("check", "fold"):
        ann.do(table, "decide", seat=1, action=action)
    assert ann.http.get(f"/api/rounds/{round_id}/review").status_code == in_the_end
    assert ann.http.get("/api/session/report", params={"table": table}).status_code == in_the_end
    assert ann.http.get("/api/session/report").json()["rounds"] == (0 if coach == "off" else 1)


def test_a_review_during_the_round_has_only_what_was_decided_and_seen(server: Served) -> None:
    ann = server.client()
    table = ann.open(MD)
    view = deal(ann, table)
    round_id = view["round"]["round"]
    path = f"/api/rounds/{round_id}/review"
    assert ann.http.get(path).json() == {"round": round_id, "over": False, "decisions": []}
    ann.do(table, "decide", seat=1, action="check")
    (made,) = ann.http.get(path).json()["decisions"]
    own = view["round"]["seats"]["1"]["cards"]
    assert (made["street"], made["cards"], made["board"], made["dead"]) == ("pre_flop", own, [], [])
    values = advised(MD, "--hole", " ".join(own))
    assert Fraction(made["cost"]["fraction"]) == max(values.values()) - values["check"]
    assert made["cost_money"] == f"{float(max(values.values()) - values['check']) * 5:.2f}"


def test_a_review_is_ones_own_and_of_rounds_that_exist(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD)
    round_id = play(ann, table)
    assert eve.http.get(f"/api/rounds/{round_id}/review").json()["decisions"] == []
    assert ann.http.get(f"/api/rounds/{table}-99/review").status_code == 404
    assert ann.http.get("/api/rounds/T999-1/review").status_code == 404
    assert ann.http.get("/api/rounds/nonsense/review").status_code == 422
    http = server.plain()
    assert http.get(f"/api/rounds/{round_id}/review").status_code == 401


def test_a_session_is_reported_table_by_table_and_as_a_whole(server: Served) -> None:
    ann = server.client("Ann")
    first, second = ann.open(MD), ann.open(FOUR)
    for table, choose in ((first, wait_least), (first, wager_most), (second, wager_most)):
        play(ann, table, choose)
    whole = ann.http.get("/api/session/report").json()
    parts = [ann.http.get("/api/session/report", params={"table": table}).json() for table in (first, second)]
    assert [part["rounds"] for part in parts] == [2, 1]
    assert whole["rounds"] == 3
    assert Fraction(whole["cost"]["fraction"]) == sum(Fraction(part["cost"]["fraction"]) for part in parts)
    listed = [one["net"] for table in (first, second) for one in _rounds(ann, table)]
    assert sum(_cents(net) for net in listed) == _cents(whole["net"]) == _cents(whole["series"][-1]["total_net"])
    assert whole["decisions"] == sum(part["decisions"] for part in parts) == 3 + 1 + 1
    reviews = [
        made
        for one in whole["series"]
        for made in ann.http.get(f"/api/rounds/{one['round']}/review").json()["decisions"]
    ]
    assert sum(Fraction(made["cost"]["fraction"]) for made in reviews) == Fraction(whole["cost"]["fraction"])


def _rounds(client: Client, table: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = client.http.get(f"/api/tables/{table}/rounds").json()["rounds"]
    return found


def _cents(amount: str) -> int:
    return round(float(amount) * 100)


@pytest.mark.parametrize(("book", "street"), [(MD, "flop"), (FOUR, None)])
def test_a_drill_is_asked_and_answered(server: Served, book: str, street: str | None) -> None:
    http = server.plain()
    asked: dict[str, str | int] = {"target": book, "seed": 11}
    if street:
        asked["street"] = street
    drill = http.get("/api/drill", params=asked).json()
    assert "best" not in drill, "the answer is not in the question"
    words = ["--cards", " ".join(drill["cards"]), "--up", " ".join(drill["up"])]
    if book != FOUR:
        words = ["--hole", " ".join(drill["cards"]), "--board", " ".join(drill["board"])]
    values = advised(book, *words)
    for choice in drill["choices"]:
        action = choice["action"]
        told = http.post("/api/drill", json={"id": drill["id"], "action": action}).json()
        assert fractions(told["actions"]) == values
        assert Fraction(told["cost"]["fraction"]) == max(values.values()) - values[action]
        assert told["correct"] == (values[action] == max(values.values()))
    again = http.get("/api/drill", params=asked).json()
    assert (again["cards"], again["id"]) == (drill["cards"], drill["id"])
    assert http.get("/api/drill", params=asked | {"seed": 12}).json()["cards"] != drill["cards"]


def test_a_drill_says_which_wagers_were_withdrawn_before(server: Served) -> None:
    """Somebody who plays well lets the first bet of Let It Ride stay with a pair of tens or better."""
    http = server.plain()
    second = {"target": "let-it-ride", "street": "second"}
    found = [http.get("/api/drill", params=second | {"seed": seed}).json() for seed in (0, 1)]
    assert [(one["cards"], one["withdrawn"]) for one in found] == [
        (["Ac", "8h", "2h"], {"bet_1": True}),
        (["Jc", "As", "Ac"], {"bet_1": False}),
    ]
    assert http.get("/api/drill", params=second | {"street": "first"}).json()["withdrawn"] == {}
    assert http.get("/api/drill", params={"target": MD, "street": "flop"}).json()["withdrawn"] == {}


def test_a_drill_that_this_server_did_not_deal_is_refused(server: Served) -> None:
    http = server.plain()
    drill = http.get("/api/drill", params={"target": MD, "street": "river"}).json()
    body, _, signature = drill["id"].partition(".")
    session = server.client("Eve").token
    for wrong in (f"{body}x.{signature}", body, "", "é", session, f"{body}.{signature[::-1]}"):
        answer = http.post("/api/drill", json={"id": wrong, "action": "fold"})
        assert answer.status_code == 422, wrong
        assert answer.json()["error"]["problems"][0]["message"] == "this is not a drill of this server"
    for wrong_action in ("raise_3", "allin", "", "x" * 40):
        answer = http.post("/api/drill", json={"id": drill["id"], "action": wrong_action})
        assert answer.status_code == 422
    assert http.get("/api/drill", params={"target": MD, "street": "turn"}).status_code == 422
    assert http.get("/api/drill", params={"target": "x"}).status_code == 422
    assert http.get("/api/drill", params={"target": MD, "seed": -1}).status_code == 422


def test_what_if_waits_for_the_end_of_the_round_and_tells_nothing_before(server: Served) -> None:
    """Asked after every decision, for every action, with and without a right: no card, no result, no value."""
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD)
    view = deal(ann, table)
    round_id = view["round"]["round"]
    path = f"/api/rounds/{round_id}/what-if"
    for action in ("check", "check", "fold"):
        ann.do(table, "decide", seat=1, action=action)
        if action == "fold":
            break
        for decision in range(3):
            for instead in ("raise_3", "check", "fold"):
                answer = ann.http.get(path, params={"decision": decision, "action": instead})
                assert answer.status_code == 409
                (problem,) = answer.json()["error"]["problems"]
                assert problem["message"] == f"round {round_id} is not over yet; what-if is available afterwards"
    found = ann.http.get(path, params={"decision": 0, "action": "raise_3"}).json()
    assert (found["basis"], found["instead"], found["replayed"]["path"]) == ("actual", "raise_3", ["raise_3"])
    last = ann.view(table)["last_round"]
    assert found["replayed"]["board"] == last["board"]
    assert found["replayed"]["net_was"] == "-10.00"
    assert ann.http.get(path, params={"decision": 3, "action": "raise_3"}).status_code == 404
    assert ann.http.get(path, params={"decision": 0, "action": "fold"}).status_code == 422
    assert eve.http.get(path, params={"decision": 0, "action": "raise_3"}).status_code == 404
    assert server.plain().get(path, params={"decision": 0, "action": "raise_3"}).status_code == 401


def test_what_if_in_a_drill_needs_its_answer_first(server: Served) -> None:
    http = server.plain()
    drill = http.get("/api/drill", params={"target": MD, "street": "flop", "seed": 5}).json()
    told = {"answered": drill["id"], "action": "check"}
    assert http.post("/api/drill/what-if", json=told).status_code == 422
    answer = http.post("/api/drill", json={"id": drill["id"], "action": "check"}).json()
    for action, value in fractions(answer["actions"]).items():
        found = http.post("/api/drill/what-if", json={"answered": answer["answered"], "action": action}).json()
        assert Fraction(found["value"]["fraction"]) == value
        shares = [
            (Fraction(one["net"]["fraction"]), Fraction(one["share"]["fraction"])) for one in found["distribution"]
        ]
        assert sum(net * share for net, share in shares) == value
    wrong = http.post("/api/drill/what-if", json={"answered": answer["answered"], "action": "fold"})
    assert wrong.status_code == 422


def test_own_mistakes_at_tables_are_drills(server: Served) -> None:
    """The dearest first; each is answered like any other drill, and nobody else has them."""
    ann = server.client("Ann")
    table = ann.open(FOUR)
    for choose in (wait_least, wager_most, wait_least, wager_most):
        play(ann, table, choose)
    mistakes = ann.http.get("/api/session/report").json()["worst"]
    drills = ann.http.get("/api/drill/mistakes").json()["drills"]
    assert [one["cards"] for one in drills] == [one["cards"] for one in mistakes]
    for drill, mistake in zip(drills, mistakes, strict=True):
        told = ann.http.post("/api/drill", json={"id": drill["id"], "action": mistake["best"]}).json()
        assert told["correct"]
        assert told["actions"] == mistake["actions"]
    assert server.client("Eve").http.get("/api/drill/mistakes").json() == {"drills": []}
    assert server.plain().get("/api/drill/mistakes").status_code == 401


def test_a_drill_is_of_the_level_that_is_asked_for(server: Served) -> None:
    http = server.plain()
    for level in (1, 4):
        drill = http.get("/api/drill", params={"target": MD, "street": "river", "level": level, "seed": 1}).json()
        told = http.post("/api/drill", json={"id": drill["id"], "action": "fold"}).json()
        assert told["level"] == level
    assert http.get("/api/drill", params={"target": MD, "level": 5}).status_code == 422


@pytest.mark.parametrize("book", [MD, FOUR])
def test_the_outlook_knows_no_more_than_the_player(server: Served, book: str) -> None:
    """Every card that the player has not seen stands in it alike, wherever it lies; the outs are read as words."""
    ann = server.client()
    table = ann.open(book)
    view = deal(ann, table)
    if book == MD:
        ann.do(table, "decide", seat=1, action="check")
        view = ann.view(table)
    known = {*view["round"]["seats"]["1"]["cards"], *view["round"]["board"], *view["round"]["dealer"]}
    outlook = ann.http.get(f"/api/tables/{table}/advice").json()["outlook"]
    deck = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}
    assert set(outlook["cards"]) == deck - known
    came = {sum(counts.values()) for counts in outlook["cards"].values()}
    assert came == {46 * 990 if book == MD else 45 * 44 * 43 * 42 // 24}, "each comes in as many deals"
