"""Whether the server is up, and what it runs."""

import time

from fastapi import APIRouter, Request

from pitbook import __version__
from pitbook.web.dependencies import house_of, run_command
from pitbook.web.documents import HeadDocument, HealthDocument

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def health(request: Request) -> HealthDocument:
    """Up, with the digests of the last self-check and the head of the record."""
    house = house_of(request)
    head = await run_command(request, lambda pit: pit.store.head())
    return HealthDocument(
        status="ok",
        version=__version__,
        digests=house.digests,
        head=HeadDocument(number=head.number, hash=head.hash),
        tables=sum(room.state.status == "open" for room in house.rooms.values()),
        uptime_seconds=round(time.monotonic() - house.started, 3),
    )
