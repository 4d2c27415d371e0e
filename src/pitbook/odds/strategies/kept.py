"""Results of strategies on disk: found again by everything that matters, made anew when damaged."""

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from pitbook import strategy
from pitbook.compiled import cache_folder
from pitbook.odds.main_result import MainResult


def key_of(*terms: Any) -> str:
    """A digest of all that a result depends on."""
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()


@cache
def code_digest() -> str:
    """A digest of the code that reads, compiles and derives strategies; a result of other code is not found again."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, Path(strategy.__file__).parent):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _path(key: str) -> Path:
    return cache_folder() / "strategies" / f"{key[:32]}.json"


def keep(key: str, body: dict[str, Any]) -> None:
    """Store a document. A folder that can't be written to is no reason to fail."""
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(f".{os.getpid()}")
        scratch.write_text(json.dumps({"key": key, "digest": key_of(body), "body": body}), encoding="utf-8")
        scratch.replace(path)
    except OSError:
        return


def recall(key: str) -> dict[str, Any] | None:
    """A document that was stored before; None if there is none, or if anything about it is not as it was stored."""
    try:
        document = json.loads(_path(key).read_text(encoding="utf-8"))
        body: dict[str, Any] = document["body"]
        return body if document["key"] == key and document["digest"] == key_of(body) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def to_json(result: MainResult) -> dict[str, Any]:
    """A result in JSON types."""
    return {
        "deals": result.deals,
        "scale": result.scale,
        "staked": result.staked,
        "outcomes": [[*outcome, deals] for outcome, deals in result.outcomes.items()],
        "net": list(result.net.items()),
        "decisions": result.decisions,
    }


def from_json(body: dict[str, Any]) -> MainResult:
    """The result again."""
    outcomes = {(a, b, c, d): deals for a, b, c, d, deals in body["outcomes"]}
    return MainResult(body["deals"], body["scale"], body["staked"], outcomes, dict(body["net"]), body["decisions"])
