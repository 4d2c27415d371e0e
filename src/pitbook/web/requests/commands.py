"""Commands as they come over the wire: one JSON object each, named by `do`. Amounts are decimal strings."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints, TypeAdapter

from pitbook.pit.arrangement import LONGEST, Coach, Dealing

Seat = Annotated[StrictInt, Field(ge=1, le=20)]
AMOUNT = r"^[0-9]{1,12}(\.[0-9]{1,2})?$"
Money = Annotated[str, StringConstraints(pattern=AMOUNT), Field(examples=["12.50"])]
PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""Text without control characters, which would command whatever terminal shows the record."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PLAIN)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=PLAIN)]
Seconds = Annotated[StrictInt, Field(ge=1, le=LONGEST)]
Wagers = Annotated[dict[Name, Money], Field(max_length=16, examples=[{"ante": "5.00"}])]
Count = Annotated[StrictInt, Field(ge=0, le=1000)]


class RequestModel(BaseModel):
    """A command; keys that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Sit(RequestModel):
    """Take a betting position, with a first buy-in."""

    do: Literal["sit"]
    seat: Seat
    buy_in: Money | None = None


class BuyIn(RequestModel):
    """Buy chips; with `seat`, a dealer does it for a guest."""

    do: Literal["buy_in"]
    amount: Money
    seat: Seat | None = None


class CashOut(RequestModel):
    """Take chips away; with `seat`, a dealer does it for a guest."""

    do: Literal["cash_out"]
    amount: Money
    seat: Seat | None = None


class Leave(RequestModel):
    """Leave the table with all chips; with `seat`, a dealer does it for a guest."""

    do: Literal["leave"]
    seat: Seat | None = None


class PlaceWagers(RequestModel):
    """Put these wagers on a seat in place of what it has; none withdraws them."""

    do: Literal["place_wagers"]
    seat: Seat
    wagers: Wagers


class CommitSeed(RequestModel):
    """Commit to a seed of one's own for the shuffle of the round, or only of this one."""

    do: Literal["commit_seed"]
    commitment: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    round: Name | None = None


class RevealSeed(RequestModel):
    """Reveal the seed that is on the closed list."""

    do: Literal["reveal_seed"]
    seed: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class GiveBeacon(RequestModel):
    """Add the value of a public beacon to the shuffle of the round; `at` is when it was published."""

    do: Literal["give_beacon"]
    value: Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=PLAIN)]
    at: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Ready(RequestModel):
    """Ask the house to deal the round, or only this one; wagers that come along are placed first, in one commit."""

    do: Literal["ready"]
    seat: Seat | None = None
    wagers: Wagers | None = None
    round: Name | None = None


class Decide(RequestModel):
    """Check, fold, or wager a multiple (`raise_3`, `play_1`) or an amount (`play` with `amount`)."""

    do: Literal["decide"]
    seat: Seat
    action: Annotated[str, StringConstraints(min_length=1, max_length=24)]
    amount: Money | None = None


class Step(RequestModel):
    """Perform the step at the head of the agenda, with what it needs to be told."""

    do: Literal["step"]
    step: Name
    cards: Annotated[str, StringConstraints(max_length=64)] | None = None
    count: Count | None = None
    depth: Count | None = None
    misdealt: Annotated[dict[Name, Count], Field(max_length=16)] | None = None
    from_inventory: StrictBool | None = None


class DealRound(RequestModel):
    """Perform every step up to "no more bets"."""

    do: Literal["deal_round"]


class Report(RequestModel):
    """Report one of the book's irregularities."""

    do: Literal["report"]
    irregularity: Name
    detail: Annotated[dict[Name, StrictInt | StrictBool | Words], Field(max_length=8)] = Field(default_factory=dict)


class CorrectCards(RequestModel):
    """Put right cards that were entered wrongly: each of `entered` is really the one at its place in `right`."""

    do: Literal["correct_cards"]
    entered: Annotated[str, StringConstraints(max_length=64)]
    right: Annotated[str, StringConstraints(max_length=64)]
    reason: Words


