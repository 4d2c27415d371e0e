"""The file of a policy: what kind it is, a digest, then its terms and arrays."""

import hashlib
import io
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.problems import MalformedError, Problem

Arrays = dict[str, NDArray[Any]]
_DIGEST: Final = 32
_LEVEL: Final = 1
"""The level of compression: the best one makes the file an eighth smaller and takes four times as long."""
_TERMS: Final = "terms"


def write_policy(path: Path, kind: str, terms: Mapping[str, object], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a policy to a file that is refused if anything in it is changed."""
    archive = io.BytesIO()
    header = np.frombuffer(json.dumps(terms).encode(), np.uint8)
    np.savez(archive, allow_pickle=False, **{_TERMS: header}, **arrays)
    content = zlib.compress(archive.getvalue(), _LEVEL)
    path.write_bytes(_first_line(kind) + hashlib.sha256(content).digest() + content)


def read_policy(path: Path, kind: str) -> tuple[dict[str, Any], Arrays]:
    """Terms and arrays of a policy; a damaged file or one of another kind is refused."""
    try:
        found = path.read_bytes()
    except OSError as error:
        raise MalformedError(Problem(f"{path} can't be read: {error.strerror}", str(path))) from error
    begin = _first_line(kind)
    digest, content = found[len(begin) :][:_DIGEST], found[len(begin) + _DIGEST :]
    if not found.startswith(begin) or hashlib.sha256(content).digest() != digest:
        raise MalformedError(Problem(f"{path} is not a policy of {kind}, or damaged", str(path)))
    with np.load(io.BytesIO(zlib.decompress(content)), allow_pickle=False) as archive:
        arrays: Arrays = dict(archive)
    return json.loads(arrays.pop(_TERMS).tobytes()), arrays


def _first_line(kind: str) -> bytes:
    return f"pitbook policy of {kind}\n".encode()
