"""Large documents over HTTP, packed for whoever unpacks them."""

import gzip
import json
from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response


def packed_json(request: Request, document: Mapping[str, Any]) -> Response:
    """A public document: where a secret stood beside what somebody else chose, the packed size could tell it."""
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, compresslevel=6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type="application/json", headers=headers)
