"""Past rounds over HTTP: complete, in order, with a proof that holds; of a round in progress nothing."""

import json
import re
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pitbook.audit import recall
from pitbook.fairness import commit_player, read_proof, verify
from pitbook.ledger import SqliteStore
from pitbook.pit import snapshots
from pitbook.pit.snapshots import code_digest
from web.coached import deal, finish, play, wager_most, wait_least
from web.running import BOOKS, EVERY_BOOK, Served, least_wagers, served

MD, MA, GALAXY, FOUR = BOOKS
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("history") / "record.db") as found:
        yield found


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_replay_is_the_record_of_the_round(server: Served, book: str) -> None:
    ann = server.client("Ann")
    table = ann.open(book)
    play(ann, table)
    round_id = play(ann, table, wager_most)
    http = server.plain()
    found = http.get(f"/api/rounds/{round_id}").json()
    told = recall(server.pit.store, round_id).as_json()
    assert found["replay"] is True
    assert (found["round"], found["number"], found["rulebook"]) == (round_id, 2, book)
    assert [line.pop("why") for line in found["lines"]]
    assert found["lines"] == told["lines"]
    assert found["totals"] == told["totals"]
    assert [frame["type"] for frame in found["frames"]] == [event["type"] for event in told["events"]]
    assert all(line["words"] for frame in found["frames"] for line in frame["words"])
    assert found["players"] == {"1": "Ann"}
    assert any(line["clauses"] for frame in found["frames"] for line in frame["words"])


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_frames_show_what_everybody_saw_then(server: Served, book: str) -> None:
    """Cards are hidden until the frame in which the rules turn them up, and no word names a card."""
    ann = server.client("Ann")
    table = ann.open(book)
    found = ann.http.get(f"/api/rounds/{play(ann, table, wager_most)}").json()
    views = [frame["view"] for frame in found["frames"] if frame["view"]]
    assert not CARD.search(json.dumps([frame["words"] for frame in found["frames"]]))
    decided = next(place for place, frame in enumerate(found["frames"]) if frame["type"] == "decided")
    before = found["frames"][decided - 1]["view"]
    assert set(before["seats"]["1"]["cards"]) == {"hidden"}, "a player's cards are not public at the decision"
    assert before["dealer"].count("hidden") == len(before["dealer"]) - (1 if book == FOUR else 0)
    last = views[-1]
    assert last["seats"]["1"]["cards"] == found["dealt"]["seats"]["1"]
    assert last["dealer"] == found["dealt"]["dealer"]
    assert last["board"] == found["dealt"]["board"]
    assert [view["seed"] is None for view in views] == [True] * (len(views) - 1) + [False]
    for earlier, later in pairwise(views):
        for place, card in enumerate(earlier["board"]):
            assert card in ("hidden", later["board"][place])


