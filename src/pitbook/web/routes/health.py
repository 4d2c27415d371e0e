"""Whether the server is up, and what it runs."""

import time
from dataclasses import asdict, replace

from fastapi import APIRouter, Request

from pitbook import __version__
from pitbook.ledger import Receipt
from pitbook.pit.checkpoints import Protection
from pitbook.table.kinds import TableStatus
from pitbook.web.dependencies import server_of
from pitbook.web.history.checkpoints import Checkpoints
from pitbook.web.responses.health import ChangeDocument, CheckpointDocument, HeadDocument, HealthDocument

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def health(request: Request, check: bool = False) -> HealthDocument:
    """That the server is up, the last self-check and the head of the record; `check` makes a self-check now."""
    server = server_of(request)
    if check:
        await server.health.check()
    found = await server.health.record_status()
    return HealthDocument(
        status="degraded" if server.health.checks.changes or found.problems else "ok",
        version=__version__,
        digests=dict(server.health.checks.digests),
        submissions=dict(sorted(server.submissions.items())),
        changes=[ChangeDocument(**asdict(change)) for change in server.health.checks.changes.values()],
        checked=server.health.checks.last,
        head=None if found.head is None else HeadDocument(number=found.head.number, hash=found.head.hash),
        checkpoint=_checkpoint(server.checkpoints, found.head),
        record=list(found.problems),
        tables=sum(projection.state.status == TableStatus.OPEN for projection in server.projections.values()),
        only_this_machine=server.settings.only_this_machine,
        uptime_seconds=round(time.monotonic() - server.started, 3),
    )


def _checkpoint(found: Checkpoints, head: Receipt | None) -> CheckpointDocument | None:
    """What the last checkpoints protect, and what was added since."""
    if found.signed is None and found.problem is None:
        return None
    known = Protection(0, 0, (), 0, None) if found.signed is None else found.signed.protection
    unprotected = known.unprotected if head is None else head.number - known.cosigned
    since = known.since or (found.signed.at if found.signed and unprotected else None)
    now = replace(known, unprotected=unprotected, since=since)
    return CheckpointDocument(**asdict(now), problem=found.problem)
