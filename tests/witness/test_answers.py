"""What a witness answers, by the specification: 200, 400, 403, 404, 409, 422, and 503 when it cannot store."""

import errno
import os
import random
import stat
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from pitbook.problems import MalformedError, RefusedError
from pitbook.transparency.cosignatures import CosignatureVerifier, cosigned
from pitbook.transparency.notes import NoteSigner, Signature, add_signatures, sign, split_note
from pitbook.transparency.requests import SIZE_TYPE, AddCheckpoint, parse_request
from pitbook.witness import witness as module
from pitbook.witness.files import KEY, STATE, locked, make_witness, read_key, read_state, write_state
from pitbook.witness.witness import Witness
from transparency import naive
from transparency.vectors import SPEC_COSIGNED
from witness.running import LOG, again, new_witness, show

REQUEST = """\
old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

"""
"""The published example, without its checkpoint."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "witness"


@pytest.fixture
def witness(folder: Path) -> Witness:
    return new_witness(folder)


@pytest.fixture
def log() -> naive.Log:
    return naive.Log(naive.leaves(40))


def test_the_published_request() -> None:
    found = parse_request(REQUEST + SPEC_COSIGNED)
    assert (found.old_size, len(found.proof)) == (20852014, 4)
    assert found.text() == REQUEST + SPEC_COSIGNED


def test_a_log_that_grows_is_cosigned(witness: Witness, folder: Path, log: naive.Log) -> None:
    verifier = CosignatureVerifier.parse(read_key(folder).vkey)
    for old, size in ((0, 0), (0, 7), (7, 7), (7, 8), (8, 40), (40, 40)):
        answer = show(witness, log, old, size)
        assert answer.status == HTTPStatus.OK, answer
        assert list(cosigned(log.checkpoint(size) + answer.text, [verifier])) == ["witness.example"]
        witness = again(folder)


def test_another_size_than_the_last_one_is_answered_with_that(witness: Witness, log: naive.Log) -> None:
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    for old, size in ((0, 20), (0, 30), (19, 30), (21, 30), (5, 10)):
        answer = show(witness, log, old, size)
        assert (answer.status, answer.text, answer.media_type) == (HTTPStatus.CONFLICT, "20\n", SIZE_TYPE)


def test_another_history_is_refused(witness: Witness, log: naive.Log, caplog: pytest.LogCaptureFixture) -> None:
    show(witness, log, 0, 20)
    fork = naive.Log([*log.leaves[:19], *naive.leaves(21, "fork")])
    assert (show(witness, fork, 20, 20).status, show(witness, fork, 20, 20).text) == (HTTPStatus.CONFLICT, "20\n")
    assert f"signed two histories of 20 leaves; the other one: {fork.checkpoint(20)!r}" in caplog.text
    for size in (21, 30, 40):
        assert show(witness, fork, 20, size).status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert show(witness, log, 20, 40).status == HTTPStatus.OK


def test_a_log_that_is_not_known(witness: Witness) -> None:
    stranger = naive.Log(naive.leaves(3), name="stranger.example")
    assert show(witness, stranger, 0).status == HTTPStatus.NOT_FOUND


def test_a_signature_that_is_not_the_logs(witness: Witness, log: naive.Log) -> None:
    text = split_note(log.checkpoint())[0]
    other = NoteSigner(log.signer.name, naive.key(99))
    false = Signature(log.signer.name, split_note(log.checkpoint())[1][0].key_id, bytes(64))
    for note in (sign(text, other), add_signatures(sign(text, other), [false])):
        answer = witness.add_checkpoint(AddCheckpoint(0, (), note).text())
        assert answer.status == HTTPStatus.FORBIDDEN, answer
    both = add_signatures(sign(text, other), split_note(log.checkpoint())[1])
    assert witness.add_checkpoint(AddCheckpoint(0, (), both).text()).status == HTTPStatus.OK


def test_an_old_size_above_the_new_one(witness: Witness, log: naive.Log) -> None:
    answer = witness.add_checkpoint(AddCheckpoint(41, (), log.checkpoint(40)).text())
    assert answer.status == HTTPStatus.BAD_REQUEST
    assert "above" in answer.text


def test_a_proof_that_is_too_long_or_not_wanted(witness: Witness, log: naive.Log) -> None:
    some = bytes(32)
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    for old, proof, status in (
        (20, (some,) * 64, HTTPStatus.BAD_REQUEST),
        (20, (some,) * 63, HTTPStatus.UNPROCESSABLE_ENTITY),
        (20, (), HTTPStatus.UNPROCESSABLE_ENTITY),
        (20, (*log.proof(20), some), HTTPStatus.UNPROCESSABLE_ENTITY),
    ):
        assert witness.add_checkpoint(AddCheckpoint(old, proof, log.checkpoint()).text()).status == status
    same = AddCheckpoint(20, (some,), log.checkpoint(20))
    assert witness.add_checkpoint(same.text()).status == HTTPStatus.UNPROCESSABLE_ENTITY


def test_what_is_not_a_request(witness: Witness, log: naive.Log) -> None:
    good = AddCheckpoint(0, (), log.checkpoint()).text()
    bad = [
        "",
        "\n",
        "\n\n",
        "old 0",
        good.replace("old 0", "old"),
        good.replace("old 0", "old 00"),
        good.replace("old 0", "old -0"),
        good.replace("old 0", "OLD 0"),
        good.replace("old 0", "old 0 "),
        good.replace("old 0", "old " + "9" * 5000),
        good.replace("old 0\n", "old 0\nAAAA\n"),
        good.replace("old 0\n", "old 0\n\n"),
        good.replace("\n", "\r\n"),
        good[:-1],
        good + "\n",
        good.partition("\n— ")[0],
        good.replace("\n40\n", "\n040\n"),
        good.replace("— ", "- "),
        "\x00" + good,
    ]
    for body in bad:
        answer = witness.add_checkpoint(body)
        assert answer.status == HTTPStatus.BAD_REQUEST, body
        assert len(answer.text.splitlines()) == 1
    assert witness.add_checkpoint(good).status == HTTPStatus.OK


def test_a_request_with_one_changed_character_is_answered_and_never_cosigned(witness: Witness, log: naive.Log) -> None:
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    good, rng = AddCheckpoint(20, tuple(log.proof(20)), log.checkpoint()).text(), random.Random(4)
    seen = set()
    for _ in range(400):
        place = rng.randrange(len(good))
        other = rng.choice(
            ["", "\n", "\0", " ", "0", "A", "=", "+", "—", "\u2028", "\ud800", chr(ord(good[place]) ^ 1)]
        )
        body = good[:place] + other + good[place + 1 :]
        if body != good:
            answer = witness.add_checkpoint(body)
            seen.add(answer.status)
            assert answer.status != HTTPStatus.OK, body
            assert answer.text.isprintable() or answer.text.removesuffix("\n").isprintable()
    assert seen >= {400, 403, 404, 422}
    assert witness.add_checkpoint(good).status == HTTPStatus.OK


def test_a_log_may_have_two_keys_for_a_while(folder: Path, log: naive.Log) -> None:
    newer = NoteSigner(log.signer.name, naive.key(5))
    witness = new_witness(folder, "witness.example", LOG, newer.vkey, LOG)
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    log.signer = newer
    assert show(witness, log, 20, 40).status == HTTPStatus.OK


def test_logs_do_not_mix(folder: Path, log: naive.Log) -> None:
    other = naive.Log(naive.leaves(9, "other"), name="other.example")
    witness = new_witness(folder, "witness.example", LOG, other.signer.vkey)
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    assert show(witness, other, 0, 9).status == HTTPStatus.OK
    assert show(again(folder), log, 20, 40).status == HTTPStatus.OK
    signer = read_key(folder)
    assert sorted(read_state(folder, signer)) == sorted([log.signer.name, "other.example"])


def test_a_witness_without_logs_is_refused(folder: Path) -> None:
    signer = make_witness(folder, "witness.example")
    with pytest.raises(RefusedError, match="at least one log"):
        Witness(folder, signer, {}, [])
    with pytest.raises(MalformedError, match="not a vkey"):
        Witness(folder, signer, {}, ["pitbook"])
    with pytest.raises(MalformedError, match="kind 1"):
        Witness(folder, signer, {}, [signer.vkey])


@pytest.mark.parametrize("name", ["fsync", "replace", "open"])
def test_what_cannot_be_stored_is_not_signed(
    witness: Witness, folder: Path, log: naive.Log, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert show(witness, log, 0, 20).status == HTTPStatus.OK

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os if name != "replace" else Path, name, fail)
        answer = show(witness, log, 20, 30)
    assert (answer.status, "No space left" in answer.text) == (HTTPStatus.SERVICE_UNAVAILABLE, True)
    assert show(witness, log, 20, 30).status == HTTPStatus.SERVICE_UNAVAILABLE
    assert show(again(folder), log, 20, 30).status == HTTPStatus.OK


def test_everything_is_synced_before_it_is_signed(
    witness: Witness, log: naive.Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def noting(owner: Any, name: str) -> None:
        call = getattr(owner, name)

        def noted(*words: Any) -> Any:
            folder = name == "fsync" and stat.S_ISDIR(os.fstat(words[0]).st_mode)
            steps.append(f"{name} folder" if folder else name)
            return call(*words)

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((os, "fsync"), (Path, "replace"), (module, "cosign")):
        noting(owner, name)
    assert show(witness, log, 0, 20).status == HTTPStatus.OK
    assert steps == ["fsync", "replace", "fsync folder", "cosign"]


def test_only_the_owner_reads_the_folder(folder: Path) -> None:
    new_witness(folder)
    for path in (folder, folder / KEY, folder / STATE):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_state_that_is_lost_or_damaged_is_refused(witness: Witness, folder: Path, log: naive.Log) -> None:
    show(witness, log, 0, 20)
    path = folder / STATE
    whole = path.read_bytes()
    for position in range(0, len(whole), 7):
        for bit in (0, 5, 7):
            damaged = bytearray(whole)
            damaged[position] ^= 1 << bit
            path.write_bytes(damaged)
            with suppress(MalformedError):
                state = read_state(folder, read_key(folder))
                assert state == {log.signer.name: log.checkpoint(20)}, "only white space differs"
    for text in (b"", b"{}", b"[" * 100_000, b"null", whole[:-20], b'{"checkpoints": {}}'):
        path.write_bytes(text)
        with pytest.raises(MalformedError, match="must not continue"):
            again(folder)
    path.unlink()
    with pytest.raises(RefusedError, match="is missing"):
        again(folder)


def test_a_state_of_another_form_is_refused(folder: Path, log: naive.Log) -> None:
    signer = make_witness(folder, "witness.example")
    forms: list[dict[str, Any]] = [{log.signer.name: 1}, {"other": log.checkpoint()}, {log.signer.name: "no note"}]
    for form in forms:
        write_state(folder, signer, form)
        with pytest.raises(MalformedError, match="must not continue"):
            again(folder)


def test_a_state_beside_another_key_is_refused(folder: Path, tmp_path: Path) -> None:
    new_witness(folder)
    new_witness(tmp_path / "other")
    (folder / STATE).replace(tmp_path / "other" / STATE)
    with pytest.raises(MalformedError, match="another witness's"):
        again(tmp_path / "other")


def test_a_damaged_key_is_refused_and_not_shown(folder: Path) -> None:
    new_witness(folder)
    path = folder / KEY
    whole = path.read_bytes()
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 2
        path.write_bytes(damaged)
        with pytest.raises(MalformedError, match="damaged") as found:
            read_key(folder)
        assert damaged[-20:-1].decode(errors="replace") not in str(found.value)


def test_one_process_serves_a_witness(folder: Path) -> None:
    new_witness(folder)
    with locked(folder), pytest.raises(RefusedError, match="another process"), locked(folder):
        pass


def test_a_folder_that_is_in_use_is_not_a_new_witness(folder: Path, tmp_path: Path) -> None:
    new_witness(folder)
    with pytest.raises(RefusedError, match="not empty"):
        make_witness(folder, "witness.example")
    (tmp_path / "file").touch()
    for path, name in ((tmp_path / "file", "a"), (tmp_path / "a\0b", "a")):
        with pytest.raises(RefusedError):
            make_witness(path, name)
    with pytest.raises(MalformedError, match="name of a key"):
        make_witness(tmp_path / "new", "with space")
    assert not (tmp_path / "new").exists()
