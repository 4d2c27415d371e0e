"""What a pass along the chain collects for the audit: the order of the tables, the trees and the clock."""

from collections import Counter
from collections.abc import Callable, Collection

from pitbook.audit.clock import Clock
from pitbook.ledger.chain import SealedCommit
from pitbook.ledger.tree import Tree
from pitbook.pit.records import TABLE


class Survey:
    """Takes in each commit that the chain holds, up to the last one that is audited."""

    def __init__(self, last: int, sizes: Collection[int], watch: Callable[[int], None]) -> None:
        self.last = last
        self._sizes = {*sizes, last}
        self._watch = watch
        self._begin()

    def _begin(self) -> None:
        self.clock = Clock()
        self.first = ""
        """The stream that the record begins with."""
        self.events: Counter[str] = Counter()
        """How many events each stream has, in the order in which the streams begin."""
        self.together: set[frozenset[str]] = set()
        """Streams of tables that have events in the same commit."""
        self.trees: dict[int, Tree] = {}
        """The tree at the sizes that were asked for, and at the end."""
        self._tree = Tree()

    def note(self, commit: SealedCommit) -> None:
        """Take in one more commit, or the first one again."""
        if commit.number > self.last:
            return
        if commit.number == 1:
            self._begin()
            self.first = commit.parts[0].stream
        for part in commit.parts:
            self.events[part.stream] += part.size
        tables = [part.stream for part in commit.parts if part.stream.startswith(TABLE)]
        if len(tables) > 1:
            self.together.add(frozenset(tables))
        self._tree = self._tree.grown([commit.hash])
        if commit.number in self._sizes:
            self.trees[commit.number] = self._tree
        self.clock.follow(commit)
        self._watch(commit.number)
