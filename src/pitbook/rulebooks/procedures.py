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
    """A shoe or other device that reshuffles and counts by itself."""


class Method(StrEnum):
    """Where the cards are dealt from."""

    MANUAL_SHOE = "manual_shoe"
    HAND = "hand"
    AUTOMATED = "automated"


class Duty(BookPart):
    """Something that has to be done or to hold, by whom, with its clause."""

    do: Name
    by: ActorRole = ActorRole.DEALER
    or_shuffler: StrictBool = False
    """A shuffler that holds the cards may do it in the dealer's place."""
    clauses: Clauses


class StepDuty(Duty):
    """A duty that is a step at the table."""

    do: StepName


class DeckRule(BookPart):
    """The cards: how many, how many decks, cover cards, and when a deck is changed."""

    cards: Count
    """52, or fewer: four suits of the ranks from the ace down. An ace is low only below a two."""
    decks: Count
    decks_with_shuffler: Count
    decks_with_shuffler_clauses: Clauses = ()
    cover_cards: Count
    change_after_hours_by_hand: Count | None = None
    change_after_hours_from_shoe: Count | None = None
    change_clauses: Clauses = ()
    alternation: tuple[Duty, ...] = ()
    """What holds when two decks are used."""
    looks_clauses: Clauses = ()
    """How the cards of each deck look, and the cover cards with it."""
    clauses: Clauses
    """How many decks there are without a shuffler."""

    @property
    def playing_cards(self) -> tuple[Card, ...]:
        """The cards by index."""
        return DECK[len(DECK) - self.cards :]

    def outside(self, cards: Iterable[Card]) -> list[Card]:
        """Those of some cards that this deck does not have."""
        return [card for card in cards if card.index < len(DECK) - self.cards]


class OpeningRule(BookPart):
    """What is done with new cards, in this order."""

    steps: tuple[StepDuty, ...]
    preinspected_and_preshuffled_skip: tuple[Name, ...] = ()
    skip_clauses: Clauses = ()
    each_deck_clauses: Clauses = ()


class ShuffleRule(BookPart):
    """When the cards are shuffled, and what follows from how."""

    when: tuple[Duty, ...]
    single_stack_clauses: Clauses
    shufflers: tuple[Shuffler, ...]
    into_shoe_clauses: Clauses
    wrong_count_removes_deck_clauses: Clauses = ()
    reshuffling_clauses: Clauses = ()
    approval_clauses: Clauses = ()
    """Where a device that reshuffles and counts by itself has to be approved before it is used."""


class CutRule(BookPart):
    """How the cards are cut, and after which shuffles."""

    after: tuple[Shuffler, ...]
    preshuffled_too: StrictBool
    after_clauses: Clauses
    fewest: Count
    """At least so many cards on either side of the cover card."""
    manner: Literal["cover_card_inserted", "stack_onto_cover_card"]
    cover_card_goes: Literal["bottom", "discard_rack"]
    steps: tuple[StepDuty, ...]
    recut_clauses: Clauses
    clauses: Clauses


class IdleRule(BookPart):
    """What is done with the cards while nobody plays at an open table, and when a player comes to it."""

    clear_clauses: Clauses = ()
    """Where the shoe and the discard rack are cleared first."""
    spread: Literal["face_down_unless_asked", "either"]
    spread_clauses: Clauses
    turn_up_clauses: Clauses
    """Cards that lie face down are turned up before the first player looks at them."""
    reopen_with: tuple[StepName, ...]
    reopen_clauses: Clauses
    reopen_without_clauses: Clauses = ()
    """Clauses of the opening that hold only for decks which are received."""
    cut_clauses: Clauses = ()
    """Where the cut is among what is done when a player has come."""
    not_with: tuple[Shuffler, ...] = ()
    clauses: Clauses


