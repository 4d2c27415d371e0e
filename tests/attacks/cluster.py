"""Several real server processes on one PostgreSQL, players who send their commands again, and faults.

Whatever happens, what a player was told holds: a command that was acknowledged is in the record once, one that was
refused is not, and every automatic command was stored by the process that had the lease of its table.
"""

import asyncio
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import psycopg

from pitbook.audit import audit
from pitbook.ledger import Address, StoredCommit
from pitbook.pit import open_record
from pitbook.web.live.table_leases import LEASE_SECONDS, RENEW_EVERY, group_of
from postgresql import Server
from web.running import least_wagers

PATIENCE = 90.0
BOOK = "md-heads-up-holdem"
SPY = """
    CREATE TABLE public.dealt(at timestamptz, stream text, actor text, process text);
    CREATE TABLE public.leased(at timestamptz, name text, token bigint, process text);
    CREATE FUNCTION public.note_dealt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO public.dealt SELECT clock_timestamp(), s.name, NEW.actor, current_setting('application_name')
            FROM pitbook.streams s WHERE s.id = NEW.stream;
        RETURN NULL;
    END $$;
    CREATE FUNCTION public.note_leased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO public.leased VALUES
            (clock_timestamp(), NEW.name, NEW.token, current_setting('application_name'));
        RETURN NULL;
    END $$;
    CREATE TRIGGER spy AFTER INSERT ON pitbook.events FOR EACH ROW
        WHEN (NEW.actor LIKE '%:croupier') EXECUTE FUNCTION public.note_dealt();
    CREATE TRIGGER spy AFTER INSERT OR UPDATE OF token ON pitbook.leases FOR EACH ROW
        EXECUTE FUNCTION public.note_leased();
"""
"""Which process stored what the automatic dealer does, and which one took a lease, in the order in which they did."""


class Line:
    """A TCP proxy between the servers and the database that drops, delays or splits what it carries."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.how: Literal["whole", "delayed", "split", "cut"] = "whole"
        self._writers: set[asyncio.StreamWriter] = set()
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        ready.wait()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            await self._over.wait()
            self._abort()
            server.close()

    def _abort(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    def drop(self) -> None:
        """Cut every connection at once, wherever it is in what it carries."""
        self._loop.call_soon_threadsafe(self._abort)

    def stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.how == "cut":
                return
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._to)
            self._writers |= {writer, to_writer}
            await asyncio.gather(self._copy(reader, to_writer), self._copy(to_reader, writer))
        except OSError:
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                if self.how == "delayed":
                    await asyncio.sleep(random.uniform(0, 0.1))
                parts = [data]
                if self.how == "split":
                    cuts = sorted(random.sample(range(len(data) + 1), min(4, len(data))))
                    parts = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0)
        except OSError:
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)


@dataclass
class Player:
    """Somebody who plays at a table, and sends each command with a key until it is answered."""

    port: int
    name: str
    token: str = ""
    player: str = ""
    table: str = ""
    acknowledged: dict[str, str] = field(default_factory=dict)
    """By key, what was asked."""
    refused: dict[str, str] = field(default_factory=dict)
    unanswered: dict[str, str] = field(default_factory=dict)
    failure: BaseException | None = None
    _count: int = 0

    def request(self, method: str, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
        """One request on a connection of its own, which any of the processes may accept."""
        with closing(http.client.HTTPConnection("localhost", self.port, timeout=10)) as connection:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
            headers |= {"Idempotency-Key": key} if key else {}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def insist(self, method: str, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
        """The same until somebody answers who can."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, http.client.HTTPException, ValueError):
                status, document = self.request(method, path, body, key)
                if status < 500 and status != 429 and "try again" not in str(document.get("error", "")):
                    return status, document
            if time.monotonic() > deadline:
                raise AssertionError(f"nobody answers {method} {path}")
            time.sleep(0.1)

    def arrive(self) -> None:
        """Sign in, open a table and sit down."""
        _, session = self.insist("POST", "/api/session", {"name": self.name})
        self.token, self.player = session["token"], session["player"]
        asked = {"target": BOOK, "seat": 1, "buy_in": "5000.00", "bots": [{"plays": "simple"}]}
        status, opened = self.insist("POST", "/api/tables", asked, key="open")
        assert status == 201, opened
        self.table = opened["table"]

    def do(self, do: str, **asked: Any) -> None:
        """A command with a key of its own."""
        self._count += 1
        key = f"{do}-{self._count}"
        self.unanswered[key] = do
        status, document = self.insist("POST", f"/api/tables/{self.table}/commands", {"do": do, **asked}, key)
        del self.unanswered[key]
        if status == 200:
            self.acknowledged[key] = do
        else:
            assert status in (409, 412), document
            self.refused[key] = do

    def play(self, stopping: Callable[[], bool]) -> None:
        """Rounds, and a dollar more now and then, until it is time to stop."""
        try:
            while not stopping():
                status, view = self.insist("GET", f"/api/tables/{self.table}")
                assert status == 200, view
                asks, me = view["ask"], view["players"][self.player]
                if asks and asks["seat"] == 1:
                    self.do("decide", seat=1, action=asks["actions"][0]["action"])
                elif view["wagering"]["open"] and not me["ready"]:
                    self.do("ready", seat=1, wagers=least_wagers(view, all_of_them=True), round=view["round"]["round"])
                else:
                    self.do("buy_in", amount="1.00")
                time.sleep(0.05)
        except BaseException as error:
            self.failure = error


