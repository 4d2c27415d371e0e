"""The Merkle tree of a ledger (RFC 6962): its leaves are the digests of the commits, in their order.

A tree grows by its *peaks*, the roots of the perfect subtrees that it consists of. So adding a leaf reads at most as
many hashes as the size has bits.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pitbook.ledger.records import TreeHead
from pitbook.transparency.tree import Peaks, add_leaf, leaf_hash, root_of


class Tree(NamedTuple):
    """A tree of `size` leaves."""

    size: int = 0
    peaks: Peaks = ()

    def grown(self, digests: Iterable[str]) -> "Tree":
        """The tree with these commits, in their order, as further leaves."""
        return self.with_leaves(leaf_hash(bytes.fromhex(digest)) for digest in digests)

    def with_leaves(self, leaves: Iterable[bytes]) -> "Tree":
        """The tree with further leaves, given by their hashes."""
        size, peaks = self
        for leaf in leaves:
            peaks = add_leaf(peaks, size, leaf)
            size += 1
        return Tree(size, peaks)

    @property
    def head(self) -> TreeHead:
        """Its size and root, which say everything about it."""
        return TreeHead(self.size, root_of(self.peaks).hex())
