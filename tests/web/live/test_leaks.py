"""No hidden card is in any message before its time: rounds over the real server, and every message is walked.

Four pages look at each table: two people who play, one who looks on, and the dealer. A leak that is planted is found.
Every message has the form that the description of the API gives it.
"""

import random
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from pitbook.audit import audit
from pitbook.house_keys import HouseKeys
from pitbook.table import TableEvent, views
from pitbook.table.state import Round
from pitbook.table.views import SharedPart
from pitbook.web.live.projection import TableProjection
from pitbook.web.responses.views import ServerMessage
from web.leaking import leaks, truths
from web.running import BOOKS, Live, Served, least_wagers, served

FORM: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
"""What a message has and the description has not is an error."""


class Page(threading.Thread):
    """A live connection that plays its seat, or only looks on, and keeps everything that it receives."""

    def __init__(self, live: Live, seat: int | None, chance: random.Random, stop: threading.Event) -> None:
        super().__init__()
        self.live = live
        self.seat = seat
        self.chance = chance
        self.stop = stop
        self.errors: list[Any] = []
        self._number = 0
        self._done: set[object] = set()

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                message = self.live.next(0.5)
            except TimeoutError:
                continue
            if message["type"] == "error":
                self.errors.append(message)
            if message["type"] in ("view", "patch") and self.seat is not None:
                self.play(self.live.view)

    def play(self, view: Any) -> None:
        if view["ask"]:
            if self.once((view["round"]["round"], view["ask"]["street"])):
                action = self.chance.choice(view["ask"]["actions"])["action"]
                self.live.send("decide", seat=self.seat, action=action)
        elif view["wagering"]["open"] and self.once(view["round"]["round"]):
            wagers = least_wagers(view, all_of_them=self.chance.random() < 0.5)
            self.live.send("ready", seat=self.seat, wagers=wagers)

    def once(self, what: object) -> bool:
        fresh = what not in self._done
        self._done.add(what)
        return fresh


def play(server: Served, book: str, rounds: int) -> tuple[str, list[tuple[str | None, list[Any]]]]:
    """Play so many rounds at one table with two people and a bot, and return what each page received."""
    ann, bob, eve = (server.client(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.open(book, bots=[{"plays": "simple"}], seat=2, buy_in="100000.00")
    bob.do(table, "sit", seat=3, buy_in="100000.00")
    stop, chance = threading.Event(), random.Random(f"{book} {rounds}")
    with ExitStack() as stack:
        looking = ((ann, "player", 2), (bob, "player", 3), (eve, "player", None), (ann, "dealer", None))
        lives = [stack.enter_context(client.live(table, role)) for client, role, _ in looking]
        chances = [random.Random(chance.random()) for _ in looking]
        pages = [Page(live, seat, own, stop) for live, own, (_, _, seat) in zip(lives, chances, looking, strict=True)]
        for page in pages:
            page.start()
        try:
            while server.pit.state(table).rounds < rounds:
                assert all(page.is_alive() for page in pages)
                if chance.random() < 0.02:
                    eve.view(table)
                threading.Event().wait(0.05)
        finally:
            stop.set()
            for page in pages:
                page.join()
    assert [page.errors for page in pages] == [[]] * 4
    received = [page.live.received for page in pages]
    return table, list(zip((ann.player, bob.player, eve.player, ann.player), received, strict=True))


def found_leaks(server: Served, table: str, received: list[tuple[str | None, list[Any]]]) -> list[str]:
    truth = truths(server.pit, table)
    return [leak for player, messages in received for message in messages for leak in leaks(message, player, truth)]


def run(path: Path, rounds: int, books: tuple[str, ...] = BOOKS) -> int:
    """Play at a table of each book; returns how many messages were walked."""
    walked = 0
    with served(path) as server:
        for book in books:
            table, received = play(server, book, rounds)
            assert found_leaks(server, table, received) == []
            for message in (message for _, messages in received for message in messages):
                FORM.validate_python(message)
            walked += sum(len(messages) for _, messages in received)
            assert all(len(messages) > 2 * rounds for _, messages in received)
        assert audit(server.pit.store).problems == ()
    return walked


def test_no_message_has_a_hidden_card(tmp_path: Path) -> None:
    assert run(tmp_path / "record.db", 3) > 120


@pytest.mark.prove
def test_no_message_of_thousands_of_rounds_has_a_hidden_card(tmp_path: Path) -> None:
    assert run(tmp_path / "record.db", 600) > 50_000


def _all_cards(cards: Any, up: bool) -> list[str]:
    return [str(card) for card in cards]


def _show_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views that show the server's seed, which the record has only sealed."""
    known: dict[str, str] = {}
    seal, shown = HouseKeys.seal, views.shared_part

    def sealed(keys: HouseKeys, secret: bytes, context: str) -> str:
        known[context] = secret.hex()
        return seal(keys, secret, context)

    def with_seed(current: Round, *, over: bool) -> SharedPart:
        return {**shown(current, over=over), "seed": known[current.id]}

    monkeypatch.setattr(HouseKeys, "seal", sealed)
    monkeypatch.setattr("pitbook.web.live.views.shared_part", with_seed)


@pytest.mark.parametrize("plant", ["cards", "seed", "words"])
def test_a_planted_leak_is_found(plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if plant == "cards":
        monkeypatch.setattr(views, "_all", _all_cards)
    elif plant == "seed":
        _show_seeds(monkeypatch)
    else:
        _say_what_the_dealer_has(monkeypatch)
    with served(tmp_path / "record.db") as server:
        table, received = play(server, "md-four-card-poker", 3)
        assert found_leaks(server, table, received)


def _say_what_the_dealer_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that says the dealer's cards in the middle of a sentence."""
    held: list[Any] = []
    fold = TableProjection.fold

    def folded(room: TableProjection, event: TableEvent) -> None:
        fold(room, event)
        held[:] = room.state.round.dealer if room.state.round else []

    monkeypatch.setattr(TableProjection, "fold", folded)
    monkeypatch.setattr("pitbook.web.live.views.plain", lambda words: f"{words} ({''.join(map(str, held))})")
