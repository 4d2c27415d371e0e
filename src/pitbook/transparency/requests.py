"""The request of a log to a witness (C2SP `tlog-witness`): an old size, a consistency proof from it, a checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.transparency.encoding import encode_base64, malformed, parse_decimal, parse_hash

MOST_HASHES: Final = 63
"""The longest proof between trees of up to 2^63 leaves."""
LARGEST_REQUEST: Final = 131_072
SIZE_TYPE: Final = "text/x.tlog.size"
"""The media type of an answer with the size that the witness last cosigned."""
PATH: Final = "/add-checkpoint"
_OLD: Final = "old "


@dataclass(frozen=True, slots=True)
class AddCheckpoint:
    """A request to cosign a checkpoint, a signed note; the proof leads to it from the size last cosigned."""

    old_size: int
    proof: tuple[bytes, ...]
    checkpoint: str

    def text(self) -> str:
        """The body of the request."""
        return "\n".join([f"{_OLD}{self.old_size}", *(encode_base64(one) for one in self.proof), "", self.checkpoint])


def parse_request(text: str) -> AddCheckpoint:
    """Parse the body of a request, without checking its checkpoint."""
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