class StubCount(BookPart):
    """How often the rest of the deck is counted, and what a wrong count means."""

    every_rounds: Count
    excused_by: tuple[Shuffler, ...]
    clauses: Clauses
    right_clauses: Clauses
    """Where a stub that shows a whole deck goes to the discard rack."""
    wrong_clauses: Clauses
    """Where the dealer determines whether the cards were misdealt."""
    player_misdealt_clauses: Clauses = ()
    dealer_misdealt_clauses: Clauses = ()
    """Where a player's and the dealer's hand with a wrong number of cards have clauses of their own."""
    right_but_misdealt: Literal["wrong_number_of_cards", "stub_count_misdeal"]
    """What it is when the stub is right, and a hand has a wrong number of cards."""


class DealingStep(BookPart):
    """One step of a deal, in its order."""

    do: Literal["deal", "cover_dealer_cards", "burn", "remove_rest", "decide", "turn_up", "reveal_dealer"]
    to: Literal["each_player", "dealer", "board", "extra"] | None = None
    cards: Annotated[StrictInt, Field(ge=0)] = 0
    face: Literal["down", "up"] = "down"
    spread: bool = False
    """Whether the cards of the board are spread out when they are dealt."""
    street: Name | None = None
    clauses: Clauses = ()
    others_clauses: Clauses = ()
    """Where the book speaks of the first player and of the others apart: the clauses of the others."""
    reshuffling_clauses: Clauses = ()
    """Where the book speaks of a device that reshuffles by itself: by what it deals so too."""


class DealingOrder(BookPart):
    """A whole round's sequence of cards and decisions under one method."""

    name: Name
    says: str
    only_with: tuple[Shuffler, ...] = ()
    steps: tuple[DealingStep, ...]
    clauses: Clauses = ()


class DealingRule(BookPart):
    """One way of dealing, with the orders that a house may choose from; the first is the ordinary one."""

    method: Method
    title: str
    shufflers: tuple[Shuffler, ...]
    shufflers_clauses: Clauses = ()
    orders_clauses: Clauses = ()
    """Where the book says in which order the method deals the community cards."""
    location_clauses: Clauses = ()
    """Where the place of the shoe on the table has to be approved."""
    before: tuple[StepDuty, ...]
    orders: tuple[DealingOrder, ...] = Field(min_length=1)
    after: tuple[StepDuty, ...]
    stub_count: StubCount
    shuffler_count_clauses: Clauses = ()
    """Where the book says by the method that a deck which the shuffler counts wrongly is removed."""
    wrong_count_misdeal_clauses: Clauses
    wrong_count_deck_clauses: Clauses
    clauses: Clauses

    def order(self, name: str) -> DealingOrder | None:
        """The order of this name, if the method has it."""
        return next((order for order in self.orders if order.name == name), None)


