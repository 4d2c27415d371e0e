"""Checkpoints of a record: its tree at one size, signed by the house, cosigned by witnesses, and stored in order.

`FILE.checkpoints`, next to the record, has a line for each: its CRC-32 and a JSON object

    {"k":2,"note":"...","witnesses":["...","...","..."]}

where `note` is the checkpoint, a signed note in the form of C2SP `tlog-checkpoint`. If it was cosigned, `witnesses` has
the keys of the witnesses that were asked, and k of them are enough. Lines are only added. Each checkpoint has at least
as many commits as the one before it; only a line that repeats an earlier checkpoint, with cosignatures that came late,
may have fewer, and then the newest checkpoint is repeated after it. So the last line always has the newest one.
"""

import fcntl
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from pitbook.house_keys import HouseKeys
from pitbook.ledger import Store
from pitbook.ledger.chain import canonical
from pitbook.ledger.tree import Tree
from pitbook.pit.house import HouseIdentity
from pitbook.pit.record import Record
from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.client import KnownWitness, gather
from pitbook.transparency.cosignatures import CosignatureVerifier, check_quorum, cosigned
from pitbook.transparency.notes import NoteSigner, Verifier, add_signatures, open_note, sign, split_note
from pitbook.transparency.tree import RememberedLeaves, consistency_proof

SUFFIX: Final = ".checkpoints"
LONGEST: Final = 1 << 18
"""The longest line, in bytes."""


