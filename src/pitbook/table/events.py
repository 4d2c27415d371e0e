"""The events of a table, in the past tense: its only memory.

Fields hold JSON types alone (texts, whole numbers, tuples, mappings), so that an event is stored as it is. Money is in
cents, meters are exact decimals in text, cards are written one after the other: `AhKd`, and `??` for a card whose face
nobody has entered yet. Each event has an explicit name and version, which are what the ledger stores.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from pitbook.json_types import Json, JsonObject
from pitbook.rulebooks.procedures import IrregularityName
from pitbook.table.event import TableEvent
from pitbook.table.lines import Lines, read_lines

# The table and its cards


@dataclass(frozen=True, slots=True)
class TableOpened(TableEvent):
    """A table was opened under house rules, which are named by their digest."""

    type = "table_opened"
    table: str
    rules: str
    source: str


@dataclass(frozen=True, slots=True)
class RulesAdopted(TableEvent):
    """Other house rules apply from now on."""

    type = "rules_adopted"
    rules: str


@dataclass(frozen=True, slots=True)
class DeckReceived(TableEvent):
    """A deck came to the table, and its clock began."""

    type = "deck_received"
    deck: int
    back: str
    preshuffled: bool
    at: str


@dataclass(frozen=True, slots=True)
class DeckRemoved(TableEvent):
    """A deck left the table for good, by a wrong count, at the end of its hours, or for another reason."""

    type = "deck_removed"
    deck: int
    cause: str
    """shuffler_count, overdue, one_deck, changed, or the irregularity of a wrong stub."""
    reason: str


@dataclass(frozen=True, slots=True)
class Performed(TableEvent):
    """The next steps of the agenda were performed, in this order."""

    type = "performed"
    steps: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Shuffled(TableEvent):
    """A deck was shuffled and stacked; a device that counts says how many cards it has."""

    type = "shuffled"
    deck: int
    count: int | None
    by: str


@dataclass(frozen=True, slots=True)
class StackInserted(TableEvent):
    """The shuffler itself put the stack into the shoe."""

    type = "stack_inserted"
    deck: int
    by: str


@dataclass(frozen=True, slots=True)
class DeckCut(TableEvent):
    """The deck was cut; how deep is not known yet while the seeds of a virtual deck are open."""

    type = "deck_cut"
    deck: int
    depth: int | None
    by: str


@dataclass(frozen=True, slots=True)
class RecutOrdered(TableEvent):
    """A floorperson had the cards cut again."""

    type = "recut_ordered"
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered(TableEvent):
    """A floorperson had the cards shuffled again."""

    type = "reshuffle_ordered"
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class StubCountCalled(TableEvent):
    """The stub of this round will be counted."""

    type = "stub_count_called"
    by: str


@dataclass(frozen=True, slots=True)
class WentIdle(TableEvent):
    """Nobody plays: the cards are spread, face down or, perhaps because somebody asked, face up."""

    type = "went_idle"
    face: str
    asked_by: str
    by: str


@dataclass(frozen=True, slots=True)
class PlayerArrived(TableEvent):
    """A first player came to the idle table."""

    type = "player_arrived"
    player: str


@dataclass(frozen=True, slots=True)
class ClosingOrdered(TableEvent):
    """The table closes when the round in progress is finished."""

    type = "closing_ordered"
    by: str


@dataclass(frozen=True, slots=True)
class TableClosed(TableEvent):
    """The table is closed."""

    type = "table_closed"
    by: str


# Players and their chips


@dataclass(frozen=True, slots=True)
class PlayerSat(TableEvent):
    """A player took a betting position."""

    type = "player_sat"
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BoughtIn(TableEvent):
    """A player bought chips."""

    type = "bought_in"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class CashedOut(TableEvent):
    """A player took chips away."""

    type = "cashed_out"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class PlayerLeft(TableEvent):
    """A player left the table; in a round the wagers stay for the floorperson's ruling."""

    type = "player_left"
    player: str
    in_round: bool


@dataclass(frozen=True, slots=True)
class LeavingRuled(TableEvent):
    """The floorperson ruled on the wagers of a player who left in a round."""

    type = "leaving_ruled"
    player: str
    abandoned: bool
    reason: str
    by: str


# A round


@dataclass(frozen=True, slots=True)
class RoundOpened(TableEvent):
    """Wagers may be placed; the commitment is public, the seed is sealed."""

    type = "round_opened"
    round: str
    number: int
    rules: str
    deck: int
    sealed: str | None
    """The server's seed, which only the keys of the house open."""
    commitment: str | None
    at: str


@dataclass(frozen=True, slots=True)
class RoundWithdrawn(TableEvent):
    """A round in which nobody had wagered was not played; its number is not used again."""

    type = "round_withdrawn"
    round: str


@dataclass(frozen=True, slots=True)
class WagersPlaced(TableEvent):
    """A seat's wagers, in place of what it had."""

    type = "wagers_placed"
    seat: int
    wagers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ProgressiveAcknowledged(TableEvent):
    """The wagering devices of these positions accepted their progressive wagers."""

    type = "progressive_acknowledged"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoMoreBets(TableEvent):
    """The dealer announced it."""

    type = "no_more_bets"
    by: str


