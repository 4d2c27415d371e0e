"""The typed, frozen form of a rule book. Docstrings say what the fields mean; the numbers are in the TOML.

Every part names the clauses that state it. After loading they are full citations: "md-heads-up-holdem 12.B(1)".
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    StrictInt,
    StringConstraints,
    field_serializer,
    model_validator,
)

from pitbook.money import format_cents, parse_cents
from pitbook.problems import MalformedError
from pitbook.rulebooks.pays import MeterShare, Pays, ToOne, parse_pays


def read_cents(value: object) -> int:
    """An amount written as text, in cents; ValueError for anything else."""
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is not an amount of money (write it in quotes, like "12.50")')
    try:
        return parse_cents(value)
    except MalformedError as error:
        raise ValueError(str(error)) from error


def _odds(value: object) -> object:
    return value if value is None or isinstance(value, Pays) else parse_pays(value)


Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Cents = Annotated[StrictInt, BeforeValidator(read_cents), PlainSerializer(format_cents)]
"""Written as a decimal string such as "5000.00", stored as whole cents."""
Odds = Annotated[Pays, BeforeValidator(_odds), PlainSerializer(str)]
"""Written as printed at the table, stored as a typed value."""
Count = Annotated[StrictInt, Field(ge=1)]
Clauses = tuple[str, ...]


class BookPart(BaseModel):
    """A part of a book: frozen, and without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    def model_copy(self, *, update: Mapping[str, object] | None = None, deep: bool = False) -> Self:
        """A copy with some fields changed, without the cached properties of the original."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(copied).model_fields.keys():
            del copied.__dict__[name]
        return copied


class Positions(BookPart):
    """How many positions a table has, and on how many of them one player may wager."""

    most: Count
    per_player: Literal["one", "as_filed"]
    """`one`, or a number of adjacent boxes that the operator must file."""
    clauses: Clauses = ()
    per_player_clauses: Clauses = ()
    """The clauses, or the reading, about how many positions one player may wager on."""
    reading: StrictInt | None = None
    """The number of the reading, if the book states nothing."""


def _case_pays(value: object) -> object:
    return value if isinstance(value, str) and value in ENDS else _odds(value)


ENDS = ("push", "lose", "forfeit", "nothing")
"""What a case can pay instead of odds: the stake back, a loss, a loss by folding, or no line at all."""


class Reason(StrEnum):
    """Why a wager ends as it does. A case of a book may state a reason that is not listed here."""

    BEATS_DEALER = "beats_dealer"
    TIES_DEALER = "ties_dealer"
    LOSES_TO_DEALER = "loses_to_dealer"
    DEALER_DOES_NOT_QUALIFY = "dealer_does_not_qualify"
    FOLDED = "folded"
    ABANDONED = "abandoned"
    QUALIFYING_HAND = "qualifying_hand"
    NO_QUALIFYING_HAND = "no_qualifying_hand"
    ENVY_QUALIFYING_HAND = "envy_qualifying_hand"
    PAYOUT_LIMIT = "payout_limit"
    FACE_UP_CARDS = "face_up_cards"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    STUB_COUNT_MISDEAL = "stub_count_misdeal"
    STUB_COUNT_WRONG_DECK = "stub_count_wrong_deck"
    STUB_COUNT_MISDEAL_WRONG_DECK = "stub_count_misdeal_wrong_deck"
    SHUFFLER_JAM = "shuffler_jam"
    SHOE_JAM = "shoe_jam"


_RESULTS = {"beats": Reason.BEATS_DEALER, "ties": Reason.TIES_DEALER, "loses": Reason.LOSES_TO_DEALER}


class Case(BookPart):
    """One way to settle a wager: its conditions, what it pays, and the clauses that say so."""

    folded: StrictBool | None = None
    qualifies: StrictBool | None = None
    """Whether the dealer's hand qualifies."""
    result: Literal["beats", "ties", "loses"] | None = None
    """How the player's hand compares with the dealer's."""
    table: Name | None = None
    """The chosen table of this kind has a row for the player's hand."""
    options: dict[Name, StrictBool] = Field(default_factory=dict)
    """The required settings of house options."""
    made: tuple[Name, ...] = ()
    """Other wagers that the player must have made."""
    pays: Annotated[ToOne | Literal["push", "lose", "forfeit", "nothing"] | None, BeforeValidator(_case_pays)] = None
    """Odds, or how the wager ends; None if the row of the table says it."""
    reason: Name
    """The reason on the settlement line; by default it follows from the conditions."""
    clauses: Clauses
    meter_clauses: Clauses = ()
    """Additional clauses if the row pays a share of a meter."""

    @model_validator(mode="before")
    @classmethod
    def _with_its_reason(cls, value: object) -> object:
        if not isinstance(value, dict) or "reason" in value:
            return value
        return value | {"reason": _reason_of(value).value}

    @model_validator(mode="after")
    def _pays_something(self) -> Self:
        if self.pays is None and self.table is None:
            raise ValueError("a case pays by its odds or by the row of a table, and this one has neither")
        return self

    @field_serializer("pays")
    def _printed(self, pays: ToOne | str | None) -> str | None:
        return None if pays is None else str(pays)

    @property
    def by_row(self) -> bool:
        """Whether the row of the table says what it pays."""
        return self.pays is None


