"""A slow, obvious solver that knows no game: it follows the book's flow with real cards and asks somebody what is paid.

Every card that could come is tried, and every action at every decision, with exactly the cards that the player has
seen. Of equal actions the one that wagers least is taken. Who is asked what a deal pays is a `Teller`: settlement, the
simulator's kernels, or the live table.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb
from operator import add
from typing import Any, NamedTuple, Protocol

from pitbook.cards import DECK, Card
from pitbook.cards.hand import best_hand
from pitbook.cards.rankings import strengths_called
from pitbook.odds.deck import Deck
from pitbook.rulebooks.flow import Bet, DecisionStep, Fold, Offer, RevealStep, ShowStep, Withdraw
from pitbook.settlement import DealtRound, Seat
from pitbook.settlement.classify import HandOutcome, classify
from pitbook.settlement.pay import pay
from pitbook.settlement.settle import hands_needed
from pitbook.submission import HouseRules

BASE = 30_000
"""The stake, in cents: within the stock limits, and odds of halves, thirds, quarters and fifths come out even."""
PLACES = 5
"""How many places cards lie in: own, board, face up, hidden, extra."""
KEPT = 2_000_000
"""How many deals to remember at most: those of one decision are asked for one after the other."""
Nets = tuple[int, ...]
"""By wager of the main game: the sum of the nets of some deals, in cents."""


class Taken(NamedTuple):
    """What was done at a decision."""

    street: str
    verb: str
    amount: int | None


class Standing(NamedTuple):
    """How far a round has come. Cards are sets of bits, by a card's index."""

    own: int = 0
    board: int = 0
    up: int = 0
    """The dealer's cards that lie face up."""
    hidden: int = 0
    """The other cards of the dealer's, when all is dealt."""
    extra: int = 0
    """The extra cards, where a wager that looks at them is offered."""
    wagers: tuple[tuple[str, int], ...] = ()
    folded: bool = False
    taken: tuple[Taken, ...] = ()

    @property
    def cards(self) -> int:
        """All cards that were dealt."""
        return self.own | self.board | self.up | self.hidden | self.extra

    def round(self) -> DealtRound:
        """The round as settlement is given it."""
        seat = Seat(1, "player 1", cards_of(self.own), dict(self.wagers), folded=self.folded)
        dealer = *cards_of(self.hidden), *cards_of(self.up)
        return DealtRound(dealer, (seat,), cards_of(self.board), cards_of(self.extra))


class Teller(Protocol):
    """Somebody who can say what a round that has ended pays."""

    def __call__(self, end: Standing) -> Mapping[str, int]:
        """By wager: what goes back to the player, in cents."""
        ...


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in DECK if mask >> card.index & 1)


def hand_allows(rules: HouseRules, offer: Offer, at: Standing) -> bool:
    """Whether the hand that the player sees is one of those that an offer is for."""
    limit = offer.if_hand if isinstance(offer, Bet | Withdraw) else None
    if limit is None:
        return True
    hand = rules.book.hands[limit.hand]
    cards = sum({"own": at.own, "board": at.board}[source] for source in hand.sources)
    strength = best_hand(cards_of(cards), hand.order_of_hands).strength
    lowest = strengths_called(hand.ranking or "", limit.at_least).lowest if limit.at_least else 0
    return lowest <= strength and (
        limit.at_most is None or strength <= strengths_called(hand.ranking or "", limit.at_most).highest
    )


def with_bet(at: Standing, wager: str, amount: int) -> tuple[tuple[str, int], ...]:
    """The wagers with so much more on one of them."""
    made = dict(at.wagers)
    return tuple((made | {wager: made.get(wager, 0) + amount}).items())


