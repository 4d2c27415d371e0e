"""Hostile messages from every side while people play: nothing breaks, nothing leaks, and every round settles right.

Ann and Sam play at a table that the house deals. Beside them their own second pages, somebody from another table and
somebody without a session send what is malformed, late, repeated, or not theirs to say.
"""

import json
import logging
import random
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitbook.audit import audit
from pitbook.money import parse_cents
from pitbook.pit.records import TABLE
from pitbook.web.settings import Settings
from web.hostile import Message, foreign, malformed, message
from web.leaking import leaks, truths
from web.running import BOOKS, FAST, Client, Live, Served, least_wagers, served

BUY_IN = "100000.00"
ELSEWHERE = 4
"""The position that somebody holds at another table, and nobody at the one that is played at."""


@contextmanager
def nothing_logged() -> Iterator[None]:
    """No warning and no exception on the server's side; begins after the server has set up its own logging."""
    said: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(self.format(record))

    kept, loggers = Kept(logging.WARNING), [logging.getLogger(name) for name in ("", "uvicorn")]
    for logger in loggers:
        logger.addHandler(kept)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(kept)
    assert said == []


class Stranger(Live):
    """A page whose reader has no session."""

    def __init__(self, port: int, table: str) -> None:
        self._connecting = connect(f"ws://localhost:{port}/api/tables/{table}/live", compression=None)
        self.received = []
        self.view = None


class Seated:
    """Somebody who plays by the rules, and keeps an account of what the table owes."""

    def __init__(self, client: Client, live: Live, seat: int, chance: random.Random) -> None:
        self.client = client
        self.live = live
        self.seat = seat
        self.chance = chance
        self.due = parse_cents(BUY_IN)
        """What the stack has to be when a round is over, from the lines of every settlement."""
        self.rounds = 0
        self.sent: dict[str, str] = {}
        """Every command that was sent and done, as text, by its id."""

    def move(self) -> dict[str, Any] | None:
        """The command that is to be sent now, if any."""
        view = self.live.view
        if view["ask"]:
            action = self.chance.choice(view["ask"]["actions"])["action"]
            return {"do": "decide", "seat": self.seat, "action": action}
        if view["wagering"]["open"] and not view["you"]["ready"]:
            wagers = least_wagers(view, all_of_them=self.chance.random() < 0.5)
            return {"do": "ready", "seat": self.seat, "wagers": wagers}
        return None

    def answered(self, key: str) -> tuple[str, int]:
        """Read on until a command is done; whether it was before, and the version that it led to."""
        while (answer := self.live.next()).get("id") != key:
            assert answer["type"] in ("view", "patch"), answer
        assert answer["type"] == "done", answer
        return _kind(answer), int(answer["version"])

    def check_round(self) -> None:
        """What a settled round returns is what its lines say, and nobody else has touched the stack."""
        over = self.live.view["last_round"]
        if over is None or over["number"] == self.rounds:
            return
        assert over["number"] == self.rounds + 1
        self.rounds += 1
        mine = over["seats"][str(self.seat)]
        self.due -= sum(map(parse_cents, mine["wagers"].values()))
        self.due += sum(parse_cents(line["returned"]) for line in mine["settled"])
        assert parse_cents(self.live.view["players"][self.client.player]["stack"]) == self.due


class Hostile:
    """A page that sends what it should not, and is answered each time."""

    def __init__(self, live: Live, chance: random.Random, victims: Sequence[Seated], book_id: str) -> None:
        self.live = live
        self.chance = chance
        self.victims = victims
        self.book_id = book_id
        self.sent: list[Message] = []
        self.kinds: Counter[str] = Counter()

    def send(self, one: Message) -> None:
        self.live.socket.send(one.data)
        self.sent.append(one)

    def send_some(self) -> None:
        """A few messages, without waiting for answers; as many in their form as not, or the server hangs up."""
        victim = self.chance.choice(self.victims)
        for _ in range(self.chance.randrange(3)):
            self.send(malformed(self.chance))
            self.send(message(foreign(self.chance, victim.seat, ELSEWHERE, self.book_id), {"refused"}))
        if victim.sent and self.chance.random() < 0.5:
            key, text = self.chance.choice(list(victim.sent.items()))
            self.send(Message(text, frozenset({"refused", "conflict"}), key))

    def read(self) -> dict[str, str]:
        """Every message that was sent has one answer, of the right kind and with its id; the kinds by id."""
        expected = {one.id: one.answers for one in self.sent if one.id is not None}
        found = {}
        for _ in self.sent:
            while (answer := self.live.next())["type"] in ("view", "patch"):
                pass
            kind, right = _kind(answer), expected.pop(answer["id"], frozenset({"malformed"}))
            assert kind in right, (answer, [one.data[:300] for one in self.sent])
            found[answer["id"]] = kind
            self.kinds[kind] += 1
        assert not expected
        self.sent.clear()
        return found


