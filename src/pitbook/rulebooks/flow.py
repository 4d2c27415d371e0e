"""Flow: the round in the book's order, with the cards that a player sees and what may be done at each decision."""

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
    """How strong a hand has to be, or may be at the most, for something to be offered."""

    hand: Name = PLAYER
    """The hand of the book that is looked at, made of the cards that the player sees at the decision."""
    at_least: str | None = None
    """The lowest hand that will do, in words."""
    at_most: str | None = None
    """The highest."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.at_least is None and self.at_most is None:
            raise ValueError("if_hand says neither at_least nor at_most")
        return self

    @property
    def words(self) -> str:
        """The hands that will do: "a pair of aces or better", "queen high or less"."""
        if self.at_least is None:
            return f"{with_article(self.at_most or '')} or less"
        if self.at_most is None:
            return f"{with_article(self.at_least)} or better"
        return f"{with_article(self.at_least)} to {with_article(self.at_most)}"


class Bet(BookPart):
    """A wager may be made, in multiples of the base: once in a round, or more at every decision that adds to it."""

    do: Literal["bet"]
    wager: Name
    multiples: tuple[Count, ...] = Field(min_length=1)
    adds: StrictBool = False
    """Whether it comes on top of what earlier decisions have put there. Without it a wager is made once."""
    if_hand: HandLimit | None = None
    """The hands with which it is allowed; none where every hand will do."""
    any_amount_between: StrictBool = False
    """Whether every amount between the least and the most multiple is allowed too."""
    option: Name | None = None
    """The house option that allows it; none where every house does."""
    clauses: Clauses = ()
    """What the book says of a player who does this, where it says it apart."""

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return self.wager

    @property
    def least(self) -> int:
        """The least multiple."""
        return min(self.multiples)

    @property
    def most(self) -> int:
        """The most."""
        return max(self.multiples)

    def allows(self, times: int | Fraction) -> bool:
        """Whether so many times the base may be wagered."""
        return self.least <= times <= self.most if self.any_amount_between else times in self.multiples


class Check(BookPart):
    """Nothing is wagered, and the player stays in the round."""

    do: Literal["check"]
    called: Name = CHECK
    """The book's word for it."""
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return self.called


class Fold(BookPart):
    """The player gives up what a fold forfeits."""

    do: Literal["fold"]
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return FOLD


class Withdraw(BookPart):
    """A wager that was made before the deal goes back to the player."""

    do: Literal["withdraw"]
    wager: Name
    if_hand: HandLimit | None = None
    """The hands with which it is allowed; none where every hand will do."""
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return withdrawal_of(self.wager)


Offer = Annotated[Bet | Check | Fold | Withdraw, Field(discriminator="do")]
"""Something that a player may do."""


class ShowStep(BookPart):
    """Each player looks at own cards."""

    do: Literal["show"]
    own: Count


class RevealStep(BookPart):
    """Cards lie face up for all to see: of the board, the dealer's, or those of an optional wager."""

    do: Literal["reveal"]
    board: Number = 0
    dealer: Number = 0
    extra: Number = 0


class DecisionStep(BookPart):
    """Each player is asked in turn."""

    do: Literal["decide"]
    name: Name
    title: str
    """When it is, as a strategy card says it: "Before the flop"."""
    actions: tuple[Offer, ...] = Field(min_length=1)
    clauses: Clauses


FlowStep = Annotated[ShowStep | RevealStep | DecisionStep, Field(discriminator="do")]


