"""What the house has signed: its newest checkpoint, and proofs that one grew from another."""

import base64
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from pitbook.problems import MalformedError, Problem
from pitbook.transparency.tree import consistency_proof
from pitbook.web.chronicles import past_of
from pitbook.web.dependencies import compute, house_of
from pitbook.web.documents import ConsistencyDocument
from pitbook.web.errors import UnknownError

router = APIRouter(tags=["checkpoints"])
Size = Annotated[int, Query(ge=0, lt=2**53)]


@router.get("/api/checkpoint", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def checkpoint(request: Request) -> Response:
    """The newest checkpoint that enough witnesses have cosigned, or where none was yet, that the house has signed."""
    published = house_of(request).checkpoints.published
    if published is None:
        raise UnknownError(Problem("no checkpoint of this record was signed yet"))
    return PlainTextResponse(published)


@router.get("/api/checkpoint/consistency")
async def consistency(request: Request, old: Size, new: Size) -> ConsistencyDocument:
    """The proof that the tree of `new` commits grew from that of `old` ones (RFC 6962), hashes in Base64."""
    signed = house_of(request).checkpoints.signed
    size = 0 if signed is None else signed.latest.checkpoint.size
    if not old <= new <= size:
        message = f"from {old} to {new} commits: the newest checkpoint has {size}, and the old size comes first"
        raise MalformedError(Problem(message, f"{old} {new}"))
    proof = await compute(request, consistency_proof, past_of(request).leaves, old, new)
    return ConsistencyDocument(old=old, new=new, proof=[base64.b64encode(one).decode() for one in proof])
