"""Messages that nobody should send over a live connection, each with the kind of answer that it must get.

Nothing that is sent here looks like a card, so that a card in an answer can only have come from the server.
"""

import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from pitbook.rulebooks import load_book

PLAIN = "".join(sorted(set(string.printable) - set("cdhs"))) + "ßé漢\0\U0001f0a1"
HUGE = "9" * 5000
ODD_NUMBERS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1",
    "1.5",
    "1e400",
    HUGE,
    "-" + HUGE,
    "0x1",
    "01",
    "true",
    '"1"',
)
ODD_STRINGS = (
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\ud83d"',
    '""',
    '"' + "x" * 600 + '"',
    "null",
    "[]",
    "{}",
    "5",
    "NaN",
)
ODD_MONEY = (
    '"-5.00"',
    '"5.001"',
    '"1e3"',
    '"NaN"',
    '"\\uff15.00"',
    '" 5.00"',
    '"5,00"',
    '"' + HUGE + '"',
    "5",
    "5.0",
    '""',
)
_ids = count(1)


@dataclass(frozen=True)
class Message:
    """What is sent, and which answers are right: a kind of error, or `repeated`."""

    data: str | bytes
    answers: frozenset[str]
    id: str | None = None
    """The id that the answer must have; none where the message has none that can be read."""


def new_id() -> str:
    """A key that no message had before."""
    return f"x{next(_ids)}"


def message(command: dict[str, Any], answers: set[str], *, key: str | None = None, at: int | None = None) -> Message:
    """A command in its right form."""
    key = key or new_id()
    text = json.dumps({"type": "command", "id": key, "expected": at, "command": command})
    return Message(text, frozenset(answers), key)


def malformed(chance: random.Random) -> Message:
    """Something that is not a message, for any reason."""
    return Message(chance.choice(_MALFORMED)(chance), frozenset({"malformed"}))


def _noise(chance: random.Random) -> str:
    return "".join(chance.choices(PLAIN, k=chance.randrange(60)))


def _bytes(chance: random.Random) -> bytes:
    return chance.choice([chance.randbytes(chance.randrange(50)), b'{"type":"ping"}', b"", b"\xff\xfe" * 9000])


def _cut_off(chance: random.Random) -> str:
    text = _envelope("5")
    return text[: chance.randrange(len(text))]


def _huge(chance: random.Random) -> str:
    size = chance.choice((16_385, 40_000, 60_000))
    return chance.choice((json.dumps({"type": "ping", "x": "y" * size}), '{"type":"ping"}' + " " * size, "z" * size))


def _deep(chance: random.Random) -> str:
    depth = chance.choice((50, 500, 2000, 3200))
    opening, closing = chance.choice((("[", "]"), ('{"do":', "}"), ('{"x":', "}")))
    nested = opening * depth + "1" + closing * chance.choice((0, depth))
    return chance.choice((nested, _envelope(nested)))[:16_000]


def _envelope(command: str, *, key: str = '"k"', expected: str = "null", kind: str = '"command"') -> str:
    return f'{{"type":{kind},"id":{key},"expected":{expected},"command":{command}}}'


def _odd_envelope(chance: random.Random) -> str:
    leave = '{"do":"leave"}'
    odd = chance.choice((*ODD_STRINGS, '"a b"', '"é"', '"' + "k" * 65 + '"'))
    return chance.choice(
        (
            _envelope(leave, key=odd),
            _envelope(leave, expected=chance.choice(ODD_NUMBERS)),
            _envelope(leave, kind=chance.choice((*ODD_STRINGS, '"done"', '"view"', '"COMMAND"'))),
            _envelope(leave)[:-1] + ',"as":"dealer"}',
            _envelope(chance.choice((*ODD_STRINGS, "[" + leave + "]", '"leave"'))),
        )
    )


