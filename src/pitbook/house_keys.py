"""The keys of a house: they sign its checkpoints, seal what nobody may read yet, and vouch for its sessions.

They are stored in a file separate from the record, by default `FILE.key` beside it. Somebody who has only the record
can neither sign for the house nor open what it has sealed. The file is text:

    pitbook-key-1
    64 hexadecimal digits: the secret in use
    64 hexadecimal digits: an older secret, and so on
    sum 8 hexadecimal digits: CRC-32 of the lines above

Every key is derived from a secret by HKDF with SHA-256, with one label per purpose. In a backup the file is encrypted
under a passphrase, with scrypt and ChaCha20-Poly1305.
"""

import base64
import binascii
import fcntl
import os
import re
import secrets
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pitbook.problems import MalformedError, Problem, RefusedError

SUFFIX: Final = ".key"
SECRET_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_SALT_BYTES: Final = 16
_LOCKED: Final = "pitbook-locked-key-1"
_SIGNING, _SEALING, _SESSIONS = b"pitbook-signing-1", b"pitbook-sealing-1", b"pitbook-sessions-1"
MOST_SECRETS: Final = 1000
"""The most secrets that a key file may hold."""
_FILE: Final = re.compile(
    rf"(pitbook-key-1\n((?:[0-9a-f]{{64}}\n){{1,{MOST_SECRETS}}}))sum ([0-9a-f]{{8}})\n", re.ASCII
)
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True)
class HouseKeys:
    """The keys of a house. `secrets` has the secret in use first, and then older ones, which still unseal."""

    secrets: tuple[bytes, ...] = field(repr=False)

    @classmethod
    def ephemeral(cls) -> Self:
        """Keys for a record in memory; nothing is written to disk."""
        return cls((secrets.token_bytes(SECRET_BYTES),))

    @cached_property
    def signers(self) -> tuple[Ed25519PrivateKey, ...]:
        """The signing key of each secret."""
        return tuple(Ed25519PrivateKey.from_private_bytes(_derived(secret, _SIGNING)) for secret in self.secrets)

    @property
    def signer(self) -> Ed25519PrivateKey:
        """The key that signs."""
        return self.signers[0]

    @cached_property
    def session_secret(self) -> bytes:
        """The secret that vouches for sessions on the web: 32 bytes."""
        return _derived(self.secrets[0], _SESSIONS)

    def seal(self, secret: bytes, context: str) -> str:
        """Encrypt a secret so that only these keys can open it, and only for the same context."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._sealers[0].encrypt(nonce, secret, context.encode())
        return base64.b64encode(nonce + sealed).decode()

    def unseal(self, sealed: str, context: str) -> bytes:
        """Decrypt what was sealed for this context; `MalformedError` if no key opens it."""
        try:
            content = base64.b64decode(sealed, validate=True)
            if base64.b64encode(content).decode() != sealed:
                raise ValueError("not canonical base64")
        except (binascii.Error, ValueError) as error:
            raise MalformedError(Problem(f"the data sealed for {context} is damaged", sealed[:40])) from error
        for sealer in self._sealers:
            try:
                return sealer.decrypt(content[:_NONCE_BYTES], content[_NONCE_BYTES:], context.encode())
            except (InvalidTag, ValueError):
                continue
        message = f"no key of this house opens the data sealed for {context}: it is damaged, or another house sealed it"
        raise MalformedError(Problem(message, sealed[:40]))

    @cached_property
    def _sealers(self) -> tuple[ChaCha20Poly1305, ...]:
        return tuple(ChaCha20Poly1305(_derived(secret, _SEALING)) for secret in self.secrets)


def _derived(secret: bytes, label: bytes) -> bytes:
    return HKDF(SHA256(), SECRET_BYTES, salt=None, info=label).derive(secret)


def key_path(record: Path) -> Path:
    """The default key file of a record."""
    return record.with_name(record.name + SUFFIX)


def load_keys(path: Path, *, to_use: bool = True) -> HouseKeys:
    """Load the keys from a file. It must be undamaged and, with `to_use`, readable by its owner alone."""
    with _sentences(path):
        try:
            with path.open("rb") as file:
                mode = os.fstat(file.fileno()).st_mode
                content = file.read(100_000)
        except FileNotFoundError as error:
            message = f"{path} is missing: writing to a record needs its key (name the file with --key or PITBOOK_KEY)"
            raise RefusedError(Problem(message, str(path))) from error
    if to_use and mode & _OTHERS:
        message = f"{path} can be read or changed by other users: run chmod 600 on it"
        raise RefusedError(Problem(message, str(path)))
    return _parse(content, path)


def make_keys(path: Path) -> HouseKeys:
    """Create new keys in a file that only its owner can read and that is complete from the moment it appears.

    An existing file is never overwritten: its keys are returned, because several processes may create one record.
    """
    keys = HouseKeys.ephemeral()
    with _sentences(path), _written_aside(path, keys) as scratch:
        try:
            path.hardlink_to(scratch)
        except FileExistsError:
            keys = load_keys(path)
    return keys


def add_secret(path: Path) -> HouseKeys:
    """Add a new secret in front of the others, durably, under a lock against other processes."""
    with _sentences(path), _locked(path):
        known = load_keys(path).secrets
        if len(known) >= MOST_SECRETS:
            message = f"{path} already has {len(known):,} secrets, the maximum: no key can be added"
            raise RefusedError(Problem(message, str(path)))
        keys = HouseKeys((secrets.token_bytes(SECRET_BYTES), *known))
        with _written_aside(path, keys) as scratch:
            scratch.replace(path)
    return keys


def keys_text(keys: HouseKeys) -> str:
    """The text of a key file."""
    text = "".join(["pitbook-key-1\n", *(f"{secret.hex()}\n" for secret in keys.secrets)])
    return f"{text}sum {zlib.crc32(text.encode()):08x}\n"


def lock_keys(keys: HouseKeys, passphrase: str) -> str:
    """The keys encrypted under a passphrase, as text for a backup."""
    salt, nonce = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_NONCE_BYTES)
    locked = _locker(passphrase, salt).encrypt(nonce, keys_text(keys).encode(), _LOCKED.encode())
    return f"{_LOCKED}\n{base64.b64encode(salt + nonce + locked).decode()}\n"


def unlock_keys(text: str, passphrase: str, path: Path) -> HouseKeys:
    """Decrypt locked keys; `RefusedError` if the passphrase is wrong or the file is damaged."""
    form, _, encoded = text.removesuffix("\n").partition("\n")
    try:
        content = base64.b64decode(encoded, validate=True)
        if form != _LOCKED or base64.b64encode(content).decode() != encoded:
            raise ValueError("not canonical base64")
    except ValueError as error:
        raise MalformedError(Problem(f"{path} is damaged, or is not a locked house key", str(path))) from error
    salt, rest = content[:_SALT_BYTES], content[_SALT_BYTES:]
    try:
        opened = _locker(passphrase, salt).decrypt(rest[:_NONCE_BYTES], rest[_NONCE_BYTES:], _LOCKED.encode())
        return _parse(opened, path)
    except (InvalidTag, ValueError) as error:
        raise RefusedError(Problem(f"the passphrase is wrong for {path}, or the file is damaged", str(path))) from error


def write_keys(path: Path, keys: HouseKeys) -> None:
    """Write keys, such as those of a backup, to a file that does not exist yet."""
    with _sentences(path), _written_aside(path, keys) as scratch:
        try:
            path.hardlink_to(scratch)
        except FileExistsError as error:
            message = f"{path} already exists and belongs to another record: move it, or name another file with --key"
            raise RefusedError(Problem(message, str(path))) from error


def _locker(passphrase: str, salt: bytes) -> ChaCha20Poly1305:
    """The cipher for a passphrase; scrypt makes each guess cost 64 MB and a fraction of a second."""
    try:
        encoded = passphrase.encode()
    except UnicodeEncodeError as error:
        raise MalformedError(Problem("the passphrase is not text in UTF-8")) from error
    return ChaCha20Poly1305(Scrypt(salt, SECRET_BYTES, n=1 << 16, r=8, p=1).derive(encoded))


def _parse(content: bytes, path: Path) -> HouseKeys:
    found = _FILE.fullmatch(content.decode("ascii", "replace"))
    if found is None or int(found[3], 16) != zlib.crc32(found[1].encode()):
        raise MalformedError(Problem(f"{path} is damaged, or is not a house key", str(path)))
    return HouseKeys(tuple(bytes.fromhex(line) for line in found[2].split()))


@contextmanager
def _written_aside(path: Path, keys: HouseKeys) -> Iterator[Path]:
    """A durable temporary file with the keys; the folder is synced after the caller has renamed or linked it."""
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(keys_text(keys))
            file.flush()
            os.fsync(file.fileno())
        yield scratch
    finally:
        scratch.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock the file. Another process may have replaced it meanwhile, so look its name up again under the lock."""
    while True:
        file = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(file), path.stat()):
                yield
                return
        finally:
            os.close(file)


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
