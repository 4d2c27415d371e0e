"""Witnesses to ask: as objects, and over HTTP on loopback."""

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pitbook.transparency import client
from pitbook.transparency.requests import AddCheckpoint
from pitbook.web.access.sockets import listen
from pitbook.web.settings import Settings
from pitbook.witness.files import make_witness, read_key, read_state
from pitbook.witness.server import server_of
from pitbook.witness.witness import Witness, WitnessAnswer
from transparency import naive

LOG = naive.Log().signer.vkey
PATIENCE = 60


def new_witness(folder: Path, name: str = "witness.example", *logs: str) -> Witness:
    """A witness that has cosigned nothing yet."""
    make_witness(folder, name)
    return again(folder, *logs)


def again(folder: Path, *logs: str) -> Witness:
    """The witness in a folder, started again."""
    signer = read_key(folder)
    return Witness(folder, signer, read_state(folder, signer), logs or [LOG])


def show(witness: Witness, log: naive.Log, old: int, size: int | None = None) -> WitnessAnswer:
    """Show a witness the checkpoint of a log, with an honest proof from a size."""
    return witness.add_checkpoint(AddCheckpoint(old, tuple(log.proof(old, size)), log.checkpoint(size)).text())


@contextmanager
def served(witness: Witness, settings: Settings | None = None) -> Iterator[str]:
    """A witness over HTTP, until the block ends; gives its address."""
    with closing(listen(socket.AF_INET, ("127.0.0.1", 0))) as here:
        server = server_of(witness, here, settings or Settings())
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[here])))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.005)
            assert server.started
            yield f"http://127.0.0.1:{here.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


@contextmanager
def answering(answer: Callable[[BaseHTTPRequestHandler], None], tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """Something that is no witness, and answers each request as it likes."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            answer(self)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        scheme, host = ("http", "127.0.0.1") if tls is None else ("https", "localhost")
        yield f"{scheme}://{host}:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join(PATIENCE)
        server.server_close()


def saying(status: int, body: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """The same answer to everybody."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def gather(
    log: naive.Log, witnesses: list[client.KnownWitness], k: int, old: int = 0, timeout: float = 20
) -> client.GatheredCosignatures:
    """What a log gets when it shows its present checkpoint to witnesses."""
    return client.gather(log.checkpoint(), witnesses, k, lambda _: old, log.proof, timeout)
