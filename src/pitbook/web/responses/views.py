"""The form of the views of a table and of the messages of a live connection, for the description of the API.

What a view has and its form has not is an error, so that the description stays true.
"""

from typing import Any, Literal

from pydantic import Field

from pitbook.pit.names import PlayerKind
from pitbook.pit.table_settings import Coach, Dealing
from pitbook.web.access.roles import Role
from pitbook.web.responses.base import ResponseModel
from pitbook.web.responses.errors import ErrorPart
from pitbook.web.responses.rounds import Sentence


class SubmissionInForce(ResponseModel):
    """The house rules in force."""

    digest: str
    approved: str | None
    """The day of approval."""


class TableArrangement(ResponseModel):
    """How a table is run."""

    decision_seconds: int | None
    betting_seconds: int | None
    coach: Coach


class TablePlayer(ResponseModel):
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


class WagerOnOffer(ResponseModel):
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


class DecidedWager(ResponseModel):
    """A wager that is decided on after the deal."""

    wager: str
    label: str
    of: str
    least: int
    most: int


class Wagering(ResponseModel):
    """What may be wagered, and whether wagers are open."""

    open: bool
    deadline: str | None
    chip_unit: str
    wagers: list[WagerOnOffer]
    decided: list[DecidedWager]


class OfferedAction(ResponseModel):
    """Something that a player may do at a decision."""

    action: str
    label: str
    needs_hand: str | None
    """For a dealer who speaks for the player: the hands with which it is allowed; none where every hand will do."""
    amount: str | None
    """What is wagered, or what goes back to the player."""
    takes_back: bool
    """Whether a wager goes back to the player."""


class AnyAmount(ResponseModel):
    """A wager of any amount between two."""

    action: str
    label: str
    least: str
    most: str
    unit: str


class Ask(ResponseModel):
    """The decision in front of the viewer."""

    seat: int
    street: str
    actions: list[OfferedAction]
    beyond_chips: list[OfferedAction]
    """What the chips do not cover."""
    any_amount: AnyAmount | None
    deadline: str | None
    clauses: list[str]


class WaitingFor(ResponseModel):
    """Whose decision is pending."""

    seat: int
    player: str
    street: str
    deadline: str | None


class TableLine(ResponseModel):
    """A settlement line of a seat, without its amounts."""

    wager: str
    stake: str
    result: Literal["win", "lose", "push", "forfeit", "void", "adjust"]
    reason: str
    hand: str | None
    pays: str | None
    clauses: list[str]
    meter: str | None = None
    meter_before: str | None = None
    meter_after: str | None = None
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


class SeatInRound(ResponseModel):
    """A seat that takes part in a round."""

    wagers: dict[str, str]
    acknowledged: bool
    folded: bool
    cards: list[str]
    settled: list[PaidLine]
    hand: str | None
    hand_cards: list[str]
    """The cards that make the hand."""


class BeaconValue(ResponseModel):
    """What a beacon published, and when."""

    value: str
    at: str


class ListedSeed(ResponseModel):
    """A player's seed on the closed list of a round."""

    player: str
    commitment: str
    revealed: bool
    seed: str | None
    """Once every seed on the list is known, or none is waited for any more."""


class RoundSeeds(ResponseModel):
    """The players' part in the shuffle of a round."""

    rules: str
    opened: str
    beacon: BeaconValue | None
    committed: list[str]
    """The players who have committed to a seed."""
    reveal_by: str | None
    listed: list[ListedSeed]
    missing: list[str]
    """The players whose seeds did not come in time."""


class CalledOffRound(ResponseModel):
    """A round that was called off because a seed was missing."""

    round: str
    commitment: str | None
    seed: str | None
    seeds: RoundSeeds


