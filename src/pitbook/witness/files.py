"""The files of a witness: its key, and the last checkpoint that it cosigned for each log.

    key    PRIVATE+KEY+name+key id+base64 of the kind of signature and the private key
    state  a JSON document: the witness's vkey, the checkpoints by origin, and a digest of both
    lock   held by the process that serves

A witness that forgot what it has cosigned could cosign another history. So a missing, damaged or foreign state is
refused and never replaced by a new one.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.transparency.checkpoints import parse_checkpoint
from pitbook.transparency.cosignatures import COSIGNATURE_V1, CosignatureSigner
from pitbook.transparency.encoding import decode_base64, encode_base64
from pitbook.transparency.notes import KEY_BYTES, check_name, key_id_of, split_note

KEY: Final = "key"
STATE: Final = "state"
LOCK: Final = "lock"
_NEW: Final = ".new"
_FORMAT: Final = "pitbook-witness-state/1"
_PRIVATE: Final = "PRIVATE+KEY+"
_ANEW: Final = "A witness without its state must not continue: create another one, with another key, with witness init"


def make_witness(folder: Path, name: str) -> CosignatureSigner:
    """Create a witness in a new or empty folder."""
    check_name(name)
    signer = CosignatureSigner(name, Ed25519PrivateKey.generate())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise RefusedError(Problem(f"{folder} is not empty; a witness needs a new folder", str(folder)))
        write_state(folder, signer, {})
        _write(folder / KEY, _key_text(signer))
        _sync(folder.resolve().parent)
    except (OSError, ValueError) as error:
        raise _refused(folder, error) from error
    return signer


def _refused(path: Path, error: OSError | ValueError) -> RefusedError:
    return RefusedError(Problem(f"{path}: {error.strerror if isinstance(error, OSError) else error}", str(path)[:80]))


def _key_text(signer: CosignatureSigner) -> str:
    key_id = key_id_of(signer.name, COSIGNATURE_V1, signer.private.public_key().public_bytes_raw()).hex()
    encoded = encode_base64(bytes([COSIGNATURE_V1]) + signer.private.private_bytes_raw())
    return f"{_PRIVATE}{signer.name}+{key_id}+{encoded}\n"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MalformedError(Problem(f"{path} is damaged: it is not text", str(path))) from error
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error


def read_key(folder: Path) -> CosignatureSigner:
    """The key of the witness in this folder."""
    path = folder / KEY
    text = _read(path)
    name, _, rest = text.removeprefix(_PRIVATE).partition("+")
    try:
        key = decode_base64(rest.partition("+")[2].removesuffix("\n"), "the key")
        if len(key) == 1 + KEY_BYTES and key[0] == COSIGNATURE_V1:
            signer = CosignatureSigner(name, Ed25519PrivateKey.from_private_bytes(key[1:]))
            if _key_text(signer) == text:
                return signer
    except MalformedError:
        # Do not chain the error: it would show parts of the key.
        pass
    raise MalformedError(Problem(f"{path} is damaged, or not the key of a witness", str(path)))


def _digest(vkey: str, checkpoints: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps([_FORMAT, vkey, checkpoints], sort_keys=True).encode()).hexdigest()


def write_state(folder: Path, signer: CosignatureSigner, checkpoints: Mapping[str, str]) -> None:
    """Store the last checkpoints, by origin, durably."""
    document = {
        "format": _FORMAT,
        "witness": signer.vkey,
        "checkpoints": dict(checkpoints),
        "digest": _digest(signer.vkey, checkpoints),
    }
    _write(folder / STATE, json.dumps(document, indent=2, sort_keys=True) + "\n")


def _write(path: Path, text: str) -> None:
    new = path.with_name(path.name + _NEW)
    with suppress(FileNotFoundError):
        new.unlink()
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_state(folder: Path, signer: CosignatureSigner) -> dict[str, str]:
    """The last checkpoint that the witness cosigned for each log, as signed notes by origin."""
    path = folder / STATE
    if not path.exists():
        raise RefusedError(Problem(f"{path} is missing. {_ANEW}", str(path)))
    text = _read(path)
    try:
        checkpoints = _parse_state(json.loads(text), signer)
    except (PitbookError, ValueError, RecursionError) as error:
        raise MalformedError(Problem(f"{path} is damaged, or another witness's. {_ANEW}", str(path))) from error
    return checkpoints


def _parse_state(document: object, signer: CosignatureSigner) -> dict[str, str]:
    match document:
        case {"format": str(form), "witness": str(vkey), "checkpoints": dict(checkpoints), "digest": str(digest)}:
            if (form, vkey, digest) != (_FORMAT, signer.vkey, _digest(vkey, checkpoints)):
                raise ValueError
            for origin, note in checkpoints.items():
                if not isinstance(note, str) or parse_checkpoint(split_note(note)[0]).origin != origin:
                    raise ValueError
            return checkpoints
    raise ValueError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder, because two processes could cosign two histories."""
    path = folder / LOCK
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise RefusedError(Problem(f"another process serves the witness in {folder}", str(folder))) from error
        yield
    finally:
        os.close(descriptor)
