"""Answers and live messages in the reader's language.

A page says its language in `Accept-Language`, or in the query of its live connection, which can have no header. Only
fields that are words for people are translated: names of the API, identifiers, amounts and cards stay as they are.
"""

import json
import re
from html import escape, unescape
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.json_types import Json, JsonObject
from pitbook.web.translation.sentences import LANGUAGES, Translator, language_of, wanted

_SPOKEN: Final = frozenset(
    "authority dealer_hand hand label message needs_hand no_seed pays says summary".split()
    + "text time_rule title unit units when why words".split()
)
"""Fields that hold words for people."""
_TITLES: Final = frozenset({"paytable_titles", "streets"})
"""Fields that may hold a title for each name."""
_WRITTEN: Final = re.compile(r">([^<>]+)<")
"""What is written in a drawing."""
_DESCRIPTION: Final = "/openapi.json"


class TranslationMiddleware:
    """Translates what the application sends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """English answers pass unchanged."""
        name = _language(scope) if scope["type"] in ("http", "websocket") else None
        if name is None or scope["path"] == _DESCRIPTION:
            await self._app(scope, receive, send)
            return
        language = language_of(name)
        speaking = _Answer(language, name, send) if scope["type"] == "http" else _Live(language, send)
        await self._app(scope, receive, speaking)


class _Live:
    """A live connection: every message is translated."""

    def __init__(self, language: Translator, send: Send) -> None:
        self._language = language
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "websocket.send" and message.get("text") is not None:
            message = {**message, "text": _spoken_text(message["text"], self._language).decode()}
        await self._send(message)


class _Answer:
    """An answer: if it is JSON, it is collected and translated."""

    def __init__(self, language: Translator, name: str, send: Send) -> None:
        self._language = language
        self._name = name
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if Headers(raw=message["headers"]).get("content-type", "").startswith("application/json"):
                self._start = message
                return
            await self._send(message)
        elif message["type"] == "http.response.body" and self._start is not None:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self._start)
        else:
            await self._send(message)

    async def _finish(self, start: Message) -> None:
        body = _spoken_text(self._body, self._language) if self._body else b""
        headers = MutableHeaders(raw=list(start["headers"]))
        if self._body:
            headers["content-length"] = str(len(body))
            headers["content-language"] = self._name
        headers.add_vary_header("Accept-Language")
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def _language(scope: Scope) -> str | None:
    if scope["type"] == "websocket":
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language")
        if asked:
            return asked[0] if asked[0] in LANGUAGES else None
    return wanted(Headers(scope=scope).get("accept-language", ""))


def _spoken_text(text: str | bytes, language: Translator) -> bytes:
    document = spoken(json.loads(text), language)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def spoken(message: Json, language: Translator) -> Json:
    """An answer or a live message in another language."""
    if not isinstance(message, dict) or message.get("type") != "patch":
        return translated(message, language)
    return {
        key: _patch(part, language) if key == "patch" else _part(message, key, part, language)
        for key, part in message.items()
    }


def _patch(patch: Json, language: Translator, *, of_lines: bool = False) -> Json:
    """A patch of a view in another language: a list holds the one value that replaces the old one."""
    if not isinstance(patch, dict):
        return translated(patch, language)
    # A settlement line is recognized by its result, which the patch lacks if it has not changed.
    whole: JsonObject = {"result": None, **patch} if of_lines else patch
    return {
        key: [_part(whole, key, value[0], language)]
        if isinstance(value, list)
        else _patch(value, language, of_lines=of_lines or key == "settled")
        for key, value in patch.items()
    }


def translated(document: Json, language: Translator) -> Json:
    """A document with its words in another language."""
    if isinstance(document, list):
        return [translated(one, language) for one in document]
    if not isinstance(document, dict) or "coverage" in document:
        # The summary of a clause stays as it was written.
        return document
    return {key: _part(document, key, value, language) for key, value in document.items()}


def _part(whole: JsonObject, key: str, value: Json, language: Translator) -> Json:
    if not isinstance(value, str):
        if key in _TITLES and isinstance(value, dict) and all(isinstance(title, str) for title in value.values()):
            return {name: language.say(title) for name, title in value.items()}
        return translated(value, language)
    if key == "svg":
        return _WRITTEN.sub(lambda found: f">{escape(language.say(unescape(found[1])), quote=False)}<", value)
    if key == "label" and ("action" in whole or "of" in whole):
        return language.verb(value)
    if key == "hand" and ("result" in whole or "probability" in whole):
        # The identifier of a hand, not the hand in words.
        return value
    if key in _SPOKEN or _is_term(whole, key):
        return language.say(value)
    return value


def _is_term(whole: JsonObject, key: str) -> bool:
    """Whether this is a word of the glossary, or the cards that a side wager is paid for."""
    return (key == "name" and whole.keys() == {"name", "says", "clauses"}) or (key == "cards" and "paytable" in whole)