def _reason_of(case: dict[str, object]) -> Reason:
    """The reason that follows from the conditions."""
    if case.get("folded") and case.get("pays") == "forfeit":
        return Reason.FOLDED
    if isinstance(result := case.get("result"), str) and result in _RESULTS:
        return _RESULTS[result]
    if case.get("qualifies") is False:
        return Reason.DEALER_DOES_NOT_QUALIFY
    return Reason.QUALIFYING_HAND if case.get("table") else Reason.NO_QUALIFYING_HAND


class Wager(BookPart):
    """A wager, or a bonus that is settled like one."""

    name: Name
    title: str
    optional: StrictBool = False
    """The operator chooses whether to offer it."""
    opens: StrictBool = False
    """This wager alone is enough to take part in a round."""
    equals: Name | None = None
    """Made together with the named wager, in the same amount."""
    decided: StrictBool = False
    """Placed at a decision during the round, not before the deal."""
    progressive: StrictBool = False
    """Collected before the deal and paid from meters: awards do not return it, and fixed awards are for $1."""
    needs_all: tuple[Name, ...] = ()
    needs_any: tuple[Name, ...] = ()
    limits_clauses: Clauses = ()
    """The clauses that subject this wager to the posted limits."""
    offer_clauses: Clauses = ()
    """The clauses that make this wager optional."""
    needs_clauses: Clauses = ()
    """The clauses that require the other wagers."""
    with_base_clauses: Clauses = ()
    """The clauses about this wager together with the base wager."""
    stays_clauses: Clauses = ()
    """The clauses that keep it in action when the player folds."""
    on: Name | None = None
    """For a bonus, which has no stake: the wager that it is paid on."""
    clauses: Clauses
    cases: tuple[Case, ...] = Field(min_length=1)
    """The first case that holds settles the wager."""

    @property
    def is_bonus(self) -> bool:
        """Whether it is paid on another wager and has no stake."""
        return self.on is not None

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The kinds of tables that pay it, in the order of its cases."""
        return tuple(dict.fromkeys(case.table for case in self.cases if case.table and case.by_row))

    @cached_property
    def against_dealer(self) -> bool:
        """Whether the dealer's hand affects what the wager wins or loses; it never affects a bonus."""
        return not self.is_bonus and any(case.result or case.qualifies is not None for case in self.cases)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """The other wagers that its cases refer to."""
        return tuple(dict.fromkeys(name for case in self.cases for name in case.made))

    @property
    def by_hand_alone(self) -> bool:
        """Whether the player's cards alone decide it, by a table."""
        return not self.is_bonus and not self.against_dealer

    @property
    def table(self) -> str | None:
        """The kind of table that pays it, if there is exactly one."""
        return self.tables[0] if len(self.tables) == 1 else None

    def stays_after_fold(self, options: Mapping[str, bool]) -> bool:
        """Whether it stays in action after a fold, under the house's options: only the hand decides it."""
        return self.by_hand_alone and not any(
            case.pays == "forfeit" and all(options.get(name, False) == value for name, value in case.options.items())
            for case in self.cases
            if case.folded
        )

    @property
    def forfeit_clauses(self) -> Clauses:
        """The clauses by which a fold forfeits it."""
        return next((case.clauses for case in self.cases if case.pays == "forfeit"), ())