class RoundOnTable(ResponseModel):
    """A round as the viewer sees it; a card that lies face down is `hidden`."""

    round: str
    number: int
    deck: int
    commitment: str | None
    seed: str | None
    """Revealed when the round is over."""
    seeds: RoundSeeds
    no_more_bets: bool
    street: str | None
    to_act: list[int]
    void: str | None
    board: list[str]
    dealer: list[str]
    dealer_hand: str | None
    dealer_hand_cards: list[str]
    extra: list[str]
    burned: int
    set_aside: list[str]
    seats: dict[str, SeatInRound]


class RoundWithScript(RoundOnTable):
    """A round with what was done in it so far."""

    script: list[Sentence]


class NextStep(ResponseModel):
    """Something that must or may be done next."""

    do: str
    by: str
    words: str
    clauses: list[str]
    must: bool
    seat: int | None


class CoachModes(ResponseModel):
    """When the coach may speak."""

    mode_allowed: list[Literal["off", "after_round", "after", "before"]]


class Viewer(ResponseModel):
    """Whose view it is."""

    player: str | None
    seats: list[int]
    roles: list[Role]
    ready: bool
    no_seed: str | None
    """Why the viewer can't contribute to the shuffle; null where the viewer can."""
    last_seats: list[int]
    """The seats that the viewer had in the last round."""


class DeckAtTable(ResponseModel):
    """A deck of the table's."""

    back: str
    in_play: bool
    removed: bool


class Irregularity(ResponseModel):
    """Something that the book says how to put right."""

    name: str
    words: str
    says: str
    outcome: str
    clauses: list[str]
    device: list[str]
    before_any_change: bool


class CutBounds(ResponseModel):
    """How deep a cut may be."""

    least: int
    most: int


class StepAsks(ResponseModel):
    """What the next step asks the dealer; only what it asks is there."""

    cards: int = 0
    stub: int = 0
    hands: dict[str, int] = Field(default_factory=dict)
    chips: int = 0
    cut: CutBounds | None = None
    from_inventory: bool = False


class View(ResponseModel):
    """What somebody may see of a table. What only dealer and floorperson see is left out for others."""

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
    viewer: str = Field(alias="for")
    """The player, or `public`."""
    role: Role
    you: Viewer
    decks: list[DeckAtTable] = Field(default_factory=list)
    inventory: str = ""
    devices: dict[str, str] = Field(default_factory=dict)
    rulings_due: int = 0
    irregularities: list[Irregularity] = Field(default_factory=list)
    asks: StepAsks = Field(default_factory=StepAsks)
    due: list[DueLine] = Field(default_factory=list)


class ViewMessage(ResponseModel):
    """The newest view, at once and after every change; whole where no patch fits what the page has."""

    type: Literal["view"]
    number: int
    """Of all views of the server: a patch says for which one it is."""
    version: int
    view: View


class PatchMessage(ResponseModel):
    """What changed since the view with the number `base`, for a page that has it and connected with `patches=true`.

    A patch is a list with one value, which takes the place of the old one; or an object that names what changed inside
    an object or a list, each part with its own patch, or with null where it is gone. Of a list, `#` is the new length.
    A page that does not have that view sends `{"type": "view"}`, and gets the whole one.
    """

    type: Literal["patch"]
    number: int
    base: int
    version: int
    patch: list[Any] | dict[str, Any]


class DoneMessage(ResponseModel):
    """A command that was carried out, now or before."""

    type: Literal["done"]
    id: str
    version: int
    repeated: bool


class ErrorMessage(ResponseModel):
    """A command that was not carried out, or a message that was not understood."""

    type: Literal["error"]
    id: str | None
    status: int
    """As of an answer over HTTP. 503: stored but not confirmed, so send the same command with the same id again."""
    error: ErrorPart


class PongMessage(ResponseModel):
    """The answer to a sign of life."""

    type: Literal["pong"]


class ClosingMessage(ResponseModel):
    """The server stops."""

    type: Literal["closing"]


ServerMessage = ViewMessage | PatchMessage | DoneMessage | ErrorMessage | PongMessage | ClosingMessage
