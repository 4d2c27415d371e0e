"""The record as JSON lines or CSV, in the order of its commits.

A round in progress is left out: its record holds cards and a seed that nobody may see yet.
"""

import csv
import json
from collections.abc import Iterator
from io import StringIO
from typing import Final

from pitbook.audit.rounds import event_json
from pitbook.audit.submissions import SUBMISSION_COLUMNS, submissions
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.records import TABLE

FORMATS: Final = ("jsonl", "csv")
COLUMNS: Final = ("commit", "stream", "version", "type", "schema", "time", "actor", "reason", "data")
_OVER: Final = ("round_ended", "round_called_off", "round_withdrawn", "table_closed")


def export(store: Store, form: str) -> Iterator[str]:
    """The lines of an export, the header of a CSV file first."""
    if form == "csv":
        yield _row(COLUMNS)
    for stored in _public(store):
        document = event_json(stored)
        if form == "csv":
            document["data"] = json.dumps(document["data"], ensure_ascii=False, sort_keys=True)
            yield _row([document[name] for name in COLUMNS])
        else:
            yield json.dumps(document, ensure_ascii=False, sort_keys=True) + "\n"


def export_submissions(store: Store, form: str) -> Iterator[str]:
    """The lines of an export of every submission that a table used; JSON lines have the house rules in full."""
    if form == "csv":
        yield _row(SUBMISSION_COLUMNS)
    for use in submissions(store):
        document = use.as_json()
        if form == "csv":
            yield _row([document[name] for name in SUBMISSION_COLUMNS])
        else:
            yield json.dumps(document, ensure_ascii=False, sort_keys=True) + "\n"


def _public(store: Store) -> Iterator[StoredEvent]:
    """Every event except those of rounds in progress."""
    last = store.head().number
    opened: dict[str, int] = {}
    for stream in store.streams(TABLE):
        for stored in store.read(stream):
            if not 0 < stored.commit <= last:
                break
            if stored.event.type == "round_opened":
                opened[stream] = stored.version
            elif stored.event.type in _OVER:
                opened.pop(stream, None)
    for commit in store.read_all():
        if commit.receipt.number > last:
            return
        for stored in commit.events:
            if stored.stream not in opened or stored.version < opened[stored.stream]:
                yield stored


def _row(values: object) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)  # type: ignore[arg-type]
    return text.getvalue()
