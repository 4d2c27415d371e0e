"""HMAC under one key, against the standard library and the first vectors of RFC 4231."""

import hmac

import pytest

from pitbook.fairness.keyed_hash import hmac_sha256


@pytest.mark.parametrize(
    ("key", "message", "digest"),
    [
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
    ],
)
def test_the_vectors_of_the_standard(key: bytes, message: bytes, digest: str) -> None:
    assert hmac_sha256(key)(message).hex() == digest


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_keys_of_every_length_give_what_the_library_gives(length: int) -> None:
    key = bytes(range(length))
    under_key = hmac_sha256(key)
    for number in range(20):
        message = str(number).encode() * number
        assert under_key(message) == hmac.digest(key, message, "sha256")
