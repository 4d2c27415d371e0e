"""The shell: every file that the pages are made of, under one version.

All files are read when the server starts, and are served under `/shell/VERSION/`. So a page never gets files of two
versions: not when a server is replaced by a newer one, and not when files on the disk are. The version is derived from
the whole program, not only from the pages, and a page that asks a server of another version is told to reload.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from pitbook.rulebooks import book_ids
from pitbook.selfcheck import program_digest
from pitbook.web.translation.sentences import LANGUAGES
from pitbook.web.verifier import verifier_page

PAGES: Final = Path(__file__).resolve().parent / "pages"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
WORKER: Final = "worker.js"
"""The service worker, which keeps the files of its own version."""
VERIFIER: Final = "verifier.html"
"""The verifier, as a page of this server."""
WORTH_PACKING: Final = 600
"""Files smaller than this gain little from compression."""
PICTURES: Final = frozenset({".png"})
"""Compressed already."""
_SHELL: Final = b"{shell}"
"""Where the address of the shell goes in a page."""


@dataclass(frozen=True)
class File:
    """A file of the shell."""

    content: bytes
    media_type: str
    packable: bool

    @cached_property
    def packed(self) -> bytes | None:
        """The file compressed; None if that is not worthwhile."""
        return gzip.compress(self.content, mtime=0) if self.packable else None

    @cached_property
    def tag(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:32]


@dataclass(frozen=True)
class Shell:
    """The files of one version, by their path in the folder of the pages."""

    version: str
    files: Mapping[str, File] = field(repr=False)

    @property
    def root(self) -> str:
        """The address under which its files are."""
        return f"/shell/{self.version}/"


@cache
def read_shell() -> Shell:
    """The shell as it was on disk at the first call."""
    version = program_digest()[:16]
    root = f"/shell/{version}".encode()
    found = {path.relative_to(PAGES).as_posix(): path.read_bytes() for path in PAGES.rglob("*") if path.suffix in TYPES}
    texts = {path: text.replace(_SHELL, root) if path.endswith(".html") else text for path, text in found.items()}
    texts[VERIFIER] = verifier_page().encode()
    texts["kept.json"] = _kept(texts).encode()
    return Shell(version, {path: _file(path, content) for path, content in texts.items()})


def _file(path: str, content: bytes) -> File:
    suffix = Path(path).suffix
    return File(content, TYPES[suffix], len(content) >= WORTH_PACKING and suffix not in PICTURES)


def _kept(files: Mapping[str, bytes]) -> str:
    """What a browser keeps for when no server answers: the shell, and what the books say, in every language.

    Nobody's cards.
    """
    left_out = (".md", ".txt", ".webmanifest", WORKER)
    lessons = [f"/api/lesson?target={book}" for book in book_ids()]
    documents = ["/api/books", "/api/books/differences", "/api/glossary", "/api/names", *lessons]
    kept = sorted(path for path in files if not path.endswith(left_out))
    return json.dumps({"files": kept, "documents": documents, "languages": ["en", *LANGUAGES]})
