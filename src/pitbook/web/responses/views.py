"""The views of a table and the messages of a live connection, from which the pages' types are made."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from pitbook.documents import Document
from pitbook.pit.names import PlayerKind
from pitbook.pit.table_settings import Coach, Dealing
from pitbook.settlement.lines import LineGrounds, LineOutcome
from pitbook.table.script import NextStep
from pitbook.table.views import CalledOffRound, DeckAtTable, SeatView, SharedPart
from pitbook.web.access.roles import Role
from pitbook.web.responses.errors import ErrorPart
from pitbook.web.responses.rounds import Sentence


class SubmissionInForce(Document):
    """The house rules in force."""

    digest: str
    approved: str | None
    """The day of approval."""


class TableArrangement(Document):
    """How a table is run."""

    decision_seconds: int | None
    betting_seconds: int | None
    coach: Coach


class TablePlayer(Document):
    """Somebody at a table."""

    name: str
    kind: PlayerKind
    plays: str | None
    """How a bot plays."""
    seats: list[int]
    stack: str
    left: bool
    connected: bool
    ready: bool


class WagerOnOffer(Document):
    """A wager that may be placed before the deal."""

    name: str
    label: str
    least: str
    most: str
    amounts: list[str] | None
    """The only amounts that may be wagered, as of a progressive."""
    required: bool
    opens: bool
    equal_to: str | None
    needs: list[str]
    needs_any: list[str]
    clauses: list[str]


class DecidedWager(Document):
    """A wager that is decided on after the deal."""

    wager: str
    label: str
    of: str
    least: int
    most: int


class Wagering(Document):
    """What may be wagered, and whether wagers are open."""

    open: bool
    deadline: str | None
    chip_unit: str
    wagers: list[WagerOnOffer]
    decided: list[DecidedWager]


class OfferedAction(Document):
    """Something that a player may do at a decision."""

    action: str
    label: str
    needs_hand: str | None
    """For a dealer who speaks for the player: the hands with which it is allowed; null if every hand will do."""
    amount: str | None
    """What is wagered, or what goes back to the player."""
    takes_back: bool
    """Whether a wager goes back to the player."""
    stays: str | None
    """For an action that wagers nothing: the amount that another action would take back."""


class AnyAmount(Document):
    """A wager of any amount between two limits."""

    action: str
    label: str
    least: str
    most: str
    unit: str


class Ask(Document):
    """The decision in front of the viewer."""

    seat: int
    street: str
    actions: list[OfferedAction]
    beyond_chips: list[OfferedAction]
    """What the chips do not cover."""
    any_amount: AnyAmount | None
    deadline: str | None
    clauses: list[str]


class WaitingFor(Document):
    """Whose decision is pending."""

    seat: int
    player: str
    street: str
    deadline: str | None


class TableLine(LineOutcome, LineGrounds):
    """A settlement line of a seat, with how the book is read there, and words."""

    readings: list[str]
    words: str


class PaidLine(TableLine):
    """A line that was paid or collected."""

    payout: str
    returned: str


class DueLine(TableLine):
    """A line that the next step pays or collects; a share of a meter has no amounts until then."""

    seat: int
    payout: str | None
    returned: str | None


class SeatInRound(SeatView):
    """A seat that takes part in a round, as the viewer sees it."""

    settled: list[PaidLine]
    hand: str | None
    hand_cards: list[str]
    """The cards that make the hand."""


class RoundOnTable(SharedPart):
    """A round as the viewer sees it; a card that is face down is `hidden`."""

    dealer_hand_cards: list[str]
    seats: dict[str, SeatInRound]


class RoundWithScript(RoundOnTable):
    """A round with what was done in it so far."""

    script: list[Sentence]


CoachMode = Literal["off", "after_round", "after", "before"]


class CoachModes(Document):
    """When the coach may speak."""

    mode_allowed: list[CoachMode]


class Viewer(Document):
    """Whose view it is."""

    player: str | None
    seats: list[int]
    roles: list[Role]
    ready: bool
    no_seed: str | None
    """Why the viewer can't contribute to the shuffle; null if the viewer can."""
    last_seats: list[int]
    """The seats that the viewer had in the last round."""


class Irregularity(Document):
    """Something that can go wrong, and what the book says about it."""

    name: str
    words: str
    says: str
    outcome: str
    clauses: list[str]
    device: list[str]
    before_any_change: bool


class CutBounds(Document):
    """How deep a cut may be."""

    least: int
    most: int


class StepAsks(Document):
    """What the next step asks the dealer; all other fields are left out."""

    cards: NotRequired[int]
    stub: NotRequired[int]
    hands: NotRequired[dict[str, int]]
    chips: NotRequired[int]
    deck: NotRequired[int]
    cut: NotRequired[CutBounds]
    from_inventory: NotRequired[bool]


class PublicView(Document):
    """What everybody may see of a table. What only dealer and floorperson see is added to their views."""

    table: str
    version: int
    rulebook: str
    title: str
    house_name: str
    submission: SubmissionInForce
    status: str
    idle: bool
    dealing: Dealing
    source: str
    shared: bool
    private: bool
    positions: int
    opener: str
    arrangement: TableArrangement
    time_rule: str
    players: dict[str, TablePlayer]
    meters: dict[str, str]
    wagering: Wagering
    ask: Ask | None
    waiting_for: WaitingFor | None
    round: RoundWithScript | None
    last_round: RoundWithScript | None
    called_off: CalledOffRound | None
    steps: list[NextStep]
    coach: CoachModes
    decks: NotRequired[list[DeckAtTable]]
    inventory: NotRequired[str]
    devices: NotRequired[dict[str, str]]
    rulings_due: NotRequired[int]
    irregularities: NotRequired[list[Irregularity]]
    asks: NotRequired[StepAsks]
    due: NotRequired[list[DueLine]]


_ViewedBy = TypedDict("_ViewedBy", {"for": str})
"""The player, or `public`."""


class View(PublicView, _ViewedBy):
    """What somebody may see of a table. What only dealer and floorperson see is left out for others."""

    role: Role
    you: Viewer


class ViewMessage(Document):
    """The newest view, at once and after every change; whole if no patch fits the view that the page has."""

    type: Literal["view"]
    number: int
    """Unique among all views of the server: a patch says which view it is for."""
    version: int
    view: View


Patch = list[object] | dict[str, object]


class PatchMessage(Document):
    """What changed since the view with the number `base`, for a page that has it and connected with `patches=true`.

    A patch is a list with one value, which replaces the old one; or an object that names what changed inside an object
    or a list: each changed part with its own patch, each removed part with null. In the patch of a list, `#` is the new
    length. If the patch of a part has `@`, the new part is made from the part of that name in the old object.
    A page that does not have that view sends `{"type": "view"}`, and gets the whole one.
    """

    type: Literal["patch"]
    number: int
    base: int
    version: int
    patch: Patch


class DoneMessage(Document):
    """A command that was carried out, now or before."""

    type: Literal["done"]
    id: str
    version: int
    repeated: bool


class ErrorMessage(Document):
    """A command that was not carried out, or a message that was not understood."""

    type: Literal["error"]
    id: str | None
    status: int
    """As of an answer over HTTP. 503: stored but not confirmed, so send the same command with the same id again."""
    error: ErrorPart


class PongMessage(Document):
    """The answer to a sign of life."""

    type: Literal["pong"]


class ClosingMessage(Document):
    """The server stops."""

    type: Literal["closing"]


ServerMessage = ViewMessage | PatchMessage | DoneMessage | ErrorMessage | PongMessage | ClosingMessage