@dataclass(frozen=True)
class StoredCheckpoint:
    """A checkpoint in the file beside its record. It protects the record if `k` of these witnesses have cosigned it."""

    note: str
    witnesses: tuple[str, ...] = ()
    k: int = 0

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint itself, unverified."""
        return parse_checkpoint(split_note(self.note)[0])

    @cached_property
    def cosigned(self) -> dict[str, int]:
        """Which witnesses have cosigned it, and when, in seconds since 1970; a false cosignature is malformed."""
        return cosigned(self.note, [CosignatureVerifier.parse(one) for one in self.witnesses])

    @property
    def protects(self) -> bool:
        """Whether enough witnesses have cosigned it."""
        return 0 < self.k <= len(self.cosigned)

    def check(self, house: HouseIdentity) -> None:
        """Refuse a checkpoint that the house did not sign with its key at that size, or with a false cosignature."""
        log = Verifier.parse(house.key_at(self.checkpoint.size))
        if open_note(self.note, [log]) and self.checkpoint.origin != house.name:
            raise MalformedError(
                Problem(f"it is a checkpoint of {self.checkpoint.origin[:80]}", self.checkpoint.origin)
            )
        if self.witnesses or self.k:
            check_quorum([CosignatureVerifier.parse(one) for one in self.witnesses], self.k)
        _ = self.cosigned

    def line(self) -> bytes:
        """The checkpoint as a line of the file."""
        content = canonical({"k": self.k, "note": self.note, "witnesses": self.witnesses}).encode()
        return b"%08x %s\n" % (zlib.crc32(content), content)


@dataclass(frozen=True, slots=True)
class Published:
    """A checkpoint that was sent to witnesses, and why some of them did not cosign it."""

    kept: StoredCheckpoint
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Protection:
    """Up to where a record is signed and cosigned, and which commits after that are unprotected."""

    signed: int
    """The number of commits in the last checkpoint that the house has signed."""
    cosigned: int
    """The number of commits in the last checkpoint that enough witnesses have cosigned."""
    witnesses: tuple[str, ...]
    """The witnesses that have cosigned it."""
    unprotected: int
    """The number of commits after that: anybody with the file and the key could rewrite them unnoticed."""
    since: datetime | None
    """The time of the oldest unprotected commit."""


def checkpoints_path(record: Path) -> Path:
    """The file with the checkpoints of a record."""
    return record.with_name(record.name + SUFFIX)


def read_checkpoints(record: Path) -> list[StoredCheckpoint]:
    """The checkpoints of a record in their order; `MalformedError` names the first line that is damaged."""
    path = checkpoints_path(record)
    try:
        with path.open("rb") as file:
            return [_parse(line, number, path) for number, line in enumerate(file, 1)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error


def judged_by(kept: Sequence[StoredCheckpoint], witnesses: Sequence[str], k: int) -> list[StoredCheckpoint]:
    """The same checkpoints, but only cosignatures of these witnesses count, whatever witnesses the file names."""
    return [replace(one, witnesses=tuple(witnesses), k=k) for one in kept]


def last_protecting(kept: Sequence[StoredCheckpoint]) -> StoredCheckpoint | None:
    """The largest checkpoint that enough witnesses have cosigned."""
    return max((one for one in kept if one.protects), key=lambda one: one.checkpoint.size, default=None)


class CheckpointSigner:
    """Signs the checkpoints of a record, and keeps them with the cosignatures that they get.

    It computes the tree itself from the commits, once from the beginning and then incrementally. So it never signs what
    a head file says, or a tree that did not grow from the last checkpoint.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._leaves = RememberedLeaves(record.leaves)
        self._tree = Tree()
        self._asked: dict[str, int] = {}
        """The last size that each witness has cosigned, by its key, as far as this object knows."""

    def sign(self) -> StoredCheckpoint:
        """Sign and keep a checkpoint of the record as it is now; if nothing was added, return the last one."""
        self._record.catch_up()
        with _appending(self._record.path) as file:
            last = _last(file, checkpoints_path(self._record.path))
            tree = self._grown(last)
            house = self._record.house  # Read after the tree: even after a rotation it knows which key signs.
            checkpoint = Checkpoint(house.name, tree.size, bytes.fromhex(tree.head.root))
            if last is not None and last.checkpoint == checkpoint:
                return last
            kept = StoredCheckpoint(sign(checkpoint.text(), self._signer(house, tree.size)))
            _append(file, kept)
        return kept

    def publish(self, witnesses: Sequence[KnownWitness], k: int, timeout: float) -> Published:
        """Sign a checkpoint, ask witnesses to cosign it, and keep it with their answers; k of them are enough.

        A checkpoint that enough of them have cosigned is not sent again.
        """
        check_quorum([one.verifier for one in witnesses], k)
        kept, keys = self.sign(), tuple(one.vkey for one in witnesses)
        if kept.protects and (kept.witnesses, kept.k) == (keys, k):
            return Published(kept, ())
        size = kept.checkpoint.size
        text, signatures = split_note(kept.note)
        own = [one for one in signatures if one.name == kept.checkpoint.origin]
        gathered = gather(
            "".join([text, "\n", *(one.line() for one in own)]),
            witnesses,
            k,
            lambda witness: self._asked.get(witness.vkey, 0),
            lambda old: consistency_proof(self._leaves, old, size),
            timeout,
        )
        self._asked |= {one.vkey: size for one in witnesses if one.verifier.name in gathered.cosigned}
        silent = {one.verifier.name for one in witnesses} - gathered.cosigned.keys()
        earlier = [one for one in signatures if one.name in silent]
        found = StoredCheckpoint(add_signatures(gathered.note, earlier), keys, k)
        if gathered.cosigned:
            with _appending(self._record.path) as file:
                last = _last(file, checkpoints_path(self._record.path))
                _append(file, found, *([last] if last is not None and last.checkpoint.size > size else []))
        return Published(found, gathered.problems)

    def _signer(self, house: HouseIdentity, size: int) -> NoteSigner:
        """The key that signs at this size; another process may have rotated it."""
        key = house.key_at(size)
        found = _signer_of(key, house, self._record.keys) or _signer_of(key, house, self._record.load_keys())
        if found is None:
            raise RefusedError(Problem(f"{self._record.key_path} has no secret for the key {key}", key))
        return found

    def _grown(self, last: StoredCheckpoint | None) -> Tree:
        """The tree of all commits, which must have grown from that of the last checkpoint."""
        path, size = self._record.path, self._record.head().number
        known = last.checkpoint.size if last else 0
        if size < known:
            raise MalformedError(Problem(_cut_off(path, known, size), str(path)))
        if last:
            try:
                last.check(self._record.house)
            except PitbookError as error:
                message = f"the last line of {checkpoints_path(path)} does not hold: {error}"
                raise MalformedError(Problem(message, str(path))) from error
        if last and known >= self._tree.size:
            self._tree = self._tree.with_leaves(self._record.leaves(self._tree.size, known))
            if bytes.fromhex(self._tree.head.root) != last.checkpoint.root:
                message = (
                    f"the first {known} commits of {path} are not those of the checkpoint that the house has signed"
                )
                raise MalformedError(Problem(f"{message}: it was rewritten", str(path)))
        self._tree = self._tree.with_leaves(self._record.leaves(self._tree.size, size))
        return self._tree


