"""A PostgreSQL server of the tests' own, in a temporary folder and on loopback, stopped by its pid."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from pitbook.ledger.places import Address
from pitbook.ledger.postgres import initialize

FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "on"}
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}
TABLES = "streams, commits, parts, pending, numbers, documents, snapshots, leases, notes, kept, allowances, connections"


def binaries() -> Path | None:
    """The folder of an installed server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    other = shutil.which("initdb")
    return found[-1].parent if found else Path(other).parent if other else None


class Server:
    """One server; as root it runs as another user, because PostgreSQL refuses to run as root.

    Its data are in a new folder below `below`, and its log of changes below `log_below`, by default with the data.
    """

    def __init__(self, below: Path | None = None, log_below: Path | None = None, **settings: str) -> None:
        folder = binaries()
        if folder is None:
            message = "PostgreSQL is not installed (on Debian: apt-get install postgresql)"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        self._binaries = folder
        self._settings = SETTINGS | FAST | settings
        self.folder = Path(mkdtemp(prefix="pitbook-pg-", dir=below))
        log = None if log_below is None else Path(mkdtemp(prefix="pitbook-pg-log-", dir=log_below))
        self._folders = [one for one in (self.folder, log) if one is not None]
        self.port = _free_port()
        self._prefix: list[str] = []
        if os.geteuid() == 0:
            user = next(name for name in ("postgres", "nobody") if _known(name))
            for one in self._folders:
                shutil.chown(one, user)
            self._prefix = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]
        command = [str(folder / "initdb"), "-D", str(self.folder / "data"), "-U", "owner", "-A", "trust", "-E", "UTF8"]
        command += [] if log is None else ["--waldir", str(log), "--wal-segsize", "1"]
        self._run([*command, "--no-sync", "--locale=C", "--no-instructions"])
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def url(self, database: str = "pitbook", user: str = "owner") -> str:
        """The address of a database."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it answers; after a crash that takes until the last of its old processes is gone."""
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._binaries / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        deadline = time.monotonic() + 30
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [*self._prefix, *command, "-k", str(self.folder), *settings],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=self.folder,
                )
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

    @property
    def runs(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, by default without waiting for its clients; SIGQUIT leaves it as a crash does."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=30)
            self._process = None

    def remove(self) -> None:
        """Stop it for good."""
        self.stop(signal.SIGQUIT)
        for one in self._folders:
            shutil.rmtree(one, ignore_errors=True)

    def create(self, database: str) -> str:
        """A new database without a ledger; its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def role(self, name: str) -> None:
        """A role that may log in."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone():
                connection.execute(f"CREATE ROLE {name} LOGIN")

    def ledger(self, database: str) -> str:
        """An empty ledger, made once for each name and emptied when it is asked for again; its writer's address."""
        try:
            with tamperer(self.url(database)) as connection:
                connection.execute(f"TRUNCATE {TABLES} RESTART IDENTITY")
                connection.execute("ALTER SEQUENCE commit_ids RESTART")
                connection.execute("UPDATE tree SET size = 0, peaks = '{}'; UPDATE last_kept SET version = 0")
        except psycopg.OperationalError:
            self.role("writer")
            initialize(Address.parse(self.create(database)), "writer")
        return self.url(database, "writer")

    def _run(self, command: list[str]) -> None:
        subprocess.run([*self._prefix, *command], check=True, stdout=subprocess.DEVNULL, cwd=self.folder)


def tamperer(url: str) -> psycopg.Connection[tuple[object, ...]]:
    """A connection of a superuser, whom no trigger stops."""
    connection = psycopg.connect(url.replace("writer@", "owner@"), autocommit=True)
    connection.execute("SET session_replication_role = replica; SET search_path = pitbook")
    return connection


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
