"""Somebody with the file and the key rewrites the record, or cuts it off: signed checkpoints and witnesses tell."""

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from attacks.records import audited
from cli.running import Run, runner
from pit.playing import FLOOR, ONE
from pitbook.house_keys import key_path
from pitbook.ledger import Append, Commit, SqliteStore, StoredCommit
from pitbook.ledger.chain import SealedEvent
from pitbook.ledger.head import make_head, newest, read_head
from pitbook.pit import Pit, checkpoints, open_record
from pitbook.pit.checkpoints import (
    CheckpointSigner,
    StoredCheckpoint,
    checkpoints_path,
    last_protecting,
    read_checkpoints,
)
from pitbook.pit.records import UPCASTERS
from pitbook.problems import MalformedError, RefusedError
from pitbook.table import commands as c
from pitbook.transparency.client import GatheredCosignatures, KnownWitness, gather
from pitbook.transparency.cosignatures import CosignatureSigner, cosign
from pitbook.transparency.notes import NoteSigner, sign
from pitbook.transparency.tree import check_consistency, consistency_proof
from pitbook.web.history.checkpoints import CheckpointSchedule, checkpoints_of
from table.play import MD, rules_of
from witness.running import new_witness, served

TIMEOUT = 10.0


def buy_in(path: Path, *amounts: int) -> None:
    """A table where somebody buys chips; the amounts follow from nothing."""
    with open_record(path, create=True) as store:
        pit = Pit(store)
        if not store.version("table:T1"):
            pit.open_table("T1", rules_of(MD), FLOOR)
            pit.handle("T1", c.Sit(ONE, 1))
        for amount in amounts:
            pit.handle("T1", c.BuyIn(ONE, amount))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "pit.db"
    buy_in(path, 5000, 6000, 7000)
    return path


def remade(path: Path, target: Path, change: Callable[[StoredCommit], StoredCommit | None]) -> Path:
    """A record that somebody with the file and the key makes anew, every hash included, with some commits changed."""
    with open_record(path, read_only=True) as store, SqliteStore(target) as forged:
        written = [stored.event.data for stored in store.read("table:T1")]
        for digest in {str(data["rules"]) for data in written if "rules" in data}:
            forged.put_document(store.get_document(digest))
        for found in map(change, store.read_all()):
            streams: dict[str, Append] = {}
            for stored in found.events if found else ():
                before = streams.get(stored.stream, Append(stored.stream, forged.version(stored.stream), ()))
                streams[stored.stream] = replace(before, events=(*before.events, stored.event))
            if found:
                forged.append(Commit(tuple(streams.values()), found.key))
    shutil.copy(key_path(path), key_path(target))
    return target


def richer(commit: StoredCommit) -> StoredCommit:
    """The second buy-in was of more chips."""
    events = [
        SealedEvent(*one.sealed)._replace(values=one.sealed.values.replace("6000", "9000")).open(one.commit, UPCASTERS)
        if one.event.data.get("amount") == 6000
        else one
        for one in commit.events
    ]
    return replace(commit, events=tuple(events))


def sign_now(path: Path) -> StoredCheckpoint:
    with open_record(path) as store:
        return CheckpointSigner(store).sign()


@contextmanager
def witnesses_of(path: Path, folder: Path, count: int) -> Iterator[list[KnownWitness]]:
    """Witnesses of a record on loopback."""
    with open_record(path) as store:
        key = store.house.key
    with ExitStack() as stack:
        found = []
        for number in range(count):
            one = new_witness(folder / f"w{number}", f"w{number}.example", key)
            found.append(KnownWitness(stack.enter_context(served(one)), one._signer.vkey))
        yield found


def test_what_was_signed_is_kept_and_audited(path: Path) -> None:
    first = sign_now(path)
    assert sign_now(path) == first
    buy_in(path, 100)
    second = sign_now(path)
    assert read_checkpoints(path) == [first, second]
    assert second.checkpoint.size == first.checkpoint.size + 1
    with open_record(path, read_only=True) as store:
        old, new = first.checkpoint, second.checkpoint
        check_consistency(old.size, old.root, new.size, new.root, consistency_proof(store.leaves, old.size, new.size))
    assert audited(path) == ""
    assert checkpoints_path(path).stat().st_mode & 0o777 == 0o600


def test_a_record_that_was_rewritten_below_a_checkpoint_is_named(path: Path, tmp_path: Path) -> None:
    size = sign_now(path).checkpoint.size
    forged = remade(path, tmp_path / "forged.db", richer)
    assert audited(forged) == "", "it holds by itself"
    shutil.copy(checkpoints_path(path), checkpoints_path(forged))
    assert f"was rewritten: its first {size} commits are not those of a checkpoint" in audited(forged)
    with pytest.raises(MalformedError, match="was rewritten"):
        sign_now(forged)


