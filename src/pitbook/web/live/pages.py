"""The pages that show tables: who is connected, and the view that each page is sent."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import count

from pitbook.problems import Problem
from pitbook.web.access.roles import Role
from pitbook.web.access.sessions import Session
from pitbook.web.access.shared_limits import SharedLimits
from pitbook.web.errors import TooFastError
from pitbook.web.live.connections import NOT_ALLOWED, Connection, Connections, PublicPatch, ShownView, Texts, audience
from pitbook.web.live.patches import Known
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.shared_notes import Presence
from pitbook.web.live.views import Audience, personal_view, public_view
from pitbook.web.responses.views import PublicView, View
from pitbook.web.settings import Settings


class Pages:
    """Live connections with the views of their tables. Belongs to the event loop."""

    def __init__(
        self,
        settings: Settings,
        projections: Mapping[str, TableProjection],
        now: Callable[[], datetime],
        limits: SharedLimits,
    ) -> None:
        self.connections = Connections()
        self.closed = False
        """Whether the server is stopping, so that no page may connect any more."""
        self._settings = settings
        self._projections = projections
        self._now = now
        self._limits = limits
        self._arrivals = limits.rate("arrivals", settings.arrivals)
        """The rate of new live connections from each address."""
        self._numbers = count(1)
        self._public: dict[str, PublicView] = {}
        """The last public view of each table."""
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        """By table and other server: the players whose pages that server shows."""
        self._told: dict[str, frozenset[str]] = {}
        """By table: the players whose pages are here, as other servers were last told."""
        self._servers: frozenset[str] = frozenset()
        """The other servers that are running."""

    def here(self, table: str) -> set[str]:
        """The people whose pages show a table, on any server."""
        elsewhere = self._elsewhere.get(table, {})
        others = (players for server, players in elsewhere.items() if server in self._servers)
        return self.connections.here(table).union(*others)

    def present(self) -> dict[str, frozenset[str]]:
        """By table: the players and the opener whose pages are here, if other servers do not know it yet."""
        names = self.connections.tables() | self._told.keys()
        now = {name: self._present_at(name) for name in names}
        return {name: players for name, players in now.items() if players != self._told.get(name, frozenset())}

    def _present_at(self, name: str) -> frozenset[str]:
        projection = self._projections.get(name)
        if projection is None:
            return frozenset()
        return frozenset(self.connections.here(name) & (projection.state.players.keys() | {projection.opener}))

    def told_present(self, present: Mapping[str, frozenset[str]]) -> None:
        """Remember that other servers know this now."""
        self._told = {name: players for name, players in {**self._told, **present}.items() if players}

    def hear_present(self, news: Iterable[Presence]) -> set[str]:
        """Take in what other servers told about their pages; returns the tables."""
        tables = set()
        for server, table, players in news:
            self._elsewhere.setdefault(table, {})[server] = players
            tables.add(table)
        return tables

    def hear_servers(self, servers: frozenset[str]) -> set[str]:
        """Take in which other servers are running; returns the tables that pages of stopped servers showed."""
        gone, self._servers = self._servers - servers, servers
        tables = {table for table, known in self._elsewhere.items() if not gone.isdisjoint(known)}
        for server in gone:
            for known in self._elsewhere.values():
                known.pop(server, None)
        return tables

    async def connect(self, connection: Connection) -> None:
        """Connect a page, unless there are too many connections, here or on all servers together."""
        self._check_room(connection)
        await self._arrivals.take(connection.address)
        most = self._most(connection)
        full = await self._limits.enter(most)
        if full is not None:
            raise _too_many(full, most[full])
        try:
            self._check_room(connection)
        except BaseException:
            self._limits.leave(most)
            raise
        self.connections.add(connection)

    def _most(self, connection: Connection) -> dict[str, int]:
        """The limits on live connections of the same person and of the same address."""
        settings = self._settings
        person = connection.player or connection.address
        return {
            f"person {person}": settings.max_connections_each,
            f"address {connection.address}": settings.max_connections_address,
        }

    def _check_room(self, connection: Connection) -> None:
        settings = self._settings
        projection = self._projections.get(connection.table)
        sits = projection is not None and connection.player in projection.state.players
        allowed = settings.max_connections * (1 if sits else 1 - settings.reserved_for_players)
        if self.closed or len(self.connections) >= allowed:
            raise TooFastError(Problem("the server has too many connections"))
        here = (self.connections.of(connection), sum(one.address == connection.address for one in self.connections))
        for (name, most), number in zip(self._most(connection).items(), here, strict=True):
            if number >= most:
                raise _too_many(name, most)

    def welcome(self, projection: TableProjection, connection: Connection) -> None:
        """Show a table to a page that has just connected; the others see that its player is back."""
        if self._is_only_page(projection, connection):
            self.show(projection)
            return
        self.show_again(projection, connection)

    def show_again(self, projection: TableProjection, connection: Connection) -> None:
        """Send one page the whole view."""
        public = public_view(projection, self.here(projection.name), self._now())
        looks = audience(projection, connection.session, connection.wanted)
        view = personal_view(projection, public, looks)
        connection.forget_sent()
        connection.show(ShownView(next(self._numbers), projection.state.version, view, Texts(), {}))

    def disconnect(self, connection: Connection) -> None:
        """A page is gone; its player stays at the table."""
        self._limits.leave(self._most(connection))
        self.connections.remove(connection)
        if not self.connections.at(connection.table):
            self._public.pop(connection.table, None)
        projection = self._projections.get(connection.table)
        if projection is not None and not self.closed and self._is_only_page(projection, connection):
            self.show(projection)

    def _is_only_page(self, projection: TableProjection, connection: Connection) -> bool:
        """Whether this is the only page here of a player at the table."""
        others = (one for one in self.connections.at(projection.name) if one is not connection)
        return connection.player in projection.state.players and all(one.player != connection.player for one in others)

    def show(self, projection: TableProjection) -> None:
        """Send every page of a table its own view."""
        pages = self.connections.at(projection.name)
        if not pages:
            self._public.pop(projection.name, None)
            return
        public = public_view(projection, self.here(projection.name), self._now())
        old, texts, known = self._public.get(projection.name), Texts(), Known()
        shared = None if old is None else PublicPatch(old, public, texts, known)
        shown: dict[Audience, ShownView] = {}
        for page in pages:
            if not projection.may_see(page.session):
                # The table has become private.
                page.end(NOT_ALLOWED)
                continue
            looks = audience(projection, page.session, page.wanted)
            if looks not in shown:
                view, version = personal_view(projection, public, looks), projection.state.version
                shown[looks] = ShownView(next(self._numbers), version, view, texts, known, public, shared)
            page.show(shown[looks])
        self._public[projection.name] = public

    def view(self, projection: TableProjection, session: Session | None, wanted: Role) -> View:
        """One person's view, for a single request."""
        public = public_view(projection, self.here(projection.name), self._now())
        return personal_view(projection, public, audience(projection, session, wanted))

    def end(self) -> None:
        """Tell every page that the server stops, and close their connections."""
        self.closed = True
        for connection in list(self.connections):
            connection.say({"type": "closing"})
            connection.end()


def _too_many(name: str, most: int) -> TooFastError:
    return TooFastError(Problem(f"one {name.partition(' ')[0]} has at most {most} live connections"))
