"""Invented commits for the ledger's tests; the ledger does not know what they mean."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from pitbook.ledger import Append, Commit, Event, Receipt, TreeHead

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def event(number: int = 0, /, event_type: str = "Counted", **data: Any) -> Event:
    """One event, `number` seconds after noon."""
    return Event(event_type, 1, {"number": number} | data, NOON + timedelta(seconds=number), "counter")


def one(stream: str, expected_version: int, *events: Event, key: str | None = None) -> Commit:
    """A commit to a single stream."""
    return Commit((Append(stream, expected_version, events or (event(expected_version + 1),)),), key)


def head_after(receipts: Sequence[Receipt]) -> TreeHead:
    """The head of a ledger with these commits, by the words of RFC 6962, section 2.1."""
    return TreeHead(len(receipts), _root([bytes.fromhex(receipt.hash) for receipt in receipts]).hex())


def _root(entries: Sequence[bytes]) -> bytes:
    if len(entries) < 2:
        return hashlib.sha256(b"".join(b"\0" + entry for entry in entries)).digest()
    half = 1
    while half * 2 < len(entries):
        half *= 2
    return hashlib.sha256(b"\1" + _root(entries[:half]) + _root(entries[half:])).digest()


def commits(seed: int, count: int) -> list[Commit]:
    """Commits to three streams, one to three of them in each, with short and long data; each has a key."""
    chance = Random(seed)
    versions = {"table:1": 0, "table:2": 0, "meter:main": 0}
    result = []
    for number in range(count):
        appends = []
        for stream in chance.sample(sorted(versions), chance.randint(1, 3)):
            events = tuple(_random_event(chance, number) for _ in range(chance.randint(1, 4)))
            appends.append(Append(stream, versions[stream], events))
            versions[stream] += len(events)
        result.append(Commit(tuple(appends), f"key-{seed}-{number}"))
    return result


def _random_event(chance: Random, number: int) -> Event:
    time = NOON + timedelta(seconds=number, microseconds=chance.randrange(1_000_000))
    actor = f"seat {chance.randint(1, 6)}"
    if chance.random() < 0.5:
        return Event("Moved", 2, {"by": chance.randint(-9, 9)}, time, actor, chance.choice(("", "asked to")))
    words = " ".join(chance.choice(("red", "green", "blue", "größer")) for _ in range(20))
    return Event("Described", 1, {"words": words, "nested": {"list": [number, None, True]}}, time, actor)
