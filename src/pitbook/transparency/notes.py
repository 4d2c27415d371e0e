"""Signed notes (C2SP `signed-note`): a text, an empty line, and signature lines by keys that have names.

A key is known by its name and its *key id*, four bytes that depend on the name, the kind of signature and the public
key. A *vkey* is a verifier's key in one line: `name+key id in hex+base64 of the kind and the public key`.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitbook.transparency.encoding import decode_base64, encode_base64, encode_utf8, malformed

ED25519: Final = 0x01
"""The kind of signature that is an Ed25519 signature of the text."""
LARGEST_NOTE: Final = 1_000_000
MOST_SIGNATURES: Final = 100
KEY_BYTES: Final = 32
KEY_ID_BYTES: Final = 4
_DASH: Final = "— "
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line."""

    name: str
    key_id: bytes
    signature: bytes

    def line(self) -> str:
        """The line as it stands in a note, with its newline."""
        return f"{_DASH}{self.name} {encode_base64(self.key_id + self.signature)}\n"


class NoteVerifier(Protocol):
    """A public key that verifies its signatures."""

    @property
    def name(self) -> str:
        """The name of the key."""

    @property
    def key_id(self) -> bytes:
        """The id of the key."""

    def verify(self, text: str, signature: bytes) -> object:
        """Refuse a signature that is not one of this text by this key."""


@dataclass(frozen=True, slots=True)
class OpenedNote:
    """The text of a note, the verified signatures, and those by unknown keys."""

    text: str
    verified: tuple[Signature, ...]
    unknown: tuple[Signature, ...]


def check_name(name: str) -> None:
    """Refuse what is not the name of a key."""
    encode_utf8(name, "the name of the key")
    if not name or "+" in name or any(one.isspace() for one in name) or _CONTROL.search(name):
        raise malformed(f"{name[:80]!r} is not the name of a key: it is empty, or has a space or a plus sign", name)


def key_id_of(name: str, kind: int, public: bytes) -> bytes:
    """The id of a key."""
    return hashlib.sha256(name.encode("utf-8") + b"\n" + bytes([kind]) + public).digest()[:KEY_ID_BYTES]


def format_vkey(name: str, kind: int, public: bytes) -> str:
    """The verifier's key in one line."""
    return f"{name}+{key_id_of(name, kind, public).hex()}+{encode_base64(bytes([kind]) + public)}"


def parse_vkey(vkey: str, kind: int) -> tuple[str, bytes, Ed25519PublicKey]:
    """The name, the key id and the public key of a vkey whose kind of signature is this one."""
    name, _, rest = vkey.partition("+")
    key_id, plus, encoded = rest.partition("+")
    if not plus or not re.fullmatch(r"[0-9a-f]{8}", key_id):
        raise malformed(f"{vkey[:80]!r} is not a vkey: name, key id in eight hex digits and key, with + between", vkey)
    check_name(name)
    key = decode_base64(encoded, f"the key of {name}")
    if len(key) != 1 + KEY_BYTES or key[0] != kind:
        raise malformed(f"the key of {name} is not an Ed25519 key of kind {kind}", vkey)
    if key_id_of(name, kind, key[1:]).hex() != key_id:
        raise malformed(f"the key id {key_id} is not that of the key of {name}", vkey)
    return name, bytes.fromhex(key_id), Ed25519PublicKey.from_public_bytes(key[1:])


@dataclass(frozen=True, slots=True)
class NamedSigner:
    """A named Ed25519 key that makes signatures of one kind."""

    kind: ClassVar[int]
    name: str
    private: Ed25519PrivateKey

    def __post_init__(self) -> None:
        check_name(self.name)

    @property
    def vkey(self) -> str:
        """The verifier key of its signatures, in one line."""
        return format_vkey(self.name, self.kind, self.private.public_key().public_bytes_raw())


