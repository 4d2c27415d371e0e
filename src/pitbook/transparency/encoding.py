"""Numbers and bytes as the C2SP formats write them: each value has exactly one valid spelling."""

import base64
import binascii
import re
from typing import Final

from pitbook.problems import MalformedError, Problem

LARGEST_NUMBER: Final = 2**63 - 1
"""The largest size, index and time that the formats allow."""
HASH_BYTES: Final = 32
_DECIMAL: Final = re.compile(r"0|[1-9][0-9]{0,18}")


def malformed(message: str, value: str | None = None) -> MalformedError:
    """An error with one sentence and the beginning of the value."""
    return MalformedError(Problem(message, None if value is None else value[:80]))


def parse_decimal(text: str, what: str) -> int:
    """A number in ASCII digits, without leading zeroes, up to 2^63 - 1."""
    number = int(text) if _DECIMAL.fullmatch(text) else LARGEST_NUMBER + 1
    if number > LARGEST_NUMBER:
        raise malformed(
            f"{what} is {text[:40]!r}, not a decimal number from 0 to 2^63 - 1 without leading zeroes", text
        )
    return number


def check_number(number: int, what: str) -> None:
    """Refuse a number that the formats cannot express."""
    if not 0 <= number <= LARGEST_NUMBER:
        raise malformed(f"{what} is {number}, not a number from 0 to 2^63 - 1")


def encode_base64(data: bytes) -> str:
    """Standard base64 with padding."""
    return base64.b64encode(data).decode("ascii")


def decode_base64(text: str, what: str) -> bytes:
    """The bytes of standard base64 with padding, in the one spelling that `encode_base64` writes."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise malformed(f"{what} is {text[:40]!r}, which is not base64", text) from error
    if encode_base64(data) != text:
        raise malformed(f"{what} is {text[:40]!r}, which is not the canonical base64 of its bytes", text)
    return data


def parse_hash(text: str, what: str) -> bytes:
    """A SHA-256 hash in base64."""
    data = decode_base64(text, what)
    if len(data) != HASH_BYTES:
        raise malformed(f"{what} has {len(data)} bytes, not {HASH_BYTES}", text)
    return data


def encode_utf8(text: str, what: str) -> bytes:
    """The text in UTF-8."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise malformed(f"{what} is not valid Unicode") from error
