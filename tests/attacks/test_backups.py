"""A backup has all that a record needs, its key locked; it is restored under any name, or refused with a sentence."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from attacks.records import audited
from cli.running import COMMAND, PATIENCE, Run, runner
from pit.playing import hosted, play
from pitbook import house_keys
from pitbook.house_keys import HouseKeys, key_path, load_keys, lock_keys, unlock_keys
from pitbook.ledger import TreeHead, back_up
from pitbook.pit import backups, open_record
from pitbook.pit.backups import back_up_record, locked_path, restore_record
from pitbook.pit.checkpoints import CheckpointSigner, checkpoints_path, read_checkpoints
from pitbook.problems import MalformedError, PitbookError, RefusedError
from table.play import MD, rules_of

WORDS = "correct horse"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record, whose key is locked at less cost than guessing has to have."""
    monkeypatch.setattr(house_keys, "Scrypt", lambda salt, length, **cost: Scrypt(salt, length, **cost | {"n": 1 << 4}))
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(MD)), 1)
        store.rotate_key()
        CheckpointSigner(store).sign()
        play(hosted(store, rules_of(MD), "T2"), 1)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_has_everything_and_is_restored_under_another_name(path: Path, tmp_path: Path) -> None:
    folder, away = tmp_path / "backups", tmp_path / "elsewhere"
    folder.mkdir()
    away.mkdir()
    with open_record(path) as in_use:
        made = back_up_record(path, folder / "b.db", None, WORDS)
        assert made.head == in_use.tree_head()
    assert names_in(folder) == ["b.db", "b.db.checkpoints", "b.db.head", "b.db.key.locked"]
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.iterdir())
    secret = load_keys(key_path(path)).secrets[0]
    assert all(secret.hex().encode() not in file.read_bytes() for file in folder.iterdir())
    assert restore_record(folder / "b.db", away / "ein anderer Name.db", None, WORDS, made.head).with_key
    restored = away / "ein anderer Name.db"
    assert audited(restored) == ""
    assert load_keys(key_path(restored)) == load_keys(key_path(path))
    assert read_checkpoints(restored) == read_checkpoints(path)
    with open_record(restored) as store:
        play(hosted(store, rules_of(MD), "T3"), 1)
        CheckpointSigner(store).sign()
    assert audited(restored) == ""


def test_a_backup_without_its_key_says_so_and_takes_the_right_one(path: Path, tmp_path: Path) -> None:
    assert not back_up_record(path, tmp_path / "b.db", None, None).with_key
    assert not locked_path(tmp_path / "b.db").exists()
    assert not restore_record(tmp_path / "b.db", tmp_path / "r.db", None, None).with_key
    assert audited(tmp_path / "r.db") == ""
    with pytest.raises(RefusedError, match="missing"):
        open_record(tmp_path / "r.db")
    assert restore_record(tmp_path / "b.db", tmp_path / "s.db", key_path(path), None).with_key
    with open_record(tmp_path / "s.db", key=key_path(path)):
        pass
    with open_record(tmp_path / "other.db", create=True):
        pass
    with pytest.raises(RefusedError, match="the key of another record"):
        restore_record(tmp_path / "b.db", tmp_path / "t.db", key_path(tmp_path / "other.db"), None)
    assert not (tmp_path / "t.db").exists()


def test_what_is_wrong_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    back_up_record(path, tmp_path / "b.db", None, WORDS)
    with open_record(tmp_path / "other.db", create=True):
        pass
    back_up_record(tmp_path / "other.db", tmp_path / "o.db", None, WORDS)
    before = names_in(tmp_path)
    with pytest.raises(RefusedError, match="the passphrase is wrong for"):
        restore_record(tmp_path / "b.db", tmp_path / "r.db", None, "wrong horse")
    with pytest.raises(MalformedError, match="are not those of the head"):
        restore_record(tmp_path / "b.db", tmp_path / "r.db", None, WORDS, TreeHead(2, "00" * 32))
    with pytest.raises(RefusedError, match="at least 8 characters"):
        back_up_record(path, tmp_path / "c.db", None, "short")
    for exists in ("b.db", "o.db"):
        with pytest.raises(RefusedError, match="exists already"):
            back_up_record(path, tmp_path / exists, None, WORDS)
    assert names_in(tmp_path) == before
    right = locked_path(tmp_path / "b.db").read_bytes()
    shutil.copy(locked_path(tmp_path / "o.db"), locked_path(tmp_path / "b.db"))
    with pytest.raises(RefusedError, match="the key of another record"):
        restore_record(tmp_path / "b.db", tmp_path / "r.db", None, WORDS)
    for damaged in (b"", right[:-4], right[:40] + bytes([right[40] ^ 1]) + right[41:], right.replace(b"-1", b"-2")):
        locked_path(tmp_path / "b.db").write_bytes(damaged)
        with pytest.raises(PitbookError):
            restore_record(tmp_path / "b.db", tmp_path / "r.db", None, WORDS)
    locked_path(tmp_path / "b.db").write_bytes(right)
    content = checkpoints_path(tmp_path / "b.db").read_bytes()
    checkpoints_path(tmp_path / "b.db").write_bytes(content[:-3])
    with pytest.raises(MalformedError, match="is damaged"):
        restore_record(tmp_path / "b.db", tmp_path / "r.db", None, WORDS)
    assert names_in(tmp_path) == before


