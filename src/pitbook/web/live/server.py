"""The house: the pit with its thread, the rooms with their pages, and the croupier. One for each server."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar

from pitbook.fairness.vectors import check_shuffle
from pitbook.money import format_exact
from pitbook.pit import Pit
from pitbook.pit.names import OPERATOR
from pitbook.pit.records import TABLE, table_stream
from pitbook.problems import PitbookError, Problem, RefusedError, UnconfirmedError
from pitbook.table import TableEvent
from pitbook.table.state import the_rules
from pitbook.web.access.rate_limits import RateLimiter
from pitbook.web.access.sessions import Role, Session
from pitbook.web.access.signing import Signer
from pitbook.web.access.store import AccessStore
from pitbook.web.errors import ForbiddenError, TooFastError, UnauthenticatedError, UnknownError, unconfirmed
from pitbook.web.history.checkpoints import Checkpoints
from pitbook.web.history.record_health import RecordMonitor, RecordStatus
from pitbook.web.live.authorization import Caller
from pitbook.web.live.commands import CommandHandler, CommandResult, NewTable, stored
from pitbook.web.live.connections import NOT_ALLOWED, SIGNED_OUT, Connection, Connections, Texts, as_text, audience
from pitbook.web.live.projection import TableProjection, load_projection, open_tables
from pitbook.web.live.self_check import Checks, check, warn
from pitbook.web.live.timers import TableTimers
from pitbook.web.live.views import personal_view, public_view
from pitbook.web.requests import commands as requests
from pitbook.web.settings import Rate, Settings

log = logging.getLogger("pitbook.web")
Result = TypeVar("Result")
DAY: Final = 86_400
SHUFFLE_EVERY: Final = 600.0
"""How often the shuffle is tried on the published vectors, in seconds."""
LOOK_EVERY: Final = 1.0
"""How often the record is looked at for what another process has stored."""
MAX_PENDING: Final = 2000
MAX_WAIT: Final = 2.5
"""A command that has to wait longer for those before it is not carried out: with the time that a locked record is
waited for, every command is answered within five seconds."""
LOOK_SECONDS: Final = 0.7
"""How long the record may take to say what its head is."""
NOTED_EVERY: Final = 3600.0
"""How often it is noted that a session is used, in seconds."""
MAX_NOTED: Final = 10_000
OPERATOR_PACE: Final = Rate(10, 0.2)


class TableServer:
    """Everything that a server shares between its requests."""

    def __init__(
        self,
        pit: Pit,
        settings: Settings,
        signer: Signer,
        access: AccessStore,
        operator_key: str | None,
        checkpoints: Checkpoints,
    ) -> None:
        self.pit = pit
        self.settings = settings
        pit.reveal_seconds, pit.serving_since = settings.reveal_seconds, pit.now()
        self.signer = signer
        self.access = access
        self.checkpoints = checkpoints
        self.operator_key = operator_key
        """What the operator signs in with; without one nobody is the operator."""
        self.projections: dict[str, TableProjection] = {}
        self.connections = Connections()
        self.checks = Checks()
        self.commands = RateLimiter(settings.commands)
        """For each person's commands."""
        self.sessions = RateLimiter(settings.sessions)
        """For the new sessions of each address."""
        self.arrivals = RateLimiter(settings.arrivals)
        """For the new live connections of each address."""
        self.operators = RateLimiter(OPERATOR_PACE)
        """For each address that tries an operator key."""
        self.started = time.monotonic()
        self.stopping = False
        self._handler = CommandHandler(pit)
        self._timers = TableTimers(settings, self, pit.serving_since)
        self._order = ThreadPoolExecutor(1, "pit")
        self._compute = ThreadPoolExecutor(settings.computing, "coach")
        self._bots = ThreadPoolExecutor(1, "bots")
        self._filing = ThreadPoolExecutor(1, "access")
        self._filed = access.changed()
        self._checking: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        """Tables are opened one after the other, so that their number is right."""
        self._loading: dict[str, asyncio.Task[TableProjection]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._used: dict[str, float] = {}
        """When a session's use was noted last, by its id."""
        self._pending = 0
        self._record = str(getattr(pit.store, "path", "\0"))
        self.record = RecordMonitor(pit)
        self._looking: asyncio.Task[RecordStatus] | None = None

    # Starting and stopping

    async def start(self) -> None:
        """Find the open tables of the record again, and go on where they stand."""
        for name in await self.in_order(open_tables):
            try:
                projection = await self.projection(name)
                if projection.arrangement.dealing == "house":
                    await self.run(partial(CommandHandler.attend, table=name))
            except PitbookError as error:
                log.error("table %s can't be gone on with: %s", name, error)
                self.checks.report(f"table {name}", "open", "can't be gone on with: the log says why", self.pit.now())
        await self.check()
        for work in (self._check_daily(), self._check_shuffle(), self._follow_others()):
            self._keep(asyncio.create_task(work))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def say_closing(self) -> None:
        """Tell every page that the server stops."""
        self.stopping = True
        for connection in list(self.connections):
            connection.say({"type": "closing"})
            connection.end()
        for _ in range(50):
            if not len(self.connections):
                return
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Finish the commit in hand, and let go of the threads; the record is closed by who opened it."""
        self.stopping = True
        self._timers.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for pool in (self._compute, self._bots):
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in (self._order, self._filing):
            await asyncio.get_running_loop().run_in_executor(None, pool.shutdown)

    # Where work is done

    async def in_order(self, work: Callable[[Pit], Result]) -> Result:
        """Do something with the pit, after everything that was asked before; what has to wait too long is not done."""
        if self._pending >= MAX_PENDING:
            raise TooFastError(Problem("the server has too much to do; try again"))
        self._pending += 1
        latest = time.monotonic() + MAX_WAIT

        def in_time(pit: Pit) -> Result:
            if time.monotonic() > latest:
                raise TooFastError(Problem("the record was busy for too long, so nothing was done; try again"))
            return work(pit)

        try:
            with self._no_paths():
                return await asyncio.get_running_loop().run_in_executor(self._order, in_time, self.pit)
        finally:
            self._pending -= 1

    async def computed(self, work: Callable[..., Result], *args: object) -> Result:
        """Compute something without delaying any command."""
        with self._no_paths():
            return await asyncio.get_running_loop().run_in_executor(self._compute, work, *args)

    @contextmanager
    def _no_paths(self) -> Iterator[None]:
        """A record that is locked, or has no room left: the log says where it is, and nobody else is told.

        Nobody is told either that nothing was done, once the command is stored.
        """
        try:
            yield
        except UnconfirmedError as error:
            log.error("a command is stored but not confirmed: %s", error.__cause__ or error)
            raise unconfirmed() from error
        except PitbookError as error:
            if not any(self._record in f"{one.message} {one.value}" for one in error.problems):
                raise
            log.error("the record can't be used: %s", error)
            self.record.failed = "the last command could not be stored: the log says why"
            raise RefusedError(Problem("the record can't be used now, so nothing was done; try again")) from error

    async def filed(self, work: Callable[[AccessStore], Result]) -> Result:
        """Store something about sessions and invitations; every page notices what it means for its person."""
        with self._no_paths():
            found = await asyncio.get_running_loop().run_in_executor(self._filing, work, self.access)
        self._look_at_access()
        return found

    def _look_at_access(self) -> None:
        """Whose session has ended is disconnected; who has got or lost a role sees it."""
        filed = self.access.changed()
        if filed == self._filed:
            return
        self._filed = filed
        projections = set()
        for page in self.connections:
            if page.session is None:
                continue
            found = self.access.find(page.session.id, self.pit.now())
            if found is None:
                page.end(SIGNED_OUT)
            elif found != page.session:
                page.session = found
                projections.add(page.table)
        for name in projections & self.projections.keys():
            self.show(self.projections[name])

    async def thought(self, work: Callable[..., Result], *args: object) -> Result:
        """Let a bot think; what one bot has learned the next one knows."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, work, *args)

    async def run(self, work: Callable[[CommandHandler], CommandResult]) -> CommandResult:
        """Carry out work at the desk; every page sees what came of it before the answer is given."""
        loop = asyncio.get_running_loop()

        def carried_out(pit: Pit) -> CommandResult:
            result = work(self._handler)
            if result.events and not result.repeated:
                with stored():
                    self.record.stored(pit)
            loop.call_soon_threadsafe(self._follow, result)
            return result

        return await self.in_order(carried_out)

    async def looked(self) -> RecordStatus:
        """The record as it is now; whatever it does, this is said within a second."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self.in_order(self.record.look))
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), LOOK_SECONDS)
        except TimeoutError:
            return RecordStatus(None, (f"the record has not answered for {LOOK_SECONDS} s",))
        except PitbookError:
            return RecordStatus(None, ("the record cannot be read: the log says why",))

    # Rooms

    async def projection(self, name: str) -> TableProjection:
        """A table as it is now; UnknownError if there is none."""
        found = self.projections.get(name)
        if found is not None:
            return found
        table_stream(name)
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> TableProjection:
        projection = await self.in_order(lambda pit: load_projection(pit, name, self.settings.shared_seconds))
        if projection is None:
            raise UnknownError(Problem(f"there is no table {name}", name))
        self.projections[name] = projection
        self._timers.look(projection)
        # A command that was carried out while the room was being handed over is caught up with.
        await self._catch_up(projection)
        return projection

    async def visible_projection(self, name: str, session: Session | None) -> TableProjection:
        """A table that somebody may see."""
        projection = await self.projection(name)
        if not projection.may_see(session):
            raise ForbiddenError(Problem("this table is private: an invitation opens it", name))
        return projection

    def _follow(self, result: CommandResult) -> None:
        """Show what came of a command."""
        projection = self.projections.get(result.table)
        if projection is None:
            return
        projection.extras = result.extras
        if projection.state.version + len(result.events) == result.version:
            self._fold(projection, result.events)
        elif projection.state.version < result.version:
            self._keep(asyncio.create_task(self._catch_up(projection)))
            return
        self._timers.look(projection)
        self.show(projection)

    def _fold(self, projection: TableProjection, events: Iterable[TableEvent]) -> None:
        try:
            for event in events:
                projection.fold(event)
        except Exception:
            # What can't be followed is read again from the record rather than shown wrongly.
            log.exception("the table %s is read again", projection.name)
            self.projections.pop(projection.name, None)

    async def _catch_up(self, projection: TableProjection) -> None:
        """Fold what the room has missed."""
        after = projection.state.version
        result = await self.in_order(lambda _: self._handler.since(projection.name, after))
        if projection.state.version == after:
            projection.extras = result.extras
            self._fold(projection, result.events)
            self._timers.look(projection)
            self.show(projection)

    # Pages

    def show(self, projection: TableProjection) -> None:
        """Send every page of a table its own view."""
        pages = self.connections.at(projection.name)
        if not pages:
            return
        public = public_view(projection, self.connections.here(projection.name), self.pit.now())
        texts, written = Texts(), {}
        for page in pages:
            if not projection.may_see(page.session):
                # The table has become private.
                page.end(NOT_ALLOWED)
                continue
            looks = audience(projection, page.session, page.wanted)
            if looks not in written:
                view = personal_view(projection, public, looks)
                written[looks] = texts.text({"type": "view", "version": projection.state.version, "view": view})
            page.show(written[looks])

    def view(self, projection: TableProjection, session: Session | None, wanted: Role) -> dict[str, Any]:
        """The view of one person, once."""
        public = public_view(projection, self.connections.here(projection.name), self.pit.now())
        return personal_view(projection, public, audience(projection, session, wanted))

    def connect(self, connection: Connection) -> None:
        """A page shows a table from now on."""
        settings = self.settings
        projection = self.projections.get(connection.table)
        sits = projection is not None and connection.player in projection.state.players
        most = settings.max_connections * (1 if sits else 1 - settings.reserved_for_players)
        if self.stopping or len(self.connections) >= most:
            raise TooFastError(Problem("the server has too many connections"))
        if self.connections.of(connection) >= settings.max_connections_each:
            raise TooFastError(Problem(f"one person has at most {settings.max_connections_each} live connections"))
        if sum(one.address == connection.address for one in self.connections) >= settings.max_connections_address:
            max_here = settings.max_connections_address
            raise TooFastError(Problem(f"one address has at most {max_here} live connections"))
        self.arrivals.take(connection.address)
        self.connections.add(connection)

    def welcome(self, projection: TableProjection, connection: Connection) -> None:
        """Show a table to a page that has just come; the others see that a player is there again."""
        if self._is_only_page(projection, connection):
            self.show(projection)
            return
        view = self.view(projection, connection.session, connection.wanted)
        connection.show(as_text({"type": "view", "version": projection.state.version, "view": view}))

    def disconnect(self, connection: Connection) -> None:
        """A page is gone; its player is not."""
        self.connections.remove(connection)
        projection = self.projections.get(connection.table)
        if projection is not None and not self.stopping and self._is_only_page(projection, connection):
            self.show(projection)

    def _is_only_page(self, projection: TableProjection, connection: Connection) -> bool:
        """Whether nobody but this page says that its player is there."""
        others = (one for one in self.connections.at(projection.name) if one is not connection)
        return connection.player in projection.state.players and all(one.player != connection.player for one in others)

    # Commands

    async def command(
        self,
        projection: TableProjection,
        asked: requests.RequestModel,
        session: Session,
        key: str | None,
        expected: int | None,
    ) -> CommandResult:
        """One command of a person at a table, whose session has not ended meanwhile."""
        now = self.access.find(session.id, self.pit.now())
        if now is None:
            raise UnauthenticatedError(Problem("your session has ended: sign in again"))
        session = now
        dealt = projection.opener.endswith(OPERATOR) or self.access.has_appointed_dealer(projection.name)
        own, appointed = projection.own_roles(session), projection.appointed_roles(session)
        who = Caller(session.player, own, appointed, session.operator, dealt)
        await self.used(session)
        here = frozenset(self.connections.here(projection.name))
        return await self.run(lambda handler: handler.carry_out(projection.name, asked, who, key, expected, here))

    async def used(self, session: Session) -> None:
        """Somebody gives a command: the session lasts on. It is noted once in an hour."""
        if session.id not in self._used or time.monotonic() - self._used[session.id] > NOTED_EVERY:
            await self.filed(lambda access: access.use(session, self.pit.now()))
            if len(self._used) >= MAX_NOTED:
                self._used.clear()
            self._used[session.id] = time.monotonic()

    async def open_table(self, opening: NewTable, address: str) -> CommandResult:
        """Open a table, unless there are too many; one where nothing happens gives way."""
        async with self._opening:
            return await self._open_table(opening, address)

    async def _open_table(self, opening: NewTable, address: str) -> CommandResult:
        settings = self.settings
        opened = [
            projection
            for projection in self.projections.values()
            if projection.state.status == "open" and not projection.state.closing
        ]
        if sum(projection.opener == opening.opener for projection in opened) >= settings.max_tables_each:
            raise RefusedError(Problem("you have too many open tables; close one first"))
        if sum(projection.address == address for projection in opened) >= settings.max_tables_address:
            raise RefusedError(Problem("there are too many open tables from your address; close one first"))
        if len(opened) >= settings.max_tables and not await self._give_way(opened):
            raise RefusedError(Problem("there are too many open tables; close one first"))
        result = await self.run(lambda handler: handler.open_table(opening))
        with stored():
            projection = await self.projection(result.table)
        projection.address = address
        return result

    async def _give_way(self, opened: Iterable[TableProjection]) -> bool:
        """Close the table where nothing has happened for the longest time, if that is long enough."""
        free = [
            projection for projection in opened if projection.state.round is None or not projection.state.round.closed
        ]
        oldest = min(free, key=lambda projection: projection.moved, default=None)
        if oldest is None or time.monotonic() - oldest.moved < self.settings.unplayed_seconds:
            return False
        await self.run(partial(CommandHandler.close_unplayed, table=oldest.name))
        return True

    # What goes on in the background

    @property
    def submissions(self) -> Counter[str]:
        """The digests of the house rules in force, and how many open tables play by each."""
        return Counter(
            the_rules(projection.state).digest
            for projection in self.projections.values()
            if projection.state.status == "open"
        )

    async def check(self) -> None:
        """Check code, books and submissions now; who asks meanwhile waits for the same check."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        await asyncio.shield(self._checking)

    async def _check(self) -> None:
        try:
            found = await self.computed(check, self.pit, list(self.submissions))
        except OSError as error:
            log.error("the self-check can't read what is installed: %s", error)
            self.checks.report("code and books", "readable", "can't be read", self.pit.now())
            return
        except PitbookError as error:
            log.error("the self-check can't be made now: %s", error)
            return
        warn(self.checks.take(found, self.pit.now()))

    async def _check_daily(self) -> None:
        while True:
            await asyncio.sleep(DAY)
            await self.check()

    async def _check_shuffle(self) -> None:
        while True:
            await asyncio.sleep(SHUFFLE_EVERY)
            warn(self.checks.take_shuffle(await self.computed(check_shuffle), self.pit.now()))

    async def _follow_others(self) -> None:
        """Notice what another process stores in the same record, and what other tables do to shared meters."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(PitbookError):
                self._look_at_access()
                await self._look_at_record()

    async def _look_at_record(self) -> None:
        for name, projection in list(self.projections.items()):
            if projection.state.status == "closed" and not self.connections.at(name):
                del self.projections[name]
        names = list(self.projections)

        def look(pit: Pit) -> list[tuple[str, int, dict[str, str]]]:
            self._handler.let_go(names)
            shown = ({meter: format_exact(one.displayed) for meter, one in pit.meters(name).items()} for name in names)
            return [(name, pit.store.version(TABLE + name), meters) for name, meters in zip(names, shown, strict=True)]

        # Compared here and now: what this process stored before it looked, its rooms have folded by now.
        found = await self.in_order(look)
        late = [name for name, version, meters in found if self._is_behind(name, version, meters)]
        for name in late:
            await self.run(partial(CommandHandler.attend, table=name))

    def _is_behind(self, name: str, version: int, meters: Mapping[str, str]) -> bool:
        projection = self.projections.get(name)
        return projection is not None and (projection.state.version < version or projection.extras.meters != meters)
