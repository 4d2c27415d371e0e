"""The audit of one table: each of its events has to follow from those before it, under the round's own rules."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NoReturn

from pitbook.audit.commands import decided_again
from pitbook.audit.damage import DAMAGE
from pitbook.audit.seeds import RecordedSeeds, seconds_to_reveal
from pitbook.audit.windows import LEADING, Windows
from pitbook.fairness.seeds import checked_hex
from pitbook.ledger import Snapshot, Store, StoredEvent
from pitbook.ledger.records import EARLIEST, LATEST
from pitbook.meters import Escrow, Meter, MeterEvent
from pitbook.meters.events import Contributed
from pitbook.money import format_exact
from pitbook.pit.following import MOVING, follow
from pitbook.pit.records import TABLE, escrow_stream, read_table_event
from pitbook.pit.seals import EndedRound, Seal, cards_of, digest_of, read_salt, read_seal, texts_of
from pitbook.pit.snapshots import code_digest, is_kept
from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.submission import HouseRules
from pitbook.table import REGISTRY, Context, State, TableEvent, chips, evolve
from pitbook.table import events as happened
from pitbook.table.automations import BY_ITSELF
from pitbook.table.commands import AUTO, Actor
from pitbook.table.decide.steps import known_cards
from pitbook.table.kinds import SourceName
from pitbook.table.seed_events import RoundCalledOff, SeedListClosed
from pitbook.table.state import the_rules


class DoesNotHoldError(MalformedError):
    """An event of the record does not follow from the events before it."""


def does_not_hold(stored: StoredEvent, what: str, round_id: str = "") -> NoReturn:
    """Name the event, its round and what is wrong with it."""
    place = f"commit {stored.commit}, {stored.stream} version {stored.version} ({stored.sealed.type})"
    at = f"round {round_id}: " if round_id else ""
    raise DoesNotHoldError(Problem(f"{at}{place}: {what}", f"{stored.stream} {stored.version}"))


class KeptStates:
    """Snapshots, each of which has to equal what the events give, because play resumes from them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._versions: dict[str, frozenset[int]] = {}
        self.checked: dict[str, dict[int, bytes]] = {}
        """The snapshots that were compared, by stream and version."""

    def versions(self, stream: str) -> frozenset[int]:
        """The versions of a stream that have a snapshot."""
        versions = self._versions.get(stream)
        if versions is None:
            versions = self._versions[stream] = frozenset(self._store.snapshot_versions(stream, code_digest()))
        return versions

    def check(self, folded: State | Meter | Escrow, stream: str, stored: StoredEvent) -> None:
        """Compare a state with its snapshot, if there is one; `stored` is the event that led to the state."""
        if folded.version in self.versions(stream):
            kept = self._store.get_snapshot(stream, code_digest(), folded.version)
            if not is_kept(kept, folded):
                message = f"the snapshot of {stream} at version {folded.version} is not what the events give"
                does_not_hold(stored, f"{message}: delete the snapshots, and find out who wrote it")
            self.checked.setdefault(stream, {})[folded.version] = _digest(kept)

    def still(self, checked: dict[str, dict[int, bytes]], versions: Mapping[str, int]) -> bool:
        """Whether the snapshots of streams up to these versions are still those that were compared."""
        for stream, upto in versions.items():
            there = [one for one in self._store.snapshot_versions(stream, code_digest()) if one <= upto]
            found = {one: _digest(self._store.get_snapshot(stream, code_digest(), one)) for one in there}
            if found != checked.get(stream, {}):
                return False
        self.checked = checked
        return True


def _digest(snapshot: Snapshot | None) -> bytes:
    return hashlib.sha256(snapshot.state if snapshot else b"").digest()


