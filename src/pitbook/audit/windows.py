"""When a round may become void: each clause sets a window, derived here from the recorded facts alone.

The table decides by its agenda. This is a second derivation, which shares no code with that decision, so that a void
which a table should have refused is found in its record.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeVar, cast

from pitbook.rulebooks.flow import Bet, Fold, Withdraw
from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule, Method, Shuffler
from pitbook.rulebooks.steps import StepName
from pitbook.submission import HouseRules
from pitbook.table import TableEvent
from pitbook.table import events as happened
from pitbook.table.kinds import CardPlace
from pitbook.table.seed_events import RoundCalledOff

_SETTLING: Final = frozenset({StepName.SETTLE, StepName.PAY_PROGRESSIVE, StepName.RETURN_WAGERS})
_OUT_OF_THE_SHOE: Final = frozenset({StepName.REMOVE_REST, StepName.REMOVE_STUB, StepName.STUB_TO_RACK})
_COUNTED: Final = frozenset(
    {
        IrregularityName.STUB_COUNT_MISDEAL,
        IrregularityName.STUB_COUNT_WRONG_DECK,
        IrregularityName.STUB_COUNT_MISDEAL_WRONG_DECK,
    }
)
_VOIDS_A_VOID_ROUND: Final = _COUNTED | {
    IrregularityName.FACE_UP_CARDS,
    IrregularityName.WRONG_NUMBER_OF_CARDS,
    IrregularityName.SHOE_JAM,
}
"""What can happen to the cards by which a void round still settles wagers: then these go back too."""
_CARD: Final = 2
"""Letters of a card in an event."""
LEADING: Final = (
    happened.IrregularityReported,
    happened.CardsOrdered,
    happened.CardSetAside,
    happened.StubCounted,
    happened.StubResolved,
)
"""The events that a record can have between a report or a count and the void that follows."""


class _Round:
    """The facts of a round that decide whether a void is in its window."""

    def __init__(self, rules: HouseRules, deck: int) -> None:
        self.rules = rules
        self.deck = deck
        self.wagers: dict[int, set[str]] = {}
        self.closed = False
        self.answers: dict[int, list[str]] = {}
        """What each seat answered at its decisions."""
        self.left: set[str] = set()
        self.dealt = 0
        self.set_aside = 0
        self.in_shuffler = True
        """Whether the shuffler, if one is used, has the deck: nobody has taken it to where it is dealt from."""
        self.opening: list[int] = []
        """The decks that came during the round and have not been shuffled; the last one is opened first."""
        self.out = False
        """Whether the rest of the deck has been taken out of the shoe."""
        self.revealed = False
        self.settled = False
        self.computed = False
        """Whether the settlement has been computed; a void or a correction does away with it."""
        self.report: happened.IrregularityReported | None = None
        self.counted: int | None = None
        self.misdealt: Mapping[str, int] | None = None
        self.void: IrregularityRule | None = None
        self.unresolved = False
        """Whether the round became void between a count of its stub and what follows from the count."""


_TakeIn = Callable[[_Round, TableEvent], None]
E = TypeVar("E", bound=TableEvent)


class Windows:
    """One table, as far as voids are concerned."""

    def __init__(self, library: Mapping[str, HouseRules]) -> None:
        self._library = library
        self._rules: HouseRules | None = None
        self._seats: dict[int, str] = {}
        self._round: _Round | None = None

    def note(self, event: TableEvent) -> str | None:
        """Take in an event; returns what is wrong if it is a void outside the window of its clause."""
        current, take_in = self._round, _TAKEN_IN.get(type(event))
        if take_in is not None:
            if current is not None:
                take_in(current, event)
            return None
        match event:
            case happened.TableOpened() | happened.RulesAdopted():
                self._rules = self._library[event.rules]
                if current is not None:
                    current.rules = self._rules
            case happened.PlayerSat():
                self._seats[event.seat] = event.player
            case happened.PlayerLeft() if not event.in_round:
                left = {seat for seat, name in self._seats.items() if name == event.player}
                self._seats = {seat: name for seat, name in self._seats.items() if seat not in left}
                if current is not None:
                    current.wagers = {seat: names for seat, names in current.wagers.items() if seat not in left}
            case happened.RoundOpened():
                self._round = _Round(self._rules or self._library[event.rules], event.deck)
            case happened.RoundEnded() | happened.RoundWithdrawn() | happened.TableClosed() | RoundCalledOff():
                gone = current.left if current else set()
                self._seats = {seat: name for seat, name in self._seats.items() if name not in gone}
                self._round = None
            case happened.RoundVoided() if current is not None:
                return self._judged(current, event)
            case happened.PlayerLeft() if current is not None:
                current.left.add(event.player)
        return None

    def _judged(self, current: _Round, event: happened.RoundVoided) -> str | None:
        case = next((one for one in current.rules.book.irregularities if one.name == event.cause), None)
        if case is None or case.outcome != "void":
            return f"{event.cause} voids no round"
        earlier, current.void = current.void, case
        by_hands = case.name == IrregularityName.WRONG_NUMBER_OF_CARDS and current.misdealt is None
        counted = case.name in _COUNTED and current.unresolved
        current.unresolved = current.counted is not None and current.misdealt is None
        if earlier is not None and not (counted or (earlier.settled and case.name in _VOIDS_A_VOID_ROUND)):
            return "the round was void already"
        computed, current.computed = current.computed, False
        if earlier is not None and computed and not by_hands:
            return "the wagers of the void round had been settled"
        problem = self._outside(current, case, again=earlier is not None)
        return None if problem is None else f"{case.name} does not void the round here: {problem}"

    def _outside(self, current: _Round, case: IrregularityRule, *, again: bool) -> str | None:
        """Why the void falls outside the window of its clause; `again` if the round was void before."""
        match case.name:
            case counted if counted in _COUNTED:
                return _stub(current, case.name, again=again)
            case IrregularityName.WRONG_NUMBER_OF_CARDS if current.misdealt is not None:
                return _stub(current, case.name, again=again)
            case IrregularityName.WRONG_NUMBER_OF_CARDS:
                return _found(current)
            case IrregularityName.DEALER_CARD_EXPOSED:
                return self._exposed(current, case)
            case IrregularityName.FACE_UP_CARDS:
                return _face_up(current)
            case IrregularityName.SHUFFLER_JAM:
                return _shuffler(current)
            case IrregularityName.SHOE_JAM:
                return _shoe(current)
            case _:
                return "its clause gives no window"

    def _exposed(self, current: _Round, case: IrregularityRule) -> str | None:
        if current.report is not None and current.report.detail.get("found_later") is True:
            return _found(current)
        if not current.dealt:
            return "no card had been dealt"
        if current.revealed:
            return "the dealer's hand had been revealed"
        if case.until == "last_decision" and not self._undecided(current):
            return "every player had folded or wagered, or had left"
        return None

    def _undecided(self, current: _Round) -> list[int]:
        """The seats that could still fold or wager on their hands."""
        return [seat for seat in current.wagers if self._seats.get(seat) not in current.left and _open(current, seat)]


def _open(current: _Round, seat: int) -> bool:
    """Whether a seat still has a decision to make, by what it has answered so far."""
    rules, made, answers = current.rules, set(current.wagers[seat]), iter(current.answers.get(seat, ()))
    if rules.book.flow.base not in made:
        return False
    for street in rules.streets:
        if not street.asks(made):
            continue
        match street.offer(next(answers, "")):
            case None:
                return True
            case Fold():
                return False
            case Bet() as bet:
                made.add(bet.wager)
            case Withdraw() as withdrawal:
                made.discard(withdrawal.wager)
    return False


def _wagers_placed(current: _Round, event: happened.WagersPlaced) -> None:
    current.wagers.pop(event.seat, None)
    if event.wagers:
        current.wagers[event.seat] = set(event.wagers)


def _no_more_bets(current: _Round, event: happened.NoMoreBets) -> None:
    current.closed = True


def _decided(current: _Round, event: happened.Decided) -> None:
    current.answers.setdefault(event.seat, []).append(event.action)


def _cards_dealt(current: _Round, event: happened.CardsDealt) -> None:
    current.dealt += len(event.cards) // _CARD


def _card_set_aside(current: _Round, event: happened.CardSetAside) -> None:
    current.set_aside += 1


def _cards_entered(current: _Round, event: happened.CardsEntered) -> None:
    current.revealed |= event.place == CardPlace.DEALER


def _moved(current: _Round, event: happened.Shuffled | happened.StackInserted | happened.DeckReceived) -> None:
    current.opening = [deck for deck in current.opening if deck != event.deck]
    if isinstance(event, happened.DeckReceived):
        current.opening.append(event.deck)
    if event.deck == current.deck:
        current.in_shuffler = isinstance(event, happened.Shuffled)


def _reshuffle_ordered(current: _Round, event: happened.ReshuffleOrdered) -> None:
    current.in_shuffler = True


def _reported(current: _Round, event: happened.IrregularityReported) -> None:
    current.report, current.misdealt = event, None


def _stub_counted(current: _Round, event: happened.StubCounted) -> None:
    current.counted, current.misdealt = event.count, None


def _stub_resolved(current: _Round, event: happened.StubResolved) -> None:
    current.misdealt = event.misdealt


def _computed(current: _Round, event: happened.SettlementReckoned | happened.CardsCorrected) -> None:
    current.computed = isinstance(event, happened.SettlementReckoned)


def _performed(current: _Round, event: happened.Performed) -> None:
    if current.rules.dealing.before[0].do in event.steps:
        current.in_shuffler = False
    elif _before_shuffle(current.rules) in event.steps and current.opening[-1:] == [current.deck]:
        current.in_shuffler = True
    current.out |= not _OUT_OF_THE_SHOE.isdisjoint(event.steps)
    current.revealed |= StepName.REVEAL_DEALER in event.steps
    current.settled |= not _SETTLING.isdisjoint(event.steps)


def _takes(kind: type[E], take_in: Callable[[_Round, E], None]) -> tuple[type[TableEvent], _TakeIn]:
    """A kind of event and what it adds; the type check makes sure that they match."""
    return kind, cast("_TakeIn", take_in)


_TAKEN_IN: Final[Mapping[type[TableEvent], _TakeIn]] = dict(
    (
        _takes(happened.WagersPlaced, _wagers_placed),
        _takes(happened.NoMoreBets, _no_more_bets),
        _takes(happened.Decided, _decided),
        _takes(happened.CardsDealt, _cards_dealt),
        _takes(happened.CardSetAside, _card_set_aside),
        _takes(happened.CardsEntered, _cards_entered),
        _takes(happened.Shuffled, _moved),
        _takes(happened.StackInserted, _moved),
        _takes(happened.DeckReceived, _moved),
        _takes(happened.ReshuffleOrdered, _reshuffle_ordered),
        _takes(happened.IrregularityReported, _reported),
        _takes(happened.StubCounted, _stub_counted),
        _takes(happened.StubResolved, _stub_resolved),
        _takes(happened.SettlementReckoned, _computed),
        _takes(happened.CardsCorrected, _computed),
        _takes(happened.Performed, _performed),
    )
)
"""What each event of a round adds to the facts."""


@lru_cache(256)
def _before_shuffle(rules: HouseRules) -> StepName:
    """The last step with a new deck before it is shuffled."""
    names = [duty.do for duty in rules.book.opening.steps]
    return names[names.index(StepName.SHUFFLE) - 1]


def _cards_of(current: _Round) -> int:
    """How many cards the round deals in all, by the order of its book."""
    players, offered = len(current.wagers), current.rules.wager_names
    extra = current.rules.book.extra_cards
    total = 0
    for step in current.rules.order.steps:
        if step.do not in ("deal", "burn"):
            continue
        if step.to == "extra" and (extra is None or extra.wager not in offered):
            continue
        total += step.cards * (players if step.to == "each_player" else 1)
    return total


def _being_dealt(current: _Round) -> bool:
    return current.closed and current.dealt < _cards_of(current)


def _face_up(current: _Round) -> str | None:
    if not _being_dealt(current):
        return "no cards were being dealt"
    several = current.report is not None and current.report.name == IrregularityName.FACE_UP_CARDS
    return None if several or current.set_aside > 1 else "only one card was found face up"


def _found(current: _Round) -> str | None:
    """What is found before the first player has been settled voids the round; later the floorperson rules."""
    if not current.dealt:
        return "no card had been dealt"
    return "a player had been settled" if current.settled else None


def _stub(current: _Round, cause: str, *, again: bool) -> str | None:
    """Why the count does not show this cause, by the stub, the misdealt hands and the number of cards in all.

    A round that is void already may have ended before all its cards were dealt.
    """
    book = current.rules.book
    if current.counted is None or current.misdealt is None:
        return "the stub was not counted"
    if _being_dealt(current) and not again:
        return "the cards were still being dealt"
    if current.revealed:
        return "the dealer's hand had been revealed"
    lying = current.dealt + current.set_aside
    right = {**{str(seat): book.player.cards for seat in current.wagers}, "dealer": book.dealer.cards}
    more = sum(cards - right[hand] for hand, cards in current.misdealt.items())
    whole = current.counted + lying + more == book.deck.cards
    if not current.misdealt:
        row = "" if current.counted + lying == book.deck.cards else IrregularityName.STUB_COUNT_WRONG_DECK
    else:
        row = IrregularityName.STUB_COUNT_MISDEAL if whole else IrregularityName.STUB_COUNT_MISDEAL_WRONG_DECK
        by_the_hand = IrregularityName(current.rules.dealing.stub_count.right_but_misdealt)
        if by_the_hand is IrregularityName.WRONG_NUMBER_OF_CARDS and current.counted + lying == book.deck.cards:
            row = by_the_hand
    return None if row == cause else f"the count shows {row.replace('_', ' ') or 'a right stub'}"


def _shuffler(current: _Round) -> str | None:
    """Only while the deck is in the shuffler: until it is taken out, or until what a shuffler deals has been dealt."""
    rules = current.rules
    if rules.shuffler is Shuffler.MANUAL:
        return "no shuffler was used"
    if rules.shuffler is Shuffler.RESHUFFLING and rules.dealing.method is Method.AUTOMATED:
        return "the cards had been taken out of it" if current.out else None
    return None if current.in_shuffler else "the deck was not in the shuffler"


def _shoe(current: _Round) -> str | None:
    """Only during the round, while the shoe holds the cards."""
    if current.rules.dealing.method is not Method.AUTOMATED:
        return "no automated shoe was used"
    if not current.closed or current.in_shuffler:
        return "no cards were being dealt"
    return "the cards had been taken out of it" if current.out else None
