"""Who may do what: whoever opened a table is its dealer and floorperson, others by invitation; private tables."""

import pytest
from websockets.exceptions import ConnectionClosed

from pitbook.rulebooks import load_book
from pitbook.submission import render
from web.running import Served


def test_roles_of_the_opener_and_of_others(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    assert ann.view(table)["you"]["roles"] == ["player", "dealer", "floor", "viewer"]
    assert bob.view(table)["you"]["roles"] == ["viewer"]
    assert bob.view(table)["role"] == "viewer"
    assert bob.http.get(f"/api/tables/{table}?as=dealer").status_code == 403
    assert bob.http.get(f"/api/tables/{table}?as=floor").status_code == 403
    assert bob.http.post(f"/api/tables/{table}/invitations", json={"role": "floor"}).status_code == 403


def test_only_the_right_role_gives_a_command(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    for asked in (
        {"do": "close_table"},
        {"do": "report", "irregularity": "face_up_cards"},
        {"do": "seat_bot", "seat": 2, "plays": "simple"},
        {"do": "seat_guest", "seat": 2, "name": "Joe"},
        {"do": "arrange", "coach": "off"},
        {"do": "order_recut", "reason": "why not"},
        {"do": "go_idle"},
        {"do": "rule", "words": "so be it"},
    ):
        answer = bob.http.post(f"/api/tables/{table}/commands", json=asked)
        assert answer.status_code == 403, (asked, answer.text)
        assert answer.json()["error"]["kind"] == "refused"
    assert bob.ask(table, "place_wagers", seat=1, wagers={"ante": "5.00"}).status_code == 409
    assert bob.ask(table, "decide", seat=1, action="check").status_code == 409
    assert bob.ask(table, "leave", seat=1).status_code == 409


def test_an_invitation_gives_a_role(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table, other = ann.open(), ann.open()
    bob.redeem(ann.invite(table, "dealer"))
    assert bob.view(table, "dealer")["role"] == "dealer"
    assert "decks" in bob.view(table, "dealer")
    assert bob.http.get(f"/api/tables/{table}?as=floor").status_code == 403
    assert bob.http.get(f"/api/tables/{other}?as=dealer").status_code == 403
    bob.redeem(ann.invite(table, "floor"))
    bob.do(table, "seat_bot", seat=3, plays="simple")
    assert bob.http.post("/api/session/grants", json={"invitation": bob.token}).status_code == 422


def test_a_private_table_is_for_the_invited(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open(private=True)
    path = f"/api/tables/{table}"
    assert bob.http.get(path).status_code == 403
    assert server.plain().get(path).status_code == 403
    assert bob.ask(table, "sit", seat=2).status_code == 403
    assert table not in [one["table"] for one in bob.http.get("/api/tables").json()["tables"]]
    assert table in [one["table"] for one in ann.http.get("/api/tables").json()["tables"]]
    bob.redeem(ann.invite(table, "player"))
    assert bob.view(table)["private"]
    bob.do(table, "sit", seat=2, buy_in="100.00")
    assert bob.view(table)["you"]["seats"] == [2]


def test_only_a_floorperson_puts_a_device_back_into_use(server: Served) -> None:
    """The record says that a floorperson did it, so who is invited as a dealer does not."""
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.redeem(ann.invite(table, "dealer"))
    assert bob.ask(table, "restore_device", device="shuffler").status_code == 403
    answer = ann.ask(table, "restore_device", device="shuffler")
    assert answer.json()["error"]["problems"][0]["message"] == "the shuffler is not out of use"


def test_who_looks_on_is_sent_away_when_a_table_becomes_private(server: Served) -> None:
    ann, bob, eve = server.client("Ann"), server.client("Bob"), server.client("Eve")
    table = ann.open()
    bob.redeem(ann.invite(table, "player"))
    with ann.live(table) as own, bob.live(table) as invited, eve.live(table, "viewer") as other:
        for live in (own, invited, other):
            live.next()
        ann.do(table, "arrange", private=True)
        for live in (own, invited):
            assert live.until(lambda view: view["private"])["private"]
        with pytest.raises(ConnectionClosed) as closed:
            other.until(lambda view: view["private"])
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    assert not other.view["private"]
    assert not any(message["patch"].get("private") for message in other.received if message["type"] == "patch")


def test_the_lobby_says_what_a_newcomer_needs(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open("md-four-card-poker", bots=[{"plays": "simple"}], seat=3)
    entry = next(one for one in ann.http.get("/api/tables").json()["tables"] if one["table"] == table)
    assert entry == {
        "table": table,
        "rulebook": "md-four-card-poker",
        "title": entry["title"],
        "house_name": "Pitbook House",
        "status": "open",
        "dealing": "house",
        "source": "virtual",
        "positions": 7,
        "free_seats": [2, 4, 5, 6, 7],
        "players": [{"name": "Ada", "seats": [1], "bot": True}, {"name": "Ann", "seats": [3], "bot": False}],
        "limits": entry["limits"],
        "base": "ante",
        "shared": False,
        "private": False,
        "time_rule": "A decision takes at most 60 seconds while others play here too. When they are over, you check, "
        "or fold where you cannot check; your wagers stay.",
        "roles": ["player", "dealer", "floor", "viewer"],
        "seated": True,
        "your_turn": False,
    }
    assert entry["limits"]["ante"] == {"least": "5.00", "most": "500.00"}


def _named(house_name: str) -> str:
    """A submission of a house with this name, as it is written in TOML."""
    lines = render(load_book("md-heads-up-holdem")).splitlines()
    return "\n".join(f'house_name = "{house_name}"' if line.startswith("house_name") else line for line in lines)


def test_what_can_not_be_opened_is_a_sentence(server: Served) -> None:
    ann = server.client("Ann")
    for asked, status in (
        ({}, 422),
        ({"target": "no-such-book"}, 422),
        ({"target": "/etc/passwd"}, 422),
        ({"target": "../examples/x.toml"}, 422),
        ({"submission": "rulebook = '/etc/passwd'"}, 422),
        ({"submission": "not toml at all"}, 422),
        ({"submission": "rulebook = 5"}, 422),
        ({"submission": f"rulebook = {'5' * 5000}"}, 422),
        ({"target": "md-heads-up-holdem", "house_name": "The\x1b[2J Mill"}, 422),
        ({"submission": render(load_book("md-heads-up-holdem")), "house_name": "The\r\nMill"}, 422),
        ({"submission": _named("The\\u001b[2J Mill")}, 422),
        ({"target": "md-heads-up-holdem", "seat": 1, "buy_in": "100000000.01"}, 409),
        ({"target": "md-heads-up-holdem", "paytables": {"trips_plus": "Z"}}, 409),
        ({"target": "md-heads-up-holdem", "limits": {"ante": {"least": "0.01", "most": "5.00"}}}, 409),
        ({"target": "md-heads-up-holdem", "options": {"no_such_option": True}}, 409),
        ({"target": "md-heads-up-holdem", "bots": [{"plays": "marvellously"}]}, 409),
        ({"target": "md-heads-up-holdem", "bots": [{"plays": "simple"}] * 7}, 409),
        ({"target": "md-heads-up-holdem", "seat": 9, "buy_in": "5.00"}, 409),
        ({"target": "md-heads-up-holdem", "seat": 1, "buy_in": "-5.00"}, 422),
        ({"target": "md-heads-up-holdem", "seat": 1, "buy_in": 5}, 422),
        ({"target": "md-heads-up-holdem", "buy_in": "5.00"}, 422),
        ({"target": "md-heads-up-holdem", "source": "entered"}, 409),
        ({"target": "md-heads-up-holdem", "unknown": 1}, 422),
    ):
        answer = ann.http.post("/api/tables", json=asked)
        assert answer.status_code == status, (asked, answer.text)
        problems = answer.json()["error"]["problems"]
        assert problems
        assert all(one["message"] for one in problems)


def test_a_submission_opens_a_table_with_its_choices(server: Served) -> None:
    ann = server.client("Ann")
    submission = render(load_book("ma-heads-up-holdem"))
    limits = {"ante": {"least": "10.00", "most": "50.00"}}
    table = ann.open(None, submission=submission, house_name="The Mill", limits=limits)
    view = ann.view(table)
    assert (view["rulebook"], view["house_name"]) == ("ma-heads-up-holdem", "The Mill")
    ante = next(one for one in view["wagering"]["wagers"] if one["name"] == "ante")
    assert (ante["least"], ante["most"]) == ("10.00", "50.00")