def first_wagers(rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """The wagers before the deal: the base, and what equals it."""
    base = rules.book.flow.base
    return tuple(
        (wager.name, BASE) for wager in rules.wagers if not wager.is_bonus and base in (wager.name, wager.equals)
    )


@dataclass
class Settlement:
    """What settlement pays, asked once for hands that are alike to it."""

    rules: HouseRules
    _known: dict[object, dict[str, int]] = field(default_factory=dict)
    _outcomes: dict[object, HandOutcome] = field(default_factory=dict)
    _alike: dict[object, HandOutcome] = field(default_factory=dict)

    def __call__(self, end: Standing) -> Mapping[str, int]:
        """By wager: what goes back."""
        where = end[:PLACES]
        outcome = self._outcomes.get(where)
        if outcome is None:
            cards = end.round()
            outcome = classify(self.rules.book, cards, cards.seats[0], hands_needed(self.rules))
            # Millions of deals have the same few outcomes: each is kept once.
            outcome = self._alike.setdefault((*outcome[:4], tuple(outcome.names.items())), outcome)
            if len(self._outcomes) == KEPT:
                self._outcomes.clear()
            self._outcomes[where] = outcome
        key = id(outcome), end.wagers, end.folded
        if key not in self._known:
            back: dict[str, int] = {}
            for line in pay(self.rules, 1, outcome, dict(end.wagers), folded=end.folded, meters={}):
                back[line.wager] = back.get(line.wager, 0) + line.returned
            self._known[key] = back
        return self._known[key]


class SlowSolver:
    """The best play of a house's main game on a deck, by trying everything."""

    def __init__(self, rules: HouseRules, deck: Deck, teller: Teller | None = None) -> None:
        self.rules = rules
        self.deck = deck.cards
        self.teller = teller or Settlement(rules)
        self.names = tuple(wager.name for wager in rules.wagers)
        self.steps = rules.book.flow.steps
        self._told: dict[object, Nets] = {}

    def nets(self) -> Mapping[str, Fraction]:
        """By wager: the mean net of the best play, in units of the base."""
        total = self._from(0, Standing(wagers=first_wagers(self.rules)))
        deals = self._deals(0, len(self.deck))
        return {name: Fraction(net, deals * BASE) for name, net in zip(self.names, total, strict=True)}

    def _from(self, step: int, at: Standing) -> Nets:
        """The nets of all deals that begin with these cards, played best from a step of the flow on."""
        if step == len(self.steps):
            hidden = self.rules.book.dealer.cards - at.up.bit_count()
            return self._sum(self._net(at._replace(hidden=more)) for more in self._draws(at, hidden))
        match self.steps[step]:
            case ShowStep(own=number):
                return self._sum(
                    self._from(step + 1, at._replace(own=at.own | more)) for more in self._draws(at, number)
                )
            case RevealStep(board=number, dealer=shown):
                if self._all_turned(step):
                    return self._from(step + 1, at)
                boards = (at._replace(board=at.board | more) for more in self._draws(at, number))
                return self._sum(
                    self._from(step + 1, one._replace(up=one.up | more))
                    for one in boards
                    for more in self._draws(one, shown)
                )
            case DecisionStep() as decide:
                return self._decide(decide, step, at)
        raise AssertionError(self.steps[step])

    def _all_turned(self, step: int) -> bool:
        """Whether a step turns up the dealer's hand for the showdown: nobody decides after it."""
        return not any(isinstance(one, DecisionStep) for one in self.steps[step:]) and not self._board_after(step)

    def _board_after(self, step: int) -> int:
        return sum(one.board for one in self.steps[step:] if isinstance(one, RevealStep))

    def _decide(self, decide: DecisionStep, step: int, at: Standing) -> Nets:
        made = dict(at.wagers)
        bets = [offer for offer in decide.actions if isinstance(offer, Bet)]
        if at.folded or any(bet.wager in made and not bet.adds for bet in bets):
            return self._from(step + 1, at)
        choices: list[tuple[int, Nets]] = []

        def choose(verb: str, wagered: int, *, amount: int | None = None, **more: Any) -> None:
            after = at._replace(taken=(*at.taken, Taken(decide.name, verb, amount)), **more)
            choices.append((wagered, self._from(step + 1, after)))

        for offer in decide.actions:
            if not hand_allows(self.rules, offer, at):
                continue
            if isinstance(offer, Fold):
                choose(offer.verb, 0, folded=True)
            elif isinstance(offer, Bet):
                if offer.option is None or self.rules.option(offer.option):
                    for multiple in offer.multiples:
                        wagers = with_bet(at, offer.wager, multiple * BASE)
                        choose(offer.verb, multiple, amount=multiple * BASE, wagers=wagers)
            elif isinstance(offer, Withdraw):
                choose(offer.verb, -1, wagers=tuple(one for one in at.wagers if one[0] != offer.wager))
            else:
                choose(offer.verb, 0)
        return max(sorted(choices, key=lambda choice: choice[0]), key=lambda choice: sum(choice[1]))[1]

    def _deals(self, step: int, unseen: int) -> int:
        """In how many ways the cards that come after a step can come, of so many unseen ones."""
        found, shown = 1, 0
        for place, one in enumerate(self.steps[step:], step):
            numbers: tuple[int, ...] = (one.own,) if isinstance(one, ShowStep) else ()
            if isinstance(one, RevealStep) and not self._all_turned(place):
                numbers, shown = (one.board, one.dealer), shown + one.dealer
            for number in numbers:
                found, unseen = found * comb(unseen, number), unseen - number
        return found * comb(unseen, self.rules.book.dealer.cards - shown)

    def _draws(self, at: Standing, number: int) -> Iterator[int]:
        """Every set of so many cards that could come."""
        used = at.cards
        bits = [1 << card for card in self.deck if not used >> card & 1]
        return map(sum, combinations(bits, number))

    def _net(self, end: Standing) -> Nets:
        """What a round that has ended nets, by wager; a bonus has its net apart from the wager it is paid on."""
        key = end._replace(taken=()) if isinstance(self.teller, Settlement) else end
        if key not in self._told:
            back, staked = self.teller(end), dict(end.wagers)
            self._told[key] = tuple(back.get(name, 0) - staked.get(name, 0) for name in self.names)
        return self._told[key]

    def _sum(self, parts: Iterable[Nets]) -> Nets:
        found = (0,) * len(self.names)
        for part in parts:
            found = tuple(map(add, found, part))
        return found