class DealerCards(BookPart):
    """The dealer's cards; by default there are none."""

    cards: Annotated[StrictInt, Field(ge=0)] = 0
    clauses: Clauses = ()


class PlayerCards(BookPart):
    """The player's own cards."""

    cards: Count
    clauses: Clauses


class ExtraCards(BookPart):
    """The cards of one optional wager, dealt before all others."""

    name: Name
    wager: Name
    cards: Count
    place: str = "their place"
    """Where they are placed, in the book's words."""
    turn_up_clauses: Clauses
    clauses: Clauses


class PaytableRow(BookPart):
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


class MeterRule(BookPart):
    """A progressive meter and the minimum of its initial and reset amounts."""

    name: Name
    minimum: Cents | None = None
    usual: Cents | None = None
    """If the book states no minimum: the amount that a stock submission uses."""
    clauses: Clauses = ()

    @model_validator(mode="after")
    def _has_an_amount(self) -> Self:
        if (self.minimum is None) == (self.usual is None):
            raise ValueError(f"meter {self.name} needs either a minimum or a usual amount")
        return self

    @property
    def stock_amount(self) -> int:
        """The initial amount in a stock submission."""
        return self.minimum if self.minimum is not None else self.usual or 0


class Paytable(BookPart):
    """One paytable: its rows in the book's order."""

    id: str
    evaluates: Name
    """The hand of the book that it evaluates."""
    rows: tuple[PaytableRow, ...]
    meters: tuple[MeterRule, ...] = ()
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


class PaytableKind(BookPart):
    """All tables that a book offers for one purpose, in the book's order."""

    name: Name
    title: str
    tables: tuple[Paytable, ...] = Field(min_length=1)
    rate_clauses: Clauses = ()
    """For a progressive: the clauses that require a rate of progression."""
    reset_to_initial_clauses: Clauses = ()
    """For a progressive: the clauses that reset a meter to its initial amount."""
    stake_stated: StrictBool | None = None
    """Whether the stake is returned with the payout, if the book says so for all these tables. Otherwise the odds
    decide ("to 1" returns it, "for 1" does not), and amounts and meter shares do not return it."""
    default_from: Name | None = None
    """By default this choice has the same letter as that of another kind of table."""
    clauses: Clauses

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = [table.id for table in self.tables]
        if len(set(ids)) != len(ids):
            raise ValueError(f"two tables of {self.name} have the same id")
        return self

    def table(self, table_id: str) -> Paytable | None:
        """The table with this id, if the book has it."""
        return next((table for table in self.tables if table.id == table_id), None)


class Envy(BookPart):
    """A bonus for players with a progressive wager when another player has a qualifying hand."""

    paytables: Name
    award_clauses: Clauses = ()
    """The clauses that pay each of them."""
    several_clauses: Clauses = ()
    """The clauses by which one player can get several in a round."""
    after_fold_clauses: Clauses = ()
    """The clauses by which a player who folded gets one."""
    with_progressive: tuple[str, ...] = ()
    """The progressive tables that come with envy; empty means all."""
    folded_holder: StrictBool
    """Whether a folded hand whose cards are still on the table can earn envy for others."""
    clauses: Clauses


class SettlementRule(BookPart):
    """The order in which a player's wagers are settled, starting with the player at the dealer's right."""

    order: tuple[Name, ...]
    folded: Literal["second_pass", "same_pass"]
    reading: StrictInt | None = None
    """The number of the reading that gives the order, if the book states none."""
    clauses: Clauses


class PayoutLimit(BookPart):
    """The rule for the most that one player can be paid on one hand."""

    least: Cents
    never_limits: tuple[Name, ...]
    clauses: Clauses
    least_clauses: Clauses


class FixedOption(BookPart):
    """An option of other books that this book fixes."""

    name: Name
    says: str
    clauses: Clauses


class Option(BookPart):
    """A choice that the book leaves to the house, or a reading that the house may change."""

    name: Name
    settles_first: Name | None = None
    """The wager that is settled before the player's others if the option is on."""
    default: StrictBool
    says: str
    clauses: Clauses = ()
    reading: StrictInt | None = None
    """The number of the reading, if the option is one."""


class BookTerm(BookPart):
    """A term of the game, for the coach's glossary."""

    name: str
    says: str
    clauses: Clauses
