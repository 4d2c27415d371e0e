"""Idempotency keys: a command has its effect once, however often it is sent, and a key belongs to one command.

In the record a commit has the key `web:PLAYER:KEY DIGEST`, with a digest of what was asked. No key of a command has a
space in it. Records of older servers have keys without a digest: what was asked under them can't be told any more.
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
        self._idle: OrderedDict[str, OrderedDict[str, str]] = OrderedDict()
        """By person, the keys of commands that were carried out and left nothing in the record, each with its digest.

        Nobody's keys push out another's.
        """
        self._last: dict[str, float] = {}

    def key_of(self, player: str, key: str | None, table: str | None, sent: Command | RequestModel) -> str | None:
        """The key that a command has in the record, or will have; a conflict if another command has used it."""
        if key is None:
            return None
        own = f"web:{player}:{key}"
        if self._store.find(own) is not None:
            return own
        wanted = f"{own} {_digest(table, sent)}"
        used = self._kept(player, own) or self._store.first_key(f"{own} ")
        if used is None and isinstance(sent, Ready) and (used := self._notes.key(own)):
            self._keep(player, used)
        if used is not None and used != wanted:
            message = f"the key {key!r} was used for another command, so this one was not carried out: give it its own"
            raise ConflictError(Problem(message, key))
        return wanted

    def _kept(self, player: str, own: str) -> str | None:
        kept = self._idle.get(player)
        return None if kept is None else kept.get(own)

    def left_nothing(self, player: str, key: str) -> bool:
        """Whether a command of somebody's with this key was carried out and left nothing in the record."""
        return self._kept(player, _own(key)) == key

    def remember(self, player: str, key: str) -> None:
        """A command was carried out and left nothing in the record; of all commands, only `Ready` can."""
        self._notes.tell_key(_own(key), key)
        self._keep(player, key)

    def _keep(self, player: str, key: str) -> None:
        now = monotonic()
        kept = self._idle.setdefault(player, OrderedDict())
        kept[_own(key)] = key
        if len(kept) > MAX_KEYS:
            kept.popitem(last=False)
        self._idle.move_to_end(player)
        self._last[player] = now
        while self._last[oldest := next(iter(self._idle))] < now - KEPT_SECONDS:
            del self._idle[oldest], self._last[oldest]


def _own(key: str) -> str:
    """A key without its digest."""
    return key.rpartition(" ")[0]


def _digest(table: str | None, sent: Command | RequestModel) -> str:
    """Of what was sent: something that is left out says something else than null."""
    text = json.dumps([table, _document(sent)], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def _document(sent: Command | RequestModel) -> dict[str, object]:
    if isinstance(sent, RequestModel):
        return sent.model_dump(mode="json", exclude_unset=True)
    said = {one.name: getattr(sent, one.name) for one in fields(sent) if one.name != "by"}
    return {"do": type(sent).__name__} | {name: value for name, value in said.items() if value is not UNCHANGED}
