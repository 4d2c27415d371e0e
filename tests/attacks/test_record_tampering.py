"""The structure of a record is changed: what changes anything that the record says is found by the audit."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from attacks.records import Files, Originals, audited, make, reading, write_files
from attacks.tampering import IN_FILES, IN_SQL, in_sql
from attacks.test_record_flips import flipped, original_reading
from cli.running import Run, runner

SOME, ALL = 30, 1000


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    return make(tmp_path_factory.mktemp("record"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def tampered(originals: Originals, folder: Path, count: int, seed: int) -> Iterator[tuple[str, Files, Files]]:
    """So many tamperings: what was done, the files before, and the files after."""
    chance = Random(seed)
    while count:
        if chance.random() < 0.6:
            statements, before = chance.choice(IN_SQL), originals.closed
            chosen, after = in_sql(before, folder, statements, chance)
            what = "; ".join([statements.__name__, *chosen])
        else:
            change, before = chance.choice(IN_FILES), chance.choice((originals.closed, originals.in_use))
            what, after = change.__name__, change(before, chance)
        if after is not None and after != before:
            yield what, before, after
            count -= 1


def tamper(originals: Originals, folder: Path, count: int, seed: int) -> Counter[str]:
    """How many of so many tamperings changed what the record says, by their kind; the audit finds each of them."""
    right = {id(files): original_reading(files, folder) for files in (originals.closed, originals.in_use)}
    changed: Counter[str] = Counter()
    for number, (what, before, after) in enumerate(tampered(originals, folder, count, seed)):
        said = audited(write_files(after, folder))
        found = reading(write_files(after, folder), right[id(before)])
        if found is None or not found.says_the_same_as(right[id(before)]):
            assert said, (what, seed, number)
            changed[what.partition(";")[0]] += 1
    return changed


def test_a_tampered_structure_that_changes_something_is_found(originals: Originals, tmp_path: Path) -> None:
    assert tamper(originals, tmp_path, SOME, 1).total() > SOME // 2


@pytest.mark.prove
def test_of_a_thousand_tamperings_none_that_changes_something_passes(originals: Originals, tmp_path: Path) -> None:
    changed = tamper(originals, tmp_path, ALL, 2)
    print(f"{ALL} tamperings, {changed.total()} changed what the record says, all of them found: {dict(changed)}")
    assert changed.total() > ALL // 2


def command_finds(originals: Originals, folder: Path, run: Run, count: int) -> None:
    """The command says of each what the audit says: a sentence and an exit code, or that all holds."""
    chance = Random(3)
    flips = (flipped(originals.in_use, chance) for _ in range(count))
    for after in (*flips, *(after for _, _, after in tampered(originals, folder, count, 4))):
        said = audited(write_files(after, folder))
        found = run("audit", "--db", str(write_files(after, folder)))
        assert "Traceback" not in found.err
        assert (found.code == 0) == (said == ""), said
        assert bool(found.err) == bool(said)


def test_the_command_finds_it_too(originals: Originals, tmp_path: Path, run: Run) -> None:
    command_finds(originals, tmp_path, run, 2)


@pytest.mark.prove
def test_the_command_finds_each_of_hundreds(originals: Originals, tmp_path: Path, run: Run) -> None:
    command_finds(originals, tmp_path, run, 150)
