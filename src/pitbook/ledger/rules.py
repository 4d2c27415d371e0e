"""Rules that every store keeps: expected versions, retries, and the walk along the chain."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pitbook.ledger.chain import Part, SealedCommit, SealedEvent, Watch, commit_digest
from pitbook.ledger.records import Receipt, TreeHead
from pitbook.ledger.tree import Tree
from pitbook.problems import ConflictError, MalformedError, Problem


def check_versions(parts: Iterable[Part], versions: Mapping[str, int]) -> None:
    """Each stream is at the version that the commit expects; two writers can't both win."""
    problems = [
        Problem(
            f"the stream {part.stream!r} is at version {versions[part.stream]}, not at {part.after}",
            f"{part.stream} {part.after}",
        )
        for part in parts
        if versions[part.stream] != part.after
    ]
    if problems:
        raise ConflictError(problems)


def check_seen(seen: Mapping[str, int], versions: Mapping[str, int]) -> None:
    """Each stream that a commit was decided on is still at the version that was seen."""
    check_versions([Part(stream, version, 0) for stream, version in seen.items()], versions)


def check_untouched(rests_on: Iterable[str], failed: Collection[str]) -> None:
    """Refuse a commit that depends on a stream of an earlier commit of its group that failed."""
    for stream in rests_on:
        if stream in failed:
            message = f"what was decided before this for the stream {stream!r} was not stored"
            raise ConflictError(Problem(message, stream))


def receipt_of_retry(first: SealedCommit, events: Sequence[SealedEvent]) -> Receipt:
    """The first commit's receipt, if the retry with the same key says the same."""
    if len(first.events) != len(events) or not all(map(SealedEvent.same_but_for_time, first.events, events)):
        raise used_key(first.key, first.number)
    return Receipt(first.number, first.hash, repeated=True)


def used_key(key: str | None, number: int) -> ConflictError:
    """The commit with this key says something else."""
    where = f" in commit {number}" if number else ""
    return ConflictError(Problem(f"the key {key!r} was used{where} for something else", key))


def missing_document(digest: str) -> MalformedError:
    """No document has this digest."""
    return MalformedError(Problem(f"the ledger has no document with the digest {digest!r}", digest))


@dataclass
class Walk:
    """What a walk along all commits has found so far: each stream's version and last commit, and the tree."""

    versions: dict[str, int] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    tree: Tree = field(default_factory=Tree)
    trees: dict[int, Tree] = field(default_factory=dict)
    """The tree at the sizes that were asked for, as far as it got."""


def walk_chain(
    commits: Iterable[SealedCommit],
    head: TreeHead | None,
    sizes: Collection[int] = (),
    watch: Watch | None = None,
) -> Walk:
    """A walk along commits that hold; `MalformedError` with the first thing that does not.

    Commits are numbered without gaps, every part continues its stream, every digest fits, and the tree grew through
    `head`. `watch` is called with each commit that holds.
    """
    walk = Walk()
    asked = {*sizes, *(() if head is None else (head.size,))}
    if 0 in asked:
        walk.trees[0] = walk.tree
    for number, commit in enumerate(commits, 1):
        if commit.number != number:
            raise broken(f"commit {number} is missing", number)
        for part in commit.parts:
            if part.after != walk.versions.get(part.stream, 0):
                message = f"commit {number} continues the stream {part.stream!r} after version {part.after}"
                raise broken(f"{message}, which stands at {walk.versions.get(part.stream, 0)}", number)
            walk.versions[part.stream] = part.after + part.size
        lines = (event.line() for event in commit.events)
        if commit.hash != commit_digest(commit.key, commit.parts, walk.links, lines):
            spans = ", ".join(f"{part.stream!r} {part.after + 1} to {part.after + part.size}" for part in commit.parts)
            raise broken(f"commit {number} ({spans}) does not match its hash", number)
        walk.links |= {part.stream: commit.hash for part in commit.parts}
        walk.tree = walk.tree.grown([commit.hash])
        if number in asked:
            walk.trees[number] = walk.tree
        if watch:
            watch(commit)
    if head is not None:
        check_noted(walk, head)
    return walk


def check_noted(walk: Walk, head: TreeHead) -> None:
    """The tree grew through a head that was noted elsewhere."""
    if head.size not in walk.trees:
        raise broken(f"the record ends at commit {walk.tree.size}, before the head {head} that was noted", head.size)
    if walk.trees[head.size].head != head:
        message = f"the first {head.size} commits are not those of the head {head} that was noted"
        raise broken(f"{message}: the record was rewritten, or is another one", head.size)


def broken(message: str, commit: int, stream: str | None = None, version: int | None = None) -> MalformedError:
    """A record that does not hold, with the place."""
    place = f"commit {commit}" + (f", stream {stream}, version {version}" if stream is not None else "")
    return MalformedError(Problem(message, place))
