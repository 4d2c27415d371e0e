"""The table in the browser under load: 200 people at 40 tables over loopback, beside a bare durable commit.

A real `pitbook serve` with a durable record; the people are in this process, one live connection each. Afterwards the
server is stopped, the record is audited, and every acknowledged command has to be in it exactly once, with its amount.

`python benchmarks/web.py 200 1000 1500 2000` lets so many people think and play, each number at a server of its own,
and says how many commands a second one core could carry. A server takes at most 2,000 live connections.
"""

import asyncio
import gc
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from pitbook.ledger import Append, Commit, Event, SqliteStore
from pitbook.money import parse_cents
from pitbook.pit import open_record
from pitbook.web.live.patches import patched

BOOKS = ("md-heads-up-holdem", "md-four-card-poker", "ma-heads-up-holdem", "galaxy-heads-up-holdem")
TABLES, EACH = 40, 5
WIDTH = 120
"""Columns of the printed tables, also in a file."""
WAYS = {"thinking for 0.5 to 3.5 s": (0.5, 3.5), "flat out, nobody thinks": (0.0, 0.0)}
"""How people play, and how long they think before each command."""
SECONDS = 25
SETTLING = 8
"""Seconds that are not measured: everybody begins at once, and commands come twice as fast as they do later."""
COMMITS = 200
AT_ONCE = 10
"""How many tables are opened at a time."""
PITBOOK = (sys.executable, "-m", "pitbook")

Effect = tuple[str, int, Any]
"""What a command has to have led to in the record: the type of an event, the position, and the amounts."""


@dataclass
class Measured:
    """What was measured while people played in one way."""

    how: str
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """From a command to the first view that shows what it led to, in seconds."""
    server: float = 0.0
    loop: float = 0.0
    clients: float = 0.0
    """Processor time of the server, of its event loop alone, and of the people, in seconds."""
    views: int = 0
    bytes: int = 0
    """Views and patches that people were sent."""


@dataclass
class Loaded:
    """A whole run."""

    bare: list[float]
    """Seconds of single durable commits, before and after."""
    measured: list[Measured]
    acknowledged: int
    refused: list[Any]
    missing: list[str]
    """Acknowledged commands that are not in the record, or not as they were given."""
    unasked: list[str]
    """Commands in the record that nobody was told of."""
    rounds: int
    ended: int
    """The status with which the server ended."""
    audit: str
    """What `pitbook audit` says, if anything does not hold."""