def test_the_proof_can_be_recomputed_and_its_commitment_came_first(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(MD)
    play(ann, table)
    view = ann.view(table)
    commitment, current = view["round"]["commitment"], view["round"]["round"]
    ann.do(table, "commit_seed", commitment=commit_player("my own seed", current, ann.player))
    deal(ann, table)
    ann.do(table, "reveal_seed", seed="my own seed")
    round_id = finish(ann, table)
    found = ann.http.get(f"/api/rounds/{round_id}").json()
    proof = read_proof(found["proof"])
    assert not verify(proof)
    assert found["commitment"] == proof.commitment == commitment
    assert [(one.player, one.seed) for one in proof.contributions] == [(ann.player, "my own seed")]
    assert proof.terms.rules == found["rules"] == view["submission"]["digest"]
    assert found["commitment_published"] <= found["frames"][-1]["time"]
    order = found["proof"]["decks"][0].split()
    dealt = found["dealt"]
    assert {*dealt["board"], *dealt["dealer"], *dealt["seats"]["1"]} <= set(order)


def test_of_a_round_in_progress_there_is_nothing(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(MD)
    played = play(ann, table)
    view = deal(ann, table)
    current = view["round"]["round"]
    answer = ann.http.get(f"/api/rounds/{current}")
    assert answer.status_code == 409
    assert answer.json()["error"]["problems"][0]["message"] == (
        f"round {current} is not over yet: it can be shown afterwards"
    )
    listed = ann.http.get(f"/api/tables/{table}/rounds")
    assert [one["round"] for one in listed.json()["rounds"]] == [played]
    own = view["round"]["seats"]["1"]["cards"]
    assert not any(secret in answer.text for secret in own)
    before = ann.http.get(f"/api/rounds/{played}").json()["dealt"]
    (only,) = listed.json()["rounds"]
    assert (only["board"], only["dealer"]) == (before["board"], before["dealer"])
    assert only["hands"]["1"]["cards"] == before["seats"]["1"]
    assert current not in listed.text
    for action in ("check", "check", "fold"):
        ann.do(table, "decide", seat=1, action=action)
    assert ann.http.get(f"/api/rounds/{current}").status_code == 200


def test_rounds_are_listed_the_latest_first_and_page_by_page(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD)
    stacks = [ann.view(table)["players"][ann.player]["stack"]]
    for choose in (wait_least, wager_most, wait_least, wager_most, wait_least):
        play(ann, table, choose)
        stacks.append(ann.view(table)["players"][ann.player]["stack"])
    path = f"/api/tables/{table}/rounds"
    first = ann.http.get(path, params={"limit": 2}).json()
    assert [one["number"] for one in first["rounds"]] == [5, 4]
    assert first["more"]
    rest = ann.http.get(path, params={"limit": 50, "before": 4}).json()
    assert [one["number"] for one in rest["rounds"]] == [3, 2, 1]
    assert not rest["more"]
    nets = [float(one["net"]) for one in reversed(first["rounds"] + rest["rounds"])]
    assert nets == [float(after) - float(before) for before, after in pairwise(stacks)]
    assert {one["net"] for one in eve.http.get(path).json()["rounds"]} == {None}
    assert first["rounds"][0]["seats"] == {"1": "Ann"}
    for wrong in ({"limit": 0}, {"limit": 1000}, {"before": 0}, {"before": "x"}):
        assert ann.http.get(path, params=wrong).status_code == 422


def test_history_outlives_the_table_and_keeps_private_ones_private(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD, private=True)
    round_id = play(ann, table)
    ann.do(table, "leave")
    ann.do(table, "close_table")
    assert ann.view(table, "viewer")["status"] == "closed"
    for path in (f"/api/rounds/{round_id}", f"/api/tables/{table}/rounds", f"/api/rounds/{round_id}/review"):
        assert ann.http.get(path).status_code == 200
        assert eve.http.get(path).status_code == 403


def test_history_waits_for_no_command_and_no_commit(server: Served) -> None:
    """Past rounds are there while the thread of the commands is busy, and its connection to the record too."""
    ann = server.client("Ann")
    open_table, closed = ann.open(MD), ann.open(MD)
    rounds = [play(ann, table) for table in (open_table, closed)]
    ann.do(closed, "leave")
    ann.do(closed, "close_table")
    tables, store = server.app.state.server, server.pit.store
    while closed in tables.projections:
        time.sleep(0.05)
    done = threading.Event()
    tables.workers._order.submit(done.wait)
    try:
        assert isinstance(store, SqliteStore)
        with store._lock:
            for table, round_id in zip((open_table, closed), rounds, strict=True):
                listed = ann.http.get(f"/api/tables/{table}/rounds")
                assert [one["round"] for one in listed.json()["rounds"]] == [round_id]
                assert ann.http.get(f"/api/rounds/{round_id}").json()["round"] == round_id
            assert ann.http.get("/api/session/report").json()["rounds"] >= len(rounds)
    finally:
        done.set()


def test_a_long_history_is_paged_to_its_end(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where snapshots lie in the middle of rounds, because somebody plays command by command."""
    monkeypatch.setattr(snapshots, "EVERY", 40)
    ann = server.client("Ann")
    table = ann.open(MD)
    played = [play(ann, table) for _ in range(12)]
    assert len(server.pit.store.snapshot_versions(f"table:{table}", code_digest())) >= 5
    found: list[str] = []
    params: dict[str, int] = {"limit": 5}
    while True:
        page = ann.http.get(f"/api/tables/{table}/rounds", params=params).json()
        found += [one["round"] for one in page["rounds"]]
        if not page["more"]:
            break
        params["before"] = page["rounds"][-1]["number"]
    assert found == played[::-1]
    report = ann.http.get("/api/session/report", params={"table": table}).json()
    assert (report["rounds"], report["most"], report["complete"]) == (12, 500, True)
    assert [one["round"] for one in report["series"]] == played


def test_rounds_that_were_never_played_are_not_found(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(MD)
    for wrong in (f"{table}-99", "T999-1"):
        assert ann.http.get(f"/api/rounds/{wrong}").status_code == 404
    for wrong in ("nonsense", f"{table}-0", f"{table}-1x", "T1-" + "9" * 30):
        assert ann.http.get(f"/api/rounds/{wrong}").status_code == 422
    assert ann.http.get("/api/tables/T999/rounds").status_code == 404


def test_a_round_of_entered_cards_has_no_proof_and_names_unseen_cards_unknown(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(MD, dealing="dealer", source="entered", seat=None, buy_in=None)
    ann.do(table, "seat_guest", seat=1, name="Gil", buy_in="500.00")
    while ann.view(table, "dealer")["round"] is None:
        view = ann.view(table, "dealer")
        ann.do(table, "step", step=view["steps"][0]["do"], depth=20 if "cut" in view["asks"] else None)
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table, "dealer")))
    shown = {"reveal_dealer": "Ks Kd", "turn_up_hand": "Ah Ad"}
    boards = iter(("2c 3d 4h", "9s Jc"))
    for _ in range(200):
        view = ann.view(table, "dealer")
        if view["last_round"]:
            break
        step = view["steps"][0]
        if step["do"] == "decide":
            ann.do(table, "decide", seat=1, action="raise_3" if view["round"]["street"] == "pre_flop" else "check")
            continue
        cards = shown.get(step["do"])
        if cards is None and "board" in step["words"]:
            cards = next(boards)
        ann.do(table, "step", step=step["do"], cards=cards)
    found = ann.http.get(f"/api/rounds/{table}-1").json()
    assert found["proof"] is None
    assert found["commitment_published"] is None
    assert found["dealt"]["seats"]["1"] == ["Ah", "Ad"]
    assert found["players"] == {"1": "Gil"}


def test_a_list_has_cards_hands_decisions_and_cost_and_can_be_narrowed(server: Served) -> None:
    """As the review of each round has them; of somebody else's decisions there is nothing."""
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD)
    for choose in (wait_least, wager_most, wait_least, wager_most):
        play(ann, table, choose)
    path = f"/api/tables/{table}/rounds"
    listed = ann.http.get(path).json()["rounds"]
    for one in listed:
        review = ann.http.get(f"/api/rounds/{one['round']}/review").json()["decisions"]
        told = ("seat", "street", "when", "units", "action", "best", "cost")
        assert one["decisions"] == [{part: made[part] for part in told} for made in review]
        assert one["hands"]["1"]["net"] == one["net"]
        assert one["hands"]["1"]["folded"] == (review[-1]["action"] == "fold")
        assert one["own_seats"] == [1]
    for only, holds in (
        ("won", lambda one: not one["net"].startswith("-") and one["net"] != "0.00"),
        ("lost", lambda one: one["net"].startswith("-")),
        ("mistakes", lambda one: any(made["cost"]["fraction"] != "0" for made in one["decisions"])),
        ("mine", lambda one: True),
        ("void", lambda one: False),
    ):
        found = ann.http.get(path, params={"only": only}).json()
        assert [one["round"] for one in found["rounds"]] == [one["round"] for one in listed if holds(one)], only
        assert (found["more"], found["before"]) == (False, None)
    (first, *_) = ann.http.get(path, params={"limit": 1}).json()["rounds"]
    page = ann.http.get(path, params={"limit": 1, "before": first["number"]}).json()
    assert [one["round"] for one in page["rounds"]] == [listed[1]["round"]]
    assert page["before"] == listed[1]["number"]
    strangers = eve.http.get(path).json()["rounds"]
    assert [one["decisions"] for one in strangers] == [[]] * 4
    assert {one["cost_money"] for one in strangers} == {None}
    assert eve.http.get(path, params={"only": "mine"}).json()["rounds"] == []
    assert ann.http.get(path, params={"only": "nonsense"}).status_code == 422


def test_lifetime_rounds_come_page_by_page_from_every_table(server: Served) -> None:
    """Every round once, and their sums are those of the report."""
    ann = server.client("Ann")
    for book in (MD, FOUR):
        table = ann.open(book)
        for choose in (wager_most, wait_least, wager_most):
            play(ann, table, choose)
    found, after = [], None
    for _ in range(10):
        page = ann.http.get("/api/session/rounds", params={"limit": 2} | ({"after": after} if after else {})).json()
        found += page["rounds"]
        after = page["after"]
        if after is None:
            break
    assert len({one["round"] for one in found}) == len(found) == 6
    report = ann.http.get("/api/session/report").json()
    assert sum(float(one["net"]) for one in found) == pytest.approx(float(report["net"]))
    assert sum(one["decisions"] for one in found) == report["decisions"]
    assert sum(one["mistakes"] for one in found) == report["mistakes"]
    band = 2 * sum(float(one["deviation"]) ** 2 for one in found) ** 0.5
    assert band == pytest.approx(float(report["band"]), abs=0.01)
    assert ann.http.get("/api/session/rounds", params={"after": "T999-1"}).status_code == 409
    assert ann.http.get("/api/session/rounds", params={"after": "x"}).status_code == 422
    assert server.plain().get("/api/session/rounds").status_code == 401
