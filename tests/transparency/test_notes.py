"""Signed notes and checkpoints against published examples, and everything that is not one."""

import base64
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.problems import MalformedError
from pitbook.transparency.checkpoints import Checkpoint, parse_checkpoint
from pitbook.transparency.notes import (
    MOST_SIGNATURES,
    NoteSigner,
    Signature,
    Verifier,
    add_signatures,
    open_note,
    sign,
    split_note,
)
from transparency import naive
from transparency.vectors import (
    GO_NOTE,
    GO_SEED,
    GO_TEXT,
    GO_VKEY,
    NETWORK_LOG,
    NETWORK_NOTE,
    SPEC_COSIGNED,
    SPEC_NOTE,
    SPEC_POEM,
    SPEC_VKEY,
)

GO = Verifier.parse(GO_VKEY)
SPEC = Verifier.parse(SPEC_VKEY)


def test_published_notes_open() -> None:
    assert open_note(SPEC_NOTE, [SPEC]).text == "This is an example message.\n"
    assert open_note(GO_NOTE, [GO]).text == GO_TEXT
    opened = open_note(NETWORK_NOTE, [Verifier.parse(NETWORK_LOG)])
    assert len(opened.verified) == 1
    assert len(opened.unknown) == 5
    assert parse_checkpoint(opened.text).size == 1432088532


def test_published_notes_are_read_and_written() -> None:
    for note in (SPEC_NOTE, SPEC_POEM, SPEC_COSIGNED, GO_NOTE, NETWORK_NOTE):
        text, signatures = split_note(note)
        assert text + "\n" + "".join(one.line() for one in signatures) == note
    assert split_note(SPEC_POEM)[0].endswith("\n\ned è subito sera.\n")


def test_we_sign_what_go_signs() -> None:
    signer = NoteSigner("PeterNeumann", Ed25519PrivateKey.from_private_bytes(base64.b64decode(GO_SEED)[1:]))
    assert signer.vkey == GO_VKEY
    assert GO.vkey == GO_VKEY
    assert sign(GO_TEXT, signer) == GO_NOTE


def test_every_changed_byte_of_a_note_is_noticed() -> None:
    data = GO_NOTE.encode()
    for position in range(len(data)):
        for bit in (0, 4, 7):
            changed = bytearray(data)
            changed[position] ^= 1 << bit
            try:
                note = changed.decode()
            except UnicodeDecodeError:
                continue
            with pytest.raises(MalformedError):
                open_note(note, [GO])


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        GO_VKEY + "\n",
        GO_VKEY[:-1],
        GO_VKEY.replace("c74f20a3", "C74F20A3"),
        GO_VKEY.replace("c74f20a3", "c74f20a4"),
        GO_VKEY.replace("PeterNeumann", "Peter Neumann"),
        GO_VKEY.replace("PeterNeumann", ""),
        GO_VKEY.replace("PeterNeumann", "Enoch"),
        GO_VKEY.replace("+A", "+B"),
        GO_VKEY.replace("PeterNeumann", "\ud800"),
        "+" * 50,
        "x" * 100_000,
    ],
)
def test_what_is_not_a_vkey(vkey: str) -> None:
    with pytest.raises(MalformedError):
        Verifier.parse(vkey)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        "\n\n",
        GO_TEXT,
        GO_NOTE[:-1],
        GO_NOTE + "\n",
        GO_NOTE.replace("\n\n", "\n"),
        GO_NOTE.replace("\n", "\r\n"),
        GO_NOTE.replace("— ", "- "),
        GO_NOTE.replace("— ", "—"),
        GO_NOTE.replace("— ", "—  "),
        GO_NOTE.replace("— PeterNeumann ", "— PeterNeumann"),
        GO_NOTE.replace("nAM=", "nAM"),
        GO_NOTE.replace("nAM=", "nAN="),
        GO_NOTE.replace("nAM=", "nAM= "),
        GO_NOTE.replace("If", "\x1bIf"),
        GO_NOTE.replace("If", "\ud800If"),
        GO_NOTE.replace("x08go", "AAAAA"),
        GO_NOTE.replace("— PeterNeumann x08go", "— PeterNeumann AA==\n— PeterNeumann x08go"),
        GO_NOTE + GO_NOTE.partition("\n\n")[2] * MOST_SIGNATURES,
        "x" * 1_000_000 + GO_NOTE,
        SPEC_NOTE,
    ],
)
def test_what_is_not_a_note_of_a_known_key(note: str) -> None:
    with pytest.raises(MalformedError):
        open_note(note, [GO])