def test_a_record_that_was_cut_off_below_a_checkpoint_is_named(path: Path, tmp_path: Path) -> None:
    size = sign_now(path).checkpoint.size
    short = remade(path, tmp_path / "short.db", lambda one: one if one.receipt.number < size else None)
    assert audited(short) == ""
    shutil.copy(checkpoints_path(path), checkpoints_path(short))
    assert f"was cut off: the house has signed a checkpoint of {size} commits, and it has {size - 1}" in audited(short)
    with pytest.raises(MalformedError, match="was cut off"):
        sign_now(short)


def test_a_forged_head_file_is_never_signed(path: Path) -> None:
    with open_record(path) as store:
        right = store.tree_head()
        head = newest(read_head(path, 1))
        make_head(path, head._replace(peaks=tuple(bytes(32) for _ in head.peaks)))
    assert sign_now(path).checkpoint.root.hex() == right.root


def test_every_bit_of_the_checkpoints_counts(path: Path, tmp_path: Path) -> None:
    sign_now(path)
    buy_in(path, 100)
    with open_record(path) as store, witnesses_of(path, tmp_path, 1) as witnesses:
        CheckpointSigner(store).publish(witnesses, 1, TIMEOUT)
    file = checkpoints_path(path)
    content, chance = file.read_bytes(), Random(5)
    assert audited(path) == ""
    for place in [len(content) - 1, *chance.sample(range(len(content)), 60)]:
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        file.write_bytes(flipped)
        assert "is damaged" in audited(path), place
    lines = content.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[::-1]))
    assert "and the one before it" in audited(path)
    file.write_bytes(content[:-5])
    assert "is damaged" in audited(path)
    buy_in(path, 100)
    sign_now(path)
    assert audited(path) == "", "a line that was cut short is gone with the next checkpoint"


def test_checkpoints_that_the_house_has_not_signed_are_named(path: Path, tmp_path: Path) -> None:
    right = sign_now(path)
    buy_in(tmp_path / "other.db", 1)
    shutil.copy(checkpoints_path(path), checkpoints_path(tmp_path / "other.db"))
    assert "does not hold: the note has no signature by" in audited(tmp_path / "other.db")
    with open_record(path) as store:
        old, text = store.keys, right.checkpoint.text()
        assert old is not None
        store.rotate_key()
        later = CheckpointSigner(store).sign()
        assert audited(path) == ""
        stale = replace(later.checkpoint, size=later.checkpoint.size).text()
        note = sign(stale, NoteSigner(store.house.name, old.signer))
    with checkpoints_path(path).open("ab") as file:
        file.write(StoredCheckpoint(note).line())
    assert "does not hold: the note has no signature by" in audited(path)
    checkpoints_path(path).write_bytes(
        StoredCheckpoint(right.note.replace(text, text.replace("pitbook/", "pitbook/0"))).line()
    )
    assert "does not hold" in audited(path)


# Witnesses


def test_enough_cosignatures_protect_and_one_that_is_down_delays_nothing(path: Path, tmp_path: Path) -> None:
    with open_record(path) as store, witnesses_of(path, tmp_path, 2) as witnesses:
        down = new_witness(tmp_path / "down", "down.example", store.house.key)._signer.vkey
        everybody = [*witnesses, KnownWitness("http://127.0.0.1:9", down)]
        signer = CheckpointSigner(store)
        found = signer.publish(everybody, 2, TIMEOUT)
        assert found.kept.protects
        assert sorted(found.kept.cosigned) == ["w0.example", "w1.example"]
        assert [problem.value for problem in found.problems] == ["down.example"]
        assert signer.publish(everybody, 2, TIMEOUT) == replace(found, problems=())
        buy_in(path, 100)
        few = signer.publish(everybody, 3, TIMEOUT)
        assert not few.kept.protects
        for k in (0, 1, 4):
            with pytest.raises(RefusedError, match=f"{k} of 3 witnesses"):
                signer.publish(everybody, k, TIMEOUT)
    assert audited(path) == ""
    assert [one.protects for one in read_checkpoints(path)] == [False, True, False, False]


def test_a_witness_that_cosigned_catches_a_rewritten_record(path: Path, tmp_path: Path) -> None:
    """Whoever rewrites it has the key, and throws away the checkpoints that were kept beside it."""
    with witnesses_of(path, tmp_path, 1) as witnesses:
        with open_record(path) as store:
            assert CheckpointSigner(store).publish(witnesses, 1, TIMEOUT).kept.protects
            size = store.head().number
        forged = remade(path, tmp_path / "forged.db", richer)
        short = remade(path, tmp_path / "short.db", lambda one: one if one.receipt.number < size else None)
        for record in (forged, short):
            with open_record(record) as store:
                found = CheckpointSigner(store).publish(witnesses, 1, TIMEOUT)
                assert not found.kept.cosigned
                assert len(found.problems) == 1
        buy_in(forged, 100, 200)
        with open_record(forged) as store:
            assert not CheckpointSigner(store).publish(witnesses, 1, TIMEOUT).kept.cosigned
        buy_in(path, 100)
        with open_record(path) as store:
            assert CheckpointSigner(store).publish(witnesses, 1, TIMEOUT).kept.protects, "the true one goes on"


