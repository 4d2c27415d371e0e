"""Proofs to check offline (C2SP `tlog-proof`): an entry of a log, its path to the root, and a cosigned checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.problems import Problem, RefusedError
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.cosignatures import CosignatureVerifier, check_quorum, cosigned
from pitbook.transparency.encoding import (
    HASH_BYTES,
    check_number,
    decode_base64,
    encode_base64,
    encode_utf8,
    malformed,
    parse_decimal,
    parse_hash,
)
from pitbook.transparency.notes import Verifier, open_note, split_note
from pitbook.transparency.tree import check_inclusion

HEADER: Final = "c2sp.org/tlog-proof@v1"
LARGEST_PROOF: Final = 2_000_000
MOST_HASHES: Final = 63
"""The height of a tree of up to 2^63 leaves."""
_EXTRA: Final = "extra "
_INDEX: Final = "index "


@dataclass(frozen=True, slots=True)
class TlogProof:
    """Entry `index` of a log is in the tree of the checkpoint. The extra data is not covered by any signature."""

    index: int
    proof: tuple[bytes, ...]
    checkpoint: str
    """A signed note."""
    extra: bytes | None = None

    def __post_init__(self) -> None:
        check_number(self.index, "the index")
        if len(self.proof) > MOST_HASHES:
            raise malformed(f"the inclusion proof has {len(self.proof)} hashes, more than {MOST_HASHES}")
        if any(len(one) != HASH_BYTES for one in self.proof):
            raise malformed(f"the inclusion proof has a hash that is not {HASH_BYTES} bytes long")
        parse_checkpoint(split_note(self.checkpoint)[0])

    def text(self) -> str:
        """The proof as a file, by custom named `.tlog-proof`."""
        extra = [] if self.extra is None else [_EXTRA + encode_base64(self.extra)]
        hashes = [encode_base64(one) for one in self.proof]
        return "\n".join([HEADER, *extra, f"{_INDEX}{self.index}", *hashes, "", self.checkpoint])


@dataclass(frozen=True, slots=True)
class CheckedProof:
    """What a proof shows: the checkpoint that it leads to, and who cosigned it when (seconds since 1970)."""

    checkpoint: Checkpoint
    cosigned: dict[str, int]


def parse_proof(text: str) -> TlogProof:
    """Parse a proof from a file, without checking it."""
    if len(encode_utf8(text, "the proof")) > LARGEST_PROOF:
        raise malformed(f"the proof is larger than {LARGEST_PROOF:,} bytes")
    head, empty, checkpoint = text.partition("\n\n")
    header, *lines = head.split("\n")
    if header != HEADER or not empty:
        raise malformed(f"this is not a proof: its first line is not {HEADER}, or it has no checkpoint", header)
    extra = None
    if lines and lines[0].startswith(_EXTRA):
        extra = decode_base64(lines.pop(0).removeprefix(_EXTRA), "the extra data")
    if not lines or not lines[0].startswith(_INDEX):
        raise malformed("the proof has no line with the index of the entry")
    index = parse_decimal(lines[0].removeprefix(_INDEX), "the index")
    if len(lines) - 1 > MOST_HASHES:
        raise malformed(f"the inclusion proof has {len(lines) - 1} hashes, more than {MOST_HASHES}")
    return TlogProof(index, tuple(parse_hash(line, "a hash of the proof") for line in lines[1:]), checkpoint, extra)


def check_proof(
    leaf: bytes, proof: TlogProof, log: Verifier, witnesses: Sequence[CosignatureVerifier] = (), k: int = 0
) -> CheckedProof:
    """Refuse a proof unless the log signed the checkpoint, k witnesses cosigned it, and the leaf hash is in its tree.

    Without witnesses k is 0, and a fork would not be noticed.
    """
    if witnesses or k:
        check_quorum(witnesses, k)
    checkpoint = parse_checkpoint(open_note(proof.checkpoint, [log]).text)
    if checkpoint.origin != log.name:
        raise malformed(f"the checkpoint is of {checkpoint.origin[:80]!r}, not of {log.name}", checkpoint.origin)
    check_inclusion(leaf, proof.index, checkpoint.size, proof.proof, checkpoint.root)
    times = cosigned(proof.checkpoint, witnesses)
    if len(times) < k:
        message = f"{len(times)} of {len(witnesses)} witnesses cosigned the checkpoint, but {k} are needed"
        raise RefusedError(Problem(message, str(len(times))))
    return CheckedProof(checkpoint, times)
