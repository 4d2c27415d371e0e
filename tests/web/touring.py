"""A visit that sees what the server says to a player: every book, its lesson, its table, rounds and drills."""

from collections.abc import Iterator
from typing import Any

from pitbook.rulebooks import book_ids
from web.running import Client, Live, Served, least_wagers

REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("decide", {"seat": 1, "action": "check"}),
    ("place_wagers", {"seat": 1, "wagers": {"ante": "0.01"}}),
    ("place_wagers", {"seat": 1, "wagers": {"nothing": "5.00"}}),
    ("place_wagers", {"seat": 1, "wagers": {"ante": "9999999.00"}}),
    ("place_wagers", {"seat": 5, "wagers": {"ante": "5.00"}}),
    ("sit", {"seat": 2, "buy_in": "100.00"}),
    ("sit", {"seat": 70, "buy_in": "100.00"}),
    ("cash_out", {"amount": "99999.00"}),
    ("buy_in", {"amount": "abc"}),
    ("step", {"step": "deal"}),
    ("reveal_seed", {"seed": "x"}),
    ("acknowledge", {"seat": 1}),
    ("report", {"irregularity": "nothing", "detail": {}}),
    ("unheard_of", {}),
)
"""Commands that a table refuses between two rounds."""


def told_without_a_table(http: Any) -> Iterator[Any]:
    """What can be read without sitting down."""
    yield http.get("/api/books").json()
    yield http.get("/api/glossary").json()
    yield http.get("/api/nothing").json()
    yield http.get("/api/tables/T0").json()
    yield http.post("/api/session", json={"name": ""}).json()
    for book in book_ids():
        yield http.get("/api/lesson", params={"target": book}).json()


def played(client: Client, book: str, rounds: int) -> Iterator[Any]:
    """A table of a book with two bots: views of player and dealer, advice, refusals, reviews and replays."""
    table = client.open(book, bots=[{"plays": "simple"}, {"plays": "simple"}], seat=2)
    yield client.http.get(f"/api/tables/{table}/layout").json()
    for do, asked in REFUSED:
        yield client.ask(table, do, **asked).json()
    with client.live(table) as live:
        for number in range(rounds):
            yield from _round(client, live, table, number)
    yield client.http.get(f"/api/tables/{table}/rounds").json()
    yield client.http.get("/api/tables").json()
    yield client.http.get(f"/api/tables/{table}/felt", params={"width": 1280, "height": 720, "own": 2}).json()


def _round(client: Client, live: Live, table: str, number: int) -> Iterator[Any]:
    wagers = least_wagers(client.view(table), all_of_them=number % 2 == 0)
    client.do(table, "ready", seat=2, wagers=wagers)
    while True:
        view = live.until(lambda view: view["ask"] or (view["last_round"] or {"number": 0})["number"] > number)
        yield view
        yield client.view(table, "dealer")
        if not view["ask"]:
            break
        yield client.http.get(f"/api/tables/{table}/advice").json()
        choices = [one["action"] for one in view["ask"]["actions"]]
        live.do("decide", seat=2, action=choices[-1 if number % 3 else 0])
    over = view["last_round"]["round"]
    review = client.http.get(f"/api/rounds/{over}/review").json()
    yield review
    yield client.http.get(f"/api/rounds/{over}").json()
    for place, decision in enumerate(review["decisions"]):
        other = next(action for action in decision["actions"] if action != decision["action"])
        asked = {"decision": place, "action": other}
        yield client.http.get(f"/api/rounds/{over}/what-if", params=asked).json()


def drilled(client: Client, book: str, number: int) -> Iterator[Any]:
    """Some decisions to practise, answered."""
    for _ in range(number):
        drill = client.http.get("/api/drill", params={"target": book}).json()
        yield drill
        action = drill["choices"][-1]["action"]
        answer = client.http.post("/api/drill", json={"id": drill["id"], "action": action}).json()
        yield answer
        yield client.http.post("/api/drill/what-if", json={"answered": answer["answered"], "action": action}).json()


def tour(server: Served, rounds: int = 3, drills: int = 3) -> Iterator[Any]:
    """Everything that is said to somebody who looks at everything, in English."""
    client = server.client("Ann")
    yield from told_without_a_table(client.http)
    for book in book_ids():
        yield from played(client, book, rounds)
        yield from drilled(client, book, drills)
    yield client.http.get("/api/session/report").json()
