"""Cosignatures (C2SP `tlog-cosignature`, `cosignature/v1`): a witness states when a checkpoint was the newest it knew.

A log asks n witnesses and needs k of them, with k above n/2. Two branches of a fork cannot both get k cosignatures from
witnesses that never sign both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature

from pitbook.problems import Problem, RefusedError
from pitbook.transparency.encoding import LARGEST_NUMBER, check_number, encode_utf8, malformed
from pitbook.transparency.notes import NamedSigner, NamedVerifier, Signature, key_id_of, split_note

COSIGNATURE_V1: Final = 0x04
"""The kind of signature that is an Ed25519 signature of a time and a checkpoint."""
_TIME_BYTES: Final = 8
_SIGNATURE_BYTES: Final = 64


def _message(text: str, time: int) -> bytes:
    return encode_utf8(f"cosignature/v1\ntime {time}\n{text}", "the text of the checkpoint")


@dataclass(frozen=True, slots=True)
class CosignatureSigner(NamedSigner):
    """The named key of a witness."""

    kind = COSIGNATURE_V1


@dataclass(frozen=True, slots=True)
class CosignatureVerifier(NamedVerifier):
    """A named key that verifies the cosignatures of a witness."""

    kind = COSIGNATURE_V1

    def verify(self, text: str, signature: bytes) -> int:
        """The time of a cosignature, in seconds since 1970; refuses one that is not by this key for this text."""
        if len(signature) != _TIME_BYTES + _SIGNATURE_BYTES:
            raise malformed(f"the cosignature of {self.name} has {len(signature)} bytes, not 72")
        time = int.from_bytes(signature[:_TIME_BYTES], "big")
        if time > LARGEST_NUMBER:
            raise malformed(f"the time of the cosignature of {self.name} is above 2^63 - 1")
        try:
            self.public.verify(signature[_TIME_BYTES:], _message(text, time))
        except InvalidSignature as error:
            raise malformed(f"the cosignature of {self.name} is invalid") from error
        return time


def cosign(note: str, signer: CosignatureSigner, time: int) -> str:
    """The signature line by which a witness cosigns the checkpoint of a note, at a time in seconds since 1970."""
    check_number(time, "the time")
    text, _ = split_note(note)
    key_id = key_id_of(signer.name, COSIGNATURE_V1, signer.private.public_key().public_bytes_raw())
    signature = time.to_bytes(_TIME_BYTES, "big") + signer.private.sign(_message(text, time))
    return Signature(signer.name, key_id, signature).line()


def check_quorum(witnesses: Sequence[CosignatureVerifier], k: int) -> None:
    """Refuse a quorum that two branches of a fork could both reach: each witness has one vote, and k is above n/2."""
    n = len(witnesses)
    if len({one.name for one in witnesses}) < n or len({one.public.public_bytes_raw() for one in witnesses}) < n:
        raise RefusedError(Problem("two of the witnesses have the same name or the same key; each has one vote"))
    if not n < 2 * k <= 2 * n:
        least = n // 2 + 1
        message = f"{k} of {n} witnesses: with {n} witnesses the quorum must be from {least} to {n}"
        raise RefusedError(Problem(message if n else f"{k} of 0 witnesses: there are no witnesses to cosign", str(k)))


def cosigned(note: str, witnesses: Sequence[CosignatureVerifier]) -> dict[str, int]:
    """The names of those of these witnesses that cosigned the note, and when last, in seconds since 1970.

    A false cosignature by one of them makes the whole note invalid.
    """
    text, signatures = split_note(note)
    times: dict[str, int] = {}
    for witness in witnesses:
        for one in signatures:
            if (one.name, one.key_id) == (witness.name, witness.key_id):
                times[witness.name] = max(times.get(witness.name, 0), witness.verify(text, one.signature))
    return times
