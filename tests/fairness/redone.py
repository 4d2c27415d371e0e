"""The algorithm written down a second time, from `docs/fairness.md` alone, with nothing but SHA-256 and HMAC."""

import hashlib
import hmac
from typing import Any


def netstrings(texts: list[str]) -> bytes:
    written = b""
    for text in texts:
        raw = text.encode("utf-8")
        written += str(len(raw)).encode("ascii") + b":" + raw + b","
    return written


class Stream:
    """Steps 3 to 5."""

    def __init__(self, seed: bytes, label: str, round_id: str, player_seeds: list[str]) -> None:
        self.seed = seed
        self.context = hashlib.sha256(netstrings(["pitbook-stream-1", label, round_id, *player_seeds])).digest()
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


def shuffled(stream: Stream) -> str:
    """Step 6, with the cards' names."""
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    last = 51
    while last >= 1:
        chosen = stream.below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
        last -= 1
    return " ".join(cards)


def redo(vector: dict[str, Any]) -> dict[str, Any]:
    """What commitment, decks and cuts of a proof should be."""
    seed, round_id, players = bytes.fromhex(vector["seed"]), vector["round"], vector["player_seeds"]
    commitment = hashlib.sha256(netstrings(["pitbook-commitment-1", round_id, vector["seed"].lower()])).hexdigest()
    decks = [
        shuffled(Stream(seed, label("deck", number), round_id, players))
        for number in range(1, len(vector["decks"]) + 1)
    ]
    cuts = []
    for number, cut in enumerate(vector["cuts"], 1):
        fewest = cut["fewest"]
        drawn = Stream(seed, label("cut", number), round_id, players).below(52 - 2 * fewest + 1)
        cuts.append({"fewest": fewest, "depth": fewest + drawn})
    return {"commitment": commitment, "decks": decks, "cuts": cuts}
