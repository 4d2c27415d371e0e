"""The secrets and names of a round: the server's seed, the round's id, the players' seeds, and the commitment."""

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from pitbook.fairness.stream import netstrings
from pitbook.problems import MalformedError, Problem

SEED_BYTES: Final = 32
"""256 bits: more than the 225.6 bits needed to distinguish all orders of 52 cards."""

COMMITMENT_DOMAIN: Final = "pitbook-commitment-2"
PLAYER_DOMAIN: Final = "pitbook-player-2"
LONGEST_TEXT: Final = 128
"""The most bytes of UTF-8 in a round's id or a player's seed."""
LONGEST_NAME: Final = 256
"""The most bytes of UTF-8 in a player's name."""

_HEX_OF_32_BYTES: Final = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_LONGEST_QUOTE: Final = 40


def new_seed(entropy: Callable[[int], bytes] = os.urandom) -> bytes:
    """A fresh server seed: 256 bits from the operating system.

    No state is shared between calls, so forked processes have nothing in common, and no clock is involved.
    """
    return _checked_seed(entropy(SEED_BYTES))


def parse_seed(text: str) -> bytes:
    """A server seed from its 64 hexadecimal digits."""
    return bytes.fromhex(checked_hex(text, "a seed"))


def checked_hex(text: str, what: str) -> str:
    """The 64 hexadecimal digits of 32 bytes, in lower case."""
    if _HEX_OF_32_BYTES.fullmatch(text) is None:
        raise MalformedError(Problem(f'"{_quote(text)}" is not {what} (64 hexadecimal digits)', _quote(text)))
    return text.lower()


@lru_cache(maxsize=16)
def commit(seed: bytes, round_id: str, rules: str, par: str) -> str:
    """The commitment to a seed and rules that the server publishes before the first wager; it hides the seed.

    `rules` and `par` are the digests of the house rules and of the inputs of their PAR sheet.
    """
    if problems := text_problems(round_id, "a round's id"):
        raise MalformedError(problems)
    digests = (checked_hex(rules, "a digest of rules"), checked_hex(par, "a digest of a PAR sheet"))
    return _digest(COMMITMENT_DOMAIN, round_id, *digests, _checked_seed(seed).hex())


def commit_player(seed: str, round_id: str, player: str) -> str:
    """A player's commitment, published before "no more bets". Nobody else can open it, in any round."""
    problems = text_problems(seed, "a player's seed") + text_problems(round_id, "a round's id")
    if problems := problems + name_problems(player):
        raise MalformedError(problems)
    return _digest(PLAYER_DOMAIN, round_id, player, seed)


def check_round(seed: bytes, round_id: str, mixed: Sequence[str]) -> None:
    """Refuse an invalid seed, round id or contribution, with all problems together."""
    problems = seed_problems(seed) + text_problems(round_id, "a round's id")
    problems += [problem for text in mixed for problem in text_problems(text, "a part of the shuffle", LONGEST_NAME)]
    if problems:
        raise MalformedError(problems)


def seed_problems(seed: bytes) -> list[Problem]:
    """Check that a server seed has exactly 32 bytes. The message does not show it: it may still be secret."""
    if len(seed) == SEED_BYTES:
        return []
    return [Problem(f"a server seed has {SEED_BYTES} bytes, not {len(seed)}", str(len(seed)))]


def player_seed_problems(seed: str) -> list[Problem]:
    """The problems with a player's seed."""
    return text_problems(seed, "a player's seed")


def name_problems(player: str) -> list[Problem]:
    """The problems with a player's name."""
    return text_problems(player, "a player's name", LONGEST_NAME)


def text_problems(text: str, what: str, longest: int = LONGEST_TEXT) -> list[Problem]:
    """A text has from 1 to `longest` bytes of UTF-8. It is not normalized."""
    quote = _quote(text)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return [Problem(f"{quote!a} is not {what}: it cannot be encoded in UTF-8", ascii(quote))]
    if 1 <= size <= longest:
        return []
    return [Problem(f'"{quote}" is not {what} (1 to {longest} bytes, and it has {size})', quote)]


def _digest(*texts: str) -> str:
    return hashlib.sha256(netstrings(texts)).hexdigest()


def _checked_seed(seed: bytes) -> bytes:
    if problems := seed_problems(seed):
        raise MalformedError(problems)
    return seed


def _quote(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
