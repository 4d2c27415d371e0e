"""A cache of documents on disk: each is found by everything that it depends on, and computed again when damaged.

A document is stored under a key, with its digest; one that is not exactly as it was stored is not found. Several
threads and processes may store the same document at once: each writes its own file and then moves it into place.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import Any

from pitbook.compiled import cache_folder


def digest_of(*terms: object) -> str:
    """A digest of terms that JSON can write."""
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()


def path_of(folder: str, key: str, ending: str = ".json") -> Path:
    """The file of the document with a key, or a file that belongs to it."""
    return cache_folder() / folder / f"{key[:32]}{ending}"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write, which is moved to the path once it is complete."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield scratch
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def keep(folder: str, key: str, body: Mapping[str, object]) -> None:
    """Store a document. A folder that cannot be written to is no reason to fail: the document is computed anyway."""
    try:
        with replacing(path_of(folder, key)) as scratch:
            document = {"key": key, "digest": digest_of(body), "body": body}
            scratch.write_text(json.dumps(document), encoding="utf-8")
    except OSError:
        return


def recall(folder: str, key: str) -> dict[str, Any] | None:
    """A document that was stored before; None if there is none, or if anything about it is not as it was stored."""
    try:
        document = json.loads(path_of(folder, key).read_text(encoding="utf-8"))
        body: dict[str, Any] = document["body"]
        return body if document["key"] == key and document["digest"] == digest_of(body) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