class TableAudit:
    """A table, followed event by event."""

    def __init__(self, library: Mapping[str, HouseRules], kept: KeptStates, seeds: RecordedSeeds) -> None:
        self.state = State(library)
        self._seeds = seeds
        self.sealed_round = ""
        """The round in progress, if its seed is sealed, so that only the record says what its deck is."""
        self._kept = kept
        self.streams: Mapping[str, str] = {}
        """The streams of the meters that the table moves, by name."""
        self.void_rounds = 0
        """Rounds that ended void."""
        self.ended: list[EndedRound] = []
        """The rounds that ended with the current commit."""
        self.lines: list[bytes] = []
        """The canonical lines of the events since the last seal."""
        self.sealed = 0
        """The version up to which the last seal goes."""
        self._windows = Windows(library)
        self._shown: dict[str, Fraction] | None = None
        """What the meters show, until one of them moves or the commit ends."""
        self._terms: dict[str, tuple[Fraction, Fraction | None]] = {}
        self._context: Context | None = None
        """The last context, while nothing in it has changed."""
        self._time = 0
        """The time of the last context, in microseconds."""

    def follow(self, stored: Sequence[StoredEvent], meters: Mapping[str, Meter]) -> list[tuple[str, MeterEvent]]:
        """Derive this table's events of a commit again; returns what must have happened to its meters, in order."""
        actors, events = self._read_all(stored)
        self.ended = []
        self.lines += [one.sealed.line() for one in stored]
        outside = self._void_outside(events)
        moved: list[tuple[str, MeterEvent]] = []
        at = 0
        while at < len(events):
            if outside and at in outside:
                void, what = outside[at]
                does_not_hold(stored[void], what, self._round())
            found = self._derive(stored[at], actors[at], events[at:], meters)
            # If nothing was decided, comparing the recorded event with nothing fails.
            end = at + (len(found) or 1)
            if len(found) != 1 or found[0] != events[at]:
                self._compare(found, events[at:end], stored[at:end])
            self._happen(stored[at], found, meters, moved)
            at = end
        self._check_chips_and_cards(stored[-1])
        self._shown = self._context = None
        return moved

    def _happen(
        self,
        stored: StoredEvent,
        found: Sequence[TableEvent],
        meters: Mapping[str, Meter],
        moved: list[tuple[str, MeterEvent]],
    ) -> None:
        """Apply the events that were derived here, and let their meters follow."""
        state, round_id, kept = self.state, self._round(), self._kept.versions(stored.stream)
        try:
            moves = False
            for event in found:
                evolve(state, event)
                kind = type(event)
                if kind in _ENDING:
                    self._note_end(event)
                if kind in _MOVING:
                    moves = True
                if state.version in kept:
                    self._kept.check(state, stored.stream, stored)
            if moves:
                for name, change in follow(meters, round_id, found):
                    self._check_kept(meters[name], self.streams[name], change, stored)
                    moved.append((name, change))
                self._shown = None
        except DoesNotHoldError:
            raise
        except (*DAMAGE, PitbookError) as error:
            does_not_hold(stored, f"it can't be followed: {error}", round_id)

    def _check_kept(self, meter: Meter, stream: str, change: MeterEvent, stored: StoredEvent) -> None:
        """Check the snapshot of what has just changed: a meter, or the escrow of this table."""
        if isinstance(change, Contributed):
            table = stored.stream.removeprefix(TABLE)
            self._kept.check(meter.escrow(table), escrow_stream(stream, table), stored)
        else:
            self._kept.check(meter, stream, stored)

    def _note_end(self, event: TableEvent) -> None:
        if isinstance(event, happened.RoundEnded) and self.state.last_round is not None:
            self.ended.append(EndedRound(event.round, self.state.version, cards_of(self.state.last_round)))
            self.void_rounds += self.state.last_round.void is not None
        elif isinstance(event, RoundCalledOff):
            self.ended.append(EndedRound(event.round, self.state.version, ()))

    def check_seals(self, salts: Sequence[StoredEvent], seals: Sequence[StoredEvent], last: StoredEvent) -> None:
        """Exactly the rounds that ended with a commit are sealed in it, each with a digest of all that happened."""
        if not len(salts) == len(seals) == len(self.ended):
            message = f"{len(self.ended)} rounds end here, but the commit has {len(seals)} seals and {len(salts)} salts"
            does_not_hold(last, message)
        for one, salted, stored in zip(self.ended, salts, seals, strict=True):
            try:
                lines = self.lines[: one.version - self.sealed]
                digest = digest_of(one.round, read_salt(salted, one.round), texts_of(lines, one.cards))
                right, recorded = Seal(one.round, self.sealed, one.version, digest), read_seal(stored)
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(stored, str(error), one.round)
            if recorded != right:
                does_not_hold(stored, "the seal of the round is not that of its events and cards", one.round)
            del self.lines[: one.version - self.sealed]
            self.sealed = one.version

    def _compare(
        self, found: Sequence[TableEvent], recorded: Sequence[TableEvent], stored: Sequence[StoredEvent]
    ) -> None:
        """The recorded events must be those that were decided again, all with the same actor."""
        actor = stored[0].sealed.actor
        for number, (right, says) in enumerate(zip_longest(found, recorded)):
            place = stored[min(number, len(stored) - 1)]
            if right != says:
                does_not_hold(place, _difference(right, says), self._round())
            if place.sealed.actor != actor:
                does_not_hold(place, f"{actor} did it, not {place.sealed.actor}", self._round())

    def _void_outside(self, events: Sequence[TableEvent]) -> dict[int, tuple[int, str]]:
        """A void outside the window of its clause, by the place of the report or count that led to it."""
        for place, event in enumerate(events):
            try:
                problem = self._windows.note(event)
            except DAMAGE as error:
                return {place: (place, f"it can't be followed: {error}")}
            if problem:
                first = place
                while first and isinstance(events[first - 1], LEADING):
                    first -= 1
                return {first: (place, problem)}
        return {}

    def _read_all(self, stored: Sequence[StoredEvent]) -> tuple[list[Actor], list[TableEvent]]:
        """Read events, with their actors; an event that names its actor names the same one as the ledger."""
        actors, events = [], []
        for one in stored:
            try:
                event = read_table_event(one)
                if not EARLIEST <= one.sealed.time <= LATEST:
                    _ = one.time
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(one, str(error), self._round())
            by = _actor_named(one.sealed.actor) or _no_actor(one)
            if type(event) in _NAMING and (named := getattr(event, "by", by.name)) != by.name:
                does_not_hold(one, f"the event says that {named} did it, but the record says {by.name}", self._round())
            actors.append(by)
            events.append(event)
        return actors, events

    def _round(self) -> str:
        return self.state.round.id if self.state.round else ""

    def _derive(
        self, stored: StoredEvent, by: Actor, events: Sequence[TableEvent], meters: Mapping[str, Meter]
    ) -> tuple[TableEvent, ...]:
        """The events that should be here, decided again with the time, the seed and the meters of the record."""
        event = events[0]
        if isinstance(event, happened.TableOpened) and TABLE + event.table != stored.stream:
            does_not_hold(stored, f"it opens another table, {event.table}")

        try:
            found = decided_again(self.state, events, by, lambda: self._make_context(stored, events, meters))
            if happened.ProgressiveLockedOut in map(type, found):
                table = stored.stream.removeprefix(TABLE)
                as_shown = tuple([_as_shown(*both, meters, table) for both in zip(found, events, strict=False)])
                found = as_shown + found[len(as_shown) :]
            return self._opened(stored, event, found) if isinstance(event, happened.RoundOpened) else found
        except RefusedError as error:
            does_not_hold(stored, f"the rules do not allow it here: {error}", self._round())
        except (*DAMAGE, PitbookError) as error:
            does_not_hold(stored, str(error), self._round())

    def _make_context(self, stored: StoredEvent, events: Sequence[TableEvent], meters: Mapping[str, Meter]) -> Context:
        """The time, the seeds and the meters of the record."""
        self._seeds.move_to(stored, events)
        if self._shown is None:
            self._shown = {name: meter.displayed for name, meter in meters.items()}
            self._terms = {name: (meter.rate, meter.limit) for name, meter in meters.items()}
            self._context = None
        if self._context is None or self._time != stored.sealed.time:
            self._time = stored.sealed.time
            self._context = Context(stored.time, _no_entropy, self._shown, None, self._terms, self._seeds)
        context = self._context
        if self.state.source is SourceName.SCRIPTED and (scripted := _scripted(events)):
            context = context._replace(deck=scripted)
        if not self._seeds.opens and (recorded := self._recorded_order(events)):
            context = context._replace(recorded_order=recorded)
        if len(events) > 1 and isinstance(closed := events[1], SeedListClosed):
            context = context._replace(reveal_seconds=seconds_to_reveal(context.now, closed))
        return context

    def _recorded_order(self, events: Sequence[TableEvent]) -> happened.CardsOrdered | None:
        """The recorded order of a deck whose seed is still sealed."""
        current = self.state.round
        if current is None or current.sealed is None:
            return None
        # The cards are ordered at the latest by the third event of a command.
        ordered = next((one for one in events[:3] if isinstance(one, happened.CardsOrdered)), None)
        if ordered is None or not self._seeds.is_sealed(current.id):
            return None
        self.sealed_round = current.id
        return ordered

    def _opened(
        self, stored: StoredEvent, event: happened.RoundOpened, found: tuple[TableEvent, ...]
    ) -> tuple[TableEvent, ...]:
        """The commitment is checked when the seed is revealed, or with the key that opens its seal."""
        if self.state.source != SourceName.VIRTUAL:
            return found
        checked_hex(str(event.commitment), "a commitment")
        if problem := self._seeds.check_opening(self.state, event):
            does_not_hold(stored, problem, event.round)
        return tuple(
            replace(one, commitment=event.commitment) if isinstance(one, happened.RoundOpened) else one for one in found
        )

    def _check_chips_and_cards(self, stored: StoredEvent) -> None:
        """All chips add up to zero, nobody owes any, and each card is there once."""
        state = self.state
        if rest := chips(state):
            amount = f"{rest} cents too many" if rest > 0 else f"{-rest} cents are missing"
            does_not_hold(stored, f"the chips do not add up: {amount}", self._round())
        for player in state.players.values():
            if player.stack < 0:
                does_not_hold(stored, f"{player.name} has {player.stack} cents", self._round())
        if state.round is not None and state.round.order is not None:
            cards, deck = known_cards(state.round), the_rules(state).book.deck.playing_cards
            if len(cards) != len(deck) or set(cards) != set(deck):
                right = len(set(cards) & set(deck))
                does_not_hold(stored, f"it has {right} different cards of the deck, not {len(deck)}", self._round())


