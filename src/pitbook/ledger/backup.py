"""Copies of a ledger: a backup while it runs, and the way back."""

import os
from contextlib import closing
from pathlib import Path

import apsw

from pitbook.ledger.opening import make_private, open_ledger, sentences_for
from pitbook.ledger.records import Receipt
from pitbook.ledger.sqlite import SqliteStore
from pitbook.problems import MalformedError, Problem, RefusedError


def back_up(source: Path | str, target: Path | str) -> Receipt:
    """Copies a ledger, as it is at one moment, to a file that does not exist yet; writers go on meanwhile.

    Returns the receipt of the copy's last commit, when the copy is durable under its name. A copy that was cut short
    never has that name.
    """
    source, target = Path(source), Path(target)
    partial = target.with_name(target.name + ".partial")
    with sentences_for(target):
        if target.exists():
            raise RefusedError(Problem(f"{target} exists already", str(target)))
        partial.unlink(missing_ok=True)
        make_private(partial)
        try:
            with (
                closing(open_ledger(source, 10.0, create=False)) as ledger,
                closing(apsw.Connection(str(partial))) as copy,
                copy.backup("main", ledger, "main") as progress,
            ):
                progress.step(-1)
            with SqliteStore(partial, create=False) as copied:
                head = copied.head()
            partial.rename(target)
        finally:
            partial.unlink(missing_ok=True)
        _make_name_durable(target)
    return head


def restore(backup: Path | str, target: Path | str, head: str | None = None) -> Receipt:
    """Copies a backup whose chain holds to a file that does not exist yet; `head` as in `Store.verify_chain`."""
    with SqliteStore(backup, create=False) as store:
        problems = store.verify_chain(head)
    if problems:
        raise MalformedError(problems)
    return back_up(backup, target)


def _make_name_durable(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
