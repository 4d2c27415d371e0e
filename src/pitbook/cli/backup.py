"""`pitbook backup` and `restore`: copy a record and its files while it is in use, and restore the copy."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import print_json, print_text
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json
from pitbook.ledger import TreeHead
from pitbook.pit.backups import RecordCopy, back_up_record, locked_path, restore_record
from pitbook.problems import MalformedError, Problem, RefusedError

PASSPHRASE = "PITBOOK_PASSPHRASE"  # noqa: S105 - the name of a variable
WithoutKey = Annotated[bool, typer.Option("--without-key", help="Leave out the house key.")]


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to write; a new file.")],
    without_key: WithoutKey = False,
    db: Db = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Copy the current record with its checkpoints and the house key, encrypted with a passphrase.

    The command asks for the passphrase, or reads it from the environment variable PITBOOK_PASSPHRASE.
    """
    passphrase = None if without_key else _passphrase("Passphrase for the key", confirm=True)
    copy = back_up_record(record_place(db), target, key, passphrase)
    note = "The house key is NOT included: keep a copy elsewhere."
    if copy.with_key:
        note = f"The house key is in {locked_path(target)}, encrypted with the passphrase."
    _show(copy, target, note, as_json)


def restore(
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="The backup.")],
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The record to write; a new file.")],
    head: Annotated[str | None, typer.Option(metavar="SIZE:ROOT", help="A head that you wrote down earlier.")] = None,
    without_key: WithoutKey = False,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Check a backup and restore it to a new file, with its checkpoints and the house key."""
    noted = None if head is None else TreeHead.parse(head)
    locked = locked_path(source).exists() and not without_key
    passphrase = _passphrase(f"Passphrase for {locked_path(source)}", confirm=False) if locked else None
    copy = restore_record(source, target, key, passphrase, noted)
    note = "The house key is restored." if copy.with_key else "The house key is NOT restored."
    _show(copy, target, note, as_json)


def _passphrase(words: str, *, confirm: bool) -> str:
    passphrase = os.environ.get(PASSPHRASE)
    if passphrase is None:
        if not sys.stdin.isatty():
            message = f"no passphrase for the key: set {PASSPHRASE}, or leave the key out with --without-key"
            raise RefusedError(Problem(message))
        passphrase = str(typer.prompt(words, hide_input=True, confirmation_prompt=confirm, err=True))
    if "\0" in passphrase:
        raise MalformedError(Problem("a passphrase cannot contain a null character"))
    return passphrase


def _show(copy: RecordCopy, target: Path, note: str, as_json: bool) -> None:
    if as_json:
        head = {"size": copy.head.size, "root": copy.head.root}
        print_json({"file": str(target), "head": head, "with_key": copy.with_key})
    else:
        print_text(f"{target}\n{note}\nhead {copy.head}\n")
