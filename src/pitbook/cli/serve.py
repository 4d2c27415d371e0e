"""`pitbook serve`: the table in the browser."""

import asyncio
import errno
import logging
import os
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from ipaddress import ip_address
from typing import Annotated

import typer
import uvicorn

from pitbook.cli.output import console, errors
from pitbook.cli.record import Db, record_path
from pitbook.pit import Pit, open_record
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.web.access import access_beside
from pitbook.web.app import create_app
from pitbook.web.house import House
from pitbook.web.settings import LOCKED_SECONDS, LOOPBACK, Settings
from pitbook.web.signing import Signer, key_beside

BACKLOG = 1024
MOST_WAIT = 5
"""How long a stopping server waits for answers that are on their way, in seconds."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; only this machine unless told otherwise.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name under which others reach this server, such as pit.example.org; may be repeated."),
    ] = None,
    db: Db = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the tables: pages for a browser, and the API."""
    if not 0 <= port <= 65_535:
        raise MalformedError(Problem(f"--port {port}: a port is from 0 to 65535", str(port)))
    names = {_checked_name(one) for one in name or ()}
    path = record_path(db, create=True)
    with (
        closing(_listen(host, port)) as listening,
        closing(open_record(path, create=True, patience=LOCKED_SECONDS)) as store,
        closing(access_beside(path)) as access,
    ):
        here = listening.getsockname()[1]
        bound = ip_address(listening.getsockname()[0].partition("%")[0])
        local = bound.is_loopback
        hosts = (LOOPBACK | {host.lower(), str(bound)} | names) - {""}
        settings = Settings(hosts=hosts, any_address=bound.is_unspecified)
        operator_key = secrets.token_hex(16)
        app = create_app(Pit(store), settings, Signer(key_beside(path)), access, operator_key)
        shown = f"[{host}]" if ":" in host else "localhost" if host in LOOPBACK or host in ("0.0.0.0", "") else host  # noqa: S104
        address = f"http://{shown}:{here}/"
        console.print(f"Pitbook is at {address} (Ctrl+C stops it); the record is {path}", markup=False, soft_wrap=True)
        console.print(f"The operator key, until it stops: {operator_key}", markup=False, soft_wrap=True)
        if not local:
            errors.print("Anybody who can reach this machine can play here.", markup=False)
        if open_page:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        _run(app.state.house, app, listening)
    console.print("Stopped; everything is in the record.", markup=False)
    if threading.active_count() > 1:
        # A computation that nobody waits for any more can't be interrupted; there is nothing left to be kept of it.
        sys.stdout.flush()
        os._exit(0)


def _checked_name(name: str) -> str:
    """A host's name as a browser sends it, without scheme and port."""
    if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name.lower()):
        message = f"--name {name}: a name has letters, digits, dots and hyphens only, and neither http:// nor a port"
        raise MalformedError(Problem(message, name[:80]))
    return name.lower()


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket; a port that is taken, or an address that is not ours, is a sentence."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(BACKLOG)
        except BaseException:
            listening.close()
            raise
    except (UnicodeError, ValueError) as error:
        raise MalformedError(Problem(f"--host {host}: this is no address and no name of a host", host[:80])) from error
    except OSError as error:
        taken = "something else listens there; --port takes another port"
        why = taken if error.errno == errno.EADDRINUSE else error.strerror
        raise RefusedError(Problem(f"{host}:{port}: {why}", f"{host}:{port}"[:80])) from error
    return listening


class _Server(uvicorn.Server):
    """Tells every page that it stops before it closes their connections."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._house.say_closing()
        await super().shutdown(sockets)


def _run(house: House, app: object, listening: socket.socket) -> None:
    logging.getLogger("pitbook.web").addHandler(logging.StreamHandler())
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        # Anybody on this machine could say to come from elsewhere, and so get around the limits of an address.
        proxy_headers=False,
        server_header=False,
        date_header=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=MOST_WAIT,
        lifespan="on",
    )
    server = _Server(config, house)
    for number in (signal.SIGTERM, signal.SIGINT):
        # The server stops by these, and then sends them again to whoever handled them before: here, to nobody.
        signal.signal(number, lambda *_: None)
    asyncio.run(server.serve(sockets=[listening]))
    if not server.started:
        raise RefusedError(Problem("the server could not be started; what is above says why"))
