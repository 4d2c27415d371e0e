"""A book's procedures, typed: decks, opening, shuffling, cutting, dealing, counting, irregularities, layout."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from pitbook.cards import DECK, Card
from pitbook.rulebooks.models import BookPart, Clauses, Count, Name
from pitbook.rulebooks.steps import ActorRole, StepName


class Shuffler(StrEnum):
    """How the cards are shuffled."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"
    AUTOMATIC_COUNTING = "automatic_counting"
    RESHUFFLING = "reshuffling"
    """A shoe or other device that reshuffles and counts the cards automatically."""


class Method(StrEnum):
    """Where the cards are dealt from."""

    MANUAL_SHOE = "manual_shoe"
    HAND = "hand"
    AUTOMATED = "automated"


class Duty(BookPart):
    """Something that must be done or must hold, who is responsible, and the clause."""

    do: Name
    by: ActorRole = ActorRole.DEALER
    or_shuffler: StrictBool = False
    """A shuffler that holds the cards may do it instead of the dealer."""
    clauses: Clauses


class StepDuty(Duty):
    """A duty that is a step at the table."""

    do: StepName


class DeckRule(BookPart):
    """The cards: how many, how many decks, cover cards, and when a deck is changed."""

    cards: Count
    """52, or fewer: four suits of the highest ranks. An ace can be low only if the deck has twos."""
    decks: Count
    decks_with_shuffler: Count
    decks_with_shuffler_clauses: Clauses = ()
    cover_cards: Count
    change_after_hours_by_hand: Count | None = None
    change_after_hours_from_shoe: Count | None = None
    change_clauses: Clauses = ()
    """The clauses about these hours: first for a deck dealt by hand, then for one dealt from a shoe."""
    alternation: tuple[Duty, ...] = ()
    """The clauses that apply when two decks are used."""
    looks_clauses: Clauses = ()
    """The clauses about the backs of the cards and the cover cards."""
    clauses: Clauses
    """The clauses about the number of decks without a shuffler."""

    def hours_clauses(self, *, by_hand: bool) -> Clauses:
        """The clauses about how long a deck may be used."""
        return self.change_clauses[:1] if by_hand else self.change_clauses[1:2]

    @property
    def playing_cards(self) -> tuple[Card, ...]:
        """The cards by index."""
        return DECK[len(DECK) - self.cards :]

    def outside(self, cards: Iterable[Card]) -> list[Card]:
        """Those of some cards that this deck does not have."""
        return [card for card in cards if card.index < len(DECK) - self.cards]


class OpeningRule(BookPart):
    """What is done with new cards, in order."""

    steps: tuple[StepDuty, ...]
    preinspected_and_preshuffled_skip: tuple[Name, ...] = ()
    skip_clauses: Clauses = ()
    each_deck_clauses: Clauses = ()


class ShuffleRule(BookPart):
    """When and how the cards are shuffled."""

    when: tuple[Duty, ...]
    single_stack_clauses: Clauses
    shufflers: tuple[Shuffler, ...]
    into_shoe_clauses: Clauses
    wrong_count_removes_deck_clauses: Clauses = ()
    reshuffling_clauses: Clauses = ()
    approval_clauses: Clauses = ()
    """The clauses that require approval of a device that reshuffles and counts automatically."""


class CutRule(BookPart):
    """How the cards are cut, and after which shuffles."""

    after: tuple[Shuffler, ...]
    preshuffled_too: StrictBool
    after_clauses: Clauses
    fewest: Count
    """The fewest cards on either side of the cover card."""
    manner: Literal["cover_card_inserted", "stack_onto_cover_card"]
    steps: tuple[StepDuty, ...]
    recut_clauses: Clauses
    clauses: Clauses


class IdleRule(BookPart):
    """What is done with the cards while nobody plays at an open table, and when a player arrives."""

    clear_clauses: Clauses = ()
    """The clauses that clear the shoe and the discard rack first."""
    spread: Literal["face_down_unless_asked", "either"]
    spread_clauses: Clauses
    turn_up_clauses: Clauses
    """Cards that are face down are turned up before the first player inspects them."""
    reopen_with: tuple[StepName, ...]
    reopen_clauses: Clauses
    reopen_without_clauses: Clauses = ()
    """Clauses of the opening that apply only to newly received decks."""
    cut_clauses: Clauses = ()
    """The clauses that require a cut when a player arrives."""
    not_with: tuple[Shuffler, ...] = ()
    clauses: Clauses


