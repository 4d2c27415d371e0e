"""Checkpoints of a record: its tree at one size, signed by the house and cosigned by witnesses, kept in their order.

`FILE.checkpoints`, beside the record, has a line for each: its CRC-32 and a JSON object

    {"k":2,"note":"...","witnesses":["...","...","..."]}

where `note` is the checkpoint, a signed note in the form of C2SP `tlog-checkpoint`. Where it was cosigned, `witnesses`
has the keys of those that were asked, and k of them are enough. Lines are only added: a checkpoint that was signed, and
got cosignatures later, has two.
"""

import fcntl
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pitbook.keys import HouseKeys
from pitbook.ledger import Store
from pitbook.ledger.chain import canonical
from pitbook.ledger.tree import Tree
from pitbook.pit.house import House
from pitbook.pit.record import Record
from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.client import Witness, gather
from pitbook.transparency.cosignatures import CosignatureVerifier, check_quorum, cosigned
from pitbook.transparency.notes import Signer, Verifier, add_signatures, open_note, sign, split_note
from pitbook.transparency.tree import RememberedLeaves, consistency_proof

SUFFIX: Final = ".checkpoints"
LONGEST: Final = 1 << 18
"""No line has more bytes."""


@dataclass(frozen=True)
class Kept:
    """A checkpoint as it is kept; `k` of these witnesses, by their keys, were asked to cosign it, or none."""

    note: str
    witnesses: tuple[str, ...] = ()
    k: int = 0

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """What it says; nothing is verified."""
        return parse_checkpoint(split_note(self.note)[0])

    @cached_property
    def cosigned(self) -> dict[str, int]:
        """Which of the witnesses have cosigned it, and when, in seconds since 1970; a false one is malformed."""
        return cosigned(self.note, [CosignatureVerifier.parse(one) for one in self.witnesses])

    @property
    def protects(self) -> bool:
        """Whether enough witnesses have cosigned it."""
        return 0 < self.k <= len(self.cosigned)

    def check(self, house: House) -> None:
        """Refuse what the house has not signed, with the key that it had at that size, or what was cosigned falsely."""
        log = Verifier.parse(house.key_at(self.checkpoint.size))
        if open_note(self.note, [log]) and self.checkpoint.origin != house.name:
            raise MalformedError(
                Problem(f"it is a checkpoint of {self.checkpoint.origin[:80]}", self.checkpoint.origin)
            )
        if self.witnesses or self.k:
            check_quorum([CosignatureVerifier.parse(one) for one in self.witnesses], self.k)
        _ = self.cosigned

    def line(self) -> bytes:
        """As it is written."""
        content = canonical({"k": self.k, "note": self.note, "witnesses": self.witnesses}).encode()
        return b"%08x %s\n" % (zlib.crc32(content), content)


@dataclass(frozen=True, slots=True)
class Published:
    """A checkpoint that was sent to witnesses, and why some of them did not cosign it."""

    kept: Kept
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Protection:
    """How far a record is signed and cosigned, and what follows unprotected."""

    signed: int
    """The number of commits in the last checkpoint that the house has signed."""
    cosigned: int
    """The number of commits in the last checkpoint that enough witnesses have cosigned."""
    witnesses: tuple[str, ...]
    """Those that have."""
    unprotected: int
    """The number of commits after that: whoever has file and key could rewrite them unseen."""
    since: datetime | None
    """The time of the oldest of them."""


def checkpoints_path(record: Path) -> Path:
    """The file with the checkpoints of a record."""
    return record.with_name(record.name + SUFFIX)


