"""The form of a book's files as a JSON Schema, so that an editor can complete keys and point at mistakes."""

from typing import Any, Final

from pitbook.rulebooks.book import RuleBook

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def book_schema() -> dict[str, Any]:
    """What a TOML file of a book may say.

    A file is a part of a book, or a few changes of another book, so that no key has to be in it: what is missing in the
    whole, loading tells.
    """
    # What is written is what is printed: odds and amounts as words.
    schema = RuleBook.model_json_schema(mode="serialization")
    for part in (schema, *schema["$defs"].values()):
        _may_be_short(part)
        part.pop("required", None)
    schema["properties"].pop("changes")
    schema["$defs"].pop("Change", None)
    return {"$schema": DIALECT} | schema | {"title": "A file of a rule book"}


def _may_be_short(part: dict[str, Any]) -> None:
    """One clause may stand for a list of one, and a name for what falls back to it."""
    for key, kind in part.get("properties", {}).items():
        if key.startswith("clauses") or key.endswith("_clauses"):
            part["properties"][key] = {"anyOf": [{"type": "string"}, kind]}
        elif key == "falls_back_to":
            kind["items"] = {"anyOf": [{"type": "string"}, kind["items"]]}
