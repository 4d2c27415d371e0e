"""Idempotency keys: a command has its effect once, however often it is sent, and a key belongs to one command.

In the record a commit has the key `web:PLAYER:KEY DIGEST`, with a digest of the command. Keys of commands contain no
space. Records of older servers have keys without a digest, which fit any command.
"""

import json
from collections import OrderedDict
from dataclasses import fields
from hashlib import sha256
from time import monotonic
from typing import Final

from pitbook.ledger import Store
from pitbook.pit.commands import UNCHANGED, Ready
from pitbook.problems import ConflictError, Problem
from pitbook.table.commands import Command
from pitbook.web.live.shared_notes import SharedNotes
from pitbook.web.requests.base import RequestModel

MAX_KEYS: Final = 32
"""How many keys of each person are remembered for commands that left nothing in the record."""
KEPT_SECONDS: Final = 3600.0
"""How long they are remembered after the person's last one."""
_DIGITS: Final = 32


class IdempotencyKeys:
    """The keys that have been used."""

    def __init__(self, store: Store, notes: SharedNotes) -> None:
        self._store = store
        self._notes = notes
        self._without_commit: OrderedDict[str, OrderedDict[str, str]] = OrderedDict()
        """By person, the keys of commands that were carried out without a commit, each with its digest.

        Each person has a limit of their own, so nobody can push out the keys of another.
        """
        self._last_used: dict[str, float] = {}

    def key_of(self, player: str, key: str | None, table: str | None, sent: Command | RequestModel) -> str | None:
        """The key that a command has in the record, or will have; a conflict if another command has used it."""
        if key is None:
            return None
        own = f"web:{player}:{key}"
        # Most keys are new, and one query shows that.
        perhaps = self._store.first_key(own) is not None
        if perhaps and self._store.find(own) is not None:
            return own
        wanted = f"{own} {_digest(table, sent)}"
        used = self._remembered(player, own) or (self._store.first_key(f"{own} ") if perhaps else None)
        if used is None and isinstance(sent, Ready) and (used := self._notes.key(own)):
            self._add(player, used)
        if used is not None and used != wanted:
            message = f"the key {key!r} was used for another command, so this one was not carried out: give it its own"
            raise ConflictError(Problem(message, key))
        return wanted

    def _remembered(self, player: str, own: str) -> str | None:
        kept = self._without_commit.get(player)
        return None if kept is None else kept.get(own)

    def left_nothing(self, player: str, key: str) -> bool:
        """Whether a person's command with this key was carried out without a commit."""
        return self._remembered(player, _without_digest(key)) == key

    def remember(self, player: str, key: str) -> None:
        """Remember a command that was carried out without a commit; only `Ready` can be."""
        self._notes.tell_key(_without_digest(key), key)
        self._add(player, key)

    def _add(self, player: str, key: str) -> None:
        now = monotonic()
        kept = self._without_commit.setdefault(player, OrderedDict())
        kept[_without_digest(key)] = key
        if len(kept) > MAX_KEYS:
            kept.popitem(last=False)
        self._without_commit.move_to_end(player)
        self._last_used[player] = now
        while self._last_used[oldest := next(iter(self._without_commit))] < now - KEPT_SECONDS:
            del self._without_commit[oldest], self._last_used[oldest]


def _without_digest(key: str) -> str:
    """A key without its digest."""
    return key.rpartition(" ")[0]


def _digest(table: str | None, sent: Command | RequestModel) -> str:
    """A digest of a command; a field that is left out and one that is null give different digests."""
    text = json.dumps([table, _document(sent)], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def _document(sent: Command | RequestModel) -> dict[str, object]:
    if isinstance(sent, RequestModel):
        return sent.model_dump(mode="json", exclude_unset=True)
    said = {one.name: getattr(sent, one.name) for one in fields(sent) if one.name != "by"}
    return {"do": type(sent).__name__} | {name: value for name, value in said.items() if value is not UNCHANGED}
