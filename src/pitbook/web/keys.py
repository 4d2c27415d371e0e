"""Keys of commands: a command has its effect once, however often it is sent, and a key belongs to one command.

In the record a commit has the key `web:PLAYER:KEY DIGEST`, with a digest of what was asked. No key of a command has a
space in it. Records of older servers have keys without a digest: what was asked under them can't be told any more.
"""

import json
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from pitbook.ledger import Store
from pitbook.problems import ConflictError, Problem
from pitbook.web.asking import Asked

MOST_KEYS: Final = 4096
"""So many keys of commands that left nothing in the record are remembered."""
_DIGITS: Final = 32


class Keys:
    """The keys that have been used."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._idle: OrderedDict[str, str] = OrderedDict()
        """Of commands that were carried out and left nothing in the record: by whose they are, with their digest."""

    def key_of(self, player: str, key: str | None, table: str | None, asked: Asked) -> str | None:
        """The key that a command has in the record, or will have; a conflict if another command has used it."""
        if key is None:
            return None
        own = f"web:{player}:{key}"
        if self._store.find(own) is not None:
            return own
        wanted = f"{own} {_digest(table, asked)}"
        used = self._idle.get(own) or self._store.first_key(f"{own} ")
        if used is not None and used != wanted:
            message = f"the key {key!r} was used for another command, so this one was not carried out: give it its own"
            raise ConflictError(Problem(message, key))
        return wanted

    def left_nothing(self, key: str) -> bool:
        """Whether a command with this key was carried out and left nothing in the record."""
        return self._idle.get(key.rpartition(" ")[0]) == key

    def remember(self, key: str) -> None:
        """A command was carried out and left nothing in the record."""
        self._idle[key.rpartition(" ")[0]] = key
        while len(self._idle) > MOST_KEYS:
            self._idle.popitem(last=False)


def _digest(table: str | None, asked: Asked) -> str:
    """Of what was sent: a key that is left out says something else than one that is null."""
    text = json.dumps([table, asked.model_dump(mode="json", exclude_unset=True)], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_DIGITS]
