"""The lobby and the tables: what is open, opening one, looking at it, and commands to it."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.concurrency import run_in_threadpool

from pitbook.money import format_cents
from pitbook.pit.names import display_name, kind_of
from pitbook.problems import Problem, RefusedError
from pitbook.table.kinds import TableStatus
from pitbook.table.state import the_rules
from pitbook.web.access.roles import Role
from pitbook.web.access.security import address_of
from pitbook.web.access.sessions import Session, person_of, write_invitation
from pitbook.web.dependencies import Current, Required, projection_of, server_of
from pitbook.web.errors import ForbiddenError
from pitbook.web.live.abandoned_tables import close_abandoned
from pitbook.web.live.commands import turn_of
from pitbook.web.live.opening import opening
from pitbook.web.live.projection import TableProjection
from pitbook.web.requests.commands import AnyCommand
from pitbook.web.requests.tables import InvitationRequest, OpenTableRequest
from pitbook.web.responses.sessions import InvitationDocument, InvitationEntry, InvitationsDocument
from pitbook.web.responses.tables import (
    DoneDocument,
    LimitsEntry,
    OpenedDocument,
    PlayerEntry,
    TableEntry,
    TablesDocument,
)
from pitbook.web.responses.views import View

router = APIRouter(prefix="/api/tables", tags=["tables"])
IdempotencyKey = Annotated[str | None, Header(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
IfMatch = Annotated[
    str | None,
    Header(pattern=r'^(\*|(W/)?"?[0-9]{1,12}"?)$', description='The version that the command is for, as "57".'),
]
TableName = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]
As = Annotated[Role, Query(alias="as")]
InvitationId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


@router.get("")
async def lobby(request: Request, current: Current) -> TablesDocument:
    """The open tables that the caller may see."""
    projections = server_of(request).projections.values()
    found = [
        projection
        for projection in projections
        if projection.state.status == TableStatus.OPEN and projection.may_see(current)
    ]
    return TablesDocument(tables=[_entry(projection, current) for projection in sorted(found, key=_by_number)])


def _by_number(projection: TableProjection) -> tuple[int, str]:
    return len(projection.name), projection.name


def _entry(projection: TableProjection, session: Session | None) -> TableEntry:
    state, rules = projection.state, the_rules(projection.state)
    turn = turn_of(state)
    players = [
        PlayerEntry(name=display_name(name), seats=found.seats, bot=kind_of(name) == "bot")
        for name, found in sorted(state.players.items(), key=lambda one: one[1].seats)
    ]
    limits = {
        name: LimitsEntry(least=format_cents(found.least), most=format_cents(found.most))
        for name, found in rules.limits.items()
    }
    return TableEntry(
        table=projection.name,
        rulebook=rules.book.id,
        title=rules.book.title,
        house_name=rules.house_name,
        status="closing" if state.closing else state.status,
        dealing=projection.arrangement.dealing,
        source=state.source or "",
        positions=rules.positions,
        free_seats=[seat for seat in range(1, rules.positions + 1) if seat not in state.seats],
        players=players,
        limits=limits,
        base=rules.book.flow.base,
        shared=projection.shared,
        private=projection.arrangement.private,
        time_rule=projection.time_rule,
        roles=list(projection.roles(session)),
        seated=session is not None and session.player in state.players,
        your_turn=session is not None and turn is not None and state.seats[turn[2]] == session.player,
    )


@router.post("", status_code=201)
async def open_table(
    request: Request, asked: OpenTableRequest, session: Required, idempotency_key: IdempotencyKey = None
) -> OpenedDocument:
    """Open a table under the first free name. The caller becomes its dealer and floorperson.

    If the caller sits down at a new private table, their other private tables that no page shows are closed.
    """
    server = server_of(request)
    await server.commands.take(session.id)
    if session.operator and asked.seat is not None:
        raise RefusedError(Problem("the operator does not play: sign in with a name to play"))
    server.uses.note(session)
    wanted = await run_in_threadpool(opening, asked, session.player, idempotency_key)
    result = await server.open_table(wanted, address_of(request))
    if asked.private and asked.seat is not None:
        await close_abandoned(server, session.player, but=result.table)
    return OpenedDocument(table=result.table, version=result.version)


@router.get("/{table}")
async def look(request: Request, table: TableName, current: Current, role: As = "player") -> View:
    """The caller's view."""
    projection = await projection_of(request, table)
    return server_of(request).pages.view(projection, current, allowed_role(projection, current, role))


