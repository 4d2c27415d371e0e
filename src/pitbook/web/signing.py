"""Signed documents: what the server hands out and believes when it comes back, across restarts.

The key is kept beside the record. Each purpose signs under a name of its own, so that an invitation is no session.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path
from typing import Any, Final

from pitbook.problems import MalformedError, Problem, RefusedError

KEY_BYTES: Final = 32
LONGEST: Final = 16_384


class Signer:
    """Signs small JSON documents with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise MalformedError(Problem(f"a key has {KEY_BYTES} bytes, not {len(key)}"))
        self._key = key

    def sign(self, purpose: str, document: dict[str, Any]) -> str:
        """The document and its signature as one text that fits into a cookie, a header and a link."""
        text = json.dumps(document, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
        body = _encode(text.encode())
        return f"{body}.{_encode(self._digest(purpose, body))}"

    def read(self, purpose: str, text: str) -> dict[str, Any]:
        """The document of a text that this server signed for this purpose; MalformedError for any other text."""
        body, _, signature = text.partition(".")
        try:
            expected = _encode(self._digest(purpose, body)).encode()
            right = len(text) <= LONGEST and hmac.compare_digest(expected, signature.encode())
            document = json.loads(_decode(body)) if right else None
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise MalformedError(Problem(f"this is not {_ARTICLE.get(purpose, purpose)} of this server", text[:20]))
        return document

    def _digest(self, purpose: str, body: str) -> bytes:
        return hmac.digest(self._key, f"{purpose}\0{body}".encode(), hashlib.sha256)


_ARTICLE: Final = {"session": "a session", "invitation": "an invitation", "drill": "a drill"}


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    if not text.isascii():
        raise ValueError("not Base64")
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def key_beside(record: Path) -> bytes:
    """The key of a record's server, made when there is none yet; only its owner may read it."""
    path = record.with_name(record.name + ".key")
    try:
        _make(path)
        key = path.read_bytes()
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error
    if len(key) != KEY_BYTES:
        raise RefusedError(Problem(f"{path} does not hold a key of {KEY_BYTES} bytes; remove it, and all sessions end"))
    return key


def _make(path: Path) -> None:
    """Write a new key aside and link it into place, so that the file is whole from its first moment."""
    if path.exists():
        return
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(scratch)
    except FileExistsError:
        pass
    finally:
        scratch.unlink(missing_ok=True)
