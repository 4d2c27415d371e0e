"""A rule book as a whole."""

from collections.abc import Iterable
from typing import Annotated, Self

from pydantic import Field, StrictBool, StrictInt, StringConstraints, model_validator

from pitbook.rulebooks.book_checks import inconsistencies
from pitbook.rulebooks.changes import BookChange
from pitbook.rulebooks.families import FamilyName, family_of
from pitbook.rulebooks.flow import Flow, Street
from pitbook.rulebooks.hands import DEALER, FLOP, PLAYER, HandRule, Piece, in_words
from pitbook.rulebooks.models import (
    BookPart,
    BookTerm,
    DealerCards,
    Envy,
    ExtraCards,
    FixedOption,
    Name,
    Option,
    PayoutLimit,
    Paytable,
    PaytableKind,
    PlayerCards,
    Positions,
    SettlementRule,
    Wager,
)
from pitbook.rulebooks.procedures import (
    Conduct,
    CutRule,
    DealingRule,
    DeckRule,
    IdleRule,
    Inscription,
    IrregularityRule,
    OpeningRule,
    ShuffleRule,
)


class InconsistentError(ValueError):
    """Parts of a book contradict each other: one sentence for each problem, beginning with its key."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


class RuleBook(BookPart):
    """Everything that a regulator's text fixes or offers."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: str
    authority: str
    house_book: StrictBool = False
    """Whether Pitbook wrote the rules itself, without a regulator's or owner's text."""
    based_on: str | None = None
    """The book that this one changes."""
    changes: tuple[BookChange, ...] = ()
    """What it changes; each change is a clause."""
    house_default: str | None = None
    """The book whose procedures apply where this one is silent."""
    house_default_parts: tuple[Name, ...] = ()
    positions: Positions
    player: PlayerCards
    dealer: DealerCards = Field(default_factory=DealerCards)
    board: Annotated[StrictInt, Field(ge=0)] = 0
    extra_cards: ExtraCards | None = None
    hands: dict[Name, HandRule]
    """By name: `player` and `dealer`, which are compared, and any others that paytables evaluate."""
    wagers: tuple[Wager, ...]
    flow: Flow
    paytables: tuple[PaytableKind, ...]
    envy: Envy | None = None
    settlement: SettlementRule
    payout_limit: PayoutLimit | None = None
    options: tuple[Option, ...] = ()
    fixed: tuple[FixedOption, ...] = ()
    """Options of other books that this book fixes."""
    deck: DeckRule
    opening: OpeningRule
    shuffle: ShuffleRule
    cut: CutRule
    idle: IdleRule
    conduct: Conduct = Field(default_factory=Conduct)
    dealing: tuple[DealingRule, ...]
    irregularities: tuple[IrregularityRule, ...]
    layout: tuple[Inscription, ...] = Field(default=())
    terms: tuple[BookTerm, ...] = ()
    """Words that this game alone uses."""

    @property
    def family(self) -> FamilyName:
        """The family of games that it belongs to."""
        return family_of(self)

    @property
    def own_cards(self) -> str:
        """The JSON key of a player's own cards: `hole` in games with a board and a dealer's hand, otherwise `cards`."""
        return "hole" if self.board and self.dealers_hand else "cards"

    def seen_at(self, street: Street) -> int:
        """How many board and dealer's cards a player sees at a street."""
        return street.board + street.up

    def is_side_wager(self, wager: Wager) -> bool:
        """Whether the cards alone decide it and it is not part of the main game."""
        main = {self.flow.base, *self.flow.decided, *self.flow.withdrawable}
        return wager.by_hand_alone and main.isdisjoint((wager.name, wager.equals))

    def wager(self, name: str) -> Wager:
        """The wager of this name; KeyError if the book has none."""
        for wager in self.wagers:
            if wager.name == name:
                return wager
        raise KeyError(name)

    def title_of(self, name: str) -> str:
        """The title of a wager; for anything else that has a line of its own, such as envy, its name in words."""
        titles = (wager.title for wager in self.wagers if wager.name == name)
        return next(titles, in_words(name).capitalize())

    def kind_of_table(self, name: str) -> PaytableKind | None:
        """All tables of one kind, such as `trips_plus`."""
        return next((tables for tables in self.paytables if tables.name == name), None)

    @property
    def players_hand(self) -> HandRule:
        """The player's hand that is compared with the dealer's, or that alone decides the main wagers."""
        return self.hands[PLAYER]

    @property
    def dealers_hand(self) -> HandRule | None:
        """The dealer's hand; a game without one has no showdown."""
        return self.hands.get(DEALER)

    @property
    def qualifier(self) -> str | None:
        """The lowest hand with which the dealer qualifies, in words; None if every hand does."""
        return self.dealers_hand.qualifies if self.dealers_hand else None

    def cards_in(self, pieces: Iterable[Piece]) -> int:
        """How many cards these places hold together."""
        return sum(self.number_of(piece) for piece in pieces)

    def number_of(self, piece: Piece) -> int:
        """How many cards this place holds."""
        match piece:
            case "own":
                return self.player.cards
            case "flop":
                return min(FLOP, self.board)
            case "board":
                return self.board
            case "up":
                return self.flow.up
            case "dealer":
                return self.dealer.cards
            case "extra":
                return self.extra_cards.cards if self.extra_cards else 0

    def hand_in_words(self, table: Paytable, hand: str) -> str:
        """A hand of a table as layouts, signs and sheets name it."""
        beside = self.hands[table.evaluates].beside
        return f"{in_words(hand)}, {beside}" if beside else in_words(hand)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if found := list(inconsistencies(self)):
            raise InconsistentError(found)
        return self