class Person:
    """Somebody who plays at random over a live connection."""

    def __init__(self, chance: Random, token: str, player: str, table: str, seat: int) -> None:
        self.chance = chance
        self.token = token
        self.player = player
        self.table = table
        self.seat = seat
        self.view: Any = {}
        self.acknowledged: dict[str, Effect] = {}
        self.refused: list[Any] = []
        self.sizes: list[int] = []
        """Of every view and patch, in characters."""
        self._shown: list[tuple[int, float]] = []
        self._news = asyncio.Event()
        self._answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._number = 0

    async def read(self, socket: ClientConnection) -> None:
        """Keep the newest view, and when each came."""
        async for text in socket:
            now = time.perf_counter()
            message = json.loads(text)
            if message["type"] in ("view", "patch"):
                whole = message["type"] == "view"
                self.view = message["view"] if whole else patched(self.view, message["patch"])
                self.sizes.append(len(text))
                self._shown.append((message["version"], now))
                self._news.set()
            elif message["type"] in ("done", "error"):
                self._answer.set_result(message)

    async def play(self, socket: ClientConnection, measured: Measured, think: tuple[float, float], end: float) -> None:
        """Move whenever it is one's turn, until the time is over and the last command is answered."""
        while time.perf_counter() < end:
            if self.move() is None:
                self._news.clear()
                try:
                    await asyncio.wait_for(self._news.wait(), end - time.perf_counter())
                except TimeoutError:
                    return
                continue
            await asyncio.sleep(self.chance.uniform(*think))
            if (found := self.move()) is not None:
                measured.waits.append(await self.command(socket, *found))

    async def command(self, socket: ClientConnection, command: dict[str, Any], effect: Effect) -> float:
        """Send a command, and wait for its answer; how long it took to be seen."""
        self._number += 1
        key = f"{self.seat}-{self._number}"
        self._answer = asyncio.get_running_loop().create_future()
        self._shown.clear()
        sent = time.perf_counter()
        await socket.send(json.dumps({"type": "command", "id": key, "expected": None, "command": command}))
        answer = await self._answer
        if answer["type"] == "error":
            self.refused.append(answer["error"])
            return time.perf_counter() - sent
        self.acknowledged[f"web:{self.player}:{key}"] = effect
        # The view comes before the answer, or a newer one in its place.
        return next(at for version, at in self._shown if version >= answer["version"]) - sent

    def move(self) -> tuple[dict[str, Any], Effect] | None:
        """A random one of the actions that are asked for, or wagers; with what the record has to say of it."""
        view = self.view
        if view["ask"]:
            chosen = self.chance.choice(view["ask"]["actions"])
            amount = parse_cents(chosen["amount"]) if chosen["amount"] else 0
            verb = chosen["action"].partition("_")[0]
            return {"do": "decide", "seat": self.seat, "action": chosen["action"]}, (
                "decided",
                self.seat,
                (verb, amount),
            )
        if view["wagering"]["open"] and not view["you"]["ready"]:
            every = self.chance.random() < 0.5
            wagers = {one["name"]: one["least"] for one in view["wagering"]["wagers"] if one["required"] or every}
            cents = {name: parse_cents(amount) for name, amount in wagers.items()}
            return {"do": "ready", "seat": self.seat, "wagers": wagers}, ("wagers_placed", self.seat, cents)
        return None


