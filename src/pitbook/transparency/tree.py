"""The Merkle tree of RFC 6962: hashes, roots, and proofs of inclusion and of consistency, made and checked.

A tree is known by its leaf hashes, or by its *peaks*: the roots of the perfect subtrees that it consists of, the
largest first. Peaks are enough to add leaves and to know the root.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from pitbook.transparency.encoding import HASH_BYTES, check_number, malformed

Peaks = tuple[bytes, ...]
Leaves = Callable[[int, int], Sequence[bytes]]
"""The leaf hashes `start <= i < stop` of a log."""
EMPTY_ROOT: Final = hashlib.sha256().digest()
BLOCK: Final = 1024
"""The number of leaf hashes that are read at once, a power of two."""
MOST_BLOCKS: Final = 65_536
"""The number of block roots that are remembered: those of 67 million leaves, in a few megabytes."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of an entry."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def add_leaf(peaks: Peaks, size: int, leaf: bytes) -> Peaks:
    """The peaks of a tree that had `size` leaves, with one leaf hash more."""
    found = list(peaks)
    _add(found, size, leaf)
    return tuple(found)


def _add(peaks: list[bytes], size: int, leaf: bytes) -> None:
    while size & 1:
        leaf = node_hash(peaks.pop(), leaf)
        size >>= 1
    peaks.append(leaf)


def root_of(peaks: Sequence[bytes]) -> bytes:
    """The root hash of the tree with these peaks."""
    if not peaks:
        return EMPTY_ROOT
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = node_hash(peak, root)
    return root


class RememberedLeaves:
    """The leaves of a growing log, with a bounded cache of the roots of its complete blocks.

    With it a proof in a log of a million leaves takes milliseconds instead of a second.
    """

    def __init__(self, leaves: Leaves, most: int = MOST_BLOCKS) -> None:
        self._leaves = leaves
        self._most = most
        self._roots: dict[int, bytes] = {}

    def __call__(self, start: int, stop: int) -> Sequence[bytes]:
        """See `Leaves`."""
        return self._leaves(start, stop)

    def block(self, number: int) -> bytes:
        """The root of the subtree over one block."""
        root = self._roots.get(number)
        if root is None:
            root = _block(self._leaves, number)
            if len(self._roots) < self._most:
                self._roots[number] = root
        return root


def _peaks(leaves: Leaves, start: int, stop: int) -> list[bytes]:
    found = leaves(start, stop)
    if len(found) != stop - start:
        raise malformed(f"the log returned {len(found)} leaves for {start} to {stop - 1}")
    peaks: list[bytes] = []
    for number, leaf in enumerate(found):
        _add(peaks, number, leaf)
    return peaks


def _block(leaves: Leaves, number: int) -> bytes:
    """The root of the subtree over one block; a log that remembers its blocks is not read again."""
    if isinstance(leaves, RememberedLeaves):
        return leaves.block(number)
    return root_of(_peaks(leaves, number * BLOCK, (number + 1) * BLOCK))


def _subtree(leaves: Leaves, start: int, stop: int) -> bytes:
    """The root of the subtree over some leaves, where `start` is a multiple of its width."""
    first, blocks = start // BLOCK, (stop - start) // BLOCK
    peaks: list[bytes] = []
    for number in range(blocks):
        _add(peaks, number, _block(leaves, first + number))
    rest = start + blocks * BLOCK
    return root_of(peaks if rest == stop else peaks + _peaks(leaves, rest, stop))


def _left_width(width: int) -> int:
    """The largest power of two below the width of a subtree."""
    return 1 << (width - 1).bit_length() - 1


def inclusion_proof(leaves: Leaves, index: int, size: int) -> list[bytes]:
    """The hashes that lead from a leaf to the root of the tree of `size` leaves, the leaf's sibling first."""
    if not 0 <= index < size:
        raise malformed(f"a tree of {size} leaves has no leaf {index}")
    path: list[bytes] = []
    start, stop = 0, size
    while stop - start > 1:
        middle = start + _left_width(stop - start)
        if index < middle:
            path.append(_subtree(leaves, middle, stop))
            stop = middle
        else:
            path.append(_subtree(leaves, start, middle))
            start = middle
    return path[::-1]


