"""Which submissions the tables of a record used, and since when, including superseded ones."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pitbook.audit.damage import readable
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.library import Library
from pitbook.pit.records import TABLE
from pitbook.submission import HouseRules

SUBMISSION_COLUMNS: Final = (
    "table",
    "used_from",
    "used_until",
    "rounds",
    "actor",
    "rulebook",
    "house_name",
    "approved",
    "digest",
)
_BEGINS: Final = ("table_opened", "rules_adopted")


@dataclass(slots=True)
class SubmissionUse:
    """The use of a submission at a table: from when and, if it is over, until when."""

    table: str
    rules: HouseRules
    document: dict[str, object]
    """The house rules as they were stored."""
    used_from: datetime
    actor: str
    used_until: datetime | None = None
    rounds: int = 0
    """How many rounds were played by it."""

    def as_json(self) -> dict[str, object]:
        """The use as a document, with the rules as they were stored."""
        approved = self.rules.approved
        return {
            "table": self.table,
            "used_from": self.used_from.isoformat(),
            "used_until": self.used_until.isoformat() if self.used_until else None,
            "rounds": self.rounds,
            "actor": self.actor,
            "rulebook": self.rules.book.id,
            "house_name": self.rules.house_name,
            "approved": approved.isoformat() if approved else None,
            "digest": self.rules.digest,
            "document": self.document,
        }


def submissions(store: Store) -> Iterator[SubmissionUse]:
    """Every use of a submission, table by table and in its order."""
    library = Library(store)
    with readable("the record of the submissions"):
        for stream in store.streams(TABLE):
            yield from _uses(store, library, stream)


def _uses(store: Store, library: Library, stream: str) -> Iterator[SubmissionUse]:
    use: SubmissionUse | None = None
    for stored in store.read(stream):
        kind = stored.event.type
        if kind in _BEGINS:
            if use is not None:
                use.used_until = stored.event.time
                yield use
            use = _begun(store, library, stream, stored)
        elif use is not None and kind == "round_ended":
            use.rounds += 1
        elif use is not None and kind == "table_closed":
            use.used_until = stored.event.time
    if use is not None:
        yield use


def _begun(store: Store, library: Library, stream: str, stored: StoredEvent) -> SubmissionUse:
    digest = str(stored.event.data["rules"])
    document = json.loads(store.get_document(digest))
    name = stream.removeprefix(TABLE)
    return SubmissionUse(name, library[digest], document, stored.event.time, stored.event.actor)
