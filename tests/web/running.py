"""A real server in a thread, and clients that talk to it over loopback as a browser or a program would."""

import asyncio
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from kinds import one_of_each_kind
from pitbook.ledger import Place
from pitbook.pit import Pit, open_record
from pitbook.web.access.shared import access_of
from pitbook.web.access.sockets import listen
from pitbook.web.app import create_app
from pitbook.web.http_server import http_server_of
from pitbook.web.live.patches import patched
from pitbook.web.settings import LOCKED_SECONDS, Rate, Settings

FAST = Settings(
    bot_seconds=0.0,
    waiting_seconds=30,
    commands=Rate(10_000, 10_000),
    requests=Rate(10_000, 10_000),
    sessions=Rate(10_000, 10_000),
    arrivals=Rate(10_000, 10_000),
    sockets=Rate(10_000, 10_000),
    max_tables_each=400,
    max_tables_address=400,
)
"""Bots that don't think, and limits that tests don't reach."""
OPERATOR_KEY = "0f" * 16
PATIENCE = 120
"""Seconds after which an answer does not come any more, even on a busy machine."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""A client would read every certificate authority of the world anew, and nothing here is encrypted."""
BOOKS = ("md-heads-up-holdem", "ma-heads-up-holdem", "galaxy-heads-up-holdem", "md-four-card-poker")
HOUSE_BOOKS = ("let-it-ride", "three-card-poker", "ultimate-texas-holdem")
EVERY_BOOK = [
    *one_of_each_kind([*BOOKS, HOUSE_BOOKS[0]]),
    *(pytest.param(book, marks=pytest.mark.prove) for book in HOUSE_BOOKS[1:]),
]
"""By default one of each kind, and of the games that Pitbook states itself the one without a dealer's hand."""


class Served:
    """A server that runs."""

    def __init__(self, app: FastAPI, port: int, path: Path, stack: ExitStack) -> None:
        self._stack = stack
        self.app = app
        self.port = port
        self.path = path
        self.pit: Pit = app.state.server.pit

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def client(self, name: str = "Ann") -> "Client":
        found = Client(self.port, name)
        self._stack.callback(found.http.close)
        return found

    def again(self, token: str) -> "Client":
        """Somebody who was signed in before."""
        found = Client(self.port, token=token)
        self._stack.callback(found.http.close)
        return found

    def operator(self) -> "Client":
        """The operator, signed in."""
        answer = self.plain().post("/api/operator", json={"key": OPERATOR_KEY, "name": "Ada"})
        found = Client(self.port, token=answer.json()["token"])
        self._stack.callback(found.http.close)
        return found

    def raw(self, address: str = "127.0.0.1") -> socket.socket:
        """A connection on which nothing is said yet."""
        return socket.create_connection(("127.0.0.1", self.port), 30, (address, 0))

    def plain(self) -> httpx.Client:
        """A client that nobody is signed in with."""
        return self._stack.enter_context(httpx.Client(base_url=self.address, timeout=PATIENCE, verify=NO_TLS))


@contextmanager
def served(place: Place, settings: Settings = FAST) -> Iterator[Served]:
    """A server on a free port with a record in a file or a database, until the block ends."""
    with (
        closing(open_record(place, create=True, patience=LOCKED_SECONDS)) as store,
        closing(access_of(store)) as access,
    ):
        app = create_app(Pit(store), settings, access, OPERATOR_KEY)
        with listening(app, settings) as port, ExitStack() as stack:
            yield Served(app, port, store.path, stack)


@contextmanager
def listening(app: FastAPI, settings: Settings = FAST, **more: Any) -> Iterator[int]:
    """An application served on a free port."""
    with closing(listen(socket.AF_INET, ("127.0.0.1", 0))) as here:
        server = http_server_of(app, here, settings, **more)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[here])))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            assert server.started
            yield here.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


