"""Flow: the round in the book's order, with the cards that a player sees and what may be done at each decision."""

from collections.abc import Container, Mapping
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from pitbook.rulebooks.actions import CHECK, FOLD, MOST, Action, withdrawal_of
from pitbook.rulebooks.models import Clauses, Count, Name, Part

Number = Annotated[StrictInt, Field(ge=0)]


class Bet(Part):
    """A wager may be made, in multiples of the base. Each wager is made once in a round."""

    do: Literal["bet"]
    wager: Name
    multiples: tuple[Count, ...] = Field(min_length=1)
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


class Check(Part):
    """Nothing is wagered, and the player stays in the round."""

    do: Literal["check"]
    called: Name = CHECK
    """The book's word for it."""
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return self.called


class Fold(Part):
    """The player gives up what a fold forfeits."""

    do: Literal["fold"]
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return FOLD


class Withdraw(Part):
    """A wager that was made before the deal goes back to the player."""

    do: Literal["withdraw"]
    wager: Name
    clauses: Clauses = ()

    @property
    def verb(self) -> str:
        """What it is called to do this."""
        return withdrawal_of(self.wager)


Offer = Annotated[Bet | Check | Fold | Withdraw, Field(discriminator="do")]
"""Something that a player may do."""


class Show(Part):
    """Each player looks at own cards."""

    do: Literal["show"]
    own: Count


class Reveal(Part):
    """Cards lie face up for all to see: of the board, the dealer's, or those of an optional wager."""

    do: Literal["reveal"]
    board: Number = 0
    dealer: Number = 0
    extra: Number = 0


class Decide(Part):
    """Each player is asked in turn."""

    do: Literal["decide"]
    name: Name
    title: str
    """When it is, as a strategy card says it: "Before the flop"."""
    actions: tuple[Offer, ...] = Field(min_length=1)
    clauses: Clauses


FlowStep = Annotated[Show | Reveal | Decide, Field(discriminator="do")]


class Street(Part):
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
        """Whether a player with these wagers has anything to decide here: no wager is made twice."""
        if any(bet.wager in wagers for bet in self.bets):
            return False
        return bool(self.bets) or self._folds or any(one.wager in wagers for one in self.withdrawals)

    @cached_property
    def _folds(self) -> bool:
        return any(isinstance(offer, Fold) for offer in self.offers)

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

    def clauses_of(self, verb: str) -> Clauses:
        """What the book says of a player who does this, where it says it apart."""
        offer = self.offer(verb)
        return () if offer is None else offer.clauses


class Flow(Part):
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
                case Show():
                    own += step.own
                case Reveal():
                    board += step.board
                    up += step.dealer
                case Decide():
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


def _offered(offer: Bet | Check | Fold | Withdraw, options: Mapping[str, bool]) -> bool:
    return not isinstance(offer, Bet) or offer.option is None or options.get(offer.option, False)
