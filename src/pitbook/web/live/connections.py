"""Live connections: each has its own view, and messages wait for a slow reader without piling up."""

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from pydantic_core import to_json

from pitbook.web.access.roles import Role
from pitbook.web.access.sessions import Session
from pitbook.web.live.patches import Known, patch_of_view
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.views import OWN, Audience
from pitbook.web.responses.views import PublicView, ServerMessage, View, ViewMessage

MAX_WAITING: Final = 256
"""A reader with this many unread messages is not reading."""
GOING_AWAY: Final = 1001
POLICY: Final = 1008
SIGNED_OUT: Final = 4401
NOT_ALLOWED: Final = 4403
"""The codes with which a connection is closed: the server stops, the page sends too much that is wrong or reads too
little, its session has ended, or it may no longer see the table."""


_encode: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_DIFFERING: Final = frozenset({"view", "patch", "round", "last_round", "seats"})
"""The parts of a message that differ from page to page, although most of what they contain does not."""


def as_text(document: object) -> str:
    """A message on the wire."""
    return _encode(document)


class Texts:
    """Serializes views that have most of their parts in common; each part is serialized once.

    A part is looked up by its `id`, so it is kept as long as its text is.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, str]] = {}

    def text(self, value: object, *, differs: bool = True) -> str:
        """The same text that `as_text` returns."""
        kind = type(value)
        if kind is int:
            return str(value)
        if kind is not dict and kind is not list:
            return json.encoder.encode_basestring(value) if isinstance(value, str) else _encode(value)
        found = self._known.get(id(value))
        if found is None:
            if differs and isinstance(value, dict):
                parts = [f'"{key}":{self.text(part, differs=key in _DIFFERING)}' for key, part in value.items()]
                found = (value, f"{{{','.join(parts)}}}")
            else:
                found = (value, to_json(value).decode())
            self._known[id(value)] = found
        return found[1]


def audience(projection: TableProjection, session: Session | None, wanted: Role) -> Audience:
    """The role in which somebody looks at a table; a player without a seat is a viewer."""
    roles = projection.roles(session)
    role: Role = wanted if wanted in roles else "viewer"
    if wanted == "viewer":
        return Audience("viewer", None, roles)
    return Audience(role, session.player if session else None, roles)


class PublicPatch:
    """What changed in the public view, serialized once for all pages, without the parts that may be a viewer's own."""

    def __init__(self, old: PublicView, new: PublicView, texts: Texts, known: Known) -> None:
        self.old = old
        self._new = new
        self._texts = texts
        self._known = known

    @cached_property
    def text(self) -> str:
        """The parts of the patch, without its braces."""
        before, now = ({name: part for name, part in view.items() if name not in OWN} for view in (self.old, self._new))
        return self._texts.text(patch_of_view(before, now, self._known))[1:-1]


class ShownView:
    """A view as it is sent to all pages of one audience: whole, or as a patch of the view that a page has."""

    def __init__(
        self,
        number: int,
        version: int,
        view: View,
        texts: Texts,
        known: Known,
        public: PublicView | None = None,
        shared: PublicPatch | None = None,
    ) -> None:
        self.number = number
        """Unique among all views of a server, so that a page knows which view a patch is for."""
        self.view = view
        self._public = public
        """The public view, if this view was made from it."""
        self._own = {name: part for name, part in view.items() if name in OWN}
        self._version = version
        self._texts = texts
        self._known = known
        self._shared = shared
        self._patches: dict[int, str] = {}
        """By the number of the view that pages have."""

    @cached_property
    def text(self) -> str:
        """The whole view."""
        message: ViewMessage = {"type": "view", "number": self.number, "version": self._version, "view": self.view}
        return self._texts.text(message)

    def text_after(self, before: "ShownView | None") -> str:
        """The message for a page that has the view `before`, or none."""
        if before is None:
            return self.text
        found = self._patches.get(before.number)
        if found is None:
            found = self._patches[before.number] = self._patch_text(before)
        return found

    def _patch_text(self, before: "ShownView") -> str:
        if self._shared is not None and before._public is self._shared.old:
            shared, own = self._shared.text, self._texts.text(patch_of_view(before._own, self._own, self._known))[1:-1]
            patch = f"{{{shared}{',' if shared and own else ''}{own}}}"
        else:
            patch = self._texts.text(patch_of_view(before.view, self.view, self._known))
        head = f'"type":"patch","number":{self.number},"base":{before.number},"version":{self._version}'
        return f'{{{head},"patch":{patch}}}'


