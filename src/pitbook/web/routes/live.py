"""The live connection: views as they change, and commands, over one WebSocket for each page."""

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.web.access.roles import ROLES, Role
from pitbook.web.access.security import address_of
from pitbook.web.dependencies import current_session, server_of
from pitbook.web.errors import TooFastError, UnauthenticatedError, error_document, status_of
from pitbook.web.live.connections import GOING_AWAY, POLICY, SIGNED_OUT, Connection
from pitbook.web.live.server import TableServer
from pitbook.web.requests.commands import MESSAGE, CommandMessage, Ping, ShowView
from pitbook.web.requests.validation import problems_of
from pitbook.web.routes.tables import allowed_role

log = logging.getLogger("pitbook.web")
router = APIRouter()
LARGEST_MESSAGE: Final = 16_384
MAX_MALFORMED: Final = 20
"""A connection is closed when its malformed or too fast messages outnumber the others by this many."""
MAX_AT_ONCE: Final = 32
"""How many commands of one connection may wait for their answers."""
LAST_WORDS_SECONDS: Final = 4
"""How long the reason may take to arrive before a connection is closed; a stopping server waits longer than this."""
UNREAD_SECONDS: Final = 60
"""How long a message waits for a reader who reads nothing."""


@router.websocket("/api/tables/{table}/live")
async def live(websocket: WebSocket, table: str) -> None:
    """Show a table until the page disconnects. A refusal is sent in place of the handshake."""
    server = server_of(websocket)
    session = current_session(websocket)
    projection = await server.visible_projection(table, session)
    role = allowed_role(projection, session, _role(websocket.query_params.get("as", "player")))
    patches = websocket.query_params.get("patches") == "true"
    connection = Connection(projection.name, session, role, address_of(websocket), patches=patches)
    await server.pages.connect(connection)
    try:
        try:
            await websocket.accept()
        except OSError:
            # The page went away during the handshake.
            return
        server.pages.welcome(projection, connection)
        await _talk(websocket, server, connection)
    finally:
        server.pages.disconnect(connection)


def _role(name: str) -> Role:
    found = next((role for role in ROLES if role == name), None)
    if found is None:
        raise MalformedError(Problem(f"a table can be viewed as {', '.join(ROLES)}", name[:20]))
    return found


async def _talk(websocket: WebSocket, server: TableServer, connection: Connection) -> None:
    """Send and receive side by side, until either ends or the connection is to be closed."""
    sending = asyncio.create_task(_send(websocket, connection))
    receiving = asyncio.create_task(_receive(websocket, server, connection))
    ending = asyncio.create_task(connection.ended())
    tasks = (sending, receiving, ending)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if connection.code is not None:
            receiving.cancel()
            await asyncio.wait((sending,), timeout=LAST_WORDS_SECONDS)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
            raise result


async def _send(websocket: WebSocket, connection: Connection) -> None:
    """Send what waits; close the connection of a reader who reads nothing for a while."""
    try:
        while (text := await connection.next()) is not None:
            async with asyncio.timeout(UNREAD_SECONDS):
                await websocket.send_text(text)
        await websocket.close(connection.code or GOING_AWAY)
    except (TimeoutError, RuntimeError):
        # Or uvicorn has closed the connection: for a frame that breaks the protocol, or a ping without an answer.
        return


async def _receive(websocket: WebSocket, server: TableServer, connection: Connection) -> None:
    bad = 0
    at_work: set[asyncio.Task[None]] = set()
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                # Every message counts for the rate limit.
                await server.commands.take(connection.session.id if connection.session else connection.address)
                task = _understand(message, server, connection, len(at_work))
            except (MalformedError, TooFastError) as error:
                bad += 1
                _say_error(connection, _id_of(message), error)
                if bad >= MAX_MALFORMED:
                    connection.end(POLICY)
                    return
                continue
            bad = max(0, bad - 1)
            if task is not None:
                at_work.add(task)
                task.add_done_callback(at_work.discard)
    finally:
        # A command that was sent is carried out, whether or not anybody waits for the answer.
        if at_work:
            with suppress(asyncio.CancelledError):
                await asyncio.wait(at_work)


def _understand(
    message: Mapping[str, object], server: TableServer, connection: Connection, waiting: int
) -> asyncio.Task[None] | None:
    """Answer a ping or send the view at once, or start a command."""
    text = message.get("text")
    if not isinstance(text, str):
        raise MalformedError(Problem("messages are text"))
    if len(text) > LARGEST_MESSAGE:
        raise MalformedError(Problem(f"a message has at most {LARGEST_MESSAGE} characters", str(len(text))))
    try:
        asked = MESSAGE.validate_json(text)
    except ValidationError as error:
        raise MalformedError(problems_of(error.errors())) from error
    if isinstance(asked, Ping):
        connection.say({"type": "pong"})
        return None
    if isinstance(asked, ShowView):
        projection = server.projections.get(connection.table)
        if projection is not None:
            server.pages.show_again(projection, connection)
        return None
    if waiting >= MAX_AT_ONCE:
        raise TooFastError(Problem(f"at most {MAX_AT_ONCE} commands wait for their answers"))
    return asyncio.create_task(_carry_out(server, connection, asked))


async def _carry_out(server: TableServer, connection: Connection, asked: CommandMessage) -> None:
    try:
        if connection.session is None:
            raise UnauthenticatedError(Problem("say who you are first: POST /api/session"))
        projection = await server.visible_projection(connection.table, connection.session)
        result = await server.command(projection, asked.command, connection.session, asked.id, asked.expected)
    except PitbookError as error:
        _say_error(connection, asked.id, error)
        if connection.session is not None and isinstance(error, UnauthenticatedError):
            connection.end(SIGNED_OUT)
        return
    except Exception:
        log.exception("an unexpected error at %s", connection.table)
        wrong = RefusedError(Problem("something went wrong here; the record is not affected"))
        _say_error(connection, asked.id, wrong)
        return
    connection.say({"type": "done", "id": asked.id, "version": result.version, "repeated": result.repeated})


def _say_error(connection: Connection, asked: str | None, error: PitbookError) -> None:
    """Send the error of a command with the status that a request would get: after a 503 the id may be sent again."""
    connection.say({"type": "error", "id": asked, "status": status_of(error), **error_document(error)})


def _id_of(message: Mapping[str, object]) -> str | None:
    """The id of a message that was not understood, so that its sender knows which one it was."""
    text = message.get("text")
    if not isinstance(text, str) or len(text) > LARGEST_MESSAGE:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) and 0 < len(name) <= 64 and name.isascii() else None
