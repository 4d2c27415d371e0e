"""History: a past round is marked as a replay, and the page checks its shuffle by itself.

It does so also where the browser offers no cryptography.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import decide, settled, sit_at_new
from browser.visiting import Visitor
from pitbook.fairness.vectors import read_vectors
from pitbook.web.shell import read_shell

VECTORS = read_vectors()
NO_CRYPTOGRAPHY = "Object.defineProperty(crypto, 'subtle', { value: undefined });"
"""What a page has on plain HTTP from another machine."""
CALL = """async ([module, name, calls]) => {
  const found = await import(module);
  const bytes = (one) => Array.isArray(one) && one.every(Number.isInteger) ? Uint8Array.from(one) : one;
  return calls.map((given) => {
    const result = found[name](...given.map(bytes));
    return result instanceof Uint8Array ? Array.from(result) : result;
  });
}"""


def called(ann: Visitor, module: str, function: str, calls: list[Any]) -> Any:
    """What a function of a page's module gives in each call; lists of numbers go in and come out as bytes."""
    return ann.page.evaluate(CALL, [f"{read_shell().root}history/{module}.js", function, calls])


@pytest.fixture
def ann(arrive: Arrive) -> Visitor:
    """Somebody whose browser has no cryptography."""
    found = arrive()
    found.turn_to_a_new_page()
    found.page.add_init_script(NO_CRYPTOGRAPHY)
    found.page.goto("/about")
    assert found.page.evaluate("crypto.subtle === undefined")
    return found


def test_sha256_and_hmac(ann: Visitor) -> None:
    """Around the ends of blocks, and with keys that are longer than one."""
    lengths = [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000]
    messages = [[(7 * place + length) % 256 for place in range(length)] for length in lengths]
    keys = [[(11 * place + 3) % 256 for place in range(length)] for length in lengths]
    hashed = called(ann, "sha256", "sha256", [[message] for message in messages])
    assert [bytes(one) for one in hashed] == [hashlib.sha256(bytes(one)).digest() for one in messages]
    pairs = list(zip(keys, messages, strict=True))
    keyed = called(ann, "sha256", "hmacSha256", [list(pair) for pair in pairs])
    assert [bytes(one) for one in keyed] == [hmac.digest(bytes(key), bytes(one), "sha256") for key, one in pairs]


def test_the_vectors_hold(ann: Visitor) -> None:
    dealt = [one for one in VECTORS if one["context"] is not None]
    mixed = called(ann, "fairness", "mixedIn", [[one] for one in dealt])
    rounds = [["deck", one["round"], texts] for one, texts in zip(dealt, mixed, strict=True)]
    contexts = called(ann, "fairness", "context", rounds)
    assert [bytes(one).hex() for one in contexts] == [one["context"] for one in dealt]
    blocks = [[one["seed"], context, 0] for one, context in zip(dealt, contexts, strict=True)]
    assert [bytes(one).hex() for one in called(ann, "fairness", "block", blocks)] == [one["block"] for one in dealt]
    found = called(ann, "fairness", "verify", [[one, one["commitment"]] for one in VECTORS])
    for vector, checks in zip(VECTORS, found, strict=True):
        revealed = [one["seed"] for one in vector["players"] if one["seed"] is not None]
        others = bool(vector["beacon"]) + (len(revealed) < len(vector["players"]))
        number = 2 + len(revealed) + others + len(vector["decks"]) + len(vector["cuts"])
        assert len(checks) == number, vector["note"]
        assert all(check["holds"] for check in checks), vector["note"]


