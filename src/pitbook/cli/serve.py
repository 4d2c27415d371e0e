"""`pitbook serve`: tables in the browser."""

import asyncio
import os
import re
import secrets
import signal
import ssl
import stat
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Final

import typer

from pitbook.cli.checkpoint import Quorum, Witnesses, parse_witnesses
from pitbook.cli.listen_address import listen_at
from pitbook.cli.output import console, errors
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.workers import Processes
from pitbook.ledger import Place
from pitbook.pit import Pit, open_record
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import add_books
from pitbook.web.access.shared import access_of
from pitbook.web.access.sockets import LimitedListener
from pitbook.web.app import create_app
from pitbook.web.history.checkpoints import CheckpointSchedule, checkpoints_of
from pitbook.web.http_server import HttpServer, http_server_of
from pitbook.web.logs import log_to_console
from pitbook.web.settings import LOCKED_SECONDS, LOOPBACK, Settings

MOST_WORKERS: Final = 64
SHORTEST_KEY: Final = 32
LONGEST_KEY: Final = 200
"""Characters of an operator key."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; by default only this machine.")] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(help="The port; 0 chooses a free one.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name of this server, such as pit.example.org; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a trusted reverse proxy; may be repeated.",
        ),
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Serve HTTPS with this certificate.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's key.")] = None,
    books: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder of a custom rule book, or of several; may be repeated.",
        ),
    ] = None,
    db: Db = None,
    key: Key = None,
    checkpoint_seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="The time between signed checkpoints of the record.")
    ] = 60.0,
    witness: Witnesses = None,
    quorum: Quorum = None,
    workers: Annotated[
        int, typer.Option(metavar="N", help="How many server processes; more than one needs PostgreSQL.")
    ] = 1,
    operator_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="PITBOOK_OPERATOR_KEY",
            help="A file with the operator key; by default a new key at each start.",
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the tables: the pages for a browser, and the API."""
    for folder in books or ():
        add_books(folder)
    names = {_checked_name(one) for one in name or ()}
    proxies = [_checked_proxy(one) for one in proxy or ()]
    _check_tls(tls_cert, tls_key)
    if not 1 <= checkpoint_seconds <= 86_400:
        message = f"--checkpoint-seconds {checkpoint_seconds}: must be from 1 to 86400"
        raise MalformedError(Problem(message, str(checkpoint_seconds)))
    schedule = CheckpointSchedule(checkpoint_seconds, *parse_witnesses(witness or [], quorum))
    place = record_place(db, create=True)
    _check_workers(workers, place)
    the_key = _read_operator_key(operator_key) if operator_key else secrets.token_hex(16)
    with closing(listen_at(host, port)) as listening:
        here = listening.getsockname()[1]
        bound = ip_address(listening.getsockname()[0].partition("%")[0])
        local = bound.is_loopback
        hosts = (LOOPBACK | {host.lower(), str(bound)} | names) - {""}
        settings = Settings(hosts=hosts, any_address=bound.is_unspecified, only_this_machine=local)

        def say_where() -> None:
            shown = f"[{host}]" if ":" in host else "localhost" if host in LOOPBACK or host in ("0.0.0.0", "") else host  # noqa: S104
            address = f"{'http' if tls_cert is None else 'https'}://{shown}:{here}/"
            console.print(
                f"Pitbook is at {address} (Ctrl+C stops it); the record is {place}", markup=False, soft_wrap=True
            )
            valid = f", valid until the server stops: {the_key}" if operator_key is None else f" is in {operator_key}"
            console.print(f"The operator key{valid}", markup=False, soft_wrap=True)
            if not local:
                errors.print("Anybody who can reach this machine can play here.", markup=False)
            if open_page:
                threading.Timer(1.0, webbrowser.open, [address]).start()

        def work(opened: Callable[[], None] = lambda: None) -> None:
            with (
                closing(open_record(place, key=key, create=True, patience=LOCKED_SECONDS)) as store,
                closing(access_of(store)) as access,
                checkpoints_of(place, key, schedule) as signed,
            ):
                app = create_app(Pit(store), settings, access, the_key, signed)
                opened()
                server = http_server_of(app, listening, settings, proxies=proxies, certificate=tls_cert, key=tls_key)
                server.alone = True
                _run(server, listening)

        if workers == 1:
            work(say_where)
        else:
            # One process reports what is wrong, and makes what a new record needs, before the others start.
            with closing(open_record(place, key=key, create=True, patience=LOCKED_SECONDS)) as store:
                access_of(store).close()
            Processes(workers, work).run(say_where)
    console.print("Stopped; everything is in the record.", markup=False)
    if threading.active_count() > 1:
        # Computations cannot be interrupted, and nobody needs their results any more.
        sys.stdout.flush()
        os._exit(0)


def _check_workers(workers: int, place: Place) -> None:
    """Several processes need a record that they can share."""
    if not 1 <= workers <= MOST_WORKERS:
        raise MalformedError(Problem(f"--workers {workers}: must be from 1 to {MOST_WORKERS}", str(workers)))
    if workers > 1 and isinstance(place, Path):
        message = (
            f"--workers {workers}: a record in a file is for one process. Keep it in PostgreSQL: pitbook db init and "
            f"pitbook db copy {place} URL, then pitbook serve --workers {workers} --db URL"
        )
        raise RefusedError(Problem(message, str(workers)))


def _read_operator_key(path: Path) -> str:
    """The operator key in a file that only its owner may read."""
    try:
        with path.open(encoding="ascii") as file:
            mode = os.fstat(file.fileno()).st_mode
            found = file.read(LONGEST_KEY + 2).strip()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a key"
        raise RefusedError(Problem(f"--operator-key {path}: {why}", str(path))) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        message = f"--operator-key {path}: other users can read or change it: run chmod 600 on it"
        raise RefusedError(Problem(message, str(path)))
    if not SHORTEST_KEY <= len(found) <= LONGEST_KEY or not found.isprintable() or " " in found:
        message = f"--operator-key {path}: a key has {SHORTEST_KEY} to {LONGEST_KEY} characters and no spaces"
        raise MalformedError(Problem(f"{message}; openssl rand -hex 16 prints one", str(path)))
    return found


def _checked_name(name: str) -> str:
    """A host name as a browser sends it, without scheme and port."""
    if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name.lower()):
        message = f"--name {name}: a host name has only letters, digits, dots and hyphens, without http:// and port"
        raise MalformedError(Problem(message, name[:80]))
    return name.lower()


def _checked_proxy(address: str) -> str:
    """A literal address or network; a name could be pointed elsewhere."""
    try:
        return str(ip_network(address))
    except ValueError as error:
        message = f"--proxy {address}: write an address like 127.0.0.1 or a network like 10.0.0.0/8"
        raise MalformedError(Problem(message, address[:80])) from error


def _check_tls(certificate: Path | None, key: Path | None) -> None:
    """Check that a certificate and its key belong together."""
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise MalformedError(Problem("--tls-cert and --tls-key must be given together"))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except OSError as error:
        message = f"{certificate} and {key} are not a certificate and its key: {error.strerror or error}"
        raise RefusedError(Problem(message, str(certificate)[:80])) from error


def _run(server: HttpServer, listening: LimitedListener) -> None:
    log_to_console()
    for number in (signal.SIGTERM, signal.SIGINT):
        # The server raises these signals again after stopping; ignore them then.
        signal.signal(number, lambda *_: None)
    asyncio.run(server.serve(sockets=[listening]))
    if not server.started:
        raise RefusedError(Problem("the server could not start; see the messages above"))
