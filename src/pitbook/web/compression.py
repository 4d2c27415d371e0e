"""Compresses the largest documents for browsers that support it.

None of them has a secret next to text that somebody else chose, so the compressed size cannot reveal a secret. Layouts,
books and odds are public, a round that is replayed is over, and the review of a decision names nobody.
"""

import gzip
import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LARGE: Final = re.compile(
    r"/api/(tables/[^/]+/(felt|layout)|rounds/[^/]+(/(felt|layout|review))?|books(/differences)?|lesson|glossary|odds)"
)


class CompressionMiddleware:
    """Compresses the application's answers at the addresses of these documents."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """All other answers pass unchanged."""
        if scope["type"] == "http" and _LARGE.fullmatch(scope["path"]):
            send = _Packed(send, asked="gzip" in Headers(scope=scope).get("accept-encoding", ""))
        await self._app(scope, receive, send)


class _Packed:
    """An answer that is collected, then compressed."""

    def __init__(self, send: Send, *, asked: bool) -> None:
        self._send = send
        self._asked = asked
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        self._body += message.get("body", b"")
        if self._start is None or message.get("more_body", False):
            return
        headers = MutableHeaders(raw=list(self._start["headers"]))
        headers.add_vary_header("Accept-Encoding")
        body = gzip.compress(self._body, compresslevel=6, mtime=0) if self._asked else self._body
        if self._asked:
            headers["content-encoding"] = "gzip"
            headers["content-length"] = str(len(body))
        await self._send({**self._start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})
