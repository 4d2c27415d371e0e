"""The algorithm written a second time, from `docs/explanation/fairness.md` alone, with only SHA-256 and HMAC."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any


def netstrings(texts: list[str]) -> bytes:
    written = b""
    for text in texts:
        raw = text.encode("utf-8")
        written += str(len(raw)).encode("ascii") + b":" + raw + b","
    return written


class Stream:
    """Steps 3 to 5."""

    def __init__(self, seed: bytes, label: str, round_id: str, mixed: list[str]) -> None:
        self.seed = seed
        self.context = hashlib.sha256(netstrings(["pitbook-stream-1", label, round_id, *mixed])).digest()
        self.taken = 0
        self.thrown_away = 0

    def word(self) -> int:
        block, place = divmod(self.taken, 8)
        self.taken += 1
        message = self.context + bytes([block >> 24 & 255, block >> 16 & 255, block >> 8 & 255, block & 255])
        mac = hmac.new(self.seed, message, hashlib.sha256).digest()
        a, b, c, d = mac[4 * place : 4 * place + 4]
        return a * 2**24 + b * 2**16 + c * 2**8 + d

    def below(self, n: int) -> int:
        word = self.word()
        while word >= 2**32 - 2**32 % n:
            self.thrown_away += 1
            word = self.word()
        return word % n


def label(kind: str, number: int) -> str:
    return kind if number == 1 else kind + "-" + str(number)


def shuffled(stream: Stream, ranks: str = "23456789TJQKA") -> str:
    """Step 6, with the cards' names."""
    cards = [rank + suit for rank in ranks for suit in "cdhs"]
    last = len(cards) - 1
    while last >= 1:
        chosen = stream.below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
        last -= 1
    return " ".join(cards)


def digest(texts: list[str]) -> str:
    return hashlib.sha256(netstrings(texts)).hexdigest()


def mixed_in(proof: Mapping[str, Any]) -> list[str]:
    """What stands in every context after the round's id."""
    beacon = proof["beacon"]
    texts = ["beacon", beacon["value"], beacon["at"]] if beacon else []
    for one in proof["players"]:
        texts += ["player", one["player"], one["seed"]]
    return texts


def redo(proof: Mapping[str, Any]) -> dict[str, Any]:
    """What commitments, decks and cuts of a proof should be."""
    seed, round_id = bytes.fromhex(proof["seed"]), proof["round"]
    own = ["pitbook-commitment-2", round_id, proof["rules"], proof["par"], proof["seed"].lower()]
    players = [
        digest(["pitbook-player-2", round_id, one["player"], one["seed"]])
        for one in proof["players"]
        if one["seed"] is not None
    ]
    decks = [
        shuffled(Stream(seed, label("deck", number), round_id, mixed_in(proof)))
        for number in range(1, len(proof["decks"]) + 1)
    ]
    cuts = []
    for number, cut in enumerate(proof["cuts"], 1):
        fewest = cut["fewest"]
        drawn = Stream(seed, label("cut", number), round_id, mixed_in(proof)).below(52 - 2 * fewest + 1)
        cuts.append({"fewest": fewest, "depth": fewest + drawn})
    return {"commitment": digest(own), "players": players, "decks": decks, "cuts": cuts}
