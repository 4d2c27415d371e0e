"""The `--host` and `--port` that a command listens on."""

import errno
import socket

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.web.access.sockets import LimitedListener, listen


def listen_at(host: str, port: int) -> LimitedListener:
    """The listening socket; a port in use or a foreign address gives a plain message."""
    if not 0 <= port <= 65_535:
        raise MalformedError(Problem(f"--port {port}: a port is from 0 to 65535", str(port)))
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return listen(family, address)
    except (UnicodeError, ValueError) as error:
        raise MalformedError(Problem(f"--host {host}: not an address or a host name", host[:80])) from error
    except OSError as error:
        taken = "the port is in use; choose another with --port"
        why = taken if error.errno == errno.EADDRINUSE else error.strerror
        raise RefusedError(Problem(f"{host}:{port}: {why}", f"{host}:{port}"[:80])) from error
