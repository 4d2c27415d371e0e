"""Checkpoints (C2SP `tlog-checkpoint`): the text of a note that names a log, its size and the root of its tree."""

from dataclasses import dataclass

from pitbook.transparency.encoding import HASH_BYTES, check_number, encode_base64, malformed, parse_decimal, parse_hash
from pitbook.transparency.notes import check_text


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tree of a log at one size; the origin is the name of the log."""

    origin: str
    size: int
    root: bytes
    extension: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_number(self.size, "the size of the checkpoint")
        if len(self.root) != HASH_BYTES:
            raise malformed(f"the root hash of the checkpoint has {len(self.root)} bytes, not {HASH_BYTES}")
        for line in (self.origin, *self.extension):
            if not line or "\n" in line:
                raise malformed(f"{line[:80]!r} is not one line of a checkpoint", line)
        check_text(self.text())

    def text(self) -> str:
        """The text of the note."""
        lines = (self.origin, str(self.size), encode_base64(self.root), *self.extension)
        return "".join(f"{line}\n" for line in lines)


def parse_checkpoint(text: str) -> Checkpoint:
    """The checkpoint of a note's text."""
    if not text.endswith("\n"):
        raise malformed("the last line of the checkpoint does not end with a newline", text[-80:])
    lines = text[:-1].split("\n")
    if len(lines) < 3:
        raise malformed(f"the checkpoint has {len(lines)} lines, not at least three: origin, size and root hash", text)
    origin, size, root, *extension = lines
    number = parse_decimal(size, "the size of the checkpoint")
    return Checkpoint(origin, number, parse_hash(root, "the root hash of the checkpoint"), tuple(extension))
