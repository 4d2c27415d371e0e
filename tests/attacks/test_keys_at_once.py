"""Several processes make, or rotate, the key of one record at once: no secret that the record names is lost."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from attacks.records import audited
from pitbook.house_keys import MOST_SECRETS, HouseKeys, add_secret, key_path, keys_text, load_keys, make_keys
from pitbook.pit import open_record
from pitbook.problems import ConflictError, RefusedError

AT_ONCE = 4


def at_once(do: Callable[[int], object], count: int = AT_ONCE) -> list[BaseException]:
    """All begin at one moment; what they raised. A lock belongs to one opening of a file, so threads will do."""
    barrier, raised = threading.Barrier(count), []

    def run(number: int) -> None:
        barrier.wait(20)
        try:
            do(number)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_no_secret_that_was_added_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made = {*make_keys(path).secrets}

    def add(_: int) -> None:
        for _ in range(5):
            made.add(add_secret(path).secrets[0])

    assert at_once(add) == []
    assert {*load_keys(path).secrets} == made
    assert len(made) == 1 + AT_ONCE * 5
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def rotate_at_once(path: Path) -> list[BaseException]:
    """Two openings of a record rotate its key at one moment; what they raised."""
    with open_record(path) as one, open_record(path) as other:
        return at_once(lambda number: (one, other)[number].rotate_key(), 2)


def test_of_two_rotations_at_once_the_record_names_a_secret_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with open_record(path, create=True):
        pass
    for _ in range(5):
        raised = rotate_at_once(path)
        assert len(raised) < 2
        assert all(isinstance(error, ConflictError) and "a new key meanwhile" in str(error) for error in raised)
        with open_record(path) as store:
            assert store.keys is not None
    assert audited(path) == ""


def test_a_key_that_another_process_made_meanwhile_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It came between looking for the file and making it."""
    first = make_keys(tmp_path / "pit.db.key")
    monkeypatch.setattr(Path, "exists", lambda path: path.name != "pit.db.key" and bool(path.is_file()))
    with open_record(tmp_path / "pit.db", create=True) as store:
        assert store.keys == first


@pytest.mark.parametrize("attempt", range(5))
def test_one_record_is_made_by_several_at_once(tmp_path: Path, attempt: int) -> None:
    path = tmp_path / f"{attempt}.db"
    assert at_once(lambda _: open_record(path, create=True).close()) == []
    assert audited(path) == ""


def test_a_secret_too_many_is_refused_before_the_file_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        own = load_keys(key_path(path)).secrets
        old = tuple(number.to_bytes(32, "big") for number in range(MOST_SECRETS - 1))
        key_path(path).write_text(keys_text(HouseKeys((*own, *old))))
        with pytest.raises(RefusedError, match="has 1,000 secrets"):
            store.rotate_key()
    with open_record(path) as store:
        assert len(store.house.keys) == 1
    assert load_keys(key_path(path)).secrets[0] == own[0]
