"""How a live connection ends: everything that waits is read first, but nobody who does not read is waited for."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket

from pitbook.web.access.shared_limits import SharedLimits
from pitbook.web.live.connections import GOING_AWAY, MAX_WAITING, NOT_ALLOWED, POLICY, Connection, ShownView, Texts
from pitbook.web.routes import live
from web.live.test_fuzz import nothing_logged
from web.running import FAST, Served

Sent = list[dict[str, Any]]
SHOWN: Any = {}
VIEW = ShownView(1, 1, SHOWN, Texts(), {})


class Line:
    """A line to a page, below the application: what was sent, and whether anybody reads it."""

    def __init__(self, *, reads: bool = True, breaks: bool = False) -> None:
        self.sent: Sent = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.breaks = breaks
        self._reads = asyncio.Event()
        if reads:
            self._reads.set()

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.accept":
            await self._reads.wait()
        if self.breaks and message["type"] == "websocket.send":
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")
        self.sent.append(message)

    def closed_with(self) -> int | None:
        return next((int(one["code"]) for one in self.sent if one["type"] == "websocket.close"), None)

    def read(self) -> list[Any]:
        return [json.loads(one["text"]) for one in self.sent if one["type"] == "websocket.send"]


class FakeServer:
    """Takes every command, and needs a moment for it."""

    def __init__(self) -> None:
        self.commands = SharedLimits(None, "", b"", lambda: 1).rate("commands", FAST.commands)
        self.carried_out: list[str] = []

    async def visible_projection(self, table: str, session: Any) -> Any:
        return None

    async def command(self, room: Any, asked: Any, session: Any, key: str, expected: int | None) -> Any:
        await asyncio.sleep(0.1)
        self.carried_out.append(key)
        return SimpleNamespace(version=1, repeated=False)


def _talk(line: Callable[[], Line], during: Callable[[Line, Connection], Awaitable[None]]) -> tuple[Line, FakeServer]:
    """Talk over a line until it ends, within five seconds."""

    async def run() -> tuple[Line, FakeServer]:
        made, fake = line(), FakeServer()
        scope = {"type": "websocket", "path": "/", "headers": []}
        websocket = WebSocket(scope, made.incoming.get, made.send)
        made.incoming.put_nowait({"type": "websocket.connect"})
        await websocket.accept()
        session: Any = SimpleNamespace(id="x", player="Ann~00000000")
        connection = Connection("T1", session, "player", "nowhere")
        talking = asyncio.create_task(live._talk(websocket, fake, connection))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        await during(made, connection)
        async with asyncio.timeout(5):
            await talking
        return made, fake

    return asyncio.run(run())


async def _end(line: Line, connection: Connection) -> None:
    connection.say({"type": "closing"})
    connection.end()
    connection.end(NOT_ALLOWED)
    connection.say({"type": "pong"})
    connection.show(VIEW)


def test_what_was_said_before_the_end_is_read_and_nothing_after_it() -> None:
    line, _ = _talk(Line, _end)
    assert line.read() == [{"type": "closing"}]
    assert line.closed_with() == GOING_AWAY


@pytest.mark.parametrize("code", [GOING_AWAY, NOT_ALLOWED, POLICY])
def test_who_never_reads_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    monkeypatch.setattr(live, "LAST_WORDS_SECONDS", 0.2)

    async def during(_: Line, connection: Connection) -> None:
        connection.show(VIEW)
        await asyncio.sleep(0.01)
        connection.end(code)

    line, _ = _talk(lambda: Line(reads=False), during)
    assert line.read() == []


def test_who_leaves_too_much_unread_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LAST_WORDS_SECONDS", 0.2)

    async def during(_: Line, connection: Connection) -> None:
        for _again in range(MAX_WAITING + 2):
            connection.say({"type": "pong"})
        assert connection.code == POLICY

    _talk(lambda: Line(reads=False), during)


def test_a_page_that_takes_no_view_for_a_while_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have gone to sleep for good; its place is free again."""
    monkeypatch.setattr(live, "UNREAD_SECONDS", 0.2)

    async def during(_: Line, connection: Connection) -> None:
        connection.show(VIEW)

    line, _ = _talk(lambda: Line(reads=False), during)
    assert line.sent == [{"type": "websocket.accept", "subprotocol": None, "headers": []}]


def test_a_line_that_was_closed_from_below_is_no_error() -> None:
    async def during(_: Line, connection: Connection) -> None:
        connection.show(VIEW)

    line, _ = _talk(lambda: Line(breaks=True), during)
    assert line.closed_with() is None


def test_commands_that_were_asked_for_are_carried_out_though_their_page_is_hung_up_on() -> None:
    async def during(line: Line, _: Connection) -> None:
        for number in range(3):
            asked = {"type": "command", "id": f"k{number}", "command": {"do": "leave"}}
            line.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(asked)})
        for _again in range(live.MAX_MALFORMED + 1):
            line.incoming.put_nowait({"type": "websocket.receive", "text": "nonsense"})
        await asyncio.sleep(0.3)

    line, fake = _talk(Line, during)
    assert line.closed_with() == POLICY
    assert {one["error"]["kind"] for one in line.read() if one["type"] == "error"} == {"malformed"}
    assert fake.carried_out == ["k0", "k1", "k2"]


def test_nothing_is_received_from_who_was_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor while the last words wait for a slow reader."""
    monkeypatch.setattr(live, "LAST_WORDS_SECONDS", 0.3)

    async def during(line: Line, connection: Connection) -> None:
        connection.end(NOT_ALLOWED)
        asked = {"type": "command", "id": "late", "command": {"do": "leave"}}
        await asyncio.sleep(0.01)
        line.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(asked)})

    _, fake = _talk(lambda: Line(reads=False), during)
    assert fake.carried_out == []


def test_who_may_not_look_any_more_is_told_by_the_code() -> None:
    async def during(_: Line, connection: Connection) -> None:
        connection.end(NOT_ALLOWED)

    line, _ = _talk(Line, during)
    assert line.closed_with() == NOT_ALLOWED


def test_a_page_that_goes_away_during_the_handshake_is_no_error(server: Served) -> None:
    table = server.client().open()
    request = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    tables = server.app.state.server
    gate = threading.Event()
    with nothing_logged():
        # The table has to be read from the record first, and the page does not wait for it.
        tables.projections.pop(table)
        tables.workers._order.submit(gate.wait)
        with socket.create_connection(("127.0.0.1", server.port), 10) as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            raw.sendall(request.encode())
            time.sleep(0.2)
        time.sleep(0.2)
        gate.set()
        assert server.client().view(table)["table"] == table
        assert not tables.pages.connections.at(table)