def _odd_command(chance: random.Random) -> str:
    """A known command with one value, one key or its name gone wrong."""
    number, text, money = (chance.choice(odd) for odd in (ODD_NUMBERS, ODD_STRINGS, ODD_MONEY))
    return _envelope(
        chance.choice(
            (
                f'{{"do":{text}}}',
                f'{{"do":{number}}}',
                '{"do":"undo"}',
                '{"do":"sit"}',
                '{"do":"leave","force":true}',
                '{"seat":1}',
                f'{{"do":"sit","seat":{number},"buy_in":"5.00"}}',
                f'{{"do":"sit","seat":1,"buy_in":{money}}}',
                f'{{"do":"buy_in","amount":{money}}}',
                f'{{"do":"cash_out","amount":{money}}}',
                f'{{"do":"decide","seat":{number},"action":"fold"}}',
                '{"do":"decide","seat":1,"action":"\\ud800"}',
                f'{{"do":"place_wagers","seat":1,"wagers":{{"ante":{money}}}}}',
                f'{{"do":"place_wagers","seat":1,"wagers":{chance.choice(("null", "[]", "5", "[1]"))}}}',
                '{"do":"place_wagers","seat":1,"wagers":{"\\ud800":"5.00"}}',
                f'{{"do":"ready","seat":1,"wagers":{json.dumps(dict.fromkeys(map(str, range(17)), "5.00"))}}}',
                '{"do":"reveal_seed","seed":"\\udc00"}',
                f'{{"do":"step","step":"deal","count":{number}}}',
                f'{{"do":"report","irregularity":"x","detail":{{"seat":{chance.choice(("1.5", "NaN", "[]"))}}}}}',
            )
        )
    )


_MALFORMED: tuple[Callable[[random.Random], str | bytes], ...] = (
    _noise,
    _bytes,
    _cut_off,
    _huge,
    _deep,
    _odd_envelope,
    _odd_command,
    _odd_command,
)


def foreign(chance: random.Random, theirs: int, own: int, book_id: str) -> dict[str, Any]:
    """A command that would be right from the player at `theirs`, from the dealer or from the floor, and is not ours.

    `own` is a position that whoever sends it holds at another table, and at this one nobody does.
    """
    flow = load_book(book_id).flow
    actions = [name for street in flow.streets for name in street.actions]
    seat = chance.choice((theirs, own))
    amount = chance.choice(("5.00", "100.00", "999999999999.99"))
    return chance.choice(
        (
            {"do": "decide", "seat": seat, "action": chance.choice(actions)},
            {"do": "decide", "seat": seat, "action": flow.streets[0].bets[0].verb, "amount": amount},
            {"do": "place_wagers", "seat": seat, "wagers": {"ante": "5.00", "odds": "5.00"}},
            {"do": "place_wagers", "seat": theirs, "wagers": {}},
            {"do": "ready", "seat": seat, "wagers": {"ante": "500.00", "odds": "500.00"}},
            {"do": "sit", "seat": theirs, "buy_in": "5.00"},
            {"do": "sit", "seat": 20, "buy_in": amount},
            {"do": "buy_in", "amount": amount, "seat": theirs},
            {"do": "cash_out", "amount": amount, "seat": theirs},
            {"do": "leave", "seat": theirs},
            {"do": "step", "step": chance.choice(("open_round", "no_more_bets", "deal", "settle"))},
            {"do": "deal_round"},
            {"do": "report", "irregularity": "dealer_card_exposed", "detail": {}},
            {"do": "call_stub_count"},
            {"do": "go_idle", "face_up": True},
            {"do": "acknowledge", "seat": theirs},
            {"do": "restore_device", "device": "shoe"},
            {"do": "seat_guest", "seat": 5, "name": "Joe", "buy_in": amount},
            {"do": "order_recut", "reason": "so"},
            {"do": "order_reshuffle", "reason": "so"},
            {"do": "change_deck", "deck": 0, "back": "green", "reason": "so"},
            {"do": "rule", "words": "The round is void."},
            {"do": "rule_on_leaving", "player": "Ann", "abandoned": True, "reason": "so"},
            {"do": "close_table"},
            {"do": "player_arrives"},
            {"do": "arrange", "dealing": "dealer", "private": True},
            {"do": "seat_bot", "seat": 5, "plays": "simple"},
            {"do": "dismiss_bot", "seat": theirs},
        )
    )
