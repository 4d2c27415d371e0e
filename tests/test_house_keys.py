"""The keys of a house: kept by their owner alone, whole or refused, each purpose with a key of its own."""

from pathlib import Path

import pytest

from pitbook.house_keys import HouseKeys, add_secret, key_path, load_keys, make_keys, write_keys
from pitbook.problems import MalformedError, PitbookError, RefusedError

SECRET = bytes(range(32))


def public_of(keys: HouseKeys) -> bytes:
    return keys.signer.public_key().public_bytes_raw()


def test_keys_are_made_once_and_only_their_owner_reads_them(tmp_path: Path) -> None:
    path = key_path(tmp_path / "record.db")
    keys = make_keys(path)
    assert path.name == "record.db.key"
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_keys(path) == keys
    with pytest.raises(RefusedError, match="already exists"):
        write_keys(path, HouseKeys.ephemeral())
    assert make_keys(path) == keys, "what is there is taken"
    assert load_keys(path) == keys
    assert [file.name for file in tmp_path.iterdir()] == ["record.db.key"]
    assert keys.secrets[0].hex() not in repr(keys)


def test_every_purpose_has_a_key_of_its_own() -> None:
    keys = HouseKeys((SECRET,))
    derived = {keys.signer.private_bytes_raw(), keys.session_secret, SECRET}
    assert len(derived) == 3
    assert public_of(keys) == public_of(HouseKeys((SECRET,)))
    assert HouseKeys.ephemeral() != HouseKeys.ephemeral()


def test_what_is_sealed_opens_for_its_context_alone() -> None:
    keys = HouseKeys((SECRET,))
    sealed = keys.seal(b"a seed", "T1-1")
    assert keys.unseal(sealed, "T1-1") == b"a seed"
    assert keys.seal(b"a seed", "T1-1") != sealed
    assert HouseKeys((bytes(32), SECRET)).unseal(sealed, "T1-1") == b"a seed"
    for other, text, context in (
        (keys, sealed, "T1-2"),
        (HouseKeys((bytes(32),)), sealed, "T1-1"),
        (keys, "", "T1-1"),
        (keys, "not Base64\u00e9", "T1-1"),
        (keys, sealed[:12], "T1-1"),
        *((keys, flipped(sealed, place), "T1-1") for place in range(len(sealed))),
    ):
        with pytest.raises(MalformedError):
            other.unseal(text, context)


def flipped(text: str, place: int) -> str:
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]


def test_an_older_secret_still_unseals(tmp_path: Path) -> None:
    old = make_keys(tmp_path / "key")
    sealed = old.seal(b"a seed", "T1-1")
    new = add_secret(tmp_path / "key")
    assert new.secrets[1:] == old.secrets
    assert load_keys(tmp_path / "key") == new
    assert public_of(new) != public_of(old)
    assert new.unseal(sealed, "T1-1") == b"a seed"
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_a_file_of_keys_is_whole_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with pytest.raises(RefusedError, match="is missing"):
        load_keys(path)
    make_keys(path)
    content = path.read_bytes()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        with pytest.raises(MalformedError, match="damaged"):
            load_keys(path)
    for cut in (b"", content[:-1], content + b"\n", content[:14]):
        path.write_bytes(cut)
        with pytest.raises(MalformedError, match="damaged"):
            load_keys(path)
    path.write_bytes(content)
    for mode in (0o640, 0o604, 0o620, 0o602):
        path.chmod(mode)
        with pytest.raises(RefusedError, match="chmod 600"):
            load_keys(path)


def test_a_file_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere" / "key", tmp_path / "k\0y"):
        with pytest.raises(PitbookError):
            make_keys(path)
    with pytest.raises(PitbookError):
        load_keys(tmp_path)