def _kind(answer: Any) -> str:
    """What an answer says: `done`, `repeated`, or the kind of an error, which has its sentences."""
    if answer["type"] == "error":
        assert all(one["message"] for one in answer["error"]["problems"])
        assert "something went wrong" not in json.dumps(answer)
        return str(answer["error"]["kind"])
    return "repeated" if answer.get("repeated") else str(answer["type"])


class Impatient(Hostile):
    """A player's own second page: late commands, commands sent again, and keys used again for something else."""

    def send_some(self) -> None:
        player = self.victims[0]
        version = player.live.view["version"]
        late = {"do": "decide", "seat": player.seat, "action": self.chance.choice(("fold", "check"))}
        money = {"do": self.chance.choice(("buy_in", "cash_out")), "amount": "7.00"}
        self.send(message(self.chance.choice((late, money)), {"conflict"}, at=self.chance.randrange(version)))
        self.send(message(money, {"conflict"}, at=self.chance.choice((version + 10**6, 2**70))))
        self.send(malformed(self.chance))
        if len(player.sent) > 1:
            again, other = self.chance.sample(sorted(player.sent), 2)
            self.send(Message(player.sent[again], frozenset({"repeated"}), again))
            self.send(message(self.chance.choice((money, {"do": "leave"})), {"conflict"}, key=other))


def _turn(players: Sequence[Seated], hostile: Sequence[Hostile], chance: random.Random) -> None:
    """Everybody hostile sends something; meanwhile whoever has to move does, now and then from two pages at once."""
    for one in hostile:
        one.send_some()
    player, command = next((one, command) for one in players if (command := one.move()))
    sent = message(command, {"done", "repeated"}, at=player.live.view["version"])
    player.live.socket.send(sent.data)
    twice = chance.random() < 0.3
    if twice:
        next(one for one in hostile if isinstance(one, Impatient) and one.victims[0] is player).send(sent)
    key = str(sent.id)
    kind, version = player.answered(key)
    kinds = [kind, *(found[key] for one in hostile if key in (found := one.read()))]
    assert sorted(kinds) == (["done", "repeated"] if twice else ["done"])
    player.sent[key] = str(sent.data)
    for seated in players:
        seated.live.until(lambda view: view["version"] >= version)
        seated.check_round()


def run(path: Path, book: str, rounds: int) -> Counter[str]:
    """Play so many rounds among hostile messages, look at everything afterwards, and count the answers."""
    chance = random.Random(f"{book} {rounds}")
    with served(path, replace(FAST, waiting_seconds=600)) as server, nothing_logged():
        ann, sam, eve = (server.client(name) for name in ("Ann", "Sam", "Eve"))
        table = ann.open(book, buy_in=BUY_IN)
        sam.do(table, "sit", seat=3, buy_in=BUY_IN)
        elsewhere = eve.open(book, seat=ELSEWHERE)
        before = server.pit.store.version(TABLE + elsewhere)
        with ExitStack() as stack:
            who = (ann, sam, ann, sam, sam, eve)
            lives = [stack.enter_context(client.live(table)) for client in who]
            lives.append(stack.enter_context(Stranger(server.port, table)))
            for live in lives:
                live.next()
            players = [Seated(ann, lives[0], 1, chance), Seated(sam, lives[1], 3, chance)]
            hostile = [
                Impatient(lives[2], chance, players[:1], book),
                Impatient(lives[3], chance, players[1:], book),
                Hostile(lives[4], chance, players[:1], book),
                Hostile(lives[5], chance, players, book),
                Hostile(lives[6], chance, players, book),
            ]
            while players[0].rounds < rounds:
                _turn(players, hostile, chance)
        truth = truths(server.pit, table)
        names = (*(client.player for client in who), None)
        found = [leaks(one, name, truth) for name, live in zip(names, lives, strict=True) for one in live.received]
        assert [leak for one in found for leak in one] == []
        assert server.pit.store.version(TABLE + elsewhere) == before
        _check_record(server, table, players)
    return sum((one.kinds for one in hostile), Counter())


