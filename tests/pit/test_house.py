"""The house of a record: its key is made with it, no other one is taken, and each key names the next."""

import shutil
from pathlib import Path

import pytest

from attacks.records import audited
from pit.playing import hosted, play
from pitbook.audit import audit
from pitbook.house_keys import add_secret, key_path, load_keys, make_keys
from pitbook.ledger import Append, Commit, Event, SqliteStore
from pitbook.ledger.chain import sealed
from pitbook.pit import Pit, Record, open_record
from pitbook.pit.house import HOUSE, HouseIdentity, follow
from pitbook.problems import MalformedError, RefusedError
from pitbook.transparency.notes import NoteSigner, sign
from table.play import MD, rules_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record with a round."""
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(MD)), 1)
    return path


def test_a_record_begins_with_its_house(path: Path) -> None:
    with open_record(path) as store:
        (event,) = store.read(HOUSE)
        assert (event.commit, event.version, event.event.type) == (1, 1, "house_opened")
        assert store.house.name.startswith("pitbook/")
        assert store.keys is not None
        assert NoteSigner(store.house.name, store.keys.signer).vkey == store.house.key
        assert Pit(store).keys == store.keys
    assert audited(path) == ""


def test_a_key_that_is_not_the_record_s_own_is_refused(path: Path, tmp_path: Path) -> None:
    key = key_path(path)
    right = key.read_bytes()
    with open_record(tmp_path / "other.db", create=True):
        pass
    shutil.copy(tmp_path / "other.db.key", key)
    with pytest.raises(RefusedError, match=r"is not the key of .*: it is the key of another record"):
        open_record(path)
    assert "is the key of another record" in audited(path)
    key.write_bytes(right[:-2] + b"x\n")
    with pytest.raises(MalformedError, match="damaged"):
        open_record(path)
    assert "damaged" in audited(path)
    key.write_bytes(right)
    key.chmod(0o644)
    with pytest.raises(RefusedError, match="chmod 600"):
        open_record(path)
    key.unlink()
    with pytest.raises(RefusedError, match="missing"):
        open_record(path)
    assert not key.exists()
    assert audited(path) == ""


def test_the_key_may_be_elsewhere(path: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    key_path(path).rename(away)
    with open_record(path, key=away) as store:
        assert store.key_path == away
    with open_record(tmp_path / "new.db", key=tmp_path / "new key", create=True):
        pass
    assert (tmp_path / "new key").exists()
    assert not key_path(tmp_path / "new.db").exists()


def test_a_record_whose_making_was_cut_short_takes_the_key_that_was_made(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "pit.db").close()
    keys = make_keys(tmp_path / "pit.db.key")
    with open_record(tmp_path / "pit.db") as store:
        assert store.keys == keys


def test_a_ledger_without_a_house_is_no_record(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "pit.db") as plain:
        play(hosted(plain, rules_of(MD)), 1)
    with pytest.raises(MalformedError, match="does not begin with its house"):
        open_record(tmp_path / "pit.db")
    assert "begins with its house" in audited(tmp_path / "pit.db")


def test_the_old_key_signs_the_new_one(path: Path) -> None:
    old_copy = path.with_name("old.key")
    shutil.copy(key_path(path), old_copy)
    with open_record(path) as store:
        first, old = store.house, store.keys
        assert old is not None
        sealed = old.seal(b"a seed", "T1-2")
        public = store.rotate_key()
        assert store.house == HouseIdentity(first.name, (first.key, public), (1, store.head().number))
        assert [store.house.key_at(size) for size in (1, store.head().number - 1)] == [first.key] * 2
        assert store.house.key_at(store.head().number) == public
        assert store.keys is not None
        assert store.keys.unseal(sealed, "T1-2") == b"a seed"
    assert audited(path) == ""
    with pytest.raises(RefusedError, match="an old copy of its key, from before a rotation"):
        open_record(path, key=old_copy)


def test_a_rotation_that_was_cut_short_leaves_the_old_key_in_use(path: Path) -> None:
    with open_record(path) as store:
        before = store.keys
    add_secret(key_path(path))
    with open_record(path) as store:
        assert store.keys == before
        store.rotate_key()
        assert store.keys is not None
        assert store.keys.secrets == load_keys(key_path(path)).secrets
    assert audited(path) == ""


def rotated(store: Record, key: str, note: str) -> Commit:
    now = next(store.read(HOUSE)).event.time
    return Commit((Append(HOUSE, 1, (Event("key_rotated", 1, {"key": key, "note": note}, now, "house:auto"),)),))


def test_a_key_that_the_old_one_did_not_sign_is_found(path: Path) -> None:
    """Somebody who can write the record, but has not its key, names a key of his own."""
    with open_record(path) as store:
        name, own = store.house.name, store.keys
        thief = make_keys(path.with_name("thief.key"))
        key = NoteSigner(name, thief.signer).vkey
        text = f"pitbook-key-rotation-1\n{name}\n{key}\n"
        assert own is not None
        right = NoteSigner(name, own.signer)
        notes = {
            sign(text, NoteSigner(name, thief.signer)): "no signature by",
            sign(text.replace(name, "pitbook/0"), right): "does not name the new key",
            text: "no empty line",
        }
        for note, why in notes.items():
            (event,) = sealed(rotated(store, key, note).appends[0]).sealed
            with pytest.raises(MalformedError, match=why):
                follow(store.house, event.open(9, store.upcasters))
        store.append(rotated(store, key, next(iter(notes))))
        assert "no signature by" in str(audit(store).problems[0])
    with pytest.raises(MalformedError, match="no signature by"):
        open_record(path)