class CallStubCount(RequestModel):
    """Have the stub of this round counted, though it is not due."""

    do: Literal["call_stub_count"]


class GoIdle(RequestModel):
    """Spread the cards, because nobody plays; face up where the book leaves it open, or somebody asked."""

    do: Literal["go_idle"]
    face_up: StrictBool = False
    asked_by: Name | None = None


class Acknowledge(RequestModel):
    """Accept the progressive wager of a position."""

    do: Literal["acknowledge"]
    seat: Seat


class RestoreDevice(RequestModel):
    """Put a device back into use."""

    do: Literal["restore_device"]
    device: Name


class InsertStack(RequestModel):
    """The shuffler puts the stack into the shoe by itself."""

    do: Literal["insert_stack"]


class ChangeMethod(RequestModel):
    """Go on without the devices that are out of use; when all are restored, by the filed method again."""

    do: Literal["change_method"]


class SeatGuest(RequestModel):
    """Seat somebody who has no session here and speaks to the dealer."""

    do: Literal["seat_guest"]
    seat: Seat
    name: Name
    buy_in: Money | None = None


class OrderRecut(RequestModel):
    """Have the cards cut again."""

    do: Literal["order_recut"]
    reason: Words


class OrderReshuffle(RequestModel):
    """Have the cards shuffled again."""

    do: Literal["order_reshuffle"]
    reason: Words


class ChangeDeck(RequestModel):
    """Take a deck off the table and receive another one in its place."""

    do: Literal["change_deck"]
    deck: Count
    back: Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=PLAIN)]
    reason: Words
    preshuffled: StrictBool = False


class Rule(RequestModel):
    """Rule on something that no clause decides."""

    do: Literal["rule"]
    words: Words


class RuleOnLeaving(RequestModel):
    """Rule whether the wagers of a player who left are abandoned."""

    do: Literal["rule_on_leaving"]
    player: Name
    abandoned: StrictBool
    reason: Words


class CloseTable(RequestModel):
    """Close the table, after the round in progress."""

    do: Literal["close_table"]


class PlayerArrives(RequestModel):
    """Somebody comes to an idle table."""

    do: Literal["player_arrives"]


class Arrange(RequestModel):
    """Run the table like this from now on; what is left out stays as it is."""

    do: Literal["arrange"]
    dealing: Dealing | None = None
    decision_seconds: Seconds | None = None
    betting_seconds: Seconds | None = None
    private: StrictBool | None = None
    coach: Coach | None = None


class SeatBot(RequestModel):
    """Seat a bot that plays exactly, simply, or by a published strategy."""

    do: Literal["seat_bot"]
    seat: Seat
    plays: Name


class DismissBot(RequestModel):
    """Have a bot leave."""

    do: Literal["dismiss_bot"]
    seat: Seat


AnyCommand = Annotated[
    Sit
    | BuyIn
    | CashOut
    | Leave
    | PlaceWagers
    | CommitSeed
    | RevealSeed
    | GiveBeacon
    | Ready
    | Decide
    | Step
    | DealRound
    | Report
    | CorrectCards
    | CallStubCount
    | GoIdle
    | Acknowledge
    | RestoreDevice
    | InsertStack
    | ChangeMethod
    | SeatGuest
    | OrderRecut
    | OrderReshuffle
    | ChangeDeck
    | Rule
    | RuleOnLeaving
    | CloseTable
    | PlayerArrives
    | Arrange
    | SeatBot
    | DismissBot,
    Field(discriminator="do"),
]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


class CommandMessage(RequestModel):
    """A command over a live connection."""

    type: Literal["command"]
    id: Key
    expected: Annotated[StrictInt, Field(ge=0)] | None = None
    command: AnyCommand


class Ping(RequestModel):
    """A sign of life."""

    type: Literal["ping"]


MESSAGE: TypeAdapter[CommandMessage | Ping] = TypeAdapter(Annotated[CommandMessage | Ping, Field(discriminator="type")])
COMMAND: TypeAdapter[Any] = TypeAdapter(AnyCommand)