@pytest.mark.parametrize("left", ["-wal", "-shm", "-journal", ".head", ".checkpoints"])
def test_nothing_is_copied_beside_what_another_record_left(path: Path, tmp_path: Path, left: str) -> None:
    """SQLite would play the log of a record that was moved away back into the restored one, and destroy it."""
    back_up_record(path, tmp_path / "b.db", None, None)
    file = tmp_path / f"r.db{left}"
    file.write_bytes(b"")
    before = names_in(tmp_path)
    with pytest.raises(RefusedError, match=f"r.db{left} exists already: move it away"):
        restore_record(tmp_path / "b.db", tmp_path / "r.db", None, None)
    with pytest.raises(RefusedError, match=f"r.db{left} exists already: move it away"):
        back_up_record(path, tmp_path / "r.db", None, None)
    assert names_in(tmp_path) == before


def test_a_log_that_a_killed_process_left_does_not_come_into_a_restored_record(path: Path, tmp_path: Path) -> None:
    """The record was moved away, and its log forgotten; a half-made backup left a log too."""
    target = tmp_path / "r.db"
    made = back_up_record(path, tmp_path / "b.db", None, WORDS)
    with open_record(target, create=True) as other:
        other.rotate_key()
        log = (tmp_path / "r.db-wal").read_bytes()
    for file in tmp_path.glob("r.db*"):
        file.unlink()
    (tmp_path / "r.db-wal").write_bytes(log)
    with pytest.raises(RefusedError, match="exists already"):
        restore_record(tmp_path / "b.db", target, None, WORDS)
    (tmp_path / "r.db-wal").rename(tmp_path / "r.db.partial-wal")
    assert restore_record(tmp_path / "b.db", target, None, WORDS).head == made.head
    with open_record(target) as store:
        assert store.tree_head() == made.head
    assert audited(target) == ""


@pytest.mark.prove
def test_a_backup_during_a_rotation_has_the_key_of_its_copy(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, late in enumerate((False, True)):

        def between(source: Path, target: Path, late: bool = late) -> TreeHead:
            head = back_up(source, target) if late else None
            with open_record(path) as store:
                store.rotate_key()
            return head or back_up(source, target)

        monkeypatch.setattr(backups, "back_up", between)
        back_up_record(path, tmp_path / f"b{number}.db", None, WORDS)
        assert restore_record(tmp_path / f"b{number}.db", tmp_path / f"r{number}.db", None, WORDS).with_key
        with open_record(tmp_path / f"r{number}.db") as store:
            store.rotate_key()


def test_a_backup_with_the_key_of_another_record_is_not_made(path: Path, tmp_path: Path) -> None:
    with open_record(tmp_path / "other.db", create=True):
        pass
    before = names_in(tmp_path)
    with pytest.raises(RefusedError, match="the key of another record"):
        back_up_record(path, tmp_path / "b.db", key_path(tmp_path / "other.db"), WORDS)
    assert names_in(tmp_path) == before


@pytest.mark.prove
def test_a_passphrase_and_a_name_that_are_not_utf_8_are_sentences(path: Path, tmp_path: Path) -> None:
    strange = f"{tmp_path}/\udcff.db"
    before = names_in(tmp_path)
    for words, passphrase in (
        (["backup", str(tmp_path / "b.db")], "\udcff" * 9),
        (["backup", strange], WORDS),
        (["backup", strange, "--json"], WORDS),
        (["restore", strange, str(tmp_path / "r.db")], WORDS),
    ):
        environment = os.environ | {"PITBOOK_PASSPHRASE": passphrase}
        command = [*COMMAND, *words, *(["--db", str(path)] if words[0] == "backup" else [])]
        found = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=PATIENCE)
        assert found.returncode == 2, words
        assert b"Traceback" not in found.stdout + found.stderr
        assert len(found.stderr.splitlines()) == 1, found.stderr
        assert (b"passphrase" if passphrase != WORDS else b"udcff.db") in found.stderr
    assert names_in(tmp_path) == before


def test_a_lock_opens_for_its_passphrase_alone(tmp_path: Path) -> None:
    keys = HouseKeys((b"a" * 32, b"b" * 32))
    locked = lock_keys(keys, WORDS)
    assert unlock_keys(locked, WORDS, tmp_path) == keys
    assert lock_keys(keys, WORDS) != locked
    with pytest.raises(RefusedError):
        unlock_keys(locked, WORDS + " ", tmp_path)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_the_commands(path: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    target, restored = str(tmp_path / "b.db"), str(tmp_path / "r.db")
    asked = run("backup", target, "--db", str(path))
    assert asked.code == 2
    assert "set PITBOOK_PASSPHRASE, or leave the key out with --without-key" in asked.err
    without = run("backup", str(tmp_path / "w.db"), "--without-key", "--db", str(path))
    assert "The house key is NOT included" in without.out
    monkeypatch.setenv("PITBOOK_PASSPHRASE", WORDS)
    made = run("backup", target, "--db", str(path))
    assert made.code == 0
    assert "b.db.key.locked, encrypted with the passphrase" in made.out
    head = made.out.split()[-1]
    assert run("restore", target, restored, "--head", head, "--json").document["with_key"] is True
    assert run("audit", "--db", restored, "--head", head).code == 0
    assert run("restore", target, restored).code == 2
