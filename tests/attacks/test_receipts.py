"""Receipts prove a round offline, and reveal only what their player may see; whoever forges one is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from attacks.records import audited
from cli.running import Run, runner
from pit.playing import hosted, play
from pitbook.audit import verify
from pitbook.audit.receipts import check_receipt, receipt
from pitbook.ledger import StoredEvent, Upcasters
from pitbook.ledger.chain import SealedEvent, canonical
from pitbook.pit import open_record
from pitbook.pit.checkpoints import CheckpointSigner, StoredCheckpoint, judged_by, read_checkpoints
from pitbook.pit.seals import SALT, part_hash, part_salt
from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.transparency.cosignatures import CosignatureSigner, CosignatureVerifier, cosign
from pitbook.transparency.notes import Verifier
from pitbook.transparency.proofs import parse_proof
from table.play import MD, rules_of

ROUNDS = 4


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("receipts") / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(MD)), ROUNDS)
        CheckpointSigner(store).sign()
    return path


@pytest.fixture(scope="module")
def key(path: Path) -> Verifier:
    with open_record(path, read_only=True) as store:
        return Verifier.parse(store.house.key)


def receipt_of(path: Path, round_id: str, player: str | None = "player 1") -> str:
    with open_record(path, read_only=True) as store:
        return receipt(store, read_checkpoints(path), round_id, player)


def extra_of(text: str) -> Any:
    return json.loads(parse_proof(text).extra or b"")


def forged(text: str, change: Callable[[Any], None]) -> str:
    """The receipt with something changed in what it says of the round."""
    proof = parse_proof(text)
    document = extra_of(text)
    change(document)
    return replace(proof, extra=canonical(document).encode()).text()


def test_a_receipt_holds_offline(path: Path, key: Verifier) -> None:
    for number in range(1, ROUNDS + 1):
        found = check_receipt(receipt_of(path, f"T1-{number}"), key)
        assert found.round == f"T1-{number}"
        kinds = {event[2] for event in found.events}
        assert {"round_opened", "wagers_placed", "settlement_reckoned"} <= kinds
        assert ("hand", 1) in {(place, seat) for place, seat, _ in found.cards}
        assert found.hidden > 0


def test_it_names_nobody_else_and_shows_no_hidden_card(path: Path, key: Verifier) -> None:
    """Whatever has cards in it is a hash, but for the player's own and those that were shown."""
    for number in range(1, ROUNDS + 1):
        for player in ("player 1", "player 2", None):
            text = receipt_of(path, f"T1-{number}", player)
            found = check_receipt(text, key)
            said = json.dumps(extra_of(text))
            assert not [other for other in range(1, 8) if f"player {other}" != player and f"player {other}" in said]
            assert not {event[2] for event in found.events} & {"cards_ordered", "cards_dealt", "cards_discarded"}
            assert "salt:" not in said


def test_no_receipt_has_the_server_s_seed(path: Path) -> None:
    """No other seed is in these decks: docs/explanation/fairness.md computes every hidden card from the server's."""
    for number in range(1, ROUNDS + 1):
        with open_record(path, read_only=True) as store:
            proof = verify(store, f"T1-{number}").proof
        assert proof is not None
        assert not proof.contributions
        assert proof.seed is not None
        for player in ("player 1", "player 2", None):
            document = extra_of(receipt_of(path, f"T1-{number}", player))
            assert proof.seed.hex() not in json.dumps(document)
            assert '"round_ended"' not in json.dumps(document)