def read_checkpoints(record: Path) -> list[Kept]:
    """The checkpoints of a record in their order; `MalformedError` names the first line that is damaged."""
    path = checkpoints_path(record)
    try:
        with path.open("rb") as file:
            return [_parse(line, number, path) for number, line in enumerate(file, 1)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error


def last_protecting(kept: Sequence[Kept]) -> Kept | None:
    """The last checkpoint that enough witnesses have cosigned."""
    return next((one for one in reversed(kept) if one.protects), None)


class CheckpointSigner:
    """Signs the checkpoints of a record, and keeps them with the cosignatures that they get.

    It makes the tree itself, from the commits, once from the beginning and then from where it was. So it never signs
    what a head file says, nor a tree that did not grow from the last checkpoint.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._leaves = RememberedLeaves(record.leaves)
        self._tree = Tree()
        self._asked: dict[str, int] = {}
        """The size that each witness has cosigned last, by its key, as far as this object knows."""

    def sign(self) -> Kept:
        """A checkpoint of the record as it is now, kept; the last one, if nothing was added since."""
        with _appending(self._record.path) as file:
            last = _last(file, checkpoints_path(self._record.path))
            house, tree = self._record.house, self._grown(last)
            checkpoint = Checkpoint(house.name, tree.size, bytes.fromhex(tree.head.root))
            if last is not None and last.checkpoint == checkpoint:
                return last
            kept = Kept(sign(checkpoint.text(), Signer(house.name, self._keys(house).signer)))
            _append(file, kept)
        return kept

    def publish(self, witnesses: Sequence[Witness], k: int, timeout: float) -> Published:
        """Sign a checkpoint, have witnesses cosign it, and keep it with what they said; k of them are enough.

        One that enough of them have cosigned is not sent again.
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
        found = Kept(add_signatures(gathered.note, earlier), keys, k)
        if gathered.cosigned:
            with _appending(self._record.path) as file:
                _append(file, found)
        return Published(found, gathered.problems)

    def _keys(self, house: House) -> HouseKeys:
        """The keys in use, which another process may have rotated."""
        keys = self._record.keys
        if keys is None or Signer(house.name, keys.signer).vkey != house.key:
            keys = self._record.load_keys()
        return keys

    def _grown(self, last: Kept | None) -> Tree:
        """The tree of all commits, which has to have grown from that of the last checkpoint."""
        path, size = self._record.path, self._record.head().number
        known = last.checkpoint.size if last else 0
        if size < known:
            raise MalformedError(Problem(_cut_off(path, known, size), str(path)))
        if last and known >= self._tree.size:
            self._tree = self._tree.with_leaves(self._record.leaves(self._tree.size, known))
            if bytes.fromhex(self._tree.head.root) != last.checkpoint.root:
                message = (
                    f"the first {known} commits of {path} are not those of the checkpoint that the house has signed"
                )
                raise MalformedError(Problem(f"{message}: it was rewritten", str(path)))
        self._tree = self._tree.with_leaves(self._record.leaves(self._tree.size, size))
        return self._tree


def check_all(kept: Sequence[Kept], trees: Mapping[int, Tree], house: House, record: Path) -> None:
    """The house has signed every kept checkpoint, and the record has grown through all of them, in their order.

    `trees` has the tree of the record at every size that the checkpoints have, as far as it goes.
    """
    last, end = 0, max(trees, default=0)
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
        if size < last:
            raise MalformedError(Problem(f"{place} has {size} commits, and the one before it {last}", str(size)))
        last = size


def protection_of(store: Store, kept: Sequence[Kept]) -> Protection:
    """What the kept checkpoints of a record protect."""
    size = store.head().number
    last = last_protecting(kept)
    cosigned = last.checkpoint.size if last else 0
    after = next(iter(store.read_all(cosigned)), None)
    return Protection(
        kept[-1].checkpoint.size if kept else 0,
        cosigned,
        tuple(sorted(last.cosigned)) if last else (),
        max(0, size - cosigned),
        after.events[0].event.time if after else None,
    )


def _cut_off(record: Path, signed: int, size: int) -> str:
    return f"{record} was cut off: the house has signed a checkpoint of {signed} commits, and it has {size}"


def _rewritten(record: Path, signed: int) -> str:
    return f"{record} was rewritten: its first {signed} commits are not those of a checkpoint that the house has signed"


def _parse(line: bytes, number: int, path: Path) -> Kept:
    damaged = MalformedError(Problem(f"line {number} of {path} is damaged", str(path)))
    crc, _, content = line.removesuffix(b"\n").partition(b" ")
    try:
        document: dict[str, Any] = json.loads(content)
        kept = Kept(document["note"], tuple(document["witnesses"]), document["k"])
        if kept.line() != line or len(crc) != len(b"00000000"):
            raise damaged
        _ = kept.checkpoint
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, PitbookError) as error:
        raise damaged from error
    return kept


@contextmanager
def _appending(record: Path) -> Iterator[int]:
    """The file of checkpoints to add one, for one process at a time; a line that was cut short is gone."""
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


def _append(file: int, kept: Kept) -> None:
    os.write(file, kept.line())
    os.fsync(file)


def _last(file: int, path: Path) -> Kept | None:
    """The last checkpoint in an open file."""
    size = os.fstat(file).st_size
    tail = os.pread(file, LONGEST, max(0, size - LONGEST))
    lines = tail.splitlines(keepends=True)
    if not lines:
        return None
    with suppress(MalformedError):
        return _parse(lines[-1], 0, path)
    raise MalformedError(Problem(f"the last line of {path} is damaged", str(path)))
