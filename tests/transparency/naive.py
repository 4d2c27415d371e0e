"""The tree as RFC 6962 defines it, by recursion over whole lists, and logs to try things on."""

import hashlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitbook.transparency.checkpoints import Checkpoint
from pitbook.transparency.notes import NoteSigner, sign
from pitbook.transparency.tree import consistency_proof


def _split(leaves: Sequence[bytes]) -> int:
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return k


def root(leaves: Sequence[bytes]) -> bytes:
    """MTH, over leaf hashes."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = _split(leaves)
    return hashlib.sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH(m, D[n])."""
    if len(leaves) == 1:
        return []
    k = _split(leaves)
    if m < k:
        return [*path(m, leaves[:k]), root(leaves[k:])]
    return [*path(m - k, leaves[k:]), root(leaves[:k])]


def proof(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PROOF(m, D[n])."""
    return _subproof(m, leaves, whole=True)


def _subproof(m: int, leaves: Sequence[bytes], *, whole: bool) -> list[bytes]:
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = _split(leaves)
    if m <= k:
        return [*_subproof(m, leaves[:k], whole=whole), root(leaves[k:])]
    return [*_subproof(m - k, leaves[k:], whole=False), root(leaves[:k])]


def key(seed: int) -> Ed25519PrivateKey:
    """A key that is the same each time."""
    return Ed25519PrivateKey.from_private_bytes(seed.to_bytes(32, "big"))


class Log:
    """A log in memory."""

    def __init__(self, leaves: Sequence[bytes] = (), name: str = "pitbook/0123456789abcdef0123456789abcdef") -> None:
        self.leaves = list(leaves)
        self.signer = NoteSigner(name, key(1))

    def __call__(self, start: int, stop: int) -> Sequence[bytes]:
        """Its leaf hashes."""
        return self.leaves[start:stop]

    def checkpoint(self, size: int | None = None) -> str:
        """The signed checkpoint at a size, at first the present one."""
        size = len(self.leaves) if size is None else size
        return sign(Checkpoint(self.signer.name, size, root(self.leaves[:size])).text(), self.signer)

    def proof(self, old: int, size: int | None = None) -> list[bytes]:
        """The consistency proof from a size to another."""
        return consistency_proof(self, old, len(self.leaves) if size is None else size)


def leaves(number: int, branch: str = "") -> list[bytes]:
    """Leaf hashes that differ, and differ between branches."""
    return [hashlib.sha256(f"\0{branch}{one}".encode()).digest() for one in range(number)]