def allowed_role(projection: TableProjection, session: Session | None, role: Role) -> Role:
    """The role in which somebody looks; anybody may be a viewer or a player, even without a seat."""
    if role in ("dealer", "floor") and role not in projection.roles(session):
        raise ForbiddenError(Problem(f"you are not the {role} of this table", role))
    return role


@router.post("/{table}/commands")
async def give_command(
    request: Request,
    table: TableName,
    command: AnyCommand,
    session: Required,
    idempotency_key: IdempotencyKey = None,
    if_match: IfMatch = None,
) -> DoneDocument:
    """Carry out one command; the answer comes when everything that it leads to is in the record."""
    server = server_of(request)
    await server.commands.take(session.id)
    projection = await projection_of(request, table)
    result = await server.command(projection, command, session, idempotency_key, _version(if_match))
    return DoneDocument(version=result.version, repeated=result.repeated)


def _version(if_match: str | None) -> int | None:
    return None if if_match in (None, "*") else int(str(if_match).removeprefix("W/").strip('"'))


@router.post("/{table}/invitations")
async def invite(request: Request, table: TableName, asked: InvitationRequest, session: Required) -> InvitationDocument:
    """Make an invitation to a role at this table, for one person; only its floorperson does."""
    server, projection = server_of(request), await _projection_to_invite(request, table, session)
    await server.commands.take(session.id)
    made = await server.store_access(
        lambda access: access.invite(projection.name, asked.role, session, server.pit.now())
    )
    invitation = write_invitation(server.signer, made)
    place = "/dealer" if asked.role in ("dealer", "floor") else ""
    link = f"/table/{projection.name}{place}?invitation={invitation}"
    return InvitationDocument(id=person_of(made), invitation=invitation, link=link)


async def _projection_to_invite(request: Request, table: str, session: Session) -> TableProjection:
    """The opener and the floorpersons of a table may invite also while others have wagers."""
    projection = await projection_of(request, table)
    if "floor" not in (*projection.own_roles(session), *projection.appointed_roles(session)):
        raise ForbiddenError(Problem("only the floor of this table invites"))
    return projection


@router.get("/{table}/invitations")
async def invitations(request: Request, table: TableName, session: Required) -> InvitationsDocument:
    """The open and the redeemed invitations to this table; only its floorperson sees them."""
    server, projection = server_of(request), await _projection_to_invite(request, table, session)
    found = server.access.invitations(projection.name, server.pit.now())
    return InvitationsDocument(
        invitations=[
            InvitationEntry(
                id=one.id,
                role=one.role,
                made_by=one.made_by,
                appoints=one.appoints,
                made=datetime.fromtimestamp(one.made, UTC),
                until=datetime.fromtimestamp(one.until, UTC),
                redeemed=one.redeemed,
            )
            for one in found
        ]
    )


@router.delete("/{table}/invitations/{invitation}")
async def revoke(
    request: Request, table: TableName, invitation: InvitationId, session: Required
) -> InvitationsDocument:
    """Take an invitation back, with the role that it gave; only the operator takes back an operator's."""
    server, projection = server_of(request), await _projection_to_invite(request, table, session)
    found = [one for one in server.access.invitations(projection.name, server.pit.now()) if one.id == invitation]
    if any(one.appoints for one in found) and not session.operator:
        raise ForbiddenError(Problem("only the operator can revoke what the operator made"))
    await server.store_access(lambda access: access.revoke(projection.name, invitation))
    return await invitations(request, table, session)
