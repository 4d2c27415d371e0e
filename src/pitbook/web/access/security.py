"""Checks on every request, and headers on every answer.

The checks are of the host that a request is for, the page that it comes from, its size and its rate. The headers keep a
browser from running or showing anything that is not ours.
"""

import asyncio
import logging
import re
import time
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.problems import PitbookError, Problem, RefusedError
from pitbook.web.access.sessions import COOKIE
from pitbook.web.access.shared_limits import SharedRate
from pitbook.web.access.sockets import network_of
from pitbook.web.dependencies import BEARER, current_session
from pitbook.web.errors import ForbiddenError, OutdatedPageError, TooLargeError, TooSlowError, error_document, status_of
from pitbook.web.responses.errors import ErrorDocument
from pitbook.web.settings import Settings

log = logging.getLogger("pitbook.web")
LARGEST_BODY: Final = 65_536
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
NONE: Final[Mapping[str, str]] = {}
SHELL: Final = "Pitbook-Shell"
"""The header that carries the version of the page."""
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
OF_DOCUMENTS: Final = {"Content-Security-Policy": POLICY, "Cross-Origin-Opener-Policy": "same-origin"}
"""For everything that a browser may show as a page, and for workers, which obey the policy of their own response."""
OF_PARTS: Final = {"Content-Security-Policy": "default-src 'none'"}
"""For scripts and styles, which obey the policy of the page that loads them; anywhere else they may do nothing. It is
short because there are many of them, and leaves out the opener policy, which matters only for pages."""
PARTS: Final = ("text/javascript", "text/css")


class SecurityMiddleware:
    """Stands in front of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, shell: str, requests: SharedRate) -> None:
        self._app = app
        self._shell = shell
        self._hosts = settings.hosts
        self._any_address = settings.any_address
        self._requests = requests
        self._body_seconds = settings.body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                begun = True
                _add_headers(message)
            await send(message)

        try:
            request = HTTPConnection(scope)
            self._check(request)
            session = current_session(request)
            await self._requests.take(session.id if session else address_of(request))
            body = _limited(receive, self._body_seconds) if scope["type"] == "http" else receive
            await self._app(scope, body, sending)
        except PitbookError as error:
            more = {SHELL: self._shell} if isinstance(error, OutdatedPageError) else {}
            await _answer(scope, receive, sending, status_of(error), error_document(error), more)
        except Exception:
            log.exception("an unexpected error at %s", scope.get("path"))
            if begun or scope["type"] == "websocket":
                raise
            wrong = RefusedError(Problem("something went wrong here; the record is not affected"))
            await _answer(scope, receive, sending, 500, error_document(wrong))

    def _check(self, request: HTTPConnection) -> None:
        host = request.headers.get("host", "")
        name = _name_of(host)
        if name not in self._hosts and not (self._any_address and _is_address(name)):
            message = "this server does not answer to that name; it can be told to: pitbook serve --name NAME"
            raise ForbiddenError(Problem(message, host[:80]))
        self._check_origin(request, host)
        self._check_shell(request)
        size = request.headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > LARGEST_BODY:
            raise TooLargeError(Problem(f"a request has at most {LARGEST_BODY} bytes", size[:20]))

    def _check_origin(self, request: HTTPConnection, host: str) -> None:
        """Refuse what another site's page sends, and a request with only a cookie that does not name its page."""
        live = request.scope["type"] == "websocket"
        if not live and request.scope["method"] in SAFE:
            return
        origin = request.headers.get("origin")
        if origin is None:
            by_cookie = COOKIE in request.cookies and not _has_bearer(request.headers)
            same = request.headers.get("sec-fetch-site") in ("same-origin", "none")
            if by_cookie and not same:
                raise ForbiddenError(Problem("a request with a cookie says which page it comes from"))
        elif origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise ForbiddenError(Problem("this request comes from another site's page", origin[:80]))

    def _check_shell(self, request: HTTPConnection) -> None:
        """Refuse a page of another version: what it shows or asks for may mean something else here."""
        live = request.scope["type"] == "websocket"
        shell = request.query_params.get("shell") if live else request.headers.get(SHELL)
        if shell is not None and shell != self._shell:
            raise OutdatedPageError(Problem("this page is from another version of Pitbook than the server: reload it"))


def _has_bearer(headers: Headers) -> bool:
    return headers.get("authorization", "").lower().startswith(BEARER)


_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:]*))(?::[0-9]{0,5})?")


def _name_of(host: str) -> str:
    """The name or address in a Host header, without the port; empty if the header is not a valid host."""
    found = _HOST.fullmatch(host.lower())
    return (found[1] or found[2] or "") if found else ""


def _is_address(name: str) -> bool:
    """Whether a host is a literal address, and so was not looked up by name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def address_of(request: HTTPConnection) -> str:
    """The address that a request comes from; see `network_of` for what counts as one address."""
    return network_of(request.client.host) if request.client else "nowhere"


def _limited(receive: Receive, seconds: float) -> Receive:
    """Limit a body that is sent in pieces: to `LARGEST_BODY` bytes, and to this time for all of it."""
    read, whole, latest = 0, False, time.monotonic() + seconds

    async def receiving() -> Message:
        nonlocal read, whole
        try:
            async with asyncio.timeout(None if whole else latest - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise TooSlowError(Problem(f"a request has to arrive within {seconds:g} seconds")) from None
        whole = not message.get("more_body", False)
        read += len(message.get("body", b""))
        if read > LARGEST_BODY:
            raise TooLargeError(Problem(f"a request has at most {LARGEST_BODY} bytes", str(read)))
        return message

    return receiving


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    part = headers.get("content-type", "").startswith(PARTS)
    for name, value in (HEADERS | (OF_PARTS if part else OF_DOCUMENTS)).items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")


async def _answer(
    scope: Scope, receive: Receive, send: Send, status: int, document: ErrorDocument, more: Mapping[str, str] = NONE
) -> None:
    """An error document: over HTTP, or in place of a handshake."""
    response = JSONResponse(document, status, headers={**_more_headers(status), **more})
    if scope["type"] == "http":
        await response(scope, receive, send)
        return
    if "websocket.http.response" in scope.get("extensions", {}):
        await response({**scope, "type": "websocket"}, receive, send)
    else:
        await send({"type": "websocket.close", "code": 4000 + status, "reason": ""})


def _more_headers(status: int) -> dict[str, str]:
    if status == 429:
        return {"Retry-After": "1"}
    return {"WWW-Authenticate": "Bearer"} if status == 401 else {}