def test_a_receipt_leads_to_what_trusted_witnesses_cosigned(path: Path, key: Verifier) -> None:
    """Somebody with the file, but without a key, adds cosignatures of their own, and a line with a false signature."""
    true = CosignatureSigner("witness.example", Ed25519PrivateKey.generate())
    false = CosignatureSigner("regulator.example", Ed25519PrivateKey.generate())
    (last,) = read_checkpoints(path)
    own, forged_one = (StoredCheckpoint(last.note + cosign(last.note, one, 1), (one.vkey,), 1) for one in (true, false))
    with open_record(path, read_only=True) as store:
        for kept in ([forged_one, own], [last, forged_one, own]):
            found = receipt(store, judged_by(kept, [true.vkey], 1), "T1-1")
            assert check_receipt(found, key, [CosignatureVerifier.parse(true.vkey)], 1).proof.cosigned
        place = len(last.note) - 20
        unsigned = StoredCheckpoint(
            last.note[:place] + ("A" if last.note[place] != "A" else "B") + last.note[place + 1 :]
        )
        with pytest.raises(MalformedError, match="is invalid"):
            receipt(store, [unsigned], "T1-1")


def test_hidden_cards_can_t_be_guessed(path: Path) -> None:
    """Every hand that another seat could have, with everything that the receipt gives: none has its hash."""
    text = receipt_of(path, "T1-1", None)
    parts = extra_of(text)["parts"]
    with open_record(path, read_only=True) as store:
        salt = bytes.fromhex(str(next(iter(store.read(f"{SALT}T1"))).event.data["salt"]))
    shown = [bytes.fromhex(part[0]) for part in parts if len(part) == 2]
    hidden = {part[0] for part in parts if len(part) == 1}
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    guesses = [canonical(["cards", "hand", 1, a + b]).encode() for a, b in permutations(cards, 2)]
    every = (b"", shown[0], shown[-1])
    assert not [one for one in guesses for known in every if part_hash(known, one) in hidden]
    own = [part_salt(salt, number) for number in range(len(parts))][-10:]
    told = {part_hash(bytes.fromhex(part[0]), part[1].encode()) if len(part) == 2 else part[0] for part in parts}
    assert [one for one in guesses for known in own if part_hash(known, one) in told], "with the salts it is found"


def swap(document: Any) -> None:
    parts = document["parts"]
    parts[0], parts[1] = parts[1], parts[0]


def other_cards(document: Any) -> None:
    for part in document["parts"]:
        if len(part) == 2 and part[1].startswith('["cards","hand"'):
            part[1] = part[1][:-6] + 'AsAh"]'


def other_amount(document: Any) -> None:
    for part in document["parts"]:
        if len(part) == 2 and '"wagers_placed"' in part[1]:
            part[1] = part[1].replace("500", "900")


def disclosed(document: Any) -> Any:
    return next(part for part in document["parts"] if len(part) == 2)


def eat_text(document: Any) -> None:
    part = disclosed(document)
    part[:] = [part[0] + part[1][:1].encode().hex(), part[1][1:]]


def capitals(document: Any) -> None:
    part = disclosed(document)
    part[0] = part[0].upper()


def merge_hashes(document: Any) -> None:
    hidden = [place for place, part in enumerate(document["parts"]) if len(part) == 1]
    first = next(place for place in hidden if place + 1 in hidden)
    second = document["parts"].pop(first + 1)
    document["parts"][first] = [f"{document['parts'][first][0]}\n{second[0]}"]


