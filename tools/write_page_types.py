"""Writes the types of the API's documents and messages for the pages: `python tools/write_page_types.py`."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from pitbook.web.app import API
from pitbook.web.requests.commands import CommandMessage, Ping, ShowView
from pitbook.web.responses.views import ServerMessage

TYPES: Final = Path(__file__).parents[1] / "src" / "pitbook" / "web" / "pages" / "types" / "api.d.ts"
HEAD: Final = "// Written by tools/write_page_types.py from the description of the API. Do not edit.\n"
NOT_OURS: Final = ("HTTPValidationError", "ValidationError")
"""Documents of the framework, which the application replaces by its own."""
PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def description() -> dict[str, Any]:
    """The description of the API, with the live connection as if it were asked and answered over HTTP."""
    app = FastAPI()
    for router in API:
        app.include_router(router)

    def live(message: CommandMessage | Ping | ShowView) -> ServerMessage:
        raise NotImplementedError

    app.post("/live")(live)
    return app.openapi()


def name_of(reference: str) -> str:
    """The name of a type, from its name or address in the description."""
    return reference.rsplit("/", 1)[-1].replace("-", "")


def type_of(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return name_of(schema["$ref"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(type_of, schema[union])))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties", True)
        return f"Record<string, {'any' if more is True else type_of(more)}>"
    return PLAIN[schema["type"]] if "type" in schema else "any"


def _documented(schema: Schema, indent: str = "") -> Iterator[str]:
    text = re.sub(r"\s+", " ", schema.get("description", "")).strip()
    if text:
        yield f"{indent}/** {text} */"


def _interface(name: str, schema: Schema) -> Iterator[str]:
    yield from _documented(schema)
    if "enum" in schema:
        yield f"export type {name_of(name)} = {type_of(schema)};\n"
        return
    yield f"export interface {name_of(name)} {{"
    required = schema.get("required", ())
    for key, value in schema.get("properties", {}).items():
        yield from _documented(value, "  ")
        yield f"  {key}{'' if key in required else '?'}: {type_of(value)};"
    yield "}\n"


def page_types() -> str:
    """The file of types."""
    found = description()
    lines = [HEAD]
    for name, schema in found["components"]["schemas"].items():
        if name not in NOT_OURS:
            lines += _interface(name, schema)
    answer = found["paths"]["/live"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    lines += ["/** What the server says over a live connection. */"]
    lines += [f"export type ServerMessage = {type_of(answer)};\n"]
    command = found["components"]["schemas"]["CommandMessage"]["properties"]["command"]
    lines += ["/** Something that a table is asked to do. */", f"export type Command = {type_of(command)};"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(page_types(), "utf-8")