_MOVING: Final = frozenset(MOVING)
_ENDING: Final = frozenset({happened.RoundEnded, RoundCalledOff})
_NAMING: Final = frozenset(kind for kind in REGISTRY.values() if "by" in {field.name for field in fields(kind)})
"""The events that name their actor."""


def _as_shown(right: TableEvent, recorded: TableEvent, meters: Mapping[str, Meter], table: str) -> TableEvent:
    """A lock-out with what the meters showed to this table, if that is possible; anything else unchanged.

    The table may not have known all contributions of other tables since the meter was last won from.
    """
    if not isinstance(right, happened.ProgressiveLockedOut) or not isinstance(recorded, happened.ProgressiveLockedOut):
        return right
    if recorded.shown == right.shown or recorded.shown.keys() != right.shown.keys():
        return right
    shown = dict(right.shown)
    for name, says in recorded.shown.items():
        least = meters[name].with_own(table, Fraction(right.contributions[name]))
        if least <= Fraction(says) <= Fraction(right.shown[name]) and format_exact(Fraction(says)) == says:
            shown[name] = says
    return replace(right, shown=shown)


def _no_entropy(number: int) -> bytes:
    """Used instead of entropy, because the record has the seeds."""
    return bytes(number)


def _no_actor(stored: StoredEvent) -> NoReturn:
    does_not_hold(stored, f"{stored.sealed.actor!r} is not an actor at a table")


