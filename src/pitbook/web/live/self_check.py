"""The self-check of a server: what it was started with, and everything that has changed since.

A change stays reported until the server is restarted: it then runs what is installed.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pitbook.fairness.vectors import AS_PUBLISHED
from pitbook.pit import Pit
from pitbook.pit.library import read_rules, write_rules
from pitbook.problems import MalformedError
from pitbook.selfcheck import selfcheck

log = logging.getLogger("pitbook.web")
SHUFFLE: Final = "shuffle"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that has changed, and when the change was found."""

    what: str
    before: str
    after: str
    found: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """What one check has found."""

    digests: Mapping[str, str]
    """The digests of version, code and books as they are on disk, and the result of the shuffle test."""
    submissions: Mapping[str, str]
    """By the digest of house rules: the same digest, or what is wrong with them."""


def check(pit: Pit, submissions: Collection[str]) -> Found:
    """Check code and books, and the house rules that tables play by."""
    return Found(selfcheck(), {digest: _submission(pit, digest) for digest in submissions})


def _submission(pit: Pit, digest: str) -> str:
    """The digest, if the record has the text with this digest and tables play by it; otherwise what is wrong."""
    try:
        kept = read_rules(pit.store.get_document(digest), digest)
    except MalformedError:
        return "not in the record as it was stored"
    return digest if write_rules(kept) == write_rules(pit.library[digest]) else "not what the tables play by"


def warn(changes: Iterable[Change]) -> None:
    """Write changes to the log."""
    for change in changes:
        log.warning("self-check: %s is %s, and was %s", change.what, change.after, change.before)


class Checks:
    """What the checks of a server have found."""

    def __init__(self) -> None:
        self.digests: Mapping[str, str] = {}
        """The digests of version, code and books at the last check, and the result of the shuffle test."""
        self.last: datetime | None = None
        """When the last check was."""
        self.changes: dict[str, Change] = {}
        """By what has changed."""
        self._first: Mapping[str, str] = {}

    def take(self, found: Found, now: datetime) -> list[Change]:
        """Take in what a check found; returns the changes that were not known."""
        self._first = self._first or {**found.digests, SHUFFLE: AS_PUBLISHED}
        self.digests, self.last = found.digests, now
        looked_at = [(what, self._first[what], after) for what, after in found.digests.items()]
        looked_at += [(f"submission {digest}", digest, after) for digest, after in found.submissions.items()]
        return [
            one for what, before, after in looked_at if before != after for one in self.report(what, before, after, now)
        ]

    def take_shuffle(self, found: str, now: datetime) -> list[Change]:
        """Take in the result of a shuffle test between two checks; returns the change if it was not known."""
        return [] if found == AS_PUBLISHED else self.report(SHUFFLE, AS_PUBLISHED, found, now)

    def report(self, what: str, before: str, after: str, now: datetime) -> list[Change]:
        """Remember a change; returns it unless it was known."""
        known = self.changes.get(what)
        if known is not None and known.after == after:
            return []
        self.changes[what] = Change(what, before, after, now)
        return [self.changes[what]]
