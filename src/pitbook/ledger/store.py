"""The interface of every ledger, wherever it is stored."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, Self

from pitbook.ledger.chain import Watch
from pitbook.ledger.records import Commit, Lease, Receipt, Snapshot, StoredCommit, StoredEvent, Touch, TreeHead
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import PitbookError, Problem


class Store(Protocol):
    """An append-only store of commits in hash chains and a Merkle tree, safe to share between threads.

    Every commit has a place in one *order*, its number. A store may assign it after the commit, within a second; until
    then the receipt and the events of the commit have the number 0, and `read_all`, `head` and the tree leave it out.

    Every method raises an error of `pitbook.problems` for what a caller or a damaged file can cause.
    """

    upcasters: Upcasters
    """The steps by which old events are read in their newest version."""

    def append(self, commit: Commit) -> Receipt:
        """Stores all of the commit and returns when it is durable, or stores nothing and raises.

        `ConflictError`: a stream is not at its expected version or at the one that was seen, or the key was used for
        something else.
        `UnconfirmedError`: the commit is stored, but not acknowledged; the same commit with its key can be sent again.
        """
        (result,) = self.append_group((commit,))
        if isinstance(result, PitbookError):
            raise result
        return result

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        """Stores several commits, in their order, in one durable transaction.

        Each gets what `append` would give it after those before it: its receipt, or the error that it would raise. A
        commit may depend on those before it, so one that appends to a stream of a failed commit, or has seen that
        stream, is a conflict, even if the versions fit by chance; no other commit is affected. An error that is not
        about one commit, such as a full disk, is raised: then nothing of the group is stored.
        """

    def alone(self, streams: Collection[str]) -> AbstractContextManager[None]:
        """Nobody else appends to branches of these streams until this thread has written, or until the block ends.

        For callers that would be disturbed again and again. It lasts a few seconds at most, and does not affect whether
        a commit is accepted.
        """

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """The events of a stream beyond version `after`, oldest first; none if there is no such stream.

        Events that are appended in the meantime may be read or not.
        """

    def read_together(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """The events of several streams beyond these versions, all as of one moment."""

    def lines(self, stream: str, after: int, up_to: int) -> list[bytes]:
        """The canonical lines of the events of a stream beyond version `after`, up to `up_to`."""

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """Every commit in the order beyond number `after_commit`, oldest first."""

    def find(self, key: str) -> StoredCommit | None:
        """The commit with this idempotency key; finding it acknowledges it, as `append` does."""

    def first_key(self, prefix: str) -> str | None:
        """The first idempotency key, in order, that begins with `prefix`."""

    def version(self, stream: str) -> int:
        """The version of the last event of a stream; 0 if there is no such stream."""

    def acted(self, stream: str, actor: str, after: int = 0) -> bool:
        """Whether an event of a stream beyond version `after` is this actor's."""

    def streams(self, prefix: str = "") -> Iterator[str]:
        """The names of the streams that begin with `prefix`, in order."""

    def head(self) -> Receipt:
        """The receipt of the last commit in the order; number 0 and a hash of zeros if there is none."""

    def size(self) -> int:
        """The number of stored commits, including those that are not in the order yet."""

    def catch_up(self) -> None:
        """Returns when every commit that is stored now is in the order, and so in the tree."""

    def touched(self, after: int) -> list[Touch]:
        """What the commits beyond number `after` touch, in their order."""

    def tree_head(self) -> TreeHead:
        """The number of commits in the order, and the root of their Merkle tree, whose leaves are their digests."""

    def leaves(self, start: int, stop: int) -> list[bytes]:
        """The hashes of the leaves `start <= i < stop` of the tree, as far as they are there; commit 1 is leaf 0."""

    def verify_chain(self, head: TreeHead | None = None, watch: Watch | None = None) -> list[Problem]:
        """The first thing in the record that does not hold, or nothing.

        `head` is any earlier `tree_head` that was noted elsewhere. Without it, a ledger that was rewritten as a whole
        can't be told from the original. `watch` is called with each commit that holds.
        """

    def now(self) -> datetime:
        """The time of day, in UTC, by the store's clock: the same for all who share it, whatever their machines say."""

    def take_lease(self, name: str, holder: str, seconds: float) -> Lease | None:
        """The lease of this name for so long from now, by the store's clock; None while another holder has it.

        The holder renews it with the same call, under the same token. Once it has expired, whoever takes it gets a new
        token. A commit is a conflict if the token of its lease is no longer the current one, or has expired. A lease
        does not change hands while a commit with it is being stored.
        """

    def end_lease(self, lease: Lease) -> None:
        """Gives a lease back, if it still holds."""

    def put_document(self, text: str) -> str:
        """Keeps a text permanently and returns its digest: SHA-256 of its UTF-8 bytes, in hexadecimal."""

    def get_document(self, digest: str) -> str:
        """The text with this digest, checked against it."""

    def documents(self) -> Iterator[str]:
        """The digests of all documents, in order."""

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Caches a stream's folded state at a version; states of the stream that other code made are dropped."""

    def get_snapshot(self, stream: str, code: str, version: int | None = None) -> Snapshot | None:
        """A cached state of a stream that the code with this digest made: at this version, or the newest one."""

    def newest_snapshots(self, streams: Collection[str], code: str) -> dict[str, Snapshot]:
        """The newest cached states that the code with this digest made, by stream, for those that have one."""

    def snapshot_versions(self, stream: str, code: str) -> list[int]:
        """The versions at which the code with this digest cached a stream, oldest first, as far as the stream goes."""

    def drop_snapshots(self) -> None:
        """Empties the cache; only time is lost."""

    def close(self) -> None:
        """Releases the store."""

    def __enter__(self) -> Self:
        """The store, which is closed when its block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        """See `close`."""
        self.close()