class Connection:
    """One page that shows one table."""

    def __init__(
        self, table: str, session: Session | None, wanted: Role, address: str, *, patches: bool = False
    ) -> None:
        self.table = table
        self.session = session
        self.wanted: Role = wanted
        self.address = address
        self.code: int | None = None
        """The code to close the connection with, once it is to be closed; the first one counts."""
        self.lost = False
        """Whether too much was left unread, so that nothing more is sent."""
        self._waiting: deque[str] = deque()
        self._patches = patches
        """Whether the page understands patches."""
        self._view: ShownView | None = None
        """The newest view for this page, if it was not sent yet."""
        self._sent: ShownView | None = None
        """The view that the page has."""
        self._news = asyncio.Event()
        self._ending = asyncio.Event()

    @property
    def player(self) -> str | None:
        """The player who looks, if known."""
        return self.session.player if self.session else None

    def show(self, view: ShownView) -> None:
        """Queue the newest view in place of one that was not sent yet."""
        if self.code is None:
            self._view = view
            self._news.set()

    def say(self, message: ServerMessage) -> None:
        """Queue a message that must arrive."""
        if self.code is not None:
            return
        if len(self._waiting) >= MAX_WAITING:
            self.lost = True
            self.end(POLICY)
            return
        self._waiting.append(as_text(message))
        self._news.set()

    def forget_sent(self) -> None:
        """Send the next view whole, because the page's own view is unknown."""
        self._sent = None

    def end(self, code: int = GOING_AWAY) -> None:
        """Close the connection after the messages that wait."""
        if self.code is None:
            self.code = code
            self._ending.set()
            self._news.set()

    async def ended(self) -> None:
        """Wait until the connection is to be closed."""
        await self._ending.wait()

    async def next(self) -> str | None:
        """The next message to be sent; None when there will be no more."""
        while True:
            if self.lost:
                return None
            if self._view is not None:
                view, self._view = self._view, None
                text = view.text_after(self._sent)
                self._sent = view if self._patches else None
                return text
            if self._waiting:
                return self._waiting.popleft()
            if self.code is not None:
                return None
            self._news.clear()
            await self._news.wait()


class Connections:
    """All live connections, by table."""

    def __init__(self) -> None:
        self._by_table: dict[str, set[Connection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_table.values()))

    def __iter__(self) -> Iterator[Connection]:
        for found in self._by_table.values():
            yield from found

    def add(self, connection: Connection) -> None:
        """A page was opened."""
        self._by_table.setdefault(connection.table, set()).add(connection)

    def remove(self, connection: Connection) -> None:
        """A page is gone."""
        found = self._by_table.get(connection.table, set())
        found.discard(connection)
        if not found:
            self._by_table.pop(connection.table, None)

    def tables(self) -> frozenset[str]:
        """The tables that pages show."""
        return frozenset(self._by_table)

    def at(self, table: str) -> frozenset[Connection]:
        """The pages that show a table."""
        return frozenset(self._by_table.get(table, ()))

    def here(self, table: str) -> set[str]:
        """The people whose pages show a table."""
        return {one.player for one in self.at(table) if one.player is not None}

    def of(self, connection: Connection) -> int:
        """How many connections somebody has: with this session or, without a session, from this address."""
        mine = (connection.player, connection.address if connection.player is None else None)
        return sum((one.player, one.address if one.player is None else None) == mine for one in self)
