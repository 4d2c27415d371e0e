"""The flow of a round: its steps in the book's order, what a player sees, and the actions at each decision."""

from collections.abc import Callable, Container, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, StringConstraints, model_validator

from pitbook.rulebooks.actions import CHECK, FOLD, MOST, Action, withdrawal_of
from pitbook.rulebooks.hands import PLAYER, with_article
from pitbook.rulebooks.models import BookPart, Clauses, Count, Name

Number = Annotated[StrictInt, Field(ge=0)]


class HandLimit(BookPart):
    """The range of hands for which an action is offered."""

    hand: Name = PLAYER
    """The hand of the book to evaluate, made of the cards that the player sees at the decision."""
    at_least: str | None = None
    """The lowest hand, in words."""
    at_most: str | None = None
    """The highest hand, in words."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.at_least is None and self.at_most is None:
            raise ValueError("if_hand needs at_least or at_most")
        return self

    @property
    def words(self) -> str:
        """The allowed hands: "a pair of aces or better", "queen high or less"."""
        if self.at_least is None:
            return f"{with_article(self.at_most or '')} or less"
        if self.at_most is None:
            return f"{with_article(self.at_least)} or better"
        return f"{with_article(self.at_least)} to {with_article(self.at_most)}"


class Bet(BookPart):
    """A wager in multiples of the base: once in a round, or at several decisions if it adds."""

    do: Literal["bet"]
    wager: Name
    multiples: tuple[Count, ...] = Field(min_length=1)
    adds: StrictBool = False
    """Whether it adds to the chips of earlier decisions. Otherwise the wager can be made only once."""
    if_hand: HandLimit | None = None
    """The hands with which it is allowed; None if every hand is."""
    any_amount_between: StrictBool = False
    """Whether any amount between the smallest and the largest multiple is also allowed."""
    option: Name | None = None
    """The house option that allows it; None if every house does."""
    clauses: Clauses = ()
    """The book's clauses about this action, if it has separate ones."""

    @property
    def verb(self) -> str:
        """The name of the action, without a multiple."""
        return self.wager

    @property
    def least(self) -> int:
        """The smallest multiple."""
        return min(self.multiples)

    @property
    def most(self) -> int:
        """The largest multiple."""
        return max(self.multiples)

    def allows(self, times: int | Fraction) -> bool:
        """Whether this multiple of the base may be wagered."""
        return self.least <= times <= self.most if self.any_amount_between else times in self.multiples


class Check(BookPart):
    """Nothing is wagered, and the player stays in the round."""

    do: Literal["check"]
    called: Name = CHECK
    """The book's word for it."""
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """The name of the action, without a multiple."""
        return self.called


class Fold(BookPart):
    """The player gives up what a fold forfeits."""

    do: Literal["fold"]
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """The name of the action, without a multiple."""
        return FOLD


class Withdraw(BookPart):
    """A wager that was made before the deal goes back to the player."""

    do: Literal["withdraw"]
    wager: Name
    if_hand: HandLimit | None = None
    """The hands with which it is allowed; None if every hand is."""
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """The name of the action, without a multiple."""
        return withdrawal_of(self.wager)


Offer = Annotated[Bet | Check | Fold | Withdraw, Field(discriminator="do")]
"""An action that a decision offers."""


class ShowStep(BookPart):
    """Each player looks at their own cards."""

    do: Literal["show"]
    own: Count


class RevealStep(BookPart):
    """Cards are turned face up: of the board, the dealer's, or those of an optional wager."""

    do: Literal["reveal"]
    board: Number = 0
    dealer: Number = 0
    extra: Number = 0


class DecisionStep(BookPart):
    """Each player decides in turn."""

    do: Literal["decide"]
    name: Name
    title: str
    """The moment of the decision, as on a strategy card: "Before the flop"."""
    actions: tuple[Offer, ...] = Field(min_length=1)
    clauses: Clauses


FlowStep = Annotated[ShowStep | RevealStep | DecisionStep, Field(discriminator="do")]