def test_a_false_signature_spoils_a_note_that_others_signed() -> None:
    other = NoteSigner("other", naive.key(2))
    both = add_signatures(sign("text\n", other), [Signature("PeterNeumann", GO.key_id, bytes(64))])
    assert open_note(both, [Verifier.parse(other.vkey)]).text == "text\n"
    with pytest.raises(MalformedError, match="PeterNeumann is invalid"):
        open_note(both, [Verifier.parse(other.vkey), GO])


def test_a_signature_of_another_length_does_not_hold() -> None:
    for length in (1, 63, 65, 1000):
        with pytest.raises(MalformedError, match="is invalid"):
            GO.verify(GO_TEXT, bytes(length))


def test_a_key_with_the_same_id_or_the_same_name_is_unknown() -> None:
    for stranger in (replace(GO, name="other"), replace(GO, key_id=bytes(4))):
        with pytest.raises(MalformedError, match="no signature by"):
            open_note(GO_NOTE, [stranger])
    with pytest.raises(MalformedError, match="same name and key id"):
        open_note(GO_NOTE, [GO, GO])


def test_signatures_are_added_once() -> None:
    line = split_note(GO_NOTE)[1][0]
    assert add_signatures(GO_NOTE, [line, line]) == GO_NOTE


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u00a0b", "a\u3000b", "a\x00", "\ud800"])
def test_names_of_keys(name: str) -> None:
    with pytest.raises(MalformedError):
        NoteSigner(name, naive.key(2))


@pytest.mark.parametrize("text", ["", "no newline", "bell\x07\n", "tab\t\n", "\ud800\n"])
def test_texts_that_no_note_has(text: str) -> None:
    with pytest.raises(MalformedError):
        sign(text, NoteSigner("a", naive.key(2)))


CHECKPOINT = Checkpoint("example.com/log", 20852163, bytes(range(32)), ("one", "two"))


def test_the_published_checkpoint() -> None:
    text = split_note(SPEC_COSIGNED)[0]
    found = parse_checkpoint(text)
    assert (found.origin, found.size, len(found.root)) == ("example.com/behind-the-sofa", 20852163, 32)
    assert found.text() == text
    assert parse_checkpoint(CHECKPOINT.text()) == CHECKPOINT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "a\n1\n",
        CHECKPOINT.text()[:-1],
        CHECKPOINT.text() + "\n",
        CHECKPOINT.text().replace("example.com/log", ""),
        *(
            CHECKPOINT.text().replace("20852163", one)
            for one in ("", "-1", "+1", "01", "1.0", " 1", "٣", "9" * 19, "9" * 5000)
        ),
        CHECKPOINT.text().replace("Hh8=", "Hh9="),
        CHECKPOINT.text().replace("AAEC", ""),
        CHECKPOINT.text().replace("one", ""),
        CHECKPOINT.text().replace("one", "o\tne"),
    ],
)
def test_what_is_not_a_checkpoint(text: str) -> None:
    assert text != CHECKPOINT.text()
    with pytest.raises(MalformedError):
        parse_checkpoint(text)


def test_checkpoints_that_cannot_be_written() -> None:
    for wrong in ({"size": -1}, {"size": 2**63}, {"root": b""}, {"origin": ""}, {"origin": "a\nb"}, {"origin": "\r"}):
        with pytest.raises(MalformedError):
            replace(CHECKPOINT, **wrong)


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_whatever_is_not_a_note_is_a_sentence(text: str) -> None:
    for read in (lambda: open_note(text, [GO]), lambda: Verifier.parse(text), lambda: parse_checkpoint(text)):
        with pytest.raises(MalformedError):
            read()