class Cluster:
    """The servers, the database behind its line, and the players."""

    def __init__(self, postgres: Server, database: str, home: Path, workers: int, players: int) -> None:
        self._postgres = postgres
        self._database = database
        postgres.ledger(database)
        with self._owner() as connection:
            connection.execute(SPY)
        self.line = Line(postgres.port)
        url = postgres.url(database, "writer").replace(f":{postgres.port}/", f":{self.line.port}/")
        self._environment = os.environ | {"XDG_DATA_HOME": str(home)}
        self.home = home
        self.process = subprocess.Popen(
            (sys.executable, "-m", "pitbook", "serve", "--port", "0", "--db", url, "--workers", str(workers)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self._environment,
        )
        self.url = url
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", self.process.stdout.readline())
        assert found
        self.players = [Player(int(found[1]), f"P{number}") for number in range(players)]
        self.faults: Counter[str] = Counter()

    def _owner(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(self._postgres.url(self._database), autocommit=True)

    @property
    def servers(self) -> list[int]:
        """The ids of the processes that serve."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(one) for one in found.split()]

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Everybody plays until the block ends; then each has to get one more command acknowledged."""
        for player in self.players:
            player.arrive()
        over = threading.Event()
        threads = [threading.Thread(target=one.play, args=(over.is_set,)) for one in self.players]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join()
        for player in self.players:
            if player.failure is not None:
                raise player.failure
            player.do("buy_in", amount="1.00")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                assert self.process.wait(30) == 0
            finally:
                self.process.kill()

    def close(self) -> None:
        self.stop()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.line.stop()

    # Faults

    def kill_server(self) -> None:
        os.kill(random.choice(self.servers), signal.SIGKILL)

    def crash_database(self) -> None:
        self._postgres.stop(signal.SIGKILL)
        self._postgres.start()

    def pause_server(self) -> None:
        """For longer than its lease, and until another server has its tables."""
        pid = random.choice(self.servers)
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(LEASE_SECONDS + 2 * RENEW_EVERY)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def drop_connections(self) -> None:
        self.line.drop()

    def cut_line(self) -> None:
        self._line("cut", 0.5)

    def delay_line(self) -> None:
        self._line("delayed", 1.0)

    def split_line(self) -> None:
        self._line("split", 1.0)

    def _line(self, how: Literal["delayed", "split", "cut"], seconds: float) -> None:
        self.line.how = how
        if how == "cut":
            self.line.drop()
        time.sleep(seconds)
        self.line.how = "whole"

    # What has to hold

    def check(self) -> dict[str, int]:
        """Nothing was lost, doubled or dealt by a process without the lease, and the audit is clean."""
        with self._owner() as connection:
            dealt = connection.execute("SELECT at, stream, process FROM public.dealt ORDER BY at").fetchall()
            leased = connection.execute("SELECT at, name, process FROM public.leased ORDER BY at").fetchall()
            connection.execute("DROP TRIGGER spy ON pitbook.events; DROP TRIGGER spy ON pitbook.leases")
        os.environ["XDG_DATA_HOME"], before = str(self.home), os.environ.get("XDG_DATA_HOME", "")
        try:
            with closing(open_record(Address.parse(self.url))) as record:
                record.catch_up()
                commits = {str(commit.key): commit for commit in record.read_all() if commit.key}
                assert audit(record).problems == ()
        finally:
            os.environ["XDG_DATA_HOME"] = before
        for player in self.players:
            check_player(player, commits)
        wrong = two_dealers(dealt, leased)
        assert wrong == [], wrong
        return {
            "acknowledged": sum(len(one.acknowledged) for one in self.players),
            "refused": sum(len(one.refused) for one in self.players),
            "dealt": len(dealt),
            "commits": len(commits),
        }


def check_player(player: Player, commits: dict[str, StoredCommit]) -> None:
    """Each command that was acknowledged is in the record once, and none that was refused."""
    prefix = f"web:{player.player}:"
    mine = {key.split()[0].removeprefix(prefix): one for key, one in commits.items() if key.startswith(prefix)}
    assert len(mine) == sum(key.startswith(prefix) for key in commits)
    lost = [key for key, do in player.acknowledged.items() if key not in mine and do != "ready"]
    assert lost == [], f"{player.name}: acknowledged and not in the record"
    assert [key for key in player.refused if key in mine] == [], f"{player.name}: refused and in the record"
    bought = [event for one in commits.values() for event in one.events if event.event.type == "bought_in"]
    own = [event for event in bought if event.event.actor == f"player:{player.player}"]
    asked = [key for key in mine if key.startswith("buy_in")]
    assert len(own) == len(asked) + 1, f"{player.name}: chips were bought {len(own)} times"


def two_dealers(dealt: list[tuple[Any, ...]], leased: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """What was dealt by another process than the one that had the lease of the table at that moment."""
    wrong = []
    for at, stream, process in dealt:
        group = group_of(stream.partition(":")[2])
        holders = [holder for since, name, holder in leased if name == group and since < at]
        if not holders or holders[-1] != process:
            wrong.append((at, stream, process, holders[-1:]))
    return wrong
