"""Sessions and invitations that the server keeps: they expire, are listed, and can be ended, also past a restart."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from pitbook.problems import RefusedError
from pitbook.web.access.sessions import Session, new_session, person_of
from pitbook.web.access.store import AccessStore, access_path
from pitbook.web.errors import UnknownError
from web.running import OPERATOR_KEY, Client, Served, served

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture
def access() -> AccessStore:
    return AccessStore()


def _signed_in(access: AccessStore, name: str = "Ann", *, operator: bool = False) -> Session:
    session = new_session(name, operator=operator)
    access.sign_in(session, NOON)
    return session


@pytest.mark.parametrize(
    ("operator", "used", "lasts"),
    [
        (False, False, timedelta(days=1)),
        (False, True, timedelta(days=30)),
        (True, False, timedelta(hours=12)),
        (True, True, timedelta(hours=12)),
    ],
)
def test_sessions_expire(access: AccessStore, operator: bool, used: bool, lasts: timedelta) -> None:
    session = _signed_in(access, operator=operator)
    if used:
        access.use([session], NOON)
    last = NOON + lasts - timedelta(seconds=1)
    assert access.find(session.id, last) == session
    assert [one.player for one in access.sessions(last)] == [f"Ann~{person_of(session.id)}"]
    assert access.find(session.id, NOON + lasts) is None
    assert access.sessions(NOON + lasts) == []


def test_an_ended_session_is_gone_with_its_roles(access: AccessStore) -> None:
    ann, bob = _signed_in(access, "Ann"), _signed_in(access, "Bob")
    access.redeem(access.invite("T1", "dealer", ann, NOON), bob, NOON)
    assert access.end(person_of(bob.id))
    assert not access.end(person_of(bob.id))
    assert access.find(bob.id, NOON) is None
    assert access.invitations("T1", NOON) == []


def test_an_invitation_is_for_one_person(access: AccessStore) -> None:
    ann, bob, eve = _signed_in(access, "Ann"), _signed_in(access, "Bob"), _signed_in(access, "Eve")
    made = access.invite("T1", "floor", ann, NOON)
    assert access.redeem(made, bob, NOON) == "T1"
    assert access.redeem(made, bob, NOON) == "T1"
    with pytest.raises(RefusedError, match="has already been redeemed"):
        access.redeem(made, eve, NOON)
    found = access.find(bob.id, NOON)
    assert found is not None
    assert (found.grants, found.appointed) == ({"T1": ("floor",)}, {})


def test_an_invitation_expires_and_can_be_revoked_with_its_role(access: AccessStore) -> None:
    ada, bob = _signed_in(access, "Ada", operator=True), _signed_in(access, "Bob")
    late, taken = access.invite("T1", "dealer", ada, NOON), access.invite("T1", "dealer", ada, NOON)
    with pytest.raises(RefusedError, match="has expired"):
        access.redeem(late, bob, NOON + timedelta(hours=24))
    assert not access.has_appointed_dealer("T1")
    access.redeem(taken, bob, NOON + timedelta(hours=23))
    assert access.has_appointed_dealer("T1")
    access.revoke("T1", person_of(taken))
    assert not access.has_appointed_dealer("T1")
    assert access.find(bob.id, NOON) == bob
    with pytest.raises(UnknownError):
        access.revoke("T1", person_of(taken))
    access.revoke("T1", person_of(late))
    with pytest.raises(RefusedError, match="was revoked"):
        access.redeem(late, bob, NOON)


def test_the_file_tells_nobody_how_to_sign_in(tmp_path: Path) -> None:
    access = AccessStore(access_path(tmp_path / "record.db"))
    session = _signed_in(access)
    made = access.invite("T1", "floor", session, NOON)
    access.close()
    assert (tmp_path / "record.db.access").stat().st_mode & 0o777 == 0o600
    content = (tmp_path / "record.db.access").read_bytes()
    assert not any(one.encode() in content or bytes.fromhex(one) in content for one in (session.id, made))
    assert person_of(session.id).encode() in content


def test_a_file_that_is_something_else_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "record.db.access").write_text("no database" * 1000)
    with pytest.raises(RefusedError, match="who is signed in"):
        AccessStore(access_path(tmp_path / "record.db"))


def _status(client: Client) -> int:
    return client.http.post("/api/tables", json={"target": "md-heads-up-holdem"}).status_code


def test_signing_out_ends_the_session_wherever_its_token_is(server: Served) -> None:
    """A copy of the token is worth nothing any more, and its pages are disconnected."""
    ann = server.client("Ann")
    table = ann.open()
    copy = Client(server.port, token=ann.token)
    with copy.live(table) as live:
        live.next()
        assert ann.http.delete("/api/session").status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            live.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert _status(copy) == 401
    assert copy.http.get("/api/session").json()["player"] is None
    copy.http.close()


def test_the_operator_lists_and_ends_sessions(server: Served) -> None:
    eve, ada = server.client("Eve"), server.operator()
    listed = ada.http.get("/api/operator/sessions").json()["sessions"]
    entry = next(one for one in listed if one["player"] == eve.player)
    assert set(entry) == {"player", "operator", "made", "used", "until"}
    assert ada.http.delete(f"/api/operator/sessions/{eve.player}").status_code == 200
    assert _status(eve) == 401
    assert ada.http.delete(f"/api/operator/sessions/{eve.player}").status_code == 404
    assert eve.player not in ada.http.get("/api/operator/sessions").text


def test_only_the_operator_key_makes_an_operator(server: Served) -> None:
    ann = server.client("Ann")
    for method, path in (("GET", "/api/operator/sessions"), ("DELETE", f"/api/operator/sessions/{ann.player}")):
        assert ann.http.request(method, path).status_code == 403
        assert server.plain().request(method, path).status_code == 401
    for key in ("", OPERATOR_KEY[:-1], OPERATOR_KEY.upper(), "ä"):
        assert server.plain().post("/api/operator", json={"key": key}).status_code == 403
    found = server.operator().http.get("/api/session").json()
    assert (found["operator"], found["player"]) == (True, "Ada~operator")


def test_an_invitation_is_revoked_by_the_floor_and_what_the_operator_made_by_him(server: Served) -> None:
    ann, bob, ada = server.client("Ann"), server.client("Bob"), server.operator()
    table = ann.open()
    path = f"/api/tables/{table}/invitations"
    bob.redeem(ann.invite(table, "dealer"))
    ada.invite(table, "floor")
    listed = ann.http.get(path).json()["invitations"]
    assert sorted((one["role"], one["appoints"], one["redeemed"]) for one in listed) == [
        ("dealer", False, True),
        ("floor", True, False),
    ]
    by_role = {one["role"]: one["id"] for one in listed}
    assert bob.http.get(path).status_code == 403
    assert bob.view(table, "dealer")["role"] == "dealer"
    with bob.live(table, "dealer") as live:
        assert live.next()["view"]["role"] == "dealer"
        assert ann.http.delete(f"{path}/{by_role['dealer']}").status_code == 200
        assert live.until(lambda view: view["role"] == "viewer")
    assert ann.http.delete(f"{path}/{by_role['dealer']}").status_code == 404
    assert ann.http.delete(f"{path}/{by_role['floor']}").status_code == 403
    assert ada.http.delete(f"{path}/{by_role['floor']}").json() == {"invitations": []}


def test_all_of_it_holds_past_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with served(path) as server:
        ann, bob, eve, ada = (*map(server.client, ("Ann", "Bob", "Eve")), server.operator())
        table = ann.open()
        invitation = ada.invite(table, "floor")
        bob.redeem(invitation)
        eve.http.delete("/api/session")
    with served(path) as server:
        again = [Client(server.port, token=one.token) for one in (ann, bob, ada)]
        assert [one.player for one in again] == [ann.player, bob.player, ada.player]
        assert again[1].view(table, "floor")["role"] == "floor"
        assert (
            server.plain().get("/api/session", headers={"Authorization": f"Bearer {eve.token}"}).json()["name"] is None
        )
        answer = again[0].http.post("/api/session/grants", json={"invitation": invitation})
        assert "has already been redeemed" in answer.text
        for one in again:
            one.http.close()