@lru_cache(1000)
def _actor_named(text: str) -> Actor | None:
    """Who acts, as the ledger writes it; the same few come up again and again."""
    role, _, name = text.partition(":")
    if role not in set(ActorRole) or not name:
        return None
    return BY_ITSELF[ActorRole(role)] if name == AUTO else Actor(ActorRole(role), name)


def _scripted(events: Sequence[TableEvent]) -> str | None:
    """The deck of a script, which only the record has."""
    # The cards are ordered by the first event of a command, or right after it.
    return next((one.order for one in events[:2] if isinstance(one, happened.CardsOrdered)), None)


def _difference(right: TableEvent | None, recorded: TableEvent | None) -> str:
    """The first thing in which an event differs from what it should be."""
    if right is None or recorded is None or type(right) is not type(recorded):
        wanted, found = (one.type if one else "nothing" for one in (right, recorded))
        return f"the record has {found} here, and should have {wanted}"
    should, says = right.to_data(), recorded.to_data()
    for name in should:
        if should[name] != says[name]:
            return _in_field(name, should[name], says[name])
    return "it is not what was decided"


def _in_field(name: str, right: object, recorded: object) -> str:
    if isinstance(right, tuple) and isinstance(recorded, tuple):
        for number, (one, other) in enumerate(zip_longest(right, recorded), 1):
            if one != other:
                return f"{name} {number} is {_short(other)} and should be {_short(one)}"
    return f"{name} is {_short(recorded)} and should be {_short(right)}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 160 else text[:157] + "..."
