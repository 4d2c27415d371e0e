"""Copies a ledger into another, in a file or a database: the same commits in the same order, with the same digests."""

from collections.abc import Callable
from itertools import groupby, islice

from pitbook.ledger.records import Append, Commit, Receipt, StoredCommit, TreeHead
from pitbook.ledger.store import Store
from pitbook.ledger.tree import Tree
from pitbook.problems import MalformedError, Problem, RefusedError

GROUP = 200
"""How many commits are stored in one transaction."""


def copy_ledger(source: Store, target: Store, watch: Callable[[float], None] | None = None) -> TreeHead:
    """Adds everything that the source has now to a ledger that is empty or has the beginning of the source.

    Both are opened without upcasters, because events are copied as they were stored. Snapshots are a cache and are not
    copied. Nobody else may write to the target in the meantime. After an error, what was copied stays, and the copy can
    be continued.
    """
    source.catch_up()
    target.catch_up()
    last, begun = source.tree_head(), target.tree_head()
    if begun.size > last.size or Tree().with_leaves(source.leaves(0, begun.size)).head != begun:
        message = f"the target has {begun.size} commits that are not the beginning of what is to be copied"
        raise RefusedError(Problem(message, str(begun)))
    for digest in source.documents():
        target.put_document(source.get_document(digest))
    commits = islice(source.read_all(begun.size), last.size - begun.size)
    while group := list(islice(commits, GROUP)):
        results = target.append_group([_again(one) for one in group])
        for stored, result in zip(group, results, strict=True):
            if not isinstance(result, Receipt):
                raise result
            if result.hash != stored.receipt.hash:
                message = f"commit {stored.receipt.number} has another digest in the copy"
                raise MalformedError(Problem(message, result.hash))
        if watch:
            watch(group[-1].receipt.number / last.size)
    target.catch_up()
    if target.tree_head() != last:
        message = f"the copy has the head {target.tree_head()}, not {last}: somebody else writes to it"
        raise MalformedError(Problem(message, str(last)))
    return last


def _again(stored: StoredCommit) -> Commit:
    appends = []
    for stream, found in groupby(stored.events, lambda event: event.stream):
        events = list(found)
        appends.append(Append(stream, events[0].version - 1, tuple(event.event for event in events)))
    return Commit(tuple(appends), stored.key)