def test_of_a_fork_at_most_one_branch_is_published(path: Path, tmp_path: Path) -> None:
    with witnesses_of(path, tmp_path, 3) as witnesses:
        other = remade(path, tmp_path / "other.db", lambda one: one)
        buy_in(path, 100)
        buy_in(other, 200)
        with open_record(path) as one, open_record(other) as two:
            first = CheckpointSigner(one).publish(witnesses[:1], 1, TIMEOUT)
            assert first.kept.protects
            branches = [CheckpointSigner(store).publish(witnesses, 2, TIMEOUT).kept for store in (two, one)]
        assert [one.protects for one in branches] == [True, False]
        assert not {*branches[0].cosigned} & {*branches[1].cosigned}


# Several signers, and what a crash leaves


def test_cosignatures_that_come_late_break_nothing(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a slow witness answers, another process adds a commit and signs it."""

    def slow(*words: Any) -> GatheredCosignatures:
        found = gather(*words)
        buy_in(path, 100)
        sign_now(path)
        return found

    with open_record(path) as store, witnesses_of(path, tmp_path, 1) as witnesses:
        signer = CheckpointSigner(store)
        monkeypatch.setattr(checkpoints, "gather", slow)
        early = signer.publish(witnesses, 1, TIMEOUT).kept
        assert early.protects
        monkeypatch.undo()
        size = early.checkpoint.size
        assert [one.checkpoint.size for one in read_checkpoints(path)] == [size, size + 1, size, size + 1]
        assert audited(path) == ""
        assert early in read_checkpoints(path)
        assert last_protecting(read_checkpoints(path)) == early
        assert signer.sign().checkpoint.size == size + 1
        assert signer.publish(witnesses, 1, TIMEOUT).kept.protects
        buy_in(path, 100)
        signer.sign()
    assert audited(path) == ""
    lines = checkpoints_path(path).read_bytes().splitlines(keepends=True)
    checkpoints_path(path).write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    assert "and the one before it" in audited(path), "the order still counts"


def test_a_rotation_while_a_checkpoint_is_signed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whichever moment it comes, the key signs that is in force at the size of the checkpoint."""
    for name in ("head", "leaves"):
        with open_record(path) as store:
            signer, real = CheckpointSigner(store), getattr(store, name)

            def rotated(*words: int, real: Any = real) -> Any:
                monkeypatch.undo()
                with open_record(path) as other:
                    other.rotate_key()
                return real(*words)

            for _ in range(2):
                monkeypatch.setattr(store, name, rotated)
                signer.sign()
                assert audited(path) == ""
            found = real

            def before(*words: int, real: Any = found) -> Any:
                answer = real(*words)
                monkeypatch.undo()
                with open_record(path) as other:
                    other.rotate_key()
                return answer

            monkeypatch.setattr(store, name, before)
            signer.sign()
            assert audited(path) == ""


def test_a_falsely_signed_line_is_not_passed_off_as_the_house_s_own(path: Path) -> None:
    right = sign_now(path)
    place = len(right.note) - 20
    false = right.note[:place] + ("A" if right.note[place] != "A" else "B") + right.note[place + 1 :]
    checkpoints_path(path).write_bytes(StoredCheckpoint(false).line())
    for _ in range(2):
        with pytest.raises(MalformedError, match=r"the last line of .*\.checkpoints does not hold"):
            sign_now(path)
        buy_in(path, 100)


def test_a_disk_that_is_full_leaves_no_half_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_now(path)
    before = checkpoints_path(path).read_bytes()
    buy_in(path, 100)
    write, left = os.write, [150]

    def full(file: int, content: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= len(part := content[: min(100, left[0])])
        return write(file, part)

    with open_record(path) as store:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(RefusedError, match="No space left"):
            CheckpointSigner(store).sign()
        assert checkpoints_path(path).read_bytes() == before
        left[0] = 10_000
        CheckpointSigner(store).sign()
    monkeypatch.undo()
    assert len(read_checkpoints(path)) == 2
    assert audited(path) == ""


def test_a_server_signs_on_after_a_crash_cut_a_line_short(path: Path) -> None:
    sign_now(path)
    content = checkpoints_path(path).read_bytes()
    checkpoints_path(path).write_bytes(content + content[:100])
    buy_in(path, 100)
    with checkpoints_of(path, None, CheckpointSchedule(0.05)) as found:
        for _ in range(400):
            if found.signed or found.problem:
                break
            time.sleep(0.05)
    assert found.problem is None
    assert [one.checkpoint.size for one in read_checkpoints(path)] == [6, 7]
    assert audited(path) == ""


# Whom a record names, and whom its auditor trusts


def test_cosigners_that_anybody_wrote_into_the_file_protect_nothing(path: Path, tmp_path: Path, run: Run) -> None:
    last = sign_now(path)
    me = CosignatureSigner("regulator.example", Ed25519PrivateKey.generate())
    true = CosignatureSigner("regulator.example", Ed25519PrivateKey.generate())
    forged = StoredCheckpoint(last.note + cosign(last.note, me, 1), (me.vkey,), 1)
    with checkpoints_path(path).open("ab") as file:
        file.write(forged.line())
    said = run("audit", "--db", str(path)).out
    assert f"says that regulator.example cosigned up to commit {last.checkpoint.size}:\n" in said
    assert "their keys were not checked; name the witnesses that you trust with --witness VKEY" in said
    assert "Unprotected: the 6 commits that none of the named witnesses has cosigned" in said
    asked = run("audit", "--db", str(path), "--witness", true.vkey)
    assert asked.code == 0
    assert "cosigned up to commit 0." in asked.out
    assert "regulator.example" not in asked.out
    with checkpoints_of(
        path, None, CheckpointSchedule(3600, (KnownWitness("http://127.0.0.1:9", true.vkey),), 1)
    ) as found:
        while found.signed is None:
            time.sleep(0.01)
        assert found.signed.cosigned is None
        assert found.signed.protection.cosigned == 0
    signature = cosign(last.note, me, 1).split()[-1]
    own = cosign(last.note, true, 1).split()[-1]
    false = own[:6] + signature[6:]
    with checkpoints_path(path).open("ab") as file:
        file.write(StoredCheckpoint(f"{last.note}— regulator.example {false}\n").line())
    assert run("audit", "--db", str(path)).code == 0, "nobody asks about it"
    spoiled = run("audit", "--db", str(path), "--witness", true.vkey)
    assert spoiled.code == 1
    assert "the cosignature of regulator.example is invalid" in spoiled.err


# The command


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_the_command_signs_and_publishes(path: Path, tmp_path: Path, run: Run) -> None:
    db = str(path)
    report = run("audit", "--db", db, "--json").document["protection"]
    assert (report["signed"], report["cosigned"]) == (0, 0)
    assert "Unprotected: the" in run("audit", "--db", db).out
    printed = run("checkpoint", "--db", db)
    assert printed.code == 0
    assert printed.out == read_checkpoints(path)[-1].note
    with witnesses_of(path, tmp_path, 3) as witnesses:
        words = [word for one in witnesses for word in ("--witness", f"{one.vkey}@{one.url}")]
        published = run("checkpoint", "--db", db, *words, "--json").document
        assert published["enough"] is True
        assert sorted(published["cosigned"]) == ["w0.example", "w1.example", "w2.example"]
        half = run("checkpoint", "--db", db, *words, "--quorum", "1")
        assert half.code == 2
        assert "the quorum must be from 2 to 3" in half.err
    size = published["size"]
    trusted = [word for one in witnesses for word in ("--witness", one.vkey)]
    report = run("audit", "--db", db, *trusted, "--json").document["protection"]
    assert (report["signed"], report["cosigned"], report["unprotected"], report["since"]) == (size, size, 0, None)
    buy_in(path, 100)
    report = run("audit", "--db", db, *trusted, "--json").document["protection"]
    assert (report["cosigned"], report["unprotected"]) == (size, 1)
    assert "Unprotected: the 1 commits after that, the oldest 0:00:0" in run("audit", "--db", db, *trusted).out
    document = run("audit", "--db", db, "--json").document
    assert (document["protection"]["cosigned"], document["protection"]["witnesses"]) == (0, [])
    assert document["unchecked"] == {"cosigned": size, "witnesses": ["w0.example", "w1.example", "w2.example"]}
    for wrong in (("--quorum", "1"), ("--witness", "x"), (*trusted, "--quorum", "1"), (*trusted, *trusted)):
        assert run("audit", "--db", db, *wrong).code == 2
    down = [*words[:2], "--timeout", "2"]
    failed = run("checkpoint", "--db", db, *down)
    assert failed.code == 1
    assert "w0.example" in failed.err
    for wrong in (("--witness", "x"), ("--quorum", "1"), ("--timeout", "0")):
        assert run("checkpoint", "--db", db, *wrong).code == 2