@dataclass(frozen=True, slots=True)
class ProgressiveLockedOut(TableEvent):
    """The lock-out: what the accepted progressive wagers contribute, and what the meters show then.

    Chips that were not accepted go back.
    """

    type = "progressive_locked_out"
    contributions: Mapping[str, str]
    shown: Mapping[str, str]
    unaccepted: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class ChipsCounted(TableEvent):
    """The chips of the progressive wagers are as many as were accepted."""

    type = "chips_counted"
    count: int
    by: str


@dataclass(frozen=True, slots=True)
class CardsOrdered(TableEvent):
    """The order of the deck as it is dealt, and the depths of the cuts that led to it."""

    type = "cards_ordered"
    order: str
    cuts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsDealt(TableEvent):
    """Cards for the next dealing steps of the agenda, in order."""

    type = "cards_dealt"
    cards: str
    by: str


@dataclass(frozen=True, slots=True)
class CardsEntered(TableEvent):
    """Cards that lay face down were shown and entered."""

    type = "cards_entered"
    place: str
    seat: int | None
    cards: str
    by: str


@dataclass(frozen=True, slots=True)
class CardsCorrected(TableEvent):
    """Cards that were entered wrongly are really others, by whose word and why; the round continues."""

    type = "cards_corrected"
    entered: str
    right: str
    reason: str
    role: str
    by: str


@dataclass(frozen=True, slots=True)
class Decided(TableEvent):
    """A player's decision, with what it wagers."""

    type = "decided"
    seat: int
    action: str
    amount: int


@dataclass(frozen=True, slots=True)
class StubCounted(TableEvent):
    """The rest of the deck was counted."""

    type = "stub_counted"
    count: int
    by: str


@dataclass(frozen=True, slots=True)
class StubResolved(TableEvent):
    """Which hands had a wrong number of cards, by seat or "dealer"; and how many cards there are in all."""

    type = "stub_resolved"
    misdealt: Mapping[str, int]
    total: int
    by: str


@dataclass(frozen=True, slots=True)
class SettlementReckoned(TableEvent):
    """The settlement of every wager of the round, in order."""

    type = "settlement_reckoned"
    dealer: str | None
    lines: Lines

    def to_data(self) -> JsonObject:
        """The event's content, its lines as short lists."""
        return {"dealer": self.dealer, "lines": tuple([line.to_data() for line in self.lines])}

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content."""
        event = super(SettlementReckoned, cls).from_data(data)
        return cls(event.dealer, read_lines(event.lines))


@dataclass(frozen=True, slots=True)
class ProgressiveValidated(TableEvent):
    """A floorperson validated an award, and said where it is paid from."""

    type = "progressive_validated"
    seat: int
    from_inventory: bool
    by: str


@dataclass(frozen=True, slots=True)
class AwardTaken(TableEvent):
    """At a player's turn a share of a meter was taken: what the meter showed before and after, and what is paid.

    The meter follows in the same commit.
    """

    type = "award_taken"
    seat: int
    hand: str
    pays: str
    meter: str
    before: str
    after: str
    amount: int
    by: str


@dataclass(frozen=True, slots=True)
class CardsDiscarded(TableEvent):
    """All cards went to the rack, hand by hand in this order."""

    type = "cards_discarded"
    order: tuple[tuple[str, str], ...]
    by: str


@dataclass(frozen=True, slots=True)
class RoundEnded(TableEvent):
    """The round is over, and its seed is revealed."""

    type = "round_ended"
    round: str
    seed: str | None


# What goes wrong


DRAWN_IN_ERROR: Final = IrregularityName.CARD_DRAWN_IN_ERROR
RULING: Final = "ruling"
"""The detail of a reported irregularity that no clause decides: it waits for the floorperson's ruling."""
OTHER_DECK: Final = "other_deck"
"""The detail of a jam in a shuffler with both decks: only the one that is not in play jammed."""


@dataclass(frozen=True, slots=True)
class IrregularityReported(TableEvent):
    """An irregularity, and who reported it."""

    type = "irregularity_reported"
    name: str
    detail: Mapping[str, int | bool | str]
    by: str


@dataclass(frozen=True, slots=True)
class CardSetAside(TableEvent):
    """A card found face up went to the discard rack."""

    type = "card_set_aside"
    card: str


@dataclass(frozen=True, slots=True)
class RoundVoided(TableEvent):
    """The round does not count; the contributions go back out of the meters."""

    type = "round_voided"
    cause: str
    contributions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckJammed(TableEvent):
    """A deck has to be shuffled again, because the shuffler stopped."""

    type = "deck_jammed"
    deck: int


@dataclass(frozen=True, slots=True)
class DeviceTakenOut(TableEvent):
    """A device cannot be used, or is not wanted for another method: it was covered, marked or removed."""

    type = "device_taken_out"
    device: str
    made: str
    works: bool
    by: str


@dataclass(frozen=True, slots=True)
class DeviceRestored(TableEvent):
    """A device can be used again."""

    type = "device_restored"
    device: str
    by: str


@dataclass(frozen=True, slots=True)
class RulingMade(TableEvent):
    """The floorperson ruled on something that no clause decides."""

    type = "ruling_made"
    words: str
    by: str
