"""Seeds, commitment, shuffle and cut: what they take, and that the same gives the same."""

import hashlib
import os
import subprocess
import sys
from collections import Counter

import pytest

from fairness.redone import Stream, shuffled
from pitbook.cards import DECK
from pitbook.fairness import (
    commit,
    commit_player,
    cut,
    cut_depth,
    new_seed,
    numbered,
    parse_seed,
    player_seed_problems,
    shuffle,
)
from pitbook.problems import MalformedError

SEED = bytes(range(32))


def _message(error: pytest.ExceptionInfo[MalformedError]) -> str:
    return str(error.value)


def test_the_same_gives_the_same_and_anything_else_another_deck() -> None:
    deck = shuffle(SEED, "TABLE-1", ["a", "b"])
    assert deck == shuffle(SEED, "TABLE-1", ("a", "b"), label="deck")
    assert sorted(deck) == list(range(52))
    others = [
        shuffle(bytes(32), "TABLE-1", ["a", "b"]),
        shuffle(SEED, "TABLE-2", ["a", "b"]),
        shuffle(SEED, "TABLE-1", ["b", "a"]),
        shuffle(SEED, "TABLE-1", ["a"]),
        shuffle(SEED, "TABLE-1", ["a", "b"], numbered("deck", 2)),
    ]
    assert len({deck, *others}) == 6


def test_a_short_deck_has_the_ranks_from_the_ace_down() -> None:
    """The same steps with fewer cards, done a second time, and what the page's own shuffle is tested with."""
    said = " ".join(str(DECK[index]) for index in shuffle(SEED, "TABLE-1", ["a"], cards=36))
    assert said == shuffled(Stream(SEED, "deck", "TABLE-1", ["a"]), "6789TJQKA")
    written = " ".join(str(DECK[index]) for index in shuffle(SEED, "TABLE-1", cards=36))
    assert written.startswith("6s Js Jd 7s 8h Th Ah 7c Kh Qd Ts 6d")
    assert written.endswith("8d 6c 7d 6h")
    assert cut_depth(SEED, "TABLE-1", (), 10, 36) == 10 + Stream(SEED, "cut", "TABLE-1", []).below(17)


def test_labels_are_counted_from_one() -> None:
    assert [numbered("deck", number) for number in (1, 2, 10)] == ["deck", "deck-2", "deck-10"]
    with pytest.raises(MalformedError, match="counted from 1, not 0"):
        numbered("cut", 0)


def test_a_cut_is_at_least_so_deep_on_both_sides_and_everything_between_occurs() -> None:
    seeds = [hashlib.sha256(b"%d" % n).digest() for n in range(6_600)]
    depths = Counter(cut_depth(seed, "TABLE-1", (), fewest=10) for seed in seeds)
    assert sorted(depths) == list(range(10, 43))
    # 33 depths, 200 expected of each; the 99.9 % point of chi-square with 32 degrees is 62.487 in tables.
    assert sum((count - 200) ** 2 / 200 for count in depths.values()) < 62.487
    assert cut_depth(SEED, "TABLE-1", (), fewest=26) == 26
    assert {cut_depth(seed, "TABLE-1", (), 2, cards=5) for seed in seeds[:40]} == {2, 3}
    assert cut_depth(SEED, "TABLE-1", (), 10, label="cut-2") != cut_depth(SEED, "TABLE-1", (), 10)


@pytest.mark.parametrize("fewest", [-1, 0, 27, 52])
def test_an_impossible_cut_is_malformed(fewest: int) -> None:
    with pytest.raises(MalformedError, match=f"at least {fewest} cards on each side"):
        cut_depth(SEED, "TABLE-1", (), fewest)


def test_cutting_puts_the_upper_cards_below() -> None:
    assert cut("abcdef", 2) == tuple("cdefab")


def test_the_commitment_binds_seed_and_round() -> None:
    rules, par = "7" * 64, "d" * 64
    told = commit(SEED, "TABLE-1", rules, par)
    texts = f"20:pitbook-commitment-2,7:TABLE-1,64:{rules},64:{par},64:{SEED.hex()},"
    assert told == hashlib.sha256(texts.encode()).hexdigest()
    others = {
        commit(SEED, "TABLE-2", rules, par),
        commit(bytes(32), "TABLE-1", rules, par),
        commit(SEED, "TABLE-1", par, par),
        commit(SEED, "TABLE-1", rules, rules),
    }
    assert len({told} | others) == 5


def test_a_players_commitment_binds_seed_round_and_player() -> None:
    told = commit_player("lucky", "TABLE-1", "ann")
    assert told == hashlib.sha256(b"16:pitbook-player-2,7:TABLE-1,3:ann,5:lucky,").hexdigest()
    others = {
        commit_player(*one) for one in (("x", "TABLE-1", "ann"), ("lucky", "T", "ann"), ("lucky", "TABLE-1", "b"))
    }
    assert len({told} | others) == 4
    with pytest.raises(MalformedError) as error:
        commit_player("", "", "n" * 257)
    assert len(error.value.problems) == 3


def test_a_new_seed_is_32_bytes_from_the_operating_system() -> None:
    asked = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return os.urandom(count)

    assert len(new_seed(entropy)) == 32
    assert asked == [32]
    assert len({new_seed() for _ in range(1000)}) == 1000


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_of_any_other_length_is_never_used(length: int) -> None:
    seed = b"x" * length
    for use in (
        lambda: new_seed(lambda _: seed),
        lambda: commit(seed, "TABLE-1", "0" * 64, "0" * 64),
        lambda: shuffle(seed, "TABLE-1"),
        lambda: cut_depth(seed, "TABLE-1", (), 10),
    ):
        with pytest.raises(MalformedError, match=f"has 32 bytes, not {length}"):
            use()


def test_processes_that_fork_draw_different_seeds() -> None:
    program = """
import os
from pitbook.fairness import new_seed
before = new_seed()
print(before.hex(), flush=True)
for _ in range(20):
    if os.fork() == 0:
        os.write(1, (new_seed().hex() + "\\n").encode())
        os._exit(0)
    os.wait()
    os.write(1, (new_seed().hex() + "\\n").encode())
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    seeds = result.stdout.split()
    assert len(seeds) == len(set(seeds)) == 41
    assert all(len(parse_seed(seed)) == 32 for seed in seeds)


def test_dealing_needs_neither_numba_nor_numpy() -> None:
    program = "import sys, pitbook.fairness; sys.exit(any(heavy in sys.modules for heavy in ('numba', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_seed_is_read_from_64_hexadecimal_digits() -> None:
    assert parse_seed(SEED.hex().upper()) == SEED
    for text in ("", "xyz", SEED.hex()[:-2], SEED.hex() + "00", " " + SEED.hex()[1:], "１" * 64, "\n" + SEED.hex()):
        with pytest.raises(MalformedError, match="is not a seed"):
            parse_seed(text)


def test_all_problems_of_a_round_are_told_together() -> None:
    with pytest.raises(MalformedError) as error:
        shuffle(b"short", "", ["", "fine", "é" * 129, "\ud800"])
    assert [problem.value for problem in error.value.problems] == ["5", "", "", "é" * 40 + "…", "'\\ud800'"]
    assert "it has 258" in _message(error)
    _message(error).encode()
    assert [player_seed_problems(seed) for seed in ("é" * 64, "x", "\0")] == [[], [], []]
    with pytest.raises(MalformedError, match="round's id"):
        commit(SEED, "r" * 129, "0" * 64, "0" * 64)