@pytest.mark.prove
def test_a_proof_that_differs_from_what_this_browser_saw_is_found(ann: Visitor) -> None:
    """Also where the proof is in order by itself: another commitment or list, an old beacon, cards all the same."""
    first = VECTORS[0]
    listed = [{"player": one["player"], "commitment": one["commitment"]} for one in first["players"]]
    beacon = next(one for one in VECTORS if one["beacon"])
    missing = next(one for one in VECTORS if one["context"] is None)
    seen: list[tuple[Any, Any, list[str]]] = [
        (first, {"commitment": first["commitment"], "list": listed}, []),
        (first, {"commitment": "0" * 64}, ["The commitment that this browser saw before the wagers"]),
        (first, {"list": listed[:1]}, ["The closed list that this browser received"]),
        (beacon | {"opened": "2026-01-31T13:00:00+00:00"}, {}, ["The time of the beacon"]),
        (missing | {"cuts": first["cuts"]}, {}, ["The number of decks dealt while a seed was missing"]),
        (first | {"rules": "0" * 64}, {}, ["The commitment in the proof"]),
    ]
    found = called(ann, "fairness", "verify", [[proof, None, saw] for proof, saw, _ in seen])
    for (_, _, fails), checks in zip(seen, found, strict=True):
        assert [check["what"] for check in checks if not check["holds"]] == fails


def changed(proof: Any, part: str) -> Any:
    """A proof of which one part was changed."""
    found = json.loads(json.dumps(proof))
    match part:
        case "deck":
            first, second, *rest = found["decks"][0].split()
            found["decks"][0] = " ".join([second, first, *rest])
        case "cut":
            found["cuts"][0]["depth"] += 1
        case "seed":
            found["seed"] = found["seed"][1:] + ("0" if found["seed"][0] != "0" else "1")
        case _:
            found["commitment"] = found["commitment"][::-1]
    return found


@pytest.mark.prove
def test_a_changed_part_is_named(ann: Visitor) -> None:
    named = {"deck": "The deck", "cut": "The cut", "commitment": "The commitment in the proof"}
    calls = [[changed(VECTORS[0], part), VECTORS[0]["commitment"]] for part in named]
    for what, checks in zip(named.values(), called(ann, "fairness", "verify", calls), strict=True):
        assert [check["what"] for check in checks if not check["holds"]] == [what]


@pytest.mark.prove
def test_what_is_no_proof_gets_a_sentence(ann: Visitor) -> None:
    wrong: list[tuple[str, Any, str]] = [
        ("algorithm", "pitbook-1", "The algorithm pitbook-1 is not known here."),
        ("rules", "00", "The digest of the rules is not 64 hexadecimal digits."),
        ("players", [{"player": "ann"}], "The list of players is damaged."),
        ("seed", "00", "The server seed is not 64 hexadecimal digits."),
        ("cuts", [{"fewest": 40, "depth": 41}], "A cut has an impossible fewest number of cards."),
    ]
    found = called(ann, "fairness", "verify", [[VECTORS[0] | {part: value}] for part, value, _ in wrong])
    for (_, _, says), checks in zip(wrong, found, strict=True):
        assert [(check["holds"], check["said"]) for check in checks] == [(False, says)]


def test_a_round_is_played_back_and_verified(arrive: Arrive, tmp_path: Path) -> None:
    """From the table through its history to the round, with a seed of one's own in its shuffle."""
    ann = arrive()
    table = sit_at_new(ann, "md-heads-up-holdem")
    ann.press("deal")
    decide(ann, "raise_3")
    settled(ann)
    ann.page.locator("#tab-table").click()
    expect(ann.at("seed-added")).to_have_text("A random seed from this page is in the shuffle.")
    ann.at("seed").fill("Ann's cat sat on the keyboard")
    ann.press("add-seed")
    expect(ann.at("seed-added")).to_contain_text("with the words Ann's cat sat on the keyboard")
    ann.press("deal")
    decide(ann, "raise_3")
    ann.page.locator("#tab-round").click()
    settled(ann)
    net = ann.at("settlement").locator(".net-row dd").inner_text()
    ann.page.locator("#tab-table").click()
    ann.press("history-link")
    listed = ann.at("rounds").get_by_role("listitem").filter(has_text=f"Round {table}-2").locator(".net")
    expect(listed.first).to_have_text(net)
    ann.press(f"round-{table}-2")
    expect(ann.at("replay-mark")).to_have_text("Replay")
    first = ann.at("replay-place").inner_text()
    ann.press("replay-step")
    assert ann.at("replay-place").inner_text() != first
    ann.press("verify")
    result = ann.at("verify-result")
    expect(result).to_contain_text("Verified in this page.")
    assert result.locator("li.holds").count() == result.locator("li").count() == 8
    expect(result).to_contain_text("The commitment that this browser saw before the wagers is the same in the proof.")
    assert "Ann's cat sat on the keyboard" in ann.page.locator(".seeds").inner_text()
    assert ann.at("replay-link").input_value() == f"{ann.server.address}/round/{table}-2"
    take_along(ann, f"{table}-2", tmp_path)


