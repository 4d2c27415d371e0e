"""Receipts: what a player may see of a round, and the proof that the house has it in its record, checked offline.

A receipt is a C2SP `tlog-proof` of the commit that has the seal of the round. Its extra data is a JSON object:

    {"form": "pitbook-receipt-1", "round": "T1-3", "before": "h", "commit": [[header, [line, ...]], ...],
     "parts": [["salt", "text"], ["hash"], ...]}

`before` and `commit` are the end of the commit, from the seal on (docs/explanation/ledger.md), and `parts` are those
of the round: with salt and text what the player may see, as a hash everything else.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pitbook.audit.damage import readable
from pitbook.audit.rounds import until_round
from pitbook.json_types import Json
from pitbook.ledger import GENESIS, Store, StoredCommit, StoredEvent
from pitbook.ledger.chain import Part, canonical, key_digest, part_digest
from pitbook.pit.checkpoints import StoredCheckpoint
from pitbook.pit.house import house_of
from pitbook.pit.records import TABLE, table_of
from pitbook.pit.seals import (
    ROUND,
    SALT,
    SEALED,
    CardsPart,
    Seal,
    cards_of,
    part_hash,
    part_salt,
    read_salt,
    read_seal,
    round_digest,
    texts_of,
)
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.table import events as happened
from pitbook.table.commands import AUTO
from pitbook.table.seed_events import RoundCalledOff
from pitbook.table.state import the_round
from pitbook.transparency.cosignatures import CosignatureVerifier
from pitbook.transparency.notes import Verifier
from pitbook.transparency.proofs import CheckedProof, TlogProof, check_proof, parse_proof
from pitbook.transparency.tree import Leaves, inclusion_proof, leaf_hash

FORM: Final = "pitbook-receipt-1"
_KEYS: Final = {"form", "round", "before", "commit", "parts"}
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_OPEN: Final = frozenset(
    {
        *("round_opened", "wagers_placed", "no_more_bets", "progressive_acknowledged", "progressive_locked_out"),
        *("seed_committed", "seed_list_closed", "seed_revealed", "beacon_given", "round_called_off", "decided"),
        *("performed", "shuffled", "deck_cut", "settlement_reckoned", "award_taken", "round_voided"),
        *("player_sat", "bought_in", "cashed_out", "player_left", "ruling_made"),
    }
)
"""Events that reveal no card. They are shown to a player unless another player is named in them.

`round_ended` has the server's seed; if no other seed is in the deck, that reveals every card.
"""


class ReceiptEvent(NamedTuple):
    """An event in a receipt, in the order of its canonical line."""

    stream: str
    version: int
    type: str
    schema: int
    fields: list[str]
    values: list[Json]
    time: int
    """In microseconds since 1970."""
    actor: str
    reason: str


CommitPart = tuple[tuple[str, int, int, str], list[str]]
"""A stream's part of a commit: stream, version before, number of events, digest before; and its lines."""


@dataclass(frozen=True, slots=True)
class CheckedReceipt:
    """What a receipt shows: the round, its events and cards as far as they are disclosed, and who vouches for it."""

    round: str
    events: tuple[ReceiptEvent, ...]
    cards: tuple[tuple[str, int | None, str], ...]
    """Place, seat and cards."""
    hidden: int
    """How many parts are not disclosed."""
    proof: CheckedProof


def receipt(
    store: Store,
    kept: Sequence[StoredCheckpoint],
    round_id: str,
    player: str | None = None,
    leaves: Leaves | None = None,
) -> str:
    """The receipt of a round that is over: what this player, or anybody, may see of it.

    It leads to a checkpoint that enough of its witnesses have cosigned (see `judged_by`) or, if none of those has the
    round yet, to one that the house signed. `leaves` are those of the store, if the caller remembers them.
    """
    with readable(f"round {round_id}"):
        return _receipt(store, kept, round_id, player, leaves or store.leaves)


