"""The typed, frozen form of a rule book. What a field means is what its docstring says; the numbers are in the TOML.

Every part names the clauses that state it. After loading they are full citations: "md-heads-up-holdem 12.B(1)".
"""

from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    StrictInt,
    StringConstraints,
    model_validator,
)

from pitbook.money import format_cents, parse_cents
from pitbook.problems import MalformedError
from pitbook.rulebooks.pays import MeterShare, Pays, parse_pays


def _money(value: object) -> object:
    try:
        return parse_cents(value) if isinstance(value, str) else value
    except MalformedError as error:
        raise ValueError(str(error)) from error


def _odds(value: object) -> object:
    return parse_pays(value) if isinstance(value, str) else value


Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Cents = Annotated[StrictInt, BeforeValidator(_money), PlainSerializer(format_cents)]
"""Written as a decimal string such as "5000.00", kept as whole cents."""
Odds = Annotated[Pays, BeforeValidator(_odds), PlainSerializer(str)]
"""Written as printed at the table, kept typed."""
Count = Annotated[StrictInt, Field(ge=1)]
Clauses = tuple[str, ...]


class Part(BaseModel):
    """A part of a book: frozen, and refusing keys that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Positions(Part):
    """How many players fit, and on how many positions one player may wager."""

    most: Count
    per_player: Literal["one", "as_filed"]
    """`one`, or a number of adjacent boxes that the operator has to file."""
    clauses: Clauses = ()
    per_player_clauses: Clauses = ()
    """Where the book says, or is read to say, on how many positions one player may wager."""
    reading: StrictInt | None = None
    """The number of the interpretation, where the book states nothing."""


class Settles(StrEnum):
    """How a wager is decided. This is the closed set of behaviours that a book selects from."""

    AGAINST_DEALER = "against_dealer"
    """Hands are compared: even money, and a push where the book says so."""
    ODDS = "odds"
    """Hands are compared: a win pays by table, a loss may pay by another."""
    BY_PAYTABLE = "by_paytable"
    """The hand alone decides, by a paytable."""
    PROGRESSIVE = "progressive"
    """The hand alone decides, by a progressive table with its meters."""
    BONUS = "bonus"
    """No wager of its own: paid on another wager when the hand is in the table."""


class Wager(Part):
    """A wager, or a bonus that is settled like one."""

    name: Name
    title: str
    settles: Settles
    optional: StrictBool = False
    """The operator chooses whether to offer it."""
    opens: StrictBool = False
    """Enough by itself to take part in a round."""
    equals: Name | None = None
    """Made together with the named wager, in the same amount."""
    decided: StrictBool = False
    """Placed during the round, at a decision, and not before the deal."""
    needs_all: tuple[Name, ...] = ()
    needs_any: tuple[Name, ...] = ()
    limits_clauses: Clauses = ()
    """Where a clause of its own says that the wager is within the posted limits."""
    offer_clauses: Clauses = ()
    """Where a clause of its own makes it optional."""
    needs_clauses: Clauses = ()
    """Where a clause of its own states the condition."""
    with_base_clauses: Clauses = ()
    """Where a clause of its own speaks of it beside the wager that decisions are multiples of."""
    on: Name | None = None
    """For a bonus: the wager it is paid on."""
    pays: Odds | None = None
    """What a wager against the dealer wins."""
    push_unless_dealer_qualifies: StrictBool = False
    tie: Literal["push", "win"] = "push"
    win_table: Name | None = None
    loss_table: Name | None = None
    table: Name | None = None
    survives_fold: StrictBool = False
    survives_fold_option: Name | None = None
    clauses: Clauses
    rules: dict[str, Clauses] = Field(default_factory=dict)
    """The clauses behind each reason that a settlement line can give."""


class Street(Part):
    """A decision: what may be wagered then, in antes, and what doing nothing means."""

    name: Name
    wager: Name
    """What may be wagered; it is that of the decision."""
    board: Annotated[StrictInt, Field(ge=0)] = 0
    """How many community cards are face up."""
    multiples: tuple[Count, ...]
    optional_multiples: tuple[Count, ...] = ()
    """Multiples that the house may allow besides."""
    any_amount_between: StrictBool = False
    otherwise: Literal["check", "fold"]
    clauses: Clauses
    wager_clauses: Clauses = ()
    """What the book says of a player who wagers at this street."""
    otherwise_clauses: Clauses = ()
    """What it says of one who does not."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of all actions: to do nothing first, then the multiples in ascending order."""
        return (self.otherwise, *(f"{self.wager}_{multiple}" for multiple in sorted(self.multiples)))


class Decision(Part):
    """The wager that is placed at the streets, and its base."""

    wager: Name
    of: Name
    streets: tuple[Street, ...]
    smaller_raises_option: Name | None = None

    @model_validator(mode="before")
    @classmethod
    def _streets_have_the_wager(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("streets"), list):
            return data
        own = {"wager": data.get("wager")}
        streets = [own | street if isinstance(street, dict) else street for street in data["streets"]]
        return data | {"streets": streets}


