"""The server of tables: one projection for each table, the commands to it, and what happens there automatically."""

import asyncio
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from pitbook.ledger.leases import LeaseEndedError
from pitbook.money import format_exact
from pitbook.pit import Pit
from pitbook.pit.drills import DrillAnswered
from pitbook.pit.names import OPERATOR
from pitbook.pit.outcome import Tries
from pitbook.pit.records import PIT, TABLE, table_stream
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError
from pitbook.table import TableEvent
from pitbook.table.commands import Command
from pitbook.table.kinds import TableStatus
from pitbook.table.state import the_rules
from pitbook.web.access.sessions import Session
from pitbook.web.access.shared_limits import LimitStore, SharedLimits
from pitbook.web.access.signing import Signer
from pitbook.web.access.store import AccessStore
from pitbook.web.errors import ForbiddenError, UnauthenticatedError, UnknownError
from pitbook.web.history.checkpoints import Checkpoints
from pitbook.web.history.record_health import RecordMonitor
from pitbook.web.live.authorization import Caller
from pitbook.web.live.commands import CommandHandler, CommandResult, NewTable, stored
from pitbook.web.live.connections import SIGNED_OUT
from pitbook.web.live.health import HealthMonitor
from pitbook.web.live.pages import Pages
from pitbook.web.live.projection import TableExtras, TableProjection, is_open, load_projection, open_tables
from pitbook.web.live.session_uses import SessionUses
from pitbook.web.live.shared_notes import Opening, Presence, Readiness, SharedNotes
from pitbook.web.live.shown_meters import ShownMeters
from pitbook.web.live.table_leases import RENEW_EVERY, SharedStore, TableLeases, group_of
from pitbook.web.live.timers import TableTimers
from pitbook.web.live.workers import Workers
from pitbook.web.requests.base import RequestModel
from pitbook.web.settings import Rate, Settings