FORGERIES: dict[str, Callable[[Any], None]] = {
    "swapped": swap,
    "other cards": other_cards,
    "other amount": other_amount,
    "left out": lambda document: document["parts"].pop(),
    "added": lambda document: document["parts"].append(["00" * 32, '["cards","hand",1,"AsAh"]']),
    "hidden made up": lambda document: document["parts"].insert(0, ["00" * 32]),
    "other round": lambda document: document.update(round="T1-2"),
    "other table": lambda document: document.update(round="T2-1"),
    "other beginning": lambda document: document.update(before="00" * 32),
    "no commit": lambda document: document.update(commit=[]),
    "other seal": lambda document: document["commit"][0][1].__setitem__(
        0, document["commit"][0][1][0].replace('"house:auto"', '"house:me"')
    ),
    "more lines": lambda document: document["commit"][0][1].append("[]"),
    "other form": lambda document: document.update(form="pitbook-receipt-2"),
    "no parts": lambda document: document.pop("parts"),
    "parts of numbers": lambda document: document.update(parts=[[1]]),
    "salt that eats its text": eat_text,
    "salt in capitals": capitals,
    "two hashes in one": merge_hashes,
    "part with more": lambda document: document["parts"][0].append("x"),
    "more keys": lambda document: document.update(more=1),
    "a list": lambda document: document.update(commit={"a": 1}),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_a_forged_receipt_is_refused(path: Path, key: Verifier, how: str) -> None:
    text = receipt_of(path, "T1-1")
    changed = forged(text, FORGERIES[how])
    assert changed != text
    with pytest.raises(PitbookError):
        check_receipt(changed, key)


def test_another_round_s_proof_and_another_house_are_refused(path: Path, key: Verifier, tmp_path: Path) -> None:
    first, second = (parse_proof(receipt_of(path, f"T1-{number}")) for number in (1, 2))
    for mixed in (replace(first, extra=second.extra), replace(first, index=second.index), replace(first, extra=None)):
        with pytest.raises(MalformedError):
            check_receipt(mixed.text(), key)
    with open_record(tmp_path / "other.db", create=True) as store:
        other = Verifier.parse(store.house.key)
    with pytest.raises(MalformedError):
        check_receipt(first.text(), other)
    with pytest.raises(RefusedError):
        check_receipt(first.text(), key, (), 1)


def test_a_seal_that_is_not_that_of_its_round_is_found(path: Path, tmp_path: Path) -> None:
    """Somebody recomputes every hash of the record, but for the seals: each of them names the round."""
    from attacks.test_checkpoints import remade

    def without_digest(one: StoredEvent) -> StoredEvent:
        data = one.event.data | {"digest": "00" * 32}
        values = canonical([data[name] for name in sorted(data)])
        return StoredEvent(SealedEvent(*one.sealed)._replace(values=values), one.commit, Upcasters())

    def lower(commit: Any) -> Any:
        events = [
            without_digest(one) if one.event.data.get("round") == "T1-3" and one.event.type == "round_sealed" else one
            for one in commit.events
        ]
        return replace(commit, events=tuple(events))

    assert "the seal of the round is not that of its events" in audited(remade(path, tmp_path / "a.db", lower))

    def unsealed(commit: Any) -> Any:
        return replace(commit, events=tuple(one for one in commit.events if not one.stream.startswith("round:")))

    assert "1 rounds end here, but the commit has 0 seals" in audited(remade(path, tmp_path / "b.db", unsealed))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_the_command_writes_and_checks(path: Path, key: Verifier, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "mine.receipt"
    assert run("receipt", "T1-2", "--player", "player 1", "-o", str(file), "--db", str(path)).code == 0
    stranger = run("receipt", "T1-2", "--player", "nobody", "--db", str(path))
    assert (stranger.code, stranger.out) == (2, "")
    assert "nobody was not at the table of round T1-2" in stranger.err
    held = run("receipt", "--check", str(file), "--key", key.vkey)
    assert held.code == 0, held.err
    assert "The receipt of round T1-2 is valid" in held.out
    assert 'performed  by: auto; steps: ["' in held.out
    document = run("receipt", "--check", str(file), "--key", key.vkey, "--json").document
    assert document["round"] == "T1-2"
    assert [one for one in document["cards"] if one["place"] == "hand" and one["seat"] == 1]
    file.write_text(file.read_text().replace("index ", "index 1"))
    assert run("receipt", "--check", str(file), "--key", key.vkey).code == 2
    for wrong in (
        ("T1-2", "--check", str(file)),
        ("--check", str(file)),
        (),
        ("T1-99", "--db", str(path)),
        ("T1-2", "--key", key.vkey, "--db", str(path)),
        ("--check", str(file), "--key", "x"),
    ):
        assert run("receipt", *wrong).code == 2, wrong
