"""Rules that every store keeps: expected versions, retries, and the walk along the chain."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitbook.ledger.chain import Part, SealedCommit, SealedEvent, commit_hash
from pitbook.ledger.records import GENESIS, Receipt
from pitbook.problems import ConflictError, MalformedError, Problem


def check_versions(parts: Iterable[Part], versions: Mapping[str, int]) -> None:
    """Each stream stands where the commit expects it; two writers can't both win."""
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


def receipt_of_retry(first: SealedCommit, events: Sequence[SealedEvent]) -> Receipt:
    """The first commit's receipt, if the commit with the same key says the same."""
    if len(first.events) != len(events) or not all(map(SealedEvent.same_but_for_time, first.events, events)):
        message = f"the key {first.key!r} was used in commit {first.number} for something else"
        raise ConflictError(Problem(message, first.key))
    return first.receipt


def missing_document(digest: str) -> MalformedError:
    """No document has this digest."""
    return MalformedError(Problem(f"the ledger has no document with the digest {digest!r}", digest))


def walk_chain(
    commits: Iterable[SealedCommit], head: str | None, watch: Callable[[int], None] | None = None
) -> dict[str, int]:
    """Each stream's version at the end of a chain that holds; `MalformedError` with the first thing that does not.

    Commits are numbered without gaps, every part continues its stream, every hash fits, and one is `head`. `watch` is
    told the number of each commit that holds.
    """
    versions: dict[str, int] = {}
    number, found = 0, head is None or head == GENESIS
    for commit in commits:
        number += 1
        if commit.number != number:
            raise broken(f"commit {number} is missing", number)
        for part in commit.parts:
            if part.after != versions.get(part.stream, 0):
                message = f"commit {number} continues the stream {part.stream!r} after version {part.after}"
                raise broken(f"{message}, which stands at {versions.get(part.stream, 0)}", number)
            versions[part.stream] = part.after + part.size
        lines = (event.line() for event in commit.events)
        if commit.hash != commit_hash(number, commit.previous, commit.key, commit.parts, lines):
            spans = ", ".join(f"{part.stream!r} {part.after + 1} to {part.after + part.size}" for part in commit.parts)
            raise broken(f"commit {number} ({spans}) does not match its hash", number)
        found = found or commit.hash == head
        if watch:
            watch(number)
    if not found:
        raise broken(f"no commit has the hash {head}: the record ends at {number}, or is another one", number)
    return versions


def broken(message: str, commit: int, stream: str | None = None, version: int | None = None) -> MalformedError:
    """A record that does not hold, with the place."""
    place = f"commit {commit}" + (f", stream {stream}, version {version}" if stream is not None else "")
    return MalformedError(Problem(message, place))
