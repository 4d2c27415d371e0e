"""The seal of a round: when it ends, one event has a digest of everything at its table since the last seal.

The parts of a round are the events of its table as canonical lines, then the cards, place by place. Each part is hashed
with its own salt, which is derived from the round's salt. So anybody who has some parts with their salts, and the
hashes of the others, can check the digest but cannot guess the others. The seal is in the stream `round:T1`; the salt
of the round, 32 random bytes, is in `salt:T1`, in the same commit. The salt comes first in the commit and the seal
last: anybody who has the end of the commit can check the commit's digest but cannot guess what comes before.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

from pitbook.cards import Card
from pitbook.fairness.keyed_hash import hmac_sha256
from pitbook.json_types import JsonObject
from pitbook.ledger import Append, Event, Store, StoredEvent
from pitbook.problems import MalformedError, Problem
from pitbook.table.card_text import write_slots
from pitbook.table.state import Round

ROUND, SALT = "round:", "salt:"
SEALED, SALTED = "round_sealed", "round_salted"
SCHEMA: Final = 1
SALT_BYTES: Final = 32
_ACTOR: Final = "house:auto"
_FORM: Final = "pitbook-round-1"


@dataclass(frozen=True, slots=True)
class CardsPart:
    """The cards that lay in one place when a round ended: a hand is its seat's own until it is shown."""

    place: str
    seat: int | None
    cards: str
    shown: bool

    def text(self) -> bytes:
        """The part as it is hashed."""
        seat = "null" if self.seat is None else self.seat
        return f'["cards","{self.place}",{seat},"{self.cards}"]'.encode()


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that ended with this version of its table, and its cards."""

    round: str
    version: int
    cards: tuple[CardsPart, ...]


@dataclass(frozen=True, slots=True)
class Seal:
    """What the seal of a round says: which events of its table it covers, and the digest."""

    round: str
    after: int
    upto: int
    digest: str

    def data(self) -> JsonObject:
        """The content in JSON types."""
        return {"round": self.round, "after": self.after, "upto": self.upto, "digest": self.digest}


_SEAL_KEYS: Final = frozenset(field.name for field in fields(Seal))


def cards_of(current: Round) -> tuple[CardsPart, ...]:
    """The cards of a round, place by place."""
    up, down = current.board[: current.board_up], current.board[current.board_up :]
    dealer = list(enumerate(current.dealer))
    shown = [card for number, card in dealer if number in current.dealer_up]
    hidden = [card for number, card in dealer if number not in current.dealer_up]
    places: list[tuple[str, int | None, Sequence[Card | None], bool]] = [
        ("board", None, up, True),
        ("board, face down", None, down, False),
        ("dealer", None, shown, True),
        ("dealer, face down", None, hidden, False),
        ("extra", None, current.extra, bool(current.extra_up)),
        *(("hand", seat, hand, seat in current.shown) for seat, hand in sorted(current.hands.items())),
    ]
    return tuple(CardsPart(place, seat, write_slots(cards), shown) for place, seat, cards, shown in places if cards)


def part_salt(salt: bytes, number: int) -> bytes:
    """The salt of one part of a round."""
    return hmac_sha256(salt)(str(number).encode())


def part_hash(salt: bytes, text: bytes) -> str:
    """The hash of a part with its own salt."""
    return hashlib.sha256(salt + text).hexdigest()


def round_digest(round_id: str, hashes: Iterable[str]) -> str:
    """The digest of a round from the hashes of its parts."""
    return hashlib.sha256("\n".join([_FORM, round_id, *hashes]).encode()).hexdigest()


def digest_of(round_id: str, salt: bytes, texts: Iterable[bytes]) -> str:
    """The digest of a round from its parts."""
    salted = hmac_sha256(salt)
    hashes = [part_hash(salted(b"%d" % number), text) for number, text in enumerate(texts)]
    return round_digest(round_id, hashes)


def texts_of(lines: Iterable[bytes], cards: Iterable[CardsPart]) -> list[bytes]:
    """The parts of a round: its events, then its cards."""
    return [*lines, *(part.text() for part in cards)]


def read_seal(stored: StoredEvent) -> Seal:
    """A seal as it was stored."""
    data = stored.event.data
    if (stored.event.type, stored.event.schema) != (SEALED, SCHEMA) or data.keys() != _SEAL_KEYS:
        raise MalformedError(Problem(f"{stored.event.type} is not the seal of a round", stored.event.type[:80]))
    match data:
        case {"round": str(name), "after": int(after), "upto": int(upto), "digest": str(digest)} if not (
            isinstance(after, bool) or isinstance(upto, bool)
        ):
            return Seal(name, after, upto, digest)
    raise MalformedError(Problem("the seal of a round has values of other kinds", str(data)[:80]))


def read_salt(stored: StoredEvent, round_id: str) -> bytes:
    """The salt of this round as it was stored."""
    data = stored.event.data
    if (stored.event.type, stored.event.schema) != (SALTED, SCHEMA) or data.keys() != {"round", "salt"}:
        raise MalformedError(Problem(f"{stored.event.type} is not the salt of a round", stored.event.type[:80]))
    salt = bytes.fromhex(str(data["salt"]))
    if data["round"] != round_id or len(salt) != SALT_BYTES:
        raise MalformedError(Problem(f"this is not the salt of round {round_id}", str(data["round"])[:80]))
    return salt


def last_seal(store: Store, name: str) -> tuple[int, int]:
    """How many seals a table has, and the version of the table up to which the last one goes."""
    version = store.version(ROUND + name)
    return version, next((read_seal(one).upto for one in store.read(ROUND + name, version - 1)), 0) if version else 0


def seals_of(
    name: str, table: Append, ended: Sequence[EndedRound], last: tuple[int, int], lines: Sequence[bytes]
) -> tuple[Append, Append]:
    """The salts and the seals of rounds that end with events which are about to be stored.

    `name` is the table's, `last` what `last_seal` says of it, and `lines` are those of all its events since then.
    """
    version, first = last
    after = first
    salts, seals = [], []
    for one in ended:
        texts = texts_of(lines[after - first : one.version - first], one.cards)
        salt = secrets.token_bytes(SALT_BYTES)
        sealed = Seal(one.round, after, one.version, digest_of(one.round, salt, texts))
        time = table.events[one.version - table.expected_version - 1].time
        salts.append(Event(SALTED, SCHEMA, {"round": one.round, "salt": salt.hex()}, time, _ACTOR))
        seals.append(Event(SEALED, SCHEMA, sealed.data(), time, _ACTOR))
        after = one.version
    return Append(SALT + name, version, tuple(salts)), Append(ROUND + name, version, tuple(seals))