class Street(BookPart):
    """A decision with the cards that a player has seen when it comes, and what may be done at it."""

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
        """The wagers that may be taken back."""
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
        """What doing nothing means: to wait where that is possible, and else to fold."""
        waits = next((offer for offer in self.offers if isinstance(offer, Check)), None)
        return FOLD if waits is None else waits.verb

    @cached_property
    def names(self) -> Mapping[str, Action]:
        """By name, every action in whole multiples: doing nothing first, then the others from the least wager up."""
        verbs = [self.otherwise, *(one.verb for one in self.offers if not isinstance(one, Bet))]
        found = [Action(verb) for verb in dict.fromkeys(verbs)]
        found += [Action(bet.wager, multiple) for bet in self.bets for multiple in sorted(bet.multiples)]
        return {action.name: action for action in sorted(found, key=lambda one: one.multiple or 0)}

    @cached_property
    def _offers(self) -> Mapping[str, Bet | Check | Fold | Withdraw]:
        return {offer.verb: offer for offer in reversed(self.offers)}

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of all actions in whole multiples, doing nothing first."""
        return tuple(self.names)

    @property
    def wager(self) -> str:
        """The wager that may be made here, in games that have one."""
        (wager,) = {bet.wager for bet in self.bets}
        return wager

    def offer(self, verb: str) -> Bet | Check | Fold | Withdraw | None:
        """What a player may do under this name, if it is possible here; of several bets of a wager the first."""
        return self._offers.get(verb)

    def asks(self, wagers: Container[str]) -> bool:
        """Whether a player with these wagers has anything to decide here: a wager that nothing adds to is made once."""
        if any(bet.wager in wagers and not bet.adds for bet in self.bets):
            return False
        return bool(self.bets) or self.folds or any(one.wager in wagers for one in self.withdrawals)

    @cached_property
    def folds(self) -> bool:
        """Whether a player can fold here."""
        return any(isinstance(offer, Fold) for offer in self.offers)

    @cached_property
    def limits(self) -> tuple[HandLimit, ...]:
        """What is asked of a player's hand before something is offered."""
        return tuple(limit for offer in self.offers if (limit := limit_of(offer)) is not None)

    def needs(self, action: Action) -> str | None:
        """The hands with which an action is allowed, in words; none where every hand will do."""
        times = action.multiple
        made = [bet for bet in self.bets_of(action.verb) if not isinstance(times, int) or bet.allows(times)]
        limits = [limit_of(offer) for offer in made or self.offers if offer.verb == action.verb]
        return None if None in limits else " or ".join(limit.words for limit in limits if limit)

    def with_hand(self, allows: Callable[[HandLimit], bool]) -> Self:
        """The decision of a player whose hand meets some limits and not others."""
        if not self.limits:
            return self
        offers = tuple(offer for offer in self.offers if (limit := limit_of(offer)) is None or allows(limit))
        return self.model_copy(update={"offers": offers})

    def with_multiples(self, multiples: tuple[int, ...]) -> Self:
        """The same decision with other multiples of its wager."""
        bet = self.bets[0].model_copy(update={"multiples": multiples})
        others = tuple(offer for offer in self.offers if not isinstance(offer, Bet))
        return self.model_copy(update={"offers": (bet, *others)})

    def bets_of(self, wager: str) -> tuple[Bet, ...]:
        """The bets of this wager."""
        return tuple(bet for bet in self.bets if bet.wager == wager)

    def times(self, action: Action) -> int | None:
        """How often an action wagers the base: a number that it says, or the most or least that is allowed here."""
        if not isinstance(action.multiple, str):
            return action.multiple
        multiples = [multiple for bet in self.bets_of(action.verb) for multiple in bet.multiples]
        return (max if action.multiple == MOST else min)(multiples) if multiples else None

    def offers_action(self, action: Action) -> bool:
        """Whether a player may do this here."""
        times, offer = self.times(action), self.offer(action.verb)
        return offer is not None if times is None else any(bet.allows(times) for bet in self.bets_of(action.verb))

    def clauses_of(self, verb: str) -> Clauses:
        """What the book says of a player who does this, where it says it apart."""
        offer = self.offer(verb)
        return () if offer is None else offer.clauses


class Flow(BookPart):
    """The round in order, and the wager that it is counted in."""

    base: Name
    """Wagers at decisions are multiples of it, and a return is counted in it."""
    unit: Annotated[str, StringConstraints(pattern=r"^[a-z]+$")] = "ante"
    """What one such wager is called where amounts are counted in it; several of them have an s."""
    steps: tuple[FlowStep, ...]

    @property
    def units(self) -> str:
        """Several of the wager that amounts are counted in."""
        return f"{self.unit}s"

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """The decisions, each with what has been seen before it."""
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
        """The decisions as a house with these options has them."""
        return tuple(
            street.model_copy(update={"offers": tuple(one for one in street.offers if _offered(one, options))})
            for street in self.streets
        )

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """Everything that a player of this game can ever do, as it is called."""
        return tuple(dict.fromkeys(offer.verb for street in self.streets for offer in street.offers))

    @cached_property
    def decided(self) -> tuple[str, ...]:
        """The wagers that are made at decisions, in their order."""
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
        """The one wager that is made at decisions, in games that have one."""
        (wager,) = self.decided
        return wager

    @cached_property
    def withdrawable(self) -> tuple[str, ...]:
        """The wagers that may be taken back, in their order."""
        return tuple(dict.fromkeys(one.wager for street in self.streets for one in street.withdrawals))


def limit_of(offer: Bet | Check | Fold | Withdraw) -> HandLimit | None:
    """The hands with which something is allowed; none where every hand will do."""
    return offer.if_hand if isinstance(offer, Bet | Withdraw) else None


def multiples_of(streets: Sequence[Street], wager: str) -> tuple[int, int]:
    """The least and the most of a wager that decisions make, in units of the base; nothing where none does."""
    made = [bets for street in streets if (bets := street.bets_of(wager))]
    least = min((multiple for bets in made for bet in bets for multiple in bet.multiples), default=0)
    most = [max(multiple for bet in bets for multiple in bet.multiples) for bets in made]
    return least, sum(most) if any(bet.adds for bets in made for bet in bets) else max(most, default=0)


def _offered(offer: Bet | Check | Fold | Withdraw, options: Mapping[str, bool]) -> bool:
    return not isinstance(offer, Bet) or offer.option is None or options.get(offer.option, False)
