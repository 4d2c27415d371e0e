"""A house that rewrites, cuts off or forks its log is caught by the witnesses; none of them cosigns two histories."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path

import pytest

from pitbook.problems import PitbookError
from pitbook.transparency.client import GatheredCosignatures, KnownWitness, OtherSizeError, submit
from pitbook.transparency.notes import NoteSigner, sign, split_note
from pitbook.transparency.requests import AddCheckpoint
from pitbook.transparency.tree import consistency_proof
from pitbook.witness.files import make_witness, read_key, read_state
from transparency import naive
from witness.running import LOG, again, gather, new_witness, served, show

TESTS = Path(__file__).parents[1]
MOST_EACH = 60
"""So many cosignatures are wanted between two kills."""


def tried_proofs(honest: naive.Log, forged: naive.Log, old: int, size: int) -> Iterator[Sequence[bytes]]:
    """What a house could send with a forged checkpoint, in the hope that it passes for a proof."""
    for log in (honest, forged):
        if size <= len(log.leaves):
            yield consistency_proof(log, min(old, size), size)
            yield consistency_proof(log, min(old, size), size)[::-1]
            yield consistency_proof(log, size // 2, size)
    yield ()
    yield [naive.root(honest.leaves[:old])]
    yield [naive.root(honest.leaves[:old]), naive.root(forged.leaves[:size])]
    yield [bytes(32)] * 63


def attack_below(folder: Path, length: int, cosigned: int, rng: random.Random) -> int:
    """Rewrite or cut off a log below what a witness has cosigned in every way we know; how many were tried."""
    honest = naive.Log(naive.leaves(length))
    witness = new_witness(folder)
    assert show(witness, honest, 0, cosigned).status == HTTPStatus.OK
    tried = 0
    for place in {0, cosigned // 2, cosigned - 1, rng.randrange(cosigned)}:
        changed, dropped, doubled, cut = (naive.Log(honest.leaves) for _ in range(4))
        changed.leaves[place] = rng.randbytes(32)
        del dropped.leaves[place]
        doubled.leaves.insert(place, doubled.leaves[place])
        cut.leaves[place:] = naive.leaves(length, "cut")
        for forged in (changed, dropped, doubled, cut):
            for size in {place, cosigned - 1, cosigned, cosigned + 1, len(forged.leaves)} - {0}:
                if size >= cosigned and forged.leaves[:cosigned] == honest.leaves[:cosigned]:
                    continue
                for old in {0, place, cosigned, size}:
                    for proof in tried_proofs(honest, forged, cosigned, size):
                        note = forged.checkpoint(min(size, len(forged.leaves)))
                        answer = witness.add_checkpoint(AddCheckpoint(old, tuple(proof), note).text())
                        assert answer.status != HTTPStatus.OK, (place, size, old)
                        tried += 1
    assert show(witness, honest, cosigned).status == HTTPStatus.OK, "the honest log goes on"
    return tried


def test_what_is_rewritten_or_cut_off_is_caught_by_the_first_witness_that_cosigned_it(tmp_path: Path) -> None:
    assert attack_below(tmp_path / "w", 20, 13, random.Random(1)) > 400


def test_one_witness_that_cosigned_is_enough_to_name_the_rewriting(tmp_path: Path) -> None:
    honest = naive.Log(naive.leaves(20))
    rewritten = naive.Log([*honest.leaves[:7], bytes(32), *honest.leaves[8:]])
    shorter = naive.Log(honest.leaves[:19])
    with many(tmp_path, 3, [LOG]) as witnesses:
        assert gather(honest, witnesses[:1], 1).enough
        for forged, reason in (
            (rewritten, "another history of 20 leaves"),
            (shorter, "20 leaves, but this checkpoint has only 19"),
        ):
            found = gather(forged, witnesses[:1], 1)
            assert (found.cosigned, found.enough) == ({}, False)
            assert "w0.example" in str(found.problems[0])
            assert reason in str(found.problems[0])
        rewritten.leaves += naive.leaves(5, "more")
        found = gather(rewritten, witnesses, 3)
        assert (sorted(found.cosigned), found.enough) == (["w1.example", "w2.example"], False)
        assert "the consistency proof does not lead" in str(found.problems[0])


@pytest.mark.prove
def test_forgeries_below_many_cosigned_sizes(tmp_path: Path) -> None:
    rng, tried = random.Random(2), 0
    for cosigned in range(1, 34):
        for length in (cosigned + 1, 2 * cosigned + 3):
            tried += attack_below(tmp_path / f"{cosigned}-{length}", length, cosigned, rng)
    assert tried > 25_000


@contextmanager
def many(folder: Path, number: int, logs: Sequence[str]) -> Iterator[list[KnownWitness]]:
    """Independent witnesses over HTTP."""
    with ExitStack() as stack:
        found = []
        for one in range(number):
            address = stack.enter_context(served(new_witness(folder / str(one), f"w{one}.example", *logs)))
            found.append(KnownWitness(address, read_key(folder / str(one)).vkey))
        yield found


def fork(witnesses: list[KnownWitness], name: str, rng: random.Random) -> tuple[GatheredCosignatures, ...]:
    """Show two branches of one log to all witnesses at once, in another order each; what each branch got."""
    common = naive.leaves(rng.randrange(8))
    start = naive.Log(common, name)
    if common and rng.random() < 0.7:
        assert gather(start, rng.sample(witnesses, len(witnesses)), len(witnesses)).enough
    same = rng.random() < 0.5
    sizes = [4, 4] if same else [rng.randrange(1, 9), rng.randrange(1, 9)]
    branches = [naive.Log([*common, *naive.leaves(size, one)], name) for one, size in zip("ab", sizes, strict=True)]
    got: dict[int, GatheredCosignatures] = {}
    k = len(witnesses) // 2 + 1

    def show_branch(number: int) -> None:
        got[number] = gather(branches[number], rng.sample(witnesses, len(witnesses)), k)

    threads = [threading.Thread(target=show_branch, args=[number]) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got[0], got[1]


def forks(folder: Path, number: int, rounds: int, seed: int) -> int:
    """Fork so many logs before so many witnesses; how often one of the branches got a majority."""
    names = [f"house{one}.example" for one in range(rounds)]
    won = 0
    with many(folder, number, [naive.Log(name=name).signer.vkey for name in names]) as witnesses:
        for one, name in enumerate(names):
            first, second = fork(witnesses, name, random.Random(seed + one))
            assert not (first.enough and second.enough), "both branches have a majority"
            assert not first.cosigned.keys() & second.cosigned.keys(), "a witness cosigned both branches"
            won += first.enough or second.enough
            assert len(first.problems) + len(first.cosigned) == len(second.problems) + len(second.cosigned) == number
    return won


def test_of_a_fork_at_most_one_branch_gets_a_majority(tmp_path: Path) -> None:
    assert forks(tmp_path, 3, 12, 100) == 12


@pytest.mark.prove
@pytest.mark.parametrize("number", [2, 4, 5, 7])
def test_many_forks_before_many_witnesses(tmp_path: Path, number: int) -> None:
    assert forks(tmp_path, number, 100, 1000 * number) > 0


def test_what_is_replayed_never_leads_back(tmp_path: Path) -> None:
    log, rng = naive.Log(naive.leaves(30)), random.Random(3)
    witness = new_witness(tmp_path / "w")
    sizes = [0, 3, 9, 10, 22, 30]
    requests = [
        AddCheckpoint(old, tuple(log.proof(old, size)), log.checkpoint(size)).text() for old, size in pairwise(sizes)
    ]
    for request in requests:
        assert witness.add_checkpoint(request).status == HTTPStatus.OK
    for request in rng.choices(requests, k=30):
        answer = witness.add_checkpoint(request)
        assert (answer.status, answer.text) == (HTTPStatus.CONFLICT, "30\n")
    signer = read_key(tmp_path / "w")
    assert read_state(tmp_path / "w", signer) == {log.signer.name: log.checkpoint()}


def test_one_log_does_not_speak_for_another(tmp_path: Path) -> None:
    log = naive.Log(naive.leaves(9))
    rival = NoteSigner("rival.example", naive.key(7))
    witness = new_witness(tmp_path / "w", "witness.example", LOG, rival.vkey)
    text = split_note(log.checkpoint())[0]
    own = NoteSigner(log.signer.name, read_key(tmp_path / "w").private)
    for signer in (rival, own, NoteSigner(log.signer.name, naive.key(8))):
        assert witness.add_checkpoint(AddCheckpoint(0, (), sign(text, signer)).text()).status == HTTPStatus.FORBIDDEN
    renamed = sign(text.replace(log.signer.name, "nobody.example"), log.signer)
    assert witness.add_checkpoint(AddCheckpoint(0, (), renamed).text()).status == HTTPStatus.NOT_FOUND
    assert show(witness, log, 0).status == HTTPStatus.OK


def test_a_huge_request_is_refused_at_once(tmp_path: Path) -> None:
    log = naive.Log(naive.leaves(9))
    witness = new_witness(tmp_path / "w")
    begun = time.process_time()
    for body in (
        "old 0\n" + ("A" * 43 + "=\n") * 3000 + "\n" + log.checkpoint(),
        AddCheckpoint(0, (), log.checkpoint() + log.checkpoint().partition("\n\n")[2] * 900).text(),
        "old 0\n\n" + "x\n" * 60_000,
        "old 0\n\n" + "\n" * 120_000,
        "old " + "9" * 120_000,
        AddCheckpoint(0, (), log.checkpoint().replace("\n9\n", f"\n{'9' * 120_000}\n")).text(),
    ):
        assert witness.add_checkpoint(body).status == HTTPStatus.BAD_REQUEST
    assert time.process_time() - begun < 2
    assert show(witness, log, 0).status == HTTPStatus.OK


def test_a_witness_killed_at_any_step_never_signs_two_histories(tmp_path: Path) -> None:
    words = [sys.executable, "-W", "error", str(TESTS / "attacks" / "killed_witness.py"), str(tmp_path)]
    paths = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    ended = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=120, env=os.environ | {"PYTHONPATH": paths}
    )
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended.stderr
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(found) > 10
    for one in found:
        signed = [one["answer"], *one["later"]]
        # The other history was shown first: it is cosigned unless the first one was stored, and then never.
        assert one["stored"] or not one["answer"], one
        assert one["later"] == ([422, 200] if one["stored"] else [200, 409]), signed
    assert any(one["stored"] and one["killed"] for one in found), "killed between storing and signing"
    assert any(not one["stored"] for one in found), "killed before storing"
    assert (found[-1]["killed"], found[-1]["answer"]) == (False, "200")


@contextmanager
def process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command that serves a witness, and its address."""
    words = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "pitbook",
        "witness",
        "serve",
        str(folder),
        "--log",
        LOG,
        "--port",
        "0",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            assert running.stdout is not None
            yield running, running.stdout.readline().split(" is at ")[1].split()[0]
        finally:
            running.kill()