def _receipt(store: Store, kept: Sequence[StoredCheckpoint], round_id: str, player: str | None, leaves: Leaves) -> str:
    name, _ = table_of(round_id)
    cards, names, seats = _ended(store, round_id, player)
    number, seal = _seal(store, name, round_id)
    if not number:
        store.catch_up()
        number, seal = _seal(store, name, round_id)
    commit = next(iter(store.read_all(number - 1)))
    salts = [one for one in commit.events if one.stream == SALT + name and one.event.data.get("round") == round_id]
    salt = read_salt(salts[0], round_id)
    lines = store.lines(TABLE + name, seal.after, seal.upto)
    others = (names | _named(lines)) - {player or "", AUTO}
    shown = [*(_is_open(line, others) for line in lines), *(one.shown or one.seat in seats for one in cards)]
    parts = []
    for place, (text, disclosed) in enumerate(zip(texts_of(lines, cards), shown, strict=True)):
        own = part_salt(salt, place)
        parts.append([own.hex(), text.decode()] if disclosed else [part_hash(own, text)])
    before, end = _end_of(store, commit)
    extra = canonical({"form": FORM, "round": round_id, "before": before, "commit": end, "parts": parts}).encode()
    checkpoint = _covering(kept, commit.receipt.number)
    if (house := house_of(store)) is not None:
        checkpoint.check(house)
    size = checkpoint.checkpoint.size
    index = commit.receipt.number - 1
    return TlogProof(index, tuple(inclusion_proof(leaves, index, size)), checkpoint.note, extra).text()


def check_player(store: Store, round_id: str, player: str) -> None:
    """Refuse somebody who was not at the table when the round ended: they have no receipt."""
    _, names, _ = _ended(store, round_id, player)
    if player not in names:
        there = ", ".join(sorted(names)) or "nobody"
        raise RefusedError(Problem(f"{player} was not at the table of round {round_id}: {there} were", player))


def _ended(store: Store, round_id: str, player: str | None) -> tuple[tuple[CardsPart, ...], set[str], set[int]]:
    """The cards of a round when it ended, everybody at the table, and the seats of this player."""
    for state, _, event in until_round(store, round_id):
        if isinstance(event, happened.RoundEnded | RoundCalledOff):
            current = the_round(state)
            seats = {seat for seat in current.hands if player is not None and state.seats.get(seat) == player}
            return cards_of(current), {*state.players}, seats
    raise RefusedError(Problem(f"round {round_id} was not finished", round_id))


def _seal(store: Store, name: str, round_id: str) -> tuple[int, Seal]:
    """The seal of a round, and the commit that has it; seals are in the order of their rounds."""
    stream, number = ROUND + name, table_of(round_id)[1]
    low, high = 0, store.version(stream)
    while low < high:
        middle = (low + high) // 2
        stored = next(iter(store.read(stream, middle)))
        seal = read_seal(stored)
        if seal.round == round_id:
            return stored.commit, seal
        low, high = (middle + 1, high) if table_of(seal.round)[1] < number else (low, middle)
    raise RefusedError(Problem(f"round {round_id} has no seal", round_id))


def _named(lines: Sequence[bytes]) -> set[str]:
    """The players who acted, or were named, in some events."""
    found = set()
    for line in lines:
        _, _, _, _, fields, values, _, actor, _ = json.loads(line)
        role, _, name = actor.partition(":")
        found |= {name} if role == ActorRole.PLAYER else set()
        found |= {str(value) for field, value in zip(fields, values, strict=True) if field == "player"}
    return found


def _is_open(line: bytes, others: set[str]) -> bool:
    """Whether a player may see an event: it reveals no card, and names none of the others."""
    text = line.decode()
    return json.loads(text)[2] in _OPEN and not any(canonical(other)[1:-1] in text for other in others)


def _end_of(store: Store, commit: StoredCommit) -> tuple[str, list[CommitPart]]:
    """The digest of a commit before its first seal, and the parts from there on."""
    streams: dict[str, list[StoredEvent]] = {}
    for stored in commit.events:
        streams.setdefault(stored.stream, []).append(stored)
    digest = key_digest(commit.key)
    end: list[CommitPart] = []
    for stream, events in streams.items():
        part = Part(stream, events[0].version - 1, len(events))
        previous = _digest_before(store, stream, part.after)
        lines = [stored.line() for stored in events]
        if end or stream.startswith(ROUND):
            end.append(((*part, previous), [line.decode() for line in lines]))
        else:
            digest = part_digest(digest, part, previous, lines)
    return digest, end


