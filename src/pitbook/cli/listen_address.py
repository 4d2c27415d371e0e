"""Where a command listens: its `--host` and `--port`."""

import errno
import socket

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.web.access.sockets import LimitedListener, listen


def listen_at(host: str, port: int) -> LimitedListener:
    """The listening socket; a port that is taken, or an address that is not ours, is a sentence."""
    if not 0 <= port <= 65_535:
        raise MalformedError(Problem(f"--port {port}: a port is from 0 to 65535", str(port)))
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return listen(family, kind, protocol, address)
    except (UnicodeError, ValueError) as error:
        raise MalformedError(Problem(f"--host {host}: this is no address and no name of a host", host[:80])) from error
    except OSError as error:
        taken = "something else listens there; --port takes another port"
        why = taken if error.errno == errno.EADDRINUSE else error.strerror
        raise RefusedError(Problem(f"{host}:{port}: {why}", f"{host}:{port}"[:80])) from error
