"""The verifier, opened from disk: what is right holds, each forgery is named, and Pitbook judges the same."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from playwright.sync_api import Browser, Page, ViewportSize, expect

from attacks.test_receipts import FORGERIES, forged
from browser.axe import AXE
from pit.playing import hosted, play
from pitbook import fairness
from pitbook.audit.receipts import receipt
from pitbook.audit.rounds import verify
from pitbook.cli import receipt as command
from pitbook.fairness.proof import ShuffleProof
from pitbook.fairness.vectors import read_vectors
from pitbook.pit import open_record
from pitbook.pit.checkpoints import CheckpointSigner, StoredCheckpoint
from pitbook.problems import PitbookError
from pitbook.transparency.cosignatures import CosignatureSigner, cosign
from pitbook.transparency.encoding import encode_base64
from pitbook.transparency.notes import format_vkey
from pitbook.transparency.proofs import TlogProof, parse_proof
from pitbook.web.verifier import verifier_page
from table.play import MD, rules_of
from transparency.naive import key

NO_CRYPTOGRAPHY = "Object.defineProperty(crypto, 'subtle', { value: undefined });"
TIME = 1_790_000_000


@dataclass(frozen=True)
class Held:
    """What a player holds, and the keys that they trust."""

    proof: ShuffleProof
    other: ShuffleProof
    """The proof of another round."""
    receipt: str
    checkpoint: str
    house: str
    witnesses: tuple[str, ...]

    @property
    def keys(self) -> str:
        return "\n".join((self.house, *self.witnesses))


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Held:
    """Of a record of two rounds, whose checkpoint two of three witnesses have cosigned."""
    witnesses = [CosignatureSigner(f"witness-{number}.example", key(number)) for number in (11, 12, 13)]
    vkeys = tuple(one.vkey for one in witnesses)
    with open_record(tmp_path_factory.mktemp("held") / "pit.db", create=True) as store:
        play(hosted(store, rules_of(MD)), 2)
        note = CheckpointSigner(store).sign().note
        note += "".join(cosign(note, one, TIME) for one in witnesses[:2])
        mine = receipt(store, [StoredCheckpoint(note, vkeys, 2)], "T1-1", "player 1")
        first, second = (verify(store, f"T1-{number}").proof for number in (1, 2))
        assert first is not None
        assert second is not None
        return Held(first.as_json(), second.as_json(), mine, note, store.house.key, vkeys)


@pytest.fixture(scope="module")
def opened() -> list[Page]:
    """The one page of this module, when it has been opened."""
    return []


@pytest.fixture
def page(browser: Browser, opened: list[Page], tmp_path: Path) -> Iterator[Page]:
    """The verifier from disk, where the browser has no cryptography and no network; no error may be noted."""
    file = tmp_path / "verifier.html"
    file.write_text(verifier_page(), encoding="utf-8")
    if not opened:
        size: ViewportSize = {"width": 390, "height": 844}
        context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, offline=True)
        context.add_init_script(NO_CRYPTOGRAPHY)
        opened.append(context.new_page())
    (found,) = opened
    wrong: list[str] = []

    def noted(message: object) -> None:
        wrong.append(str(message))

    found.on("console", noted)
    found.on("pageerror", noted)
    found.goto(file.as_uri())
    yield found
    found.remove_listener("console", noted)
    found.remove_listener("pageerror", noted)
    assert wrong == []


def examined(page: Page, *texts: Any, keys: str = "", quorum: str = "", noted: str = "") -> Any:
    """What the page finds in texts; a document is written as JSON."""
    given = [{"name": "x", "text": one if isinstance(one, str) else json.dumps(one)} for one in texts]
    return page.evaluate(
        "([texts, trusted]) => pitbook.examine(texts, trusted)", [given, _trusted(keys, quorum, noted)]
    )


def _trusted(keys: str, quorum: str, noted: str) -> dict[str, str]:
    return {"keys": keys, "quorum": quorum, "noted": noted}


def failed(found: Any) -> list[str]:
    return [check["what"] for section in found["sections"] for check in section["checks"] if not check["holds"]]


def receipt_holds(text: str, keys: str, quorum: str, tmp_path: Path) -> bool:
    """Whether `pitbook receipt --check` holds."""
    file = tmp_path / "given.receipt"
    file.write_text(text, encoding="utf-8", newline="")
    try:
        command._checked(file, keys.split(), int(quorum) if quorum else None)
    except PitbookError:
        return False
    return True


def proof_holds(document: Any) -> bool:
    """Whether the function behind `pitbook verify` finds nothing wrong."""
    try:
        return not fairness.verify(fairness.read_proof(document))
    except PitbookError:
        return False


def test_what_a_player_holds_is_right(page: Page, held: Held, tmp_path: Path) -> None:
    """By file, by paste and by drop, with a keyboard, on a phone; and it is as usable as our other pages."""
    for name, text in (
        ("T1-1.receipt", held.receipt),
        ("T1-1.json", json.dumps({"round": "T1-1", "proof": held.proof})),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    verdict = page.locator("#verdict")
    page.locator("#check").press("Enter")
    expect(verdict).to_have_text("Give a file, or paste a text, first.")
    page.locator("#files").set_input_files([tmp_path / "T1-1.receipt", tmp_path / "T1-1.json"])
    expect(verdict).to_have_text("This does not hold: 1 of 9 checks.")
    expect(page.locator("li.fails")).to_contain_text("The signature of the house")
    page.locator("#keys").fill(held.keys)
    page.locator("#noted").fill(held.proof["commitment"])
    page.locator("#check").press("Enter")
    expect(verdict).to_have_text("Everything holds: 14 checks.")
    expect(page.locator("#results")).to_contain_text("witness-11.example")
    page.locator("summary").press("Enter")
    expect(page.locator("details")).to_contain_text("hand 1: ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    problems = AXE.run(page, options={"rules": {"region": {"enabled": False}}}).response["violations"]
    assert [one["id"] for one in problems] == []
    page.locator("#pasted").fill(f"\n{held.checkpoint.strip()}")
    expect(verdict).to_have_text("Everything holds: 19 checks.")
    page.get_by_label("Remove T1-1.json").press("Enter")
    page.locator("#clear").press("Enter")
    expect(verdict).to_have_text("")
    dropped = page.evaluate_handle(
        "(text) => { const held = new DataTransfer(); held.items.add(new File([text], 'x.json')); return held; }",
        json.dumps(held.proof),
    )
    page.dispatch_event("#drop", "drop", {"dataTransfer": dropped})
    expect(verdict).to_have_text("Everything holds: 3 checks.")


def changed(document: Any, **parts: Any) -> Any:
    return json.loads(json.dumps(document)) | parts


def other_hex(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def swapped(deck: str) -> str:
    first, second, *rest = deck.split()
    return " ".join([second, first, *rest])


def listed(vector: Any, place: int = 0, **parts: Any) -> Any:
    found = changed(vector)
    found["players"][place] |= parts
    return found


def proof_forgeries() -> dict[str, tuple[Any, str]]:
    """Changed proofs, and what has to be named."""
    vectors: list[Any] = [
        {name: part for name, part in one.items() if name not in ("note", "context", "block")} for one in read_vectors()
    ]
    first = vectors[0]
    beacon = next(one for one in vectors if one["beacon"])
    missing = next(one for one in vectors if not one["decks"] and one["players"])
    return {
        "seed": (changed(first, seed=other_hex(first["seed"])), "The commitment in the proof"),
        "commitment": (changed(first, commitment=other_hex(first["commitment"])), "The commitment in the proof"),
        "deck": (changed(first, decks=[swapped(first["decks"][0])]), "The deck"),
        "short deck": (changed(first, decks=[first["decks"][0][:-3]]), "The deck"),
        "cut": (changed(first, cuts=[{"fewest": 10, "depth": 26}]), "The cut"),
        "round": (changed(first, round="TABLE-2"), "The commitment in the proof"),
        "rules": (changed(first, rules="8" * 64), "The commitment in the proof"),
        "par": (changed(first, par="8" * 64), "The commitment in the proof"),
        "a player's seed": (listed(first, seed="unlucky"), "The seed of ann"),
        "a player's commitment": (listed(first, 1, commitment="0" * 64), "The seed of bob"),
        "the order of the list": (changed(first, players=first["players"][::-1]), "The deck"),
        "a player less": (changed(first, players=first["players"][:1]), "The deck"),
        "a player twice": (changed(first, players=first["players"][:1] * 2), "The proof"),
        "a seed that is said to be missing": (
            listed(first, seed=None),
            "The number of decks dealt while a seed was missing",
        ),
        "cards without a seed": (
            changed(missing, cuts=first["cuts"]),
            "The number of decks dealt while a seed was missing",
        ),
        "no beacon": (changed(beacon, beacon=None), "The deck"),
        "an old beacon": (changed(beacon, opened="2027-01-01T00:00:00+00:00"), "The time of the beacon"),
        "a beacon without a time": (
            changed(beacon, beacon={"value": "8b8e7f", "at": "then"}),
            "The time of the beacon",
        ),
        "another algorithm": (changed(first, algorithm="pitbook-1"), "The proof"),
        "no list": (changed(first, players=None), "The proof"),
        "decks of numbers": (changed(first, decks=[1]), "The proof"),
        "no time": (changed(first, opened="yesterday"), "The proof"),
        "a cut of half a card": (changed(first, cuts=[{"fewest": 10, "depth": 25.5}]), "The proof"),
    }


def test_each_forged_proof_is_named(page: Page) -> None:
    for vector in read_vectors():
        assert failed(examined(page, vector)) == [], vector["note"]
    for how, (document, named) in proof_forgeries().items():
        assert named in failed(examined(page, document)), how
        assert not proof_holds(document), how
        assert failed(examined(page, {"proof": document})) == failed(examined(page, document))


def signatures(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """The receipt or checkpoint with other signature lines."""
    head, _, lines = text.rpartition("\n\n")
    return "\n".join([head, "", *change(lines.splitlines()), ""])


def spoiled(line: str) -> str:
    """A signature line whose last byte is another."""
    head, _, encoded = line.rpartition(" ")
    return f"{head} {encoded[:-4]}{'AAA=' if encoded[-4:] != 'AAA=' else 'AAE='}"


def receipt_forgeries(held: Held) -> dict[str, tuple[str, str, str]]:
    """Changed receipts, the number of witnesses that are enough, and what has to be named."""
    text = held.receipt
    proof = parse_proof(text)
    seal = "The seal of the round"
    place = "The place of the round in the record"
    damaged = "What the receipt says of its round is damaged."
    named = {
        **dict.fromkeys(("swapped", "other cards", "other amount", "left out", "added", "hidden made up"), seal),
        **dict.fromkeys(("other round", "other table"), seal),
        **dict.fromkeys(("other beginning", "no commit", "other seal"), place),
        **dict.fromkeys(("more lines", "no parts", "parts of numbers", "a list"), damaged),
        **dict.fromkeys(("salt that eats its text", "salt in capitals", "two hashes in one"), damaged),
        **dict.fromkeys(("part with more", "more keys"), damaged),
        "other form": "This is no receipt of the form",
    }
    assert named.keys() == FORGERIES.keys()
    found = {how: (forged(text, change), "", named[how]) for how, change in FORGERIES.items()}

    def made(**parts: Any) -> str:
        return replace(proof, **parts).text()

    def root(line: int, value: str) -> str:
        lines = proof.checkpoint.split("\n")
        lines[line] = value
        return made(checkpoint="\n".join(lines))

    return found | {
        "a hash of the tree": (made(proof=(bytes(32), *proof.proof[1:])), "", place),
        "no hash of the tree": (made(proof=proof.proof[1:]), "", place),
        "another index": (made(index=proof.index + 1), "", place),
        "an index beyond": (made(index=proof.index + 100), "", place),
        "another root": (root(2, encode_base64(bytes(32))), "", "The signature of the house"),
        "another size": (root(1, "999"), "", "The signature of the house"),
        "another log": (root(0, "pitbook/other"), "", "The log that the checkpoint is of"),
        "the house's signature": (
            signatures(text, lambda all_: [spoiled(all_[0]), *all_[1:]]),
            "",
            "The signature of the house",
        ),
        "no signature": (signatures(text, lambda all_: all_[1:]), "", "The signature of the house"),
        "a false cosignature": (
            signatures(text, lambda all_: [*all_[:2], spoiled(all_[2])]),
            "",
            "The cosignature of witness-12",
        ),
        "too few cosignatures": (signatures(text, lambda all_: all_[:2]), "", "Enough witnesses"),
        "all cosignatures wanted": (text, "3", "Enough witnesses"),
        "half is not enough": (text, "1", "1 of 3 witnesses: at least 2"),
        "spaces": (made(extra=(proof.extra or b"").replace(b'"form":', b'"form": ')), "", damaged),
        "not JSON": (made(extra=b"{"), "", "What the receipt says of its round can't be read."),
        "no extra": (made(extra=None), "", "What the receipt says of its round can't be read."),
        "no last line feed": (text[:-1], "", "The checkpoint does not end with a line feed"),
        "a byte in front": (f" {text}", "", "The checkpoint has an empty line."),
        "other Base64": (text.replace("index ", "index 0"), "", "The index is"),
    }


def test_each_forged_receipt_is_named(page: Page, held: Held, tmp_path: Path) -> None:
    assert failed(examined(page, held.receipt, keys=held.keys)) == []
    assert receipt_holds(held.receipt, held.keys, "", tmp_path)
    for how, (text, quorum, named) in receipt_forgeries(held).items():
        assert (text, quorum) != (held.receipt, ""), how
        wrong = failed(examined(page, text, keys=held.keys, quorum=quorum))
        assert [one for one in wrong if one.startswith(named)], (how, wrong)
        assert not receipt_holds(text, held.keys, quorum, tmp_path), how


def test_keys_and_rounds_that_do_not_belong_together(page: Page, held: Held, tmp_path: Path) -> None:
    other = format_vkey("pitbook/other", 1, key(5).public_key().public_bytes_raw())
    same_name = format_vkey(held.house.split("+")[0], 1, key(5).public_key().public_bytes_raw())
    twice = f"{held.keys}\n{held.witnesses[0]}"
    for keys, named in (
        ("", "The signature of the house"),
        (held.witnesses[0], "The signature of the house"),
        (other, "The signature of the house"),
        (same_name, "The signature of the house"),
        (f"{held.house} {other}", "The key of one house is needed"),
        (twice, "Two of the witnesses have the same name"),
        (held.house.replace("+A", "+B"), "The key"),
        (held.house[:-4], "The key"),
        ("nonsense", '"nonsense" is not a key'),
    ):
        wrong = failed(examined(page, held.receipt, keys=keys))
        assert wrong[0].startswith(named), keys
        assert not receipt_holds(held.receipt, keys, "", tmp_path), keys
    both = examined(page, held.receipt, held.other, keys=held.keys)
    assert failed(both) == ["The round of proof and receipt"]
    mixed = held.other | {"round": "T1-1"}
    assert "The commitment that the record has for this round" in failed(examined(page, held.receipt, mixed))
    assert failed(examined(page, held.proof, noted="0" * 64)) == ["The commitment that you noted before the wagers"]


NONSENSE = [
    *("", " \n", "hello", "{", "[]", "null", "1", '"text"', "{}", '{"proof": null}', '{"proof": 1}', "[" * 100_000),
    *(
        '{"algorithm": "pitbook-2"}',
        '{"proof": {"algorithm": {}}}',
        "c2sp.org/tlog-proof@v1",
        "c2sp.org/tlog-proof@v1\n\n",
    ),
    *("c2sp.org/tlog-proof@v1\nindex 1\n\na\n1\nb\n\n— c d\n", "a\n\n— b c\n", "\n\n— ", "\x00\x01", "— " * 10_000),
    "x" * 2_000_001,
]


def with_part(receipt: str, text: str) -> str:
    """The receipt with a part more that it seems to disclose."""
    return forged(receipt, lambda document: document["parts"].append(["0" * 64, text]))


def test_nonsense_gets_a_sentence(page: Page, held: Held, tmp_path: Path) -> None:
    for text in NONSENSE:
        found = examined(page, text, keys=held.keys)
        assert not found["holds"]
        assert all(one.endswith(".") or one == "The proof" for one in failed(found)), text[:40]
    for name, content in (("huge.bin", bytes(2_000_001)), ("picture.png", b"\x89PNG\xff")):
        (tmp_path / name).write_bytes(content)
        page.locator("#files").set_input_files(tmp_path / name)
        expect(page.locator("#verdict")).to_contain_text("This does not hold")
        page.get_by_label(f"Remove {name}").click()
    strange = ["[]", "5", "null", '["cards"]', '["x",1,null,1,[],[],null,null,null]', '["x",1,{},1,["a"],[],"y",1,2]']
    for text in strange:
        page.locator("#pasted").fill(with_part(held.receipt, text))
        expect(page.locator("#verdict")).to_contain_text("This does not hold")
        assert page.locator("#results li.fails").count() > 0
    page.locator("#pasted").fill("<img src=x onerror=alert(1)>")
    expect(page.locator("#results")).to_contain_text("neither a proof nor a receipt nor a checkpoint")


@pytest.mark.parametrize("number", [40, pytest.param(3_000, marks=pytest.mark.prove)])
def test_whatever_is_changed_is_judged_as_pitbook_does(number: int, page: Page, held: Held, tmp_path: Path) -> None:
    """One letter, line or byte of a receipt, or one value of a proof, is another, gone or there twice."""
    chance = random.Random(number)
    proof = parse_proof(held.receipt)
    for _ in range(number):
        text = _mutated(held.receipt, chance)
        if chance.random() < 0.5:
            extra = _mutated((proof.extra or b"").decode(), chance).encode()
            text = TlogProof(proof.index, proof.proof, proof.checkpoint, extra).text()
        holds = examined(page, text, keys=held.keys)["holds"]
        assert holds == receipt_holds(text, held.keys, "", tmp_path), text
        document = json.dumps(chance.choice([held.proof, *proof_documents()]))
        try:
            mutated = json.loads(_mutated(document, chance))
        except ValueError:
            continue
        if isinstance(mutated, dict) and mutated.keys() == held.proof.keys():
            assert examined(page, mutated)["holds"] == proof_holds(mutated), mutated


def proof_documents() -> list[Any]:
    return [document for document, _ in proof_forgeries().values()][:10]


def _mutated(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text))
    match chance.randrange(4):
        case 0:
            return text[:place] + chance.choice('0123456789abcdefABC",[]{} \n+/=—') + text[place + 1 :]
        case 1:
            return text[:place] + text[place + 1 :]
        case 2:
            return text[:place] + text[place] + text[place:]
        case _:
            lines = text.split("\n")
            del lines[chance.randrange(len(lines))]
            return "\n".join(lines)


RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
        "655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
        "b00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
        "c027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e"
        "2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17a"
        "d9bef1177331a704",
    ),
]
"""Of section 7.1: tests 1, 2, 3 and SHA(abc), each key, message and signature."""
VERIFY = """(cases) => cases.map((one) => pitbook.verifySignature(
  ...one.map((text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)))))"""


def signature_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize("number", [12, pytest.param(500, marks=pytest.mark.prove)])
def test_signatures_are_those_of_the_rfc_and_of_another_implementation(number: int, page: Page) -> None:
    assert page.evaluate(VERIFY, RFC_8032) == [True] * len(RFC_8032)
    order = 2**252 + 27742317777372353535851937790883648493
    chance = random.Random(number)
    cases = []
    for place in range(number):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        message = chance.randbytes(chance.choice([0, 1, 63, 64, 111, 112, 127, 128, 300]))
        public, signature = private.public_key().public_bytes_raw(), private.sign(message)
        s = int.from_bytes(signature[32:], "little")
        spoil = [
            (public, message, signature),
            (public, message + b"x", signature),
            (public, message, signature[:5] + bytes([signature[5] ^ 1]) + signature[6:]),
            (public, message, signature[:32] + (s + order).to_bytes(32, "little")),
            (public, message, signature[:-1]),
            (chance.randbytes(32), message, signature),
        ]
        cases.append(spoil[place % len(spoil)])
    expected = [signature_holds(*one) for one in cases]
    assert True in expected
    assert False in expected
    assert page.evaluate(VERIFY, [[part.hex() for part in one] for one in cases]) == expected
