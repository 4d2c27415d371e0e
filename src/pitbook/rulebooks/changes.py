"""A book based on another one: its changes, each with a clause of its own.

A TOML table changes only the keys it contains. A named entry of a list changes the entry of that name, or is added. A
list without names is replaced. Each change is a clause of the new book, numbered in file order. An entry with a changed
value cites these clauses instead of the original book's, unless the new value cites clauses itself.
"""

from collections.abc import Mapping
from typing import TypeGuard

from pydantic import StrictInt

from pitbook.rulebooks.models import BookPart

NAMING = ("name", "id", "hand", "shows", "method")
"""The keys that name an entry of a list."""
OWN = ("id", "title", "authority", "based_on")
"""Keys that describe the book itself and are not changes."""
Entries = list[Mapping[str, object]]


class BookChange(BookPart):
    """One change, and what was there before."""

    number: StrictInt
    place: str
    """The dotted path of keys to it."""
    was: str
    is_now: str

    @property
    def says(self) -> str:
        """The change as a sentence."""
        return f"{self.place} is {self.is_now}, not {self.was}." if self.was else f"{self.place} is {self.is_now}."


def apply_changes(
    base: Mapping[str, object], change: Mapping[str, object]
) -> tuple[dict[str, object], list[dict[str, object]]]:
    """The content of a book after another book's changes, and the list of changes."""
    writer = _Writer(str(change.get("id")))
    own = {key: change[key] for key in OWN if key in change}
    rest = {key: value for key, value in change.items() if key not in OWN}
    return writer.table(base, rest, ()) | own, writer.changes


class _Writer:
    """Applies changes to content and lists them."""

    def __init__(self, book_id: str) -> None:
        self.book_id = book_id
        self.changes: list[dict[str, object]] = []

    def table(
        self, base: Mapping[str, object], change: Mapping[str, object], place: tuple[str, ...]
    ) -> dict[str, object]:
        """Apply a change to a table of keys."""
        made = dict(base)
        cited: list[str] = []
        for key, value in change.items():
            before, here = base.get(key), (*place, key)
            if isinstance(value, Mapping) and isinstance(before, Mapping):
                made[key] = self.table(before, value, here)
            elif _are_entries(before) and _are_entries(value) and (naming := _naming(before, value)) is not None:
                made[key] = self._entries(before, value, naming, here)
            elif before != value:
                made[key] = value
                if not _is_citation(key):
                    clause = self._noted(here, before, value)
                    cited += [] if _cites(value) else [clause]
        if cited:
            for key in [key for key in base if _is_citation(key) and key not in change]:
                made[key] = cited
        return made

    def _entries(self, base: Entries, change: Entries, naming: str, place: tuple[str, ...]) -> Entries:
        """Apply a change to a list of named entries: change entries of the same name, append the others."""
        made = list(base)
        names = [entry[naming] for entry in base]
        for entry in change:
            here = (*place, str(entry[naming]))
            if entry[naming] in names:
                at = names.index(entry[naming])
                made[at] = self.table(base[at], entry, here)
            else:
                made.append(entry)
                self._noted(here, None, "added")
        return made

    def _noted(self, place: tuple[str, ...], was: object, is_now: object) -> str:
        number = len(self.changes) + 1
        before, now = ("" if was is None else _in_words(was)), _in_words(is_now)
        if before is None or now is None:
            before, now = "", "added" if was is None else "replaced"
        self.changes.append({"number": number, "place": ".".join(place), "was": before, "is_now": now})
        return f"{self.book_id} {number}"


def _are_entries(value: object) -> TypeGuard[Entries]:
    """Whether a value is a list of tables, and not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(entry, Mapping) for entry in value)


def _naming(base: Entries, change: Entries) -> str | None:
    """The key that names the entries of both lists; None if they are not named."""
    for key in NAMING:
        if all(isinstance(entry.get(key), str) for entry in (*base, *change)):
            names = [[entry[key] for entry in entries] for entries in (base, change)]
            if all(len(set(found)) == len(found) for found in names):
                return key
    return None


def _is_citation(key: str) -> bool:
    return key.startswith("clauses") or key.endswith("_clauses")


def _cites(value: object) -> bool:
    """Whether a value cites clauses of its own."""
    if isinstance(value, Mapping):
        return any(_is_citation(key) or _cites(inside) for key, inside in value.items())
    return isinstance(value, list) and any(map(_cites, value))


def _in_words(value: object) -> str | None:
    """A value for people to read; None for a table and for a list of tables."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and not any(isinstance(one, Mapping | list) for one in value):
        return ", ".join(map(str, value)) or "empty"
    return str(value) if isinstance(value, str | int) else None