class Dealer(Part):
    """The dealer's cards; a book that says nothing of them has none."""

    cards: Annotated[StrictInt, Field(ge=0)] = 0
    face_up: Annotated[StrictInt, Field(ge=0)] = 0
    clauses: Clauses = ()


class Player(Part):
    """The player's own cards."""

    cards: Count
    clauses: Clauses


class ExtraCards(Part):
    """Cards of one optional wager, dealt before all others."""

    name: Name
    wager: Name
    cards: Count
    place: str = "their place"
    """Where they lie, in the book's words."""
    turn_up_clauses: Clauses
    clauses: Clauses


class Row(Part):
    """One line of a paytable."""

    hand: Name
    pays: Odds
    pays_for_5: Odds | None = None
    """Envy tables only: the amount listed for a $5 wager."""
    clauses: Clauses = ()
    clauses_for_5: Clauses = ()
    note: str | None = None


LISTED_STAKES = {100: "pays", 500: "pays_for_5"}
"""The progressive wagers, in cents, for which an envy table lists amounts, and the column of each."""


class Meter(Part):
    """A progressive meter and the least that it may begin with and be reset to."""

    name: Name
    minimum: Cents | None = None
    usual: Cents | None = None
    """Where the book states no minimum: the amount that a stock submission takes."""
    clauses: Clauses = ()

    @model_validator(mode="after")
    def _has_an_amount(self) -> Self:
        if (self.minimum is None) == (self.usual is None):
            raise ValueError(f"meter {self.name} needs either a minimum or a usual amount")
        return self

    @property
    def stock_amount(self) -> int:
        """What the meter begins with when the operator says nothing."""
        return self.minimum if self.minimum is not None else self.usual or 0


class Table(Part):
    """One paytable: its rows in the book's order."""

    id: str
    evaluates: Name
    """The hand of the book that it looks at."""
    rows: tuple[Row, ...]
    meters: tuple[Meter, ...] = ()
    clauses: Clauses

    @model_validator(mode="after")
    def _rows_make_sense(self) -> Self:
        names = [row.hand for row in self.rows]
        if repeated := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"table {self.id} lists {', '.join(sorted(repeated))} more than once")
        meters = {meter.name for meter in self.meters}
        paid = {row.pays.meter for row in self.rows if isinstance(row.pays, MeterShare)}
        if paid - meters:
            raise ValueError(f"table {self.id} pays from a meter that it does not have: {', '.join(paid - meters)}")
        return self


class Paytables(Part):
    """All tables that a book offers for one purpose, in the book's order."""

    name: Name
    title: str
    tables: tuple[Table, ...] = Field(min_length=1)
    rate_clauses: Clauses = ()
    """For a progressive: where the book asks for the rate of progression."""
    reset_to_initial_clauses: Clauses = ()
    """For a progressive: where the book resets a meter to the very amount that it began with."""
    stake_stated: StrictBool | None = None
    """Whether the book says for all these tables if the stake comes back with the payout. Where it does neither, odds
    say so ("to 1", "for 1"), and amounts and shares of a meter do not."""
    default_from: Name | None = None
    """The choice follows the same letter of another kind of table, where it exists."""
    clauses: Clauses

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = [table.id for table in self.tables]
        if len(set(ids)) != len(ids):
            raise ValueError(f"two tables of {self.name} have the same id")
        return self

    def table(self, table_id: str) -> Table | None:
        """The table with this id, if the book has it."""
        return next((table for table in self.tables if table.id == table_id), None)


class Envy(Part):
    """Paid to holders of a progressive wager for another player's hand."""

    paytables: Name
    with_progressive: tuple[str, ...] = ()
    """The progressive tables that have one; empty means all."""
    folded_holder: StrictBool
    """Whether a folded hand whose cards are still on the table can be the holder's."""
    clauses: Clauses


class Settlement(Part):
    """The order in which wagers are settled, player by player from the dealer's right."""

    order: tuple[Name, ...]
    folded: Literal["second_pass", "same_pass"]
    reading: StrictInt | None = None
    """The reading that gives the order, where the book states none."""
    clauses: Clauses


class PayoutLimit(Part):
    """The rule for a maximum that one player is paid on one hand."""

    least: Cents
    never_limits: tuple[Name, ...]
    clauses: Clauses
    least_clauses: Clauses


class Fixed(Part):
    """A choice that other books leave to the house, and that this one makes itself."""

    name: Name
    says: str
    clauses: Clauses


class Option(Part):
    """A choice that the book leaves to the house, or a reading that the house may set otherwise."""

    name: Name
    default: StrictBool
    says: str
    clauses: Clauses = ()
    reading: StrictInt | None = None
    """The number of the interpretation, where the option is one."""
