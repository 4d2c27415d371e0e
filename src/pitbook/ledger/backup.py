"""Backs up a ledger while it is in use, and restores a backup."""

from contextlib import closing
from pathlib import Path

import apsw

from pitbook.ledger.head import head_path, make_head, read_head, sync_folder
from pitbook.ledger.opening import (
    check_absent,
    last_of,
    logs_of,
    make_private,
    open_to_read,
    read_only_address,
    translate_errors,
)
from pitbook.ledger.records import TreeHead
from pitbook.ledger.sqlite import SqliteStore
from pitbook.ledger.tree import Tree
from pitbook.problems import MalformedError

_PATIENCE = 10.0
"""Seconds to wait for somebody else's lock."""


def back_up(source: Path | str, target: Path | str) -> TreeHead:
    """Copies a ledger, as it is at one moment, to a file that does not exist yet; writers need not stop.

    Returns the head of the copy once the copy and its head file are durable under their names. An interrupted copy
    never gets that name.
    """
    source, target = Path(source), Path(target)
    partial = target.with_name(target.name + ".partial")
    with translate_errors(target):
        check_absent(target, head_path(target), *logs_of(target))
        for file in (partial, *logs_of(partial)):
            file.unlink(missing_ok=True)
        make_private(partial)
        try:
            with (
                read_only_address(source, _PATIENCE) as address,
                closing(open_to_read(source, address, _PATIENCE)) as ledger,
                closing(apsw.Connection(str(partial))) as copy,
            ):
                slots = read_head(source, _PATIENCE)
                with copy.backup("main", ledger, "main") as progress:
                    progress.step(-1)
                copy.pragma("journal_mode", "wal")
                head = last_of(copy, slots)
            make_head(target, head)
            partial.rename(target)
        except BaseException:
            head_path(target).unlink(missing_ok=True)
            raise
        finally:
            partial.unlink(missing_ok=True)
        sync_folder(target.parent)
    return Tree(head.number, head.peaks).head


def restore(backup: Path | str, target: Path | str, head: TreeHead | None = None) -> TreeHead:
    """Copies a backup whose chain holds to a file that does not exist yet; `head` as in `Store.verify_chain`."""
    with SqliteStore(backup, read_only=True) as store:
        problems = store.verify_chain(head)
    if problems:
        raise MalformedError(problems)
    return back_up(backup, target)
