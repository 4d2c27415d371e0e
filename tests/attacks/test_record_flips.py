"""Bits of a record's files are flipped: what changes anything that the record says is found by the audit."""

from pathlib import Path
from random import Random

import pytest

from attacks.records import Files, Originals, Reading, audited, make, reading, write_files

SOME, ALL = 50, 10_000
EVERY = 10
"""Of the flips that change nothing, one in so many is audited too."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    return make(tmp_path_factory.mktemp("record"))


def flipped(files: Files, chance: Random) -> Files:
    """The files with one bit changed: any bit as likely as another, but one in five times any file as likely."""
    sizes = [len(content) for content in files.values()]
    (suffix,) = chance.choices(list(files), sizes if chance.random() < 0.8 else None)
    content = bytearray(files[suffix])
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return files | {suffix: bytes(content)}


def original_reading(files: Files, folder: Path) -> Reading:
    """What the untouched record says; the audit holds."""
    found = reading(write_files(files, folder))
    assert found is not None
    assert audited(write_files(files, folder)) == ""
    return found


def flip(originals: Originals, folder: Path, flips: int, seed: int) -> int:
    """Flips so many bits, each in a fresh copy; how many of them changed what the record says."""
    changed = 0
    for files in (originals.closed, originals.in_use):
        right, chance = original_reading(files, folder), Random(seed)
        for number in range(flips // 2):
            damaged = flipped(files, chance)
            found = reading(write_files(damaged, folder), right)
            same = found is not None and found.says_the_same_as(right)
            changed += not same
            if not same or number % EVERY == 0:
                said = audited(write_files(damaged, folder))
                assert same or said, (seed, number)
    return changed


def test_a_flipped_bit_that_changes_something_is_found(originals: Originals, tmp_path: Path) -> None:
    assert flip(originals, tmp_path, SOME, 1) > SOME // 4


@pytest.mark.prove
def test_of_ten_thousand_flipped_bits_none_that_changes_something_passes(originals: Originals, tmp_path: Path) -> None:
    changed = flip(originals, tmp_path, ALL, 2)
    print(f"{ALL} bits flipped, {changed} changed what the record says, all of them found")
    assert changed > ALL // 4