class StubCount(BookPart):
    """How often the stub is counted, and what a wrong count means."""

    every_rounds: Count
    excused_by: tuple[Shuffler, ...]
    clauses: Clauses
    anyway_clauses: Clauses = ()
    """Those of these clauses that say how every stub is counted, even if a count is not required."""
    right_clauses: Clauses
    """The clauses that put a correct stub into the discard rack."""
    wrong_clauses: Clauses
    """The clauses by which the dealer determines whether there was a misdeal."""
    player_misdealt_clauses: Clauses = ()
    dealer_misdealt_clauses: Clauses = ()
    """Separate clauses for a player's and for the dealer's hand with a wrong number of cards."""
    right_but_misdealt: Literal["wrong_number_of_cards", "stub_count_misdeal"]
    """The irregularity if the stub is right but a hand has a wrong number of cards."""


class DealingStep(BookPart):
    """One step of a deal."""

    do: Literal["deal", "cover_dealer_cards", "burn", "remove_rest", "decide", "turn_up", "reveal_dealer"]
    to: Literal["each_player", "dealer", "board", "extra"] | None = None
    cards: Annotated[StrictInt, Field(ge=0)] = 0
    face: Literal["down", "up"] = "down"
    spread: bool = False
    """Whether the board cards are spread when they are dealt."""
    street: Name | None = None
    clauses: Clauses = ()
    others_clauses: Clauses = ()
    """The clauses for the other players, if the book treats the first one separately."""
    reshuffling_clauses: Clauses = ()
    """The clauses by which an automatically reshuffling device deals in the same way."""


class DealingOrder(BookPart):
    """The sequence of cards and decisions of a whole round under one method."""

    name: Name
    says: str
    only_with: tuple[Shuffler, ...] = ()
    steps: tuple[DealingStep, ...]
    clauses: Clauses = ()


class DealingRule(BookPart):
    """One way of dealing, with the orders that a house may choose from; the first is the usual one."""

    method: Method
    title: str
    shufflers: tuple[Shuffler, ...]
    shufflers_clauses: Clauses = ()
    orders_clauses: Clauses = ()
    """The clauses about the order in which this method deals the community cards."""
    location_clauses: Clauses = ()
    """The clauses by which the shoe has a place on the table that is approved or prescribed."""
    before: tuple[StepDuty, ...]
    orders: tuple[DealingOrder, ...] = Field(min_length=1)
    after: tuple[StepDuty, ...]
    stub_count: StubCount
    shuffler_count_clauses: Clauses = ()
    """The clauses by which this method removes a deck that the shuffler's count finds wrong."""
    wrong_count_misdeal_clauses: Clauses
    wrong_count_deck_clauses: Clauses
    clauses: Clauses

    def order(self, name: str) -> DealingOrder | None:
        """The order of this name, if the method has it."""
        return next((order for order in self.orders if order.name == name), None)


class Conduct(BookPart):
    """Duties in a round besides dealing, each with its clauses; empty where the book is silent."""

    forfeits_collected: Literal["at_once", "after_decisions"] = "at_once"
    """Whether a folded player's wagers and cards are collected at the fold, or after all decisions."""
    chips_clauses: Clauses = ()
    """The clauses that require chips; cash and spoken wagers do not count."""
    match_play_clauses: Clauses = ()
    """The clauses by which a match-play coupon may accompany a wager."""
    no_information_clauses: Clauses = ()
    """The clauses that forbid players to share information about their hands."""
    seated_clauses: Clauses = ()
    own_hand_clauses: Clauses = ()
    """The clauses that make each player responsible for their hand, so nobody else may decide for it."""
    stay_clauses: Clauses = ()
    leaving_clauses: Clauses = ()
    before_no_more_bets_clauses: Clauses = ()
    none_after_clauses: Clauses = ()
    acknowledge_clauses: Clauses = ()
    lock_out_clauses: Clauses = ()
    collect_forfeits_clauses: Clauses = ()
    forfeits_after_play_clauses: Clauses = ()
    """Additional clauses once another player has wagered."""
    folded_cards_clauses: Clauses = ()
    """The clauses that discard the cards of a folded player who has no side wager left."""
    fold_steps: StrictBool = False
    """Whether collecting at a fold is a separate step of the dealer, or part of the decision."""
    announce_dealer_clauses: Clauses = ()
    turn_up_hand_clauses: Clauses = ()
    announce_hand_clauses: Clauses = ()
    settle_clauses: Clauses = ()
    turn_up_hand_unqualified_clauses: Clauses = ()
    announce_hand_unqualified_clauses: Clauses = ()
    settle_unqualified_clauses: Clauses = ()
    """The same three, if the book has separate clauses for a dealer who does not qualify."""
    hands_announced: StrictBool = True
    """Whether the dealer announces the hands, or only selects their cards."""
    folded_hands: Literal["like_others", "for_side_wagers"] = "like_others"
    """Whether a folded hand with side wagers is treated like the others, or only turned up for these wagers."""
    discard_clauses: Clauses = ()
    progressive_win: tuple[StepDuty, ...] = ()
    """What is done before and when a progressive award is paid, in order."""
    award_clauses: Clauses = ()
    """The clauses by which the award is the amount on the meter at the player's turn."""
    envy_clauses: Clauses = ()
    """The clauses by which envy is paid together with the hand that earns it."""
    whole_meter_from_inventory: StrictBool = True
    """Whether an award of the whole meter may be paid from the table inventory."""
    whole_meter_clauses: Clauses = ()
    paperwork_clauses: Clauses = ()
    """The clauses that keep a winner's cards on the table until the paperwork for an award is complete."""


