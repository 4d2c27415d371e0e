"""`pitbook receipt`: write or check a receipt, which proves to a player that their round is in the record.

It also writes the verifier, a page with which players check receipts without Pitbook.
"""

from contextlib import closing
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from pitbook.audit.receipts import CheckedReceipt, ReceiptEvent, check_player, check_receipt
from pitbook.audit.receipts import receipt as make_receipt
from pitbook.cli.checkpoint import quorum_of
from pitbook.cli.output import print_json, print_text
from pitbook.cli.record_options import Db, record_place
from pitbook.cli.target import Json
from pitbook.files import read_text, written_whole
from pitbook.json_types import JsonObject
from pitbook.pit import open_record
from pitbook.pit.checkpoints import judged_by, read_checkpoints
from pitbook.problems import MalformedError, Problem
from pitbook.transparency.cosignatures import CosignatureVerifier
from pitbook.transparency.notes import Verifier
from pitbook.web.verifier import verifier_page


def receipt(
    round_id: Annotated[str | None, typer.Argument(metavar="ROUND", help="The id of a round, like T1-17.")] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose receipt; by default one that shows only what everybody saw."),
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")] = None,
    check: Annotated[Path | None, typer.Option(metavar="FILE", help="Check this receipt, offline.")] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="VKEY", help="The key of each witness and, with --check, of the house."),
    ] = None,
    quorum: Annotated[int | None, typer.Option(metavar="K", help="How many of them must have cosigned.")] = None,
    verifier: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page that checks receipts and proofs in a browser.")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Write the receipt of a finished round, or check one offline with --check.

    A receipt shows what its player may see, and proves that the whole round is in the house's record, under a
    checkpoint that the house signed and, if there is one, that the witnesses named with --key cosigned.
    Without --player it shows what everybody saw.
    """
    if [round_id, check, verifier].count(None) != 2:
        raise MalformedError(Problem("give one of: ROUND (writes its receipt), --check FILE, --verifier FILE"))
    if check is not None:
        _show(_checked(check, key or [], quorum), as_json)
        return
    if verifier is not None:
        if key or quorum is not None:
            raise MalformedError(Problem("--key and --quorum need ROUND or --check"))
        with written_whole(verifier) as file:
            file.write(verifier_page())
        return
    witnesses = key or []
    k = quorum_of([CosignatureVerifier.parse(one) for one in witnesses], quorum)
    with closing(open_record(record_place(db), read_only=True)) as store:
        if player is not None:
            check_player(store, str(round_id), player)
        text = make_receipt(store, judged_by(read_checkpoints(store.path), witnesses, k), str(round_id), player)
    if output is not None:
        with written_whole(output) as file:
            file.write(text)
    if as_json:
        print_json({"round": round_id, "player": player, "receipt": text})
    elif output is None:
        print_text(text)


def _checked(path: Path, keys: list[str], quorum: int | None) -> CheckedReceipt:
    houses, witnesses = [], []
    for key in keys:
        try:
            houses.append(Verifier.parse(key))
        except MalformedError:
            witnesses.append(CosignatureVerifier.parse(key))
    if len(houses) != 1:
        raise MalformedError(Problem(f"--check needs exactly one house key; --key gives {len(houses)}"))
    enough = len(witnesses) // 2 + 1 if witnesses else 0
    return check_receipt(read_text(path), houses[0], witnesses, enough if quorum is None else quorum)


def _show(found: CheckedReceipt, as_json: bool) -> None:
    events = [_event(one) for one in found.events]
    cards = [{"place": place, "seat": seat, "cards": dealt} for place, seat, dealt in found.cards]
    size, cosigned = found.proof.checkpoint.size, dict(sorted(found.proof.cosigned.items()))
    if as_json:
        document = {"round": found.round, "house": found.proof.checkpoint.origin, "commits": size, "cosigned": cosigned}
        print_json(document | {"cards": cards, "events": events, "hidden": found.hidden})
        return
    lines = [f"The receipt of round {found.round} is valid: {found.proof.checkpoint.origin} signed {size:,} commits."]
    lines += [f"Cosigned by {name} at {_time(seconds)}" for name, seconds in cosigned.items()]
    lines += [f"{place if seat is None else f'{place} {seat}'}: {dealt}" for place, seat, dealt in found.cards]
    lines += [f"{_time(one.time / 1e6)}  {one.type}  {_in_words(_data(one))}".rstrip() for one in found.events]
    lines += [f"{found.hidden} parts are hidden from this player.", ""]
    print_text("\n".join(lines))


def _in_words(data: JsonObject) -> str:
    """The fields of an event that say something, as `name: value`."""
    said = ((name, value) for name, value in data.items() if value not in (None, "", [], {}))
    return "; ".join(f"{name}: {value if isinstance(value, str) else dumps(value)}" for name, value in said)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _data(event: ReceiptEvent) -> JsonObject:
    return dict(zip(event.fields, event.values, strict=True))


def _event(event: ReceiptEvent) -> JsonObject:
    return {
        "version": event.version,
        "type": event.type,
        "time": _time(event.time / 1e6),
        "actor": event.actor,
        "reason": event.reason,
        "data": _data(event),
    }