def consistency_proof(leaves: Leaves, old: int, new: int) -> list[bytes]:
    """The hashes that show that the tree of `old` leaves is the beginning of the tree of `new` leaves."""
    if not 0 <= old <= new:
        raise malformed(f"a tree of {new} leaves cannot extend one of {old}")
    if old in (0, new):
        return []
    path: list[bytes] = []
    start, stop = 0, new
    while stop != old:
        middle = start + _left_width(stop - start)
        if old <= middle:
            path.append(_subtree(leaves, middle, stop))
            stop = middle
        else:
            path.append(_subtree(leaves, start, middle))
            start = middle
    if start:
        path.append(_subtree(leaves, start, stop))
    return path[::-1]


def _check_hashes(hashes: Sequence[bytes], what: str) -> None:
    if any(len(one) != HASH_BYTES for one in hashes):
        raise malformed(f"{what} has a hash that is not {HASH_BYTES} bytes long")


def check_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Refuse a proof that does not lead from a leaf hash, at its index, to the root of the tree of `size` leaves."""
    check_number(size, "the size of the tree")
    _check_hashes([leaf, root, *proof], "the inclusion proof")
    if not 0 <= index < size:
        raise malformed(f"a tree of {size} leaves has no leaf {index}")
    # Below the height `inner` the path has a sibling on each level; above it, only where it is a right child.
    inner = (index ^ (size - 1)).bit_length()
    if len(proof) != inner + (index >> inner).bit_count():
        raise malformed(f"the inclusion proof has {len(proof)} hashes, which does not fit leaf {index} of {size}")
    found = leaf
    for level, sibling in enumerate(proof):
        right = level >= inner or index >> level & 1
        found = node_hash(sibling, found) if right else node_hash(found, sibling)
    if found != root:
        raise malformed(f"the inclusion proof does not lead from leaf {index} to the root of the tree of {size} leaves")


def check_consistency(old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Refuse a proof that does not show that the old tree is the beginning of the new one."""
    check_number(new_size, "the size of the tree")
    _check_hashes([old_root, new_root, *proof], "the consistency proof")
    if not 0 <= old_size <= new_size:
        raise malformed(f"a tree of {new_size} leaves cannot extend one of {old_size}")
    if old_size in (0, new_size):
        if proof:
            raise malformed(
                f"from size {old_size} to {new_size} the consistency proof is empty; it has {len(proof)} hashes"
            )
        if old_root != (new_root if old_size else EMPTY_ROOT):
            raise malformed(f"the two trees of {old_size} leaves differ")
        if not new_size and new_root != EMPTY_ROOT:
            raise malformed("the root of the empty tree is wrong")
        return
    # The last leaf of the old tree is in a perfect subtree, which is the left-most node of the path; its hash is the
    # old root itself if the old tree is perfect, and the first hash of the proof otherwise.
    low = (old_size & -old_size).bit_length() - 1
    path = [old_root, *proof] if old_size & (old_size - 1) == 0 else list(proof)
    index = (old_size - 1) >> low
    inner = (index ^ ((new_size - 1) >> low)).bit_length()
    if len(path) != 1 + inner + (index >> inner).bit_count():
        message = f"the consistency proof has {len(proof)} hashes, which does not fit sizes {old_size} and {new_size}"
        raise malformed(message)
    old = new = path[0]
    for level, sibling in enumerate(path[1:]):
        if level >= inner or index >> level & 1:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
        else:
            new = node_hash(new, sibling)
    if old != old_root:
        raise malformed(f"the consistency proof does not lead to the root of the tree of {old_size} leaves")
    if new != new_root:
        raise malformed(f"the consistency proof does not lead to the root of the tree of {new_size} leaves")
