"""The lobby and the tables: what is open, opening one, looking at it, and commands to it."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.concurrency import run_in_threadpool

from pitbook.money import format_cents
from pitbook.problems import Problem, RefusedError
from pitbook.table.state import the_rules
from pitbook.web.abandoned import close_abandoned
from pitbook.web.asking import AnyCommand, Asked
from pitbook.web.dependencies import Current, Required, house_of, room_of
from pitbook.web.desk import turn_of
from pitbook.web.documents import (
    DoneDocument,
    InvitationDocument,
    InvitationEntry,
    InvitationsDocument,
    LimitsEntry,
    OpenedDocument,
    PlayerEntry,
    TableEntry,
    TablesDocument,
)
from pitbook.web.errors import ForbiddenError
from pitbook.web.opening import OpenTableAsked, opening
from pitbook.web.room import Room
from pitbook.web.security import address_of
from pitbook.web.sessions import Role, Session, display_name, kind_of, person_of, write_invitation
from pitbook.web.view_answers import View

router = APIRouter(prefix="/api/tables", tags=["tables"])
IdempotencyKey = Annotated[str | None, Header(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
IfMatch = Annotated[
    str | None,
    Header(pattern=r'^(\*|(W/)?"?[0-9]{1,12}"?)$', description='The version that the command is for, as "57".'),
]
TableName = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]
As = Annotated[Role, Query(alias="as")]
InvitationId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


class InvitationAsked(Asked):
    """The role that an invitation gives."""

    role: Literal["dealer", "floor", "player"]


@router.get("")
async def lobby(request: Request, current: Current) -> TablesDocument:
    """The open tables that whoever asks may see."""
    rooms = house_of(request).rooms.values()
    found = [room for room in rooms if room.state.status == "open" and room.may_see(current)]
    return TablesDocument(tables=[_entry(room, current) for room in sorted(found, key=_by_number)])


def _by_number(room: Room) -> tuple[int, str]:
    return len(room.name), room.name


def _entry(room: Room, session: Session | None) -> TableEntry:
    state, rules = room.state, the_rules(room.state)
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
        table=room.name,
        rulebook=rules.book.id,
        title=rules.book.title,
        house_name=rules.house_name,
        status="closing" if state.closing else state.status,
        dealing=room.arrangement.dealing,
        source=state.source,
        positions=rules.positions,
        free_seats=[seat for seat in range(1, rules.positions + 1) if seat not in state.seats],
        players=players,
        limits=limits,
        shared=room.shared,
        private=room.arrangement.private,
        time_rule=room.time_rule,
        roles=list(room.roles(session)),
        seated=session is not None and session.player in state.players,
        your_turn=session is not None and turn is not None and state.seats[turn[2]] == session.player,
    )


@router.post("", status_code=201)
async def open_table(
    request: Request, asked: OpenTableAsked, session: Required, idempotency_key: IdempotencyKey = None
) -> OpenedDocument:
    """Open a table under the first free name. Who opens it is its dealer and floorperson.

    Who sits down at a new private table leaves behind the private tables of theirs that no page shows.
    """
    house = house_of(request)
    house.commands.take(session.id)
    if session.operator and asked.seat is not None:
        raise RefusedError(Problem("the operator does not play: sign in with a name to play"))
    await house.used(session)
    wanted = await run_in_threadpool(opening, asked, session.player, idempotency_key)
    done = await house.open_table(wanted, address_of(request))
    if asked.private and asked.seat is not None:
        await close_abandoned(house, session.player, but=done.table)
    return OpenedDocument(table=done.table, version=done.version)


@router.get("/{table}", response_model=View, response_model_exclude_unset=True)
async def look(request: Request, table: TableName, current: Current, role: As = "player") -> dict[str, Any]:
    """The view of whoever asks."""
    room = await room_of(request, table)
    return house_of(request).view(room, current, allowed_role(room, current, role))


def allowed_role(room: Room, session: Session | None, role: Role) -> Role:
    """The role in which somebody looks; anybody may look on, and a player without a seat does."""
    if role in ("dealer", "floor") and role not in room.roles(session):
        raise ForbiddenError(Problem(f"you are not the {role} of this table", role))
    return role


@router.post("/{table}/commands")
async def command(
    request: Request,
    table: TableName,
    asked: AnyCommand,
    session: Required,
    idempotency_key: IdempotencyKey = None,
    if_match: IfMatch = None,
) -> DoneDocument:
    """Carry out one command; the answer comes when everything that it leads to is in the record."""
    house = house_of(request)
    house.commands.take(session.id)
    room = await room_of(request, table)
    done = await house.command(room, asked, session, idempotency_key, _version(if_match))
    return DoneDocument(version=done.version, repeated=done.repeated)


def _version(if_match: str | None) -> int | None:
    return None if if_match in (None, "*") else int(str(if_match).removeprefix("W/").strip('"'))


@router.post("/{table}/invitations")
async def invite(request: Request, table: TableName, asked: InvitationAsked, session: Required) -> InvitationDocument:
    """Make an invitation to a role at this table, for one person; only its floorperson does."""
    house, room = house_of(request), await _room_to_invite(request, table, session)
    house.commands.take(session.id)
    made = await house.filed(lambda access: access.invite(room.name, asked.role, session, house.pit.now()))
    invitation = write_invitation(house.signer, made)
    place = "/dealer" if asked.role in ("dealer", "floor") else ""
    link = f"/table/{room.name}{place}?invitation={invitation}"
    return InvitationDocument(id=person_of(made), invitation=invitation, link=link)


async def _room_to_invite(request: Request, table: str, session: Session) -> Room:
    """Who opened a table, and who was made its floorperson, invites also while others have wagers."""
    room = await room_of(request, table)
    if "floor" not in (*room.own_roles(session), *room.appointed_roles(session)):
        raise ForbiddenError(Problem("only the floor of this table invites"))
    return room


@router.get("/{table}/invitations")
async def invitations(request: Request, table: TableName, session: Required) -> InvitationsDocument:
    """The invitations to this table that can be redeemed, or were; only its floorperson sees them."""
    house, room = house_of(request), await _room_to_invite(request, table, session)
    found = house.access.invitations(room.name, house.pit.now())
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
    """Take an invitation back, with the role that it gave; what the operator has made only he takes back."""
    house, room = house_of(request), await _room_to_invite(request, table, session)
    found = [one for one in house.access.invitations(room.name, house.pit.now()) if one.id == invitation]
    if any(one.appoints for one in found) and not session.operator:
        raise ForbiddenError(Problem("only the operator takes back what the operator has made"))
    await house.filed(lambda access: access.revoke(room.name, invitation))
    return await invitations(request, table, session)