class Conduct(BookPart):
    """What is done in a round besides dealing: each duty with its clauses, none where the book is silent."""

    forfeits_collected: Literal["at_once", "after_decisions"] = "at_once"
    """Whether a folded player's wagers and cards are collected at the fold, or when all have decided."""
    chips_clauses: Clauses = ()
    """Wagers are made with chips; cash and words alone are no wager."""
    match_play_coupons: StrictBool = False
    """Whether a match-play coupon may lie with a wager."""
    match_play_clauses: Clauses = ()
    no_information_clauses: Clauses = ()
    """Where the book has players keep their hands to themselves."""
    seated_clauses: Clauses = ()
    own_hand_clauses: Clauses = ()
    """Where the book has each player answer for the own hand, so that nobody else decides for it."""
    stay_clauses: Clauses = ()
    leaving_clauses: Clauses = ()
    before_no_more_bets_clauses: Clauses = ()
    none_after_clauses: Clauses = ()
    acknowledge_clauses: Clauses = ()
    lock_out_clauses: Clauses = ()
    collect_forfeits_clauses: Clauses = ()
    forfeits_after_play_clauses: Clauses = ()
    """By which clauses too, once another player has wagered on."""
    folded_cards_clauses: Clauses = ()
    """Where the cards of a folded player without a side wager that stays go to the discard rack."""
    fold_steps: StrictBool = False
    """Whether the dealer collects at a fold in steps of their own, or the decision says it all."""
    announce_dealer_clauses: Clauses = ()
    turn_up_hand_clauses: Clauses = ()
    announce_hand_clauses: Clauses = ()
    settle_clauses: Clauses = ()
    turn_up_hand_unqualified_clauses: Clauses = ()
    announce_hand_unqualified_clauses: Clauses = ()
    settle_unqualified_clauses: Clauses = ()
    """The same three where the book states them apart for a dealer who does not qualify."""
    hands_announced: StrictBool = True
    """Whether the dealer says the hands aloud, or only selects the cards that they are made of."""
    folded_hands: Literal["like_others", "for_side_wagers"] = "like_others"
    """Whether a folded hand that stays is treated like the others, or only turned up for its side wagers."""
    discard_clauses: Clauses = ()
    progressive_win: tuple[StepDuty, ...] = ()
    """What is done before and when a progressive award is paid, in this order."""
    award_clauses: Clauses = ()
    """What makes the amount on the meter at the player's turn the one that is paid."""
    envy_clauses: Clauses = ()
    """Where an envy bonus is paid with the settlement of the hand that earns it."""
    whole_meter_from_inventory: StrictBool = True
    """Whether an award of the whole meter may be paid from the table inventory."""
    whole_meter_clauses: Clauses = ()
    paperwork_clauses: Clauses = ()
    """The cards of a winner who is not paid from the inventory stay until the documents are complete."""


class SettledAnyway(BookPart):
    """A wager that a void round settles all the same."""

    wager: Name
    when: Literal["initial_cards_complete", "always"]
    clauses: Clauses


class IrregularityName(StrEnum):
    """What can go wrong: the closed set that a book says the consequences of."""

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
    """Something that goes wrong, and where it leads."""

    name: IrregularityName
    says: str
    outcome: Literal["void", "discard_and_go_on", "use_next", "reshuffle", "ruling", "device_out_of_use"]
    settled: tuple[SettledAnyway, ...] = ()
    until: Literal["last_decision", "reveal"] | None = None
    """For a dealer's card: the moment from which it may be seen."""
    remove_deck: StrictBool = False
    device: tuple[Literal["covered", "marked", "removed"], ...] = ()
    """What is done with a device before another method is used."""
    covered_clauses: Clauses = ()
    marked_clauses: Clauses = ()
    removed_clauses: Clauses = ()
    """Where each of these is said."""
    before_any_change: StrictBool = False
    """Whether that holds for every change of method, or only when the device has failed."""
    return_clauses: Clauses = ()
    """The one among several clauses that has the wagers returned."""
    returns: tuple[Name, ...] = ()
    """The wagers that the clause returns by name; where it names none, it returns all of them."""
    silent_on_wagers: StrictBool = False
    """Whether the clause voids the hands and says nothing of the wagers."""
    remove_cards_clauses: Clauses = ()
    """Where the cards that are left in a device are taken out of it."""
    reshuffle_clauses: Clauses = ()
    """Where the cards are shuffled again because of it."""
    clauses: Clauses = ()
    readings: tuple[StrictInt, ...] = ()


class Inscription(BookPart):
    """Something that the layout, a sign or the table's equipment has to show."""

    shows: Name
    says: str
    """What has to be seen there, in our own words."""
    part_of: Literal["layout", "equipment"] = "layout"
    """Whether it is drawn on the layout, or stands on the table as a device."""
    wagers: tuple[Name, ...] = ()
    """For betting areas: the wagers that each position has an area for."""
    when_offered: Name | None = None
    """Only where this wager is offered."""
    on_sign_instead: StrictBool = False
    """A sign at the table may say it in the layout's place."""
    general_line_instead: StrictBool = False
    """The layout may say that what is posted applies, in place of the amount."""
    odds_words: tuple[str, ...] = ()
    """Where the book names the words that odds are stated with: "to", "win"."""
    forbidden_words: tuple[str, ...] = ()
    """Words that must not state odds."""
    clauses: Clauses
