"""Hostile messages from every side while people play: nothing breaks, nothing leaks, and every round settles right.

Ann and Sam play at a table that the house deals. Beside them their own second pages, somebody from another table and
somebody without a session send what is malformed, late, repeated, or not theirs to say.
"""

import json
import logging
import random
from collections.abc import Iterator
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
from web.hostile import Message, foreign, malformed, message, new_id
from web.leaking import leaks, truths
from web.running import BOOKS, FAST, Client, Live, Served, least_wagers, served

BUY_IN = 100_000_00


@contextmanager
def nothing_logged() -> Iterator[None]:
    """No warning and no exception on the server's side; begins after the server has set up its own logging."""
    said: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(self.format(record))

    kept, loggers = Kept(logging.WARNING), [logging.getLogger(name) for name in ("", "uvicorn", "pitbook.web")]
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
        self.due = BUY_IN
        """What the stack has to be when no round is in progress, from the lines of every settlement."""
        self.rounds = 0
        self.done: dict[str, str] = {}
        """The texts that were acknowledged, by their ids."""

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

    def send(self, command: dict[str, Any]) -> str:
        """Send a command, for the version that is shown."""
        sent = message(command, set(), at=self.live.view["version"])
        assert isinstance(sent.data, str)
        assert sent.id is not None
        self.live.socket.send(sent.data)
        self.done[sent.id] = sent.data
        return sent.id

    def answered(self, key: str) -> int:
        """Read on until the command is done; the version that it led to."""
        while (answer := self.live.next()).get("id") != key:
            assert answer["type"] == "view", answer
        assert (answer["type"], answer["repeated"]) == ("done", False)
        return int(answer["version"])

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

    def __init__(self, live: Live, chance: random.Random) -> None:
        self.live = live
        self.chance = chance
        self.sent: list[Message] = []
        self.counted: dict[str, int] = {}

    def send(self, one: Message) -> None:
        self.live.socket.send(one.data)
        self.sent.append(one)

    def send_some(self, players: list[Seated], seat: int) -> None:
        """A few messages, without waiting for answers; as many in their form as not, or the server hangs up."""
        victim = self.chance.choice(players)
        for _ in range(self.chance.randrange(3)):
            self.send(malformed(self.chance))
            self.send(message(foreign(self.chance, victim.seat, seat), {"refused"}))
        if victim.done and self.chance.random() < 0.5:
            key, text = self.chance.choice(list(victim.done.items()))
            self.send(Message(text, frozenset({"refused", "conflict"}), key))

    def read(self) -> None:
        """Every message that was sent has one answer, of the right kind and with its id."""
        expected = {one.id: one.answers for one in self.sent if one.id is not None}
        for _ in self.sent:
            while (answer := self.live.next())["type"] == "view":
                pass
            kind = "repeated" if answer.get("repeated") else answer.get("error", answer).get("kind", answer["type"])
            right = expected.pop(answer["id"], frozenset({"malformed"}))
            assert kind in right, (answer, [one.data[:300] for one in self.sent])
            assert kind == "repeated" or all(one["message"] for one in answer["error"]["problems"])
            assert "something went wrong" not in json.dumps(answer)
            self.counted[kind] = self.counted.get(kind, 0) + 1
        assert not expected
        self.sent.clear()


class Impatient(Hostile):
    """A player's own second page: late commands, commands sent twice, and keys used again for something else."""

    def __init__(self, live: Live, chance: random.Random, player: Seated) -> None:
        super().__init__(live, chance)
        self.player = player

    def send_some(self, players: list[Seated], seat: int) -> None:
        version = self.player.live.view["version"]
        late = {"do": "decide", "seat": self.player.seat, "action": self.chance.choice(("fold", "check"))}
        money = {"do": self.chance.choice(("buy_in", "cash_out")), "amount": "7.00"}
        self.send(message(self.chance.choice((late, money)), {"conflict"}, at=self.chance.randrange(version)))
        self.send(message(money, {"conflict"}, at=self.chance.choice((version + 10**6, 2**70))))
        self.send(malformed(self.chance))
        for key in self.chance.sample(sorted(self.player.done), min(2, len(self.player.done))):
            self.send(Message(self.player.done[key], frozenset({"repeated"}), key))
        if self.player.done:
            key = self.chance.choice([key for key in self.player.done if all(one.id != key for one in self.sent)] or [""])
            if key:
                self.send(message(self.chance.choice((money, {"do": "leave"})), {"repeated"}, key=key))


def run(path: Path, book: str, rounds: int, seed: int) -> None:
    """Play so many rounds among hostile messages, and look at everything afterwards."""
    chance = random.Random(f"{book} {seed}")
    with served(path, replace(FAST, waiting_seconds=600)) as server, nothing_logged():
        ann, sam, eve = (server.client(name) for name in ("Ann", "Sam", "Eve"))
        table = ann.open(book, buy_in="100000.00")
        sam.do(table, "sit", seat=3, buy_in="100000.00")
        elsewhere = eve.open(book, seat=4)
        before = server.pit.store.version(TABLE + elsewhere)
        with ExitStack() as stack:
            lives = [stack.enter_context(who.live(table)) for who in (ann, sam, ann, sam, sam, eve)]
            lives += [stack.enter_context(Stranger(server.port, table))]
            for live in lives:
                live.next()
            players = [Seated(ann, lives[0], 1, chance), Seated(sam, lives[1], 3, chance)]
            second = [Impatient(live, chance, player) for live, player in zip(lives[2:4], players, strict=True)]
            others = [Hostile(live, chance) for live in lives[4:]]
            while players[0].rounds < rounds:
                _turn(players, [*second, *others], chance)
            received = zip((ann, sam, ann, sam, sam, eve, None), (live.received for live in lives), strict=True)
        truth = truths(server.pit, table)
        seen = [(who.player if who else None, one) for who, messages in received for one in messages]
        assert [leak for player, one in seen for leak in leaks(one, player, truth)] == []
        assert server.pit.store.version(TABLE + elsewhere) == before
        _check_record(server, table, players)
        for one in (*second, *others):
            assert one.counted["malformed"] >= rounds
            assert min(one.counted.get(kind, 0) for kind in ("refused",) if one in others or kind == "x") >= rounds