def _signer_of(key: str, house: HouseIdentity, keys: HouseKeys | None) -> NoteSigner | None:
    """The signer for this public key, if one of these keys matches it."""
    signers = [NoteSigner(house.name, one) for one in keys.signers] if keys else []
    return next((one for one in signers if one.vkey == key), None)


def check_all(kept: Sequence[StoredCheckpoint], trees: Mapping[int, Tree], house: HouseIdentity, record: Path) -> None:
    """The house has signed every kept checkpoint, and the record has grown through all of them, in their order.

    Cosignatures may come late, so a repeated checkpoint may be out of order. `trees` has the tree of the record at
    every size in the checkpoints, as far as the record goes.
    """
    last, end = 0, max(trees, default=0)
    seen: set[Checkpoint] = set()
    for number, one in enumerate(kept, 1):
        size, place = one.checkpoint.size, f"the checkpoint in line {number} of {checkpoints_path(record)}"
        try:
            one.check(house)
        except PitbookError as error:
            raise MalformedError(Problem(f"{place} does not hold: {error}", str(size))) from error
        if size not in trees:
            raise MalformedError(Problem(f"{_cut_off(record, size, end)} ({place})", str(size)))
        if trees[size].head.root != one.checkpoint.root.hex():
            raise MalformedError(Problem(f"{_rewritten(record, size)} ({place})", str(size)))
        if size < last and one.checkpoint not in seen:
            raise MalformedError(Problem(f"{place} has {size} commits, and the one before it {last}", str(size)))
        last = max(last, size)
        seen.add(one.checkpoint)


def protection_of(store: Store, kept: Sequence[StoredCheckpoint]) -> Protection:
    """What the kept checkpoints of a record protect, by the witnesses that they name: see `judged_by`."""
    size = store.size()
    last = last_protecting(kept)
    cosigned = last.checkpoint.size if last else 0
    after = next(iter(store.read_all(cosigned)), None)
    return Protection(
        max((one.checkpoint.size for one in kept), default=0),
        cosigned,
        tuple(sorted(last.cosigned)) if last else (),
        max(0, size - cosigned),
        after.events[0].event.time if after else None,
    )


def _cut_off(record: Path, signed: int, size: int) -> str:
    return f"{record} was cut off: the house has signed a checkpoint of {signed} commits, and it has {size}"


def _rewritten(record: Path, signed: int) -> str:
    return f"{record} was rewritten: its first {signed} commits are not those of a checkpoint that the house has signed"


def _parse(line: bytes, number: int, path: Path) -> StoredCheckpoint:
    damaged = MalformedError(Problem(f"line {number} of {path} is damaged", str(path)))
    crc, _, content = line.removesuffix(b"\n").partition(b" ")
    try:
        document = json.loads(content)
        kept = StoredCheckpoint(document["note"], tuple(document["witnesses"]), document["k"])
        if kept.line() != line or len(crc) != len(b"00000000"):
            raise damaged
        _ = kept.checkpoint
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, PitbookError) as error:
        raise damaged from error
    return kept


@contextmanager
def _appending(record: Path) -> Iterator[int]:
    """Open the file of checkpoints to add one, for one process at a time; a line that was cut short is removed."""
    path = checkpoints_path(record)
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = os.fstat(file).st_size
            tail = os.pread(file, LONGEST, max(0, size - LONGEST))
            if not tail.endswith(b"\n"):
                os.ftruncate(file, size - len(tail) + tail.rfind(b"\n") + 1)
            yield file
        finally:
            os.close(file)
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error


def _append(file: int, *kept: StoredCheckpoint) -> None:
    """Lines are added as a whole, or not at all."""
    size, content = os.fstat(file).st_size, b"".join(one.line() for one in kept)
    try:
        while content:
            content = content[os.write(file, content) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, size)
        raise


def _last(file: int, path: Path) -> StoredCheckpoint | None:
    """The last checkpoint in an open file."""
    size = os.fstat(file).st_size
    tail = os.pread(file, LONGEST, max(0, size - LONGEST))
    lines = tail.splitlines(keepends=True)
    if not lines:
        return None
    with suppress(MalformedError):
        return _parse(lines[-1], 0, path)
    raise MalformedError(Problem(f"the last line of {path} is damaged", str(path)))
