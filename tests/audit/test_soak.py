"""A million rounds, dealt and audited in parts by `make soak`; and that a soak goes on where it was interrupted."""

from pathlib import Path

import pytest

from audit.soaking import FOLDER, soak, state_folder, to_standard_error
from audit.ways import WAYS
from pitbook.pit import Host

PARTS, ROUNDS = 10, 100_000


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_a_hundred_thousand_rounds_hold(part: int, capfd: pytest.CaptureFixture[str]) -> None:
    with capfd.disabled():
        done = soak(part, ROUNDS, state_folder(), to_standard_error)
    assert done.holds, done.problems
    assert done.rounds >= ROUNDS
    assert done.void > 0


def test_a_part_that_was_interrupted_goes_on_and_one_that_is_done_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends in the middle of a part; started again it deals what is missing, and then nothing."""
    rounds, said, played = 2 * len(WAYS), list[str](), list[str]()
    play_round = Host.play_round

    def play_some(host: Host, seats: int) -> str:
        if len(played) == len(WAYS) + 3:
            raise KeyboardInterrupt
        played.append(play_round(host, seats))
        return played[-1]

    monkeypatch.setattr(Host, "play_round", play_some)
    with pytest.raises(KeyboardInterrupt):
        soak(1, rounds, tmp_path, said.append)
    assert (tmp_path / "part-1.db").exists()
    assert not (tmp_path / "part-1.json").exists()
    monkeypatch.setattr(Host, "play_round", play_round)
    done = soak(1, rounds, tmp_path, said.append)
    assert (done.rounds, done.dealt_before, done.holds) == (rounds, len(played), True)
    assert [path.name for path in tmp_path.iterdir()] == ["part-1.json"]
    assert {"part 1: dealt 100%", str(done)} <= set(said)
    monkeypatch.setattr(Host, "play_round", None)
    assert soak(1, rounds, tmp_path, said.append) == done
    assert said[-1] == f"{done} (done before)"


def test_a_part_that_does_not_hold_keeps_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.audit.tables.chips", lambda state: 1)
    done = soak(3, 1, tmp_path, lambda _: None)
    assert not done.holds
    assert "DOES NOT HOLD" in str(done)
    assert (tmp_path / "part-3.db").exists()
    assert not (tmp_path / "part-3.json").exists()


def test_the_state_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert state_folder().parent == tmp_path
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    assert state_folder().parent == tmp_path / "soak"
