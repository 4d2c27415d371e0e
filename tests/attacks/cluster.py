"""Several real server processes on one PostgreSQL, players who send their commands again, and faults.

Whatever happens, what a player was told holds: a command that was acknowledged is in the record once, one that was
refused is not, and every automatic command was stored by the process that had the lease of its table.
"""

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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

import psycopg

from attacks.line import How, Line
from attacks.small_disk import SmallDisk
from pit.linearizable import RESET
from pitbook.audit import audit, read_meters
from pitbook.ledger import Address, StoredCommit
from pitbook.ledger.postgres.connecting import ANSWER_SECONDS
from pitbook.pit import Pit, Record, open_record
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken, ProgressiveLockedOut
from pitbook.web.live.table_leases import LEASE_SECONDS, RENEW_EVERY, group_of
from pitbook.web.settings import LOCKED_SECONDS
from postgresql import Server
from table.play import rules_of
from web.running import least_wagers

PATIENCE = 90.0
BOOK = "md-heads-up-holdem"
DATABASE = "cluster"
LINK, BOT = "bank", "Ada~simple~bot"
SPY = """
    CREATE TABLE public.dealt(at timestamptz, stream text, process text, said bigint);
    CREATE TABLE public.leased(at timestamptz, name text, token bigint, process text);
    CREATE FUNCTION public.note_dealt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO public.dealt
            SELECT clock_timestamp(), s.name, current_setting('application_name'), e.time
            FROM pitbook.events e JOIN pitbook.streams s ON s.id = e.stream
            WHERE (e.stream, e.in_commit) = (NEW.stream, NEW.in_commit)
            AND (e.actor LIKE '%:croupier' OR (e.actor LIKE '%~bot' AND e.type = 'decided'));
        RETURN NULL;
    END $$;
    CREATE FUNCTION public.note_leased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO public.leased VALUES
            (clock_timestamp(), NEW.name, NEW.token, current_setting('application_name'));
        RETURN NULL;
    END $$;
    CREATE TRIGGER spy AFTER INSERT ON pitbook.parts FOR EACH ROW EXECUTE FUNCTION public.note_dealt();
    CREATE TRIGGER spy AFTER INSERT OR UPDATE OF token ON pitbook.leases FOR EACH ROW
        EXECUTE FUNCTION public.note_leased();
"""
"""Which process stored what the automatic dealer and bots do, and which took a lease, in their order."""
TIMES = """
    SELECT count(*), coalesce(min(said / 1e6 - extract(epoch FROM at)), 0),
        coalesce(max(said / 1e6 - extract(epoch FROM at)), 0) FROM public.dealt
"""
"""How far the times of events are from those at which the database stored them, in seconds."""
LATE, AHEAD = 30, 1
"""A commit may have been on its way for a while; nothing happens before it is decided."""
FENCE = "outcome := 'fenced';"
CHANGED = Path(__file__).with_name("changed_server.py")
Change: TypeAlias = Literal["clocks", "stubborn"]
"""See `changed_server`."""


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
        """Sign in, and sit down at the table, or open one."""
        _, session = self.insist("POST", "/api/session", {"name": self.name})
        self.token, self.player = session["token"], session["player"]
        if self.table:
            self.do("sit", seat=1, buy_in="5000.00")
            return
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

    def __init__(self, postgres: Server, home: Path, workers: int, players: int, change: Change) -> None:
        self._postgres = postgres
        postgres.ledger(DATABASE)
        with self._owner() as connection:
            connection.execute(SPY)
        self.line = Line(postgres.port)
        url = postgres.url(DATABASE, "writer").replace(f":{postgres.port}/", f":{self.line.port}/")
        self.home, self.url = home, url
        with self._record() as record:
            for number in range(1, players + 1):
                sits = (c.Sit(c.player(BOT), 2),)
                Pit(record).open_table(f"T{number}", rules_of(BOOK), c.floorperson(), meters=LINK, then=sits)
        self.process = subprocess.Popen(
            (sys.executable, CHANGED, change, "serve", "--port", "0", "--db", url, "--workers", str(workers)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(home)},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", self.process.stdout.readline())
        assert found
        self.players = [Player(int(found[1]), f"P{number}", table=f"T{number}") for number in range(1, players + 1)]
        self.disk: SmallDisk | None = None
        """The one below the database, if it can be filled."""

    def _owner(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(self._postgres.url(DATABASE), autocommit=True)

    @contextmanager
    def _record(self) -> Iterator[Record]:
        """The record, with the keys that the servers have."""
        os.environ["XDG_DATA_HOME"], before = str(self.home), os.environ.get("XDG_DATA_HOME", "")
        try:
            with closing(open_record(Address.parse(self.url))) as record:
                yield record
        finally:
            os.environ["XDG_DATA_HOME"] = before

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
        self.pause(random.choice(self.servers))

    def pause(self, pid: int) -> None:
        """For longer than its lease, and until another server has its tables."""
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(LEASE_SECONDS + 2 * RENEW_EVERY)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def fill_disk(self) -> None:
        """Until commands of several rounds were refused; without a small disk there is no such fault."""
        if self.disk is not None:
            self.disk.fill()
            time.sleep(2.0)
            self.disk.free()

    def drop_connections(self) -> None:
        self.line.drop()

    def cut_line(self) -> None:
        self._line("cut", 0.5)

    def delay_line(self) -> None:
        self._line("delayed", 1.0)

    def split_line(self) -> None:
        self._line("split", 1.0)

    def silence_line(self) -> None:
        """For longer than anybody waits for an answer; what was sent arrives late."""
        self._line("silent", LOCKED_SECONDS + ANSWER_SECONDS + 1)

    def _line(self, how: How, seconds: float) -> None:
        self.line.how = how
        if how == "cut":
            self.line.drop()
        time.sleep(seconds)
        self.line.how = "whole"

    # What has to hold

    def two_dealers(self) -> list[tuple[Any, ...]]:
        """What was dealt by another process than the one that had the lease of the table at that moment."""
        with self._owner() as connection:
            dealt = connection.execute("SELECT at, stream, process FROM public.dealt ORDER BY at").fetchall()
            leased = connection.execute("SELECT at, name, process FROM public.leased ORDER BY at").fetchall()
        return two_dealers(dealt, leased)

    def let_anybody_deal(self) -> None:
        """From now on the database stores a commit whatever became of its lease: a control of the checks."""
        with self._owner() as connection:
            (sql,) = connection.execute("SELECT pg_get_functiondef('pitbook.append'::regproc)").fetchone() or ("",)
            assert sql.count(FENCE) == 1
            connection.execute(sql.replace(FENCE, "outcome := NULL;").encode())

    def check(self) -> dict[str, int]:
        """Nothing was lost, doubled or dealt by a process without the lease, and the audit is clean."""
        wrong = self.two_dealers()
        assert wrong == [], wrong
        with self._owner() as connection:
            (dealt, least, most) = connection.execute(TIMES).fetchone() or (0, 0, 0)
            connection.execute("DROP TRIGGER spy ON pitbook.parts; DROP TRIGGER spy ON pitbook.leases")
        assert (least > -LATE, most < AHEAD) == (True, True), (least, most)
        with self._record() as record:
            record.catch_up()
            commits = {str(commit.key): commit for commit in record.read_all() if commit.key}
            report = audit(record)
            assert (report.problems, report.notices) == ((), ())
            check_meter(record)
        for player in self.players:
            check_player(player, commits)
        return {
            "acknowledged": sum(len(one.acknowledged) for one in self.players),
            "refused": sum(len(one.refused) for one in self.players),
            "dealt": dealt,
            "commits": len(commits),
        }


def check_meter(record: Record) -> None:
    """The meter of all tables balances, and has what each of them says that it has contributed."""
    events = [event.event for commit in record.read_all() for event in commit.events]
    locked: list[Any] = [event.data["contributions"] for event in events if event.type == ProgressiveLockedOut.type]
    (reading,) = (one for one in read_meters(record) if one.name.startswith(LINK))
    assert reading.meter.balanced
    if not any(event.type == AwardTaken.type for event in events):
        assert reading.meter.displayed == sum((Fraction(one["progressive"]) for one in locked), RESET)


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