def push(url: str, log: naive.Log, signed: list[int], answered: threading.Event, stop: threading.Event) -> None:
    """Show a witness the checkpoints of a log, one leaf more each time, until it is gone or has signed enough."""
    old, size, enough = 5, 6, len(signed) + MOST_EACH
    while not stop.is_set() and size <= len(log.leaves) and len(signed) < enough:
        try:
            submit(url, old, log.proof(old, size), log.checkpoint(size), 10)
        except OtherSizeError as error:
            old, size = error.size, error.size + 1
        except PitbookError:
            size += 1
        else:
            signed.append(size)
            old, size = size, size + 1
            answered.set()


def kills(folder: Path, number: int, seed: int) -> tuple[int, int]:
    """Two branches race for a witness that is killed again and again; how many cosignatures each of them got."""
    rng, common = random.Random(seed), naive.leaves(5)
    branches = [naive.Log([*common, *naive.leaves(number * MOST_EACH + 200, one)]) for one in "ab"]
    signed: list[list[int]] = [[], []]
    make_witness(folder, "witness.example")
    assert show(again(folder), branches[0], 0, 5).status == HTTPStatus.OK
    for _ in range(number):
        with process(folder) as (running, url):
            answered, stop = threading.Event(), threading.Event()
            threads = [
                threading.Thread(target=push, args=[url, log, got, answered, stop])
                for log, got in zip(branches, signed, strict=True)
            ]
            for thread in threads:
                thread.start()
            assert answered.wait(60), "nothing was cosigned"
            time.sleep(rng.uniform(0, 0.1))
            running.kill()
            stop.set()
            for thread in threads:
                thread.join()
    state = read_state(folder, read_key(folder))
    size = int(state[branches[0].signer.name].splitlines()[1])
    assert size >= max(map(max, filter(None, signed)), default=5), "a cosignature is not in the state"
    return len(signed[0]), len(signed[1])


@pytest.mark.prove
def test_a_witness_killed_under_load_follows_one_history(tmp_path: Path) -> None:
    first, second = sorted(kills(tmp_path / "w", 3, 5))
    assert (first, second > 0) == (0, True)


@pytest.mark.prove
def test_many_kills_under_load(tmp_path: Path) -> None:
    for seed in range(4):
        first, second = sorted(kills(tmp_path / str(seed), 15, seed))
        assert (first, second > 0) == (0, True)