log = logging.getLogger("pitbook.web")
Result = TypeVar("Result")
FOLLOW_EVERY: Final = 1.0
"""Seconds between two looks at what other processes have stored in the file."""
FOLLOW_OTHERS_EVERY: Final = 0.05
"""The same for a database, which several servers share."""
METERS_EVERY: Final = 0.5
"""How often, in seconds, all tables on a meter are shown what others have added to it."""
OPERATOR_RATE: Final = Rate(10, 0.2)
CLOSING_STEPS: Final = 50
CLOSING_STEP: Final = 0.02
"""How often, and how many seconds apart, a stopping server checks whether every page is gone."""


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
        self.id = secrets.token_hex(8)
        """The name of this server among the servers of the same record."""
        self._shared = pit.store if isinstance(pit.store, SharedStore) else None
        self.leases = TableLeases(self._shared, self.id)
        self.limits = SharedLimits(
            pit.store if isinstance(pit.store, LimitStore) else None,
            self.id,
            pit.keys.session_secret,
            lambda: len(self.leases.servers | {self.id}),
        )
        self.requests = self.limits.rate("requests", settings.requests)
        """The rate of each person's requests, or of those from an address without a session."""
        self.commands = self.limits.rate("commands", settings.commands)
        """The rate of each person's commands."""
        self.sessions = self.limits.rate("sessions", settings.sessions)
        """The rate of new sessions from each address."""
        self.operators = self.limits.rate("operators", OPERATOR_RATE)
        """The rate at which each address may try operator keys."""
        self.pages = Pages(settings, self.projections, pit.now, self.limits)
        self.started = time.monotonic()
        self._record = RecordMonitor(pit)
        self._stored: deque[CommandResult] = deque()
        """The results of commands that are stored and not shown yet."""
        self.workers = Workers(pit, access, self._record, settings.computing, self._show_stored)
        self.uses = SessionUses(self.workers.store_access, pit.now)
        self.health = HealthMonitor(pit, self.workers, self._record, lambda: self.submissions)
        self._notes = SharedNotes(self._shared, self.id)
        self._handler = CommandHandler(pit, self.leases, self._notes)
        self._timers = TableTimers(settings, self, self.workers, pit.serving_since, pit.now)
        self._access_version = access.changed()
        self._opening = asyncio.Lock()
        """Tables are opened one after the other, so that their number is right."""
        self._loading: dict[str, asyncio.Task[TableProjection]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._meters = ShownMeters()
        self._meters_due = 0.0
        self._meters_moved: set[str] = set()
        """Meters to which others have added something that tables here do not show yet."""
        self._late: set[str] = set()
        """Tables that others have changed, or that this server has just taken over."""
        self._heads: object = None
        """How far this server has followed the commits, notes and sessions of all servers."""
        self._unheard: list[Readiness] = []
        self._opened_from: dict[str, str] = {}
        """By table: the address that it was opened from, under its name in the limits."""
        self._closed: set[str] = set()
        """Closed tables whose projections are kept while somebody looks at them."""

    # Starting and stopping

    async def start(self) -> None:
        """Resume the open tables of the record."""
        await self.workers.lease(self.leases.renew)
        for name in await self.workers.in_order(open_tables):
            try:
                projection = await self.projection(name)
                if projection.arrangement.dealing == "house":
                    await self.run(partial(CommandHandler.attend, table=name))
            except PitbookError as error:
                log.error("cannot resume table %s: %s", name, error)
                self.health.checks.report(
                    f"table {name}", "open", "cannot be resumed: the log says why", self.pit.now()
                )
        await self.health.check()
        for work in (self.health.check_daily(), self.health.check_shuffle(), self._follow_others()):
            self._keep(asyncio.create_task(work))
        if self._shared is not None:
            self._keep(asyncio.create_task(self._keep_leases()))
            self._keep(asyncio.create_task(self.limits.keep_tidy()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def say_closing(self) -> None:
        """Tell every page that the server stops."""
        self.pages.end()
        for _ in range(CLOSING_STEPS):
            if not len(self.pages.connections):
                return
            await asyncio.sleep(CLOSING_STEP)

    async def stop(self) -> None:
        """Finish the current commit and end the threads. The record stays open: its opener closes it."""
        self.pages.closed = True
        self._timers.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.uses.stop()
        with suppress(PitbookError):
            await self.workers.lease(self.leases.end)
        self.limits.stop()
        await self.workers.stop()

    def deals(self, table: str) -> bool:
        """Whether the automatic dealer, the timers and the bots of a table run in this server."""
        return self.leases.holds(table)

    # Projections

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
        shared_seconds = self.settings.shared_seconds
        projection = await self.workers.in_order(lambda pit: load_projection(pit, name, shared_seconds))
        if projection is None:
            raise UnknownError(Problem(f"there is no table {name}", name))
        self.projections[name] = projection
        self._take_extras(projection, projection.extras)
        if projection.state.status == TableStatus.CLOSED:
            self._closed.add(name)
        self._timers.look(projection)
        # A command may have been carried out while the projection was on its way from the other thread.
        await self._catch_up(projection)
        return projection

    async def visible_projection(self, name: str, session: Session | None) -> TableProjection:
        """A table that the holder of a session may see."""
        projection = await self.projection(name)
        if not projection.may_see(session):
            raise ForbiddenError(Problem("this table is private: an invitation opens it", name))
        return projection

    def _show_stored(self) -> None:
        """Show the outcome of the commands that were stored together: each table once."""
        changed = {}
        while self._stored:
            result = self._stored.popleft()
            projection = self.projections.get(result.table)
            if projection is not None and self._follow(projection, result):
                changed[result.table] = projection
        for name, projection in changed.items():
            try:
                self._timers.look(projection)
                self.pages.show(projection)
            except Exception:
                log.exception("cannot show table %s", name)

    def _follow(self, projection: TableProjection, result: CommandResult) -> bool:
        """Fold the outcome of a command into its table; False if the table has to be read from the record first."""
        self._take_extras(projection, result.extras)
        if projection.state.version + len(result.events) == result.version:
            self._fold(projection, result.events)
        elif projection.state.version < result.version:
            self._keep(asyncio.create_task(self._catch_up(projection)))
            return False
        return True

    def _take_extras(self, projection: TableProjection, extras: TableExtras) -> None:
        projection.extras = extras
        self._meters.take(projection.name, extras)

    def _fold(self, projection: TableProjection, events: Iterable[TableEvent]) -> None:
        try:
            for event in events:
                projection.fold(event)
            if projection.state.status == TableStatus.CLOSED:
                self._closed.add(projection.name)
        except Exception:
            # Read the table again from the record rather than show it wrongly.
            log.exception("cannot read table %s again", projection.name)
            self.projections.pop(projection.name, None)

    async def _catch_up(self, projection: TableProjection) -> None:
        """Fold the events that a projection has missed."""
        after = projection.state.version
        result = await self.workers.in_order(lambda _: self._handler.since(projection.name, after))
        known = projection.state.version
        if after <= known <= result.version:
            self._take_extras(projection, result.extras)
            self._fold(projection, result.events[known - after :])
            self._timers.look(projection)
            self.pages.show(projection)

    # Commands

    async def command(
        self,
        projection: TableProjection,
        command: Command,
        session: Session,
        key: str | None,
        expected: int | None,
    ) -> CommandResult:
        """Carry out one command of a person, if their session has not ended meanwhile."""
        now = self.access.find(session.id, self.pit.now())
        if now is None:
            raise UnauthenticatedError(Problem("your session has ended: sign in again"))
        session = now
        dealt = projection.opener.endswith(OPERATOR) or self.access.has_appointed_dealer(projection.name)
        own, appointed = projection.own_roles(session), projection.appointed_roles(session)
        caller = Caller(session.player, own, appointed, session.operator, dealt)
        self.uses.note(session)
        here = frozenset(self.pages.here(projection.name))
        return await self.run(lambda handler: handler.carry_out(projection.name, command, caller, key, expected, here))

    async def run(self, work: Callable[[CommandHandler], CommandResult]) -> CommandResult:
        """Run commands in order; every page is sent the outcome before the caller gets the result."""

        def store(result: CommandResult) -> CommandResult:
            receipt = None if result.decision is None else result.decision.stored()
            if receipt is not None and receipt.repeated:
                # Another server has stored the same command meanwhile: its outcome is read from the record.
                result = replace(result, events=(), repeated=True)
            elif result.events and not result.repeated:
                with stored():
                    self._record.stored(self.pit, None if receipt is None else receipt.number)
            if result.ready is not None:
                with stored():
                    self._handler.tell_ready(result.table, *result.ready)
            self._stored.append(result)
            return result

        def decide(_: Pit) -> CommandResult:
            result = todo.pop()()
            if result.again is not None:
                todo.append(result.again)
            return result

        todo: list[Callable[[], CommandResult]] = [lambda: work(self._handler)]
        tries = Tries()
        while True:
            try:
                return await self.workers.in_order_and_stored(decide, store)
            except ConflictError as error:
                if isinstance(error, LeaseEndedError):
                    self.leases.lost(error.problems[0].value or "")
                # A decision that conflicts with what others stored is made again; otherwise the table has moved on.
                if not todo or not tries.again():
                    raise

    async def note_answer(
        self, answer: DrillAnswered, session: Session, request: RequestModel, key: str | None
    ) -> None:
        """Store a person's answer in the drill."""
        self.uses.note(session)
        await self.workers.in_order(lambda _: self._handler.note_answer(answer, session.player, request, key))

    # Sessions

    async def store_access(self, work: Callable[[AccessStore], Result]) -> Result:
        """Store a change to sessions or invitations, and show each page what it means for its person."""
        found = await self.workers.store_access(work)
        self._follow_access()
        return found

    def _follow_access(self) -> None:
        """Disconnect pages whose session has ended; show pages whose roles have changed."""
        version = self.access.changed()
        if version == self._access_version:
            return
        self._access_version = version
        changed = set()
        for page in self.pages.connections:
            if page.session is None:
                continue
            found = self.access.find(page.session.id, self.pit.now())
            if found is None:
                page.end(SIGNED_OUT)
            elif found != page.session:
                page.session = found
                changed.add(page.table)
        for name in changed & self.projections.keys():
            self.pages.show(self.projections[name])

    # Opening tables

    async def open_table(self, opening: NewTable, address: str) -> CommandResult:
        """Open a table, unless there are too many; if necessary, one where nothing happens is closed for it."""
        async with self._opening:
            return await self._open_table(opening, address)

    async def _open_table(self, opening: NewTable, address: str) -> CommandResult:
        settings = self.settings
        opened = [
            one for one in self.projections.values() if one.state.status == TableStatus.OPEN and not one.state.closing
        ]
        if sum(one.opener == opening.opener for one in opened) >= settings.max_tables_each:
            raise RefusedError(Problem("you have too many open tables; close one first"))
        where = self.limits.name("tables", address)
        if sum(self._opened_from.get(one.name) == where for one in opened) >= settings.max_tables_address:
            raise RefusedError(Problem("there are too many open tables from your address; close one first"))
        if len(opened) >= settings.max_tables and not await self._close_unplayed(opened):
            raise RefusedError(Problem("there are too many open tables; close one first"))
        result = await self.run(lambda handler: handler.open_table(opening))
        self._opened_from[result.table] = where
        with stored():
            await self.projection(result.table)
        with suppress(PitbookError):
            await self.workers.follow(partial(self._notes.tell_opened, result.table, where))
        return result

    async def _close_unplayed(self, opened: Iterable[TableProjection]) -> bool:
        """Close the table where nothing has happened for the longest time, if that is long enough."""
        free = [one for one in opened if one.state.round is None or not one.state.round.closed]
        oldest = min(free, key=lambda one: one.moved, default=None)
        if oldest is None or time.monotonic() - oldest.moved < self.settings.unplayed_seconds:
            return False
        await self.run(partial(CommandHandler.close_unplayed, table=oldest.name))
        return True

    # What other processes do

    @property
    def submissions(self) -> Counter[str]:
        """The digests of the house rules in force, and how many open tables play by each."""
        opened = (one.state for one in self.projections.values() if one.state.status == TableStatus.OPEN)
        return Counter(the_rules(state).digest for state in opened)

    async def _follow_others(self) -> None:
        """Notice what another process stores in the same record, and what other tables do to shared meters."""
        failed = False
        while True:
            await asyncio.sleep(FOLLOW_EVERY if self._shared is None else FOLLOW_OTHERS_EVERY)
            try:
                await self._let_go_of_closed()
                if self._shared is None:
                    self._late |= self._tables_of(await self.workers.in_order(lambda pit: pit.moved_by_others()))
                else:
                    await self._follow_servers(self._shared)
                self._follow_access()
                await self._attend_late()
                await self._show_meters()
                failed = False
            except PitbookError as error:
                if not failed:
                    log.warning("cannot follow the other servers: %s", error)
                failed = True
            except Exception:
                log.exception("cannot follow the other servers")

    async def _follow_servers(self, shared: SharedStore) -> None:
        """Follow what other servers of the record have done and told; while nothing happens, this takes one query."""
        heads, present = await self.workers.follow(shared.heads), self.pages.present()
        if heads == self._heads and not present:
            return
        await self.workers.follow_access()
        self._late |= self._tables_of(await self.workers.follow(self.pit.follow))
        # Notes are read after commits: a player's note of no longer being ready is older than the commit of new wagers.
        if present:
            await self.workers.follow(partial(self._notes.tell_here, present))
            self.pages.told_present(present)
        news = await self.workers.follow(self._notes.news)
        self._late |= self.pages.hear_present(one for one in news if isinstance(one, Presence))
        self._unheard += [one for one in news if isinstance(one, Readiness)]
        self._opened_from |= {one.table: one.address for one in news if isinstance(one, Opening)}
        if unheard := self._unheard:
            await self.workers.in_order(lambda _: self._handler.hear_ready(unheard))
            self._late |= {one.table for one in unheard}
            self._unheard = []
        self._heads = heads

    def _tables_of(self, moved: Iterable[str]) -> set[str]:
        """The tables that streams belong to; meters that moved are remembered."""
        self._meters_moved |= self._meters.of_tables(moved)
        return {stream.partition(":")[2] for stream in moved if stream.startswith((TABLE, PIT))}

    async def _attend_late(self) -> None:
        """Attend to the tables that others have changed, and only to those; the ones that fail are tried again."""
        failed: PitbookError | None = None
        for name in sorted(self._late):
            self._late.discard(name)
            try:
                if name in self.projections:
                    await self._attend(name)
                elif self._shared is not None and await self.workers.in_order(partial(is_open, name=name)):
                    # Another server has opened it.
                    await self.projection(name)
            except MalformedError as error:
                log.error("cannot follow table %s: %s", name, error)
            except PitbookError as error:
                self._late.add(name)
                failed = error
        if failed is not None:
            raise failed

    async def _show_meters(self) -> None:
        """Show all tables on a meter what was added to it, at most every `METERS_EVERY` seconds."""
        if time.monotonic() < self._meters_due:
            return
        self._meters_due = time.monotonic() + METERS_EVERY
        if moved := frozenset(self._meters_moved):
            shown = await self.workers.in_order(lambda pit: pit.shown(moved))
            self._meters.hear({stream: format_exact(amount) for stream, amount in shown.items()})
            self._meters_moved -= moved
        for name, extras in self._meters.late(self.projections):
            self.projections[name].extras = extras
            self.pages.show(self.projections[name])

    async def _attend(self, name: str) -> None:
        """Do what needs no player at a table, if this server deals there, and show the table."""
        here = frozenset(self.pages.here(name))
        await self.run(lambda handler: handler.attend(name, here=here))

    async def _let_go_of_closed(self) -> None:
        """Forget closed tables that nobody looks at."""
        closed = {name for name in self._closed if not self.pages.connections.at(name)}
        if not closed:
            return
        for name in closed:
            self.projections.pop(name, None)
            self._opened_from.pop(name, None)
        self._closed -= closed
        names = frozenset(self._closed)
        await self.workers.in_order(lambda _: self._handler.let_go(names))

    async def _keep_leases(self) -> None:
        """Renew the leases of tables for as long as the server runs, and take over those that other servers lost."""
        failed = False
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                gained = await self.workers.lease(self.leases.renew)
                self._late |= {name for name in self.projections if group_of(name) in gained}
                self._late |= self.pages.hear_servers(self.leases.servers - {self.id})
                failed = False
            except PitbookError as error:
                if not failed:
                    log.warning("cannot renew the leases of tables: %s", error)
                failed = True
            except Exception:
                log.exception("cannot renew the leases of tables")
