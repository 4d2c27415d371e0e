"""The JSON Schema of a book's files, so that an editor can complete keys and mark mistakes."""

from typing import Final

from pydantic.json_schema import JsonSchemaValue

from pitbook.rulebooks.book import RuleBook

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def book_schema() -> JsonSchemaValue:
    """The schema of one TOML file of a book.

    A file may contain only a part of a book, or a few changes to another book, so no key is required. Loading the whole
    book reports missing keys.
    """
    # Files contain the serialized form: odds and amounts as text.
    schema = RuleBook.model_json_schema(mode="serialization")
    for part in (schema, *schema["$defs"].values()):
        _allow_short_forms(part)
        part.pop("required", None)
    schema["properties"].pop("changes")
    schema["$defs"].pop("Change", None)
    return {"$schema": DIALECT} | schema | {"title": "A file of a rule book"}


def _allow_short_forms(part: JsonSchemaValue) -> None:
    """Allow a single clause instead of a list, and a plain name in `falls_back_to`."""
    for key, kind in part.get("properties", {}).items():
        if key.startswith("clauses") or key.endswith("_clauses"):
            part["properties"][key] = {"anyOf": [{"type": "string"}, kind]}
        elif key == "falls_back_to":
            kind["items"] = {"anyOf": [{"type": "string"}, kind["items"]]}
