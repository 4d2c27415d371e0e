"""Another implementation of the formats, in Go, agrees: on what we write, on what we refuse, and on what it writes."""

import base64
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attacks.test_checkpoints import buy_in, witnesses_of
from pitbook.pit import open_record
from pitbook.pit.checkpoints import CheckpointSigner
from pitbook.transparency.checkpoints import parse_checkpoint
from pitbook.transparency.cosignatures import CosignatureSigner, cosign
from pitbook.transparency.encoding import decode_base64, encode_base64
from pitbook.transparency.notes import Verifier, open_note, split_note
from pitbook.transparency.proofs import TlogProof
from pitbook.transparency.tree import (
    EMPTY_ROOT,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
)
from transparency import naive
from transparency.independent.running import verify
from transparency.vectors import NETWORK_LOG, NETWORK_NOTE, NETWORK_WITNESSES

pytestmark = pytest.mark.prove

ENTRIES = [random.Random(number).randbytes(32) for number in range(300)]
LOG = naive.Log([leaf_hash(entry) for entry in ENTRIES])
SIGNERS = [CosignatureSigner(f"witness{number}.example", naive.key(100 + number)) for number in range(5)]
WITNESSES = [one.vkey for one in SIGNERS]


def cosigned(size: int, signers: list[CosignatureSigner]) -> str:
    note = LOG.checkpoint(size)
    return note + "".join(cosign(note, signer, 1_800_000_000 + size) for signer in signers)


def test_checkpoints_and_cosignatures() -> None:
    notes = [{"note": LOG.checkpoint(size), "log": LOG.signer.vkey} for size in range(0, 301, 10)]
    good = [one | {"text": one["note"].partition("\n\n")[0] + "\n"} for one in notes]
    bad = [one | {"note": one["note"].replace("\n", "\n1", 1)} for one in good]
    asked = [(3, SIGNERS[:3], True), (3, SIGNERS[:2], False), (2, [SIGNERS[0]] * 2, False), (5, SIGNERS, True)]
    quorums = [
        {"note": cosigned(7 * size, signers), "log": LOG.signer.vkey, "witnesses": WITNESSES, "k": k}
        for size in range(1, 40)
        for k, signers, _ in asked
    ]
    network = {"note": NETWORK_NOTE, "log": NETWORK_LOG, "witnesses": NETWORK_WITNESSES, "k": 4}
    moved = network | {"note": NETWORK_NOTE.replace("1432088532", "1432088533")}
    found = verify(notes=good + bad, cosigned=[*quorums, network, moved])
    assert [not reason for reason in found["Notes"]] == [True] * len(good) + [False] * len(bad)
    expected = [holds for _ in range(1, 40) for _, _, holds in asked]
    assert [not reason for reason in found["Cosigned"]] == [*expected, True, False]


def test_proof_files() -> None:
    rng = random.Random(5)
    proofs: list[dict[str, Any]] = []
    expected = []
    for number in range(400):
        size = rng.randrange(1, 301)
        index = rng.randrange(size)
        extra = rng.choice([None, b"", b"anything"])
        proof = TlogProof(index, tuple(inclusion_proof(LOG, index, size)), cosigned(size, SIGNERS[:3]), extra)
        leaf = ENTRIES[index]
        if number % 4 == 1:
            leaf = leaf[::-1]
        elif number % 4 == 2:
            proof = replace(proof, index=index + 1)
        elif number % 4 == 3:
            proof = replace(proof, proof=(*proof.proof, bytes(32)))
        expected.append(number % 4 == 0)
        policy = {"log": LOG.signer.vkey, "witnesses": WITNESSES, "k": 3}
        proofs.append({"file": proof.text(), "leaf": encode_base64(leaf)} | policy)
    assert [not reason for reason in verify(proofs=proofs)["Proofs"]] == expected


def test_consistency_between_any_two_checkpoints() -> None:
    trees: list[dict[str, Any]] = []
    roots = [naive.root(LOG.leaves[:size]) for size in range(81)]
    expected = []
    for new in range(1, 81):
        for old in range(1, new + 1):
            proof = [encode_base64(one) for one in consistency_proof(LOG, old, new)]
            tree = {"old": old, "new": new, "oldroot": encode_base64(roots[old]), "proof": proof}
            trees.append(tree | {"newroot": encode_base64(roots[new])})
            trees.append(tree | {"newroot": encode_base64(roots[new - 1] if new > 1 else EMPTY_ROOT)})
            expected += [True, False]
    assert [not reason for reason in verify(trees=trees)["Trees"]] == expected


def test_we_verify_what_go_writes() -> None:
    sizes = [*range(1, 65), 100, 128, 129, 255, 300]
    found = verify(leaves=[encode_base64(entry) for entry in ENTRIES], sizes=sizes)
    roots = {one["New"]: base64.b64decode(one["Root"]) for one in found["Made"]}
    for one in found["Made"]:
        old, new = one["Old"], one["New"]
        assert roots[new] == naive.root(LOG.leaves[:new])
        consistency = [decode_base64(each, "a hash") for each in one["Consistency"]]
        assert consistency == consistency_proof(LOG, old, new)
        check_consistency(old, roots[old], new, roots[new], consistency)
        for index, path in enumerate(one["Inclusion"]):
            hashes = [decode_base64(each, "a hash") for each in path]
            assert hashes == inclusion_proof(LOG, index, new)
            check_inclusion(LOG.leaves[index], index, new, hashes, roots[new])
    opened = open_note(found["Signed"], [Verifier.parse(found["Vkey"])])
    assert parse_checkpoint(opened.text).root == EMPTY_ROOT


def test_the_checkpoints_of_a_record_and_the_proof_of_every_commit(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    buy_in(path, 5000)
    notes: list[str] = []
    with witnesses_of(path, tmp_path, 3) as witnesses:
        for amount in range(1, 40, 3):
            buy_in(path, *range(amount, amount + 3))
            with open_record(path) as store:
                notes.append(CheckpointSigner(store).publish(witnesses, 2, 20).kept.note)
    with open_record(path, read_only=True) as store:
        policy = {"log": store.house.key, "witnesses": [one.vkey for one in witnesses], "k": 2}
        digests = [bytes.fromhex(one.receipt.hash) for one in store.read_all()]
        found = [parse_checkpoint(split_note(note)[0]) for note in notes]
        trees = [
            {
                "old": old.size,
                "new": new.size,
                "oldroot": encode_base64(old.root),
                "newroot": encode_base64(new.root),
                "proof": [encode_base64(one) for one in consistency_proof(store.leaves, old.size, new.size)],
            }
            for number, new in enumerate(found)
            for old in found[: number + 1]
        ]
        proofs = [
            {
                "file": TlogProof(index, tuple(inclusion_proof(store.leaves, index, one.size)), note).text(),
                "leaf": encode_base64(digests[index]),
            }
            | policy
            for one, note in zip(found, notes, strict=True)
            for index in range(one.size)
        ]
    said = verify(cosigned=[{"note": note} | policy for note in notes], trees=trees, proofs=proofs)
    assert len(proofs) > 200
    assert {*said["Cosigned"], *said["Trees"], *said["Proofs"]} == {""}
