"""The pages, from the shell of this server.

A page itself is requested each time; its files have the version in their address, and are cached forever.
"""

from typing import Final

from fastapi import APIRouter, Request, Response

from pitbook.problems import Problem
from pitbook.web.access.security import POLICY
from pitbook.web.errors import UnknownError
from pitbook.web.shell import VERIFIER, WORKER, File, Shell
from pitbook.web.verifier import FILE_NAME, policy_of

router = APIRouter(include_in_schema=False)
ADDRESSES: Final = ("/", "/table/{rest:path}", "/round/{rest:path}", "/odds", "/session", "/drill", "/learn", "/about")
"""Addresses of the one page, which finds its part by the path."""
_FILES = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "app.webmanifest")
ASKED_FOR_BY_NAME: Final = {name: name for name in _FILES} | {"favicon.ico": "icon-192.png"}
"""Files that browsers and systems look for beside a page, whatever its version."""
ALWAYS: Final = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


def shell_of(request: Request) -> Shell:
    """The shell of this server."""
    found: Shell = request.app.state.shell
    return found


def _packed(request: Request, file: File) -> bytes | None:
    return file.packed if "gzip" in request.headers.get("accept-encoding", "") else None


def _kept_for_good(request: Request, file: File) -> Response:
    packed = _packed(request, file)
    headers = ALWAYS | ({"Content-Encoding": "gzip"} if packed else {})
    return Response(packed or file.content, media_type=file.media_type, headers=headers)


def _asked_each_time(request: Request, file: File) -> Response:
    """The file, or 304 if it has not changed."""
    packed = _packed(request, file)
    tag = f'"{file.tag}-gz"' if packed else f'"{file.tag}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(packed or file.content, media_type=file.media_type, headers=headers)


def page(request: Request) -> Response:
    """The one page of the application."""
    return _asked_each_time(request, shell_of(request).files["index.html"])


for address in ADDRESSES:
    router.add_api_route(address, page, methods=["GET", "HEAD"])


@router.api_route("/docs", methods=["GET", "HEAD"])
def docs(request: Request) -> Response:
    """The description of the API, shown from /openapi.json by a page of our own."""
    return _asked_each_time(request, shell_of(request).files["docs/index.html"])


@router.api_route("/verifier", methods=["GET", "HEAD"])
def verifier(request: Request) -> Response:
    """The verifier, to use at once; its policy allows only its own script, and no requests."""
    file = shell_of(request).files[VERIFIER]
    answer = _asked_each_time(request, file)
    answer.headers["Content-Security-Policy"] = policy_of(file.content.decode())
    return answer


@router.api_route(f"/{FILE_NAME}", methods=["GET", "HEAD"])
def verifier_to_keep(request: Request) -> Response:
    """The verifier, to keep on a player's own disk."""
    answer = _asked_each_time(request, shell_of(request).files[VERIFIER])
    answer.headers["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    return answer


@router.api_route("/shell/{version}/{path:path}", methods=["GET", "HEAD"])
def part(request: Request, version: str, path: str) -> Response:
    """A file of the pages, only in this server's own version."""
    shell = shell_of(request)
    if version != shell.version:
        raise UnknownError(Problem("this server has another version of the pages: load the page again", version[:40]))
    if path not in shell.files:
        raise UnknownError(Problem("there is no such page", request.url.path[:80]))
    answer = _kept_for_good(request, shell.files[path])
    if path == WORKER:
        answer.headers["Service-Worker-Allowed"] = "/"
        answer.headers["Content-Security-Policy"] = POLICY  # a worker has no page whose policy it would obey
    if path == VERIFIER:
        answer.headers["Content-Security-Policy"] = policy_of(shell.files[path].content.decode())
    return answer


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def anything_else(request: Request, path: str) -> Response:
    """A file by its name; for any other address the page itself says that there is nothing."""
    shell = shell_of(request)
    if path in ASKED_FOR_BY_NAME:
        return _asked_each_time(request, shell.files[ASKED_FOR_BY_NAME[path]])
    if path.startswith("api/") or "text/html" not in request.headers.get("accept", ""):
        raise UnknownError(Problem("there is no such page", f"/{path}"[:80]))
    file = shell.files["index.html"]
    return Response(file.content, status_code=404, media_type=file.media_type)
