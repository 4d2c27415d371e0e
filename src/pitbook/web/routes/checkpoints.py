"""What the house has signed: its newest checkpoint, proofs that one grew from another, and receipts of rounds.

It also serves the keys with which all of that is checked.
"""

import base64
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from pitbook.audit.receipts import receipt
from pitbook.pit.house import house_of
from pitbook.pit.records import table_of
from pitbook.problems import MalformedError, Problem
from pitbook.transparency.tree import consistency_proof
from pitbook.web.dependencies import Current, compute, server_of
from pitbook.web.errors import UnknownError
from pitbook.web.history.rounds import check_history_visible, history_of
from pitbook.web.responses.health import ConsistencyDocument

router = APIRouter(tags=["checkpoints"])
Size = Annotated[int, Query(ge=0, lt=2**53)]


@router.get("/api/checkpoint", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def checkpoint(request: Request) -> Response:
    """The newest checkpoint that enough witnesses have cosigned or, if there is none yet, that the house has signed."""
    published = server_of(request).checkpoints.published
    if published is None:
        raise UnknownError(Problem("no checkpoint of this record has been signed yet"))
    return PlainTextResponse(published)


@router.get("/api/keys", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def public_keys(request: Request) -> Response:
    """The key of the house, and those of the witnesses that it asks, one in each line, as the verifier takes them."""
    found = await compute(request, house_of, history_of(request).store)
    if found is None:
        raise UnknownError(Problem("the record of this server names no house"))
    signed = server_of(request).checkpoints.signed
    witnesses = () if signed is None else (signed.cosigned or signed.latest).witnesses
    return PlainTextResponse("".join(f"{key}\n" for key in (found.key, *witnesses)))


@router.get("/api/rounds/{round_id}/receipt", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def round_receipt(request: Request, round_id: str, session: Current) -> Response:
    """The caller's receipt of a round that is over: what they may see of it, and the proof that it is in the record."""
    await check_history_visible(request, table_of(round_id)[0])
    signed = server_of(request).checkpoints.signed
    kept = [] if signed is None else [one for one in (signed.cosigned, signed.latest) if one is not None]
    player, history = session.player if session else None, history_of(request)
    return PlainTextResponse(await compute(request, receipt, history.store, kept, round_id, player, history.leaves))


@router.get("/api/checkpoint/consistency")
async def consistency(request: Request, old: Size, new: Size) -> ConsistencyDocument:
    """The proof that the tree of `new` commits grew from that of `old` ones (RFC 6962), hashes in Base64."""
    signed = server_of(request).checkpoints.signed
    size = 0 if signed is None else signed.latest.checkpoint.size
    if not old <= new <= size:
        message = f"from {old} to {new} commits: the newest checkpoint has {size}, and the old size comes first"
        raise MalformedError(Problem(message, f"{old} {new}"))
    proof = await compute(request, consistency_proof, history_of(request).leaves, old, new)
    return ConsistencyDocument(old=old, new=new, proof=[base64.b64encode(one).decode() for one in proof])
