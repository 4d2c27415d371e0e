"""`pitbook backup` and `restore`: a record with everything that belongs to it, copied while it is in use, and back."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import print_json, print_text
from pitbook.cli.record_options import Db, Key, record_path
from pitbook.cli.target import Json
from pitbook.ledger import TreeHead
from pitbook.pit.backups import Copied, back_up_record, locked_path, restore_record
from pitbook.problems import MalformedError, Problem, RefusedError

PASSPHRASE = "PITBOOK_PASSPHRASE"  # noqa: S105 - the name of a variable
WithoutKey = Annotated[bool, typer.Option("--without-key", help="Leave the key of the house out.")]


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes; a new file.")],
    without_key: WithoutKey = False,
    db: Db = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Copy the record as it is now, with its checkpoints and, locked under a passphrase, the key of the house.

    The passphrase is asked for, or taken from the environment variable PITBOOK_PASSPHRASE.
    """
    passphrase = None if without_key else _passphrase("A passphrase for the key", confirm=True)
    found = back_up_record(record_path(db), target, key, passphrase)
    said = "The key of the house is NOT in it: keep a copy elsewhere."
    if found.with_key:
        said = f"The key of the house is in {locked_path(target)}, locked under the passphrase."
    _show(found, target, said, as_json)


def restore(
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="The backup.")],
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the record goes; a new file.")],
    head: Annotated[str | None, typer.Option(metavar="SIZE:ROOT", help="A head that was noted elsewhere.")] = None,
    without_key: WithoutKey = False,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Check a backup and copy it to a new place, under any name, with its checkpoints and the key of the house."""
    noted = None if head is None else TreeHead.parse(head)
    locked = locked_path(source).exists() and not without_key
    passphrase = _passphrase(f"The passphrase of {locked_path(source)}", confirm=False) if locked else None
    found = restore_record(source, target, key, passphrase, noted)
    said = "The key of the house is with it." if found.with_key else "The key of the house is NOT with it."
    _show(found, target, said, as_json)


def _passphrase(words: str, *, confirm: bool) -> str:
    given = os.environ.get(PASSPHRASE)
    if given is None:
        if not sys.stdin.isatty():
            message = f"no passphrase for the key: set {PASSPHRASE}, or leave the key out with --without-key"
            raise RefusedError(Problem(message))
        given = str(typer.prompt(words, hide_input=True, confirmation_prompt=confirm, err=True))
    if "\0" in given:
        raise MalformedError(Problem("a passphrase has no null character"))
    return given


def _show(found: Copied, target: Path, key: str, as_json: bool) -> None:
    if as_json:
        noted = {"size": found.head.size, "root": found.head.root}
        print_json({"file": str(target), "head": noted, "with_key": found.with_key})
    else:
        print_text(f"{target}\n{key}\nhead {found.head}\n")
