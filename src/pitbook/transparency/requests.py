"""What a log sends to a witness (C2SP `tlog-witness`): an old size, a consistency proof from there, a checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.transparency.encoding import encode_base64, malformed, parse_decimal, parse_hash

MOST_HASHES: Final = 63
"""No proof between trees of fewer than 2^63 leaves is longer."""
LARGEST_REQUEST: Final = 131_072
SIZE_TYPE: Final = "text/x.tlog.size"
"""The media type of an answer that is the size the witness has cosigned."""
PATH: Final = "/add-checkpoint"
_OLD: Final = "old "


@dataclass(frozen=True, slots=True)
class AddCheckpoint:
    """Please cosign this checkpoint, a signed note; the proof leads there from the size that you cosigned last."""

    old_size: int
    proof: tuple[bytes, ...]
    checkpoint: str

    def text(self) -> str:
        """The body of the request."""
        return "\n".join([f"{_OLD}{self.old_size}", *(encode_base64(one) for one in self.proof), "", self.checkpoint])


def parse_request(text: str) -> AddCheckpoint:
    """The request of a body; its checkpoint is not looked at."""
    head, empty, checkpoint = text.partition("\n\n")
    old, *hashes = head.split("\n")
    if not empty or not old.startswith(_OLD):
        raise malformed("the request has no line with the old size, or no empty line before the checkpoint", head)
    size = parse_decimal(old.removeprefix(_OLD), "the old size")
    return AddCheckpoint(size, _parse_hashes(hashes), checkpoint)


def _parse_hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    if len(lines) > MOST_HASHES:
        raise malformed(f"the consistency proof has {len(lines)} hashes, more than {MOST_HASHES}")
    return tuple(parse_hash(line, "a hash of the consistency proof") for line in lines)
