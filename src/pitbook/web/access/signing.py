"""Signed documents: the server hands them out, and trusts them when they come back, even after a restart.

The key is derived from the house key. Each purpose signs under its own name, so an invitation cannot pass for a
session.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Final

from pitbook.problems import MalformedError, Problem

KEY_BYTES: Final = 32
LONGEST: Final = 16_384


class Signer:
    """Signs small JSON documents with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise MalformedError(Problem(f"a key has {KEY_BYTES} bytes, not {len(key)}"))
        self._key = key

    def sign(self, purpose: str, document: Mapping[str, object]) -> str:
        """The document and its signature as one text that fits into a cookie, a header and a link."""
        text = json.dumps(document, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
        body = _encode(text.encode())
        return f"{body}.{_encode(self._digest(purpose, body))}"

    def read(self, purpose: str, text: str) -> dict[str, object]:
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


_ARTICLE: Final = {
    "session": "a session",
    "invitation": "an invitation",
    "drill": "a drill",
    "answered drill": "an answered drill",
}


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    if not text.isascii():
        raise ValueError("not Base64")
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