def take_along(ann: Visitor, round_id: str, folder: Path) -> None:
    """From the page of a round to a check on one's own disk; the verifier is the one that the server gives."""
    ann.page.route("**/receipt", lambda route: route.fulfill(status=200, body="a receipt", content_type="text/plain"))
    names = {"verifier": "pitbook-verifier.html", "keys": "pitbook-keys.txt", "proof": f"{round_id}.proof.json"}
    for what, name in {**names, "receipt": f"{round_id}.receipt"}.items():
        with ann.page.expect_download() as coming:
            ann.press(f"keep-{what}")
        assert coming.value.suggested_filename == name
        coming.value.save_as(folder / name)
    assert (folder / f"{round_id}.receipt").read_text() == "a receipt"
    verifier = ann.open()
    verifier.goto((folder / names["verifier"]).as_uri())
    verifier.locator("#files").set_input_files(folder / names["proof"])
    verifier.locator("#keys").fill((folder / names["keys"]).read_text())
    verifier.locator("#check").click()
    expect(verifier.locator("#verdict")).to_have_text("Everything holds: 4 checks.")


@pytest.mark.parametrize(
    ("cryptography", "parts"),
    [
        (True, ["deck"]),
        pytest.param(True, ["seed", "cut"], marks=pytest.mark.prove),
        pytest.param(False, ["seed", "deck", "cut"], marks=pytest.mark.prove),
    ],
)
def test_the_button_finds_what_was_tampered_with(cryptography: bool, parts: list[str], arrive: Arrive) -> None:
    """A table that shows another card than its seeds give, or another seed, deck or cut, is found out."""
    ann = arrive()
    if not cryptography:
        ann.turn_to_a_new_page()
        ann.page.add_init_script(NO_CRYPTOGRAPHY)
    table = sit_at_new(ann, "md-heads-up-holdem")
    ann.press("deal")
    decide(ann, "raise_3")
    settled(ann)
    true = ann.get(f"/api/rounds/{table}-1")
    other = json.loads(json.dumps(true))
    depth = other["proof"]["cuts"][0]["depth"]
    other["dealt"]["dealer"][0] = other["proof"]["decks"][0].split()[depth - 1]  # the last card, dealt to nobody
    answers = [other, *(true | {"proof": changed(true["proof"], part)} for part in parts)]
    said = []
    given = iter([true, *answers])
    ann.page.route("**/api/rounds/*", lambda route: route.fulfill(json=next(given)))
    for _ in range(1 + len(answers)):
        ann.page.goto(f"/round/{table}-1")
        ann.at("verify").wait_for()
        ann.page.keyboard.press("v")
        result = ann.at("verify-result")
        result.wait_for()
        said.append((result.locator("b").first.inner_text().strip(), result.locator("li.fails b").all_inner_texts()))
    assert [verdict for verdict, _ in said] == ["Verified in this page.", *["Not verified."] * len(answers)]
    assert ["Every card that was dealt" in " ".join(failed) for _, failed in said[:2]] == [False, True]