def _check_record(server: Served, table: str, players: Sequence[Seated]) -> None:
    """Every command that was done is in the record once, nobody else has played, and the record holds."""
    done = {f"web:{one.client.player}:{key}" for one in players for key in one.sent}
    commits = list(server.pit.store.read_all())
    keys = [one.key.rpartition(" ")[0] for one in commits if one.key is not None]
    assert sorted(keys) == sorted(done)
    events = [one for commit in commits for one in commit.events if one.stream == TABLE + table]
    actors = {one.event.actor for one in events} - {f"player:{one.client.player}" for one in players}
    assert actors <= {
        *(f"{role}:auto" for role in ("dealer", "floorperson", "player", "device")),
        "dealer:croupier",
        "floorperson:croupier",
        "player:croupier",
        f"floorperson:{players[0].client.player}",
    }
    assert audit(server.pit.store).problems == ()


@pytest.mark.parametrize("book", ["md-heads-up-holdem", pytest.param("md-four-card-poker", marks=pytest.mark.prove)])
def test_players_play_on_among_hostile_messages(book: str, tmp_path: Path) -> None:
    kinds = run(tmp_path / "record.db", book, 6)
    assert min(kinds[kind] for kind in ("malformed", "refused", "conflict", "repeated")) > 25


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_players_play_on_among_thousands_of_hostile_messages(book: str, tmp_path: Path) -> None:
    kinds = run(tmp_path / "record.db", book, 150)
    assert min(kinds[kind] for kind in ("malformed", "refused", "conflict", "repeated")) > 1000


def _closed(live: Live) -> int | None:
    """Read on until the server hangs up; the code that it gives."""
    with pytest.raises(ConnectionClosed) as closed:
        live.until(lambda _: False)
    return closed.value.rcvd.code if closed.value.rcvd else None


def _play_a_round(live: Live, seat: int) -> None:
    live.until(lambda view: view["wagering"]["open"])
    number = live.view["round"]["number"]
    assert live.do("ready", seat=seat, wagers=least_wagers(live.view))["type"] == "done"
    while live.view["ask"]:
        assert live.do("decide", seat=seat, action=live.view["ask"]["actions"][0]["action"])["type"] == "done"
    assert live.view["last_round"]["number"] == number


def _flood(live: Live) -> int:
    """Send without a pause until the server hangs up, or for long enough that it should have; how much was sent."""
    chance = random.Random(1)
    for number in range(5_000):
        try:
            live.send(**foreign(chance, 1, ELSEWHERE, BOOKS[0]))
        except ConnectionClosed:
            return number
    return 5_000


def test_who_floods_the_server_is_slowed_down_and_then_hung_up_on(tmp_path: Path) -> None:
    """With the limits of a real server: everybody else plays on."""
    with served(tmp_path / "record.db", Settings()) as server, nothing_logged():
        ann, eve = server.client("Ann"), server.client("Eve")
        table = ann.open()
        with ann.live(table) as live, eve.live(table) as flood, ThreadPoolExecutor() as meanwhile:
            sending, reading = meanwhile.submit(_flood, flood), meanwhile.submit(_closed, flood)
            for _ in range(3):
                _play_a_round(live, 1)
            assert reading.result() == 1008
            assert sending.result() > 40
            _play_a_round(live, 1)
        said = [one["error"]["problems"][0]["message"] for one in flood.received if one["type"] == "error"]
        assert sum("too many requests in a short time" in one for one in said) > 0
        assert {_kind(one) for one in flood.received if one["type"] not in ("view", "patch")} == {"refused"}
        assert audit(server.pit.store).problems == ()


def _frame(text: bytes) -> bytes:
    """A text frame as a client sends it, masked with zeros."""
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def test_frames_that_break_the_protocol_end_their_own_connection_only(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open()
    with ann.live(table) as live, nothing_logged():
        with eve.live(table) as broken:
            broken.socket.send(b'{"type":"ping", "x":"\xff\xfe"}', text=True)
            assert _closed(broken) == 1007
        with eve.live(table) as broken:
            # A command whose answer finds the line closed.
            broken.socket.socket.sendall(
                _frame(b'{"type":"command","id":"a","command":{"do":"leave"}}') + _frame(b"\xff")
            )
            assert _closed(broken) == 1007
        with eve.live(table) as broken:
            broken.socket.socket.sendall(b"\xff\xff" + b"no frame at all" * 20)
            assert _closed(broken) == 1002
        with eve.live(table) as broken:
            # Half a frame, and then the line is dead.
            broken.socket.socket.sendall(b"\x81\xfe\x40")
            broken.socket.socket.shutdown(socket.SHUT_RDWR)
        _play_a_round(live, 1)
