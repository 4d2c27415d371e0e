"""A slow, obvious solver that knows no game: it follows the book's flow with real cards and asks settlement alone.

Every card that could come is tried, and every action at every decision, with exactly the cards that the player has
seen. Of equal actions the one that wagers least is taken.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb

from pitbook.cards import DECK, Card
from pitbook.odds.deck import Deck
from pitbook.rulebooks.flow import Bet, Decide, FlowStep, Fold, Reveal, Show, Withdraw
from pitbook.settlement import Round, Seat
from pitbook.settlement.classify import Outcome, classify
from pitbook.settlement.pay import pay
from pitbook.settlement.settle import hands_needed
from pitbook.submission import HouseRules

BASE = 60_000
"""The stake, in cents: large enough for every odds to come out even."""
Cards = tuple[Card, ...]
Nets = Counter[str]
"""By wager: the sum of the nets of many deals, in cents."""


@dataclass
class SlowSolver:
    """The best play of a house's main game on a deck, by trying everything."""

    rules: HouseRules
    deck: Deck
    _outcomes: dict[tuple[frozenset[Card], ...], Outcome] = field(default_factory=dict)
    _paid: dict[object, Nets] = field(default_factory=dict)

    def nets(self) -> Mapping[str, Fraction]:
        """By wager: the mean net of the best play, in units of the base."""
        flow = self.rules.book.flow
        wagers = {
            wager.name: BASE
            for wager in self.rules.wagers
            if not wager.is_bonus and flow.base in (wager.name, wager.equals)
        }
        total = self._from(0, (), (), (), wagers)
        deals = self._deals(0, len(self.deck))
        return {name: Fraction(net, deals * BASE) for name, net in total.items()}

    def _from(self, step: int, own: Cards, board: Cards, up: Cards, wagers: Mapping[str, int]) -> Nets:
        """The nets of all deals that begin with these cards, played best from a step of the flow on."""
        steps = self.rules.book.flow.steps
        if step == len(steps):
            return self._showdown(own, board, up, wagers)
        rest = self._rest((*own, *board, *up))
        match steps[step]:
            case Show(own=number):
                return _sum(
                    self._from(step + 1, (*own, *more), board, up, wagers) for more in combinations(rest, number)
                )
            case Reveal(board=number, dealer=shown):
                found = Counter[str]()
                for more in combinations(rest, number):
                    for turned in combinations(self._rest((*own, *board, *up, *more)), shown):
                        _add(found, self._from(step + 1, own, (*board, *more), (*up, *turned), wagers))
                return found
            case Decide() as decide:
                return self._decide(decide, step, own, board, up, wagers)
        raise AssertionError(steps[step])

    def _decide(
        self, decide: Decide, step: int, own: Cards, board: Cards, up: Cards, wagers: Mapping[str, int]
    ) -> Nets:
        bets = [offer for offer in decide.actions if isinstance(offer, Bet)]
        if bets and all(bet.wager in wagers for bet in bets):
            return self._from(step + 1, own, board, up, wagers)
        choices: list[tuple[int, Nets]] = []
        for offer in decide.actions:
            if isinstance(offer, Fold):
                folded = self._folded(own, board, up, wagers)
                deals = self._deals(step + 1, len(self.deck) - len((*own, *board, *up)))
                choices.append((0, Counter({name: net * deals for name, net in folded.items()})))
            elif isinstance(offer, Bet):
                if offer.option is None or self.rules.option(offer.option):
                    for multiple in offer.multiples:
                        made = {**wagers, offer.wager: multiple * BASE}
                        choices.append((multiple, self._from(step + 1, own, board, up, made)))
            elif isinstance(offer, Withdraw):
                left = {name: stake for name, stake in wagers.items() if name != offer.wager}
                choices.append((-1, self._from(step + 1, own, board, up, left)))
            else:
                choices.append((0, self._from(step + 1, own, board, up, wagers)))
        return max(sorted(choices, key=lambda choice: choice[0]), key=lambda choice: sum(choice[1].values()))[1]

    def _deals(self, step: int, unseen: int) -> int:
        """In how many ways the cards that come after a step can come, of so many unseen ones."""
        steps, found = self.rules.book.flow.steps, 1
        for one in steps[step:]:
            numbers = (
                (one.own,) if isinstance(one, Show) else (one.board, one.dealer) if isinstance(one, Reveal) else ()
            )
            for number in numbers:
                found, unseen = found * comb(unseen, number), unseen - number
        shown = sum(one.dealer for one in steps if isinstance(one, Reveal))
        return found * comb(unseen, self.rules.book.dealer.cards - shown)

    def _rest(self, used: Sequence[Card]) -> Cards:
        return tuple(card for card in (DECK[index] for index in self.deck.cards) if card not in used)

    def _showdown(self, own: Cards, board: Cards, up: Cards, wagers: Mapping[str, int]) -> Nets:
        hidden = self.rules.book.dealer.cards - len(up)
        rest = self._rest((*own, *board, *up))
        return _sum(self._settled(own, board, (*more, *up), wagers) for more in combinations(rest, hidden))

    def _settled(self, own: Cards, board: Cards, dealer: Cards, wagers: Mapping[str, int]) -> Nets:
        where = frozenset(own), frozenset(board), frozenset(dealer)
        if where not in self._outcomes:
            seat = Seat(1, "", own, wagers)
            self._outcomes[where] = classify(
                self.rules.book, Round(dealer, (seat,), board), seat, hands_needed(self.rules)
            )
        return self._nets_of(self._outcomes[where], wagers, folded=False)

    def _folded(self, own: Cards, board: Cards, up: Cards, wagers: Mapping[str, int]) -> Nets:
        """A fold, settled with whatever cards come."""
        rest = self._rest((*own, *board, *up))
        missing = self.rules.book.board - len(board)
        dealer = (*rest[missing : missing + self.rules.book.dealer.cards - len(up)], *up)
        seat = Seat(1, "", own, wagers, folded=True)
        cards = Round(dealer, (seat,), (*board, *rest[:missing]))
        return self._nets_of(classify(self.rules.book, cards, seat, hands_needed(self.rules)), wagers, folded=True)

    def _nets_of(self, outcome: Outcome, wagers: Mapping[str, int], *, folded: bool) -> Nets:
        """What settlement says, by wager; the base of a bonus has its net."""
        key = *outcome[:4], tuple(outcome.names.items()), tuple(wagers.items()), folded
        if key not in self._paid:
            nets = Counter({name: -stake for name, stake in wagers.items()})
            for line in pay(self.rules, 1, outcome, wagers, folded=folded, meters={}):
                nets[line.wager] += line.returned
            self._paid[key] = nets
        return self._paid[key]


def _numbers(step: FlowStep) -> tuple[int, ...]:
    """How many cards a step shows, one place after another."""
    match step:
        case Show():
            return (step.own,)
        case Reveal():
            return step.board, step.dealer
    return ()


def _sum(parts: Iterator[Nets]) -> Nets:
    found = Counter[str]()
    for part in parts:
        _add(found, part)
    return found


def _add(total: Nets, part: Nets) -> None:
    for name, net in part.items():
        total[name] += net
