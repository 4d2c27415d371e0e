"""Asks witnesses to cosign a log's checkpoint: one of them, or all at once until a majority has."""

import functools
import http.client
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import SplitResult, urlsplit

from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError
from pitbook.transparency.checkpoints import parse_checkpoint
from pitbook.transparency.cosignatures import CosignatureVerifier, check_quorum
from pitbook.transparency.encoding import encode_utf8, malformed, parse_decimal
from pitbook.transparency.notes import Signature, add_signatures, parse_signatures, split_note
from pitbook.transparency.requests import PATH, AddCheckpoint

LARGEST_ANSWER: Final = 65_536
_LONGEST_REASON: Final = 200


class OtherSizeError(ConflictError):
    """The witness last cosigned another size."""

    def __init__(self, size: int) -> None:
        super().__init__(Problem(f"the witness last cosigned size {size}", str(size)))
        self.size = size


@dataclass(frozen=True)
class KnownWitness:
    """The address and the key of a witness."""

    url: str
    vkey: str

    def __post_init__(self) -> None:
        parse_url(self.url)
        CosignatureVerifier.parse(self.vkey)

    @functools.cached_property
    def verifier(self) -> CosignatureVerifier:
        """The verifier of its cosignatures."""
        return CosignatureVerifier.parse(self.vkey)


@dataclass(frozen=True, slots=True)
class GatheredCosignatures:
    """A checkpoint with its cosignatures: who cosigned it and when, and why the others did not."""

    note: str
    cosigned: dict[str, int]
    """The time of each witness's cosignature, in seconds since 1970, by the name of the witness."""
    enough: bool
    problems: tuple[Problem, ...]


def parse_url(url: str) -> SplitResult:
    """The address under which a witness takes requests, without `/add-checkpoint`."""
    try:
        found = urlsplit(url)
        good = found.scheme in ("http", "https") and found.hostname and found.port != 0
    except ValueError:
        good = None
    if not good or found.query or found.fragment or found.username is not None or re.search(r"[^!-~]", url):
        raise malformed(f"{url[:80]!r} is not the address of a witness, such as https://witness.example", url)
    return found


def submit(url: str, old_size: int, proof: Sequence[bytes], checkpoint_note: str, timeout: float) -> str:
    """The signature lines by which a witness cosigns a checkpoint; they are not verified.

    `OtherSizeError` if the witness last cosigned a size other than the old one. Any other answer, or none within the
    timeout (in seconds, for the whole exchange), is an error with a sentence.
    """
    where = parse_url(url)
    body = encode_utf8(AddCheckpoint(old_size, tuple(proof), checkpoint_note).text(), "the request")
    try:
        status, answer = _post(where, body, timeout)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        why = f"no answer within {timeout:.2g} seconds" if isinstance(error, TimeoutError) else _sentence(str(error))
        raise RefusedError(Problem(f"{url}: {why or type(error).__name__}", url)) from error
    if status == HTTPStatus.OK:
        return answer
    if status == HTTPStatus.CONFLICT:
        size = parse_decimal(answer.removesuffix("\n"), f"the size that {url} answered")
        if size != old_size:
            raise OtherSizeError(size)
        if size == parse_checkpoint(split_note(checkpoint_note)[0]).size:
            raise RefusedError(Problem(f"{url} has cosigned another history of {size} leaves", str(size)))
        raise malformed(f"it asked for a proof from size {size}, which was already sent")
    raise RefusedError(Problem(f"{url} answered {status}: {_sentence(answer) or 'nothing'}", str(status)))


def _sentence(answer: str) -> str:
    """The beginning of a remote message, on one line."""
    return " ".join("".join(one if one.isprintable() else " " for one in answer[:_LONGEST_REASON]).split())


