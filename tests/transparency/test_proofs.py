"""Cosignatures and proofs against published examples; who may vouch for what; everything that is not a proof."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.transparency.cosignatures import CosignatureSigner, CosignatureVerifier, check_quorum, cosign, cosigned
from pitbook.transparency.notes import Verifier, parse_signatures, split_note
from pitbook.transparency.proofs import TlogProof, check_proof, parse_proof
from pitbook.transparency.tree import inclusion_proof
from transparency import naive
from transparency.vectors import NETWORK_LOG, NETWORK_NOTE, NETWORK_WITNESSES, SPEC_COSIGNED, SPEC_COSIGNED_AT

SIGNERS = [CosignatureSigner(f"witness{number}.example", naive.key(100 + number)) for number in range(5)]
WITNESSES = [CosignatureVerifier.parse(one.vkey) for one in SIGNERS]
NETWORK = [CosignatureVerifier.parse(one) for one in NETWORK_WITNESSES]
LOG = naive.Log(naive.leaves(21))
LOG_KEY = Verifier.parse(LOG.signer.vkey)


def proof_of(index: int, signers: list[CosignatureSigner], extra: bytes | None = None) -> TlogProof:
    note = LOG.checkpoint()
    note += "".join(cosign(note, signer, 1_700_000_000 + number) for number, signer in enumerate(signers))
    return TlogProof(index, tuple(inclusion_proof(LOG, index, 21)), note, extra)


def test_cosignatures_of_four_independent_witnesses_hold() -> None:
    assert cosigned(NETWORK_NOTE, NETWORK) == {one.name: 0x6A122120 for one in NETWORK}
    assert [one.vkey for one in NETWORK] == list(NETWORK_WITNESSES)
    changed = NETWORK_NOTE.replace("1432088532", "1432088533")
    with pytest.raises(MalformedError, match="is invalid"):
        cosigned(changed, NETWORK)


def test_the_time_of_the_published_cosignature() -> None:
    line = split_note(SPEC_COSIGNED)[1][1]
    assert int.from_bytes(line.signature[:8], "big") == SPEC_COSIGNED_AT
    assert len(line.signature) == 72


def test_a_cosignature_holds_for_one_text_one_time_and_one_key() -> None:
    note = LOG.checkpoint()
    text = split_note(note)[0]
    (line,) = parse_signatures(cosign(note, SIGNERS[0], 1_700_000_000))
    assert WITNESSES[0].verify(text, line.signature) == 1_700_000_000
    later = (1_700_000_001).to_bytes(8, "big") + line.signature[8:]
    for witness, words, signature in (
        (WITNESSES[1], text, line.signature),
        (WITNESSES[0], text + "more\n", line.signature),
        (WITNESSES[0], text, later),
        (WITNESSES[0], text, line.signature[:-1]),
        (WITNESSES[0], text, b""),
        (WITNESSES[0], text, b"\xff" * 72),
    ):
        with pytest.raises(MalformedError):
            witness.verify(words, signature)


def test_times_that_cannot_be_signed() -> None:
    for time in (-1, 2**63):
        with pytest.raises(MalformedError):
            cosign(LOG.checkpoint(), SIGNERS[0], time)


def test_the_key_of_a_log_is_not_that_of_a_witness() -> None:
    for parse, vkey in ((CosignatureVerifier.parse, NETWORK_LOG), (Verifier.parse, NETWORK_WITNESSES[0])):
        with pytest.raises(MalformedError, match="not an Ed25519 key of kind"):
            parse(vkey)


@pytest.mark.parametrize(("n", "k"), [(0, 0), (0, 1), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (5, 6), (3, -3)])
def test_a_quorum_that_two_branches_could_reach_is_refused(n: int, k: int) -> None:
    with pytest.raises(RefusedError):
        check_quorum(WITNESSES[:n], k)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (5, 5)])
def test_a_majority_is_a_quorum(n: int, k: int) -> None:
    check_quorum(WITNESSES[:n], k)


def test_each_witness_has_one_vote() -> None:
    twice = CosignatureVerifier.parse(CosignatureSigner("another.name", SIGNERS[0].private).vkey)
    renamed = CosignatureVerifier.parse(CosignatureSigner(SIGNERS[0].name, naive.key(7)).vkey)
    for other in (WITNESSES[0], twice, renamed):
        with pytest.raises(RefusedError, match="one vote"):
            check_quorum([WITNESSES[0], other], 2)
    with pytest.raises(RefusedError, match="1 of 3 witnesses cosigned"):
        check_proof(LOG.leaves[4], proof_of(4, [SIGNERS[0]] * 3), LOG_KEY, WITNESSES[:3], 2)


def test_a_proof_holds_for_its_leaf_its_log_and_its_witnesses() -> None:
    proof = proof_of(4, SIGNERS[:2], b"not signed")
    assert parse_proof(proof.text()) == proof
    found = check_proof(LOG.leaves[4], proof, LOG_KEY, WITNESSES[:3], 2)
    assert found.checkpoint.size == 21
    assert list(found.cosigned.values()) == [1_700_000_000, 1_700_000_001]
    check_proof(LOG.leaves[4], proof, LOG_KEY)
    with pytest.raises(MalformedError, match="does not lead"):
        check_proof(LOG.leaves[5], proof, LOG_KEY, WITNESSES[:3], 2)
    with pytest.raises(MalformedError, match="does not fit"):
        check_proof(LOG.leaves[4], replace(proof, index=20), LOG_KEY, WITNESSES[:3], 2)
    with pytest.raises(RefusedError, match="2 of 5 witnesses cosigned the checkpoint, but 3 are needed"):
        check_proof(LOG.leaves[4], proof, LOG_KEY, WITNESSES, 3)
    with pytest.raises(RefusedError, match="must be from 2 to 3"):
        check_proof(LOG.leaves[4], proof, LOG_KEY, WITNESSES[:3], 1)
    with pytest.raises(MalformedError, match="no signature by"):
        check_proof(LOG.leaves[4], proof, Verifier.parse(NETWORK_LOG))


def test_a_log_vouches_for_itself_alone() -> None:
    other = naive.Log(LOG.leaves, name="other.example")
    note = other.checkpoint().replace(other.signer.name, LOG.signer.name, 1)
    with pytest.raises(MalformedError):
        check_proof(LOG.leaves[4], replace(proof_of(4, []), checkpoint=note), Verifier.parse(other.signer.vkey))


PROOF = proof_of(4, SIGNERS[:1], b"extra").text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        PROOF.replace("@v1", "@v2"),
        PROOF.replace("extra ", "extras "),
        PROOF.replace("extra ZXh0cmE=", "extra ZXh0cmE"),
        PROOF.replace("index 4", "index 04"),
        PROOF.replace("index 4", "index"),
        PROOF.replace("index 4\n", ""),
        PROOF.replace("index 4\n", "index 4\nindex 4\n"),
        PROOF.replace("index 4\n", "index 4\n" + "A" * 43 + "\n"),
        PROOF.replace("index 4\n", "index 4\n" + ("A" * 43 + "=\n") * 64),
        PROOF.replace("\n\n", "\n"),
        PROOF[:-1],
        PROOF.partition("\n\n")[0],
        PROOF.replace("index 4", "index 4\r"),
        PROOF.replace("ZXh0cmE=", "A" * 2_000_000),
        PROOF.replace("extra", "\ud800"),
    ],
)
def test_what_is_not_a_proof(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_proof(text)


@settings(max_examples=200)
@given(st.integers(0, len(PROOF) - 1), st.characters(codec="utf-8"))
def test_one_changed_character_never_proves_another_leaf(position: int, character: str) -> None:
    text = PROOF[:position] + character + PROOF[position + 1 :]
    try:
        proof = parse_proof(text)
        check_proof(LOG.leaves[4], proof, LOG_KEY, WITNESSES[:1], 1)
    except PitbookError:
        return
    assert replace(proof, extra=b"extra") == parse_proof(PROOF)
