"""The pages and what they are made of, from the package itself; a browser keeps them and asks whether they changed."""

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response

from pitbook.problems import Problem
from pitbook.web.errors import UnknownError
from pitbook.web.verifier import FILE_NAME, verifier_page

router = APIRouter(include_in_schema=False)
PAGES: Final = Path(__file__).resolve().parent.parent / "pages"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
ADDRESSES: Final = ("/", "/table/{rest:path}", "/round/{rest:path}", "/odds", "/session", "/drill", "/learn", "/about")
"""Addresses of the one page, which finds its part by the path."""


WORTH_PACKING: Final = 600
"""Smaller files hardly become smaller."""
PACKED: Final = frozenset({".html", ".js", ".css", ".svg", ".json", ".txt", ".md"})


@lru_cache(maxsize=512)
def _content(path: Path, changed: int, size: int, packed: bool) -> tuple[bytes, str]:
    """A file and its tag, read and packed once for each time that it changed."""
    content = path.read_bytes()
    tag = hashlib.sha256(content).hexdigest()[:32]
    return (gzip.compress(content, mtime=0), f'"{tag}-gz"') if packed else (content, f'"{tag}"')


def file_response(request: Request, path: Path) -> Response:
    """A file of the package, or the word that it has not changed."""
    try:
        found = path.stat()
        asked = "gzip" in request.headers.get("accept-encoding", "")
        packed = asked and path.suffix in PACKED and found.st_size >= WORTH_PACKING
        content, tag = _content(path, found.st_mtime_ns, found.st_size, packed)
    except OSError as error:
        raise UnknownError(Problem("there is no such page", request.url.path[:80])) from error
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=TYPES[path.suffix], headers=headers)


def _file_at(path: str) -> Path | None:
    """A module, a style sheet or a picture of the pages; nothing outside their folder."""
    wanted = (PAGES / path).resolve() if "\0" not in path else PAGES
    try:
        return wanted if wanted.is_relative_to(PAGES) and wanted.suffix in TYPES and wanted.is_file() else None
    except OSError:
        # A name that is longer than any file's.
        return None


def page(request: Request) -> Response:
    """The one page of the application; a module in a folder of the same name, like `/table/page.js`, is itself."""
    return file_response(request, _file_at(request.scope["path"].lstrip("/")) or PAGES / "index.html")


for address in ADDRESSES:
    router.add_api_route(address, page, methods=["GET", "HEAD"])


@router.api_route("/docs", methods=["GET", "HEAD"])
def docs(request: Request) -> Response:
    """The description of the API, shown from /openapi.json by a page of our own."""
    return file_response(request, PAGES / "docs" / "index.html")


@router.api_route(f"/{FILE_NAME}", methods=["GET", "HEAD"])
def verifier() -> Response:
    """The page that checks rounds from a player's own disk, to keep: here its inline script would not run."""
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(verifier_page(), media_type=TYPES[".html"], headers=headers)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def static(request: Request, path: str) -> Response:
    """What the pages are made of; a person who asks for anything else is told so by the page itself."""
    wanted = _file_at(path)
    if wanted is not None:
        return file_response(request, wanted)
    if path.startswith("api/") or "text/html" not in request.headers.get("accept", ""):
        raise UnknownError(Problem("there is no such page", f"/{path}"[:80]))
    return Response((PAGES / "index.html").read_bytes(), status_code=404, media_type=TYPES[".html"])