def _post(where: SplitResult, body: bytes, timeout: float) -> tuple[int, str]:
    host = where.hostname or ""
    connection: http.client.HTTPConnection
    if where.scheme == "https":
        connection = http.client.HTTPSConnection(
            host, where.port, timeout=timeout, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(host, where.port, timeout=timeout)
    deadline = time.monotonic() + timeout
    with closing(connection):
        connection.connect()
        # A socket's timeout is per step, so close the connection at the deadline: a witness could send single bytes.
        timer = threading.Timer(max(0, deadline - time.monotonic()), _hang_up, [connection.sock])
        timer.daemon = True
        timer.start()
        try:
            connection.request(
                "POST", where.path.rstrip("/") + PATH, body, {"Content-Type": "text/plain; charset=utf-8"}
            )
            with connection.getresponse() as response:
                answer = response.read(LARGEST_ANSWER + 1)
        except (OSError, http.client.HTTPException) as error:
            if time.monotonic() >= deadline:
                raise TimeoutError from error
            raise
        finally:
            timer.cancel()
    if time.monotonic() >= deadline:
        raise TimeoutError
    if len(answer) > LARGEST_ANSWER:
        raise http.client.HTTPException(f"its answer is larger than {LARGEST_ANSWER:,} bytes")
    try:
        return response.status, answer.decode("utf-8")
    except UnicodeDecodeError as error:
        raise http.client.HTTPException("its answer is not text") from error


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):
        # Close the socket below TLS, because TLS shutdown is not safe from another thread.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _cosignature(witness: KnownWitness, text: str, lines: str) -> tuple[Signature, int]:
    """The witness's own signature in its answer, verified, and its time."""
    verifier = witness.verifier
    for one in parse_signatures(lines):
        if (one.name, one.key_id) == (verifier.name, verifier.key_id):
            return one, verifier.verify(text, one.signature)
    raise malformed(f"its answer has no cosignature of {verifier.name}", lines)


def gather(
    checkpoint_note: str,
    witnesses: Sequence[KnownWitness],
    k: int,
    old_size_of: Callable[[KnownWitness], int],
    proof_of: Callable[[int], Sequence[bytes]],
    timeout: float,
) -> GatheredCosignatures:
    """Ask all witnesses at once to cosign a checkpoint; k of them, more than half, are enough.

    `old_size_of` gives the size that a witness last cosigned as far as the log knows, and `proof_of` the consistency
    proof from a size to the checkpoint; both are called in the caller's thread. A witness that last cosigned another
    size gets the proof from there, once. This returns when all have answered, or after the timeout in seconds.
    """
    check_quorum([one.verifier for one in witnesses], k)
    text, _ = split_note(checkpoint_note)
    size = parse_checkpoint(text).size
    deadline = time.monotonic() + timeout
    proof_from = functools.cache(proof_of)
    answers: queue.Queue[tuple[KnownWitness, tuple[Signature, int] | PitbookError]] = queue.Queue()

    def ask(witness: KnownWitness, old_size: int, proof: Sequence[bytes], seconds: float) -> None:
        try:
            lines = submit(witness.url, old_size, proof, checkpoint_note, seconds)
            answers.put((witness, _cosignature(witness, text, lines)))
        except PitbookError as error:
            answers.put((witness, error))

    def start(witness: KnownWitness, old_size: int) -> None:
        # A daemon thread, because a slow DNS lookup cannot be interrupted.
        words = [witness, old_size, proof_from(old_size), max(0.001, deadline - time.monotonic())]
        threading.Thread(target=ask, args=words, daemon=True).start()

    for one in witnesses:
        start(one, min(old_size_of(one), size))
    waiting = {one.verifier.name for one in witnesses}
    asked_again: set[str] = set()
    signatures: list[Signature] = []
    times: dict[str, int] = {}
    problems: list[Problem] = []
    while waiting:
        try:
            witness, answer = answers.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            break
        name = witness.verifier.name
        if isinstance(answer, OtherSizeError) and answer.size <= size and name not in asked_again:
            asked_again.add(name)
            start(witness, answer.size)
            continue
        waiting.remove(name)
        if isinstance(answer, PitbookError):
            problems.append(_problem(witness, size, answer))
        else:
            signature, times[name] = answer
            signatures.append(signature)
    problems += [Problem(f"{name} has not answered within {timeout:g} seconds", name) for name in sorted(waiting)]
    return GatheredCosignatures(add_signatures(checkpoint_note, signatures), times, len(times) >= k, tuple(problems))


def _problem(witness: KnownWitness, size: int, error: PitbookError) -> Problem:
    """Why a witness did not cosign, with its name."""
    name = witness.verifier.name
    if isinstance(error, OtherSizeError) and error.size > size:
        message = f"{name} has cosigned {error.size} leaves, but this checkpoint has only {size}: the log was truncated"
    elif isinstance(error, MalformedError):
        message = f"{name} at {witness.url} answered nonsense: {error}"
    else:
        message = f"{name} did not cosign: {error}"
    return Problem(message, name)