@dataclass(frozen=True, slots=True)
class NamedVerifier:
    """A named Ed25519 key that verifies signatures of one kind."""

    kind: ClassVar[int]
    name: str
    key_id: bytes
    public: Ed25519PublicKey

    @classmethod
    def parse(cls, vkey: str) -> Self:
        """The verifier of a vkey."""
        return cls(*parse_vkey(vkey, cls.kind))

    @property
    def vkey(self) -> str:
        """The verifier in one line."""
        return format_vkey(self.name, self.kind, self.public.public_bytes_raw())


@dataclass(frozen=True, slots=True)
class NoteSigner(NamedSigner):
    """A named key that signs notes."""

    kind = ED25519


@dataclass(frozen=True, slots=True)
class Verifier(NamedVerifier):
    """A named key that verifies the signatures of notes."""

    kind = ED25519

    def verify(self, text: str, signature: bytes) -> None:
        """Refuse a signature that is not one of this text by this key."""
        try:
            self.public.verify(signature, encode_utf8(text, "the text"))
        except InvalidSignature as error:
            raise malformed(f"the signature of {self.name} is invalid") from error


def check_text(text: str) -> None:
    """Refuse a text that no note can have."""
    if not text.endswith("\n") or _CONTROL.search(text):
        raise malformed("the text of a note ends with a newline and has no other control characters", text)
    if len(encode_utf8(text, "the text of the note")) > LARGEST_NOTE:
        raise malformed(f"the note is larger than {LARGEST_NOTE:,} bytes")


def sign(text: str, signer: NoteSigner) -> str:
    """The text as a note with one signature."""
    check_text(text)
    public = signer.private.public_key().public_bytes_raw()
    signature = signer.private.sign(encode_utf8(text, "the text"))
    return f"{text}\n{Signature(signer.name, key_id_of(signer.name, ED25519, public), signature).line()}"


def parse_signatures(lines: str) -> tuple[Signature, ...]:
    """Signature lines, each with its newline."""
    if not lines.endswith("\n"):
        raise malformed("the last signature line does not end with a newline", lines[-80:])
    found = lines[:-1].split("\n")
    if len(found) > MOST_SIGNATURES:
        raise malformed(f"the note has {len(found)} signatures, more than {MOST_SIGNATURES}")
    return tuple(_parse_signature(line) for line in found)


def _parse_signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise malformed(f"{line[:80]!r} is not a signature line: a dash, the name of the key and base64", line)
    check_name(name)
    data = decode_base64(encoded, f"the signature of {name}")
    if len(data) <= KEY_ID_BYTES:
        raise malformed(f"the signature of {name} is too short", line)
    return Signature(name, data[:KEY_ID_BYTES], data[KEY_ID_BYTES:])


def split_note(note: str) -> tuple[str, tuple[Signature, ...]]:
    """The text of a note and its signatures, none of them verified."""
    text, empty, lines = note.rpartition("\n\n")
    if not empty:
        raise malformed("the note has no empty line between its text and its signatures", note)
    check_text(note)
    return text + "\n", parse_signatures(lines)


def add_signatures(note: str, signatures: Sequence[Signature]) -> str:
    """The note with further signatures, each line once."""
    _, present = split_note(note)
    return note + "".join(one.line() for one in dict.fromkeys(signatures) if one not in present)


def open_note(note: str, verifiers: Sequence[NoteVerifier]) -> OpenedNote:
    """Open a note that at least one of the verifiers has signed; a false signature by one of them makes it invalid."""
    known = {(one.name, one.key_id): one for one in verifiers}
    if len(known) < len(verifiers):
        raise malformed("two of the verifiers have the same name and key id")
    text, signatures = split_note(note)
    verified: list[Signature] = []
    unknown: list[Signature] = []
    for one in signatures:
        verifier = known.get((one.name, one.key_id))
        if verifier is None:
            unknown.append(one)
        else:
            verifier.verify(text, one.signature)
            verified.append(one)
    if not verified:
        names = ", ".join(sorted({one.name for one in verifiers})) or "a known key"
        raise malformed(f"the note has no signature by {names}", note)
    return OpenedNote(text, tuple(verified), tuple(unknown))