class Street(BookPart):
    """A decision: the cards that the player has seen by then, and the actions on offer."""

    name: Name
    title: str
    own: Number
    board: Number
    """How many community cards are face up."""
    up: Number
    """How many of the dealer's cards are face up."""
    offers: tuple[Offer, ...]
    clauses: Clauses

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """The wagers that may be made."""
        return tuple(offer for offer in self.offers if isinstance(offer, Bet))

    @cached_property
    def withdrawals(self) -> tuple[Withdraw, ...]:
        """The wagers that can be taken back."""
        return tuple(offer for offer in self.offers if isinstance(offer, Withdraw))

    @cached_property
    def multiples(self) -> tuple[int, ...]:
        """All multiples of the base that may be wagered, ascending."""
        return tuple(sorted({multiple for bet in self.bets for multiple in bet.multiples}))

    @cached_property
    def any_amount_between(self) -> bool:
        """Whether amounts between the multiples are allowed."""
        return any(bet.any_amount_between for bet in self.bets)

    @cached_property
    def otherwise(self) -> str:
        """The action of a player who wagers nothing: to check if that is possible, otherwise to fold."""
        waits = next((offer for offer in self.offers if isinstance(offer, Check)), None)
        return FOLD if waits is None else waits.verb

    @cached_property
    def names(self) -> Mapping[str, Action]:
        """Every action in whole multiples, by name: check or fold first, then from the smallest wager up."""
        verbs = [self.otherwise, *(one.verb for one in self.offers if not isinstance(one, Bet))]
        found = [Action(verb) for verb in dict.fromkeys(verbs)]
        found += [Action(bet.wager, multiple) for bet in self.bets for multiple in sorted(bet.multiples)]
        return {action.name: action for action in sorted(found, key=lambda one: one.multiple or 0)}

    @cached_property
    def _offers(self) -> Mapping[str, Bet | Check | Fold | Withdraw]:
        return {offer.verb: offer for offer in reversed(self.offers)}

    @cached_property
    def _with_offers(self) -> dict[tuple[bool, ...], Self]:
        """Copies of the decision with some of its offers, by which offers they have."""
        return {}

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of all actions in whole multiples, check or fold first."""
        return tuple(self.names)

    @property
    def wager(self) -> str:
        """The wager that can be made here, if there is exactly one."""
        (wager,) = {bet.wager for bet in self.bets}
        return wager

    def offer(self, verb: str) -> Bet | Check | Fold | Withdraw | None:
        """The offer of this name, if there is one; of several bets of a wager the first."""
        return self._offers.get(verb)

    def asks(self, wagers: Container[str]) -> bool:
        """Whether a player with these wagers has anything to decide here; most wagers can be made only once."""
        for bet in self.bets:
            if not bet.adds and bet.wager in wagers:
                return False
        return bool(self.bets) or self.folds or any(one.wager in wagers for one in self.withdrawals)

    @cached_property
    def folds(self) -> bool:
        """Whether a player can fold here."""
        return any(isinstance(offer, Fold) for offer in self.offers)

    @cached_property
    def limits(self) -> tuple[HandLimit, ...]:
        """The limits on hands that this decision has."""
        return tuple(limit for offer in self.offers if (limit := limit_of(offer)) is not None)

    def needs(self, action: Action) -> str | None:
        """The hands with which an action is allowed, in words; None if every hand is."""
        times = action.multiple
        made = [bet for bet in self.bets_of(action.verb) if not isinstance(times, int) or bet.allows(times)]
        limits = [limit_of(offer) for offer in made or self.offers if offer.verb == action.verb]
        return None if None in limits else " or ".join(limit.words for limit in limits if limit)

    def with_hand(self, allows: Callable[[HandLimit], bool]) -> Self:
        """The decision with only the offers whose limits the player's hand meets."""
        if not self.limits:
            return self
        kept = tuple([(limit := limit_of(offer)) is None or allows(limit) for offer in self.offers])
        found = self._with_offers.get(kept)
        if found is None:
            offers = tuple(offer for offer, stays in zip(self.offers, kept, strict=True) if stays)
            found = self._with_offers[kept] = self.model_copy(update={"offers": offers})
        return found

    def with_multiples(self, multiples: tuple[int, ...]) -> Self:
        """The same decision with other multiples of its wager."""
        bet = self.bets[0].model_copy(update={"multiples": multiples})
        others = tuple(offer for offer in self.offers if not isinstance(offer, Bet))
        return self.model_copy(update={"offers": (bet, *others)})

    def bets_of(self, wager: str) -> tuple[Bet, ...]:
        """The bets of this wager."""
        return tuple(bet for bet in self.bets if bet.wager == wager)

    def times(self, action: Action) -> int | None:
        """The multiple of the base that an action wagers: its number, or the most or least allowed here."""
        if not isinstance(action.multiple, str):
            return action.multiple
        multiples = [multiple for bet in self.bets_of(action.verb) for multiple in bet.multiples]
        return (max if action.multiple == MOST else min)(multiples) if multiples else None

    def offers_action(self, action: Action) -> bool:
        """Whether a player may do this here."""
        times, offer = self.times(action), self.offer(action.verb)
        return offer is not None if times is None else any(bet.allows(times) for bet in self.bets_of(action.verb))

    def clauses_of(self, verb: str) -> Clauses:
        """The book's clauses about this action, if it has separate ones."""
        offer = self.offer(verb)
        return () if offer is None else offer.clauses