class SettledAnyway(BookPart):
    """A wager that is settled even in a void round."""

    wager: Name
    when: Literal["initial_cards_complete", "always"]
    clauses: Clauses


class IrregularityName(StrEnum):
    """What can go wrong: a closed set. Books state the consequences."""

    FACE_UP_CARD = "face_up_card"
    FACE_UP_CARDS = "face_up_cards"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    PLAYER_OR_COMMUNITY_CARD_EXPOSED = "player_or_community_card_exposed"
    STUB_COUNT_MISDEAL = "stub_count_misdeal"
    STUB_COUNT_WRONG_DECK = "stub_count_wrong_deck"
    STUB_COUNT_MISDEAL_WRONG_DECK = "stub_count_misdeal_wrong_deck"
    SHUFFLER_JAM = "shuffler_jam"
    SHOE_JAM = "shoe_jam"
    DEVICE_OUT_OF_ORDER = "device_out_of_order"


class IrregularityRule(BookPart):
    """Something that can go wrong, and its consequences."""

    name: IrregularityName
    says: str
    outcome: Literal["void", "discard_and_go_on", "use_next", "reshuffle", "ruling", "device_out_of_use"]
    settled: tuple[SettledAnyway, ...] = ()
    until: Literal["last_decision", "reveal"] | None = None
    """For a dealer's card: the moment from which it may be visible."""
    remove_deck: StrictBool = False
    device: tuple[Literal["covered", "marked", "removed"], ...] = ()
    """What is done with a device before the table changes to another method."""
    covered_clauses: Clauses = ()
    marked_clauses: Clauses = ()
    removed_clauses: Clauses = ()
    """The clauses about each of these."""
    before_any_change: StrictBool = False
    """Whether that applies to every change of method, or only after the device has failed."""
    return_clauses: Clauses = ()
    """The clauses that return the wagers."""
    returns: tuple[Name, ...] = ()
    """The wagers that the clause names as returned; empty means all."""
    silent_on_wagers: StrictBool = False
    """Whether the clause voids the hands but does not mention the wagers."""
    remove_cards_clauses: Clauses = ()
    """The clauses that remove the cards left in a device."""
    reshuffle_clauses: Clauses = ()
    """The clauses that reshuffle the cards because of it."""
    clauses: Clauses = ()
    readings: tuple[StrictInt, ...] = ()


class Inscription(BookPart):
    """Something that the layout, a sign or the table's equipment must show."""

    shows: Name
    says: str
    """What must be shown, in our own words."""
    part_of: Literal["layout", "equipment"] = "layout"
    """Whether it is drawn on the layout, or is a device on the table."""
    wagers: tuple[Name, ...] = ()
    """For betting areas: the wagers that have an area at each position."""
    when_offered: Name | None = None
    """It applies only if this wager is offered."""
    on_sign_instead: StrictBool = False
    """A sign at the table may show it instead of the layout."""
    odds_words: tuple[str, ...] = ()
    """The words that odds must be stated with, if the book says: "to", "win"."""
    forbidden_words: tuple[str, ...] = ()
    """Words that must not be used to state odds."""
    clauses: Clauses