@contextmanager
def serving(path: Path) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """A server as a process of its own, on a free port, stopped as an operator would stop it."""
    command = (*PITBOOK, "serve", "--port", "0", "--db", str(path))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 (our own command)
        try:
            said = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://localhost:(\d+)/", said)
            if found is None:
                raise SystemExit(f"the server does not come up: {said}")
            yield int(found[1]), process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def processor_seconds(process: int, thread: int | None = None) -> float:
    """The processor time that a process or a thread of it has used, as Linux tells it; nothing elsewhere."""
    stat = Path(f"/proc/{process}/stat" if thread is None else f"/proc/{process}/task/{thread}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bare_commits(folder: Path) -> list[float]:
    """Durable commits of one event each, on the same disk: what no server can be faster than."""
    event = Event("WagerPlaced", 1, {"seat": 1, "wager": "ante", "amount": 500}, datetime.now(UTC), "seat 1")
    times = []
    with closing(SqliteStore(folder / "bare.db")) as store:
        for _ in range(COMMITS):
            version = store.version("bare")
            start = time.perf_counter()
            store.append(Commit((Append("bare", version, (event,)),)))
            times.append(time.perf_counter() - start)
    return times


async def seat_everybody(port: int, tables: int, each: int) -> list[Person]:
    """Open the tables and sit down, over HTTP, at several tables at a time."""
    at_once = asyncio.Semaphore(AT_ONCE)

    async def seat_at(number: int) -> list[Person]:
        people = []
        from_here = httpx.AsyncHTTPTransport(local_address=address_of(number))
        address = f"http://127.0.0.1:{port}"
        async with at_once, httpx.AsyncClient(base_url=address, transport=from_here, timeout=60) as http:
            table = ""
            for seat in range(1, each + 1):
                found = (await http.post("/api/session", json={"name": f"P{number}-{seat}"})).json()
                http.cookies.clear()
                headers, buy_in = {"Authorization": f"Bearer {found['token']}"}, "100000.00"
                if not table:
                    asked = {"target": BOOKS[number % len(BOOKS)], "seat": seat, "buy_in": buy_in}
                    opened = await http.post("/api/tables", json=asked, headers=headers)
                    table = opened.raise_for_status().json()["table"]
                else:
                    sit = {"do": "sit", "seat": seat, "buy_in": buy_in}
                    (await http.post(f"/api/tables/{table}/commands", json=sit, headers=headers)).raise_for_status()
                people.append(Person(Random(f"{number} {seat}"), found["token"], found["player"], table, seat))
        return people

    seated = await asyncio.gather(*(seat_at(number) for number in range(tables)))
    return [person for people in seated for person in people]


def address_of(table: int) -> str:
    """Each table's people come from an address of their own, on loopback: a server limits what one address may do."""
    return f"127.0.{1 + table // 200}.{1 + table % 200}"


async def play(
    port: int,
    server: int,
    tables: int,
    each: int,
    ways: dict[str, tuple[float, float]],
    seconds: float,
    settling: float,
) -> tuple[list[Person], list[Measured]]:
    """Everybody connects, and plays in each way for so long, once they have settled in."""
    people = await seat_everybody(port, tables, each)
    sockets = []
    for number, person in enumerate(people):
        address = f"ws://127.0.0.1:{port}/api/tables/{person.table}/live?patches=true"
        headers = {"Authorization": f"Bearer {person.token}"}
        here = (address_of(number // each), 0)
        sockets.append(
            await connect(address, additional_headers=headers, compression=None, max_queue=None, local_addr=here)
        )
    reading = [asyncio.create_task(person.read(socket)) for person, socket in zip(people, sockets, strict=True)]
    while not all(person.view for person in people):
        await asyncio.sleep(0.05)
    # A full collection of a thousand people's views would take half a second, and count as the server's.
    gc.freeze()
    gc.disable()
    measured = []
    for how, think in ways.items():
        one = Measured(how)
        end = time.perf_counter() + settling + seconds
        playing = asyncio.gather(
            *(person.play(socket, one, think, end) for person, socket in zip(people, sockets, strict=True))
        )
        await asyncio.sleep(settling)
        one.waits.clear()
        for person in people:
            person.sizes.clear()
        start, own = time.perf_counter(), time.process_time()
        before, loop = processor_seconds(server), processor_seconds(server, server)
        await playing
        one.seconds = time.perf_counter() - start
        one.server, one.clients = processor_seconds(server) - before, time.process_time() - own
        one.loop = processor_seconds(server, server) - loop
        one.views, one.bytes = sum(len(person.sizes) for person in people), sum(sum(one.sizes) for one in people)
        measured.append(one)
    gc.enable()
    gc.unfreeze()
    for socket in sockets:
        await socket.close()
    await asyncio.gather(*reading)
    return people, measured


def load(
    tables: int, each: int, ways: dict[str, tuple[float, float]], seconds: float, settling: float = SETTLING
) -> Loaded:
    """Run a server, let people play, stop it, and look at the record."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "record.db"
        bare = bare_commits(folder)
        with serving(path) as (port, process):
            people, measured = asyncio.run(play(port, process.pid, tables, each, ways, seconds, settling))
        bare += bare_commits(folder)
        command = (*PITBOOK, "audit", "--json", "--db", str(path))
        told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        acknowledged = {key: effect for person in people for key, effect in person.acknowledged.items()}
        missing, unasked, rounds = compare(path, acknowledged)
    return Loaded(
        bare,
        measured,
        len(acknowledged),
        [one for person in people for one in person.refused],
        missing,
        unasked,
        rounds,
        process.returncode,
        told.stdout + told.stderr if told.returncode else "",
    )


def compare(path: Path, acknowledged: dict[str, Effect]) -> tuple[list[str], list[str], int]:
    """What was acknowledged and is not in the record as it was given, and what the record has beyond it."""
    waiting, unasked, rounds = dict(acknowledged), [], 0
    with closing(open_record(path)) as store:
        for commit in store.read_all():
            rounds += sum(one.event.type == "round_ended" for one in commit.events)
            if commit.key is None:
                continue
            key = commit.key.rpartition(" ")[0]  # without the digest of what was asked
            if key not in waiting:
                unasked.append(key)
                continue
            kind, seat, amounts = waiting[key]
            for one in commit.events:
                data = one.event.data
                given = data.get("wagers") if kind == "wagers_placed" else (data.get("action"), data.get("amount"))
                if (one.event.type, data.get("seat"), given) == (kind, seat, amounts):
                    del waiting[key]
                    break
    return list(waiting), unasked, rounds


def shown(found: Loaded) -> Table:
    """The figures, each wait also as a multiple of a bare durable commit."""
    bare = median(found.bare)
    title = f"{TABLES * EACH} people at {TABLES} tables over loopback; a bare durable commit takes {bare * 1e3:.2f} ms"
    table = Table(title=title)
    table.add_column("how", no_wrap=True)
    headings = (
        "commands",
        "a second",
        "from command to view: 50 %",
        "99 %",
        "server's CPU",
        "a command",
        "views a command",
        "bytes a view",
        "people's CPU",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for one in found.measured:
        cuts = quantiles(one.waits, n=100)
        table.add_row(
            one.how,
            f"{len(one.waits):,}",
            f"{len(one.waits) / one.seconds:,.0f}",
            *(f"{cut * 1e3:,.1f} ms, {cut / bare:,.1f} x" for cut in (cuts[49], cuts[98])),
            f"{one.server / one.seconds:.0%} of a core",
            f"{one.server / len(one.waits) * 1e3:.2f} ms",
            f"{one.views / len(one.waits):.1f}",
            f"{one.bytes / one.views:,.0f}",
            f"{one.clients / one.seconds:.0%} of a core",
        )
    return table


def by_size(sizes: Sequence[int]) -> None:
    """Print a row for each number of people, and what the record says afterwards.

    Python runs one thread at a time. So the processor time of a command says how many a server can carry at most,
    whatever the number of cores; what SQLite, hashing and the kernel do meanwhile makes it a little more.
    """
    console = Console(width=WIDTH)
    table = Table(title="People who think for 0.5 to 3.5 s, five at a table, over loopback")
    headings = (
        "people",
        "commands a second",
        "50 %",
        "99 %",
        "server's CPU a command",
        "of it the event loop",
        "so at most a second",
        "bare commit",
        "load",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for people in sizes:
        found = load(people // EACH, EACH, {"thinking": WAYS["thinking for 0.5 to 3.5 s"]}, SECONDS)
        (one,) = found.measured
        cuts, command = quantiles(one.waits, n=100), one.server / len(one.waits) * 1e3
        table.add_row(
            f"{people:,}",
            f"{len(one.waits) / one.seconds:,.0f}",
            *(f"{cut * 1e3:,.0f} ms" for cut in (cuts[49], cuts[98])),
            f"{command:.2f} ms",
            f"{one.loop / one.server:.0%}",
            f"{1000 / command:,.0f}",
            f"{median(found.bare) * 1e3:.2f} ms",
            f"{os.getloadavg()[0]:.1f}",
        )
        console.print(told_after(found))
    console.print(table)


def told_after(found: Loaded) -> str:
    """What the record says after a run."""
    return (
        f"{found.rounds:,} rounds; of {found.acknowledged:,} acknowledged commands {len(found.missing)} are missing in "
        f"the record, which has {len(found.unasked)} that nobody was told of; {len(found.refused)} were refused; "
        f"the server ended with {found.ended}; the audit {'finds: ' + found.audit if found.audit else 'holds'}."
    )


def main() -> None:
    """Print the figures, what the record says afterwards, and how busy the machine is."""
    console = Console(width=WIDTH)
    found = load(TABLES, EACH, WAYS, SECONDS)
    console.print(shown(found))
    console.print(told_after(found))
    console.print(f"Load average: {', '.join(f'{value:.2f}' for value in os.getloadavg())}.")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        by_size([int(word) for word in sys.argv[1:]])
    else:
        main()