class Flow(BookPart):
    """The steps of a round in order, and the base wager."""

    base: Name
    """The base wager: bets at decisions are multiples of it, and results are stated in it."""
    unit: Annotated[str, StringConstraints(pattern=r"^[a-z]+$")] = "ante"
    """The name of the unit in which results are stated: one base wager."""
    steps: tuple[FlowStep, ...]

    @property
    def units(self) -> str:
        """The plural of the unit."""
        return f"{self.unit}s"

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """The decisions, each with the cards seen before it."""
        own = board = up = 0
        found = []
        for step in self.steps:
            match step:
                case ShowStep():
                    own += step.own
                case RevealStep():
                    board += step.board
                    up += step.dealer
                case DecisionStep():
                    found.append(
                        Street(
                            name=step.name,
                            title=step.title,
                            own=own,
                            board=board,
                            up=up,
                            offers=step.actions,
                            clauses=step.clauses,
                        )
                    )
        return tuple(found)

    def streets_with(self, options: Mapping[str, bool]) -> tuple[Street, ...]:
        """The decisions under these house options."""
        return tuple(
            street.model_copy(update={"offers": tuple(one for one in street.offers if _offered(one, options))})
            for street in self.streets
        )

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The names of all actions in this game."""
        return tuple(dict.fromkeys(offer.verb for street in self.streets for offer in street.offers))

    @cached_property
    def decided(self) -> tuple[str, ...]:
        """The wagers that are made at decisions, in order."""
        return tuple(dict.fromkeys(bet.wager for street in self.streets for bet in street.bets))

    @property
    def folds(self) -> bool:
        """Whether a player can fold at some decision."""
        return any(isinstance(offer, Fold) for street in self.streets for offer in street.offers)

    @property
    def up(self) -> int:
        """How many of the dealer's cards are face up at a decision."""
        return max((street.up for street in self.streets), default=0)

    @property
    def wager(self) -> str:
        """The wager that is made at decisions, if there is exactly one."""
        (wager,) = self.decided
        return wager

    @cached_property
    def withdrawable(self) -> tuple[str, ...]:
        """The wagers that can be taken back, in order."""
        return tuple(dict.fromkeys(one.wager for street in self.streets for one in street.withdrawals))


def limit_of(offer: Bet | Check | Fold | Withdraw) -> HandLimit | None:
    """The hands with which an action is allowed; None if every hand is."""
    return offer.if_hand if isinstance(offer, Bet | Withdraw) else None


def multiples_of(streets: Sequence[Street], wager: str) -> tuple[int, int]:
    """The least and the most that decisions can put on a wager, in multiples of the base; None if they put nothing."""
    made = [bets for street in streets if (bets := street.bets_of(wager))]
    least = min((multiple for bets in made for bet in bets for multiple in bet.multiples), default=0)
    most = [max(multiple for bet in bets for multiple in bet.multiples) for bets in made]
    return least, sum(most) if any(bet.adds for bets in made for bet in bets) else max(most, default=0)


def _offered(offer: Bet | Check | Fold | Withdraw, options: Mapping[str, bool]) -> bool:
    return not isinstance(offer, Bet) or offer.option is None or options.get(offer.option, False)
