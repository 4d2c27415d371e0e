"""Sessions are signed, unguessable, and say who somebody is; names are checked; invitations give roles."""

import hashlib
from datetime import timedelta

import pytest
from websockets.exceptions import ConnectionClosed

from pitbook.pit.names import display_name, kind_of
from pitbook.problems import MalformedError
from pitbook.web.access.sessions import (
    Session,
    checked_name,
    new_session,
    read_invitation,
    read_session,
    write_invitation,
    write_session,
)
from pitbook.web.access.signing import Signer
from pitbook.web.live.connections import SIGNED_OUT
from web.running import Served

SIGNER = Signer(bytes(range(32)))


def test_a_player_is_called_by_name_and_128_bits_of_the_ids_digest() -> None:
    session = Session("00" * 16, "Ann")
    assert session.player == f"Ann~{hashlib.sha256(bytes(16)).hexdigest()[:32]}"
    assert len(f"{'A' * 24}~{'0' * 32}") <= 64
    assert display_name(session.player) == "Ann"
    assert [kind_of(name) for name in (session.player, "Ada~exact~bot", "Joe~guest")] == ["person", "bot", "guest"]


def test_two_people_of_one_name_are_two_players() -> None:
    assert len({new_session("Ann").player for _ in range(50)}) == 50
    assert len(bytes.fromhex(new_session("Ann").id)) == 16


def test_a_token_comes_back_as_the_session() -> None:
    session = Session("ab" * 16, "Zoë 🃏")
    assert read_session(SIGNER, write_session(SIGNER, session)) == session.id


def test_nothing_but_the_servers_own_token_is_believed() -> None:
    token = write_session(SIGNER, new_session("Ann"))
    other = write_session(Signer(bytes(32)), new_session("Ann"))
    body, _, signature = token.partition(".")
    forged = [
        "",
        ".",
        "x",
        other,
        body,
        f"{body}.",
        f"{body}.{signature[:-2]}",
        f"{body}A.{signature}",
        f"ä.{signature}",
    ]
    forged += [f"{token}=", f"{token}.x", "a" * 100_000, write_invitation(SIGNER, "ab" * 16)]
    for text in forged:
        with pytest.raises(MalformedError):
            read_session(SIGNER, text)
    for place in range(len(token)):
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        with pytest.raises(MalformedError):
            read_session(SIGNER, changed)


def test_an_invitation_is_no_session_and_a_session_no_invitation() -> None:
    assert read_invitation(SIGNER, write_invitation(SIGNER, "ab" * 16)) == "ab" * 16
    with pytest.raises(MalformedError):
        read_invitation(SIGNER, write_session(SIGNER, new_session("Ann")))


@pytest.mark.parametrize("name", ["Ann", "  Ann  ", "A" * 24, "Zoë", "李小龙", "Ann Lee"])
def test_names_that_can_be_taken(name: str) -> None:
    assert checked_name(name) == name.strip()


@pytest.mark.parametrize(
    "name",
    ["", "   ", "A" * 25, "Ann~bot", "Ann~00000000000000000000000000000000", "A\nB", "A\0B", "A\u202eB", "\ud800"],
)
def test_names_that_can_not(name: str) -> None:
    with pytest.raises(MalformedError):
        checked_name(name)


def test_names_are_in_one_form_of_writing() -> None:
    assert checked_name("Zoe\u0308") == "Zo\u00eb"


def test_signing_in_and_out(server: Served) -> None:
    http = server.plain()
    assert http.get("/api/session").json() == {
        "player": None,
        "name": None,
        "operator": False,
        "grants": {},
        "token": None,
    }
    answer = http.post("/api/session", json={"name": " Ann "})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 200
    assert all(part in cookie for part in ("pitbook=", "HttpOnly", "Path=/", "SameSite=strict"))
    assert "Secure" not in cookie
    found = answer.json()
    assert found["name"] == "Ann"
    assert found["token"] in cookie
    assert http.get("/api/session").json() == found | {"token": None}
    again = http.post("/api/session", json={"name": "Ann"}, headers={"Origin": server.address})
    assert again.json()["player"] == found["player"]
    other = http.post("/api/session", json={"name": "Bob"}, headers={"Origin": server.address})
    assert other.json()["player"].startswith("Bob~")
    gone = http.delete("/api/session", headers={"Origin": server.address})
    assert gone.json()["player"] is None
    assert http.get("/api/session").json()["player"] is None


def test_a_bad_name_is_a_sentence(server: Served) -> None:
    answer = server.plain().post("/api/session", json={"name": "Ann~bot"})
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "malformed"
    assert "no ~" in answer.json()["error"]["problems"][0]["message"]


def test_without_a_session_nothing_is_done(server: Served) -> None:
    table = server.client().open()
    http = server.plain()
    asked = [
        http.post("/api/tables", json={"target": "md-heads-up-holdem"}),
        http.post(f"/api/tables/{table}/commands", json={"do": "leave"}),
        http.post(f"/api/tables/{table}/invitations", json={"role": "floor"}),
        http.post("/api/session/grants", json={"invitation": "x"}),
        http.post(f"/api/tables/{table}/commands", json={"do": "leave"}, headers={"Authorization": "Bearer x.y"}),
    ]
    assert [answer.status_code for answer in asked] == [401] * 5
    assert all(answer.headers["www-authenticate"] == "Bearer" for answer in asked)


@pytest.mark.parametrize(("operator", "lasts"), [(True, {"hours": 12}), (False, {"days": 30})])
def test_a_session_ends_on_a_live_connection_too(
    server: Served, monkeypatch: pytest.MonkeyPatch, operator: bool, lasts: dict[str, float]
) -> None:
    ann = server.client()
    table = ann.open()
    who = server.operator() if operator else ann
    with who.live(table, "floor") as page:
        assert page.do("arrange", private=True)["type"] == "done"
        real = server.pit.now
        monkeypatch.setattr(server.pit, "now", lambda: real() + timedelta(minutes=1, **lasts))
        answer = page.do("close_table")
        assert answer["error"]["problems"][0]["message"] == "your session has ended: sign in again"
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == SIGNED_OUT
    monkeypatch.undo()
    assert server.pit.state(table).status == "open"
