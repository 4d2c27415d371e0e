"""A witness checks who signed a checkpoint and that its log only grew, stores it, and cosigns it."""

import logging
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.cosignatures import CosignatureSigner, cosign
from pitbook.transparency.notes import OpenedNote, Verifier, open_note, split_note
from pitbook.transparency.requests import SIZE_TYPE, AddCheckpoint, parse_request
from pitbook.transparency.tree import EMPTY_ROOT, check_consistency
from pitbook.witness.files import write_state

PLAIN: Final = "text/plain; charset=utf-8"
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WitnessAnswer:
    """The answer of a witness: an HTTP status, and cosignatures, a size or a sentence."""

    status: HTTPStatus
    text: str
    media_type: str = PLAIN


def _refusal(status: HTTPStatus, error: MalformedError | str) -> WitnessAnswer:
    return WitnessAnswer(status, f"{error}\n")


class Witness:
    """Cosigns the checkpoints of some logs; the folder's state holds the last one of each."""

    def __init__(self, folder: Path, signer: CosignatureSigner, state: dict[str, str], logs: Iterable[str]) -> None:
        self._folder = folder
        self._signer = signer
        self._state = dict(state)
        self._logs: dict[str, list[Verifier]] = {}
        """The keys of each log, by origin; a log that is changing its key has two."""
        for vkey in dict.fromkeys(logs):
            log = Verifier.parse(vkey)
            self._logs.setdefault(log.name, []).append(log)
        if not self._logs:
            raise RefusedError(Problem("a witness needs the vkey of at least one log"))
        self._lock = threading.Lock()
        self._broken = False

    def add_checkpoint(self, body: str) -> WitnessAnswer:
        """Answer one request, under a lock from reading the last checkpoint to the cosignature."""
        try:
            request = parse_request(body)
            text, _ = split_note(request.checkpoint)
            checkpoint = parse_checkpoint(text)
        except MalformedError as error:
            return _refusal(HTTPStatus.BAD_REQUEST, error)
        logs = self._logs.get(checkpoint.origin)
        if logs is None:
            return _refusal(HTTPStatus.NOT_FOUND, f"{checkpoint.origin[:80]!r} is not a log of this witness")
        try:
            signed = open_note(request.checkpoint, logs)
        except MalformedError as error:
            return _refusal(HTTPStatus.FORBIDDEN, error)
        if request.old_size > checkpoint.size:
            message = f"the old size {request.old_size} is above the size of the checkpoint, {checkpoint.size}"
            return _refusal(HTTPStatus.BAD_REQUEST, message)
        with self._lock:
            return self._grow(request, checkpoint, signed)

    def _grow(self, request: AddCheckpoint, checkpoint: Checkpoint, signed: OpenedNote) -> WitnessAnswer:
        if self._broken:
            message = "this witness could not store a checkpoint and cosigns nothing until it is restarted"
            return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, message)
        size, root = self._last(checkpoint.origin)
        if request.old_size != size:
            return WitnessAnswer(HTTPStatus.CONFLICT, f"{size}\n", SIZE_TYPE)
        if checkpoint.size == size and checkpoint.root != root:
            other = signed.text + "\n" + "".join(one.line() for one in signed.verified)
            _log.warning("%s signed two histories of %d leaves; the other one: %r", checkpoint.origin, size, other)
            return WitnessAnswer(HTTPStatus.CONFLICT, f"{size}\n", SIZE_TYPE)
        try:
            check_consistency(size, root, checkpoint.size, checkpoint.root, request.proof)
        except MalformedError as error:
            # Not necessarily the log's fault: anybody can send its checkpoint with another proof.
            _log.warning("a checkpoint of %s came with an invalid proof: %s", checkpoint.origin, error)
            return _refusal(HTTPStatus.UNPROCESSABLE_ENTITY, error)
        if checkpoint.size > size:
            try:
                self._store(checkpoint.origin, request.checkpoint)
            except OSError as error:
                # The state on disk is now either the old or the new one, and only a restart reads it again.
                self._broken = True
                message = f"the checkpoint could not be stored: {error.strerror}"
                _log.warning("%s", message)
                return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, message)
        return WitnessAnswer(HTTPStatus.OK, cosign(request.checkpoint, self._signer, int(time.time())))

    def _store(self, origin: str, note: str) -> None:
        state = self._state | {origin: note}
        write_state(self._folder, self._signer, state)
        self._state = state

    def _last(self, origin: str) -> tuple[int, bytes]:
        """The size and the root that were last cosigned; initially those of the empty tree."""
        note = self._state.get(origin)
        if note is None:
            return 0, EMPTY_ROOT
        checkpoint = parse_checkpoint(split_note(note)[0])
        return checkpoint.size, checkpoint.root