def _digest_before(store: Store, stream: str, version: int) -> str:
    """The digest of the commit that added this version of a stream."""
    if not version:
        return GENESIS
    number = next(iter(store.read(stream, version - 1))).commit
    return next(iter(store.read_all(number - 1))).receipt.hash


def _covering(kept: Sequence[StoredCheckpoint], number: int) -> StoredCheckpoint:
    """The first checkpoint with this commit that enough witnesses have cosigned, or else the first with it."""
    having = [one for one in kept if one.checkpoint.size >= number]
    if not having:
        message = "no checkpoint has this round yet: pitbook checkpoint signs one, and a server does on schedule"
        raise RefusedError(Problem(message, str(number)))
    return next((one for one in having if one.protects), having[0])


def check_receipt(
    text: str, log: Verifier, witnesses: Sequence[CosignatureVerifier] = (), k: int = 0
) -> CheckedReceipt:
    """What a receipt shows; `MalformedError` or `RefusedError` unless the house signed it and k witnesses cosigned.

    It needs nothing but the receipt and the keys.
    """
    proof = parse_proof(text)
    try:
        return _check(proof, log, witnesses, k)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise MalformedError(Problem("this is not a receipt, or it is damaged", str(error)[:80])) from error


def _check(proof: TlogProof, log: Verifier, witnesses: Sequence[CosignatureVerifier], k: int) -> CheckedReceipt:
    document = json.loads(proof.extra or b"")
    if document["form"] != FORM:
        raise MalformedError(Problem(f"this is not a receipt of the form {FORM}", str(document["form"])[:80]))
    if document.keys() != _KEYS or canonical(document).encode() != proof.extra or not _is_digest(document["before"]):
        raise MalformedError(Problem("the data of the receipt does not have the form of a receipt"))
    digest, round_id = str(document["before"]), str(document["round"])
    for (stream, after, size, previous), lines in document["commit"]:
        if len(lines) != size:
            raise MalformedError(Problem("a part of the commit has the wrong number of lines", str(stream)[:80]))
        digest = part_digest(digest, Part(stream, after, size), previous, [line.encode() for line in lines])
    checked = check_proof(leaf_hash(bytes.fromhex(digest)), proof, log, witnesses, k)
    sealed = _sealed(document["commit"], round_id)
    hashes = [_hash_of(*part) for part in document["parts"]]
    if round_digest(round_id, hashes) != sealed.digest:
        raise MalformedError(Problem(f"the parts of the receipt are not those of round {round_id}", round_id))
    disclosed = [json.loads(part[1]) for part in document["parts"] if len(part) == 2]
    cards = tuple((place, seat, dealt) for kind, place, seat, dealt in (one for one in disclosed if one[0] == "cards"))
    events = tuple(ReceiptEvent(*one) for one in disclosed if one[0] != "cards")
    return CheckedReceipt(round_id, events, cards, len(hashes) - len(disclosed), checked)


def _hash_of(first: str, text: str | None = None) -> str:
    """The hash of a part, given as salt and text, or as the hash itself.

    All salts have the same length, so there is only one way to split salt and text.
    """
    if not _is_digest(first):
        raise MalformedError(
            Problem("a part of the receipt has no salt or hash of 64 hexadecimal digits", str(first)[:80])
        )
    return first if text is None else part_hash(bytes.fromhex(first), text.encode())


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _sealed(commit: Sequence[CommitPart], round_id: str) -> Seal:
    """The seal of the round, from the end of its commit."""
    name, _ = table_of(round_id)
    for seal in _seals_in(commit, name):
        if seal.round == round_id:
            return seal
    raise MalformedError(Problem(f"the commit has no seal of round {round_id}", round_id))


def _seals_in(commit: Sequence[CommitPart], name: str) -> Iterator[Seal]:
    for (stream, *_), lines in commit:
        for line in lines if stream == ROUND + name else ():
            event = json.loads(line)
            fields, values = event[4:6]
            if event[0] == stream and event[2] == SEALED:
                yield Seal(**dict(zip(fields, values, strict=True)))
