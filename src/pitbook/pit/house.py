"""The house of a record: its name and the keys that sign for it, in a stream of the record itself.

The first commit of a record names the house and its public key. Each later key is named in a note that the key before
it signed. So everybody who has the record knows which checkpoints are its own, and can tell if a key belongs to another
record.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from pitbook.house_keys import HouseKeys
from pitbook.ledger import Append, Commit, Event, Place, Store, StoredEvent
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.transparency.notes import NoteSigner, Verifier, open_note, sign

HOUSE: Final = "house"
OPENED, ROTATED = "house_opened", "key_rotated"
_SCHEMA: Final = 1
_ACTOR: Final = "house:auto"
_FIELDS: Final = {OPENED: {"key"}, ROTATED: {"key", "note"}}


@dataclass(frozen=True, slots=True)
class HouseIdentity:
    """The name of a house and its public keys (as verifier keys of signed notes), the oldest first."""

    name: str
    keys: tuple[str, ...]
    since: tuple[int, ...]
    """The commit from which each key signs."""

    @property
    def key(self) -> str:
        """The key that signs now."""
        return self.keys[-1]

    def key_at(self, commits: int) -> str:
        """The key that signed when the record had this many commits."""
        return max(zip(self.since, self.keys, strict=True), key=lambda one: one[0] if one[0] <= commits else 0)[1]


def house_of(store: Store) -> HouseIdentity | None:
    """The house of a record; None where a ledger names none."""
    house = None
    for stored in store.read(HOUSE):
        house = follow(house, stored)
    return house


def follow(house: HouseIdentity | None, stored: StoredEvent) -> HouseIdentity:
    """The house after an event of its stream; `MalformedError` if the event cannot follow."""
    event = stored.event
    data = {name: value for name, value in event.data.items() if isinstance(value, str)}
    if event.schema != _SCHEMA or _FIELDS.get(event.type) != data.keys() or len(data) != len(event.data):
        raise MalformedError(
            Problem(f"{event.type} of version {event.schema} is not an event of a house", event.type[:80])
        )
    key = Verifier.parse(data["key"])
    if event.type == OPENED:
        if house is not None or (stored.commit, stored.version) != (1, 1):
            raise MalformedError(Problem("a house is opened by the first event of a record, and only there", key.name))
        return HouseIdentity(key.name, (data["key"],), (1,))
    if house is None:
        raise MalformedError(
            Problem("there is no key before this one: the record does not begin with its house", key.name)
        )
    if key.name != house.name or data["key"] in house.keys:
        raise MalformedError(Problem(f"{data['key']} is not a new key of {house.name}", data["key"]))
    opened = open_note(data["note"], [Verifier.parse(house.key)])
    if opened.text != _rotation(house.name, data["key"]):
        raise MalformedError(Problem("the note that the old key signed does not name the new key", data["key"]))
    return HouseIdentity(house.name, (*house.keys, data["key"]), (*house.since, stored.commit))


def open_house(store: Store, keys: HouseKeys, now: datetime) -> None:
    """The first commit of a record: the house gets its name, and the key signs for it."""
    name = f"pitbook/{secrets.token_hex(16)}"
    event = Event(OPENED, _SCHEMA, {"key": NoteSigner(name, keys.signer).vkey}, now, _ACTOR)
    store.append(Commit((Append(HOUSE, 0, (event,)),)))


def rotate_key(store: Store, house: HouseIdentity, old: HouseKeys, new: HouseKeys, now: datetime) -> str:
    """From now on the newest key of `new` signs, as a note signed by the old one says. Returns its public key."""
    key = NoteSigner(house.name, new.signer).vkey
    note = sign(_rotation(house.name, key), NoteSigner(house.name, old.signer))
    event = Event(ROTATED, _SCHEMA, {"key": key, "note": note}, now, _ACTOR)
    store.append(Commit((Append(HOUSE, len(house.keys), (event,)),)))
    return key


def keys_in_use(house: HouseIdentity, keys: HouseKeys, path: Path, record: Place) -> HouseKeys:
    """The keys of a file that the house has used; the newest signs. Refuses a file of another record.

    If the file has a newer secret than the record names, the rotation to that key was interrupted.
    """
    for number, signer in enumerate(keys.signers):
        if NoteSigner(house.name, signer).vkey == house.key:
            return HouseKeys(keys.secrets[number:])
    known = [NoteSigner(house.name, signer).vkey for signer in keys.signers]
    what = "an old copy of its key, from before a rotation" if known[0] in house.keys else "the key of another record"
    raise RefusedError(Problem(f"{path} is not the key of {record}: it is {what}", str(path)))


def _rotation(name: str, key: str) -> str:
    return f"pitbook-key-rotation-1\n{name}\n{key}\n"
