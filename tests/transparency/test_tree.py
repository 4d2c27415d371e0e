"""The tree against published roots and proofs, and against the definition in RFC 6962."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.problems import MalformedError
from pitbook.transparency.tree import (
    EMPTY_ROOT,
    Peaks,
    RememberedLeaves,
    add_leaf,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root_of,
)
from transparency import naive
from transparency.vectors import CONSISTENCY_2_5, CONSISTENCY_6_8, ENTRIES, ROOTS

LEAVES = [leaf_hash(entry) for entry in ENTRIES]
SIZES = st.integers(1, 200)
MANY = naive.leaves(5000)


def test_published_roots() -> None:
    peaks: Peaks = ()
    found = [root_of(peaks)]
    for size, leaf in enumerate(LEAVES):
        peaks = add_leaf(peaks, size, leaf)
        found.append(root_of(peaks))
    assert found == list(ROOTS)


def test_published_proofs() -> None:
    log = naive.Log(LEAVES)
    assert consistency_proof(log, 6, 8) == list(CONSISTENCY_6_8)
    assert consistency_proof(log, 2, 5) == list(CONSISTENCY_2_5)
    check_consistency(6, ROOTS[6], 8, ROOTS[8], CONSISTENCY_6_8)
    check_consistency(2, ROOTS[2], 5, ROOTS[5], CONSISTENCY_2_5)


def test_every_proof_of_every_small_tree() -> None:
    log = naive.Log(naive.leaves(20))
    for size in range(1, 21):
        whole = naive.root(log.leaves[:size])
        for index in range(size):
            proof = inclusion_proof(log, index, size)
            assert proof == naive.path(index, log.leaves[:size])
            check_inclusion(log.leaves[index], index, size, proof, whole)
        for old in range(1, size + 1):
            found = consistency_proof(log, old, size)
            assert found == naive.proof(old, log.leaves[:size])
            check_consistency(old, naive.root(log.leaves[:old]), size, whole, found)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), size=SIZES)
def test_only_the_right_proof_holds(data: st.DataObject, size: int) -> None:
    log = naive.Log(naive.leaves(size))
    index = data.draw(st.integers(0, size - 1))
    old = data.draw(st.integers(1, size))
    whole, beginning = naive.root(log.leaves), naive.root(log.leaves[:old])
    path, proof = inclusion_proof(log, index, size), consistency_proof(log, old, size)
    check_inclusion(log.leaves[index], index, size, path, whole)
    check_consistency(old, beginning, size, whole, proof)
    other = bytes(32)
    position = data.draw(st.integers(0, size))
    for wrong in ([*path[:position], other, *path[position:]], [*path[:-1]], path[::-1]):
        if wrong != path:
            with pytest.raises(MalformedError):
                check_inclusion(log.leaves[index], index, size, wrong, whole)
    for wrong in ([*proof[:position], other, *proof[position:]], [*proof[:-1]], proof[::-1]):
        if wrong != proof:
            with pytest.raises(MalformedError):
                check_consistency(old, beginning, size, whole, wrong)
    with pytest.raises(MalformedError):
        check_inclusion(log.leaves[index], (index + 1) % (size + 1), size + (size == 1), path, whole)
    with pytest.raises(MalformedError):
        check_consistency(old, other, size, whole, proof)
    with pytest.raises(MalformedError):
        check_consistency(old, beginning, size, other, proof)


@pytest.mark.parametrize("most", [0, 2, 100])
def test_subtrees_wider_than_a_block(most: int) -> None:
    log = naive.Log(MANY)
    remembered = RememberedLeaves(log, most)
    for leaves in (log, remembered, remembered):
        for index, size in ((0, 5000), (4999, 5000), (1023, 1024), (1024, 1025), (2047, 4096), (2500, 3072)):
            assert inclusion_proof(leaves, index, size) == naive.path(index, MANY[:size])
        for old, new in ((4097, 5000), (1024, 2048), (1023, 1025), (2048, 5000), (3000, 4999), (1, 5000)):
            assert consistency_proof(leaves, old, new) == naive.proof(old, MANY[:new])


def test_what_is_remembered_is_not_read_again() -> None:
    read: list[tuple[int, int]] = []

    def leaves(start: int, stop: int) -> list[bytes]:
        read.append((start, stop))
        return MANY[start:stop]

    remembered = RememberedLeaves(leaves)
    consistency_proof(remembered, 4100, 5000)
    read.clear()
    consistency_proof(remembered, 4100, 5000)
    assert sum(stop - start for start, stop in read) <= 1024


def test_a_rewritten_leaf_breaks_consistency() -> None:
    log, rewritten = naive.Log(naive.leaves(30)), naive.Log(naive.leaves(30))
    rewritten.leaves[7] = bytes(32)
    for old in range(8, 31):
        with pytest.raises(MalformedError):
            check_consistency(old, naive.root(log.leaves[:old]), 30, naive.root(rewritten.leaves), rewritten.proof(old))


@pytest.mark.parametrize(
    ("old", "new", "proof", "message"),
    [
        (0, 3, (), None),
        (3, 3, (), None),
        (0, 0, (), None),
        (0, 3, (bytes(32),), "empty"),
        (3, 3, (bytes(32),), "empty"),
        (4, 3, (), "cannot extend one of 4"),
        (-1, 3, (), "cannot extend one of -1"),
        (1, 3, (), "0 hashes, which does not fit"),
        (1, 3, (b"short", bytes(32)), "not 32 bytes"),
        (1, 2**63, (), "2\\^63"),
        (1, 2**62, (bytes(32),) * 1000, "1000 hashes"),
    ],
)
def test_sizes_and_lengths(old: int, new: int, proof: tuple[bytes, ...], message: str | None) -> None:
    roots = {size: naive.root(naive.leaves(size)) if 0 <= size < 10 else bytes(32) for size in (old, new)}
    if message is None:
        check_consistency(old, roots[old], new, roots[new], proof)
    else:
        with pytest.raises(MalformedError, match=message):
            check_consistency(old, roots[old], new, roots[new], proof)


def test_roots_of_the_same_size_have_to_agree() -> None:
    with pytest.raises(MalformedError, match="differ"):
        check_consistency(3, bytes(32), 3, EMPTY_ROOT, ())
    with pytest.raises(MalformedError, match="differ"):
        check_consistency(0, bytes(32), 3, EMPTY_ROOT, ())
    with pytest.raises(MalformedError, match="empty tree"):
        check_consistency(0, EMPTY_ROOT, 0, bytes(32), ())


def test_proofs_that_nobody_can_make() -> None:
    log = naive.Log(naive.leaves(5))
    for index, size in ((5, 5), (-1, 5), (0, 0)):
        with pytest.raises(MalformedError, match="has no leaf"):
            inclusion_proof(log, index, size)
        with pytest.raises(MalformedError, match="has no leaf"):
            check_inclusion(bytes(32), index, size, (), bytes(32))
    with pytest.raises(MalformedError, match="cannot extend"):
        consistency_proof(log, 6, 5)
    with pytest.raises(MalformedError, match="the log returned"):
        inclusion_proof(log, 0, 9)