class Client:
    """Somebody with a session."""

    def __init__(self, port: int, name: str = "Ann", token: str | None = None) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://localhost:{port}", timeout=PATIENCE, verify=NO_TLS)
        if token is None:
            found = self.http.post("/api/session", json={"name": name}).json()
            token = found["token"]
        self.token = token
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.player: str = self.http.get("/api/session").json()["player"]

    def invite(self, table: str, role: str) -> str:
        """An invitation to a table."""
        answer = self.http.post(f"/api/tables/{table}/invitations", json={"role": role})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["invitation"])

    def redeem(self, invitation: str) -> None:
        """Take the role of an invitation."""
        answer = self.http.post("/api/session/grants", json={"invitation": invitation})
        assert answer.status_code == 200, answer.text
        self.http.cookies.clear()

    def open(self, target: str | None = "md-heads-up-holdem", **asked: Any) -> str:
        """Open a table and sit down at the first position, unless told otherwise."""
        asked = {"target": target, "seat": 1, "buy_in": "5000.00"} | asked
        answer = self.http.post("/api/tables", json={name: value for name, value in asked.items() if value is not None})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def view(self, table: str, role: str = "player") -> Any:
        answer = self.http.get(f"/api/tables/{table}", params={"as": role})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(
        self, table: str, do: str, *, key: str | None = None, at: int | None = None, **asked: Any
    ) -> httpx.Response:
        """Send a command, and get the answer whatever it is."""
        headers = {} if key is None else {"Idempotency-Key": key}
        headers |= {} if at is None else {"If-Match": f'"{at}"'}
        return self.http.post(f"/api/tables/{table}/commands", json={"do": do, **asked}, headers=headers)

    def do(self, table: str, do: str, *, key: str | None = None, at: int | None = None, **asked: Any) -> Any:
        """Send a command that has to be carried out."""
        answer = self.ask(table, do, key=key, at=at, **asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def live(self, table: str, role: str = "player") -> "Live":
        return Live(self, table, role)


class Live:
    """A live connection to a table, which remembers everything that it was sent."""

    _ids = count(1)

    def __init__(self, client: Client, table: str, role: str = "player") -> None:
        headers = {"Authorization": f"Bearer {client.token}"}
        address = f"ws://localhost:{client.port}/api/tables/{table}/live?as={role}&patches=true"
        self._connecting = connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE)
        self.socket: ClientConnection
        self.received: list[Any] = []
        self.view: Any = None
        self._number = 0

    def __enter__(self) -> "Live":
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *reason: Any) -> None:
        self._connecting.__exit__(*reason)

    def next(self, timeout: float = PATIENCE) -> Any:
        """The next message."""
        message = json.loads(self.socket.recv(timeout))
        self.received.append(message)
        if message["type"] == "patch":
            assert message["base"] == self._number, "a patch is for the view that the page has"
            self.view, self._number = patched(self.view, message["patch"]), message["number"]
        elif message["type"] == "view":
            self.view, self._number = message["view"], message["number"]
        return message

    def send(self, do: str, *, key: str | None = None, at: int | None = None, **asked: Any) -> str:
        key = key or f"k{next(self._ids)}"
        message = {"type": "command", "id": key, "expected": at, "command": {"do": do, **asked}}
        self.socket.send(json.dumps(message))
        return key

    def do(self, do: str, *, key: str | None = None, at: int | None = None, **asked: Any) -> Any:
        """Send a command and read on until its answer; the view that it led to has come before."""
        key = self.send(do, key=key, at=at, **asked)
        while True:
            message = self.next()
            if message.get("id") == key:
                return message

    def until(self, wanted: Any, timeout: float = PATIENCE) -> Any:
        """Read on until the newest view is as wanted."""
        end = time.monotonic() + timeout
        while self.view is None or not wanted(self.view):
            self.next(max(0.01, end - time.monotonic()))
        return self.view


def least_wagers(view: Any, *, all_of_them: bool = False) -> dict[str, str]:
    """The required wagers of a view at their least, or everything on offer."""
    wagers = view["wagering"]["wagers"]
    return {one["name"]: one["least"] for one in wagers if one["required"] or all_of_them}
