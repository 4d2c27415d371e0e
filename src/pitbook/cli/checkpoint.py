"""`pitbook checkpoint`: sign a checkpoint of the record, and have witnesses cosign it."""

import re
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated

import typer

from pitbook.cli.output import DOES_NOT_HOLD, print_json, print_problems, print_text, problem_json
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json
from pitbook.pit import open_record
from pitbook.pit.checkpoints import CheckpointSigner, Published
from pitbook.problems import MalformedError, Problem
from pitbook.transparency.client import KnownWitness
from pitbook.transparency.cosignatures import CosignatureVerifier, check_quorum

Witnesses = Annotated[
    list[str] | None,
    typer.Option("--witness", metavar="VKEY@URL", help="A witness to cosign: its key and address; may be repeated."),
]
Quorum = Annotated[
    int | None,
    typer.Option(metavar="K", help="How many witnesses must cosign: more than half; by default just over half."),
]


def checkpoint(
    witness: Witnesses = None,
    quorum: Quorum = None,
    timeout: Annotated[float, typer.Option(metavar="SECONDS", help="How long to wait for the witnesses.")] = 10.0,
    db: Db = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Sign a checkpoint of the record, store it beside the record, and print it; with --witness have it cosigned first.

    Exit code 1 if too few witnesses cosigned it; it is still stored, with their answers.
    """
    witnesses, k = parse_witnesses(witness or [], quorum)
    if not 0 < timeout <= 3600:
        raise MalformedError(Problem(f"--timeout {timeout}: a timeout is above 0 and at most an hour", str(timeout)))
    with closing(open_record(record_place(db), key=key)) as store:
        signer = CheckpointSigner(store)
        found = signer.publish(witnesses, k, timeout) if witnesses else Published(signer.sign(), ())
    enough = not witnesses or found.kept.protects
    if as_json:
        problems = [problem_json(problem) for problem in found.problems]
        cosigned = dict(sorted(found.kept.cosigned.items()))
        size = found.kept.checkpoint.size
        print_json(
            {"size": size, "checkpoint": found.kept.note, "cosigned": cosigned, "enough": enough, "problems": problems}
        )
    else:
        print_text(found.kept.note)
    if found.problems:
        print_problems(found.problems)
    if not enough:
        raise SystemExit(DOES_NOT_HOLD)


def parse_witnesses(words: Sequence[str], quorum: int | None) -> tuple[tuple[KnownWitness, ...], int]:
    """The named witnesses and the quorum, which must be more than half of them."""
    witnesses = []
    for word in words:
        found = re.fullmatch(r"(.+)@(https?://.+)", word)
        if found is None:
            message = f"--witness {word}: write a witness as its key and address, like VKEY@https://witness.example"
            raise MalformedError(Problem(message, word[:80]))
        witnesses.append(KnownWitness(found[2], found[1]))
    return tuple(witnesses), quorum_of([one.verifier for one in witnesses], quorum)


def quorum_of(witnesses: Sequence[CosignatureVerifier], quorum: int | None) -> int:
    """The quorum of these witnesses: just over half by default; 0 if there are none."""
    if not witnesses:
        if quorum is not None:
            raise MalformedError(Problem("--quorum needs --witness", str(quorum)))
        return 0
    k = len(witnesses) // 2 + 1 if quorum is None else quorum
    check_quorum(witnesses, k)
    return k
