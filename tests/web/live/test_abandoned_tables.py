"""Private tables that are left behind do not pile up; anything that somebody still uses stays."""

from web.running import Client, Served, least_wagers


def _listed(client: Client) -> list[str]:
    return [one["table"] for one in client.http.get("/api/tables").json()["tables"] if one["seated"]]


def test_a_new_private_table_closes_the_one_left_behind(server: Served) -> None:
    ann = server.client("Ann")
    tables = [ann.open(private=True, bots=[{"plays": "simple"}], seat=2) for _ in range(5)]
    assert _listed(ann) == tables[-1:]
    assert ann.view(tables[0])["status"] == "closed"


def test_what_is_still_used_stays(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    played = ann.open(private=True)
    ann.do(played, "ready", seat=1, wagers=least_wagers(ann.view(played)))
    shared = ann.open()
    joined = ann.open(private=True)
    ann.do(joined, "arrange", private=False)
    bob.do(joined, "sit", seat=2, buy_in="500.00")
    ann.do(joined, "arrange", private=True)
    looked_at = ann.open(private=True)
    with ann.live(looked_at) as live:
        live.next()
        last = ann.open(private=True)
        assert _listed(ann) == [played, shared, joined, looked_at, last]


def test_the_lobby_says_whose_turn_it_is(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    for client, turn in ((ann, True), (bob, False)):
        entries = client.http.get("/api/tables").json()["tables"]
        assert [one["your_turn"] for one in entries if one["table"] == table] == [turn]
